//! The variables that agents set in the environment of their child processes. A process that left its process tree
//! still has them, unless it cleared its environment.
//!
//! Only variables that agents set for their own commands are listed. Variables that an editor sets in every terminal
//! (`CURSOR_TRACE_ID`, `VSCODE_PID`) are not: persons work there.

/// A variable, and the agent that sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Its name.
    pub variable: &'static str,
    /// The agent's name, as used by its hook and its bridge.
    pub agent: &'static str,
}

/// All known marks.
pub const MARKS: &[Mark] = &[
    Mark { variable: "CLAUDECODE", agent: "claude-code" },
    Mark { variable: "CODEX_THREAD_ID", agent: "codex" },
    Mark { variable: "CODEX_SANDBOX", agent: "codex" },
    Mark { variable: "CODEX_SANDBOX_NETWORK_DISABLED", agent: "codex" },
    Mark { variable: "OPENCODE", agent: "opencode" },
    Mark { variable: "GEMINI_CLI", agent: "gemini" },
    Mark { variable: "QWEN_CODE", agent: "qwen" },
    Mark { variable: "CURSOR_AGENT", agent: "cursor" },
    Mark { variable: "AGENT_SESSION_ID", agent: "goose" },
];

/// Returns the first mark in an environment; an empty or disabled one does not count.
pub fn among(environ: &[u8]) -> Option<Mark> {
    let is_set = |mark: &&Mark| {
        let value = variable(environ, mark.variable);
        value.is_some_and(|value| !matches!(value, b"" | b"0" | b"false"))
    };
    MARKS.iter().find(is_set).copied()
}

/// Returns the value of a variable in the format of `/proc/PID/environ`.
pub fn variable<'e>(environ: &'e [u8], name: &str) -> Option<&'e [u8]> {
    let value = |entry: &'e [u8]| entry.strip_prefix(name.as_bytes())?.strip_prefix(b"=");
    environ.split(|b| *b == 0).find_map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c1_each_mark_names_its_agent_wherever_it_stands() {
        let rows = [
            ("CLAUDECODE=1", "claude-code"),
            ("CODEX_THREAD_ID=019a-77", "codex"),
            ("CODEX_SANDBOX=seatbelt", "codex"),
            ("CODEX_SANDBOX_NETWORK_DISABLED=1", "codex"),
            ("OPENCODE=1", "opencode"),
            ("GEMINI_CLI=1", "gemini"),
            ("QWEN_CODE=1", "qwen"),
            ("CURSOR_AGENT=1", "cursor"),
            ("AGENT_SESSION_ID=20261119_5", "goose"),
        ];
        assert_eq!(rows.len(), MARKS.len(), "a row of the table has no test");
        for ((set, agent), mark) in rows.iter().zip(MARKS) {
            assert_eq!(set.split('=').next(), Some(mark.variable));
            for environ in
                [format!("{set}\0"), format!("HOME=/h\0{set}\0PATH=/bin\0"), format!("A=\0\0{set}")]
            {
                assert_eq!(among(environ.as_bytes()).map(|m| m.agent), Some(*agent), "{environ:?}");
            }
        }
    }

    #[test]
    fn what_only_looks_like_a_mark_is_none() {
        for environ in [
            "",
            "CLAUDECODE=\0",
            "CLAUDECODE=0\0",
            "GEMINI_CLI=false\0",
            "CLAUDECODE\0",
            "XCLAUDECODE=1\0",
            "NOTE=CLAUDECODE=1\0",
            "CLAUDECODE_=1\0",
            "CURSOR_TRACE_ID=7\0VSCODE_PID=9\0CODEX_HOME=/c\0OPENCODE_API_KEY=k\0GEMINI_API_KEY=k\0",
        ] {
            assert_eq!(among(environ.as_bytes()), None, "{environ:?}");
        }
    }
}
