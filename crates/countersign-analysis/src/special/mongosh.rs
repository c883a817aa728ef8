//! The MongoDB shell: code in `--eval`, scripts, or the input.

use super::{interpreter::input_elsewhere, span_of};
use crate::{
    code,
    command::Given,
    walk::{Input, Output, Walk},
};

/// Notes what the code does.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    let has = |name: &str| given.options.iter().any(|o| o.name == name);
    let texts = given.options.iter().filter(|o| o.name == "--eval").filter_map(|o| o.value.as_ref());
    texts.for_each(|text| code::note(walk, "mongo", text));
    // The first operand is the database; the others are scripts, which the table covers.
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
