//! The rule by which Codex runs `countersign exec`, and nothing else, outside its own sandbox: inside, no program may
//! connect to the daemon. What `exec` carries out is judged and confined by the daemon.

use serde_json::json;

use super::Start;

/// Returns the words by which a shell starts a program, if none of them needs the quotes that they have: only then Codex
/// recognizes them in its rules. Variables are set by `env`, for the same reason.
pub fn words(program: &str) -> Option<Vec<String>> {
    let mut is_quoted = false;
    let ends = |c: char| {
        is_quoted ^= c == '\'';
        c == ' ' && !is_quoted
    };
    let mut words: Vec<String> = program.split(ends).map(|word| word.replace('\'', "")).collect();
    if words.len() > 1 {
        words.insert(0, "/usr/bin/env".to_owned());
    }
    let plain = |word: &String| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"/._-+=@".contains(&b))
    };
    words.iter().all(plain).then_some(words)
}

/// Returns the text of the rule.
pub fn text(start: &Start<'_>) -> String {
    let head = format!(
        "# Installed by `countersign hook install` for {}, and removed by `hook remove`.\n",
        start.agent.name
    );
    match words(start.program) {
        Some(words) => {
            let pattern: Vec<&str> = words.iter().map(String::as_str).chain(["exec"]).collect();
            format!(
                "{head}# Codex runs this one command outside its sandbox, where it reaches Countersign, which judges and \
                 confines what it carries out.\nprefix_rule(pattern = {}, decision = \"allow\")\n",
                json!(pattern)
            )
        }
        None => format!(
            "{head}# Codex only recognizes words without quotes: there is no rule for {:?}.\n",
            start.program
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agent;

    #[test]
    fn a_rule_names_one_program_and_exec() {
        let agent = Agent::named("codex").unwrap();
        let text = |program| text(&Start { agent, program, wait_s: 1 });
        let own = text("COUNTERSIGN_HOME='/h' '/bin/countersign'");
        let pattern = "prefix_rule(pattern = [\"/usr/bin/env\",\"COUNTERSIGN_HOME=/h\",\"/bin/countersign\",\"exec\"], ";
        assert!(own.contains(pattern), "{own}");
        assert!(text("'/bin/countersign'").contains("[\"/bin/countersign\",\"exec\"]"));
        for odd in ["'/my bin/countersign'", "'/bin/a'\\''b'", "'/bin/$x'", ""] {
            assert!(!text(odd).contains("prefix_rule"), "{odd}");
        }
    }
}
