//! The command line that an agent's shell runs instead of a command: `exec`, which passes the command to the
//! gate. It means the same in bash, zsh and sh, and in fish unless a folder change must be followed: plain
//! words, and the program in quotes.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, Result},
    record::Doc,
};

/// The prefix of an encoded command; no item's id has it.
const CARRIED: &str = "call-";
/// The maximum length of an encoded command: the system allows 128 KiB for one argument, and the agent adds
/// text of its own.
const WORD_MOST: usize = 96 * 1024;

/// Wraps `exec` if the agent's shell must continue in the folder where the command ended. What `exec` writes
/// to descriptor 3 is evaluated: nothing, or one `cd` to a quoted folder. Its other output bypasses that, and
/// its exit code is that of the whole line.
const BEFORE: &str = "{ eval \"$(";
const AFTER: &str = " --follow 3>&1 >&4 4>&-; echo \"(exit $?)\")\"; } 4>&1";

/// A command that `exec` proposes when it runs, as an ordinary call of the agent. It is judged then and needs
/// no record until then: somebody who forges one has only made a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// The arguments of `shell.run`, without the folder: `exec` runs in it.
    pub args: Doc,
    /// The workspace of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The programs that it starts, if they are known and the arguments include the agent's search path. A
    /// path that finds the same programs as the daemon's is omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub programs: Option<Vec<String>>,
    /// The agent's description of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
}

impl Carried {
    /// Encodes it; None if that is too long for a command line.
    pub fn word(&self) -> Option<String> {
        let text = serde_json::to_string(self).ok()?;
        let word = format!("{CARRIED}{}", URL_SAFE_NO_PAD.encode(text));
        (word.len() <= WORD_MOST).then_some(word)
    }

    /// Decodes it; None for an item's id.
    pub fn read(word: &str) -> Result<Option<Self>> {
        let Some(coded) = word.strip_prefix(CARRIED) else { return Ok(None) };
        let bytes = URL_SAFE_NO_PAD.decode(coded).ok();
        let carried = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        carried.map(Some).ok_or_else(|| Error::invalid("that word carries no command"))
    }
}

/// Returns the command line that runs `what`, an item or an encoded command, and prints the result.
pub fn exec_line(program: &str, agent: &str, what: &str, wait_s: u64, follow: bool) -> String {
    let line = format!("{program} exec {what} --agent {agent} --wait-s {wait_s}");
    if follow { format!("{BEFORE}{line}{AFTER}") } else { line }
}

/// Returns the command line by which an agent whose hook cannot replace a command passes it to the gate itself; `None` if
/// the command is not the same in quotes in every shell.
pub fn passed_line(program: &str, agent: &str, line: &str, wait_s: Option<u64>) -> Option<String> {
    let wait = wait_s.map(|s| format!(" --wait-s {s}")).unwrap_or_default();
    let passed = format!("{program} exec --agent {agent}{wait} --line {}", quoted(line));
    is_literal(line).then_some(passed)
}

/// Returns the item or the encoded command of an [`exec_line`].
pub fn what_of<'a>(line: &'a str, program: &str) -> Option<&'a str> {
    line.strip_prefix(program)?.strip_prefix(" exec ")?.split(' ').next()
}

/// Whether a quoted text is the same in every shell; unlike a name it may have several lines.
fn is_literal(text: &str) -> bool {
    !text.contains('\\') && !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')
}

/// Whether a command line is only our own `exec`, which decides nothing and runs only what was allowed.
pub(super) fn is_own_exec(line: &str, program: &str) -> bool {
    let line = line.trim_matches(' ');
    let inner = line.strip_prefix(BEFORE).and_then(|rest| rest.strip_suffix(AFTER)).unwrap_or(line);
    let Some(rest) = inner.strip_prefix(program).and_then(|rest| rest.strip_prefix(" exec ")) else {
        return false;
    };
    // Each word must be literal in every shell, and no option may be added.
    let plain = |w: &str| {
        w.starts_with(|c: char| c.is_ascii_alphanumeric())
            && w.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.@".contains(&b))
    };
    let known = |pair: &[&str]| matches!(pair, ["--agent" | "--wait-s", value] if plain(value));
    // A passed command comes last, as one quoted word, and nothing is evaluated around it.
    if let Some((options, word)) = rest.split_once("--line ").filter(|_| inner == line) {
        let options: Vec<&str> = options.split_terminator(' ').collect();
        let text = word.strip_prefix('\'').and_then(|word| word.strip_suffix('\''));
        let text = text.map(|text| text.replace(r"'\''", ""));
        return options.chunks(2).all(known)
            && text.is_some_and(|text| !text.contains('\'') && is_literal(&text));
    }
    match rest.split(' ').collect::<Vec<_>>().as_slice() {
        [what, options @ ..] => plain(what) && options.chunks(2).all(known),
        [] => false,
    }
}

/// Whether a command line may end in another folder and the shell can report it.
///
/// # Limitations
/// It looks at words only: a command that is assembled (`c''d x`) is missed, and then the folder is not
/// followed.
pub fn changes_folder(line: &str) -> bool {
    let moves = |word: &str| matches!(word, "cd" | "pushd" | "popd");
    words(line).any(moves) && can_report(line)
}

/// Whether a command line may have a pipe, outside of quotes, and the shell can report how its parts ended.
pub fn has_pipe(line: &str) -> bool {
    let (mut quote, mut before, mut found) = (None, ' ', false);
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (None | Some('"'), '\\') => drop(rest.next()),
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if c == open => quote = None,
            (None, '|') => found |= before != '|' && before != '>' && rest.peek() != Some(&'|'),
            _ => {}
        }
        before = c;
    }
    found && can_report(line)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')
}

/// Whether the shell can report at the end of a command line: the line does not trace commands, sets no exit trap,
/// redirects no streams of the shell, and defines no functions, which could replace the commands we use.
fn can_report(line: &str) -> bool {
    let ours = |word: &str| matches!(word, "alias" | "exec" | "function" | "trap" | "xtrace");
    let bare: String = line.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect();
    let traced = line.split("set -").skip(1).any(|rest| {
        rest.split(|c: char| !c.is_ascii_alphabetic()).next().is_some_and(|flags| flags.contains('x'))
    });
    !words(line).any(ours) && !traced && !bare.contains("()")
}

/// Quotes a word for a shell.
pub fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Whether a quoted word is the same in every shell: fish interprets a backslash there.
pub fn is_quotable(word: &str) -> bool {
    !word.contains('\\') && !word.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PROGRAM: &str = "'/bin/countersign'";

    #[test]
    fn a6_only_our_own_exec_and_nothing_around_it_passes() {
        let own = |line: &str| is_own_exec(line, PROGRAM);
        assert!(own("'/bin/countersign' exec i12-ab34"));
        assert!(own("'/bin/countersign' exec i12-ab34 --agent codex --wait-s 115"));
        for follow in [false, true] {
            assert!(own(&exec_line(PROGRAM, "claude-code", "call-e30", 115, follow)));
        }
        let follows = exec_line(PROGRAM, "claude-code", "i12", 115, true);
        for line in [
            "'/bin/countersign' exec",
            "'/bin/countersign' exec ",
            "'/bin/countersign' confirm i12-ab34",
            "'/bin/countersign' exec i12; rm -rf x",
            "'/bin/countersign' exec i12 && x",
            "'/bin/countersign' exec i12 & x",
            "'/bin/countersign' exec i12 > x",
            "'/bin/countersign' exec i12 --agent",
            "'/bin/countersign' exec i12 --agent --wait-s",
            "'/bin/countersign' exec i12 --follow",
            "'/bin/countersign' exec --json",
            "'/bin/countersign' exec i12 --json $(x)",
            "'/bin/countersign' exec i12 --home /x",
            "'/bin/countersign' exec i12 ~x",
            "'/bin/countersign' exec i12\nrm x",
            "'/bin/countersign' exec i12\n",
            "\n'/bin/countersign' exec i12",
            "'/bin/countersign' exec\ti12",
            "'/bin/countersign' exec i12\u{a0}x",
            "'/bin/countersign'x exec i12",
            "LD_PRELOAD=/x '/bin/countersign' exec i12",
            "cd x; '/bin/countersign' exec i12",
            "/tmp/countersign exec i12",
            "{ eval \"$('/bin/countersign' exec i12 --agent a)\"; } 4>&1",
            "{ eval \"$(/tmp/countersign exec i12 --follow 3>&1 >&4 4>&-; echo \"(exit $?)\")\"; } 4>&1",
        ] {
            assert!(!own(line), "{line}");
        }
        // Any insertion in, before or after the line makes it another line.
        for (at, _) in follows.char_indices().chain([(follows.len(), ' ')]) {
            for evil in [";x", "|x", "`x`", "$(x)", "\nx", ">x", "&"] {
                let mut line = follows.clone();
                line.insert_str(at, evil);
                assert!(!own(&line), "{line}");
            }
        }
    }

    #[test]
    fn a6_a_passed_command_is_one_literal_word_and_nothing_stands_around_it() {
        let own = |line: &str| is_own_exec(line, PROGRAM);
        let passed = |line: &str| passed_line(PROGRAM, "goose", line, Some(300));
        for line in ["ls", "echo 'a b' | wc -l", "cat <<'END'\n\tx\nEND", "", "--line 'x'", "a '' b"] {
            let whole = passed(line).unwrap();
            assert!(own(&whole), "{whole}");
            for evil in [";x", "|x", "$(x)", "\nx", ">x", "&", "x", " x", "'", "\\", "'x", "' x '", "';x'"] {
                assert!(!own(&format!("{whole}{evil}")), "{whole}{evil}");
                let named = whole.replacen("goose", &format!("goose{evil}"), 1);
                assert_eq!(own(&named), evil == "x", "{named}");
                let at = whole.find("--line '").unwrap() + "--line '".len();
                let (before, after) = whole.split_at(at);
                // Within the quotes it is only another command, unless it ends them or is read differently.
                let inside = !evil.contains('\'') && !evil.contains('\\');
                assert_eq!(own(&format!("{before}{evil}{after}")), inside, "{before}{evil}{after}");
            }
        }
        for line in ["a\\b", "a\rb", "a\u{1b}b"] {
            assert_eq!(passed(line), None);
        }
        for line in [
            "'/bin/countersign' exec --line x",
            "'/bin/countersign' exec --line \"x\"",
            "'/bin/countersign' exec --line '",
            "'/bin/countersign' exec i12 --line 'x'",
            "'/bin/countersign' exec --home /x --line 'x'",
            "'/bin/countersign' exec --agent --line 'x'",
            "{ eval \"$('/bin/countersign' exec --line 'x' --follow 3>&1 >&4 4>&-; echo \"(exit $?)\")\"; } 4>&1",
        ] {
            assert!(!own(line), "{line}");
        }
        let line = exec_line(PROGRAM, "goose", "call-e30", 115, false);
        assert_eq!(what_of(&line, PROGRAM), Some("call-e30"));
    }

    #[test]
    fn a13_what_a_word_carries_is_plain_to_every_shell_and_reads_back() {
        let args = json!({"command": "grep -n 'a\\|b' \"$x\" `y`\n\u{e9} !", "timeout_s": 9});
        let args = args.as_object().cloned().unwrap();
        let carried = Carried { args, folder: Some("/w x".to_owned()), programs: None, claim: None };
        let word = carried.word().unwrap();
        assert!(word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)), "{word}");
        assert_eq!(Carried::read(&word).unwrap().as_ref(), Some(&carried));
        assert_eq!(Carried::read("i12-ab34").unwrap(), None);
        for bad in ["call-", "call-%", "call-e30", "call-W10"] {
            Carried::read(bad).unwrap_err();
        }
        let long = json!({"command": "x".repeat(WORD_MOST)}).as_object().cloned().unwrap();
        assert_eq!(Carried { args: long, folder: None, programs: None, claim: None }.word(), None);
    }

    #[test]
    fn a_line_that_leaves_its_folder_is_known_by_its_words() {
        for line in ["cd src && ls", "(cd x)", "set -e; cd x", "a;cd x", "pushd x >/dev/null", "x | cd y"] {
            assert!(changes_folder(line), "{line}");
        }
        for line in
            ["test() { x; }; cd y", "printf ( \n) (x); cd y", "function f { x; }; cd y", "alias a=b; cd y"]
        {
            assert!(!changes_folder(line), "{line}");
        }
        for line in ["ls", "echo cdrom", "exec 2>x; cd y", "trap x EXIT; cd y", "set -ex\ncd y", "abcd x"] {
            assert!(!changes_folder(line), "{line}");
        }
    }
}
