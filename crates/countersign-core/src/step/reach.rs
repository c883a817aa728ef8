//! How far evidence reaches: to the files in the folder where it was gathered, and not to what gathers it.

use super::Declared;
use crate::{
    judge::Facts,
    run::Run,
    tool::{Effect, Forecast, Reversal, Tool},
};

/// Whether a call keeps to the folder of its run. What was checked there says nothing of what is elsewhere, nor of what a
/// program does that the call only starts, nor of what a server does with its arguments.
pub(super) fn is_within(run: &Run, tool: &Tool, forecast: &Forecast) -> bool {
    let facts = &forecast.facts;
    if facts.outside || facts.privileged || tool.is_handed() {
        return false;
    }
    let mut touched = facts.writes.iter().chain(&facts.deletes);
    if matches!(tool.effect, Effect::Store(_)) {
        return touched.all(|path| !path.starts_with('/'));
    }
    let known = facts.changes.is_empty() && facts.executes.is_empty() && !facts.writes.is_empty();
    // A server says itself what its tools touch. Its word counts where the files it names are kept and it can do no more.
    let bound = tool.upstream.is_none() || forecast.reversal == Reversal::Exact;
    known && bound && touched.all(|path| relative(run, path).is_some())
}

/// Whether a call touches a file that a check of the run names: what is to be checked does not say how.
pub(super) fn touches_a_check(run: &Run, checks: &[Declared], facts: &Facts) -> bool {
    let named = |word: &str| word.trim_matches(['"', '\'', ';', '&', '|', '(', ')']).to_owned();
    let words = checks.iter().filter(|c| c.counts).flat_map(|c| c.command.split_whitespace()).map(named);
    let names: Vec<String> = words.filter_map(|word| in_folder(run, &word)).collect();
    let hits = |path: &str| names.iter().any(|name| is_below(path, name) || is_below(name, path));
    facts.writes.iter().chain(&facts.deletes).filter_map(|p| relative(run, p)).any(|p| hits(&p))
}

/// Where a word of a command points to below the folder of its run, if it can be a path there.
fn in_folder(run: &Run, word: &str) -> Option<String> {
    if word.starts_with('/') { relative(run, word) } else { plain(word) }.filter(|path| !path.is_empty())
}

/// A path as seen from the folder of its run; None for one that is not below it.
fn relative(run: &Run, path: &str) -> Option<String> {
    let folder = run.cwd.as_deref().unwrap_or_default().trim_end_matches('/');
    // What is no path at all, such as `note:7`, is nowhere.
    let below = path.strip_prefix(folder).filter(|rest| !folder.is_empty() && rest.starts_with('/'));
    below.and_then(plain)
}

/// A path without what stands for nothing; None for one that leads upwards or home.
fn plain(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let leads_away = parts.contains(&"..") || path.starts_with('~');
    (!leads_away).then(|| parts.join("/"))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
