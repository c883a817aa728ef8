//! What we put into a text of settings, find in it and take out: hooks, rules, and files that are ours as a whole.

use std::path::PathBuf;

use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::super::import::jsonc::{self, Kind, Node};
use crate::agents::{Agent, Hook, Shape, Start, is_ours_of_amp, json::Json, our_rule};

/// What the first line of a file that is ours says.
const MARK: &str = "Installed by `countersign hook install`";

/// A text of settings and its value, in the order of the text.
pub struct Text {
    text: String,
    /// The value; an object.
    pub value: Json,
    /// Whether it has comments, which stay where they are.
    has_comments: bool,
}

impl Text {
    /// Reads a text of settings, which may have comments.
    pub fn parse(text: Option<&str>) -> Result<Self, Message> {
        let text = text.unwrap_or("{}\n").to_owned();
        let (value, has_comments) = match Json::parse(&text) {
            Ok(value) => (value, false),
            Err(e) => match jsonc::parse(&text) {
                Ok(node) => (ordered(&node), true),
                Err(_) => return Err(e.to_string().into()),
            },
        };
        match value {
            Json::Object(_) => Ok(Self { text, value, has_comments }),
            _ => Err(say!("command-hook-no-object")),
        }
    }

    /// Returns the text with its value, which differs from the text at `key` only.
    pub fn with(self, key: &str) -> Option<String> {
        if !self.has_comments {
            return Some(self.value.pretty());
        }
        let root = jsonc::parse(&self.text).ok()?;
        let Some(new) = self.value.get(key) else {
            return Some(jsonc::edited(&self.text, jsonc::exchange(&self.text, &root, &[key], None)));
        };
        let (text, root) = match root.get(key) {
            Some(_) => (self.text, root),
            None => {
                let added = jsonc::append(&self.text, &root, key, &Value::Null);
                let text = jsonc::edited(&self.text, vec![added]);
                let root = jsonc::parse(&text).ok()?;
                (text, root)
            }
        };
        let new = new.pretty().trim_end().replace('\n', "\n  ");
        let edit = jsonc::Edit { span: root.get(key)?.span.clone(), text: new };
        let text = jsonc::edited(&text, vec![edit]);
        (ordered(&jsonc::parse(&text).ok()?) == self.value).then_some(text)
    }
}

fn ordered(node: &Node) -> Json {
    match &node.kind {
        Kind::Object(members) => {
            Json::Object(members.iter().map(|m| (m.key.clone(), ordered(&m.value))).collect())
        }
        Kind::Array(list) => Json::List(list.iter().map(ordered).collect()),
        Kind::Plain(value) => Json::Leaf(value.clone()),
    }
}

/// Whether a whole file is ours.
pub fn is_ours(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.contains(MARK))
        || text.lines().nth(1).is_some_and(|line| line.contains(MARK))
}

/// Returns the program that a command of ours starts.
pub fn program_of(command: &str) -> Option<PathBuf> {
    let (before, _) = command.split_once("' hook run ")?;
    Some(PathBuf::from(before.rsplit_once('\'')?.1))
}

fn command_of(hook: &Json) -> &str {
    hook.get("command").or_else(|| hook.get("bash")).and_then(Json::text).unwrap_or_default()
}

fn is_our_hook(hook: &Json, agent: &Agent) -> bool {
    let run = format!("' hook run {}", agent.name);
    command_of(hook).split_once(&run).is_some_and(|(program, rest)| {
        program.contains("countersign") && !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
    })
}

/// Returns the hooks of an element of an event's list.
fn hooks_of<'a>(element: &'a Json, shape: &Shape) -> &'a [Json] {
    match shape.grouped {
        true => element.get("hooks").map(Json::elements).unwrap_or_default(),
        false => std::slice::from_ref(element),
    }
}

/// Returns the positions of our hooks: event, element, index in the group.
pub fn places(settings: &Json, shape: &Shape, agent: &Agent) -> Vec<(String, usize, usize)> {
    let Some(Json::Object(events)) = settings.get("hooks") else { return Vec::new() };
    let mut all = Vec::new();
    for (event, elements) in events {
        for (n, element) in elements.elements().iter().enumerate() {
            let ours = hooks_of(element, shape).iter().enumerate().filter(|(_, h)| is_our_hook(h, agent));
            all.extend(ours.map(|(i, _)| (event.clone(), n, i)));
        }
    }
    all
}

/// Returns the commands of our hooks.
pub fn commands(settings: &Json, shape: &Shape, agent: &Agent) -> Vec<String> {
    let Some(Json::Object(events)) = settings.get("hooks") else { return Vec::new() };
    let hooks = events.iter().flat_map(|(_, elements)| elements.elements()).flat_map(|e| hooks_of(e, shape));
    hooks.filter(|hook| is_our_hook(hook, agent)).map(|hook| command_of(hook).to_owned()).collect()
}

fn element(shape: &Shape, hook: &Hook, start: &Start<'_>) -> Json {
    let one = (shape.fields)(hook, &start.command(shape, hook), start.timeout(shape, hook));
    if !shape.grouped {
        return one;
    }
    let matcher = hook.matcher.map(|m| ("matcher".to_owned(), Json::from(&json!(m))));
    let hooks = ("hooks".to_owned(), Json::List(vec![one]));
    Json::Object(matcher.into_iter().chain([hooks]).collect())
}

/// Returns whether exactly our hooks are there, as they would be installed.
pub fn has_all(settings: &Json, shape: &Shape, start: &Start<'_>) -> bool {
    let there = |hook: &Hook| {
        let list = settings.get("hooks").and_then(|h| h.get(hook.event)).map(Json::elements);
        list.unwrap_or_default().contains(&element(shape, hook, start))
    };
    shape.hooks.iter().all(there) && places(settings, shape, start.agent).len() == shape.hooks.len()
}

/// Adds our hooks; `None` if the settings are not as they should be.
pub fn put_in(settings: &mut Json, shape: &Shape, start: &Start<'_>) -> Option<()> {
    if shape.version {
        settings.entry("version", || Json::from(&json!(1)))?;
    }
    let hooks = settings.entry("hooks", || Json::Object(Vec::new()))?;
    for hook in shape.hooks {
        let Json::List(list) = hooks.entry(hook.event, || Json::List(Vec::new()))? else { return None };
        list.push(element(shape, hook, start));
    }
    Some(())
}

/// Removes our hooks, and groups and events that become empty.
pub fn take_out(settings: &mut Json, shape: &Shape, agent: &Agent) {
    let Json::Object(top) = settings else { return };
    let Some((_, Json::Object(events))) = top.iter_mut().find(|(n, _)| n == "hooks") else { return };
    for (_, elements) in events.iter_mut() {
        let Json::List(elements) = elements else { continue };
        elements.retain_mut(|element| {
            if !shape.grouped {
                return !is_our_hook(element, agent);
            }
            let Json::Object(fields) = element else { return true };
            let Some((_, Json::List(hooks))) = fields.iter_mut().find(|(n, _)| n == "hooks") else {
                return true;
            };
            let all = hooks.len();
            hooks.retain(|h| !is_our_hook(h, agent));
            hooks.len() == all || !hooks.is_empty()
        });
    }
    events.retain(|(_, elements)| !matches!(elements, Json::List(list) if list.is_empty()));
    if events.is_empty() {
        top.retain(|(n, _)| n != "hooks");
    }
}

/// Whether rules have one of ours.
pub fn has_our_rules(rules: &Json) -> bool {
    if rules.elements().iter().any(is_ours_of_amp) {
        return true;
    }
    let Some(Json::Object(rules)) = rules.get("bash") else { return false };
    rules.iter().any(|(name, _)| our_rule(name))
}

/// Returns rules without ours; `None` if nothing is left.
pub fn without_our_rules(rules: &Json) -> Option<Json> {
    if let Json::List(all) = rules {
        let theirs: Vec<Json> = all.iter().filter(|rule| !is_ours_of_amp(rule)).cloned().collect();
        return (!theirs.is_empty()).then_some(Json::List(theirs));
    }
    let Json::Object(all) = rules else { return Some(rules.clone()) };
    let mut all = all.clone();
    for (_, rules) in all.iter_mut().filter(|(name, _)| name == "bash") {
        let Json::Object(rules) = rules else { continue };
        rules.retain(|(name, rule)| !our_rule(name) && (name != "*" || rule.text() != Some("deny")));
    }
    all.retain(|(name, rules)| name != "bash" || !matches!(rules, Json::Object(rules) if rules.is_empty()));
    (!all.is_empty()).then_some(Json::Object(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_comments_keeps_them_and_everything_else() {
        let text = "// mine\n{\n  \"a\": 1, // one\n  \"z\": [1, 2,],\n}\n";
        let mut now = Text::parse(Some(text)).unwrap();
        now.value.set("permission", Some(Json::from(&json!({"bash": "deny"}))));
        let after = now.with("permission").unwrap();
        assert!(
            after.starts_with("// mine\n{\n  \"a\": 1, // one\n") && after.contains("\"bash\": \"deny\""),
            "{after}"
        );
        let mut now = Text::parse(Some(&after)).unwrap();
        now.value.set("permission", None);
        assert_eq!(now.with("permission").unwrap(), text);
        assert!(Text::parse(Some("[]")).is_err() && Text::parse(Some("{")).is_err());
    }
}
