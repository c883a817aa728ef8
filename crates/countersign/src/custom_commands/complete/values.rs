//! Ids and names for completions, asked of the daemon. None is started for it, and one that does not answer soon is not
//! waited for.

use std::{sync::mpsc, time::Duration};

use serde_json::{Value, json};

use super::Candidate;
use crate::{custom_commands::letters, output::language, session::Session};

/// How long a person who presses Tab is kept waiting.
const PATIENCE: Duration = Duration::from_millis(300);

/// A list of the daemon: the operation, where its answer has the list, and what is typed and told of each entry.
#[derive(Debug, Clone, Copy)]
struct List {
    op: &'static str,
    list: &'static str,
    value: &'static str,
    about: &'static str,
}

const fn list(op: &'static str, list: &'static str, value: &'static str, about: &'static str) -> List {
    List { op, list, value, about }
}

const ITEMS: List = list("inbox.list", "items", "id", "summary");
const SETS: List = list("inbox.list", "change_sets", "id", "title");
const WAITING: List = list("inbox.list", "waiting", "id", "title");
const RECEIPTS: List = list("receipt.list", "receipts", "id", "summary");
const RUNS: List = list("run.list", "runs", "id", "title");
const PLANS: List = list("plan.list", "plans", "id", "title");
const STAGES: List = list("stage.list", "stages", "id", "run");
const QUESTIONS: List = list("question.list", "questions", "id", "text");
const WORKING_SETS: List = list("working_set.list", "working_sets", "id", "name");
const TOKENS: List = list("token.list", "tokens", "id", "name");
const GRANTS: List = list("grant.list", "grants", "id", "tool");
const SUGGESTIONS: List = list("grant.suggest", "suggestions", "id", "sentence");
const VIEWS: List = list("view.list", "views", "name", "find");
const DRILLS: List = list("drill.list", "drills", "id", "answer");
const WEBHOOKS: List = list("webhook.list", "webhooks", "id", "url");
const DEVICES: List = list("push.list", "devices", "id", "label");
const DELIVERIES: List = list("webhook.dead", "deliveries", "id", "last_error");
const SERVERS: List = list("server.list", "servers", "name", "name");
const TOOLS: List = list("tool.list", "tools", "name", "doc");

/// Which lists an argument of commands is completed from: the first words of the commands (none: any command), the
/// argument, and the letters that ids must begin with.
static LISTS: &[(&[&str], &str, &str, &[List])] = &[
    (&["sets"], "things", "", &[ITEMS, SETS, WAITING, RECEIPTS]),
    (&["confirm", "reject", "defer", "claim"], "id", "", &[ITEMS, SETS, WAITING]),
    (&["edit", "refresh", "resolve", "withdraw", "lift", "retract", "status"], "id", "i", &[ITEMS]),
    (&["confirm-all", "dismiss"], "id", "s", &[SETS]),
    (&["review"], "inline", "", &[ITEMS, SETS, WAITING]),
    (&["show"], "id", "", &[ITEMS, SETS, WAITING, RECEIPTS]),
    (&["undo", "rerun", "cancel-undo"], "id", "rc", &[RECEIPTS]),
    (&["answer", "question"], "id", "q", &[QUESTIONS]),
    (&["hold"], "id", "", &[ITEMS, WAITING]),
    (&["pause"], "id", "", &[ITEMS, WAITING, RUNS, PLANS]),
    (&["resume"], "id", "", &[RUNS, PLANS]),
    (&["run"], "id", "run", &[RUNS]),
    (&["step"], "id", "st", &[WAITING]),
    (&["plan"], "id", "pl", &[PLANS]),
    (&["stage"], "id", "sg", &[STAGES]),
    (&["sets"], "id", "ws", &[WORKING_SETS]),
    (&["token"], "id", "tk", &[TOKENS]),
    (&["grants revoke"], "id", "g", &[GRANTS]),
    (&["grants"], "id", "", &[SUGGESTIONS]),
    (&["views"], "id", "", &[VIEWS]),
    (&["drills"], "id", "dr", &[DRILLS]),
    (&["webhooks retry"], "id", "wd", &[DELIVERIES]),
    (&["webhooks"], "id", "wh", &[WEBHOOKS]),
    (&["devices"], "id", "wh", &[DEVICES]),
    (&["servers"], "name", "", &[SERVERS]),
    (&["tools"], "name", "", &[TOOLS]),
    (&[], "tool", "", &[TOOLS]),
    (&[], "run", "run", &[RUNS]),
];

/// Returns the values of an argument of the command with these words; none if no daemon answers this caller in time.
pub fn of(session: &Session, place: &str, arg: &str) -> Vec<Candidate> {
    let Some((begins, lists)) = lists(place, arg) else { return Vec::new() };
    let Ok(client) = session.client() else { return Vec::new() };
    let client = client.language(language());
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut last: Option<(&str, Value)> = None;
        let mut found = Vec::new();
        for list in lists {
            if last.as_ref().is_none_or(|(op, _)| *op != list.op) {
                let answer = client.call(list.op, json!({}), None);
                last = answer.ok().map(|answer| (list.op, answer.value));
            }
            let entries = last.as_ref().and_then(|(_, answer)| answer[list.list].as_array());
            found.extend(entries.into_iter().flatten().filter_map(|entry| candidate(list, entry)));
        }
        // Nobody may wait any more.
        let _ = tell.send(found);
    });
    let mut found: Vec<Candidate> = told.recv_timeout(PATIENCE).unwrap_or_default();
    found.retain(|found| begins.is_empty() || letters(&found.value) == begins);
    found
}

fn lists(place: &str, arg: &str) -> Option<(&'static str, &'static [List])> {
    let is_of =
        |first: &str| place == first || place.strip_prefix(first).is_some_and(|rest| rest.starts_with(' '));
    let found = LISTS.iter().find(|(firsts, of, _, _)| {
        *of == arg && (firsts.is_empty() || firsts.iter().any(|first| is_of(first)))
    });
    found.map(|(_, _, letters, lists)| (*letters, *lists))
}

fn candidate(list: &List, entry: &Value) -> Option<Candidate> {
    let value = entry[list.value].as_str()?;
    // People type the short form of an id, where it is enough.
    let is_short = list.value == "id" && list.op != SUGGESTIONS.op;
    let value = if is_short { value.split('-').next().unwrap_or(value) } else { value }.to_owned();
    let about = entry[list.about].as_str().unwrap_or_default().to_owned();
    Some(Candidate { value, about })
}

#[cfg(test)]
mod tests {
    use countersign_core::operations;

    use super::*;

    #[test]
    fn h8_every_list_is_what_an_operation_that_changes_nothing_answers() {
        for list in LISTS.iter().flat_map(|(_, _, _, lists)| lists.iter()) {
            let op = operations::find(list.op).unwrap_or_else(|| panic!("{}", list.op));
            assert!(!op.spec().write, "{} changes something", list.op);
            let mut generator = schemars::SchemaGenerator::default();
            op.output_schema(&mut generator);
            let text = json!(generator.definitions()).to_string();
            for field in [list.list, list.value, list.about] {
                assert!(text.contains(&format!("\"{field}\":")), "{} has no {field}", list.op);
            }
        }
    }

    #[test]
    fn the_first_row_that_fits_is_used() {
        let ops =
            |place, arg| lists(place, arg).map(|(_, lists)| lists.iter().map(|l| l.op).collect::<Vec<_>>());
        assert_eq!(ops("grants revoke", "id"), Some(vec!["grant.list"]));
        assert_eq!(ops("grants accept", "id"), Some(vec!["grant.suggest"]));
        assert_eq!(ops("audit log", "tool"), Some(vec!["tool.list"]));
        assert_eq!(ops("runs", "id"), None);
        assert_eq!(letters("run4-aa"), "run");
    }
}
