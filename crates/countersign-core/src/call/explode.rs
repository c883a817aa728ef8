//! Splits calls of batch tools: one item per element, each with the singular tool, each decided on its own.

use countersign_words::{Message, say};
use serde_json::Value;

use crate::{
    answer_status::ElementOutcome,
    call::{
        gate,
        propose::{CallPropose, CallStatus, Counts, Element, Input, Output},
    },
    error::{Error, Result},
    execute::Setup,
    op::{Answer, Part},
    receipt::handle::Handle,
    record::Doc,
    tool::{Explode, Tool},
    tx::Tx,
};

/// The maximum number of elements in one batch call.
const MAX_ELEMENTS: usize = 1000;

/// Returns how a tool is split: by the person's `[[tool]]` entry, else by the tool's own definition.
pub fn rule<'a>(setup: &'a Setup, tool: &'a Tool) -> Option<&'a Explode> {
    let entry = setup.policy.tool(&tool.server, &tool.name).and_then(|e| e.explode.as_ref());
    entry.or(tool.explode.as_ref())
}

/// Whether it is a call of a batch tool.
pub fn is_batch(setup: &Setup, input: &Input) -> bool {
    !input.element && setup.catalog.find(&input.tool).is_some_and(|t| rule(setup, t).is_some())
}

/// Returns the calls of a batch call; None if it is not one.
pub fn parts(tx: &mut Tx<'_>, input: &Input) -> Result<Option<Vec<Part>>> {
    if input.element {
        return Ok(None);
    }
    let tool = gate::find_tool(tx, &input.tool)?;
    let Some(explode) = rule(tx.setup(), tool) else { return Ok(None) };
    let mut shared = input.args.clone();
    gate::take_summary(&mut shared);
    let Some(Value::Array(elements)) = shared.remove(&explode.field) else { return Ok(None) };
    if elements.len() > MAX_ELEMENTS {
        return Err(Error::invalid(say!("judge-elements-limit", n = elements.len(), most = MAX_ELEMENTS)));
    }
    let singular = singular(tx.setup(), tool, explode);
    let part = |element: Value| {
        let input = Input {
            run: input.run.clone(),
            tool: singular.clone(),
            args: element_args(explode, &shared, element),
            hold: input.hold,
            human_summary: None,
            element: true,
            question: input.question.clone(),
        };
        Ok(Part {
            op: "call.propose",
            input: serde_json::to_value(input).map_err(Error::bug)?,
            touches: None,
        })
    };
    elements.into_iter().map(part).collect::<Result<_>>().map(Some)
}

/// Returns the tool for one element: of the same server, unless the name includes another.
fn singular(setup: &Setup, tool: &Tool, explode: &Explode) -> String {
    let own = format!("{}.{}", tool.server, explode.into);
    if setup.catalog.get(&own).is_some() { own } else { explode.into.clone() }
}

/// Returns the arguments of one element. An element that is neither an object nor a text with a named
/// argument goes under the list's own name, where the singular tool's schema rejects it by name.
fn element_args(explode: &Explode, shared: &Doc, element: Value) -> Doc {
    let mut args = explode.element(shared, &element).unwrap_or_else(|| {
        let mut args = shared.clone();
        args.insert(explode.field.clone(), element);
        args
    });
    args.remove("human_summary");
    args
}

/// Combines the answers of the elements; the counts add up.
pub fn join(answers: Vec<Result<Answer>>) -> Result<Output> {
    let mut counts = Counts { elements: answers.len(), ..Counts::default() };
    let mut output = Output::new(CallStatus::Done, String::new());
    let (mut queued, mut refused, mut invalid, mut waits) = (0, 0, 0, false);
    for (index, answer) in answers.into_iter().enumerate() {
        let element = match answer {
            Err(e) if gate::is_mendable(&e) => {
                counts.malformed += 1;
                invalid += 1;
                let outcome = ElementOutcome::Malformed;
                Element { index, outcome, item: None, message: e.message, status: None, landed: None }
            }
            Err(e) => return Err(e),
            Ok(answer) => {
                let one = answer.output::<CallPropose>()?;
                let outcome = match one.status {
                    _ if one.redundant => count(&mut counts.redundant, ElementOutcome::Redundant),
                    CallStatus::Invalid => count(&mut counts.malformed, ElementOutcome::Malformed),
                    CallStatus::Rejected | CallStatus::Refused => {
                        count(&mut counts.rejected, ElementOutcome::Rejected)
                    }
                    CallStatus::Done | CallStatus::Queued | CallStatus::Waiting => {
                        count(&mut counts.added, ElementOutcome::Added)
                    }
                };
                queued += usize::from(one.status == CallStatus::Queued && !one.redundant);
                waits |= one.status == CallStatus::Queued;
                refused += usize::from(matches!(one.status, CallStatus::Rejected | CallStatus::Refused));
                invalid += usize::from(one.status == CallStatus::Invalid);
                let item = one.item.as_ref().map(|item| item.id.clone());
                let message = one.message.clone();
                let landed = one.receipt.as_ref().map(Handle::from);
                collect(&mut output, one);
                Element { index, outcome, item, message, status: None, landed }
            }
        };
        output.elements.push(element);
    }
    output.status = match counts.elements {
        0 => CallStatus::Done,
        // What was proposed before waits as well.
        _ if waits => CallStatus::Queued,
        n if n == invalid => CallStatus::Invalid,
        n if n == refused => CallStatus::Rejected,
        _ => CallStatus::Done,
    };
    output.message = summary(&counts, queued);
    output.counts = Some(counts);
    Ok(output)
}

fn count(counter: &mut usize, outcome: ElementOutcome) -> ElementOutcome {
    *counter += 1;
    outcome
}

fn collect(output: &mut Output, one: Output) {
    output.run = one.run.or(output.run.take());
    if one.latest_reversible_event_id.is_some() {
        // The last one that landed.
        output.latest_reversible_event_id = one.latest_reversible_event_id;
        output.latest_reversible_event_type = one.latest_reversible_event_type;
    }
    if !one.redundant {
        output.items.extend(one.item);
        output.change_set = one.change_set.or(output.change_set.take());
    }
}

fn summary(counts: &Counts, queued: usize) -> Message {
    let all = counts.elements;
    if all == 0 {
        return say!("op-list-empty");
    }
    let mut words = vec![match queued {
        0 => say!("op-elements-done", n = counts.added, all),
        n => say!("op-elements-queued", said = say!("op-queued"), n, all),
    }];
    if queued > 0 && counts.added > queued {
        words.push(say!("op-elements-at-once", n = counts.added - queued));
    }
    if counts.redundant > 0 {
        words.push(say!("op-elements-redundant", n = counts.redundant));
    }
    if counts.malformed > 0 {
        words.push(say!("op-elements-malformed", n = counts.malformed));
    }
    if counts.rejected > 0 {
        words.push(say!("op-elements-rejected", n = counts.rejected));
    }
    Message::joined(", ", words)
}
