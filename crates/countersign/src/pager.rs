//! Long output through the pager that the person chose.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    process::{Command, Stdio},
};

use rustix::termios::tcgetwinsize;

use crate::output;

/// The pager where none is chosen: it ends at once if all fits, and leaves the text on the screen.
const USUAL: &str = "less -FRX";

/// Shows a text in the pager; false if there is none, or none is wanted.
pub fn page(text: &str) -> bool {
    let is_there = io::stdin().is_terminal() && io::stdout().is_terminal();
    let rows = tcgetwinsize(io::stdout()).map_or(0, |size| usize::from(size.ws_row));
    if !is_there
        || output::given().no_pager
        || output::is_for_agent()
        || rows == 0
        || text.lines().count() < rows
    {
        return false;
    }
    let var = |name: &str| std::env::var(name).ok();
    match chosen(var("PAGER").as_deref(), var("TERM").as_deref(), has_less()) {
        Some(command) => show(&command, text).is_ok(),
        None => false,
    }
}

/// Returns the command of the pager.
fn chosen(pager: Option<&str>, term: Option<&str>, has_less: bool) -> Option<String> {
    if term.is_none_or(|term| term == "dumb") {
        return None;
    }
    match pager.map(str::trim) {
        Some("" | "cat") => None,
        Some(pager) => Some(pager.to_owned()),
        None => has_less.then(|| USUAL.to_owned()),
    }
}

fn has_less() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| Path::new(&folder).join("less").is_file())
}

fn show(command: &str, text: &str) -> io::Result<()> {
    let mut pager = Command::new("sh");
    pager.args(["-c", command]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        pager.env("LESS", "FRX");
    }
    let mut running = pager.spawn()?;
    if let Some(mut to) = running.stdin.take() {
        // Whoever has seen enough ends it: that is no failure.
        let _ = to.write_all(text.as_bytes());
    }
    running.wait().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_pager_is_used_and_a_dumb_terminal_has_none() {
        let of = |pager, term| chosen(pager, term, true);
        assert_eq!(of(None, Some("xterm")).as_deref(), Some("less -FRX"));
        assert_eq!(of(Some("most -s"), Some("xterm")).as_deref(), Some("most -s"));
        for (pager, term) in
            [(None, Some("dumb")), (None, None), (Some("cat"), Some("xterm")), (Some(""), Some("xterm"))]
        {
            assert_eq!(of(pager, term), None, "{pager:?} {term:?}");
        }
        assert_eq!(chosen(None, Some("xterm"), false), None);
    }

    #[test]
    fn nothing_is_paged_where_nobody_reads() {
        assert!(io::stdout().is_terminal() || !page(&"x\n".repeat(1000)));
    }
}
