//! Functions of a caller's own process: judged, asked about and logged like any call, and carried out by the
//! process that asked, once, with the approved arguments.
//!
//! What such a process reports is its word and nothing more: receipts say so. It can take a function back, or
//! say whether it ran, only with a worker that registered how.

pub mod ask;
pub mod begin;
pub mod cancel;
mod record;
pub mod report;
pub mod work;

use std::borrow::Cow;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::record::{FunctionCall, FunctionJob, JobKind};
use crate::{
    canonical,
    error::{Error, Result},
    hub,
    item::Item,
    judge::{Class, Facts},
    record::Doc,
    text::{visible, visible_multiline},
    tool::{Effect, FUNCTION_SERVER, FieldChange, Forecast, Preview, Reversal, StoreTool, Tool},
    tx::Tx,
};

/// The tool that stands for every function. Rules and `[[tool]]` entries name `function.NAME`.
pub const CALL: &str = "function.call";
/// The maximum length of a function's name, and of a version.
const NAME_MOST: usize = 128;
/// How long a process may be silent while it carries something out.
const LEASE_MS: u64 = 60_000;
/// The longest time that it may ask for.
const LEASE_MOST_MS: u64 = 3_600_000;
/// The length of the word by which a process claims a call or a job.
const CLAIM_CHARS: std::ops::RangeInclusive<usize> = 16..=200;

/// The arguments of [`CALL`]: a function and what it is given.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wrapped {
    /// The function's name.
    pub function: String,
    /// Its arguments, by name.
    #[serde(default)]
    pub args: Doc,
    /// Which version of it was asked about: another one is not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether its process registered how to take it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
    /// Whether its process says that it destroys something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub destructive: bool,
}

impl Wrapped {
    /// Reads the arguments of an item.
    pub fn of(args: &Doc) -> Result<Self> {
        Self::deserialize(args)
            .map_err(|e| Error::invalid(say!("effect-cannot-take", tool = CALL, said = e.to_string())))
    }

    /// Returns them as arguments.
    pub fn doc(&self) -> Result<Doc> {
        match serde_json::to_value(self).map_err(Error::bug)? {
            Value::Object(doc) => Ok(doc),
            other => Err(Error::bug(format!("{other} is not an object"))),
        }
    }
}

/// Returns the name by which the policy knows a call: of a function, its own.
pub fn policy_name<'t>(tool: &'t Tool, args: &Doc) -> Cow<'t, str> {
    if let Some((name, _)) = hub::for_policy(&tool.name, args) {
        return name;
    }
    let own = args.get("function").and_then(Value::as_str).filter(|_| tool.name == CALL);
    own.map_or(Cow::Borrowed(&tool.name), |own| Cow::Owned(format!("{FUNCTION_SERVER}.{own}")))
}

/// Returns a call as rules see it: of a function, its own name and arguments, and not how its call is wrapped.
pub fn for_policy<'a>(tool: &'a Tool, args: &'a Doc) -> (Cow<'a, str>, &'a Doc) {
    if let Some(call) = hub::for_policy(&tool.name, args) {
        return call;
    }
    let own = args.get("args").and_then(Value::as_object).filter(|_| tool.name == CALL);
    (policy_name(tool, args), own.unwrap_or(args))
}

/// The same of an item, whose tool may be gone. An item of a function is known by that, as it always was.
pub fn named_for_policy<'a>(tool: &'a str, args: &'a Doc) -> (Cow<'a, str>, &'a Doc) {
    hub::for_policy(tool, args).unwrap_or((Cow::Borrowed(tool), args))
}

/// Returns the tool and the arguments by which a call is judged that is named as in the policy: `function.NAME`.
pub fn wrapped(named: &str, args: &Doc) -> Result<Option<(&'static str, Doc)>> {
    let own = named.strip_prefix(FUNCTION_SERVER).and_then(|rest| rest.strip_prefix('.'));
    let Some(own) = own.filter(|_| named != CALL) else { return Ok(None) };
    let (version, undo, destructive) = Default::default();
    let whole = Wrapped { function: own.to_owned(), args: args.clone(), version, undo, destructive };
    Ok(Some((CALL, whole.doc()?)))
}

/// Checks that a text can be a function's name or version.
pub fn check_name(name: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    if name.is_empty() || name.len() > NAME_MOST || !name.chars().all(plain) {
        let shown = crate::text::truncate(&visible(name).text, 80);
        return Err(Error::invalid(say!("op-function-name", name = shown)));
    }
    Ok(())
}

/// Returns what is stored of the word by which a process claims something.
fn claimed(claim: &str) -> Result<String> {
    if !CLAIM_CHARS.contains(&claim.len()) {
        return Err(Error::invalid(say!("op-function-claim")));
    }
    Ok(canonical::digest("function claim", &claim.into()))
}

/// Returns until when a claim holds if nothing more is heard.
fn lease_ms(asked_s: Option<u64>) -> u64 {
    asked_s.map_or(LEASE_MS, |s| s.saturating_mul(1000)).clamp(1000, LEASE_MOST_MS)
}

/// Returns the arguments of an item after a person's edit, which changes what the function is given and nothing
/// else.
pub fn edited(item: &Item, given: &Doc) -> Result<Doc> {
    let was = Wrapped::of(&item.args)?;
    let args = match Wrapped::of(given) {
        Ok(now) if now.function == was.function => now.args,
        Ok(_) => return Err(Error::invalid(say!("op-function-same", name = was.function))),
        Err(_) => given.clone(),
    };
    Wrapped { args, ..was }.doc()
}

/// The tool itself: it only looks at the call, since the caller carries it out.
struct CallTool;

impl StoreTool for CallTool {
    fn forecast(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Forecast> {
        let call = Wrapped::of(args)?;
        check_name(&call.function)?;
        call.version.as_deref().map(check_name).transpose()?;
        let entry = tx.setup().policy.tool(FUNCTION_SERVER, &call.function).and_then(|e| e.class);
        let name = &call.function;
        let reads = entry == Some(Class::Read) && !call.destructive;
        let exact = json!([name, call.args, call.version]);
        // Nobody here knows what it does. A grant covers exactly this call; a person who knows more writes an entry.
        let mut facts = Facts { foreign: vec![FUNCTION_SERVER.to_owned()], ..Facts::default() };
        if !reads {
            facts.opaque = true;
            facts.script = Some(canonical::digest("function", &exact));
            facts.writes = vec![format!("{FUNCTION_SERVER}:{name}")];
        }
        if call.destructive {
            facts.destroys = vec![say!("effect-function-destroys", name)];
        }
        let reversal = match (reads, call.undo) {
            (true, _) => Reversal::None,
            (false, true) => Reversal::BestEffort { caveats: vec![caveat()] },
            (false, false) => Reversal::Irreversible { reason: say!("effect-function-no-undo", name) },
        };
        let changes = call.args.iter().map(|(name, value)| given(name, value)).collect();
        Ok(Forecast {
            args: call.doc()?,
            facts,
            summary: say!("sum-function", name),
            preview: Preview {
                target: say!("effect-function-target", name),
                changes,
                warnings: vec![say!("effect-function-own", agent = tx.actor().agent_name())],
                ..Preview::default()
            },
            reversal,
            typed: name.clone(),
            ..Forecast::default()
        })
    }

    fn apply(&self, _tx: &mut Tx<'_>, _args: &Doc) -> Result<Value> {
        Err(Error::bug("a function is carried out by its own process"))
    }
}

/// What everybody must know of an undo that a worker carries out.
fn caveat() -> Message {
    say!("effect-function-undo-by-worker")
}

fn given(name: &str, value: &Value) -> FieldChange {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    FieldChange::new(visible(name).text, Value::Null, json!(visible_multiline(&text).text))
}

/// Returns the tool of functions, for the catalogue.
pub fn tools() -> Vec<Tool> {
    let mut schema = schemars::schema_for!(Wrapped);
    schema.remove("$schema");
    schema.remove("title");
    let example = json!({"function": "send_mail", "args": {"to": "ana@example.com"}, "version": "1"});
    schema.insert("examples".to_owned(), json!([example]));
    vec![Tool {
        server: FUNCTION_SERVER.to_owned(),
        name: CALL.to_owned(),
        doc: "A process runs a function of its own after asking.".to_owned(),
        schema: schema.to_value(),
        class: Class::Mutable,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::Store(&CallTool),
        upstream: None,
    }]
}
