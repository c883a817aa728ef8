//! Carries out decided calls through a server, recovers them, and undoes them.
//!
//! Before a server is called, files at the captured paths are kept and a durable note says that the effect began. Its
//! result is found by looking at the files, not by the server's answer. An effect elsewhere is undone by the call that
//! the pack or the person names, if what it changed is still as it was left.

use std::{path::Path, time::Instant};

use countersign_core::{
    Error, ErrorCode, Result, canonical,
    judge::{Class, UndoEntry},
    record::Doc,
    world::{Inverse, Landed, Order, Precondition, RecoveryState, Reverted, Undoable},
};
use countersign_tools::{files::unified, packs::Scene};
use countersign_words::{Message, kept, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    At, Upstreams, Way,
    forecast::{self, DEFINITION, Known},
    referred,
};
use crate::Caller;

/// The note that an effect began.
const BEGUN: &str = "begun.json";
/// The note with its result.
const DONE: &str = "done.json";
/// The note that an undo by a call began.
const UNDOING: &str = "undoing.json";
/// How much of a read is kept to show later changes.
const KEPT_CHARS: usize = 20_000;

/// How an effect is undone.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "by")]
enum Back {
    /// From the kept files.
    Files { steps: Value },
    /// By other calls.
    Calls(Calls),
}

/// Calls that undo something, and their preconditions.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Calls {
    agent: String,
    cwd: Option<String>,
    calls: Vec<OneCall>,
    /// The calls that redo it.
    again: Vec<OneCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expect: Option<Expected>,
    /// Whether the calls are idempotent.
    repeatable: bool,
}

/// A call by the tool's full name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct OneCall {
    tool: String,
    args: Doc,
}

/// The result of a read, which must be the same again.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Expected {
    call: OneCall,
    digest: String,
    text: String,
}

impl Expected {
    fn new(call: OneCall, seen: &Value) -> Self {
        let text: String = pretty(seen).chars().take(KEPT_CHARS).collect();
        Self { call, digest: canonical::digest("seen", seen), text }
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// An order in progress.
struct Doing<'a> {
    upstreams: &'a Upstreams,
    order: &'a Order,
    known: Known,
    watched: Vec<Precondition>,
}

impl<'a> Doing<'a> {
    fn of(upstreams: &'a Upstreams, order: &'a Order) -> Result<Self> {
        let known = Known::of(upstreams, &order.tool)?;
        let is_file = |p: &&Precondition| p.state.get(DEFINITION).is_none() && !referred::is_about(p);
        let watched = order.preconditions.iter().filter(is_file).cloned().collect();
        Ok(Self { upstreams, order, known, watched })
    }

    fn at(&self) -> At<'_> {
        At { agent: &self.order.agent, server: &self.known.server, cwd: self.order.cwd.as_deref() }
    }

    fn call(&self, tool: &str, args: &Doc, effect: bool) -> Result<Value> {
        let (upstreams, at) = (self.upstreams, self.at());
        let patience = if effect { upstreams.limits.effect } else { upstreams.limits.read };
        let way = Way { caller: Caller::current(), patience, effect, direct: false };
        upstreams.wait(upstreams.call(&at, tool, args, &way))
    }

    /// Checks that the tool is the same as at the forecast.
    fn same_tool(&self) -> Result<()> {
        let at = self.at();
        let instance = self.upstreams.wait(self.upstreams.instance_for(&at, &self.order.tool))?;
        let tools = instance.tools();
        let gone =
            || Error::stale(say!("problem-up-tool-gone", server = self.known.server, tool = self.known.own));
        let tool = tools.iter().find(|t| t.name == self.order.tool).ok_or_else(gone)?;
        let was = self.order.preconditions.iter().find_map(|p| p.state.get(DEFINITION)?.as_str());
        match was.is_some_and(|was| forecast::definition(tool).is_ok_and(|now| now != was)) {
            true => Err(Error::stale(say!("judge-definition-changed", tool = tool.name))),
            false => Ok(()),
        }
    }

    /// Builds a read call from paths into `scene`.
    fn read(&self, entry: &UndoEntry, scene: &Scene) -> Result<(OneCall, Value)> {
        let call = self.made(entry, scene)?;
        let result = self.call(&call.tool, &call.args, false)?;
        match forecast::error_text(&result) {
            Some(said) => Err(Error::conflict(say!("problem-up-said", tool = call.tool, said))),
            None => Ok((call, forecast::essence(&result))),
        }
    }

    fn made(&self, entry: &UndoEntry, scene: &Scene) -> Result<OneCall> {
        let args = scene
            .pick_all(&entry.args)
            .ok_or_else(|| Error::conflict(say!("problem-up-undo-lacks", tool = entry.tool)))?;
        Ok(OneCall { tool: format!("{}.{}", self.known.server, entry.tool), args })
    }

    fn run(&self, begun: Instant) -> Result<Landed> {
        let (files, id) = (&self.upstreams.files, self.order.id.as_str());
        files.unchanged(&self.watched)?;
        self.same_tool()?;
        referred::check(self.upstreams, &self.known, &self.at(), self.order)?;
        let mut scene = Scene { args: self.order.args.clone(), ..Scene::default() };
        if let Some(before) = self.known.by_pack_alone().and_then(|p| p.before.as_ref()) {
            scene.before = self.read(before, &scene)?.1;
        }
        files.keep(id, &self.watched)?;
        let ready = files.unchanged(&self.watched);
        let note = json!({"tool": self.order.tool, "agent": self.order.agent});
        if let Err(e) = ready.and_then(|()| files.note(id, BEGUN, &note, true)) {
            files.forget(id)?;
            return Err(e);
        }
        match self.call(&self.order.tool, &self.order.args, true) {
            Ok(result) => match forecast::error_text(&result) {
                None => {
                    scene.result = forecast::essence(&result);
                    self.landed(result, &scene, begun)
                }
                Some(said) => self.refused(
                    Error::conflict(say!("problem-up-said", tool = self.known.shown(), said)),
                    result,
                    begun,
                ),
            },
            Err(e) if e.is_doubt() => self.in_doubt(e, begun),
            Err(e) => {
                let told = json!({"isError": true, "content": [{"type": "text", "text": e.message}]});
                self.refused(e, told, begun)
            }
        }
    }

    /// Records that it landed: its changes, and how they are undone.
    fn landed(&self, result: Value, scene: &Scene, begun: Instant) -> Result<Landed> {
        let became = self.upstreams.files.became(&self.order.id, &self.watched).map_err(|e| {
            // The server has done it; unreadable files do not make it a failure.
            let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            let (effects, caveats) = (Vec::new(), vec![say!("problem-up-changed-unknown", said = e.message)]);
            let known = Landed { result: result.clone(), effects, inverse: None, caveats, duration_ms };
            Error::doubt(say!("problem-up-done-unseen", said = e.message)).known(known)
        })?;
        let mut caveats = became.lost;
        let mut back = became.inverse.map(|steps| Back::Files { steps });
        if back.is_some() && !self.known.only_there() {
            caveats.push(say!("problem-up-did-elsewhere", server = self.known.server));
        }
        if back.is_none() && !self.known.undo().is_empty() {
            match self.calls_back(scene) {
                Ok(calls) => {
                    back = Some(Back::Calls(calls));
                    caveats.extend(self.known.caveats());
                }
                Err(e) => caveats.push(say!("problem-up-no-way-back", said = e.message)),
            }
        }
        let inverse = back.map(|back| self.inverse(&back)).transpose()?;
        let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let landed = Landed { result, effects: became.effects, inverse, caveats, duration_ms };
        let note = kept(|| serde_json::to_value(&landed)).map_err(Error::bug)?;
        if let Err(e) = self.upstreams.files.note(&self.order.id, DONE, &note, false) {
            // The note is only for a crash before the outcome is recorded; the effect itself has landed.
            tracing::warn!("the outcome of {} cannot be noted: {e}", self.order.id);
        }
        Ok(landed)
    }

    fn inverse(&self, back: &Back) -> Result<Inverse> {
        Ok(Inverse { tool: self.order.tool.clone(), steps: serde_json::to_value(back).map_err(Error::bug)? })
    }

    fn calls_back(&self, scene: &Scene) -> Result<Calls> {
        let made = self.known.undo().into_iter().map(|entry| self.made(entry, scene));
        let calls = made.collect::<Result<Vec<_>>>()?;
        let pack = self.known.by_pack_alone();
        let check = pack.and_then(|p| p.check.as_ref());
        let expect = match check {
            Some(entry) => {
                let (call, seen) = self.read(entry, scene)?;
                Some(Expected::new(call, &seen))
            }
            None => None,
        };
        let again = vec![OneCall { tool: self.order.tool.clone(), args: self.order.args.clone() }];
        let (agent, cwd) = (self.order.agent.clone(), self.order.cwd.clone());
        let repeatable = repeatable(self.upstreams, &calls);
        Ok(Calls { agent, cwd, calls, again, expect, repeatable })
    }

    /// The server reported a failure. If files changed anyway, that is what landed.
    fn refused(&self, e: Error, result: Value, begun: Instant) -> Result<Landed> {
        let files = &self.upstreams.files;
        if files.unchanged(&self.watched).is_ok() {
            files.forget(&self.order.id)?;
            return Err(forecast::while_doing(e));
        }
        let mut landed = self.landed(result, &Scene::default(), begun)?;
        landed.caveats.insert(0, say!("problem-up-error-and-changes", said = e.message));
        Ok(landed)
    }

    /// There was no answer. If it can only have effects at captured paths, they are inspected.
    fn in_doubt(&self, e: Error, begun: Instant) -> Result<Landed> {
        let at = self.at();
        let running = self.upstreams.slot(at.agent, at.server).ok().and_then(|(_, slot)| slot.current());
        let ended = running.is_none_or(|i| !i.is_running());
        match self.found(ended)? {
            RecoveryState::NotBegun => {
                self.upstreams.files.forget(&self.order.id)?;
                Err(Error::conflict(e.message).hint(say!("problem-up-nothing-happened")))
            }
            RecoveryState::Landed(mut landed) => {
                landed.duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                Ok(*landed)
            }
            RecoveryState::Unknown(why) => Err(Error::doubt(Message::joined("; ", [e.message, why]))),
        }
    }

    /// Inspects the captured paths for an effect that began; `ended` says that it is no longer in progress.
    fn found(&self, ended: bool) -> Result<RecoveryState> {
        let unknown = || {
            let (tool, server) = (self.known.shown_own(), &self.known.server);
            RecoveryState::Unknown(say!("problem-up-happened-alone", tool, server))
        };
        let files = &self.upstreams.files;
        if self.watched.is_empty() || !self.known.only_there() {
            return Ok(unknown());
        }
        match files.unchanged(&self.watched) {
            Ok(()) if ended => return Ok(RecoveryState::NotBegun),
            Ok(()) => return Ok(unknown()),
            Err(e) if e.code == ErrorCode::Stale => {}
            Err(e) => return Err(e),
        }
        let content = self.known.content(&self.order.args);
        let path = self.known.first_path(&self.order.args);
        if let (Some(content), Some(path)) = (content, path)
            && files.holds(Path::new(&path), content.as_bytes())
        {
            let text = say!("problem-up-unheard");
            let result = json!({"content": [{"type": "text", "text": text}]});
            return Ok(RecoveryState::Landed(Box::new(self.landed(
                result,
                &Scene::default(),
                Instant::now(),
            )?)));
        }
        let place = forecast::both(self.watched.iter().map(|p| p.what.as_str()));
        Ok(RecoveryState::Unknown(say!("problem-up-something-changed", place)))
    }
}

/// Carries out an order, once.
pub(super) fn apply(upstreams: &Upstreams, order: &Order) -> Result<Landed> {
    let begun = Instant::now();
    let doing = Doing::of(upstreams, order)?;
    if doing.known.class() == Class::Read {
        // A person was asked about it, but it is a read.
        doing.same_tool()?;
        let result = doing.call(&order.tool, &order.args, false).map_err(forecast::while_doing)?;
        let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        return Ok(Landed { result, effects: Vec::new(), inverse: None, caveats: Vec::new(), duration_ms });
    }
    doing.run(begun).map_err(forecast::while_doing)
}

/// Finds out the state of an order after a crash.
pub(super) fn check(upstreams: &Upstreams, order: &Order) -> Result<RecoveryState> {
    let doing = Doing::of(upstreams, order)?;
    if doing.known.class() == Class::Read {
        return Ok(RecoveryState::NotBegun);
    }
    if let Some(done) = upstreams.files.noted(&order.id, DONE)?.and_then(|v| serde_json::from_value(v).ok()) {
        return Ok(RecoveryState::Landed(done));
    }
    if upstreams.files.noted(&order.id, BEGUN)?.is_none() {
        // Nothing is called before that note is durable.
        upstreams.files.forget(&order.id)?;
        return Ok(RecoveryState::NotBegun);
    }
    let repeatable = doing.known.by_pack_alone().is_some_and(|p| p.idempotent && p.undo.is_none());
    match doing.found(true)? {
        RecoveryState::Unknown(_) if repeatable && doing.watched.is_empty() => Ok(RecoveryState::NotBegun),
        found => Ok(found),
    }
}

fn repeatable(upstreams: &Upstreams, calls: &[OneCall]) -> bool {
    let one = |call: &OneCall| {
        Known::of(upstreams, &call.tool).is_ok_and(|k| k.by_pack.is_some_and(|p| p.idempotent))
    };
    calls.iter().all(one)
}

/// Undoes an effect under the name `id`, or reports what changed and touches nothing.
pub(super) fn revert(upstreams: &Upstreams, id: &str, inverse: &Inverse) -> Result<Reverted> {
    match Back::deserialize(&inverse.steps).map_err(Error::bug)? {
        Back::Files { steps } => {
            let reverted = upstreams.files.revert(id, &Inverse { tool: inverse.tool.clone(), steps })?;
            let again = reverted.inverse.map(|again| {
                let steps = serde_json::to_value(Back::Files { steps: again.steps }).map_err(Error::bug)?;
                Ok::<_, Error>(Inverse { tool: again.tool, steps })
            });
            Ok(Reverted { inverse: again.transpose()?, ..reverted })
        }
        Back::Calls(calls) => calls.run(upstreams, id, inverse).map_err(forecast::while_doing),
    }
}

/// Returns an effect with its undo in the form that built-in tools use, if it is undone from kept files.
pub(super) fn of_files(effect: &Undoable) -> Undoable {
    let steps = match Back::deserialize(&effect.inverse.steps) {
        Ok(Back::Files { steps }) => steps,
        Ok(Back::Calls(_)) | Err(_) => return effect.clone(),
    };
    let inverse = Inverse { tool: effect.inverse.tool.clone(), steps };
    Undoable { receipt: effect.receipt.clone(), inverse }
}

impl Calls {
    fn call(&self, upstreams: &Upstreams, call: &OneCall, effect: bool) -> Result<Value> {
        let (server, _) = super::split(&call.tool)?;
        let at = At { agent: &self.agent, server, cwd: self.cwd.as_deref() };
        let patience = if effect { upstreams.limits.effect } else { upstreams.limits.read };
        let way = Way { caller: Caller::current(), patience, effect, direct: false };
        let result = upstreams.wait(upstreams.call(&at, &call.tool, &call.args, &way))?;
        match forecast::error_text(&result) {
            Some(said) => Err(Error::conflict(say!("problem-up-said", tool = call.tool, said))),
            None => Ok(forecast::essence(&result)),
        }
    }

    fn run(&self, upstreams: &Upstreams, id: &str, inverse: &Inverse) -> Result<Reverted> {
        let begun = upstreams.files.noted(id, UNDOING)?.is_some();
        let as_left = match &self.expect {
            Some(expect) => {
                let seen = self.call(upstreams, &expect.call, false)?;
                let same = canonical::digest("seen", &seen) == expect.digest;
                if !same && !begun {
                    let differs = unified(&expect.text, &pretty(&seen), &expect.call.tool);
                    let changed = say!("problem-up-not-as-left", tool = inverse.tool);
                    return Err(Error::stale(changed).detail(differs));
                }
                same
            }
            None => !begun,
        };
        if !as_left && !self.repeatable {
            return Err(Error::doubt(say!("problem-up-undo-begun", tool = inverse.tool)));
        }
        upstreams.files.note(id, UNDOING, &json!({"tool": inverse.tool}), true)?;
        for call in &self.calls {
            self.call(upstreams, call, true)?;
        }
        let restored = |call: &OneCall| json!({"kind": "call", "id": call.tool, "value": call.args});
        Ok(Reverted {
            restored: self.calls.iter().map(restored).collect(),
            inverse: self.redo(upstreams, inverse).ok(),
        })
    }

    /// Returns the redo of an undo: the original calls, if what they changed is still as the undo left it.
    fn redo(&self, upstreams: &Upstreams, inverse: &Inverse) -> Result<Inverse> {
        let expect = match &self.expect {
            Some(expect) => {
                Some(Expected::new(expect.call.clone(), &self.call(upstreams, &expect.call, false)?))
            }
            None => None,
        };
        let back = Back::Calls(Self {
            calls: self.again.clone(),
            again: self.calls.clone(),
            expect,
            repeatable: repeatable(upstreams, &self.again),
            ..self.clone()
        });
        Ok(Inverse { tool: inverse.tool.clone(), steps: serde_json::to_value(back).map_err(Error::bug)? })
    }
}
