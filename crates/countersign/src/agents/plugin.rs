//! Files of an agent that are ours: plugins and policies, made from their texts.

use serde_json::json;

use super::{Start, json::Json};

/// The part that all plugins share: starts a hook, and takes anything but an answer for a no.
const ASK: &str = include_str!("plugins/ask.js");
/// How long Cline waits for a plugin, minus what it needs to hear the answer.
const CLINE_MS: u64 = 2_700;

fn made(text: &str, start: &Start<'_>, wait_s: u64, most_ms: u64) -> String {
    let command = format!("{} hook run {}", start.program, start.agent.name);
    let ask = ASK
        .replace("\"@before@\"", &json!(format!("{command} --wait-s {wait_s}")).to_string())
        .replace("\"@other@\"", &json!(command).to_string())
        .replace("\"@most_ms@\"", &most_ms.to_string());
    text.replace("//@ask@\n", &ask)
}

fn patient(text: &str, start: &Start<'_>) -> String {
    made(text, start, start.wait_s, (start.wait_s + super::SLACK_S) * 1000)
}

/// The plugin of opencode and Kilo.
pub fn opencode(start: &Start<'_>) -> String {
    patient(include_str!("plugins/opencode.js"), start)
}

/// The extension of pi.
pub fn pi(start: &Start<'_>) -> String {
    patient(include_str!("plugins/pi.ts"), start)
}

/// The plugin of Cline, which cannot wait: a held call is denied at once, and made again after the yes.
pub fn cline(start: &Start<'_>) -> String {
    made(include_str!("plugins/cline.js"), start, 1, CLINE_MS)
}

/// The policy of Gemini CLI: no command is run but those that were replaced.
pub fn gemini_policy(start: &Start<'_>) -> String {
    include_str!("plugins/gemini.toml")
        .replace("\"@exec@\"", &json!(format!("{} exec", start.program)).to_string())
}

/// The rules of opencode and Kilo, with ours last, where they win: no command is run but those that were replaced. Who
/// has denied all commands keeps that.
pub fn opencode_rules(theirs: Option<&Json>, start: &Start<'_>) -> Json {
    let text = |word: &str| Json::from(&json!(word));
    let pair = |name: &str, value: Json| (name.to_owned(), value);
    let mut all = match theirs {
        Some(Json::Object(all)) => all.clone(),
        Some(one) if one.text() == Some("deny") => return one.clone(),
        Some(one) if one.text().is_some() => vec![pair("*", one.clone())],
        _ => Vec::new(),
    };
    let own = all.iter().position(|(name, _)| name == "bash").map(|at| all.remove(at).1);
    let mut rules = match own {
        Some(Json::Object(rules)) => rules,
        Some(one) if one.text() == Some("deny") => {
            all.push(pair("bash", one));
            return Json::Object(all);
        }
        _ => Vec::new(),
    };
    let exec = format!("{} exec *", start.program);
    rules.retain(|(name, _)| name != "*" && !is_ours(name));
    rules.extend([pair("*", text("deny")), pair(&exec, text("allow"))]);
    all.push(pair("bash", Json::Object(rules)));
    Json::Object(all)
}

/// Whether a pattern of a rule is one that we made.
pub fn is_ours(pattern: &str) -> bool {
    pattern.ends_with("' exec *") && pattern.contains("countersign")
}

#[cfg(test)]
mod tests {
    use super::{super::Agent, *};

    fn start() -> Start<'static> {
        Start { agent: Agent::named("opencode").unwrap(), program: "X='a' '/bin/countersign'", wait_s: 120 }
    }

    #[test]
    fn a_plugin_starts_our_program_and_nothing_is_left_to_fill_in() {
        for made in [opencode, pi, cline, gemini_policy] {
            let text = made(&start());
            assert!(text.contains("X='a' '/bin/countersign'") && !text.contains('@'), "{text}");
        }
        assert!(cline(&start()).contains("--wait-s 1\""));
    }

    #[test]
    fn a3_the_rules_of_opencode_end_with_ours_and_a_denial_stays() {
        let rules = |text: &str| {
            let theirs = Json::parse(text).unwrap();
            serde_json::to_string(&opencode_rules(Some(&theirs), &start())).unwrap()
        };
        let ours = r#""*":"deny","X='a' '/bin/countersign' exec *":"allow"}}"#;
        for (theirs, before) in [
            ("{}", r#"{"bash":{"#),
            ("\"allow\"", r#"{"*":"allow","bash":{"#),
            (r#"{"bash":"allow","edit":"ask"}"#, r#"{"edit":"ask","bash":{"#),
            (r#"{"bash":{"*":"ask","git push *":"deny"}}"#, r#"{"bash":{"git push *":"deny","#),
        ] {
            assert_eq!(rules(theirs), format!("{before}{ours}"), "{theirs}");
            assert_eq!(rules(&rules(theirs)), rules(theirs), "twice");
        }
        assert_eq!(rules("\"deny\""), "\"deny\"");
        assert_eq!(rules(r#"{"bash":"deny"}"#), r#"{"bash":"deny"}"#);
    }
}
