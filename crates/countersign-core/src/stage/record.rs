//! Stages: isolated worlds in which work is done and nothing lands until a person approves the result.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::Result,
    record::{Fields, Kind, Record, number, sortable, text},
    status::Status,
};

/// Where a stage stands. Whether a command runs in it just now is looked up, not recorded: a process that dies tells nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageStatus {
    /// It can be worked in, looked at, landed and dropped.
    Open,
    /// A command runs in it. Only ever shown.
    Running,
    /// Everything in it has landed; whatever works in it next begins from there.
    Landed,
    /// It was thrown away.
    Dropped,
}

impl Status for StageStatus {
    const NOUN: &'static str = "stage";
    const TRANSITIONS: &'static [(Self, Self)] = &[
        (Self::Open, Self::Landed),
        (Self::Open, Self::Dropped),
        (Self::Landed, Self::Open),
        (Self::Landed, Self::Dropped),
    ];

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl StageStatus {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Landed => "landed",
            Self::Dropped => "dropped",
        }
    }
}

/// A command that ran in a stage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StageCommand {
    /// The command, as one text.
    pub command: String,
    /// When it began.
    pub started_at: u64,
    /// When it ended; None while it runs, or if its end was never reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// Its exit code, if it exited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// The limits that it ran into.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<String>,
}

/// A world of its own for one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stage {
    /// Its id; also the name of the folder that it is kept in.
    pub id: String,
    /// The run that works in it.
    pub run: String,
    /// The agent's registered name; `local` where a person started it.
    pub agent: String,
    /// Who began it.
    pub by: String,
    /// The folders that are copied on write, resolved.
    pub roots: Vec<String>,
    /// The hosts that may be reached from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// The files and folders outside the roots in which changes are real.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
    /// Its status.
    pub status: StageStatus,
    /// When it began.
    pub at: u64,
    /// When it was dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// The commands that ran in it, the last [`Stage::COMMANDS`] of them; calls of tools are in its run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<StageCommand>,
    /// How many commands came before those.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub earlier: u64,
    /// What its commands were denied, each once, at most [`Stage::DENIED`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<Message>,
    /// How much more they were denied.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub denied_more: u64,
    /// The item by which a person lands it, while that is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The receipts of what landed from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receipts: Vec<String>,
}

impl Stage {
    /// The tool that lands the content of a stage. It is offered to nobody: a person lands.
    pub const LAND: &'static str = "stage.land";
    /// The query which stages are in use now.
    pub const IN_USE: &'static str = "stage.in_use";
    /// The query which stages have content, whether something is deleted in them, and whether they are in
    /// use.
    pub const HOLDING: &'static str = "stage.holding";
    /// The server of all three.
    pub const SERVER: &'static str = crate::tool::STAGE_SERVER;
    /// How many commands are stored.
    pub const COMMANDS: usize = 200;
    /// How many denied attempts are stored.
    pub const DENIED: usize = 200;

    /// Adds a command that begins, dropping the oldest if necessary.
    pub fn begin_command(&mut self, command: String, now: u64) -> Result<()> {
        if self.commands.len() == Self::COMMANDS {
            self.commands.remove(0);
            self.earlier += 1;
        }
        self.commands.push(StageCommand { command, started_at: now, ..StageCommand::default() });
        self.status = self.status.to(StageStatus::Open)?;
        Ok(())
    }

    /// Adds denied attempts, each once.
    pub fn deny(&mut self, denied: impl IntoIterator<Item = Message>) {
        for attempt in denied {
            if self.denied.contains(&attempt) {
                continue;
            }
            if self.denied.len() == Self::DENIED {
                self.denied_more += 1;
            } else {
                self.denied.push(attempt);
            }
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "at"));
    let mut entries = vec![("stage.at", at.clone())];
    if text(doc, "status") != "dropped" {
        entries.push(("stage.live", at));
    }
    entries
}

impl Record for Stage {
    const KIND: &'static Kind = &Kind { name: "stage", prefix: "sg", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage() -> Stage {
        Stage {
            id: "sg1-aaaa".to_owned(),
            run: "run1".to_owned(),
            agent: crate::LOCAL.to_owned(),
            by: "person:ana".to_owned(),
            roots: vec!["/w".to_owned()],
            hosts: Vec::new(),
            through: Vec::new(),
            status: StageStatus::Landed,
            at: 0,
            ended_at: None,
            commands: Vec::new(),
            earlier: 0,
            denied: Vec::new(),
            denied_more: 0,
            item: None,
            receipts: Vec::new(),
        }
    }

    #[test]
    fn commands_and_denials_are_bounded_and_what_is_left_out_is_counted() {
        let mut stage = stage();
        for n in 0..Stage::COMMANDS + 3 {
            stage.begin_command(n.to_string(), 0).unwrap();
        }
        assert_eq!((stage.commands.len(), stage.earlier), (Stage::COMMANDS, 3));
        assert_eq!(stage.commands[0].command, "3", "the oldest go first");
        assert_eq!(stage.status, StageStatus::Open, "what is worked in is open again");
        stage.deny((0..Stage::DENIED + 2).map(|n| n.to_string().into()));
        stage.deny(["0".into()]);
        assert_eq!((stage.denied.len(), stage.denied_more), (Stage::DENIED, 2));
    }
}
