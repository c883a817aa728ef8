//! Finds tools by words: in their names, their servers' names, their descriptions and their arguments.

use rmcp::model::Tool as Listed;

/// How many words of a request count.
const WORDS_MOST: usize = 20;
/// Shorter words are only found whole.
const STEM: usize = 4;
/// Shorter words (`a`, `to`) are only found in names.
const TELLING: usize = 3;

/// Returns the tools that fit best, at most `most`: the full name and the tool, the best first.
pub(super) fn best<'t>(
    wanted: &str,
    tools: impl Iterator<Item = (&'t str, &'t Listed)>,
    most: usize,
) -> Vec<(&'t str, &'t Listed)> {
    let mut wanted = words(wanted);
    wanted.truncate(WORDS_MOST);
    let mut scored: Vec<(usize, &str, &Listed)> =
        tools.map(|(full, tool)| (score(&wanted, full, tool), full, tool)).filter(|(n, ..)| *n > 0).collect();
    scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.into_iter().take(most).map(|(_, full, tool)| (full, tool)).collect()
}

fn score(wanted: &[String], full: &str, tool: &Listed) -> usize {
    let name = words(full);
    let told = words(tool.description.as_deref().unwrap_or_default());
    let properties = tool.input_schema.get("properties").and_then(|p| p.as_object());
    let args: Vec<String> =
        properties.into_iter().flat_map(|p| p.keys()).flat_map(|key| words(key)).collect();
    let has = |all: &[String], word: &str| all.iter().any(|one| alike(one, word));
    // A tool that has more of the words comes before one that has a word in a better place.
    let one = |word: &String| match word {
        _ if has(&name, word) => 10 + 5,
        word if word.len() < TELLING => 0,
        _ if has(&told, word) => 10 + 2,
        _ if has(&args, word) => 10 + 1,
        _ => 0,
    };
    wanted.iter().map(one).sum()
}

/// Returns whether two words are the same up to their ending.
fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || (short.len() >= STEM && long.len() <= short.len() + 3 && long.starts_with(short))
}

/// Splits into words of small letters: `createIssue`, `create_issue` and `create issue` are two.
fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before_is_small = false;
    for c in text.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && before_is_small) {
            all.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before_is_small = c.is_lowercase();
    }
    all.extend((!word.is_empty()).then_some(word));
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tools_are_found_by_what_they_are_called_say_and_take() {
        let tool = |name: &str, told: &str, arg: &str| {
            let schema = json!({"type": "object", "properties": {arg: {}}});
            Listed::new(name.to_owned(), told.to_owned(), schema.as_object().unwrap().clone())
        };
        let tools = [
            ("github.create_issue", tool("create_issue", "Opens a ticket in a repository.", "labels")),
            ("github.listIssues", tool("listIssues", "", "repo")),
            ("github.merge", tool("merge", "Merges a pull request.", "number")),
            ("chat.post", tool("post", "Sends a message to a channel.", "channel")),
        ];
        let found = |wanted: &str| -> Vec<&str> {
            best(wanted, tools.iter().map(|(full, tool)| (*full, tool)), 2)
                .into_iter()
                .map(|(n, _)| n)
                .collect()
        };
        assert_eq!(found("create an issue"), ["github.create_issue", "github.listIssues"]);
        assert_eq!(found("list issues"), ["github.listIssues", "github.create_issue"]);
        assert_eq!(found("merging pull requests"), ["github.merge"], "endings do not count");
        assert_eq!(found("message"), ["chat.post"]);
        assert_eq!(found("label"), ["github.create_issue"], "by an argument");
        assert!(found("").is_empty() && found("weather").is_empty() && found("a").is_empty());
    }
}
