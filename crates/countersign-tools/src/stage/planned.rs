//! Rehearses the steps of a plan that is only proposed: in order, in one throw-away stage, each over what those before it
//! did there.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant, SystemTime},
};

use countersign_core::{
    Error, Result,
    plan::rehearsal::{CallShown, PlannedCall, PlannedCalls},
    record::Record,
    stage::Stage,
    world::{Ask, InStage},
};
use countersign_rehearsal::{Effects, Layers};
use countersign_words::{Message, kept, say};
use serde_json::Value;

use super::{Around, Held, Stages, fitting, manner, unusable};
use crate::shell::{Shell, run_world};

/// How long the steps of one plan may be rehearsed; those after that are not.
const TIME: Duration = Duration::from_secs(45);

/// A stage that is removed on drop.
struct ThrowAway<'s> {
    stages: &'s Stages,
    stage: InStage,
    layers: Layers,
    held: Option<Held>,
}

impl Drop for ThrowAway<'_> {
    fn drop(&mut self) {
        run_world::end(&self.stages.folder, &self.stage.id);
        drop(self.held.take());
        // What is left is removed at the next start.
        drop(self.stages.forget(&self.stage.id));
    }
}

impl Stages {
    /// Answers [`PlannedCalls::QUESTION`]: what each of some calls would do over those before it. Nothing of it stays.
    pub(crate) fn rehearse_plan(&self, shell: &Shell, ask: &Ask, around: &Around) -> Result<Value> {
        let calls: PlannedCalls =
            serde_json::from_value(Value::Object(ask.args.clone())).map_err(Error::bug)?;
        let shown = match self.throw_away(shell, ask) {
            Ok(stage) => rehearsed(&stage, shell, ask, &calls, around),
            Err(e) => calls.calls.iter().map(|call| CallShown::not(call.number, e.message.clone())).collect(),
        };
        kept(|| serde_json::to_value(shown)).map_err(Error::bug)
    }

    fn throw_away(&self, shell: &Shell, ask: &Ask) -> Result<ThrowAway<'_>> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let roots = shell.layered(ask.cwd.as_deref()).map_err(Error::conflict)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let told = (now.as_nanos(), std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        // No stage of a run has this number.
        let prefix = <Stage as Record>::KIND.prefix;
        let id = format!("{prefix}0-{}", &blake3::hash(format!("{told:?}").as_bytes()).to_hex()[..20]);
        let held = self.hold(&id)?;
        let folder = self.path(&id)?;
        let layers = fitting(&folder, &roots, manner()?).map_err(unusable(&folder))?;
        let roots = roots.iter().map(|root| root.to_string_lossy().into_owned()).collect();
        let stage = InStage { id, roots, ..InStage::default() };
        Ok(ThrowAway { stages: self, stage, layers, held: Some(held) })
    }
}

fn rehearsed(
    stage: &ThrowAway<'_>,
    shell: &Shell,
    ask: &Ask,
    calls: &PlannedCalls,
    around: &Around,
) -> Vec<CallShown> {
    let (begun, mut earlier) = (Instant::now(), Effects::default());
    let mut shown = Vec::with_capacity(calls.calls.len());
    for (n, call) in calls.calls.iter().enumerate() {
        if begun.elapsed() > TIME {
            shown.push(CallShown::not(call.number, say!("effect-plan-too-long")));
            continue;
        }
        let one = stage.one(shell, ask, call, &earlier, around);
        shown.push(one.unwrap_or_else(|why| CallShown::not(call.number, why)));
        match stage.effects(shell, n) {
            Ok(effects) => earlier = effects,
            Err(why) => {
                let rest = calls.calls.iter().skip(n + 1);
                shown.extend(rest.map(|call| CallShown::not(call.number, why.clone())));
                return shown;
            }
        }
    }
    shown
}

impl ThrowAway<'_> {
    fn one(
        &self,
        shell: &Shell,
        ask: &Ask,
        call: &PlannedCall,
        earlier: &Effects,
        around: &Around,
    ) -> Result<CallShown, Message> {
        let ask = Ask {
            tool: call.tool.clone(),
            args: call.args.clone(),
            run: self.stage.id.clone(),
            ..ask.clone()
        };
        if call.tool.starts_with("shell.") {
            let planned = shell.rehearse_planned(&ask, &self.layers, earlier).map_err(|e| e.message)?;
            return Ok(CallShown {
                number: call.number,
                is_known: planned.is_known,
                forecast: Some(planned.forecast),
                why: None,
            });
        }
        let forecast = self.stages.done_in(&self.stage, &self.layers, &ask, around).map_err(|e| e.message)?;
        Ok(CallShown { number: call.number, forecast: Some(forecast), is_known: true, why: None })
    }

    /// Returns all that the steps up to `n` changed, with copies of the contents: later steps change these.
    fn effects(&self, shell: &Shell, n: usize) -> Result<Effects, Message> {
        let untold = |e: std::io::Error| say!("effect-did-untold", said = e);
        let mut effects = shell.effects_of_steps(&self.layers).map_err(untold)?;
        effects.copy_contents(&self.layers.folder.join(format!("step-{n}"))).map_err(untold)?;
        Ok(effects)
    }
}
