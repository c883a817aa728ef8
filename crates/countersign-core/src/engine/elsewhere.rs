//! Calls about what belongs to another host: they are left for it as errands, and this one waits for what comes of them.

use std::time::Duration;

use countersign_words::{Language, say};
use serde_json::{Value, json};

use super::{Engine, Request};
use crate::{
    actor::{Actor, ActorKind, Origin},
    error::{Error, ErrorCode, Result},
    execute::Call,
    host::{
        self, BESIDE, CARRIED_OUT_THERE, Errand, ErrandAnswer, Holder,
        errands::{ErrandLeave, LeaveOutput, exact_input},
    },
    op::{Answer, Op as _},
    record::{Key, Record},
    redact,
    store::{Batch, Scan},
    token::Token,
    tx::Tx,
    world::{Need, WorldAnswer},
};

/// How long a caller waits for another host, unless the call says otherwise, in milliseconds.
const PATIENCE_MS: u64 = 30_000;

/// How long one look at an errand may be old, in milliseconds.
const LOOK_MS: u64 = 100;

/// The surface of calls that another host left.
const SURFACE: &str = "errand";

impl Engine {
    /// Returns where a call must be made, if that is another host. `asks`: whether it has turned out to ask the world.
    pub(super) fn elsewhere(&self, call: &Call, asks: bool) -> Result<Option<Holder>> {
        let (hosts, spec) = (&call.setup.hosts, call.op.spec());
        let is_carried_out = asks || CARRIED_OUT_THERE.contains(&spec.name);
        // What leaves an errand is no errand itself.
        let stays = BESIDE.contains(&spec.name) || !spec.write || spec.name.starts_with("errand.");
        if hosts.own.is_none() || stays && !asks {
            return Ok(None);
        }
        let mut found = None;
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            let mut tx = Tx::reader(base, &mut batch, call);
            let Some(holder) = host::holder(&mut tx, &call.input)? else { return Ok(()) };
            if hosts.elsewhere(holder.host.as_deref()).is_some() {
                // Whatever comes after something that waits for its host waits as well: the first that was said counts.
                let queues = is_carried_out || !host::waiting(&mut tx, &holder.run)?.is_empty();
                found = queues.then_some(holder);
            }
            Ok(())
        })?;
        match found {
            // Each host does its own chores.
            Some(_) if call.actor.kind == ActorKind::System => {
                Err(Error::not_found(say!("op-errand-not-here")))
            }
            found => Ok(found),
        }
    }

    /// Answers questions that are only about how things stand on another host, for what is merely shown: that is not known
    /// here, and whoever undoes it looks there. False if there is any other question, or none is new.
    pub(super) fn not_known_here(&self, call: &mut Call, needs: &[Need]) -> bool {
        let spec = call.op.spec();
        let is_shown = !spec.write || BESIDE.contains(&spec.name);
        if !is_shown || !needs.iter().all(|need| matches!(need, Need::Standing(_))) {
            return false;
        }
        let known = call.seen.len();
        call.seen.extend(needs.iter().map(|need| (need.key(), WorldAnswer::Standing(Vec::new()))));
        call.seen.len() > known
    }

    /// Leaves a call for the host that can carry it out, and returns what came of it. If that takes long, or the host is
    /// away, the errand stays, and the error says so.
    pub(super) fn hand_over(&self, call: &Call, holder: &Holder) -> Result<Answer> {
        let named = call.input.get("id").and_then(Value::as_str).unwrap_or(&holder.run);
        let input =
            json!({"run": holder.run, "about": named, "op": call.op.spec().name, "input": call.input});
        let request = Request {
            actor: call.actor.clone(),
            op: ErrandLeave::NAME.to_owned(),
            input,
            key: call.key.as_ref().map(|key| format!("{key}/elsewhere")),
            origin: call.origin.clone(),
        };
        let LeaveOutput { id, host, .. } = self.make(self.prepare(request)?)?.output::<ErrandLeave>()?;
        let is_away = self.setup().hosts.away_ms(&host).is_some();
        let patience = if is_away { LOOK_MS } else { call.pending.patience_ms().unwrap_or(PATIENCE_MS) };
        for _ in 0..(patience / LOOK_MS).max(1) {
            let errand: Option<Errand> = self.stored(&id)?;
            let Some(errand) = errand else { return Err(Error::bug(format!("the errand {id} is gone"))) };
            match errand.answer {
                None => self.grown.wait(Duration::from_millis(LOOK_MS)),
                Some(answer) => {
                    // If this fails, it is deleted later.
                    drop(self.system("errand.close", json!({"id": id}), &Origin::from(SURFACE)));
                    return told(answer);
                }
            }
        }
        Err(match is_away {
            true => Error::conflict(say!("op-errand-away", host)).hint(say!("op-errand-away-hint")),
            false => Error::conflict(say!("op-errand-slow", host)).hint(say!("op-errand-slow-hint")),
        })
    }

    /// Returns what was left for this host, oldest first: the errands, each with its run.
    pub fn errands(&self) -> Result<Vec<(String, String)>> {
        let setup = self.setup();
        let Some(own) = &setup.hosts.own else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        self.store.view(&mut |base| {
            let scan = Scan::prefix(Errand::KIND.name, "errand.waiting", &format!("{own}/"));
            for hit in base.scan(&scan)? {
                let errand: Errand = hit.stored.row.read()?;
                found.push((errand.id, errand.run));
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Carries out one of them. It is made under a key of its own: one that was carried out before this process, or its
    /// database, was lost is answered as it was then, and happens once.
    pub fn carry_out(&self, id: &str) -> Result<()> {
        let Some(errand): Option<Errand> = self.stored(id)? else { return Ok(()) };
        if errand.answer.is_some() {
            return Ok(());
        }
        let answer = match self.left(&errand).and_then(|request| self.call(request)) {
            // It is tried again when the database can be reached.
            Err(e) if e.code == ErrorCode::Store => return Err(e),
            Err(e) => ErrandAnswer::from(e),
            Ok(Answer { value, outcome, event, .. }) => {
                ErrandAnswer::Done { value: redact::value(&value), outcome, event }
            }
        };
        let input = countersign_words::kept(|| json!({"id": id, "answer": answer}));
        self.system("errand.done", input, &Origin::from(SURFACE)).map(drop)
    }

    /// Returns the call that an errand is.
    fn left(&self, errand: &Errand) -> Result<Request> {
        let caller = &errand.caller;
        let actor = match &caller.token {
            None => self.authenticate(None)?,
            Some(token) => {
                let known: Option<Token> = self.stored(token)?;
                let unknown = || Error::new(ErrorCode::Unauthenticated, say!("judge-token-unknown"));
                Actor::from(known.ok_or_else(unknown)?)
            }
        };
        if !caller.is(&actor) {
            return Err(Error::refused(say!("judge-token-unknown")));
        }
        let mut input = Err(Error::bug("the input was not read"));
        let request = Request {
            actor: Actor::system(),
            op: "errand.close".to_owned(),
            input: json!({"id": errand.id}),
            key: None,
            origin: Origin::from(SURFACE),
        };
        let reader = self.prepare(request)?;
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            input = exact_input(&mut Tx::reader(base, &mut batch, &reader), errand);
            Ok(())
        })?;
        let mut origin = caller.origin.clone();
        origin.language = Language::of_tag(&caller.language).unwrap_or_default();
        Ok(Request {
            actor,
            op: errand.op.clone(),
            input: input?,
            key: Some(format!("{SURFACE}/{}", errand.id)),
            origin,
        })
    }

    fn stored<R: Record>(&self, id: &str) -> Result<Option<R>> {
        let mut found = Ok(None);
        self.store.view(&mut |base| {
            found = base.get(&Key::of::<R>(id))?.map(|stored| stored.row.read::<R>()).transpose();
            Ok(())
        })?;
        found
    }
}

/// Turns what another host reported into the answer of the call.
fn told(answer: ErrandAnswer) -> Result<Answer> {
    match answer {
        ErrandAnswer::Done { value, outcome, event } => {
            Ok(Answer { value, outcome, event, jobs: Vec::new() })
        }
        ErrandAnswer::Failed { code, message, hint, detail } => {
            Err(host::told_error(&code, message, hint, detail))
        }
    }
}
