//! Parses and checks the policy file. An error says where it is, what is wrong, and what to do.

mod deciders;
mod raw;
mod trust;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use countersign_words::{Message, say};
use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use self::raw::{RawFile, RawRehearsal, RawRule, RawTool, RawTrust};
use super::{
    Inner, Rehearsal, Rule, Then, ToolEntry,
    condition::{Condition, Ground, Truth},
    glob::Glob,
    without_server,
};
use crate::{
    error::{Error, ErrorCode, Result},
    judge::{Class, Facts, Millionths, verdict::normal_host},
    record::Doc,
    tool::{Catalog, Effect, FUNCTION_SERVER, Hold, Tool},
};

/// The version of the format that this program reads.
const VERSION: i64 = 1;
const MAX_EXPIRE_DAYS: i64 = 36_500;
const MAX_SET_SIZE: i64 = 1_000;
const MAX_APPROVERS: i64 = 100;
/// The upper bound of the size limits of a rehearsal, in megabytes.
const MAX_MB: i64 = 1 << 20;

#[derive(Deserialize)]
struct Versioned {
    version: Option<Spanned<toml::Value>>,
}

/// Parses `text`.
pub fn parse(text: &str, catalog: &Catalog) -> Result<Inner> {
    let source = Source { text, catalog };
    source.check_version()?;
    let raw: RawFile = toml::from_str(text).map_err(|e| source.toml_error(&e))?;
    let mut policy = Inner::empty(text);
    policy.mode = raw.mode;
    policy.confidence_threshold = source.threshold(raw.confidence_threshold)?;
    policy.checks = source.checks(raw.checks)?;
    policy.scratch = source.scratch(raw.scratch)?;
    policy.hosts = source.hosts(raw.hosts)?;
    policy.expire_days = source.number(raw.expire_days, "expire_days", 0..=MAX_EXPIRE_DAYS)?.unwrap_or(7);
    policy.set_size = source.number(raw.set_size, "set_size", 1..=MAX_SET_SIZE)?.unwrap_or(10);
    policy.rehearsal = source.rehearsal(raw.rehearsal)?;
    policy.trust = raw.trust.into_iter().map(|entry| source.trust(entry)).collect::<Result<_>>()?;
    policy.tools = source.tools(raw.tool)?;
    policy.groups = source.groups(raw.groups)?;
    policy.hub = raw.hub.decides;
    (policy.rules, policy.ground) = source.rules(raw.rule, &policy.groups)?;
    Ok(policy)
}

struct Source<'a> {
    text: &'a str,
    catalog: &'a Catalog,
}

impl Source<'_> {
    /// Creates an error at a position in the file.
    fn error(&self, at: Range<usize>, message: impl Into<Message>) -> Error {
        let start = (0..=at.start.min(self.text.len())).rev().find(|i| self.text.is_char_boundary(*i));
        let before = &self.text[..start.unwrap_or_default()];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let place = Message::from(format!("policy.toml:{line}:{column}"));
        Error::new(ErrorCode::Settings, Message::joined(": ", [place, message.into()]))
    }

    fn toml_error(&self, e: &toml::de::Error) -> Error {
        let message = e.message().trim().replace('\n', ", ");
        let hint = if message.starts_with("unknown") {
            say!("judge-policy-spelling")
        } else {
            say!("judge-policy-line")
        };
        let message = message
            .replace("unknown field", "unknown key")
            .replace("missing field", "missing key")
            .replace("unknown variant", "unknown word");
        self.error(e.span().unwrap_or_default(), &message).hint(hint)
    }

    /// Checked first: the rest of a newer file cannot be understood.
    fn check_version(&self) -> Result<()> {
        let found: Versioned = toml::from_str(self.text).map_err(|e| self.toml_error(&e))?;
        let Some(version) = found.version else {
            let empty = toml::from_str::<toml::Table>(self.text).is_ok_and(|t| t.is_empty());
            return if empty {
                Ok(())
            } else {
                Err(self
                    .error(0..0, say!("judge-policy-no-version"))
                    .hint(say!("judge-policy-no-version-hint")))
            };
        };
        match version.get_ref().as_integer() {
            Some(VERSION) => Ok(()),
            Some(newer) if newer > VERSION => Err(self
                .error(version.span(), &say!("judge-policy-newer", newer, version = VERSION))
                .hint(say!("judge-policy-newer-hint"))),
            _ => Err(self
                .error(version.span(), say!("judge-policy-bad-version"))
                .hint(say!("judge-policy-bad-version-hint"))),
        }
    }

    fn number(
        &self,
        value: Option<Spanned<i64>>,
        name: &str,
        allowed: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<u32>> {
        let Some(value) = value else { return Ok(None) };
        let n = *value.get_ref();
        match u32::try_from(n) {
            Ok(n) if allowed.contains(&i64::from(n)) => Ok(Some(n)),
            _ => Err(self.error(value.span(), say!("judge-policy-number", name, n)).hint(say!(
                "judge-policy-between",
                from = allowed.start(),
                to = allowed.end()
            ))),
        }
    }

    fn threshold(&self, value: Option<Spanned<f64>>) -> Result<Option<Millionths>> {
        let Some(value) = value else { return Ok(None) };
        let number = *value.get_ref();
        match Millionths::from_number(number) {
            Some(threshold) => Ok(Some(threshold)),
            None => Err(self
                .error(value.span(), &say!("judge-policy-threshold", n = number))
                .hint(say!("judge-policy-between-unit"))),
        }
    }

    fn checks(&self, entries: Vec<Spanned<String>>) -> Result<Vec<String>> {
        let check = |entry: Spanned<String>| match entry.get_ref().trim().is_empty() {
            true => Err(self
                .error(entry.span(), say!("judge-policy-blank-check"))
                .hint(say!("judge-policy-write-command"))),
            false => Ok(entry.into_inner()),
        };
        entries.into_iter().map(check).collect()
    }

    fn rehearsal(&self, raw: RawRehearsal) -> Result<Rehearsal> {
        let usual = Rehearsal::default();
        let never = |entry: Spanned<String>| match entry.get_ref().trim().is_empty() {
            true => Err(self
                .error(entry.span(), say!("judge-policy-blank-command"))
                .hint(say!("judge-policy-write-terraform"))),
            false => Ok(entry.into_inner()),
        };
        Ok(Rehearsal {
            enabled: raw.enabled.unwrap_or(usual.enabled),
            discard: raw.discard.map_or(Ok(usual.discard), |paths| {
                self.inside(paths, |path| say!("judge-policy-discarded", path))
            })?,
            caches: self
                .inside(raw.caches, |path| say!("judge-policy-cache", path))
                .map_err(|e| e.hint(say!("judge-policy-cache-hint")))?,
            builds: self
                .inside(raw.builds, |path| say!("judge-policy-build", path))
                .map_err(|e| e.hint(say!("judge-policy-build-hint")))?,
            registries: self.registries(raw.registries)?,
            never: raw.never.into_iter().map(never).collect::<Result<_>>()?,
            timeout_s: self.number(raw.timeout_s, "timeout_s", 1..=3600)?.unwrap_or(usual.timeout_s),
            memory_mb: self.number(raw.memory_mb, "memory_mb", 16..=MAX_MB)?.unwrap_or(usual.memory_mb),
            disk_mb: self.number(raw.disk_mb, "disk_mb", 1..=MAX_MB)?.unwrap_or(usual.disk_mb),
            processes: self.number(raw.processes, "processes", 4..=65_536)?.unwrap_or(usual.processes),
            cache_mb: self.number(raw.cache_mb, "cache_mb", 1..=MAX_MB)?.unwrap_or(usual.cache_mb),
        })
    }

    fn registries(
        &self,
        raw: BTreeMap<String, Vec<Spanned<String>>>,
    ) -> Result<BTreeMap<String, Vec<String>>> {
        let is_host = |host: &str| {
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
            let name = host.strip_prefix("*.").unwrap_or(host);
            name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '[')
                && name.chars().all(plain)
        };
        let check = |host: Spanned<String>| match is_host(host.get_ref()) {
            true => Ok(host.into_inner()),
            false => Err(self
                .error(host.span(), say!("judge-policy-registry", host = format!("{:?}", host.get_ref())))
                .hint(say!("judge-policy-registry-hint"))),
        };
        let all = |(client, hosts): (String, Vec<Spanned<String>>)| {
            Ok((client, hosts.into_iter().map(check).collect::<Result<_>>()?))
        };
        raw.into_iter().map(all).collect()
    }

    fn scratch(&self, entries: Vec<Spanned<String>>) -> Result<Vec<String>> {
        self.inside(entries, |path| say!("judge-policy-scratch", path))
    }

    /// Checks patterns of paths inside the workspace that do not cover all of it.
    fn inside(
        &self,
        entries: Vec<Spanned<String>>,
        wrong: impl Fn(String) -> Message,
    ) -> Result<Vec<String>> {
        let check = |entry: Spanned<String>| {
            let path = entry.get_ref();
            let climbs = path.split('/').any(|part| part == "..");
            // A pattern over everything would turn every deletion into a change, or every change into
            // nothing.
            let everything = path.trim_matches(['*', '/', '.', ' ']).is_empty();
            if climbs || everything || path.starts_with('/') {
                return Err(self
                    .error(entry.span(), wrong(format!("{path:?}")))
                    .hint(say!("judge-policy-inside-hint")));
            }
            Ok(entry.into_inner())
        };
        entries.into_iter().map(check).collect()
    }

    fn hosts(&self, entries: Vec<Spanned<String>>) -> Result<Vec<String>> {
        let check = |entry: Spanned<String>| {
            let host = normal_host(entry.get_ref());
            let name = host.strip_prefix("*.").unwrap_or(&host);
            let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.:[]".contains(&b);
            if name.is_empty() || name.starts_with('.') || !name.bytes().all(plain) {
                return Err(self
                    .error(
                        entry.span(),
                        &say!("judge-policy-not-host", text = format!("{:?}", entry.get_ref())),
                    )
                    .hint(say!("judge-policy-not-host-hint")));
            }
            Ok(host)
        };
        entries.into_iter().map(check).collect()
    }

    fn tools(&self, entries: Vec<RawTool>) -> Result<Vec<ToolEntry>> {
        let mut tools: Vec<ToolEntry> = Vec::new();
        for raw in entries {
            let (at, hold) = (raw.name.span(), raw.hold);
            let server = raw.server.into_inner();
            let name = without_server(&server, raw.name.get_ref()).to_owned();
            let full = format!("{server}.{name}");
            self.check_tool_name(&full, at.clone())?;
            if tools.iter().any(|t| t.server == server && t.name == name) {
                return Err(self
                    .error(at, &say!("judge-policy-entry-twice", tool = full))
                    .hint(say!("judge-policy-entry-twice-hint")));
            }
            let held = self.catalog.find(&full).is_none_or(|t| !is_built_in(t));
            if let Some(none) = hold.as_ref().filter(|h| held && *h.get_ref() == Hold::None) {
                return Err(self
                    .error(none.span(), &say!("judge-policy-hold-none", tool = full))
                    .hint(say!("judge-policy-hold-none-hint")));
            }
            tools.push(ToolEntry {
                server,
                name,
                class: raw.class,
                hold: hold.map(Spanned::into_inner),
                explode: raw.explode,
                paths: raw.paths,
                undo: raw.undo,
            });
        }
        Ok(tools)
    }

    /// A built-in server has exactly the tools of the catalogue; the tools of others, and callers' own functions,
    /// are not known here.
    fn check_tool_name(&self, full: &str, at: Range<usize>) -> Result<()> {
        let server = full.split('.').next().unwrap_or_default();
        let built_in = self.catalog.iter().any(|t| t.server == server && is_built_in(t));
        if !built_in || server == FUNCTION_SERVER || self.catalog.iter().any(|t| t.name == full) {
            return Ok(());
        }
        let error = self.error(at, &say!("judge-no-tool", tool = full));
        Err(match self.catalog.nearest(full) {
            Some(near) => error.hint(say!("judge-did-you-mean", near)),
            None => error.hint(say!("judge-policy-all-of-them", server)),
        })
    }

    fn rules(
        &self,
        raw: Vec<RawRule>,
        groups: &BTreeMap<String, Vec<String>>,
    ) -> Result<(Vec<Rule>, Option<Ground>)> {
        let sources: Vec<&str> =
            raw.iter().filter_map(|r| r.when.as_ref()).map(|w| w.get_ref().as_str()).collect();
        let mut conditions = Condition::compile_all(&sources)?.into_iter();
        let ground = if sources.is_empty() { None } else { Some(Ground::new()?) };
        let mut names = BTreeSet::new();
        let mut rules = Vec::new();
        for raw in raw {
            let (name, at) = (raw.name.get_ref().clone(), raw.name.span());
            if name.trim().is_empty() || !names.insert(name.clone()) {
                return Err(self
                    .error(at, &say!("judge-policy-rule-name", name = format!("{:?}", name)))
                    .hint(say!("judge-policy-rule-name-hint")));
            }
            let condition = match &raw.when {
                None => None,
                Some(when) => Some(
                    conditions.next().unwrap_or_else(|| Err(say!("judge-policy-not-compiled"))).map_err(
                        |e| {
                            self.error(
                                when.span(),
                                say!("judge-policy-rule", name = format!("{name:?}"), said = e),
                            )
                            .hint(say!("judge-policy-cel"))
                        },
                    )?,
                ),
            };
            let examples = (raw.examples.hit.clone(), raw.examples.miss.clone());
            let rule = self.rule(raw, condition, groups)?;
            self.check_examples(&rule, ground.as_ref(), examples.0, true)?;
            self.check_examples(&rule, ground.as_ref(), examples.1, false)?;
            rules.push(rule);
        }
        Ok((rules, ground))
    }

    fn rule(
        &self,
        raw: RawRule,
        condition: Option<Condition>,
        groups: &BTreeMap<String, Vec<String>>,
    ) -> Result<Rule> {
        let only_ask = |name: &str, at: Range<usize>| {
            self.error(at, &say!("judge-policy-only-ask", name)).hint(say!("judge-policy-only-ask-hint"))
        };
        if raw.then != Then::Ask {
            let given = [
                ("always", raw.always.as_ref().map(Spanned::span)),
                ("approvers", raw.approvers.as_ref().map(Spanned::span)),
                ("not_owner", raw.not_owner.as_ref().map(Spanned::span)),
                ("decided_by", raw.decided_by.as_ref().map(Spanned::span)),
            ];
            if let Some((name, at)) = given.into_iter().find_map(|(name, at)| Some((name, at?))) {
                return Err(only_ask(name, at));
            }
        }
        let classes = self.classes(&raw)?;
        let globs = self.globs(&raw.tools)?;
        let flag = |value: Option<Spanned<bool>>| value.is_some_and(Spanned::into_inner);
        let approvers = self.number(raw.approvers, "approvers", 1..=MAX_APPROVERS)?.unwrap_or(1);
        let decided_by = self.decided_by(raw.decided_by, approvers, groups)?;
        Ok(Rule {
            name: raw.name.into_inner(),
            tools: globs.iter().map(|g| g.as_str().to_owned()).collect(),
            classes,
            when: raw.when.map(Spanned::into_inner),
            then: raw.then,
            always: flag(raw.always),
            approvers,
            not_owner: flag(raw.not_owner),
            decided_by,
            globs,
            condition,
        })
    }

    /// An allow rule that names no class never covers destructive calls.
    fn classes(&self, raw: &RawRule) -> Result<Vec<Class>> {
        match (&raw.class, &raw.classes) {
            (Some(_), Some(both)) => Err(self
                .error(both.span(), say!("judge-policy-class-twice"))
                .hint(say!("judge-policy-class-twice-hint"))),
            (Some(class), None) => Ok(vec![*class.get_ref()]),
            (None, Some(classes)) if classes.get_ref().is_empty() => Err(self
                .error(classes.span(), say!("judge-policy-no-class"))
                .hint(say!("judge-policy-no-class-hint"))),
            (None, Some(classes)) => Ok(classes.get_ref().clone()),
            (None, None) if raw.then == Then::Allow => Ok(vec![Class::Read, Class::Mutable]),
            (None, None) => Ok(Class::ALL.to_vec()),
        }
    }

    fn globs(&self, tools: &Spanned<Vec<Spanned<String>>>) -> Result<Vec<Glob>> {
        if tools.get_ref().is_empty() {
            return Err(self
                .error(tools.span(), say!("judge-policy-no-tool"))
                .hint(say!("judge-policy-no-tool-hint")));
        }
        let glob = |pattern: &Spanned<String>| {
            let glob = Glob::parse(pattern.get_ref())
                .map_err(|e| self.error(pattern.span(), &e).hint(say!("judge-policy-glob-hint")))?;
            if glob.is_exact() {
                self.check_tool_name(glob.as_str(), pattern.span())?;
            }
            Ok(glob)
        };
        tools.get_ref().iter().map(glob).collect()
    }

    fn check_examples(
        &self,
        rule: &Rule,
        ground: Option<&Ground>,
        examples: Vec<Spanned<toml::Table>>,
        hit: bool,
    ) -> Result<()> {
        let known_tool = self.catalog.iter().any(|t| rule.globs.iter().any(|g| g.matches(&t.name)));
        for (i, example) in examples.into_iter().enumerate() {
            let which = |said: Message| match hit {
                true => say!("judge-policy-hit", name = format!("{:?}", rule.name), n = i + 1, said),
                false => say!("judge-policy-miss", name = format!("{:?}", rule.name), n = i + 1, said),
            };
            let at = example.span();
            let mut args = args_of(example.into_inner());
            let facts = match args.remove("facts") {
                None => None,
                Some(facts) => Some(serde_json::from_value::<Facts>(facts).map_err(|e| {
                    self.error(at.clone(), which(say!("judge-policy-example-facts", error = e)))
                        .hint(say!("judge-policy-example-facts-hint"))
                })?),
            };
            // The facts of a call to a tool that does not exist yet are unknown.
            let looks_at_facts = rule.condition.as_ref().is_some_and(|c| c.uses_facts);
            if !known_tool && facts.is_none() && looks_at_facts {
                continue;
            }
            let truth = match (&rule.condition, ground) {
                (Some(condition), Some(ground)) => {
                    let facts = facts.unwrap_or_default();
                    condition.evaluate(&ground.moment(&facts, &args, "example", &Value::Object(Doc::new())))
                }
                _ => Truth::Met,
            };
            let complaint = match (truth, hit) {
                (Truth::Met, true) | (Truth::NotMet, false) => continue,
                (Truth::Met, false) => say!("judge-policy-matches"),
                (Truth::NotMet, true) => say!("judge-policy-no-match"),
                (Truth::Unclear(why), _) => why,
            };
            return Err(self.error(at, which(complaint)).hint(say!("judge-policy-example-hint")));
        }
        Ok(())
    }
}

fn is_built_in(tool: &Tool) -> bool {
    matches!(tool.effect, Effect::Store(_))
}

fn args_of(table: toml::Table) -> Doc {
    table.into_iter().map(|(k, v)| (k, json(v))).collect()
}

fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(s) => s.into(),
        toml::Value::Integer(i) => i.into(),
        toml::Value::Float(f) => f.into(),
        toml::Value::Boolean(b) => b.into(),
        toml::Value::Datetime(t) => t.to_string().into(),
        toml::Value::Array(list) => list.into_iter().map(json).collect(),
        toml::Value::Table(table) => Value::Object(args_of(table)),
    }
}
