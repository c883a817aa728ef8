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

/// What makes a folder with hooks a plugin of goose.
pub fn goose_manifest(_: &Start<'_>) -> String {
    let about = "Installed by `countersign hook install`";
    format!(
        "{:#}\n",
        json!({"description": about, "name": "countersign", "version": env!("CARGO_PKG_VERSION")})
    )
}

/// The program that Amp starts for each call: it takes no arguments.
pub const AMP_PROGRAM: &str = "countersign-amp";

/// Its text. Any failure is a no, and what Amp writes is read in any case: else it may end itself.
pub fn amp(start: &Start<'_>) -> String {
    let (program, wait_s) = (start.program, start.wait_s);
    format!(
        "#!/bin/sh\n# Installed by `countersign hook install`; `countersign hook remove amp` takes it away.\n\
         {program} hook run amp --wait-s {wait_s} || {{ cat > /dev/null; exit 2; }}\n"
    )
}

/// The rules of Amp, of which the first that fits counts: what its user rejects, then ours, which hands every call to us.
pub fn amp_rules(theirs: Option<&Json>, start: &Start<'_>) -> Json {
    let folder = start.agent.settings.path(|name| std::env::var_os(name)).unwrap_or_default();
    let program = folder.join(AMP_PROGRAM);
    let ours = Json::from(&json!({"tool": "*", "action": "delegate", "to": program.to_string_lossy()}));
    let theirs = theirs.map(Json::elements).unwrap_or_default().iter().filter(|rule| !is_ours_of_amp(rule));
    let rejects = |rule: &&Json| rule.get("action").and_then(Json::text) == Some("reject");
    let (rejected, rest): (Vec<&Json>, Vec<&Json>) = theirs.partition(rejects);
    Json::List(rejected.into_iter().cloned().chain([ours]).chain(rest.into_iter().cloned()).collect())
}

/// Whether a rule of Amp is ours.
pub fn is_ours_of_amp(rule: &Json) -> bool {
    rule.get("to").and_then(Json::text).is_some_and(|to| to.ends_with(&format!("/{AMP_PROGRAM}")))
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
    fn a3_every_call_of_amp_is_handed_over_but_what_its_user_rejects() {
        let start = Start { agent: Agent::named("amp").unwrap(), ..start() };
        let theirs = Json::from(&json!([
            {"tool": "Bash", "action": "allow"}, {"tool": "Bash", "matches": {"cmd": "rm *"}, "action": "reject"},
        ]));
        let actions = |rules: &Json| -> Vec<String> {
            rules.elements().iter().map(|r| r.get("action").unwrap().text().unwrap().to_owned()).collect()
        };
        let rules = amp_rules(Some(&theirs), &start);
        assert_eq!(actions(&rules), ["reject", "delegate", "allow"]);
        assert_eq!(amp_rules(Some(&rules), &start), rules, "twice");
        assert_eq!(actions(&amp_rules(None, &start)), ["delegate"]);
        let program = amp(&start);
        assert!(program.starts_with("#!/bin/sh\n") && program.contains("hook run amp --wait-s 120 || {"));
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
