//! Conditions of rules: CEL over `facts`, `args`, `agent` and `run`.
//!
//! A condition that cannot be evaluated counts as met, so a misspelt name would make its rule match everything.
//! Names, fields, functions and constant patterns are therefore checked when the condition is loaded.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use cel::{
    Context, ExecutionError, Program, Value as Cel,
    common::ast::{EntryExpr, Expr, IdedEntryExpr, IdedExpr, LiteralValue},
    extractors::This,
    objects::{Key, Map},
};
use countersign_words::{Message, say};
use regex::{Regex, RegexBuilder};
use serde_json::Value;

use crate::{
    error::{Error, Result},
    judge::{Command, Facts},
    record::Doc,
};

/// The longest condition.
pub const MAX_BYTES: usize = 4096;
/// The maximum depth of an expression: evaluation is recursive, and the threads' stack size is not ours to
/// choose.
const MAX_DEPTH: usize = 100;
/// Parsing recurses much deeper than evaluation. The stack is only reserved; unused pages cost nothing.
const PARSER_STACK_BYTES: usize = 64 << 20;
/// How many compiled patterns are cached, and the maximum size of one.
const MAX_PATTERNS: usize = 256;
const MAX_PATTERN_BYTES: usize = 1 << 20;

const VARIABLES: [&str; 4] = ["facts", "args", "agent", "run"];
const FACTS: [&str; 16] = [
    "reads",
    "writes",
    "deletes",
    "hits",
    "changes",
    "destroys",
    "commands",
    "folder",
    "executes",
    "hosts",
    "sends",
    "foreign",
    "protected",
    "opaque",
    "outside",
    "privileged",
];
const AGENT: [&str; 1] = ["name"];
const TYPES: [&str; 10] =
    ["bool", "bytes", "double", "int", "list", "map", "null_type", "string", "type", "uint"];
const FUNCTIONS: [&str; 13] = [
    "size",
    "contains",
    "startsWith",
    "endsWith",
    "matches",
    "string",
    "int",
    "uint",
    "double",
    "bool",
    "bytes",
    "type",
    "dyn",
];

/// A compiled condition.
pub struct Condition {
    program: Program,
    /// Whether it refers to facts.
    pub uses_facts: bool,
}

/// The result of evaluating a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    /// It is met.
    Met,
    /// It is not.
    NotMet,
    /// It could not be evaluated, for this reason.
    Unclear(Message),
}

impl Condition {
    /// Compiles conditions, each with its own result or error message.
    pub fn compile_all(sources: &[&str]) -> Result<Vec<Result<Self, Message>>> {
        if sources.is_empty() {
            return Ok(Vec::new());
        }
        thread::scope(|scope| {
            thread::Builder::new()
                .stack_size(PARSER_STACK_BYTES)
                .spawn_scoped(scope, || sources.iter().map(|s| Self::compile(s)).collect())
                .map_err(Error::bug)?
                .join()
                .map_err(|_| Error::bug("the parser of conditions panicked"))
        })
    }

    fn compile(source: &str) -> Result<Self, Message> {
        if source.len() > MAX_BYTES {
            return Err(say!("judge-condition-size", n = source.len(), most = MAX_BYTES));
        }
        let program = Program::compile(source).map_err(|e| match e.errors.first() {
            Some(first) => {
                say!(
                    "judge-condition-parse-at",
                    place = format!("{}:{}: {}", first.pos.0, first.pos.1, first.msg)
                )
            }
            None => say!("judge-condition-parse"),
        })?;
        let mut check = Check::default();
        check.expression(program.expression(), 0)?;
        Ok(Self { program, uses_facts: check.uses_facts })
    }

    /// Evaluates it for one call.
    pub fn evaluate(&self, moment: &Moment<'_>) -> Truth {
        match self.program.execute(&moment.scope) {
            Ok(Cel::Bool(true)) => Truth::Met,
            Ok(Cel::Bool(false)) => Truth::NotMet,
            Ok(_) => Truth::Unclear(say!("judge-condition-neither")),
            Err(e) => Truth::Unclear(say!("judge-condition-unclear", said = brief(&e))),
        }
    }
}

/// Describes the error without the values that caused it: they may be secret or long.
fn brief(error: &ExecutionError) -> Message {
    match error {
        ExecutionError::NoSuchKey(key) => say!("judge-condition-no-key", key),
        ExecutionError::NoSuchOverload(e) => e.to_string().into(),
        ExecutionError::UndeclaredReference(name) => say!("judge-condition-not-known", name),
        ExecutionError::FunctionError { function, message } => format!("{function}: {message}").into(),
        _ => say!("judge-condition-type"),
    }
}

/// The functions that conditions can use. Creating it is slow, so all conditions share one.
pub struct Ground {
    root: Context<'static, 'static>,
}

/// One call, as conditions see it.
pub struct Moment<'g> {
    scope: Context<'g, 'static>,
}

impl Ground {
    /// Creates the functions of CEL, with a cached `matches`.
    pub fn new() -> Result<Self> {
        let mut root = Context::default();
        let patterns = Patterns::default();
        let matches = move |This(text): This<Arc<String>>, pattern: Arc<String>| {
            patterns
                .get(&pattern)
                .map(|p| p.is_match(&text))
                .map_err(|e| ExecutionError::function_error("matches", e))
        };
        root.add_function("matches", matches).map_err(Error::bug)?;
        Ok(Self { root })
    }

    /// Creates the context for a call with these facts and arguments, by this agent in this run.
    pub fn moment(&self, facts: &Facts, args: &Doc, agent: &str, run: &Value) -> Moment<'_> {
        let mut scope = self.root.new_inner_scope();
        scope.add_variable_from_value("facts", facts_map(facts));
        scope.add_variable_from_value("args", doc_map(args));
        scope.add_variable_from_value("agent", map([("name", Cel::from(agent))]));
        scope.add_variable_from_value("run", cel(run));
        Moment { scope }
    }
}

fn list<T: AsRef<str>>(list: &[T]) -> Cel {
    Cel::List(Arc::new(list.iter().map(|s| Cel::from(s.as_ref())).collect()))
}

/// Includes every fact, even if empty: a missing one would be an error, and an error counts as met.
fn facts_map(facts: &Facts) -> Cel {
    // A word known only at run time becomes empty, so that a comparison does not match another word.
    let words =
        |c: &Command| list(&c.words.iter().map(|w| w.clone().unwrap_or_default()).collect::<Vec<_>>());
    map([
        ("reads", list(&facts.reads)),
        ("writes", list(&facts.writes)),
        ("deletes", list(&facts.deletes)),
        ("hits", Cel::Int(i64::try_from(facts.hits.max(facts.deletes.len())).unwrap_or(i64::MAX))),
        ("changes", list(&facts.changes)),
        ("destroys", list(&facts.destroys)),
        ("commands", Cel::List(Arc::new(facts.commands.iter().map(words).collect()))),
        ("folder", Cel::from(facts.folder.as_deref().unwrap_or_default())),
        ("executes", list(&facts.executes)),
        ("hosts", list(&facts.hosts)),
        ("sends", Cel::Bool(facts.sends_out())),
        ("foreign", list(&facts.foreign)),
        ("protected", list(&facts.protected)),
        ("opaque", Cel::Bool(facts.opaque)),
        ("outside", Cel::Bool(facts.outside)),
        ("privileged", Cel::Bool(facts.privileged)),
    ])
}

fn map<'a>(entries: impl IntoIterator<Item = (&'a str, Cel)>) -> Cel {
    let entries = entries.into_iter().map(|(k, v)| (Key::from(k), v));
    Cel::Map(Map { map: Arc::new(entries.collect()) })
}

fn doc_map(doc: &Doc) -> Cel {
    map(doc.iter().map(|(k, v)| (k.as_str(), cel(v))))
}

/// Whole numbers become `int` where they fit, since `args.n > 5` compares with an `int`.
fn cel(value: &Value) -> Cel {
    match value {
        Value::Null => Cel::Null,
        Value::Bool(b) => Cel::Bool(*b),
        Value::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(i), _) => Cel::Int(i),
            (None, Some(u)) => Cel::UInt(u),
            (None, None) => Cel::Float(n.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(s) => Cel::from(s.as_str()),
        Value::Array(list) => Cel::List(Arc::new(list.iter().map(cel).collect())),
        Value::Object(doc) => doc_map(doc),
    }
}

/// Compiled regular expressions by their text.
#[derive(Default)]
struct Patterns {
    compiled: Mutex<BTreeMap<String, Regex>>,
}

impl Patterns {
    fn get(&self, pattern: &str) -> Result<Regex, Message> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = compiled.get(pattern) {
            return Ok(found.clone());
        }
        let new = compile_pattern(pattern)?;
        // Patterns from rules are few, but patterns built from arguments must not accumulate.
        if compiled.len() >= MAX_PATTERNS {
            compiled.clear();
        }
        compiled.insert(pattern.to_owned(), new.clone());
        Ok(new)
    }
}

fn compile_pattern(pattern: &str) -> Result<Regex, Message> {
    RegexBuilder::new(pattern)
        .size_limit(MAX_PATTERN_BYTES)
        .dfa_size_limit(MAX_PATTERN_BYTES)
        .build()
        .map_err(|_| say!("judge-condition-regex", pattern = format!("{:?}", pattern)))
}

/// Walks an expression and finds parts that can never be evaluated.
#[derive(Default)]
struct Check {
    /// The names that the enclosing macros introduce.
    bound: Vec<String>,
    uses_facts: bool,
}

impl Check {
    fn expression(&mut self, e: &IdedExpr, depth: usize) -> Result<(), Message> {
        if depth > MAX_DEPTH {
            return Err(say!("judge-condition-deep", most = MAX_DEPTH));
        }
        let below = depth + 1;
        match &e.expr {
            Expr::Unspecified | Expr::Literal(_) => Ok(()),
            Expr::Ident(name) => self.name(name),
            Expr::Select(select) => match &select.operand.expr {
                Expr::Ident(name) if !self.bound.contains(name) => self.field(name, &select.field),
                _ => self.expression(&select.operand, below),
            },
            Expr::Call(call) => {
                check_function(&call.func_name, call.args.last())?;
                let target = call.target.as_deref();
                target.into_iter().chain(&call.args).try_for_each(|e| self.expression(e, below))
            }
            Expr::List(list) => list.elements.iter().try_for_each(|e| self.expression(e, below)),
            Expr::Map(map) => self.entries(&map.entries, below),
            Expr::Struct(_) => Err(say!("judge-condition-message")),
            Expr::Comprehension(c) => {
                self.expression(&c.iter_range, below)?;
                self.expression(&c.accu_init, below)?;
                let before = self.bound.len();
                self.bound.extend([c.iter_var.clone(), c.accu_var.clone()]);
                self.bound.extend(c.iter_var2.clone());
                let body = [&c.loop_cond, &c.loop_step, &c.result];
                let result = body.into_iter().try_for_each(|e| self.expression(e, below));
                self.bound.truncate(before);
                result
            }
        }
    }

    fn entries(&mut self, entries: &[IdedEntryExpr], depth: usize) -> Result<(), Message> {
        entries.iter().try_for_each(|entry| match &entry.expr {
            EntryExpr::StructField(f) => self.expression(&f.value, depth),
            EntryExpr::MapEntry(e) => {
                self.expression(&e.key, depth)?;
                self.expression(&e.value, depth)
            }
        })
    }

    fn name(&mut self, name: &str) -> Result<(), Message> {
        let bound = self.bound.iter().any(|b| b == name) || TYPES.contains(&name);
        match name {
            _ if bound => Ok(()),
            "args" | "run" => Ok(()),
            "facts" => Err(say!("judge-condition-facts", facts = FACTS.join(", "))),
            "agent" => Err(say!("judge-condition-agent")),
            _ => Err(say!(
                "judge-condition-variable",
                name = format!("{:?}", name),
                known = VARIABLES.join(", ")
            )),
        }
    }

    fn field(&mut self, name: &str, field: &str) -> Result<(), Message> {
        let known: &[&str] = match name {
            "facts" => {
                self.uses_facts = true;
                &FACTS
            }
            "agent" => &AGENT,
            _ => return self.name(name),
        };
        if known.contains(&field) {
            return Ok(());
        }
        Err(say!("judge-condition-variable", name = format!("{name}.{field}"), known = known.join(", ")))
    }
}

fn check_function(name: &str, last: Option<&IdedExpr>) -> Result<(), Message> {
    // Operators are functions whose names cannot be written by users.
    let operator = !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') || name.starts_with('_');
    if !operator && !FUNCTIONS.contains(&name) {
        return Err(say!(
            "judge-condition-function",
            name = format!("{:?}", name),
            known = FUNCTIONS.join(", ")
        ));
    }
    match last.map(|e| &e.expr) {
        Some(Expr::Literal(LiteralValue::String(pattern))) if name == "matches" => {
            compile_pattern(pattern.inner()).map(|_| ())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn truth(source: &str, facts: &Facts, args: Value) -> Truth {
        let condition = compile(source).unwrap();
        let ground = Ground::new().unwrap();
        let args = args.as_object().unwrap();
        condition.evaluate(&ground.moment(facts, args, "coder", &json!({"subject": "t1", "n": 3})))
    }

    fn compile(source: &str) -> Result<Condition, Message> {
        Condition::compile_all(&[source]).unwrap().remove(0)
    }

    fn complaint(source: &str) -> Message {
        compile(source).err().unwrap_or_else(|| panic!("{source} should not compile"))
    }

    #[test]
    fn conditions_see_facts_args_agent_and_run() {
        let facts = Facts { hosts: vec!["db.prod.example.com".into()], opaque: true, ..Facts::default() };
        let met = [
            r#"facts.hosts.exists(h, h.endsWith(".prod.example.com"))"#,
            "facts.sends && facts.opaque && !facts.privileged && size(facts.deletes) == 0",
            r#"agent.name == "coder" && run.subject == "t1" && run.n < 4"#,
            r#"args.n > 5 && args.n == 7 && args.x == 0.5 && args.list[1] == "b" && args.none == null"#,
            r#"has(args.n) && !has(args.m) && type(args.n) == int"#,
            r#"args.list.all(s, s.matches("^[ab]$")) && "a" in args.list"#,
            r#"string(args.n).contains("7") && args.list[0].startsWith("a")"#,
        ];
        for source in met {
            let args = json!({"n": 7, "x": 0.5, "list": ["a", "b"], "none": null});
            assert_eq!(truth(source, &facts, args), Truth::Met, "{source}");
        }
        assert_eq!(truth("args.n > 7", &facts, json!({"n": 7})), Truth::NotMet);
    }

    #[test]
    fn every_fact_is_there_even_if_empty() {
        for fact in FACTS {
            let source = format!("facts.{fact} == facts.{fact}");
            assert_eq!(truth(&source, &Facts::default(), json!({})), Truth::Met, "{fact}");
        }
        let known = serde_json::to_value(schemars::schema_for!(Facts)).unwrap();
        let mut fields: Vec<&str> =
            known["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let mut named = FACTS.to_vec();
        fields.sort_unstable();
        named.sort_unstable();
        // Other facts cover the findings, and a hash is not useful to compare with.
        fields.retain(|field| !["findings", "script"].contains(field));
        assert_eq!(fields, named, "a fact that rules cannot see");
    }

    #[test]
    fn a_condition_that_cannot_be_evaluated_is_unclear_and_says_no_values() {
        for source in ["args.missing == 1", "args.secret + 1 == 2", "args.secret", "args.n / 0 == 1"] {
            let Truth::Unclear(why) = truth(source, &Facts::default(), json!({"secret": "hunter2", "n": 1}))
            else {
                panic!("{source} should be unclear");
            };
            assert!(!why.contains("hunter2"), "{why}");
        }
    }

    #[test]
    fn what_can_never_be_evaluated_is_found_at_load() {
        assert!(complaint("arg.path == 'x'").contains("\"arg\""));
        assert!(complaint("facts.host == 'x'").contains("facts.host; known: reads"));
        assert!(complaint("agent == 'coder'").contains("agent.name"));
        assert!(complaint("agent.id == 'coder'").contains("agent.id"));
        assert!(complaint("args.x.lower() == 'x'").contains("\"lower\""));
        assert!(complaint("args.x.matches('(')").contains("not a regular expression"));
        assert!(complaint("args.list.exists(h, k == 1)").contains("\"k\""));
        assert!(complaint("1 +").contains("does not parse at 1:"));
        assert!(complaint("").contains("does not parse"));
    }

    #[test]
    fn names_that_a_macro_introduces_end_with_it() {
        assert!(compile("args.a.exists(facts, facts == 1)").is_ok());
        assert!(complaint("args.a.exists(x, x == 1) && x == 2").contains("\"x\""));
    }

    #[test]
    fn long_and_deep_conditions_are_refused_and_the_rest_can_be_evaluated() {
        assert!(complaint(&format!("args.x == '{}'", "y".repeat(MAX_BYTES))).contains("4096"));
        for deep in ["(", "[", "-", "!", "a(", "[0].map(x,", "{1:", "x?"] {
            assert!(compile(&deep.repeat(MAX_BYTES / deep.len())).is_err());
        }
        let chains = [
            "args.x".to_owned() + &".x".repeat(1500),
            "args.n + 1".to_owned() + &" + 1".repeat(900),
            "args.n == 1".to_owned() + &" || args.n == 1".repeat(250),
            "args.l.exists(x, ".repeat(40) + "true" + &")".repeat(40),
        ];
        for chain in chains {
            if let Ok(condition) = compile(&chain) {
                let ground = Ground::new().unwrap();
                condition.evaluate(&ground.moment(&Facts::default(), &Doc::new(), "a", &Value::Null));
            }
        }
    }

    #[test]
    fn compiled_patterns_do_not_pile_up() {
        let patterns = Patterns::default();
        for i in 0..1000 {
            patterns.get(&format!("a{i}")).unwrap();
        }
        assert!(patterns.compiled.lock().unwrap().len() <= MAX_PATTERNS);
        assert!(patterns.get("(").is_err());
    }
}
