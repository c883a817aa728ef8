//! Reading the policy and the tools: `policy.check`, `policy.show`, `tool.list`.

use std::collections::BTreeMap;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    call::{explode, gate, placeholder},
    error::{Error, Result},
    function,
    judge::{
        self, Case, Class, Facts, Millionths, Mode, Rehearsal, Rule, RuleHits, Ruling, TableRow, Then, Trust,
        Verdict, confidence::THRESHOLD,
    },
    op::Op,
    record::Doc,
    run::Run,
    tool::{Hold, Preview, Reversal},
    tx::Tx,
};

/// Judges a call and does nothing.
pub struct PolicyCheck;

/// A call that is not made.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckInput {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Doc,
    /// The agent that would call; `local` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The folder it would call from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

/// What would happen.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CheckOutput {
    /// What the call is.
    pub class: Class,
    /// What would become of it.
    pub verdict: Ruling,
    /// Why.
    pub reasons: Vec<Message>,
    /// What it would touch.
    pub facts: Facts,
    /// The rule that decided, if one did.
    pub rule: Option<String>,
    /// The row of the verdict table.
    pub row: TableRow,
    /// What it does, in words.
    pub summary: Option<Message>,
    /// Before and after.
    pub preview: Option<Preview>,
    /// Whether it could be undone.
    pub reversal: Option<Reversal>,
    /// Why the arguments cannot run, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invalid: Option<Message>,
    /// What comes before anybody is asked, if something does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Message>,
}

impl Op for PolicyCheck {
    const NAME: &'static str = "policy.check";
    const DOC: &'static str = "Say how a call would be judged; nothing is run";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person, ActorKind::Verifier];
    const WRITE: bool = false;
    const HTTP: &'static str = "POST /v1/policy/check";
    const CLI: &'static str = "check --tool {tool} --args {args} --agent {agent} --cwd {cwd}";
    type Input = CheckInput;
    type Output = CheckOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &CheckInput) -> Result<CheckOutput> {
        let function = function::wrapped(&input.tool, &input.args)?;
        let (name, mut args) = function.unwrap_or_else(|| (input.tool.as_str(), input.args.clone()));
        let Some(tool) = tx.setup().catalog.find(name) else { return Ok(unknown(tx, input)) };
        let run = imagined(tx, input);
        gate::take_summary(&mut args);
        match placeholder::bind(tx, &run, args)
            .and_then(|args| gate::examine(tx, &run, tool, args, gate::Options::default()))
        {
            Ok(examined) => Ok(CheckOutput {
                summary: Some(examined.forecast.summary.clone()),
                preview: Some(match tx.actor().kind {
                    ActorKind::Person => examined.forecast.preview.clone(),
                    _ => examined.forecast.preview.clone().for_agents(&examined.forecast.facts),
                }),
                reversal: Some(examined.forecast.reversal.clone()),
                first: gate::comes_first(tx, &examined).then(|| say!("op-rehearsed-first")),
                ..CheckOutput::of(examined.class, &examined.verdict, examined.forecast.facts.clone())
            }),
            Err(e) if gate::is_mendable(&e) => {
                // Its effects are unknown, so it does not count as harmless.
                let class = tool.class.max(Class::Mutable);
                let verdict = verdict_of(tx, class, &Facts::default(), true);
                let invalid = Some(e.message);
                Ok(CheckOutput { invalid, ..CheckOutput::of(class, &verdict, Facts::default()) })
            }
            Err(e) => Err(e),
        }
    }
}

impl CheckOutput {
    fn of(class: Class, verdict: &Verdict, facts: Facts) -> Self {
        Self {
            class,
            verdict: verdict.ruling,
            reasons: verdict.reasons.clone(),
            facts,
            rule: verdict.rule.clone(),
            row: verdict.row,
            summary: None,
            preview: None,
            reversal: None,
            invalid: None,
            first: None,
        }
    }
}

/// Judges a tool that is not built in: known if a person bound its server, else never considered harmless,
/// since a name alone says nothing.
fn unknown(tx: &Tx<'_>, input: &CheckInput) -> CheckOutput {
    let (server, name) = input.tool.split_once('.').unwrap_or(("", &input.tool));
    let bound = tx.setup().servers.get(server).map(|s| s.known(name, &input.args));
    let known = bound.is_some();
    let (class, facts) = bound.unwrap_or((Class::Mutable, Facts::default()));
    let policy = &tx.setup().policy;
    let class = judge::class_of(class, policy.tool(server, name).and_then(|e| e.class), &facts);
    let agent = input.agent.as_deref().unwrap_or("local");
    let hits = policy.hits(&input.tool, class, &facts, &input.args, agent, &json!({}));
    let verdict = case(tx, class, &facts, known, &hits);
    CheckOutput::of(class, &verdict, facts)
}

fn verdict_of(tx: &Tx<'_>, class: Class, facts: &Facts, known_tool: bool) -> Verdict {
    case(tx, class, facts, known_tool, &RuleHits::default())
}

fn case(tx: &Tx<'_>, class: Class, facts: &Facts, known_tool: bool, hits: &RuleHits) -> Verdict {
    judge::judge(&Case {
        class,
        facts,
        known_tool,
        unaccepted: false,
        frozen: false,
        stopped: false,
        paused: false,
        hits,
        plan_step: None,
        grant: None,
        listed_hosts: tx.setup().policy.hosts(),
        rehearsed: false,
        evidence: None,
        by_policy: false,
        stage: None,
        trust: None,
        tainted: None,
    })
}

/// Returns the run for such a call; it is never stored.
fn imagined(tx: &Tx<'_>, input: &CheckInput) -> Run {
    let agent = input.agent.as_deref().unwrap_or_else(|| tx.actor().agent_name());
    Run::imagined(agent, input.cwd.clone().or_else(|| tx.call().origin.cwd.clone()), tx.now())
}

/// Shows the policy in force.
pub struct PolicyShow;

/// The policy in force.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PolicyOutput {
    /// Its digest; empty for the built-in policy.
    pub digest: String,
    /// What governs mutable calls and finished steps, where a run says nothing else.
    pub mode: Mode,
    /// The number for `confidence_threshold`.
    pub confidence_threshold: Millionths,
    /// The commands that check every step.
    pub checks: Vec<String>,
    /// Hosts that data may be sent to without asking.
    pub hosts: Vec<String>,
    /// Paths whose content can be made again.
    pub scratch: Vec<String>,
    /// How many items a set holds.
    pub set_size: u32,
    /// After how long a proposal expires, in milliseconds.
    pub expire_ms: Option<u64>,
    /// How commands are rehearsed before a person is asked.
    pub rehearsal: Rehearsal,
    /// The trusted folders: changes there that can be undone exactly land without asking.
    #[serde(default)]
    pub trust: Vec<Trust>,
    /// What the person said of tools.
    pub tools: Value,
    /// The groups of persons that rules name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, Vec<String>>,
    /// The rules, in order.
    pub rules: Vec<RuleView>,
}

/// A rule as it is shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RuleView {
    /// Its name.
    pub name: String,
    /// The tools it is about.
    pub tools: Vec<String>,
    /// The classes of calls it is about.
    pub classes: Vec<Class>,
    /// Its condition, as written.
    pub when: Option<String>,
    /// What it does.
    pub then: Then,
    /// Whether nothing can waive its asking.
    pub always: bool,
    /// How many persons must say yes.
    pub approvers: u32,
    /// Whether the person on whose behalf the agent runs does not count.
    pub not_owner: bool,
    /// Who may say yes: persons, and groups as `@name`. Empty: every approver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided_by: Vec<String>,
}

impl From<&Rule> for RuleView {
    fn from(rule: &Rule) -> Self {
        Self {
            name: rule.name.clone(),
            tools: rule.tools.clone(),
            classes: rule.classes.clone(),
            when: rule.when.clone(),
            then: rule.then,
            always: rule.always,
            approvers: rule.approvers,
            not_owner: rule.not_owner,
            decided_by: rule.decided_by.clone(),
        }
    }
}

impl Op for PolicyShow {
    const NAME: &'static str = "policy.show";
    const DOC: &'static str = "Show the policy in force";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/policy";
    const CLI: &'static str = "policy show";
    type Input = crate::authority::operations::Nothing;
    type Output = PolicyOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Self::Input) -> Result<PolicyOutput> {
        let policy = &tx.setup().policy;
        Ok(PolicyOutput {
            digest: policy.digest().to_owned(),
            mode: policy.mode(),
            confidence_threshold: policy.confidence_threshold().unwrap_or(THRESHOLD),
            checks: policy.checks().to_vec(),
            hosts: policy.hosts().to_vec(),
            scratch: policy.scratch().to_vec(),
            set_size: policy.set_size(),
            expire_ms: policy.expire_ms(),
            rehearsal: policy.rehearsal().clone(),
            trust: policy.trust().to_vec(),
            tools: json!(policy.tools()),
            groups: policy.groups().clone(),
            rules: policy.rules().iter().map(RuleView::from).collect(),
        })
    }
}

/// Lists tools.
pub struct ToolList;

/// Which tools.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolInput {
    /// Only this one, or those of this server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// One tool.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ToolView {
    /// Its name.
    pub name: String,
    /// What it does.
    pub doc: String,
    /// What it is.
    pub class: Class,
    /// How a held call waits, if it has a word in that.
    pub hold: Option<Hold>,
    /// The tool that each element of its list becomes.
    pub explodes_into: Option<String>,
    /// What it takes.
    pub schema: Value,
}

/// The tools.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ToolOutput {
    /// By name.
    pub tools: Vec<ToolView>,
}

impl Op for ToolList {
    const NAME: &'static str = "tool.list";
    const DOC: &'static str = "List the tools that agents can call";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person, ActorKind::Verifier];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/tools";
    const CLI: &'static str = "tools {name}";
    type Input = ToolInput;
    type Output = ToolOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ToolInput) -> Result<ToolOutput> {
        let policy = &tx.setup().policy;
        let wanted = |t: &&crate::tool::Tool| match &input.name {
            Some(name) => *name == t.name || *name == t.server || *name == t.flat_name(),
            None => true,
        };
        let tools: Vec<ToolView> = tx
            .setup()
            .catalog
            .iter()
            .filter(|t| input.name.is_some() || t.is_offered())
            .filter(wanted)
            .map(|t| {
                let entry = policy.tool(&t.server, &t.name);
                ToolView {
                    name: t.name.clone(),
                    doc: t.doc.clone(),
                    class: entry.and_then(|e| e.class).unwrap_or(t.class),
                    hold: entry.and_then(|e| e.hold).or(t.hold),
                    explodes_into: explode::rule(tx.setup(), t).map(|e| e.into.clone()),
                    schema: t.schema.clone(),
                }
            })
            .collect();
        match (&input.name, tools.is_empty()) {
            (Some(name), true) => {
                Err(gate::find_tool(tx, name).err().unwrap_or_else(|| Error::bug("a tool hides")))
            }
            _ => Ok(ToolOutput { tools }),
        }
    }
}
