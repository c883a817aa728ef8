//! What was measured, as tables.

use std::{fmt::Write as _, fs, path::Path};

use super::{Compared, Measured, Mode, gate::CAUSES};

/// Where the hand-written part of the page ends.
const MEASURED: &str = "## Measured\n";

/// Replaces the measured part of the page.
pub fn write(path: &Path, measured: &str) -> Result<(), String> {
    let page = fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let (intro, _) =
        page.split_once(MEASURED).ok_or_else(|| format!("{} has no {MEASURED}", path.display()))?;
    fs::write(path, format!("{intro}{MEASURED}\n{measured}"))
        .map_err(|e| format!("cannot write {}: {e}", path.display()))
}

fn title(mode: Mode) -> &'static str {
    match mode {
        Mode::Defaults => "With the default policy",
        Mode::Trust => "With a trusted folder",
        Mode::Stage => "In a stage",
    }
}

/// Returns the tables, one for each mode.
pub fn measured(all: &[Measured], notes: &[String]) -> String {
    let mut page = String::new();
    for mode in [Mode::Defaults, Mode::Trust, Mode::Stage] {
        let of_mode: Vec<&Measured> = all.iter().filter(|m| m.mode == mode).collect();
        if of_mode.is_empty() {
            continue;
        }
        let causes = CAUSES.map(|(name, _)| name);
        let _ = writeln!(page, "### {}\n\nPrompts per hundred commands.\n", title(mode));
        let _ = writeln!(
            page,
            "| session | commands | prompts | {} | differences | added ms, unasked: median | p95 | asked: median | p95 |",
            causes.join(" | ")
        );
        let _ = writeln!(page, "|---|{}", "---:|".repeat(causes.len() + 7));
        for one in &of_mode {
            let aside = if one.aside { " (aside)" } else { "" };
            row(
                &mut page,
                &format!("{}{aside}: {}", one.session, one.about),
                &one.commands.iter().collect::<Vec<_>>(),
            );
        }
        row(&mut page, "**all**", &of_mode.iter().flat_map(|m| &m.commands).collect::<Vec<_>>());
        page.push('\n');
    }
    for note in notes {
        let _ = writeln!(page, "- {note}");
    }
    page
}

fn row(page: &mut String, name: &str, commands: &[&Compared]) {
    let percent = |n: usize| match n {
        0 => "–".to_owned(),
        n => format!("{:.1}", n as f64 * 100.0 / commands.len().max(1) as f64),
    };
    let asked = |cause: Option<usize>| {
        let fits =
            |c: &&&Compared| c.asked.as_ref().is_some_and(|q| cause.is_none_or(|cause| q.cause == cause));
        percent(commands.iter().filter(fits).count())
    };
    let _ = write!(page, "| {name} | {} | **{}** |", commands.len(), asked(None));
    for cause in 0..CAUSES.len() {
        let _ = write!(page, " {} |", asked(Some(cause)));
    }
    let _ = write!(page, " {} |", commands.iter().filter(|c| c.difference.is_some()).count());
    for was_asked in [false, true] {
        let of_kind = commands.iter().filter(|c| c.asked.is_some() == was_asked && c.difference.is_none());
        let mut times: Vec<f64> = of_kind.map(|c| c.added_ms).collect();
        times.sort_by(f64::total_cmp);
        for share in [0.5, 0.95] {
            let at = (times.len() as f64 * share) as usize;
            let _ = write!(page, " {} |", times.get(at).map_or("–".to_owned(), |ms| format!("{ms:.0}")));
        }
    }
    page.push('\n');
}

/// Returns what was asked about, with the reasons.
pub fn questions(all: &[Measured]) -> String {
    let mut page = String::from("\n### Asked about\n\n");
    for one in all {
        for (command, asked) in one.commands.iter().filter_map(|c| Some((c, c.asked.as_ref()?))) {
            let cause = CAUSES[asked.cause].0;
            let _ = writeln!(
                page,
                "- {} {:?} {cause}: `{}`: {}",
                one.session,
                one.mode,
                short(&command.command),
                asked.why
            );
        }
    }
    page
}

/// Returns what was other behind the gate, each with its command.
pub fn differences(all: &[Measured]) -> String {
    let mut page =
        String::from("\n### Differences\n\nCommands whose exit code or output was other than directly.\n\n");
    for one in all {
        for (command, what) in one.commands.iter().filter_map(|c| Some((c, c.difference.as_ref()?))) {
            let mode = match one.mode {
                Mode::Defaults => "",
                Mode::Trust => ", trusted",
                Mode::Stage => ", in a stage",
            };
            let _ = writeln!(page, "- {}{mode}: `{}`: {}", one.session, short(&command.command), short(what));
        }
    }
    page
}

/// One line of at most 160 characters.
fn short(text: &str) -> String {
    let line = text.replace('\n', "⏎");
    match line.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_part_of_the_page_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("quiet.md");
        fs::write(&path, "# Quiet\n\nBy hand.\n\n## Measured\n\nold\n").unwrap();
        write(&path, "new\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "# Quiet\n\nBy hand.\n\n## Measured\n\nnew\n");
        fs::write(&path, "# Quiet\n").unwrap();
        assert!(write(&path, "new\n").is_err());
    }
}
