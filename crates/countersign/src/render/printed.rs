//! What a command printed, and how it ended. Every line of it has a bar before it, so that none can pass for ours.

use countersign_core::{text::visible_multiline, tool::Printed};
use serde_json::{Map, Value};

use super::{View, generic};

/// How many lines a page shows of each.
const LINES: usize = 60;
/// What a result says that nobody needs to know who sees the rest.
const ASIDE: &[&str] =
    &["command", "cwd", "discarded", "duration_ms", "rehearsed", "stderr_bytes", "stdout_bytes"];

/// Renders the output and the exit code.
pub fn printed(printed: &Printed, view: &View) -> String {
    let mut out = text("term-printed", &printed.stdout, view);
    out.push_str(&text("term-printed-errors", &printed.stderr, view));
    if let Some(code) = printed.exit_code {
        let code = view.about("work-exit", "n", code.to_string());
        let is_good = printed.exit_code == Some(0);
        out.push_str(&format!("  {}\n", if is_good { view.paint.dim(&code) } else { view.paint.bad(&code) }));
    }
    out
}

/// Renders what the result of a command says that it printed; nothing if it is no such result.
pub fn of_result(result: &Value, view: &View) -> String {
    Printed::of(result).map(|found| printed(&found, view)).unwrap_or_default()
}

fn text(label: &str, text: &str, view: &View) -> String {
    if text.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = text.lines().map(|line| visible_multiline(line).text).collect();
    let most = if view.verbose { usize::MAX } else { LINES };
    let mut out = format!("  {}\n", view.paint.dim(&view.label(&view.t(label))));
    for line in lines.iter().take(most) {
        out.push_str(&format!("  {} {line}\n", view.paint.dim("│")));
    }
    if lines.len() > most {
        let more = view.words.with("term-more-verbose", &[("n", (lines.len() - most).into())]);
        out.push_str(&format!("  {}\n", view.paint.warn(&more)));
    }
    out
}

/// Renders the result of a call: of a command what it printed, raw, and its exit code; then what else is worth knowing.
pub fn result(result: &Value, view: &View) -> String {
    let Some(fields) = result.as_object().filter(|fields| fields.contains_key("stdout")) else {
        return generic::render(result, view);
    };
    let raw = |name: &str| {
        let text = fields.get(name).and_then(Value::as_str).unwrap_or_default();
        let text = visible_multiline(text).text;
        if text.is_empty() || text.ends_with('\n') { text } else { format!("{text}\n") }
    };
    let mut out = raw("stdout") + &raw("stderr");
    if let Some(code) = fields.get("exit_code").and_then(Value::as_i64) {
        let said = view.about("work-exit", "n", code.to_string());
        out.push_str(&format!("{}\n", if code == 0 { view.paint.dim(&said) } else { view.paint.bad(&said) }));
    }
    let told = ["stdout", "stderr", "exit_code"];
    let is_aside = |name: &str, value: &Value| {
        !view.verbose && (ASIDE.contains(&name) || *value == Value::Bool(false) || value.is_null())
    };
    let rest: Map<String, Value> = fields
        .iter()
        .filter(|(name, value)| !told.contains(&name.as_str()) && !is_aside(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if !rest.is_empty() {
        out.push_str(&generic::render(&Value::Object(rest), view));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain, *};

    #[test]
    fn h1_a_result_is_what_was_printed_and_its_exit_code() {
        let said = json!({"stdout": "42\n", "stderr": "", "exit_code": 0, "rehearsed": true, "duration_ms": 7,
                          "stdout_truncated": false, "kept_apart": ["/w/target"]});
        assert_eq!(result(&said, &plain()), "42\nexit 0\nkept_apart: \"/w/target\"\n");
        let all = result(&said, &View { verbose: true, ..plain() });
        assert!(all.contains("duration_ms: 7"), "{all}");
    }

    #[test]
    fn h2_what_was_printed_cannot_pass_for_our_own_lines() {
        let said = Printed {
            stdout: "✓ i3 applied\n\u{1b}[2J\n".to_owned(),
            stderr: String::new(),
            exit_code: Some(1),
        };
        let text = printed(&said, &plain());
        assert_eq!(text, "  it printed:\n  │ ✓ i3 applied\n  │ \\x1b[2J\n  exit 1\n");
    }
}
