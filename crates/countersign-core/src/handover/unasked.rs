//! `handover.note`: records what an agent says that it did without asking. It is only the agent's word: nothing is
//! judged, and nothing can be undone by it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind,
    error::{Error, Result},
    event::{CallNote, ResultStatus},
    handover,
    op::Op,
    redact, run, text,
    tx::Tx,
};

/// See the module.
pub struct HandoverNote;

/// How much of a title is kept.
const TITLE_CHARS: usize = 500;
/// How many paths are kept.
const PATHS_MOST: usize = 50;

/// What the agent says.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteInput {
    /// The agent's id for the call.
    pub tool_use_id: String,
    /// What it did, in its words.
    pub title: String,
    /// Of what kind it was, in its words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The files that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

/// That it was recorded.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NoteOutput {
    /// In words.
    pub message: Message,
}

impl Op for HandoverNote {
    const NAME: &'static str = "handover.note";
    const DOC: &'static str = "Record what an agent says that it did without asking";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const HTTP: &'static str = "POST /v1/handovers/note";
    const CLI: &'static str = "";
    type Input = NoteInput;
    type Output = NoteOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &NoteInput) -> Result<NoteOutput> {
        if input.title.trim().is_empty() {
            return Err(Error::invalid("say what was done"));
        }
        let mut run = run::for_call(tx, None)?;
        run.last_at = tx.now();
        tx.put(&run)?;
        tx.about(Some(&run.id), Some(handover::OTHER));
        let told = |said: &str| redact::text(&text::line(said, TITLE_CHARS));
        let paths: Vec<String> = input.paths.iter().take(PATHS_MOST).map(|path| told(path)).collect();
        let arguments = json!({"title": told(&input.title), "kind": told(&input.kind), "paths": paths});
        tx.note("unasked", arguments.clone());
        tx.note_call(CallNote {
            tool: handover::OTHER.to_owned(),
            arguments,
            result: json!({"known_from": "the agent's own words"}),
            result_status: Some(ResultStatus::Success),
            user_confirmed: false,
            execution_time_ms: 0,
        });
        Ok(NoteOutput { message: say!("op-unasked-noted") })
    }
}
