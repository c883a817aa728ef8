//! `receipts.rerun_selected`: proposes the calls of several receipts again, in the order given. Each is judged, and waits,
//! like any other.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{operations::ReceiptRerun, take_back};
use crate::{
    ActorKind, Outcome,
    error::{Error, Result},
    op::{Answer, Op, Part},
    tx::Tx,
};

/// See the module.
pub struct ReceiptsRerunSelected;

/// The receipts.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RerunSelection {
    /// Their ids.
    #[schemars(length(max = take_back::MOST))]
    pub receipts: Vec<String>,
}

/// What became of each.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RerunResults {
    /// In the order given.
    pub results: Vec<RerunResult>,
}

/// What became of one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RerunResult {
    /// The receipt whose call was repeated.
    pub receipt: String,
    /// Whether the call was proposed, or landed at once.
    pub proposed: bool,
    /// The item that it became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// In words.
    pub message: Message,
}

impl Op for ReceiptsRerunSelected {
    const NAME: &'static str = "receipts.rerun_selected";
    const DOC: &'static str =
        "Propose the calls of several receipts again; each passes the gate like any call";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/receipts/rerun-selected";
    const CLI: &'static str = "";
    type Input = RerunSelection;
    type Output = RerunResults;

    fn parts(&self, _view: &mut Tx<'_>, input: &RerunSelection) -> Result<Option<Vec<Part>>> {
        take_back::check(input.receipts.len())?;
        let part = |id: &String| Part { op: ReceiptRerun::NAME, input: json!({"id": id}), touches: None };
        Ok(Some(input.receipts.iter().map(part).collect()))
    }

    fn join(&self, input: &RerunSelection, answers: Vec<Result<Answer>>) -> Result<RerunResults> {
        let result = |(receipt, answer): (&String, Result<Answer>)| -> Result<RerunResult> {
            let receipt = receipt.clone();
            Ok(match answer {
                Ok(answer) => {
                    let proposed = matches!(answer.outcome, Outcome::Done | Outcome::Held);
                    let output = answer.output::<ReceiptRerun>()?;
                    let item = output.item.map(|item| item.id);
                    RerunResult { receipt, proposed, item, message: output.message }
                }
                Err(e) => RerunResult { receipt, proposed: false, item: None, message: e.message },
            })
        };
        let results = input.receipts.iter().zip(answers).map(result);
        Ok(RerunResults { results: results.collect::<Result<_>>()? })
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &RerunSelection) -> Result<RerunResults> {
        Err(Error::bug("rerun-selected consists of parts"))
    }

    fn outcome(output: &RerunResults) -> Outcome {
        if output.results.iter().all(|one| one.proposed) { Outcome::Done } else { Outcome::Stale }
    }
}
