//! The shell of MongoDB: text after `--eval`, scripts, or what comes in.

use super::{interpreter::input_elsewhere, span_of};
use crate::{
    code,
    command::Given,
    walk::{Input, Output, Walk},
};

/// Adds what the text does that is run.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    let has = |name: &str| given.options.iter().any(|o| o.name == name);
    let texts = given.options.iter().filter(|o| o.name == "--eval").filter_map(|o| o.value.as_ref());
    texts.for_each(|text| code::note(walk, "mongo", text));
    // The first operand is the database; those after it are scripts, of which the table tells.
    let scripts = given.operands.len() > 1 || has("-f") || has("--file");
    if given.dry || (has("--eval") || scripts) && !has("--shell") {
        return Output::Unknown;
    }
    match input {
        Input::Text(text, span) => code::note_text(walk, "mongo", text, *span),
        other => input_elsewhere(walk, other, span_of(given.words)),
    }
    Output::Unknown
}
