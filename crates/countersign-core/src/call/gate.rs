//! The gate: every call goes through [`examine`], whoever makes it and however it arrives: a single call, an
//! element of a batch, an edit, a refresh, a rerun, an agent's undo.

mod again;
mod check;
pub mod rehearsal;
mod shown;
mod typing;

use countersign_words::{Message, say};
use serde_json::{Value, json};

use crate::{
    authority::{Control, Grant},
    call::{
        placeholder::{Bound, is_placeholder},
        twin,
    },
    canonical,
    error::{Error, ErrorCode, Result},
    function,
    item::{Item, ItemStatus, Reason, Reliance},
    judge::{self, Case, Class, Facts, Policy, RuleHit, RuleHits, Ruling, TableRow, Trust, Verdict},
    plan,
    receipt::PlanRef,
    record::{Doc, Key, Record, text},
    run::{Run, RunStatus},
    server::{Pin, pins},
    stage, step,
    store::Scan,
    taint::{self, Mark},
    tool::{Catalog, Effect, Forecast, Hold, Reversal, Tool, TrustGround},
    trust,
    tx::Tx,
    world::{Ask, ChosenPart, PendingWrite, Precondition},
};

pub use self::{
    again::{forecast_again, forecast_whole},
    check::examine_check,
    rehearsal::comes_first,
    typing::typed,
};

/// The maximum size of one call's arguments.
pub const MAX_ARGS_BYTES: usize = 1 << 20;

/// The assessment of a call: what it would do, and the verdict. Nothing has happened yet.
pub struct Assessment<'a> {
    /// The tool, after resolving its name.
    pub tool: &'a Tool,
    /// The digest of its definition.
    pub definition: &'a str,
    /// Whether nobody has accepted that definition.
    pub unaccepted: bool,
    /// The given arguments, with placeholders bound.
    pub given: Doc,
    /// What it would do: the exact arguments, facts, preview, preconditions; also its answer, if a rehearsal
    /// proved it harmless.
    pub forecast: Forecast,
    /// The items whose results are missing.
    pub waits_for: Vec<String>,
    /// Whether the arguments have placeholders: they are judged again when the results are available.
    pub unbound: bool,
    /// What the preview depends on in the store.
    pub relies_on: Vec<Reliance>,
    /// What the call is.
    pub class: Class,
    /// The verdict.
    pub verdict: Verdict,
    /// The grant that covers it.
    pub grant: Option<Grant>,
    /// The step of an approved plan that lists it.
    pub plan_step: Option<PlanRef>,
    /// The digest of the text that secrets were redacted from, if any were.
    pub hidden: Option<String>,
    /// See [`Assessment::twins`].
    pub twins: std::cell::OnceCell<Vec<String>>,
    /// The matching rules.
    hits: RuleHits,
}

/// Finds a tool, or suggests a similar name.
pub fn find_tool<'a>(tx: &Tx<'a>, name: &str) -> Result<&'a Tool> {
    let catalog = &tx.setup().catalog;
    catalog.find(name).ok_or_else(|| {
        let error = Error::not_found(say!("judge-no-tool", tool = format!("{:?}", name)));
        match catalog.nearest(name) {
            Some(near) => error.hint(say!("judge-did-you-mean", near)),
            None => error.hint(say!("judge-tools-list")),
        }
    })
}

/// Returns the tool of an item from the current catalogue. Its server may have dropped it since.
pub fn tool_of<'a>(tx: &Tx<'a>, item: &Item) -> Result<&'a Tool> {
    tx.setup().catalog.get(&item.tool).ok_or_else(|| {
        Error::conflict(say!("judge-tool-gone", tool = item.tool, item = item.id))
            .hint(say!("judge-tool-gone-hint"))
    })
}

/// Whether a tool has an argument of its own with the name of the human summary; then the tool keeps it.
pub fn has_own_summary(tool: &Tool) -> bool {
    tool.upstream.is_some() && tool.schema.pointer("/properties/human_summary").is_some()
}

/// Removes the human summary, which is not for the tool, from the arguments.
pub fn take_summary(args: &mut Doc) -> Option<String> {
    let said = args.remove("human_summary")?;
    said.as_str().map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned)
}

/// How a call is examined.
pub struct Options<'o> {
    /// It depends on the items of its run with a lower ordinal.
    ordinal: u32,
    /// It is examined as if these steps of its plan were done.
    planned: &'o [PendingWrite],
    /// Whether it is a check that the policy lists.
    is_check: bool,
    /// Whether it may be rehearsed.
    rehearse: bool,
    /// The part of an earlier rehearsal that a person chose.
    chosen: Option<ChosenPart>,
}

impl Default for Options<'_> {
    /// A new call: it depends on everything before it, and is rehearsed where that may help.
    fn default() -> Self {
        Self { ordinal: u32::MAX, planned: &[], is_check: false, rehearse: true, chosen: None }
    }
}

impl<'o> Options<'o> {
    /// A call that is judged and not made by us, or not yet: it is not rehearsed.
    pub fn unrehearsed() -> Self {
        Self { rehearse: false, ..Self::default() }
    }

    /// A call at position `ordinal` of its run that is only judged again.
    pub fn after(ordinal: u32) -> Self {
        Self { ordinal, ..Self::unrehearsed() }
    }

    /// An item that is examined again, for a person or when its agent's turn comes; `chosen` is the part of
    /// an earlier rehearsal that a person chose.
    pub fn afresh(ordinal: u32, chosen: Option<ChosenPart>) -> Self {
        Self { ordinal, chosen, ..Self::default() }
    }

    /// A step of a plan that is only proposed, after `planned`; placeholders for their results stay.
    pub fn planned(planned: &'o [PendingWrite]) -> Self {
        Self { planned, ..Self::unrehearsed() }
    }

    /// A check of a step; one that the policy lists is allowed by it, as far as an `allow` rule could.
    fn check(by_policy: bool) -> Self {
        Self { is_check: by_policy, ..Self::default() }
    }
}

/// Determines what a call would do, and judges it. `Invalid` and `NotFound` are for the agent to fix: the
/// arguments break the schema, or name something that does not exist.
pub fn examine<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    tool: &'a Tool,
    args: impl Into<Bound>,
    options: Options<'_>,
) -> Result<Assessment<'a>> {
    let Bound { args, open, mut waits_for } = args.into();
    check_size(&args)?;
    check_schema(&tx.setup().catalog, tool, &args, open)?;
    crate::watch::operations::check_room(tx, run, tool)?;
    let (forecast, stage) = match tool.effect {
        Effect::Store(code) => (code.forecast(tx, &args)?, None),
        Effect::World => {
            let mut ask = ask(tx, run, tool, args.clone(), options.ordinal)?;
            ask.pending.extend(options.planned.iter().filter(|p| of_server(&p.tool, tool)).cloned());
            let stage = ask.stage.clone();
            (tx.forecast(ask).map(capitalised)?, stage)
        }
    };
    waits_for.extend(forecast.built_on.iter().cloned());
    // An effect that stays in a stage needs no rehearsal, and one that leaves it cannot be rehearsed outside
    // of it.
    let rehearse = options.rehearse && forecast.rehearsable && stage.is_none();
    let in_stage = stage.as_ref().map(|stage| &*stage.id);
    let mut first = assess(tx, run, tool, args, forecast, (options.is_check, in_stage))?;
    if let Some(stage) = stage.as_ref().filter(|stage| rehearsal::stays_in(stage, &first)) {
        first = rehearsal::kept_in(tx, run, first, stage)?;
    }
    (first.waits_for, first.unbound) = (waits_for, open);
    let examined = if rehearse { rehearsal::rehearsed(tx, run, first, options.chosen)? } else { first };
    if options.rehearse { rehearsal::as_approved(tx, run, examined) } else { Ok(examined) }
}

fn check_size(args: &Doc) -> Result<()> {
    let size = serde_json::to_string(args).map_or(usize::MAX, |s| s.len());
    if size > MAX_ARGS_BYTES {
        return Err(Error::invalid(say!("judge-args-weigh", size, limit = MAX_ARGS_BYTES)));
    }
    Ok(())
}

/// Judges a call by its forecast.
fn assess<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    tool: &'a Tool,
    given: Doc,
    mut forecast: Forecast,
    (is_check, stage): (bool, Option<&str>),
) -> Result<Assessment<'a>> {
    let hidden = shown::hide_secrets(&mut forecast, &given);
    let definition = tx.setup().catalog.definition(tool)?;
    let unaccepted = pins::unaccepted(tx, tool, definition)?;
    let is_unaccepted = unaccepted.is_some();
    if let Some(found) = unaccepted {
        forecast.preview.warnings.insert(0, found.warning);
        forecast.preview.definition = found.changes;
        // Once the definition is accepted, a rejection of the same call may no longer apply.
        forecast.relies_on.push((Key::of::<Pin>(&tool.name), "digest".to_owned()));
    }
    let relies_on = twin::snapshot(tx, &forecast.relies_on)?;
    let class = class_of(tx, tool, &forecast);
    let marks = taint::of_sending(tx, run, tool, class, &forecast.facts)?;
    let grant = find_grant(tx, run, tool, class, &forecast, &marks)?;
    let ground = Ground { definition, relies_on: &relies_on, preconditions: &forecast.preconditions };
    let plan_step = plan::covering(tx, run, tool, class, &forecast, &ground)?;
    let evidence = step::evidence(tx, run, tool, class, &forecast)?;
    let covers = Covers {
        grant: grant.as_ref(),
        plan_step: plan_step.as_ref(),
        evidence,
        is_check: is_check && check::is_in_named_folder(tx, run, &forecast),
        stage,
        marks: &marks,
        ..Covers::default()
    };
    let (verdict, hits) = verdict(tx, run, tool, class, &forecast, &covers, is_unaccepted)?;
    Ok(Assessment {
        tool,
        definition,
        unaccepted: is_unaccepted,
        given,
        forecast,
        waits_for: Vec::new(),
        unbound: false,
        relies_on,
        class,
        verdict,
        grant,
        plan_step,
        hidden,
        twins: Default::default(),
        hits,
    })
}

/// Returns the class of a call, from its tool, the person's entry for it and what it would touch.
fn class_of(tx: &Tx<'_>, tool: &Tool, forecast: &Forecast) -> Class {
    let name = function::policy_name(tool, &forecast.args);
    let entry = tx.setup().policy.tool(&tool.server, &name);
    judge::class_of(tool.class, entry.and_then(|e| e.class), &forecast.facts)
}

/// What a forecast depends on.
pub struct Ground<'g> {
    /// The digest of the tool's definition.
    pub definition: &'g str,
    /// In the store.
    pub relies_on: &'g [Reliance],
    /// In the world.
    pub preconditions: &'g [Precondition],
}

fn of_server(name: &str, tool: &Tool) -> bool {
    name.split('.').next() == Some(&tool.server)
}

/// Capitalises the first letter of the summary.
fn capitalised(mut forecast: Forecast) -> Forecast {
    forecast.summary = forecast.summary.capitalised();
    forecast
}

/// Checks arguments against the tool's schema. If they are `open`, a placeholder may stand in for any type.
pub fn check_schema(catalog: &Catalog, tool: &Tool, args: &Doc, open: bool) -> Result<()> {
    let validator = catalog.validator(tool)?;
    let instance = Value::Object(args.clone());
    let mut faults = Vec::new();
    for fault in validator.iter_errors(&instance) {
        let path = fault.instance_path().to_string();
        let stands_for_more =
            open && instance.pointer(&path).and_then(Value::as_str).is_some_and(is_placeholder);
        if !stands_for_more {
            let place =
                if path.is_empty() { String::new() } else { format!("{}: ", path.trim_start_matches('/')) };
            faults.push(format!("{place}{}", crate::text::truncate(&fault.to_string(), 300)));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    faults.truncate(5);
    Err(Error::invalid(say!("judge-args-unfit", tool = tool.name, faults = faults.join("; ")))
        .hint(say!("judge-args-unfit-hint", tool = tool.name)))
}

/// Returns the live grant that covers a call.
pub fn find_grant(
    tx: &mut Tx<'_>,
    run: &Run,
    tool: &Tool,
    class: Class,
    forecast: &Forecast,
    marks: &[Mark],
) -> Result<Option<Grant>> {
    let quiet_read =
        class == Class::Read && !forecast.facts.sends_out() && forecast.facts.commands.is_empty();
    if quiet_read || !judge::can_remember(class, &forecast.facts) {
        return Ok(None);
    }
    if tx.is_empty(Grant::KIND.name, "grant.live")? {
        return Ok(None);
    }
    let sort = format!("{}/{}", run.agent, tool.name);
    let scan = Scan::exactly(Grant::KIND.name, "grant.live", &sort);
    let now = tx.now();
    let grants = tx.list::<Grant>(&scan)?;
    // One that was given for a rehearsal waits for that of this call.
    let covers = |g: &Grant| !g.rehearsed && g.is_live(now, &run.id) && g.pattern.covers(&forecast.facts);
    Ok(grants.into_iter().find(|g| covers(g) && taint::is_since(g, marks)))
}

/// What may let a call proceed that would otherwise be asked about.
#[derive(Default)]
struct Covers<'a> {
    grant: Option<&'a Grant>,
    plan_step: Option<&'a PlanRef>,
    evidence: Option<judge::Evidence>,
    /// Whether it is a check that the policy lists, in a folder that a person named.
    is_check: bool,
    /// Whether a rehearsal proved it harmless.
    rehearsed: bool,
    /// The rules that matched before the rehearsal.
    before: Option<&'a RuleHits>,
    /// The stage that its effect stays in.
    stage: Option<&'a str>,
    /// What its run has read, if it sends.
    marks: &'a [Mark],
}

fn verdict(
    tx: &mut Tx<'_>,
    run: &Run,
    tool: &Tool,
    class: Class,
    forecast: &Forecast,
    covers: &Covers<'_>,
    unaccepted: bool,
) -> Result<(Verdict, RuleHits)> {
    let policy = &tx.setup().policy;
    let about_run = match policy.rules() {
        [] => Value::Null,
        _ => json!({"id": run.id, "subject": run.subject(), "cwd": run.cwd, "owner": run.owner}),
    };
    let (name, args) = function::for_policy(tool, &forecast.args);
    let mut hits = policy.hits(&name, class, &forecast.facts, args, &run.agent, &about_run);
    if let Some(before) = covers.before {
        hits.stay_strict(before);
    }
    if covers.is_check && class != Class::Destructive && !forecast.facts.outside {
        hits.allow.get_or_insert_with(|| RuleHit { name: "checks".to_owned(), note: None });
    }
    let frozen = tx.get::<Control>(Control::FREEZE)?.is_some();
    let exact = matches!(forecast.reversal, Reversal::Exact | Reversal::None)
        && matches!(tool.effect, Effect::Store(_));
    let Forecast { facts, reversal, ground, .. } = forecast;
    let folders = if ground.is_some() { trust::in_force(tx, run)? } else { Vec::new() };
    let trusting = |ground| trusted(policy, &folders, (&run.agent, tx.now()), tool, facts, reversal, ground);
    let trust = ground.as_ref().and_then(trusting);
    let tainted = taint::reason(covers.marks);
    let verdict = judge::judge(&Case {
        class,
        facts: &forecast.facts,
        known_tool: true,
        unaccepted,
        frozen,
        stopped: run.status == RunStatus::Aborted,
        paused: run.status == RunStatus::Paused,
        hits: &hits,
        plan_step: covers.plan_step.map(|p| p.step),
        grant: covers.grant.map(|g| g.id.as_str()),
        listed_hosts: policy.hosts(),
        rehearsed: covers.rehearsed,
        evidence: covers.evidence,
        stage: covers.stage,
        trust,
        tainted: tainted.as_ref(),
        by_policy: exact && hold(tx, tool, None) == Hold::None,
    });
    Ok((verdict, hits))
}

/// Returns the trusted folder that a call's changes lie within. A tool says where they lie only if undo restores them
/// exactly.
pub fn trusted<'p>(
    policy: &Policy,
    folders: &'p [Trust],
    (agent, now_ms): (&str, u64),
    tool: &Tool,
    facts: &Facts,
    reversal: &Reversal,
    ground: &TrustGround,
) -> Option<&'p str> {
    let can_undo = matches!(reversal, Reversal::Exact | Reversal::BestEffort { .. });
    // What a person calls destructive is not only so because of what it deletes.
    let is_destructive =
        policy.tool(&tool.server, &tool.name).and_then(|entry| entry.class) == Some(Class::Destructive);
    let in_world = matches!(tool.effect, Effect::World) && !is_destructive;
    let covers = |trust: &&Trust| trust.covers(agent, now_ms, facts, ground);
    let found = folders.iter().find(covers).filter(|_| in_world && can_undo)?;
    Some(&found.folder)
}

/// Returns how long a held call waits: as the call says, else the person's `[[tool]]` entry, else the tool,
/// else the agent's setting, else the surface. Only an entry, which was checked when loaded, and the tool may
/// say "not at all".
pub fn hold(tx: &Tx<'_>, tool: &Tool, asked: Option<Hold>) -> Hold {
    if let Some(asked @ (Hold::Wait | Hold::Queue)) = asked {
        return asked;
    }
    let entry = tx.setup().policy.tool(&tool.server, &tool.name).and_then(|e| e.hold);
    let by_agent =
        tx.setup().agents.get(tx.actor().agent_name()).and_then(|a| a.hold).filter(|h| *h != Hold::None);
    let by_surface = if tx.call().origin.surface == "mcp" { Hold::Wait } else { Hold::Queue };
    entry.or(tool.hold).or(by_agent).unwrap_or(by_surface)
}

impl Assessment<'_> {
    /// Returns the digest that an approval binds to: the tool and its definition, the exact arguments, the
    /// resolved targets, what the preview depends on, and the items it waits for.
    pub fn digest(&self) -> String {
        self.digest_over(&self.forecast.preconditions)
    }

    /// Returns the digest that it would have if the world stood as in these preconditions.
    pub fn digest_over(&self, preconditions: &[Precondition]) -> String {
        let facts = serde_json::to_value(&self.forecast.facts).unwrap_or_default();
        let relies_on = serde_json::to_value(&self.relies_on).unwrap_or_default();
        let bound = json!({
            "tool": self.tool.name,
            "definition": self.definition,
            "args": self.forecast.args,
            "facts": facts,
            "relies_on": relies_on,
            "preconditions": preconditions,
            "waits_for": self.waits_for,
        });
        canonical::digest("item", &bound)
    }

    /// What must be typed to confirm it.
    pub fn typed(&self) -> Option<String> {
        typed(self.class, &self.forecast.facts, &self.forecast.reversal, &self.forecast.typed)
    }

    /// Why it was judged so.
    pub fn why(&self) -> Reason {
        Reason {
            row: self.verdict.row,
            rule: self.verdict.rule.clone(),
            reasons: self.verdict.reasons.clone(),
        }
    }

    /// Returns warnings about the call's own text.
    pub fn flags(&self, claim: Option<&str>) -> Vec<Message> {
        let mut flags: Vec<Message> = Vec::new();
        flags.extend(claim.and_then(|c| judge::mismatch(c, self.class, &self.forecast.facts)));
        let mut odd = std::collections::BTreeSet::new();
        claim.into_iter().for_each(|c| odd.extend(crate::text::visible_multiline(c).flags));
        self.forecast.args.values().for_each(|v| odd_text(v, &mut odd));
        flags.extend(odd.into_iter().map(|flag| say!("judge-contains", said = flag)));
        flags
    }

    /// Writes everything that depends on the arguments into an item.
    pub fn describe(&self, item: &mut Item) {
        item.class = self.class;
        item.summary.clone_from(&self.forecast.summary);
        item.flags = self.flags(item.human_summary.as_deref());
        item.preview = self.forecast.preview.clone();
        item.facts = self.forecast.facts.clone();
        item.why = self.why();
        item.digest = self.digest();
        item.definition = self.definition.to_owned();
        item.asks_definition = self.unaccepted;
        item.relies_on.clone_from(&self.relies_on);
        item.preconditions.clone_from(&self.forecast.preconditions);
        item.reversal = self.forecast.reversal.clone();
        item.typed = self.typed();
        item.depends_on.clone_from(&self.waits_for);
        item.unbound = self.unbound;
        item.approvers = self.verdict.approvers.max(1);
        item.owner_excluded = self.verdict.owner_excluded;
        item.deciders.clone_from(&self.verdict.deciders);
        item.twins = self.twins().to_vec();
    }

    /// Returns why it was refused, and a hint if a person paused its run.
    pub fn refusal(&self, run: &Run) -> (Message, Option<Message>) {
        let by_person = matches!(self.verdict.row, TableRow::Stopped | TableRow::Paused);
        match crate::run::held_up(run).filter(|_| by_person) {
            Some((why, hint)) => (why, Some(hint)),
            None => (Message::joined("; ", &self.verdict.reasons), None),
        }
    }

    /// Whether it may proceed without a person.
    pub fn proceeds(&self) -> bool {
        self.verdict.ruling == Ruling::Proceed
    }
}

fn odd_text(value: &Value, odd: &mut std::collections::BTreeSet<Message>) {
    match value {
        Value::String(text) => odd.extend(crate::text::visible_multiline(text).flags),
        Value::Array(list) => list.iter().for_each(|v| odd_text(v, odd)),
        Value::Object(map) => map.values().for_each(|v| odd_text(v, odd)),
        _ => {}
    }
}

/// Creates the question for a call's forecast. Reads of a run see its own undecided writes.
pub fn ask(tx: &mut Tx<'_>, run: &Run, tool: &Tool, args: Doc, ordinal: u32) -> Result<Ask> {
    let pending = if run.proposed == 0 { Vec::new() } else { pending_writes(tx, run, tool, ordinal)? };
    let imagined = run.id == IMAGINED;
    let stage = stage::of_call(tx, run, tool, ordinal)?;
    let trusted = trust::in_force(tx, run)?;
    let (tool, agent, cwd, run) = (tool.name.clone(), run.agent.clone(), run.cwd.clone(), run.scratch());
    Ok(Ask { tool, args, agent, run, cwd, pending, imagined, stage, trusted, ..Ask::default() })
}

fn pending_writes(tx: &mut Tx<'_>, run: &Run, tool: &Tool, ordinal: u32) -> Result<Vec<PendingWrite>> {
    let mut pending = Vec::new();
    let scan =
        Scan::prefix(Item::KIND.name, "item.run", &format!("{}/", run.id)).reversed().limit(MAX_PENDING);
    for hit in tx.scan(&scan)?.into_iter().rev() {
        // Most items are closed: skip those without parsing them.
        let doc = &hit.stored.row.doc;
        let is_open = ItemStatus::parse(text(doc, "status")).is_some_and(ItemStatus::is_open);
        if !is_open || !of_server(text(doc, "tool"), tool) {
            continue;
        }
        let item: Item = hit.stored.row.read()?;
        if item.ordinal < ordinal && item.class != Class::Read && !item.unbound {
            let args = crate::effect::landing::exact_args(tx, &item)?;
            pending.push(PendingWrite { item: item.id, tool: item.tool, args });
        }
    }
    Ok(pending)
}

/// The id of a run that is never stored: its calls are judged but not made.
pub const IMAGINED: &str = "run0";

/// How many of a run's latest items a read searches for pending writes.
const MAX_PENDING: usize = 500;

/// Whether the agent can fix an error by changing its arguments.
pub fn is_mendable(error: &Error) -> bool {
    matches!(error.code, ErrorCode::Invalid | ErrorCode::NotFound)
}
