//! One command of a plan that is only proposed, rehearsed over what the steps before it would have done.

use countersign_core::{
    Result,
    tool::{Forecast, Printed},
    world::Ask,
};
use countersign_rehearsal::{Effects, Layers};
use countersign_words::say;
use serde_json::Value;

use super::{
    RUN, Run, Shell,
    rehearse::{effective, from, harmless, is_time_of_folder, unrehearsed},
    tmp_leftovers,
    trial::{As, MOST, Trial},
};
use crate::call::parse;

/// What a command of a plan would do.
pub(crate) struct Planned {
    /// As it is shown.
    pub(crate) forecast: Forecast,
    /// Whether it was rehearsed to its end.
    pub(crate) is_known: bool,
}

impl Shell {
    /// Runs a command in layers with what the steps before it did, which are `earlier`, and tells what it did itself.
    pub(crate) fn rehearse_planned(&self, ask: &Ask, layers: &Layers, earlier: &Effects) -> Result<Planned> {
        let forecast = self.forecast(ask)?;
        let run: Run = parse(RUN, &forecast.args)?;
        let why = As::Rehearsal { agent: Some(ask.agent.clone()), client: None };
        let unknown = |forecast| Ok(Planned { forecast, is_known: false });
        let mut trial = match Trial::in_layers(self, &run, layers, from(ask), &why) {
            Ok(trial) => trial,
            Err(why) => return unknown(unrehearsed(forecast, &why)),
        };
        let all = match self.effects_of_steps(layers) {
            Ok(all) => all,
            Err(e) => return unknown(unrehearsed(forecast, &say!("effect-did-untold", said = e))),
        };
        trial.effects = all.since(earlier);
        trial.effects.changes.retain(|change| !is_time_of_folder(change));
        if !trial.ended.denied.is_empty() {
            return unknown(self.denied(ask, forecast, &trial));
        }
        if all.more {
            return unknown(unrehearsed(forecast, &say!("effect-changes-more", n = MOST)));
        }
        let known = |forecast| Ok(Planned { forecast, is_known: true });
        let (dropped, is_real) = self.sorted(ask, &forecast, &trial.effects);
        let left = tmp_leftovers::of(&trial.ended);
        if !is_real {
            return match trial.ended.all_seen && left.is_empty() {
                true => known(harmless(&run, forecast, &trial, dropped)),
                false => unknown(unrehearsed(forecast, &say!("effect-nothing-but-unseen"))),
            };
        }
        let shown = match self.files.show_effects(&trial.effects, ask.cwd.as_deref()) {
            Ok(shown) => shown,
            Err(e) => return unknown(unrehearsed(forecast, &e.message)),
        };
        let mut looks = effective(&run, forecast, shown, Value::Null, false);
        looks.preview.printed = Printed::of(&trial.result);
        if !left.is_empty() {
            looks.preview.warnings.push(say!("effect-it-leaves", paths = tmp_leftovers::names(&left)));
        }
        // Nothing lands of it: its turn comes later.
        (looks.preconditions, looks.ground) = (Vec::new(), None);
        known(looks)
    }

    /// Returns all that the steps of a plan changed, without what they built.
    pub(crate) fn effects_of_steps(&self, layers: &Layers) -> std::io::Result<Effects> {
        let built = self.changed_builds(layers)?;
        let mut effects = layers.effects(MOST)?;
        effects.changes.retain(|change| !built.iter().any(|folder| change.path.starts_with(folder)));
        Ok(effects)
    }
}
