//! The search path of an agent's shell, without what agents add to it for themselves.

/// Returns a search path without the folders that agents make for their own programs, and without repetitions: they
/// find the same programs.
pub fn without_own(value: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for folder in value.split(':') {
        if !is_agents(folder) && !kept.contains(&folder) {
            kept.push(folder);
        }
    }
    kept.join(":")
}

/// Whether an agent made a folder for its own programs: Codex adds `…/codex-path` and, with another name each time,
/// `…/tmp/arg0/codex-arg0…`. Programs there are not found then: it is left out, not believed.
fn is_agents(folder: &str) -> bool {
    let mut parts = folder.rsplit('/');
    let (last, above) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    folder.starts_with('/')
        && (last == "codex-path" || (last.starts_with("codex-arg0") && above.starts_with("arg0")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_agent_adds_for_itself_and_repetitions_are_left_out() {
        for (path, expected) in [
            ("/home/ana/.codex/tmp/arg0-linux/codex-arg0d1FCZG:/usr/bin:/bin", "/usr/bin:/bin"),
            ("/home/ana/.codex/tmp/arg0/codex-arg0aaa:/opt/x/codex-path:/usr/bin", "/usr/bin"),
            ("/a:/b:/a", "/a:/b"),
            ("/usr/bin", "/usr/bin"),
            // These say where other programs are.
            ("/w/codex-arg0/bin:/usr/bin", "/w/codex-arg0/bin:/usr/bin"),
            ("codex-path:/usr/bin", "codex-path:/usr/bin"),
            (":/usr/bin", ":/usr/bin"),
        ] {
            assert_eq!(without_own(path), expected, "{path}");
        }
    }
}
