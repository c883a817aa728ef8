//! The final working folder of a command line: the shell prints it after the command's output, and it is
//! removed from there. It is only informative: nothing but the agent's own shell goes there, and a command
//! that fakes it achieves no more than `cd`.

use std::borrow::Cow;

use countersign_core::handover::changes_folder;
use serde_json::Value;

/// The markers before and after the folder.
const BEGIN: &str = "\u{1e}countersign-folder ";
const END: char = '\u{1e}';
/// Maximum length of a path.
const PATH_MOST: usize = 4096;

/// Returns the line extended to print its final folder, if it may change. A redirected stream is not affected.
pub(super) fn told_by(line: &str) -> Cow<'_, str> {
    if !changes_folder(line) {
        return line.into();
    }
    let tell = r#"test -p /dev/fd/2 && command printf "\036countersign-folder %s\036" "$PWD" >&2"#;
    format!("trap '{tell}' EXIT; {line}").into()
}

/// Moves the folder from a command's output to a field of the result.
pub(super) fn taken(mut result: Value) -> Value {
    let Some(stderr) = result["stderr"].as_str() else { return result };
    let Some(at) = stderr.rfind(BEGIN) else { return result };
    let (before, after) = (&stderr[..at], &stderr[at + BEGIN.len()..]);
    let Some((folder, rest)) = after.split_once(END) else { return result };
    if !folder.starts_with('/') || folder.len() > PATH_MOST || folder.chars().any(char::is_control) {
        return result;
    }
    let (folder, text) = (folder.to_owned(), format!("{before}{rest}"));
    let gone = (stderr.len() - text.len()) as u64;
    let bytes = result["stderr_bytes"].as_u64().unwrap_or_default().saturating_sub(gone);
    result["stderr"] = text.into();
    result["stderr_bytes"] = bytes.into();
    result["folder"] = folder.into();
    result
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use serde_json::json;

    use super::*;

    fn run(shell: &str, line: &str) -> (Option<i32>, Value) {
        let told = Command::new(shell).args(["-c", &told_by(line)]).current_dir("/").output().unwrap();
        let text = String::from_utf8(told.stderr).unwrap();
        let stdout = String::from_utf8(told.stdout).unwrap();
        let result = taken(json!({"stdout": stdout, "stderr": text, "stderr_bytes": text.len()}));
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
            let text = format!("e{BEGIN}{said}{END}");
            let result = taken(json!({"stderr": text, "stderr_bytes": text.len()}));
            assert_eq!(result, json!({"stderr": text, "stderr_bytes": text.len()}), "{said:?}");
        }
    }
}
