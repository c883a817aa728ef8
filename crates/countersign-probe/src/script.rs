//! What the scripted model does next, given the results of the tools so far.

use serde_json::Value;

/// One thing that a model wants done, whatever an agent calls the tool for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Runs a command.
    Shell(String),
    /// Reads a file; an absolute path.
    Read(String),
    /// Searches the folder for a text.
    Search(String),
    /// Writes a whole file.
    Write {
        /// Its absolute path.
        path: String,
        /// Its content.
        content: String,
    },
    /// Replaces a text in a file.
    Edit {
        /// Its absolute path.
        path: String,
        /// What stands there, once.
        old: String,
        /// What replaces it.
        new: String,
    },
}

/// A call of an agent's tool: the end of its name, and its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The end of the tool's name: `Bash`, or `shell` for `developer__shell`.
    pub tool: &'static str,
    /// Its arguments; a text for tools that take one.
    pub args: Value,
}

/// The model's next output.
#[derive(Debug, Clone, PartialEq)]
pub enum Turn {
    /// These calls, all at once.
    Calls(Vec<Call>),
    /// A text, which ends the conversation.
    Say(String),
}

/// What the model does: given the results so far, its next turn.
pub type Script = Box<dyn Fn(&[String]) -> Turn + Send + Sync>;

impl Act {
    /// Returns the command that does the same in a shell, for agents without a tool for it.
    pub fn in_shell(&self) -> String {
        match self {
            Self::Shell(command) => command.clone(),
            Self::Read(path) => format!("cat {path}"),
            Self::Search(text) => format!("grep -rn '{text}' --include='*.py' ."),
            Self::Write { path, content } => format!("cat > {path} <<'END'\n{content}END"),
            Self::Edit { path, old, new } => {
                format!("sed -i 's/{}/{}/' {path}", old.replace('/', "\\/"), new.replace('/', "\\/"))
            }
        }
    }

    /// Returns the patch that does the same, as `apply_patch` reads it; none for other acts.
    pub fn as_patch(&self) -> Option<String> {
        let body = match self {
            Self::Write { path, content } => {
                let lines: String = content.lines().map(|line| format!("+{line}\n")).collect();
                format!("*** Add File: {path}\n{lines}")
            }
            Self::Edit { path, old, new } => format!("*** Update File: {path}\n@@\n-{old}\n+{new}\n"),
            _ => return None,
        };
        Some(format!("*** Begin Patch\n{body}*** End Patch\n"))
    }
}

/// Finds the command that a denial tells the model to run instead: what stands between these words, or else a line of its
/// own that starts `countersign exec`.
pub fn redirected(result: &str) -> Option<String> {
    // Results are JSON texts.
    let plain = serde_json::from_str(result).map_or_else(|_| result.to_owned(), |value| texts(&value));
    let told = plain.split_once("exactly this instead:\n").map(|(_, rest)| rest);
    let passed = told.and_then(|rest| rest.split_once("\nRun further commands")).map(|(line, _)| line);
    passed.or_else(|| plain.lines().map(str::trim).find(|line| is_exec(line))).map(str::to_owned)
}

/// Returns all texts of a value, one below the other.
fn texts(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(texts).collect::<Vec<_>>().join("\n"),
        Value::Object(fields) => fields.values().map(texts).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

/// Whether a line starts our `exec`, with or without variables before it and quotes around the program.
fn is_exec(line: &str) -> bool {
    let Some((before, rest)) = line.split_once(" exec ") else { return false };
    let mut words = before.split(' ');
    let program = words.next_back().unwrap_or_default().trim_matches('\'');
    // An agent that repeats its command in the result says something else before it.
    let known =
        (program == "countersign" || program.ends_with("/countersign")) && words.all(|w| w.contains('='));
    let named = rest.split(' ').next().is_some_and(|what| what.starts_with('i') || what.starts_with("call-"));
    known && named && !line.contains(['`', ';', '|', '&', '<', '>'])
}

/// Makes a script that does one turn after the other; where a result tells which command to run instead, that is run
/// next, as `shell` runs it.
pub fn turns(turns: Vec<Vec<Call>>, shell: impl Fn(&str) -> Call + Send + Sync + 'static) -> Script {
    Box::new(move |results| {
        let mut rest = results.iter();
        for turn in &turns {
            let told: Vec<&String> = rest.by_ref().take(turn.len()).collect();
            if told.len() < turn.len() {
                return Turn::Calls(turn.clone());
            }
            for line in told.iter().filter_map(|result| redirected(result)) {
                if rest.next().is_none() {
                    return Turn::Calls(vec![shell(&line)]);
                }
            }
        }
        Turn::Say(format!("DONE: {}", results.last().map(String::as_str).unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shell(line: &str) -> Call {
        Call { tool: "sh", args: json!({"command": line}) }
    }

    #[test]
    fn a_script_goes_on_when_all_calls_of_a_turn_have_results() {
        let script = turns(vec![vec![shell("a"), shell("b")], vec![shell("c")]], shell);
        let results = |n: usize| vec!["r".to_owned(); n];
        assert_eq!(script(&results(0)), Turn::Calls(vec![shell("a"), shell("b")]));
        assert_eq!(script(&results(2)), Turn::Calls(vec![shell("c")]));
        assert_eq!(script(&results(3)), Turn::Say("DONE: r".to_owned()));
    }

    #[test]
    fn a_script_runs_what_a_denial_tells_it_to_run_once() {
        let script = turns(vec![vec![shell("a")], vec![shell("b")]], shell);
        let denied = "\"denied; run:\\n'/bin/countersign' exec i4-9f3a --agent goose\\nexactly\"".to_owned();
        let line = "'/bin/countersign' exec i4-9f3a --agent goose";
        assert_eq!(script(std::slice::from_ref(&denied)), Turn::Calls(vec![shell(line)]));
        assert_eq!(script(&[denied, "done".to_owned()]), Turn::Calls(vec![shell("b")]));
    }

    #[test]
    fn only_a_whole_line_of_ours_is_taken_for_a_redirection() {
        assert_eq!(redirected("it waits for `countersign confirm i4`"), None);
        assert_eq!(redirected("run countersign exec i4; rm -rf /"), None);
        assert_eq!(redirected("evil exec i4"), None);
        assert_eq!(redirected("Command: A='/h' '/bin/countersign' exec i4-9f3a --agent qwen"), None);
        assert!(redirected("COUNTERSIGN_HOME='/h' '/bin/countersign' exec call-abc --agent qwen").is_some());
    }

    #[test]
    fn a_command_of_several_lines_is_taken_over_whole() {
        let line = "'/bin/countersign' exec --agent goose --line 'cat <<END\nx \"y\"\nEND'";
        let said =
            json!(format!("Denied: call shell with exactly this instead:\n{line}\nRun further commands so"));
        assert_eq!(redirected(&said.to_string()).as_deref(), Some(line));
        let parts = json!([{"type": "text", "text": said}]);
        assert_eq!(redirected(&parts.to_string()).as_deref(), Some(line));
    }

    #[test]
    fn a_patch_names_the_file_and_the_lines() {
        let edit = Act::Edit { path: "/w/a".into(), old: "x".into(), new: "y".into() };
        assert_eq!(
            edit.as_patch().as_deref(),
            Some("*** Begin Patch\n*** Update File: /w/a\n@@\n-x\n+y\n*** End Patch\n")
        );
        assert_eq!(Act::Shell("ls".into()).as_patch(), None);
    }
}
