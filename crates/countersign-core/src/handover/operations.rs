//! Agents' own tools: `handover.ask` judges a call before the agent makes it, `handover.approve` does the
//! same for Claude Code's permission prompt, `handover.exec` begins what the policy allows, `handover.finish`
//! records the state after the agent did it.
//!
//! Nothing waits here. The same question with the same tool-use id is answered by the current state of its
//! item, so a waiting caller asks again.

mod late;

use std::collections::BTreeMap;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::late::LateYes;
pub use crate::handover::exec::HandoverExec;
use crate::{
    ActorKind, Outcome,
    call::{
        gate::{self, Assessment},
        propose::{self, CallStatus},
        queue,
    },
    canonical,
    effect::{
        landing::{self, CallOutcome},
        operations::Reported,
    },
    error::{Error, Result},
    handover::{self, Caller, Carried, Handover, Meant, again},
    item::Item,
    judge::{Class, Ruling},
    op::{Answer, Op, Undo, read_output},
    record::{Doc, Record},
    run::{self, Run},
    store::Scan,
    taint,
    tool::{Hold, Tool},
    tx::Tx,
};

/// Judges a call of an agent's own tool.
pub struct HandoverAsk;

/// A call that an agent is about to make itself.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskInput {
    /// The agent's name for the tool (`Bash`).
    pub tool_name: String,
    /// Its input from the agent.
    #[serde(default)]
    pub input: Doc,
    /// The agent's id for this call.
    #[schemars(length(min = 1, max = ID_MOST))]
    pub tool_use_id: String,
    /// The agent's working folder, if it is not the caller's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// How the agent's shell starts this program; `countersign` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Whether the agent's shell keeps the folder that a command ended in for the next one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keeps_folder: bool,
    /// Whether the agent itself applies a patch that is given to `apply_patch` in a command line, as Codex does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub applies_patches: bool,
    /// Whether the agent is in a mode in which it only reads, as Claude Code's plan mode: all else is denied.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_reads: bool,
    /// Whether the agent runs commands itself once it may: it cannot be told to run another command instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub runs_itself: bool,
    /// Whether this is the agent's own permission request, and its hook may have asked about the same call before: what
    /// the hook was told then holds, once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_hook: bool,
    /// Environment variables of the agent that a command needs; they are part of what is approved.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
}

const ID_MOST: usize = 200;
/// If a command has more programs than this, they are not reported.
const PROGRAMS_MOST: usize = 100;
const ONLY_READS: &str = "The agent is in a mode in which it only reads, such as plan mode, and this is not proved to only \
                          read. Finish the plan; once it is accepted, make the call again.";
pub(super) const QUEUED: &str = "Proposal queued for user review.";

/// The answer to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// It may, with `updated_input` if given.
    Allow,
    /// It may not.
    Deny,
    /// Nobody has decided yet.
    Held,
}

/// Whether an agent may.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AskOutput {
    /// The answer.
    pub decision: Word,
    /// Why, for the agent.
    pub message: Message,
    /// The item that a person decides or has decided.
    pub item: Option<String>,
    /// What the agent gives its tool instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_input: Option<Doc>,
}

impl AskOutput {
    pub(super) fn new(decision: Word, message: impl Into<Message>) -> Self {
        Self { decision, message: message.into(), item: None, updated_input: None }
    }

    pub(super) fn about(self, item: &str) -> Self {
        Self { item: Some(item.to_owned()), ..self }
    }

    fn outcome(&self) -> Outcome {
        match self.decision {
            Word::Allow => Outcome::Done,
            Word::Deny => Outcome::Refused,
            Word::Held => Outcome::Held,
        }
    }
}

impl Op for HandoverAsk {
    const NAME: &'static str = "handover.ask";
    const DOC: &'static str = "Ask whether an agent may call one of its own tools";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    // A call that a grant allows is begun at once, without a timeout.
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/handovers/ask";
    const CLI: &'static str = "";
    type Input = AskInput;
    type Output = AskOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &AskInput) -> Result<AskOutput> {
        answer(tx, input)
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        // The caller asks again, and is then told once that it may proceed.
        let message = match Reported::read(&finished)? {
            Reported::Finished(ended) => ended.message,
            Reported::Reverted(undo) => undo.message,
        };
        let output = AskOutput { message, ..read_output::<Self>(output)? };
        let value = serde_json::to_value(output).map_err(Error::bug)?;
        Ok(Answer { value, outcome: Outcome::Held, ..finished })
    }

    fn outcome(output: &AskOutput) -> Outcome {
        output.outcome()
    }
}

/// Like [`HandoverAsk`], for the permission prompt of Claude Code.
pub struct HandoverApprove;

/// What the permission prompt asks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ApproveInput {
    /// The tool that the agent wants to use.
    pub tool_name: String,
    /// Its input.
    #[serde(default)]
    pub input: Doc,
    /// The agent's id for this call.
    #[schemars(length(min = 1, max = ID_MOST))]
    pub tool_use_id: String,
}

/// What the permission prompt answers.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ApproveOutput {
    /// `allow` or `deny`.
    pub behavior: Word,
    /// What the agent gives its tool, when it may.
    #[serde(rename = "updatedInput", default, skip_serializing_if = "Option::is_none")]
    pub updated_input: Option<Doc>,
    /// Why not, when it may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
    /// Whether a person may still approve: a waiting caller asks again.
    #[serde(skip)]
    held: bool,
}

impl Op for HandoverApprove {
    const NAME: &'static str = "handover.approve";
    const DOC: &'static str =
        "Answer the permission prompt of an agent (--permission-prompt-tool): a person decides";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/handovers/approve";
    const CLI: &'static str = "";
    const MCP: Option<&'static str> = Some("approve");
    type Input = ApproveInput;
    type Output = ApproveOutput;

    fn run(&self, tx: &mut Tx<'_>, asked: &ApproveInput) -> Result<ApproveOutput> {
        let ApproveInput { tool_name, input, tool_use_id } = asked.clone();
        let (cwd, program, env) = Default::default();
        // This is Claude Code.
        let (keeps_folder, applies_patches, only_reads) = (true, false, false);
        let (runs_itself, after_hook) = (false, false);
        let ask = AskInput {
            tool_name,
            input,
            tool_use_id,
            cwd,
            program,
            keeps_folder,
            applies_patches,
            only_reads,
            runs_itself,
            after_hook,
            env,
        };
        let told = answer(tx, &ask)?;
        Ok(match told.decision {
            Word::Allow => ApproveOutput {
                behavior: Word::Allow,
                updated_input: Some(told.updated_input.unwrap_or_else(|| asked.input.clone())),
                message: None,
                held: false,
            },
            other => ApproveOutput {
                behavior: Word::Deny,
                updated_input: None,
                message: Some(told.message),
                held: other == Word::Held,
            },
        })
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        Ok(Answer { value: output, outcome: Outcome::Held, ..finished })
    }

    fn outcome(output: &ApproveOutput) -> Outcome {
        match (output.behavior, output.held) {
            (_, true) => Outcome::Held,
            (Word::Allow, _) => Outcome::Done,
            _ => Outcome::Refused,
        }
    }
}

/// Answers a question, the first time or again.
fn answer(tx: &mut Tx<'_>, asked: &AskInput) -> Result<AskOutput> {
    let program = asked.program.as_deref().unwrap_or("countersign");
    let applies_patches = asked.applies_patches;
    let caller = Caller { cwd: asked.cwd.as_deref(), program, applies_patches };
    let meant = match handover::meant(&asked.tool_name, &asked.input, caller) {
        Meant::Command(args) if asked.runs_itself => handover::run_by_agent(&asked.tool_name, args),
        other => other,
    };
    if meant == Meant::Nothing {
        return Ok(AskOutput::new(Word::Allow, "it is judged elsewhere, or there is nothing to judge"));
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    if asked.tool_use_id.is_empty()
        || asked.tool_use_id.len() > ID_MOST
        || !asked.tool_use_id.chars().all(plain)
    {
        return Err(
            Error::invalid("that is not the id of a call").hint("hand on the tool_use_id of the agent")
        );
    }
    let same = match asked.runs_itself {
        true => json!([asked.tool_name, asked.input, asked.cwd, applies_patches, "runs itself"]),
        false => json!([asked.tool_name, asked.input, asked.cwd, applies_patches]),
    };
    let call = canonical::digest("handover", &same);
    let id = Handover::key(&tx.actor().name, &asked.tool_use_id);
    if let Some(mut known) = tx.get::<Handover>(&id)? {
        if asked.after_hook && !known.prompted && again::is_as_hook_asked(tx, &known, &meant, &call)? {
            known.prompted = true;
            tx.put(&known)?;
            return Ok(AskOutput::new(Word::Allow, "its hook was told so").about(&known.item));
        }
        if known.call != call {
            return Err(Error::conflict(format!("{} was the id of another call", asked.tool_use_id))
                .hint("each call has an id of its own"));
        }
        return again::again(tx, known, asked, program, meant);
    }
    let mut asking = Asking { asked, program, id, call, run: run::for_call(tx, None)? };
    if let Meant::Command(args) = &meant
        && let Some(told) = asking.carried(tx, args)?
    {
        return Ok(told);
    }
    asking.run.last_at = tx.now();
    let told = match meant {
        Meant::Nothing => return Err(Error::bug("nothing was judged")),
        Meant::Command(args) => asking.command(tx, args)?,
        Meant::Handed { tool, args } => asking.handed(tx, tool, args)?,
    };
    tx.put(&asking.run)?;
    Ok(told)
}

/// A call that is asked about for the first time.
struct Asking<'a> {
    asked: &'a AskInput,
    program: &'a str,
    id: String,
    call: String,
    run: Run,
}

impl Asking<'_> {
    /// Handles a command that, without running it, looks like a read: nobody is asked until `exec` makes the
    /// call, which is then judged as usual. The question is neither stored nor logged.
    fn carried(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Option<AskOutput>> {
        let tool = usable(tx, "shell.run")?;
        let plain = match gate::examine(tx, &self.run, tool, args.clone(), gate::Options::unrehearsed()) {
            Ok(plain) => plain,
            Err(e) if gate::is_mendable(&e) => return Ok(None),
            Err(e) => return Err(e),
        };
        if !plain.proceeds() || !plain.waits_for.is_empty() || plain.class != Class::Read {
            return Ok(None);
        }
        let commands = plain.forecast.facts.commands.iter().filter(|c| !c.words.is_empty());
        let programs: Option<Vec<String>> = commands.map(|c| c.words.first().cloned().flatten()).collect();
        // A list of that length may be truncated.
        let programs =
            programs.filter(|all| all.len() < PROGRAMS_MOST && self.asked.env.contains_key("PATH"));
        let mut args = handover::with_env(args.clone(), &self.asked.env);
        args.remove("cwd");
        let folder = tx.call().origin.cwd.clone();
        let word = Carried { args, folder, programs, claim: self.claim() }.word();
        let told = word.map(|word| rewritten(tx, self.asked, self.program, &word));
        Ok(told.map(|input| AskOutput {
            updated_input: Some(input),
            ..AskOutput::new(Word::Allow, "Countersign runs it: it only reads")
        }))
    }

    /// Handles a command that is more than a read: the gate runs it when `exec` asks for it.
    fn command(&mut self, tx: &mut Tx<'_>, args: Doc) -> Result<AskOutput> {
        if self.asked.only_reads {
            return Ok(AskOutput::new(Word::Deny, ONLY_READS));
        }
        let tool = usable(tx, "shell.run")?;
        let examined = match self.examine(tx, tool, handover::with_env(args, &self.asked.env))? {
            Ok(examined) => examined,
            Err(told) => return Ok(told),
        };
        if let Some(told) = self.refused(tx, &examined) {
            return Ok(told);
        }
        // A read that is too long for a command line is rehearsed when `exec` comes: it is never begun as if
        // allowed.
        let reads = examined.class == Class::Read;
        let proceeds = examined.proceeds() && examined.waits_for.is_empty() && !reads;
        let item = match proceeds {
            true => {
                landing::note(tx, &self.run.id, tool, &examined.forecast.args, CallOutcome::Held);
                let claim = self.claim();
                queue::queue(tx, &mut self.run, &examined, claim, Hold::Wait)?.id
            }
            false => match self.hold(tx, &examined)? {
                Ok(item) => item,
                Err(told) => return Ok(told),
            },
        };
        self.keep(tx, Handover { exec: true, proceeds, ..self.kept(tx, &item) })?;
        Ok(self.exec(tx, &item))
    }

    /// Handles something that the agent does itself: the previous state is captured after a person approved,
    /// and then it is handed over.
    fn handed(&mut self, tx: &mut Tx<'_>, name: &str, args: Doc) -> Result<AskOutput> {
        let tool = usable(tx, name)?;
        let mut examined = match self.examine(tx, tool, args)? {
            Ok(examined) => examined,
            Err(told) => return Ok(told),
        };
        if let Some(told) = self.at_once(tx, &examined)? {
            return Ok(told);
        }
        if let Some(told) = self.refused(tx, &examined) {
            return Ok(told);
        }
        if self.asked.only_reads {
            return Ok(AskOutput::new(Word::Deny, ONLY_READS));
        }
        // A command line that is a patch goes to the agent's shell unchanged: what else it changes is not
        // known here, so it is asked about even if the patched files stay the same.
        if let Some(why) = examined.forecast.noop.as_ref().filter(|_| self.asked.tool_name != "Bash") {
            landing::note(tx, &self.run.id, tool, &examined.forecast.args, CallOutcome::Held);
            return Ok(AskOutput::new(Word::Allow, format!("nothing changes: {why}")));
        }
        let moved = match self.late_yes(tx, &examined)? {
            LateYes::Counts(told) => return Ok(told),
            LateYes::Moved(why) => Some(why),
            LateYes::None => None,
        };
        if let Some(why) = &moved {
            let warning = say!("judge-examined-again", said = why.clone());
            examined.forecast.preview.warnings.insert(0, warning);
        }
        let item = match examined.proceeds() {
            true => {
                let begun = propose::proceed(tx, &mut self.run, &examined)?;
                begun.item.map(|i| i.id).ok_or_else(|| Error::bug("what is handed over is an item"))?
            }
            false => match self.hold(tx, &examined)? {
                Ok(item) => item,
                Err(told) => return Ok(told),
            },
        };
        let again = match moved {
            Some(why) => Some(why),
            None => self.refreshed(tx, &item)?,
        };
        let told = AskOutput::new(Word::Held, again::queued(again.as_ref())).about(&item);
        self.keep(tx, Handover { again, ..self.kept(tx, &item) })?;
        Ok(told)
    }

    fn claim(&self) -> Option<String> {
        handover::claim(&self.asked.input)
    }

    fn examine<'t>(
        &self,
        tx: &mut Tx<'t>,
        tool: &'t Tool,
        args: Doc,
    ) -> Result<std::result::Result<Assessment<'t>, AskOutput>> {
        // An agent's own actions are not rehearsed, and a command is rehearsed when `exec` comes for it: a
        // hook cannot wait that long.
        match gate::examine(tx, &self.run, tool, args.clone(), gate::Options::unrehearsed()) {
            Ok(examined) if !examined.waits_for.is_empty() => {
                Ok(Err(AskOutput::new(Word::Deny, "it cannot wait for another proposal")))
            }
            Ok(examined) => Ok(Ok(examined)),
            Err(e) if gate::is_mendable(&e) => {
                landing::note(
                    tx,
                    &self.run.id,
                    tool,
                    &args,
                    CallOutcome::Error { message: &e.message, by_person: false },
                );
                Ok(Err(AskOutput::new(Word::Deny, e.message)))
            }
            Err(e) => Err(e),
        }
    }

    /// Lets a read that need not be asked about proceed, and logs it.
    fn at_once(&self, tx: &mut Tx<'_>, examined: &Assessment<'_>) -> Result<Option<AskOutput>> {
        if !(examined.proceeds() && examined.class == Class::Read) {
            return Ok(None);
        }
        tell(tx, examined);
        taint::mark(tx, &self.run, examined.tool, &examined.forecast.facts, None)?;
        let result = json!({"handed_over": true});
        let told = CallOutcome::Success { result: &result, by_person: false };
        landing::note(tx, &self.run.id, examined.tool, &examined.forecast.args, told);
        Ok(Some(AskOutput::new(Word::Allow, examined.forecast.summary.clone())))
    }

    fn refused(&self, tx: &mut Tx<'_>, examined: &Assessment<'_>) -> Option<AskOutput> {
        tell(tx, examined);
        if examined.verdict.ruling != Ruling::Refuse {
            return None;
        }
        landing::note(tx, &self.run.id, examined.tool, &examined.forecast.args, CallOutcome::Held);
        let (why, hint) = examined.refusal(&self.run);
        let why = Message::joined("; ", [Some(why), hint].into_iter().flatten());
        Some(AskOutput::new(Word::Deny, say!("op-refused", saids = why)))
    }

    /// Asks a person. The gate carries out an item as it is, so a command may share an identical one; an
    /// agent's own action only shares one that was asked for exactly the same call. Neither shares another
    /// agent's.
    fn hold(
        &mut self,
        tx: &mut Tx<'_>,
        examined: &Assessment<'_>,
    ) -> Result<std::result::Result<String, AskOutput>> {
        let is_command = examined.tool.name == "shell.run";
        let open = if is_command { Vec::new() } else { self.open_items(tx)? };
        let agent = self.run.agent.clone();
        let counts = |twin: &Item| twin.agent == agent && (is_command || open.contains(&twin.id));
        let claim = self.claim();
        let held = propose::hold_beside(tx, &mut self.run, examined, claim, Some(Hold::Wait), counts)?;
        let item = held.item.map(|i| i.id).ok_or_else(|| Error::bug("what is held is an item"))?;
        Ok(match held.status {
            CallStatus::Rejected => Err(AskOutput::new(Word::Deny, held.message).about(&item)),
            _ => Ok(item),
        })
    }

    fn keep(&self, tx: &mut Tx<'_>, handover: Handover) -> Result<()> {
        tx.create(&handover)
    }

    /// This call as the agent's that has become that item.
    fn kept(&self, tx: &Tx<'_>, item: &str) -> Handover {
        Handover {
            id: self.id.clone(),
            agent: self.run.agent.clone(),
            call: self.call.clone(),
            item: item.to_owned(),
            exec: false,
            proceeds: false,
            rehearsed: false,
            taken: false,
            taken_at: None,
            again: None,
            // What the permission request itself began is allowed once, and not once more for a hook.
            prompted: self.asked.after_hook,
            finished: false,
            untold: None,
            at: tx.now(),
        }
    }

    fn open_items(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        Ok(self.asked_before(tx)?.into_iter().map(|h| h.item).collect())
    }

    fn exec(&self, tx: &Tx<'_>, item: &str) -> AskOutput {
        exec(tx, self.asked, self.program, item)
    }
}

pub(crate) fn tell(tx: &mut Tx<'_>, examined: &Assessment<'_>) {
    propose::note_verdict(tx, examined);
}

fn usable<'t>(tx: &Tx<'t>, name: &str) -> Result<&'t Tool> {
    let tool = gate::find_tool(tx, name)?;
    match tx.actor().may_use(name) {
        true => Ok(tool),
        false => Err(Error::refused(say!("judge-token-not-for", who = tx.actor(), op = name))
            .hint(say!("op-attempt-logged"))),
    }
}

pub(super) fn exec(tx: &Tx<'_>, asked: &AskInput, program: &str, item: &str) -> AskOutput {
    AskOutput {
        updated_input: Some(rewritten(tx, asked, program, item)),
        ..AskOutput::new(Word::Allow, "Countersign runs it once a person has said yes").about(item)
    }
}

fn rewritten(tx: &Tx<'_>, asked: &AskInput, program: &str, what: &str) -> Doc {
    handover::rewritten(&asked.input, program, &tx.actor().name, what, asked.keeps_folder)
}

/// Whether the approval of an item was given out to any of the calls that asked for it: it is valid once.
pub(super) fn is_taken(tx: &mut Tx<'_>, item: &Item) -> Result<bool> {
    let scan = Scan::exactly(Handover::KIND.name, "handover.item", &format!("{}/", item.id));
    Ok(tx.list::<Handover>(&scan)?.iter().any(|h| h.taken))
}
