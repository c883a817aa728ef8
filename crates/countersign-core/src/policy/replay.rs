//! `policy.replay`: what would become of calls that agents made elsewhere, by the policy in force and by others. It
//! only judges: nothing is run, and nothing is stored.
//!
//! # Limitations
//! The calls are judged in the current world: links, folders and branches may have been others. A command that would
//! be rehearsed is not rehearsed; [`Fate::Rehearsed`] says so, unless its words alone settle what is asked about.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{backtest, past::Past};
use crate::{
    ActorKind,
    call::gate::{self, rehearsal},
    error::{Error, Result},
    handover::{self, Meant, names},
    judge::{self, Class, Effect, Facts, Finding, Policy, Ruling, TableRow, Verdict},
    op::Op,
    record::Doc,
    redact,
    run::Run,
    text,
    tool::{Forecast, TrustGround},
    tx::Tx,
};

/// See the module.
pub struct PolicyReplay;

/// The maximum number of calls at once.
pub const MAX_CALLS: usize = 500;
/// The maximum number of policies that are tried on them.
pub const MAX_POLICIES: usize = 32;
/// Where the files are that a run keeps to itself.
const SCRATCH: &[&str] = &["/tmp/", "/var/tmp/"];
/// The longest line that tells of a call.
const MAX_SHOWN: usize = 160;

/// Which calls, and what to try on them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The calls, as their agents made them; 500 at most.
    pub calls: Vec<PastCall>,
    /// Policies to try, each as for `policy.backtest`; 32 at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policies: Vec<String>,
}

/// A call that an agent made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PastCall {
    /// The agent, as its hooks name it.
    pub agent: String,
    /// The agent's name for its tool.
    pub tool: String,
    /// What the agent gave it.
    #[serde(default)]
    pub input: Doc,
    /// The agent's working folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

/// What would become of them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The calls, in the same order.
    pub calls: Vec<Replayed>,
}

/// What would become of one call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Replayed {
    /// By the policy in force.
    pub fate: Fate,
    /// Why a person is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The call in one line, redacted.
    pub shown: String,
    /// The narrowest thing in a policy that would let it run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Remedy>,
    /// By each of the policies that were tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Fate>,
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It has no effect outside of its agent.
    Inside,
    /// It runs without asking.
    Runs,
    /// Only a rehearsal can tell: it is asked about if it does more than read.
    Rehearsed,
    /// A person is asked.
    Asks,
    /// It is refused.
    Refused,
    /// It cannot be judged any more: what it names is gone, or its arguments make no sense.
    Unjudged,
}

/// Why a person is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It changes files of the workspace.
    Changes,
    /// It deletes or destroys something.
    Deletes,
    /// It changes files outside of the workspace.
    Outside,
    /// It sends data.
    Sends,
    /// It touches something protected.
    Protected,
    /// It asks for more rights.
    Rights,
    /// What its tool does is not known.
    Tool,
    /// A rule asks.
    Rule,
    /// It does something else, or part of it is not understood.
    Other,
}

/// Something in a policy that would let a call run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Trust in the folder that the agent works in.
    Trust(String),
    /// A rule that lets agents fetch pages of this host.
    Fetch(String),
    /// A rule that lets agents use this tool.
    Tool(String),
    /// A rule for exactly this command.
    Command {
        /// The command line.
        command: String,
        /// Its folder.
        cwd: String,
    },
}

impl Op for PolicyReplay {
    const NAME: &'static str = "policy.replay";
    const DOC: &'static str = "Say what would become of calls that agents made elsewhere; nothing is run";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "POST /v1/policy/replay";
    const CLI: &'static str = "";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        if input.calls.len() > MAX_CALLS {
            return Err(Error::invalid(say!("op-calls-range", n = MAX_CALLS)));
        }
        if input.policies.len() > MAX_POLICIES {
            return Err(Error::invalid(say!("op-policies-most", n = MAX_POLICIES)));
        }
        let policies: Vec<Policy> =
            input.policies.iter().map(|text| backtest::tried(tx, text)).collect::<Result<_>>()?;
        let mut calls = Vec::with_capacity(input.calls.len());
        for call in &input.calls {
            match replay(tx, call, &policies) {
                Ok(replayed) => calls.push(replayed),
                // The others ask, too, so that the world is asked once for all of them.
                Err(_) if tx.is_asking() => {}
                Err(e) => return Err(e),
            }
        }
        Ok(Output { calls })
    }
}

fn replay(tx: &mut Tx<'_>, call: &PastCall, policies: &[Policy]) -> Result<Replayed> {
    let (tool, input) = names::known_as(&call.agent, &call.tool, &call.input);
    let caller = handover::Caller {
        cwd: call.cwd.as_deref(),
        program: "countersign",
        applies_patches: call.agent == "codex",
    };
    let ended = |fate, cause| Replayed {
        fate,
        cause,
        shown: shown(call, &tool, &input),
        remedy: None,
        tried: vec![fate; policies.len()],
    };
    let (name, args) = match handover::meant(&tool, &input, caller) {
        Meant::Nothing => return Ok(ended(Fate::Inside, None)),
        Meant::Command(args) => ("shell.run", args),
        Meant::Handed { tool, args } => (tool, args),
    };
    match found(tx, call, name, args) {
        Ok(found) => {
            let now = tx.now();
            let (fate, verdict) = found.fate(&tx.setup().policy, now);
            let cause = (fate == Fate::Asks).then(|| found.cause(&verdict));
            Ok(Replayed {
                fate,
                cause,
                shown: shown(call, &tool, &input),
                remedy: cause.and_then(|cause| found.remedy(cause)),
                tried: policies.iter().map(|policy| found.fate(policy, now).0).collect(),
            })
        }
        Err(e) if tx.is_asking() => Err(e),
        // What it deleted is gone. Deleting is asked about in any case.
        Err(e) if gate::is_mendable(&e) && name == handover::PATCH && deletes(&input) => {
            Ok(ended(Fate::Asks, Some(Cause::Deletes)))
        }
        Err(e) if gate::is_mendable(&e) => Ok(ended(Fate::Unjudged, None)),
        Err(e) => Err(e),
    }
}

/// A call, and what was found out about it.
struct Found<'a> {
    past: Past<'a>,
    rehearsable: bool,
}

fn found<'a>(tx: &mut Tx<'a>, call: &PastCall, name: &str, args: Doc) -> Result<Found<'a>> {
    let run = Run::imagined(&call.agent, call.cwd.clone(), tx.now());
    let tool = gate::find_tool(tx, name)?;
    let (lasting, lasting_args) = lasting(name, &args);
    let forecast = gate::forecast_again(tx, &run, gate::find_tool(tx, lasting)?, lasting_args)?;
    let class = judge::class_of(tool.class, None, &forecast.facts);
    let grant = gate::find_grant(tx, &run, tool, class, &forecast, &[])?;
    let row = if grant.is_some() { TableRow::Grant } else { TableRow::default() };
    let Forecast { facts, reversal, ground, rehearsable, args: settled, .. } = forecast;
    let args = if lasting == name { settled } else { args };
    Ok(Found { past: Past { tool, run, facts, args, reversal, ground, row }, rehearsable })
}

/// Returns a call that touches the same files and can still be forecast: the text that an edit replaced is no longer
/// there.
fn lasting(name: &str, args: &Doc) -> (&'static str, Doc) {
    let field = |name: &str| args.get(name).cloned().unwrap_or_default();
    let with = |more: Value| {
        let mut made = Doc::from_iter([("tool".to_owned(), field("tool"))]);
        made.extend(args.get("cwd").map(|cwd| ("cwd".to_owned(), cwd.clone())));
        made.extend(more.as_object().cloned().unwrap_or_default());
        made
    };
    match name {
        handover::EDIT => (handover::WRITE, with(json!({"path": field("path"), "content": "\n"}))),
        handover::PATCH => (
            handover::PATCH,
            with(json!({"patch": as_additions(field("patch").as_str().unwrap_or_default())})),
        ),
        handover::READ => (handover::READ, args.clone()),
        handover::WRITE => (handover::WRITE, args.clone()),
        handover::CHANGE => (handover::CHANGE, args.clone()),
        handover::FETCH => (handover::FETCH, args.clone()),
        handover::OTHER => (handover::OTHER, args.clone()),
        _ => ("shell.run", args.clone()),
    }
}

/// Returns a patch that puts one line into each file that the given one adds or updates, and deletes those it deletes.
fn as_additions(patch: &str) -> String {
    let mut out = String::new();
    let mut lines = patch.lines().peekable();
    while let Some(line) = lines.next() {
        let mut moved = || lines.peek().is_some_and(|next| next.starts_with("*** Move to: "));
        match line.split_once("File: ") {
            Some(("*** Add " | "*** Update ", path)) if !moved() => {
                out.push_str(&format!("*** Add File: {path}\n+\n"));
            }
            Some(("*** Update ", _)) => out.push_str(&format!("{line}\n")),
            _ if line.starts_with("*** ") && line != "*** End of File" => out.push_str(&format!("{line}\n")),
            _ => {}
        }
    }
    out
}

fn deletes(input: &Doc) -> bool {
    let is_deleting = |line: &str| line.starts_with("*** Delete File: ") || line.starts_with("*** Move to: ");
    input.values().filter_map(Value::as_str).any(|text| text.lines().any(is_deleting))
}

impl Found<'_> {
    fn fate(&self, policy: &Policy, now_ms: u64) -> (Fate, Verdict) {
        let verdict = self.past.judge(policy, now_ms);
        let fate = match verdict.ruling {
            Ruling::Proceed | Ruling::ProceedAfter => Fate::Runs,
            Ruling::Refuse => Fate::Refused,
            Ruling::Ask => {
                let hits = self.past.hits(policy);
                match self.rehearsable && rehearsal::settles(policy, &verdict, &hits, &self.past.facts, false)
                {
                    true => self.after_rehearsal(policy, now_ms),
                    false => Fate::Asks,
                }
            }
        };
        (fate, verdict)
    }

    /// What a rehearsal shows, as far as the command's words settle it.
    fn after_rehearsal(&self, policy: &Policy, now_ms: u64) -> Fate {
        let Past { facts, run, .. } = &self.past;
        // The folder of the agent may be a link, that of the command is none.
        let folders = || run.cwd.iter().chain(&facts.folder);
        let is_inside = |path: &str| {
            let rest = |folder: &String| path.strip_prefix(folder.as_str());
            folders().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_scratch = |path: &str| SCRATCH.iter().any(|folder| path.starts_with(folder));
        let stays = |path: &String| facts.outside && is_scratch(path) && !is_inside(path);
        let lands = !facts.deletes.is_empty() || !facts.writes.iter().all(stays);
        let names_files = lands || !facts.writes.is_empty();
        let is_known = names_files && !facts.opaque && facts.executes.is_empty();
        let is_certain = |f: &Finding| matches!(f.effect, Effect::Write | Effect::Delete) && f.certain;
        if !lands || !facts.findings.iter().any(is_certain) {
            return if is_known && !lands { Fate::Runs } else { Fate::Rehearsed };
        }
        // A rehearsal finds files, not words for what is done to them.
        let seen = Facts { changes: Vec::new(), executes: Vec::new(), opaque: false, ..facts.clone() };
        let ground = TrustGround::default();
        match policy.trust().iter().any(|t| t.covers(&run.agent, now_ms, &seen, &ground)) {
            true if is_known => Fate::Runs,
            true => Fate::Rehearsed,
            false => Fate::Asks,
        }
    }

    fn cause(&self, verdict: &Verdict) -> Cause {
        let Past { facts, tool, .. } = &self.past;
        let destroys = !facts.deletes.is_empty() || !facts.destroys.is_empty();
        match verdict.row {
            TableRow::AskRule | TableRow::AlwaysRule => Cause::Rule,
            TableRow::UnlistedHost => Cause::Sends,
            _ if destroys => Cause::Deletes,
            _ if facts.privileged => Cause::Rights,
            TableRow::Protected => Cause::Protected,
            TableRow::UnknownTool | TableRow::Definition => Cause::Tool,
            _ if tool.name == handover::OTHER => Cause::Tool,
            _ if facts.outside => Cause::Outside,
            _ if !facts.writes.is_empty() && (self.rehearsable || !facts.opaque) => Cause::Changes,
            _ => Cause::Other,
        }
    }

    fn remedy(&self, cause: Cause) -> Option<Remedy> {
        let Past { facts, args, run, tool, .. } = &self.past;
        let text = |name: &str| args.get(name).and_then(Value::as_str);
        match (cause, tool.name.as_str()) {
            (Cause::Changes, _) if is_plain_change(facts) => run.cwd.clone().map(Remedy::Trust),
            (Cause::Sends, handover::FETCH) => match facts.hosts.as_slice() {
                [host] if !facts.opaque => Some(Remedy::Fetch(host.clone())),
                _ => None,
            },
            (Cause::Tool, handover::OTHER) => text("tool").map(|tool| Remedy::Tool(tool.to_owned())),
            (Cause::Outside | Cause::Other, "shell.run") => {
                let (command, cwd) = (text("command")?, text("cwd")?);
                let can_be_remembered = judge::grantable(Class::Mutable, facts) && !facts.sends_out();
                // A rule is a file that others read.
                let is_public = redact::text(command) == command;
                (can_be_remembered && is_public)
                    .then(|| Remedy::Command { command: command.to_owned(), cwd: cwd.to_owned() })
            }
            _ => None,
        }
    }
}

/// Whether a change is one that trust in a folder could cover.
fn is_plain_change(facts: &Facts) -> bool {
    facts.class() == Class::Mutable && !facts.outside && facts.protected.is_empty() && !facts.sends_out()
}

/// Tells of a call in one line that is safe to print.
fn shown(call: &PastCall, tool: &str, input: &Doc) -> String {
    let text = |name: &str| input.get(name).and_then(Value::as_str);
    let target = ["command", "file_path", "notebook_path", "url", "query", "path"].into_iter().find_map(text);
    let patched = || {
        let patch = text("patch").or(text("input"))?;
        let files: Vec<&str> = patch
            .lines()
            .filter_map(|l| l.strip_prefix("*** ")?.split_once("File: "))
            .map(|(_, path)| path)
            .collect();
        Some(files.join(", "))
    };
    let told = match (tool, target) {
        ("Bash", Some(line)) => line.to_owned(),
        (_, Some(target)) => format!("{} {target}", call.tool),
        _ => match patched() {
            Some(files) => format!("{} {files}", call.tool),
            None => {
                let input = Value::Object(redact::doc(&call.input));
                format!("{} {}", call.tool, text::truncate(&input.to_string(), MAX_SHOWN))
            }
        },
    };
    text::line(&redact::text(&told), MAX_SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_judged_by_the_files_that_it_names() {
        let patch = "*** Begin Patch\n*** Update File: a\n@@ x\n-old\n+new\n*** End of File\n*** Add File: b\n+one\n+two\n\
                     *** Delete File: c\n*** End Patch";
        let made = as_additions(patch);
        assert_eq!(
            made,
            "*** Begin Patch\n*** Add File: a\n+\n*** Add File: b\n+\n*** Delete File: c\n*** End Patch\n"
        );
        let moved = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch";
        assert_eq!(as_additions(moved).trim_end(), moved);
    }

    #[test]
    fn a_call_is_told_in_one_line_without_its_secrets() {
        let call = |tool: &str, input: Value| PastCall {
            agent: "claude-code".to_owned(),
            tool: tool.to_owned(),
            input: input.as_object().cloned().unwrap_or_default(),
            cwd: None,
        };
        let told = |tool: &str, input: Value| {
            let call = call(tool, input);
            shown(&call, &call.tool, &call.input)
        };
        let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let line = told(
            "Bash",
            json!({"command": format!("curl -H 'Authorization: Bearer {secret}' x\u{1b}[2J\ny")}),
        );
        assert!(!line.contains(secret) && !line.contains('\u{1b}') && !line.contains('\n'), "{line}");
        assert_eq!(told("Edit", json!({"file_path": "/w/a"})), "Edit /w/a");
        assert_eq!(
            told("mcp__x__y", json!({"n": 1, "password": "hidden"})),
            r#"mcp__x__y {"n":1,"password":"[redacted]"}"#
        );
        assert!(told("Bash", json!({"command": "x".repeat(10_000)})).chars().count() < 200);
    }
}
