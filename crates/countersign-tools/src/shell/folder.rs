//! What a shell reports at the end of a command line: its final folder, and how the parts of its last pipe ended. It prints
//! that after the command's output, and it is removed from there. It is only informative: nothing but the agent's own shell
//! goes to that folder, a command that fakes it achieves no more than `cd`, and the exit code is the shell's own.

use std::borrow::Cow;

use countersign_core::handover::{changes_folder, has_pipe};
use serde_json::{Value, json};

/// The field of a result with the exit codes of all commands of a pipe.
pub(super) const PIPE_CODES: &str = "pipe_exit_codes";
/// The markers before and after what is reported.
const FOLDER: &str = "\u{1e}countersign-folder ";
const PIPE: &str = "\u{1e}countersign-pipe ";
const END: char = '\u{1e}';
/// Maximum length of a path, and number of commands in a pipe.
const PATH_MOST: usize = 4096;
const CODES_MOST: usize = 64;
/// The exit code of a command that wrote to a pipe that nobody reads any more.
const BROKEN_PIPE: u8 = 141;

/// Returns the line extended to print its final folder, if it may change, and how its last pipe ended, if it has one and
/// the shell is bash. A redirected stream is not affected.
pub(super) fn told_by<'l>(shell: &str, line: &'l str) -> Cow<'l, str> {
    let (moves, pipes) = (changes_folder(line), shell.ends_with("/bash") && has_pipe(line));
    if !moves && !pipes {
        return line.into();
    }
    // The first command of all replaces what it asks for.
    let ask = if pipes { r#"set -- "${PIPESTATUS[@]}"; "# } else { "" };
    let codes = r#"command printf "\036countersign-pipe %s\036" "$*" >&2; "#;
    let folder = r#"command printf "\036countersign-folder %s\036" "$PWD" >&2; "#;
    let tell = [(pipes, codes), (moves, folder)].map(|(is_told, tell)| if is_told { tell } else { "" });
    format!("trap '{ask}test -p /dev/fd/2 && {{ {}}}' EXIT; {line}", tell.concat()).into()
}

/// Moves what a shell reported from a command's output to fields of the result.
pub(super) fn taken(mut result: Value) -> Value {
    let is_folder =
        |text: &str| text.starts_with('/') && text.len() <= PATH_MOST && !text.chars().any(char::is_control);
    if let Some(folder) = take(&mut result, FOLDER, &|text| is_folder(text).then(|| text.to_owned())) {
        result["folder"] = folder.into();
    }
    if let Some(codes) = take(&mut result, PIPE, &exit_codes)
        && let Some((0, before)) = codes.split_last()
        && result["exit_code"] == 0
        && before.iter().any(|code| !matches!(code, 0 | &BROKEN_PIPE))
    {
        result[PIPE_CODES] = json!(codes);
    }
    result
}

/// Takes what was last printed after a marker, if `read` can read it.
fn take<T>(result: &mut Value, marker: &str, read: &dyn Fn(&str) -> Option<T>) -> Option<T> {
    let stderr = result["stderr"].as_str()?;
    let at = stderr.rfind(marker)?;
    let (before, after) = (&stderr[..at], &stderr[at + marker.len()..]);
    let (said, rest) = after.split_once(END)?;
    let found = read(said)?;
    let text = format!("{before}{rest}");
    let gone = (stderr.len() - text.len()) as u64;
    let bytes = result["stderr_bytes"].as_u64().unwrap_or_default().saturating_sub(gone);
    result["stderr"] = text.into();
    result["stderr_bytes"] = bytes.into();
    Some(found)
}

fn exit_codes(text: &str) -> Option<Vec<u8>> {
    let codes = text.split(' ').map(|code| code.parse().ok()).collect::<Option<Vec<u8>>>();
    codes.filter(|codes| codes.len() <= CODES_MOST)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use serde_json::json;

    use super::*;

    fn run(shell: &str, line: &str) -> (Option<i32>, Value) {
        let told = Command::new(shell).args(["-c", &told_by(shell, line)]).current_dir("/").output().unwrap();
        let text = String::from_utf8(told.stderr).unwrap();
        let stdout = String::from_utf8(told.stdout).unwrap();
        let code = told.status.code();
        let result = json!({"exit_code": code, "stdout": stdout, "stderr": text, "stderr_bytes": text.len()});
        let result = taken(result);
        (told.status.code(), result)
    }

    #[test]
    fn a13_the_folder_is_told_and_nothing_else_of_the_command_changes() {
        for shell in ["/bin/bash", "/bin/sh"] {
            for (line, code, stdout, stderr, folder) in [
                ("cd /usr && echo a; echo b >&2", 0, "a\n", "b\n", Some("/usr")),
                ("cd /usr; exit 3", 3, "", "", Some("/usr")),
                ("cd /usr; false", 1, "", "", Some("/usr")),
                ("(cd /usr); pwd", 0, "/\n", "", Some("/")),
                ("cd /usr | true; pwd", 0, "/\n", "", Some("/")),
                ("echo a", 0, "a\n", "", None),
                ("exec 2>/dev/null; cd /usr", 0, "", "", None),
            ] {
                let (ended, result) = run(shell, line);
                assert_eq!(ended, Some(code), "{shell} {line}");
                assert_eq!(
                    (&result["stdout"], &result["stderr"]),
                    (&json!(stdout), &json!(stderr)),
                    "{line}"
                );
                assert_eq!(result["stderr_bytes"], stderr.len(), "{line}");
                assert_eq!(result.get("folder").and_then(Value::as_str), folder, "{shell} {line}");
            }
        }
    }

    #[test]
    fn a13_nothing_is_told_into_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("err");
        for shell in ["/bin/bash", "/bin/sh"] {
            for line in ["{ cd /usr; exit 4; } 2>FILE", "cd /usr 2>FILE", "f() { cd /usr; exit; }; f 2>FILE"]
            {
                run(shell, &line.replace("FILE", &file.display().to_string()));
                assert_eq!(std::fs::read_to_string(&file).unwrap(), "", "{shell} {line}");
            }
        }
    }

    #[test]
    fn a13_only_a_folder_is_taken_for_one() {
        for said in ["x", "", "../x", "/a\nb", "/a\u{1b}[2J"] {
            let text = format!("e{FOLDER}{said}{END}");
            let result = taken(json!({"stderr": text, "stderr_bytes": text.len()}));
            assert_eq!(result, json!({"stderr": text, "stderr_bytes": text.len()}), "{said:?}");
        }
    }

    #[test]
    fn a16_a_failure_before_the_end_of_a_pipe_is_told_and_the_exit_code_stays() {
        for (line, code, codes) in [
            ("(exit 2) | cat", 0, Some(json!([2, 0]))),
            ("echo a; true | (exit 3) | (exit 4) | cat", 0, Some(json!([0, 3, 4, 0]))),
            ("cd /usr && false | tail -1", 0, Some(json!([1, 0]))),
            ("(exit 2) |& tail -1", 0, Some(json!([2, 0]))),
            ("if true; then { false | true; }; fi", 0, Some(json!([1, 0]))),
            ("true | cat", 0, None),
            ("yes | head -1 > /dev/null", 0, None),
            ("false | false", 1, None),
            ("set -o pipefail; false | true", 1, None),
            ("set -e; false | true; exit 7", 7, None),
            ("false | true; echo done > /dev/null", 0, None),
            ("! false | false", 0, None),
            ("false || true", 0, None),
            ("echo 'false | true' > /dev/null", 0, None),
            ("trap 'exit 9' EXIT; false | true", 9, None),
            ("exec 2>/dev/null; false | true", 0, None),
            ("IFS=,; false | true", 0, None),
        ] {
            let (ended, result) = run("/bin/bash", line);
            assert_eq!((ended, result.get("pipe_exit_codes")), (Some(code), codes.as_ref()), "{line}");
            if !line.starts_with("IFS") {
                assert_eq!((&result["stderr"], &result["stderr_bytes"]), (&json!(""), &json!(0)), "{line}");
            }
            assert_eq!(run("/bin/sh", line).1.get("pipe_exit_codes"), None, "{line}");
        }
    }

    #[test]
    fn a16_what_a_command_says_of_its_own_pipe_is_only_read_if_it_is_codes() {
        let told = |said: &str| {
            let text = format!("e{PIPE}{said}{END}");
            taken(json!({"exit_code": 0, "stderr": text, "stderr_bytes": text.len()}))
        };
        for said in ["", "x", "1 -1", "256 0", "1  0", "1,0", "{}", "1 0\n", &"1 ".repeat(100)] {
            assert_eq!(told(said)["pipe_exit_codes"], Value::Null, "{said:?}");
            assert!(told(said)["stderr"].as_str().unwrap().contains(said), "{said:?}");
        }
        let forged = told("1 0");
        assert_eq!((&forged["pipe_exit_codes"], &forged["exit_code"]), (&json!([1, 0]), &json!(0)));
        // Our own report is the last one.
        let line = "printf '\\036countersign-pipe 9 9 0\\036' >&2; false | true";
        let (code, result) = run("/bin/bash", line);
        assert_eq!((code, &result["pipe_exit_codes"]), (Some(0), &json!([1, 0])), "{result}");
    }
}
