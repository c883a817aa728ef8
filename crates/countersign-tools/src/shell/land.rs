//! Lands an approved rehearsed command: its effects as shown, or it runs again in layers with the shown
//! hosts, and its changes land.

use countersign_core::{
    Error, ErrorCode, Result,
    judge::Trust,
    world::{Landed, Order, Precondition, RecoveryState},
};
use countersign_rehearsal::Network;
use countersign_words::{Message, say};
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::{
    RUN, Run, SENT, Shell,
    again::{Alone, names},
    rehearse::chosen_of,
    stored_rehearsal::{RehearsalReport, StoredRehearsal},
    tmp_leftovers,
    trial::{As, Caller, Trial},
};
use crate::{
    call::parse,
    files::{BeforeLanding, Moved},
    stage::denied,
};

impl Shell {
    /// Carries out the decision about a rehearsed command.
    pub(super) fn land(&self, order: &Order, state: &Value) -> Result<Landed> {
        match hosts(state) {
            Some(hosts) => self.run_with(order, network(state, hosts), &trusted(state)),
            None => self.land_kept(order, state),
        }
    }

    fn land_kept(&self, order: &Order, state: &Value) -> Result<Landed> {
        let (kept, told) = self.kept(state)?;
        let _alone = Alone::in_folders(&kept.layers.roots);
        let chosen = chosen_of(state["land"].as_array().map_or(&[][..], Vec::as_slice))?;
        // A landing that was begun continues: its own changes would count as moved.
        if matches!(self.files.check_effects(&order.id)?, RecoveryState::NotBegun)
            && let Some(again) = self.to_land(order, &kept, &told, chosen.is_empty())?
        {
            return self.land_again(order, &told, &again);
        }
        let before = BeforeLanding::of_effects(&told.effects);
        let landed = self.files.land_effects(&order.id, &told.effects, &chosen, Moved::Refuse)?;
        self.files.note_landing(&order.run, before, &told.effects);
        self.files.note_made(&order.run, &told.effects);
        self.keep_builds(&kept.layers, &told.built, &told.trusted);
        Ok(with_result(landed, &told.result))
    }

    /// Returns another rehearsal to land instead of the one that was shown, where that is right.
    fn to_land(
        &self,
        order: &Order,
        kept: &StoredRehearsal,
        told: &RehearsalReport,
        whole: bool,
    ) -> Result<Option<Trial>> {
        if whole && let Some(again) = self.git_again(order, kept, told)? {
            return Ok(Some(again));
        }
        self.as_shown(order, kept, told, whole)
    }

    /// Returns what has changed since, if a rehearsed command would do something else now than was shown.
    pub(crate) fn changed_since(&self, order: &Order) -> Option<Message> {
        let state = rehearsal(order).filter(|state| hosts(state).is_none())?;
        let is_whole = state["land"].as_array().is_none_or(Vec::is_empty);
        let found = self.kept(state).and_then(|(kept, told)| self.to_land(order, &kept, &told, is_whole));
        // What failed for another reason is found when it lands.
        found.err().filter(|e| e.code == ErrorCode::Stale).map(|e| e.message)
    }

    /// Lands what another rehearsal did, unless something has moved since.
    fn land_again(&self, order: &Order, told: &RehearsalReport, again: &Trial) -> Result<Landed> {
        let Some(kept) = again.stored() else { return Err(Error::bug("a rehearsal has a folder")) };
        let now = RehearsalReport { effects: again.effects.clone(), ..told.clone() };
        let moved = self.moved_since(order, kept, &now)?;
        if !moved.is_empty() {
            return Err(Error::stale(say!("effect-rehearsed-stale", paths = names(&moved))));
        }
        let before = BeforeLanding::of_effects(&again.effects);
        let landed = self.files.land_effects(&order.id, &again.effects, &[], Moved::Refuse)?;
        self.files.note_landing(&order.run, before, &again.effects);
        self.files.note_made(&order.run, &again.effects);
        again.keep_builds(self, &told.trusted);
        Ok(with_result(landed, &again.result))
    }

    /// Runs a command in layers with access to these hosts, and lands its changes.
    fn run_with(&self, order: &Order, network: Network, trusted: &[Trust]) -> Result<Landed> {
        let run: Run = parse(RUN, &order.args)?;
        run.check()?;
        let why = As::Approved { network, item: order.id.clone() };
        let from = Caller { cwd: order.cwd.as_deref(), run: &order.run, trusted, aloud: false };
        let trial = Trial::run(self, &run, from, &why)
            .map_err(|why| Error::doubt(say!("effect-may-have-sent", saids = why)))?;
        let sent = |why: Message| {
            Error::doubt(say!("effect-ran-may-have-sent", saids = why))
                .known(with_result(only_sent(), &trial.result))
        };
        if trial.effects.more {
            return Err(sent(say!("effect-more-than-lands")));
        }
        let mut landed = match trial.effects.changes.is_empty() {
            true => only_sent(),
            false => match self.files.land_effects(&order.id, &trial.effects, &[], Moved::Refuse) {
                Err(e) if !e.is_doubt() => return Err(sent(e.message)),
                landed => landed?,
            },
        };
        trial.keep_builds(self, trusted);
        self.files.note_made(&order.run, &trial.effects);
        landed.effects.extend(trial.built.line(&self.roots_of(order.cwd.as_deref())));
        if !landed.caveats.contains(&SENT) {
            landed.caveats.push(SENT);
        }
        let mut landed = with_result(landed, &trial.result);
        tmp_leftovers::tell(&mut landed.result, &tmp_leftovers::of(&trial.ended));
        if !trial.ended.denied.is_empty() {
            let wanted: Vec<Message> = trial.ended.denied.iter().map(denied).collect();
            landed.result["denied"] = json!(wanted);
        }
        Ok(landed)
    }

    /// Determines the state of a rehearsed command's landing.
    pub(super) fn check_landing(&self, order: &Order, state: &Value) -> Result<RecoveryState> {
        let found = self.files.check_effects(&order.id)?;
        Ok(match (found, hosts(state)) {
            (RecoveryState::Landed(landed), None) => {
                let result = self.kept(state).map(|(_, told)| told.result).unwrap_or_default();
                RecoveryState::Landed(Box::new(with_result(*landed, &result)))
            }
            (RecoveryState::NotBegun, Some(_)) => {
                RecoveryState::Unknown(say!("effect-command-unknown-unchanged"))
            }
            (found, _) => found,
        })
    }
}

/// Returns the landed result of a command that changed no file.
fn only_sent() -> Landed {
    Landed { result: Value::Null, effects: Vec::new(), inverse: None, caveats: vec![SENT], duration_ms: 0 }
}

/// Returns the rehearsal that an order refers to.
pub(super) fn rehearsal(order: &Order) -> Option<&Value> {
    Precondition::rehearsal(&order.preconditions)
}

fn hosts(state: &Value) -> Option<Vec<String>> {
    Vec::deserialize(state.get("hosts")?).ok()
}

/// Returns what a command may reach: the hosts that were shown, and any if it said that it may be sent on to others.
fn network(state: &Value, hosts: Vec<String>) -> Network {
    if state["onward"] == true { Network::Any } else { Network::Hosts(hosts) }
}

fn trusted(state: &Value) -> Vec<Trust> {
    state.get("trusted").and_then(|trusted| Vec::deserialize(trusted).ok()).unwrap_or_default()
}

fn with_result(mut landed: Landed, result: &Value) -> Landed {
    if result.is_object() {
        landed.result = result.clone();
        landed.result["rehearsed"] = json!(true);
    }
    landed
}
