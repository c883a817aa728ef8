//! Takes a change of a JSON file back where its bytes have moved: agents write their settings anew whenever they start.
//! What the change removed comes back, what it added goes, and everything else stays as it is now.

use crate::agents::json::Json;

/// Returns `now` with the change from `was` to `became` taken back; `None` if what the change made was changed since, or
/// if a text is not plain JSON.
pub fn without(was: &str, became: &str, now: &str) -> Option<String> {
    let read = |text: &str| {
        if text.trim().is_empty() { Some(Json::Object(Vec::new())) } else { Json::parse(text).ok() }
    };
    let (was, became, mut then) = (read(was)?, read(became)?, read(now)?);
    take_back(&was, &became, &mut then)?;
    let text = then.pretty();
    Some(if now.ends_with('\n') { text } else { text.trim_end().to_owned() })
}

/// Whether two values mean the same, in whatever order their fields are.
fn is_same(a: &Json, b: &Json) -> bool {
    serde_json::to_value(a).ok() == serde_json::to_value(b).ok()
}

fn has(list: &[Json], one: &Json) -> bool {
    list.iter().any(|other| is_same(other, one))
}

fn take_back(was: &Json, became: &Json, now: &mut Json) -> Option<()> {
    match (was, became, now) {
        (was, became, _) if is_same(was, became) => Some(()),
        (Json::Object(was), Json::Object(became), Json::Object(now)) => fields(was, became, now),
        (Json::List(was), Json::List(became), Json::List(now)) => {
            for added in became.iter().filter(|one| !has(was, one)) {
                let at = now.iter().position(|one| is_same(one, added));
                drop(at.map(|at| now.remove(at)));
            }
            let gone: Vec<&Json> = was.iter().filter(|one| !has(became, one) && !has(now, one)).collect();
            now.extend(gone.into_iter().cloned());
            Some(())
        }
        (was, became, now) if is_same(now, became) => {
            *now = was.clone();
            Some(())
        }
        (was, _, now) => is_same(now, was).then_some(()),
    }
}

fn fields(was: &[(String, Json)], became: &[(String, Json)], now: &mut Vec<(String, Json)>) -> Option<()> {
    let of = |all: &[(String, Json)], name: &str| all.iter().position(|(n, _)| n == name);
    for (name, added) in became {
        let before = of(was, name).map(|at| &was[at].1);
        let Some(at) = of(now, name) else {
            // Somebody else has removed it; what it held before is not forced back in.
            if before.is_none_or(|before| is_same(before, added)) {
                continue;
            }
            return None;
        };
        match before {
            Some(before) => take_back(before, added, &mut now[at].1)?,
            None if is_same(&now[at].1, added) => drop(now.remove(at)),
            // More has come into what was made.
            None => {
                let empty = match added {
                    Json::Object(_) if !added.is_entry() => Json::Object(Vec::new()),
                    Json::List(_) => Json::List(Vec::new()),
                    _ => return None,
                };
                take_back(&empty, added, &mut now[at].1)?;
                if is_same(&now[at].1, &empty) {
                    now.remove(at);
                }
            }
        }
    }
    for (n, (name, gone)) in was.iter().enumerate().filter(|(_, (name, _))| of(became, name).is_none()) {
        match of(now, name) {
            Some(at) if is_same(&now[at].1, gone) => {}
            // Somebody has since added another of that name.
            Some(_) => return None,
            None => {
                let after =
                    was[..n].iter().rev().find_map(|(before, _)| of(now, before)).map_or(0, |at| at + 1);
                now.insert(after, (name.clone(), gone.clone()));
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAS: &str = r#"{"n": 1, "mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}, "z": [1]}"#;
    const BECAME: &str =
        r#"{"n": 1, "mcpServers": {"countersign": {"command": "cs", "args": ["mcp"]}}, "z": [1]}"#;

    fn json(text: &str) -> serde_json::Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_file_that_an_agent_wrote_anew_keeps_all_but_our_change() {
        let now = r#"{"first": true, "z": [1, 2], "mcpServers": {"countersign": {"args": ["mcp"], "command": "cs"},
            "mine": {"command": "m"}}, "n": 2, "projects": {"/w": {"mcpServers": {}}}}"#;
        let now =
            now.replace(r#"{"args": ["mcp"], "command": "cs"}"#, r#"{"command": "cs", "args": ["mcp"]}"#);
        let text = without(WAS, BECAME, &now).unwrap();
        let expected = r#"{"first": true, "z": [1, 2], "mcpServers": {"a": {"command": "a"}, "b": {"command": "b"},
            "mine": {"command": "m"}}, "n": 2, "projects": {"/w": {"mcpServers": {}}}}"#;
        assert_eq!(json(&text), json(expected));
        assert!(text.find("\"first\"") < text.find("\"z\"") && !text.ends_with('\n'), "{text}");
    }

    #[test]
    fn a_list_loses_only_what_was_added_to_it() {
        let (was, became) = (r#"{"a": 1}"#, r#"{"a": 1, "permissions": {"allow": ["ours"]}}"#);
        let now = r#"{"a": 1, "permissions": {"allow": ["theirs", "ours"], "deny": []}}"#;
        let text = without(was, became, now).unwrap();
        assert_eq!(json(&text), json(r#"{"a": 1, "permissions": {"allow": ["theirs"], "deny": []}}"#));
        assert_eq!(json(&without(was, became, became).unwrap()), json(was));
        assert_eq!(json(&without("", became, became).unwrap()), json("{}"));
    }

    #[test]
    fn what_was_changed_of_ours_or_taken_since_is_not_overwritten() {
        for now in [
            BECAME.replace("\"cs\"", "\"evil\""),
            BECAME.replace("\"args\": [\"mcp\"]", "\"args\": [\"mcp\"], \"env\": {}"),
            BECAME.replace("\"countersign\":", "\"a\": {\"command\": \"other\"}, \"countersign\":"),
            BECAME.replace("\"mcpServers\"", "\"other\""),
            "{".to_owned(),
            "// a comment\n{}".to_owned(),
        ] {
            assert_eq!(without(WAS, BECAME, &now), None, "{now}");
        }
    }
}
