//! The scope of evidence: it covers the files in the folder where it was gathered, but not the checks
//! themselves.

use super::Declared;
use crate::{
    judge::Facts,
    receipt::undo::UNDO_TOOL,
    run::Run,
    tool::{Effect, Forecast, Reversal, Tool},
};

/// Whether a call stays in the folder of its run. Checks there say nothing about other places, about programs
/// that the call starts, or about what a server does with its arguments.
pub(super) fn is_within(run: &Run, tool: &Tool, forecast: &Forecast) -> bool {
    let facts = &forecast.facts;
    // Its facts name the receipt, and not the files that its undo would change.
    if tool.name == UNDO_TOOL && facts.writes.iter().any(|path| path.starts_with("receipt:")) {
        return false;
    }
    if facts.outside || facts.privileged || tool.is_handed() {
        return false;
    }
    let mut touched = facts.writes.iter().chain(&facts.deletes);
    if matches!(tool.effect, Effect::Store(_)) {
        return touched.all(|path| !path.starts_with('/'));
    }
    let known = facts.changes.is_empty() && facts.executes.is_empty() && !facts.writes.is_empty();
    // A server's own statement about what its tools touch counts only if the named files are captured and it
    // can do no more.
    let bound = tool.upstream.is_none() || forecast.reversal == Reversal::Exact;
    known && bound && touched.all(|path| relative(run, path).is_some())
}

/// Whether a call touches a file that a check of the run names: the work must not change its own checks.
pub(super) fn touches_a_check(run: &Run, checks: &[Declared], facts: &Facts) -> bool {
    let named = |word: &str| word.trim_matches(['"', '\'', ';', '&', '|', '(', ')']).to_owned();
    let words = checks.iter().filter(|c| c.counts).flat_map(|c| c.command.split_whitespace()).map(named);
    let names: Vec<String> = words.filter_map(|word| in_folder(run, &word)).collect();
    let hits = |path: &str| names.iter().any(|name| is_below(path, name) || is_below(name, path));
    facts.writes.iter().chain(&facts.deletes).filter_map(|p| relative(run, p)).any(|p| hits(&p))
}

/// Returns where a word of a command points to below the folder of its run, if it can be a path there.
fn in_folder(run: &Run, word: &str) -> Option<String> {
    if word.starts_with('/') { relative(run, word) } else { plain(word) }.filter(|path| !path.is_empty())
}

/// Returns a path relative to the folder of its run; None if it is not below it.
fn relative(run: &Run, path: &str) -> Option<String> {
    let folder = run.cwd.as_deref().unwrap_or_default().trim_end_matches('/');
    // Something that is not a path, such as `note:7`, is nowhere.
    let below = path.strip_prefix(folder).filter(|rest| !folder.is_empty() && rest.starts_with('/'));
    below.and_then(plain)
}

/// Removes redundant components; None for a path that leads upwards or to the home folder.
fn plain(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let leads_away = parts.contains(&"..") || path.starts_with('~');
    (!leads_away).then(|| parts.join("/"))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
