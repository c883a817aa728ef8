//! Maps agents' own tools to our calls: how a tool of Claude Code or Codex is judged. Pure, and shared by
//! hooks and the permission prompt.
//!
//! A name alone makes nothing more permissive: unknown tools are asked about, and known ones are judged by
//! their arguments.

mod again;
pub mod exec;
pub mod finish;
pub mod hook;
pub mod landed;
mod line;
pub mod names;
pub mod operations;
mod ready;
mod record;
pub mod unasked;

pub use self::record::Handover;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

pub use self::line::{
    Carried, changes_folder, exec_line, has_pipe, is_quotable, passed_line, quoted, what_of,
};
use crate::record::Doc;

/// The server for tools that an agent runs itself after asking. They are offered to nobody.
pub const SERVER: &str = crate::tool::AGENT_SERVER;
/// The agent reads a file or searches a folder.
pub const READ: &str = "agent.read";
/// The agent writes a whole file.
pub const WRITE: &str = "agent.write";
/// The agent replaces parts of a file.
pub const EDIT: &str = "agent.edit";
/// The agent changes a file in a way that only it can predict.
pub const CHANGE: &str = "agent.change";
/// The agent applies a patch to several files.
pub const PATCH: &str = "agent.patch";
/// The agent sends data to a host.
pub const FETCH: &str = "agent.fetch";
/// The agent runs a command in a shell of its own.
pub const RUN: &str = "agent.run";
/// The agent does something unknown here.
pub const OTHER: &str = "agent.other";
/// Not a tool: the state of files that were handed over.
pub const SETTLE: &str = "agent.settle";

/// The meaning of a call of an agent's own tool.
#[derive(Debug, Clone, PartialEq)]
pub enum Meant {
    /// It has no effect outside the agent, or is judged elsewhere.
    Nothing,
    /// A command, which the gate runs itself: the arguments of `shell.run`.
    Command(Doc),
    /// Something that the agent does itself once it is allowed.
    Handed {
        /// Which of the tools above.
        tool: &'static str,
        /// Its arguments.
        args: Doc,
    },
}

/// Tools that only affect the agent itself.
const INSIDE: &[&str] = &[
    "Agent",
    "AskUserQuestion",
    "BashOutput",
    "CronDelete",
    "CronList",
    "EnterPlanMode",
    "ExitPlanMode",
    "KillBash",
    "KillShell",
    "ReportFindings",
    "ScheduleWakeup",
    "Skill",
    "StructuredOutput",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "close_agent",
    "create_goal",
    "get_goal",
    "request_user_input",
    "resume_agent",
    "send_input",
    "update_goal",
    "update_plan",
    "wait_agent",
];

/// Tools of the gateway, which judges them itself.
const OURS: &str = "mcp__countersign__";

/// The maximum length of an agent's description of a call.
const CLAIM_MOST: usize = 500;

/// The caller, as far as it affects the meaning of a call.
#[derive(Debug, Clone, Copy)]
pub struct Caller<'a> {
    /// The agent's working folder.
    pub cwd: Option<&'a str>,
    /// How a shell there starts this program.
    pub program: &'a str,
    /// Whether the agent itself applies a patch given to `apply_patch` in a command line, as Codex does. For
    /// every other agent that is an ordinary command.
    pub applies_patches: bool,
}

/// Returns the meaning of a call of `tool`.
pub fn meant(tool: &str, input: &Doc, caller: Caller<'_>) -> Meant {
    let Caller { cwd, program, applies_patches } = caller;
    let text = |name: &str| input.get(name).and_then(Value::as_str);
    let handed = |name: &'static str, args: Value| {
        let mut args = args.as_object().cloned().unwrap_or_default();
        args.retain(|_, v| !v.is_null());
        args.insert("tool".to_owned(), tool.into());
        args.extend(cwd.map(|cwd| ("cwd".to_owned(), cwd.into())));
        Meant::Handed { tool: name, args }
    };
    let unknown = || handed(OTHER, json!({"input": input}));
    if !is_plain(tool, input) {
        return unknown();
    }
    let path = path_field(tool).and_then(text);
    match tool {
        _ if INSIDE.contains(&tool) || tool.starts_with(OURS) => Meant::Nothing,
        "Bash" => match text("command") {
            Some(line) if line::is_own_exec(line, program) => Meant::Nothing,
            // With its own working folder it is judged as a command, which takes that folder into account.
            Some(line) => match heredoc(line).filter(|_| applies_patches && !input.contains_key("workdir")) {
                Some(patch) => handed(PATCH, json!({"patch": patch})),
                None => Meant::Command(command(line, input, cwd)),
            },
            None => unknown(),
        },
        "Read" | "NotebookRead" | "view_image" => match path {
            Some(path) => handed(READ, json!({"path": path})),
            None => unknown(),
        },
        // It opens every matching file.
        "Grep" => {
            let (glob, kind) = (input.get("glob"), input.get("type"));
            let search = json!({"glob": glob.and_then(Value::as_str), "type": kind.and_then(Value::as_str)});
            match [glob, kind].into_iter().flatten().all(|v| v.is_string() || v.is_null()) {
                true => handed(READ, json!({"path": path.unwrap_or("."), "search": search})),
                false => unknown(),
            }
        }
        // It only lists names, not contents.
        "Glob" | "LS" => handed(READ, json!({"path": path.unwrap_or(".")})),
        "Write" => match (path, text("content")) {
            (Some(path), Some(content)) => handed(WRITE, json!({"path": path, "content": content})),
            _ => unknown(),
        },
        "Edit" | "MultiEdit" => match (path, edits(input)) {
            (Some(path), Some(edits)) => handed(EDIT, json!({"path": path, "edits": edits})),
            _ => unknown(),
        },
        "NotebookEdit" => match path {
            Some(path) => handed(CHANGE, json!({"path": path, "input": input})),
            None => unknown(),
        },
        // Types nothing: it only polls for output.
        "write_stdin" if looks_only(input) => Meant::Nothing,
        "apply_patch" => match text("command").or(text("input")).or(text("patch")) {
            Some(patch) => handed(PATCH, json!({"patch": patch})),
            None => unknown(),
        },
        "WebFetch" => match text("url") {
            Some(url) => handed(FETCH, json!({"url": url, "prompt": text("prompt")})),
            None => unknown(),
        },
        "WebSearch" | "web_search" => match text("query") {
            Some(query) => handed(FETCH, json!({"query": query})),
            None => unknown(),
        },
        _ => unknown(),
    }
}

/// Returns a command as something that the agent does itself: the gate does not run it, so nothing holds it to what its
/// text says.
pub fn run_by_agent(tool: &str, command: Doc) -> Meant {
    let mut args = command;
    args.remove("timeout_s");
    args.insert("tool".to_owned(), tool.into());
    Meant::Handed { tool: RUN, args }
}

/// Returns the agent's description of a call.
pub fn claim(input: &Doc) -> Option<String> {
    let said = ["human_summary", "description", "justification"].iter().find_map(|n| input.get(*n)?.as_str());
    let said = said.map(str::trim).filter(|s| !s.is_empty())?;
    Some(crate::text::truncate(said, CLAIM_MOST))
}

/// Fields in which tools name a file or folder; each tool uses one of them.
const PATHS: &[&str] = &["file_path", "notebook_path", "path"];
/// Fields that hold the patch for `apply_patch`, in various versions of Codex.
const PATCHES: &[&str] = &["command", "input", "patch"];
/// Fields of one replacement. `MultiEdit` has them in a list, `Edit` directly.
const EDITS: &[&str] = &["old_string", "new_string", "replace_all"];

/// Returns the field in which a tool names its file or folder.
fn path_field(tool: &str) -> Option<&'static str> {
    match tool {
        "Read" | "Write" | "Edit" | "MultiEdit" => Some("file_path"),
        "NotebookRead" | "NotebookEdit" => Some("notebook_path"),
        "view_image" | "Grep" | "Glob" | "LS" => Some("path"),
        _ => None,
    }
}

/// Whether an input is unambiguous. If a second field meant the same, the agent might use that one, and
/// something else would be judged than is done.
fn is_plain(tool: &str, input: &Doc) -> bool {
    let has = |name: &&str| input.get(*name).is_some_and(|v| !v.is_null());
    let own = path_field(tool);
    let one_path = own.is_none_or(|own| {
        let text = input.get(own).is_none_or(|v| v.is_string() || v.is_null());
        text && !PATHS.iter().any(|name| *name != own && input.contains_key(*name))
    });
    one_path
        && match tool {
            "Edit" => !input.contains_key("edits"),
            "MultiEdit" => !EDITS.iter().any(|name| input.contains_key(*name)),
            "apply_patch" => PATCHES.iter().filter(|name| has(name)).count() <= 1,
            _ => true,
        }
}

/// Whether `write_stdin` types nothing, and all its fields are known.
fn looks_only(input: &Doc) -> bool {
    input.iter().all(|(name, value)| match name.as_str() {
        "chars" => value.is_null() || value == "",
        "session_id" | "yield_time_ms" | "max_output_tokens" => true,
        _ => false,
    })
}

fn edits(input: &Doc) -> Option<Vec<Value>> {
    let one = |edit: &Map<String, Value>| {
        let all = match edit.get("replace_all") {
            None | Some(Value::Null) => false,
            Some(all) => all.as_bool()?,
        };
        Some(json!({
            "old_text": edit.get("old_string")?.as_str()?,
            "new_text": edit.get("new_string")?.as_str()?,
            "all": all,
        }))
    };
    match input.get("edits") {
        Some(Value::Array(list)) if !list.is_empty() => list.iter().map(|e| one(e.as_object()?)).collect(),
        Some(_) => None,
        None => one(input).map(|e| vec![e]),
    }
}

/// Returns how long the agent waits for its command, in seconds. It does not wait for one in the background.
pub fn patience_s(input: &Doc) -> u64 {
    if in_background(input) {
        return PATIENCE_MOST_S;
    }
    let given = ["timeout", "timeout_ms"].iter().find_map(|n| input.get(*n)?.as_u64());
    (given.unwrap_or(PATIENCE_MS) / 1000).clamp(1, PATIENCE_MOST_S)
}

fn in_background(input: &Doc) -> bool {
    input.get("run_in_background").and_then(Value::as_bool) == Some(true)
}

/// Claude Code's default timeout for a command.
const PATIENCE_MS: u64 = 120_000;
/// The maximum time for a command.
const PATIENCE_MOST_S: u64 = 3_600;
/// The part of that time left to the agent's side.
const MARGIN_S: u64 = 5;
/// How long `exec` waits for a person if nothing else is said.
pub const PASSED_WAIT_S: u64 = PATIENCE_MS / 1000 - MARGIN_S;

fn command(line: &str, input: &Doc, cwd: Option<&str>) -> Doc {
    let folder = input.get("workdir").and_then(Value::as_str).or(cwd);
    let mut args = Doc::new();
    args.insert("command".to_owned(), line.into());
    args.insert("timeout_s".to_owned(), patience_s(input).into());
    args.extend(folder.map(|folder| ("cwd".to_owned(), folder.into())));
    args
}

/// Returns the command line by which the agent passes a command to the gate, where a hook can only refuse it; `None` if it
/// must be judged first, and [`rewritten`].
pub fn passed_on(input: &Doc, line: &str, program: &str, agent: &str) -> Option<String> {
    let is_plain = !input.contains_key("workdir") && !in_background(input);
    let wait_s = patience_s(input).saturating_sub(MARGIN_S).max(1);
    let wait_s = (wait_s != PASSED_WAIT_S).then_some(wait_s);
    is_plain.then(|| passed_line(program, agent, line, wait_s)).flatten()
}

/// Returns the input of a command that an agent passed on with `--wait-s`.
pub fn of_passed(line: &str, wait_s: u64) -> Doc {
    let mut input = Doc::new();
    input.insert("command".to_owned(), line.into());
    input.insert("timeout".to_owned(), (wait_s.saturating_add(MARGIN_S).min(PATIENCE_MOST_S) * 1000).into());
    input
}

/// Adds variables of the agent's environment to a command.
pub fn with_env(mut args: Doc, env: &BTreeMap<String, String>) -> Doc {
    if !env.is_empty() {
        args.insert("env".to_owned(), json!(env));
    }
    args
}

/// Returns the input with which the agent starts `exec` instead of the command itself, which is `what`: an
/// item, or an encoded command. With `keeps_folder` the agent's next command begins in the folder where this
/// one ended.
pub fn rewritten(input: &Doc, program: &str, agent: &str, what: &str, keeps_folder: bool) -> Doc {
    let wait_s = patience_s(input).saturating_sub(MARGIN_S).max(1);
    let line = input.get("command").and_then(Value::as_str).unwrap_or_default();
    let follow = keeps_folder && !in_background(input) && changes_folder(line);
    let mut input = input.clone();
    input.insert("command".to_owned(), exec_line(program, agent, what, wait_s, follow).into());
    input
}

/// Returns a patch given to `apply_patch` as a heredoc, which Codex applies itself: one line with a quoted
/// delimiter, the patch, the delimiter. The quotes prevent expansion in the shell, so every reader sees the
/// same patch. Anything else on the line or after the delimiter makes it another command.
fn heredoc(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("apply_patch")?.trim_start_matches(' ').strip_prefix("<<")?;
    let (word, text) = rest.split_once('\n')?;
    let word = word.trim_matches(' ').strip_prefix('\'')?.strip_suffix('\'')?;
    let (patch, end) = text.strip_suffix('\n').unwrap_or(text).rsplit_once('\n')?;
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let once = end == word && !patch.lines().any(|l| l.trim() == word);
    // A shell, a terminal and Codex may interpret these differently.
    let visible = !line.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
    (plain && once && visible && patch.starts_with("*** Begin Patch\n")).then_some(patch)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tool: &str, input: Value) -> Meant {
        let Value::Object(input) = input else { panic!("an object") };
        of_agent(tool, &input, true)
    }

    fn of_agent(tool: &str, input: &Doc, applies_patches: bool) -> Meant {
        meant(tool, input, Caller { cwd: Some("/w"), program: "'/bin/countersign'", applies_patches })
    }

    fn handed(tool: &str, input: Value) -> (&'static str, Value) {
        match of(tool, input) {
            Meant::Handed { tool, args } => (tool, Value::Object(args)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a4_a_tool_that_nobody_knows_is_asked_about_whatever_it_is_called() {
        for tool in ["mcp__files__read", "ReadOnly", "read", "Bash2", "mcp__countersign_evil__x", ""] {
            assert_eq!(handed(tool, json!({"readOnlyHint": true})).0, OTHER, "{tool}");
        }
        for (tool, input) in
            [("Bash", json!({})), ("Write", json!({"file_path": "x"})), ("Edit", json!({"edits": 1}))]
        {
            assert_eq!(handed(tool, input).0, OTHER, "{tool}");
        }
    }

    #[test]
    fn what_stays_inside_the_agent_and_what_the_gateway_judges_is_let_through() {
        for tool in [
            "CronList",
            "ReportFindings",
            "get_goal",
            "TodoWrite",
            "Task",
            "mcp__countersign__filesystem_write_file",
            "update_plan",
        ] {
            assert_eq!(of(tool, json!({})), Meant::Nothing, "{tool}");
        }
    }

    #[test]
    fn a_command_is_judged_as_shell_run_in_the_folder_it_would_run_in() {
        let Meant::Command(args) = of("Bash", json!({"command": "make", "timeout": 9000})) else { panic!() };
        assert_eq!(Value::Object(args), json!({"command": "make", "timeout_s": 9, "cwd": "/w"}));
        let Meant::Command(args) = of("Bash", json!({"command": "make", "workdir": "/x"})) else { panic!() };
        assert_eq!(args["cwd"], "/x");
    }

    #[test]
    fn a_rewritten_command_keeps_everything_else_and_ends_before_the_agent_gives_up() {
        let input = json!({"command": "make", "timeout": 60000, "run_in_background": true});
        let Value::Object(input) = input else { panic!() };
        let now = |input: &Doc, keeps_folder| {
            let now = rewritten(input, "'/bin/countersign'", "codex", "i1-0000", keeps_folder);
            (now["command"].as_str().unwrap().to_owned(), now)
        };
        let (line, rest) = now(&input, true);
        assert_eq!(line, "'/bin/countersign' exec i1-0000 --agent codex --wait-s 3595");
        assert_eq!((&rest["timeout"], &rest["run_in_background"]), (&json!(60000), &json!(true)));
        let Value::Object(input) = json!({"command": "cd x && make", "timeout": 60000}) else { panic!() };
        assert_eq!(now(&input, false).0, "'/bin/countersign' exec i1-0000 --agent codex --wait-s 55");
        assert_eq!(now(&input, true).0, exec_line("'/bin/countersign'", "codex", "i1-0000", 55, true));
    }

    #[test]
    fn a13_what_is_typed_into_a_program_is_asked_about_and_a_look_at_it_is_not() {
        for input in [json!({"session_id": 1}), json!({"session_id": 1, "chars": ""})] {
            assert_eq!(of("write_stdin", input), Meant::Nothing);
        }
        for input in
            [json!({"session_id": 1, "chars": "!touch x\n"}), json!({"input": "x"}), json!({"chars": "\n"})]
        {
            assert_eq!(handed("write_stdin", input).0, OTHER);
        }
    }

    #[test]
    fn a13_a_search_is_judged_by_the_files_that_it_opens_and_a_list_of_names_by_its_folder() {
        let (tool, args) = handed("Grep", json!({"pattern": "KEY", "glob": ".env*"}));
        assert_eq!((tool, &args["search"]["glob"], &args["path"]), (READ, &json!(".env*"), &json!(".")));
        assert_eq!(handed("Grep", json!({"pattern": "KEY", "glob": [".env"]})).0, OTHER);
        assert_eq!(handed("Glob", json!({"pattern": "**/.env*"})).1.get("search"), None);
    }

    #[test]
    fn a6_a_patch_below_its_command_is_a_patch_only_as_codex_sends_it() {
        let patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch";
        let line = |text: &str| json!({"command": text});
        for text in [
            format!("apply_patch <<'EOF'\n{patch}\nEOF"),
            format!("apply_patch << 'PATCH_1' \n{patch}\nPATCH_1\n"),
        ] {
            let own = handed("Bash", line(&text));
            assert_eq!((own.0, &own.1["patch"]), (PATCH, &json!(patch)));
            // No other agent applies it: its shell runs whatever has that name.
            let input = line(&text).as_object().cloned().unwrap();
            assert!(matches!(of_agent("Bash", &input, false), Meant::Command(_)), "{text}");
            let elsewhere = json!({"command": text, "workdir": "/x"});
            assert!(matches!(of("Bash", elsewhere), Meant::Command(_)), "{text}");
        }
        for text in [
            // Without quotes around the delimiter the shell expands the text.
            format!("apply_patch <<EOF\n{patch}\nEOF"),
            format!("apply_patch <<\"EOF\"\n{patch}\nEOF"),
            format!("apply_patch <<\\EOF\n{patch}\nEOF"),
            format!("apply_patch <<E'O'F\n{patch}\nEOF"),
            format!("apply_patch <<''\n{patch}\n"),
            format!("apply_patch <<'EOF\n{patch}\nEOF"),
            format!("apply_patch <<'E F'\n{patch}\nE F"),
            // Something else is on the line, before or after it.
            format!("apply_patch <<'EOF' && rm x\n{patch}\nEOF"),
            format!("apply_patch <<'EOF' > file\n{patch}\nEOF"),
            format!("apply_patch <<'EOF' | sh\n{patch}\nEOF"),
            format!("apply_patch <<'EOF' <<'EOG'\n{patch}\nEOF\nEOG"),
            format!("apply_patch <<'EOF' # '\n{patch}\nEOF"),
            format!("apply_patch <<-'EOF'\n{patch}\nEOF"),
            format!("apply_patch <<<'EOF'\n{patch}\nEOF"),
            format!("apply_patch 3<<'EOF'\n{patch}\nEOF"),
            format!("apply_patch - <<'EOF'\n{patch}\nEOF"),
            format!("apply_patch\t<<'EOF'\n{patch}\nEOF"),
            format!("cd x && apply_patch <<'EOF'\n{patch}\nEOF"),
            format!("rm x; apply_patch <<'EOF'\n{patch}\nEOF"),
            format!("X=1 apply_patch <<'EOF'\n{patch}\nEOF"),
            format!("./apply_patch <<'EOF'\n{patch}\nEOF"),
            format!("apply_patch2 <<'EOF'\n{patch}\nEOF"),
            format!("(apply_patch <<'EOF'\n{patch}\nEOF\n)"),
            format!(" apply_patch <<'EOF'\n{patch}\nEOF"),
            format!("\u{a0}apply_patch <<'EOF'\n{patch}\nEOF"),
            format!("\napply_patch <<'EOF'\n{patch}\nEOF"),
            // After the delimiter, or with a second one.
            format!("apply_patch <<'EOF'\n{patch}\nEOF\nrm x"),
            format!("apply_patch <<'EOF'\n{patch}\nEOF\nrm x\nEOF"),
            format!("apply_patch <<'EOF'\n{patch}\nEOF \nrm x\nEOF"),
            format!("apply_patch <<'EOF'\n{patch}\nEOF\r\nrm x\nEOF"),
            format!("apply_patch <<'EOF'\n{patch}\nEOF\n\n"),
            format!("apply_patch <<'EOF'\n{patch}\nEOF;rm x"),
            format!("apply_patch <<'EOF'\n{patch}\n EOF"),
            format!("apply_patch <<'EOF'\n{patch}\nEOF "),
            format!("apply_patch <<'EOF'\n{patch}"),
            // Characters that readers interpret differently.
            format!("apply_patch <<'EOF'\r\n{}\r\nEOF", patch.replace('\n', "\r\n")),
            format!("apply_patch <<'EOF'\n{patch}\u{0}\nEOF"),
            format!("apply_patch <<'EOF'\n{patch}\u{1b}[2K\nEOF"),
            format!("apply_patch <<'EOF'\nrm x\n{patch}\nEOF"),
            // Given in another form.
            format!("apply_patch '{patch}'"),
            "apply_patch \"$(touch x)\"".to_owned(),
            format!("apply_patch \"$(cat <<'EOF'\n{patch}\nEOF\n)\""),
        ] {
            assert!(matches!(of("Bash", line(&text)), Meant::Command(_)), "{text}");
        }
    }

    #[test]
    fn a13_what_says_twice_what_is_to_be_done_is_asked_about() {
        let edit = json!({"old_string": "a", "new_string": "b"});
        let patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch";
        for (tool, input) in [
            ("Edit", json!({"file_path": "x", "old_string": "a", "new_string": "b", "edits": []})),
            ("Edit", json!({"file_path": "x", "old_string": "a", "new_string": "b", "edits": null})),
            ("Edit", json!({"file_path": "x", "edits": [edit]})),
            ("Edit", json!({"file_path": "x", "old_string": "a", "new_string": "b", "replace_all": "true"})),
            ("MultiEdit", json!({"file_path": "x", "edits": []})),
            ("MultiEdit", json!({"file_path": "x", "edits": [edit], "old_string": "c", "new_string": "d"})),
            ("MultiEdit", json!({"file_path": "x", "edits": [edit], "replace_all": true})),
            ("MultiEdit", json!({"file_path": "x", "old_string": "c", "new_string": "d"})),
            ("NotebookEdit", json!({"notebook_path": "/x", "file_path": "y", "new_source": "x"})),
            ("NotebookEdit", json!({"file_path": "y", "new_source": "x"})),
            ("Read", json!({"file_path": "x", "path": "~/.ssh/id_rsa"})),
            ("Read", json!({"path": "x"})),
            ("view_image", json!({"path": "x", "file_path": "y"})),
            ("Grep", json!({"pattern": "x", "path": ["~/.ssh"]})),
            ("Grep", json!({"pattern": "x", "file_path": "~/.ssh"})),
            ("Glob", json!({"pattern": "x", "path": {}})),
            ("Write", json!({"file_path": "x", "content": "a", "path": "/etc/passwd"})),
            ("apply_patch", json!({"command": patch, "input": patch})),
            ("apply_patch", json!({"patch": patch, "command": ["x"]})),
            ("write_stdin", json!({"session_id": 1, "chars": "", "text": "x\n"})),
            ("write_stdin", json!({"session_id": 1, "chars": ["x"]})),
        ] {
            assert_eq!(handed(tool, input.clone()).0, OTHER, "{tool} {input}");
        }
        // Unrelated fields of newer versions change nothing.
        assert_eq!(handed("Read", json!({"file_path": "x", "offset": 3, "pages": "1-2"})).0, READ);
        assert_eq!(handed("NotebookEdit", json!({"notebook_path": "x", "new_source": "y"})).0, CHANGE);
        assert_eq!(handed("Grep", json!({"pattern": "x", "path": null})).0, READ);
    }

    #[test]
    fn edits_of_both_shapes_are_the_same() {
        let edit = json!({"old_string": "a", "new_string": "b"});
        let one = json!({"file_path": "/w/x", "old_string": "a", "new_string": "b"});
        let many = json!({"file_path": "/w/x", "edits": [edit]});
        assert_eq!(handed("Edit", one).1["edits"], handed("MultiEdit", many).1["edits"]);
    }
}
