//! `sqlite3`: the database, then SQL and dot commands; the table and the SQL reader cover most of it.

use countersign_words::say;

use crate::{
    command::Given,
    facts::{Class, Effect},
    sql,
    walk::{Input, Output, Walk},
};

/// Notes the input, which is SQL unless the words contain SQL, and the effect on the database.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    if given.dry {
        return Output::Unknown;
    }
    let database = given.operands.first();
    let inline = given.operands.get(1..).unwrap_or_default();
    let class = walk.class_of(|walk| {
        for text in inline {
            match text.known() {
                Some(known) => sql::note(walk, "sqlite", &known, text.span),
                None => walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-sql-that-is-made-elsewhere"),
                    text.span,
                ),
            }
        }
        match input {
            _ if !inline.is_empty() => {}
            Input::Text(text, span) => sql::note(walk, "sqlite", text, *span),
            Input::Inherited => {}
            _ => walk.opaque(
                Class::Destructive,
                say!("analysis-runs-sql-that-comes-in-by-standard-input"),
                super::span_of(given.words),
            ),
        }
    });
    if inline.is_empty() && *input == Input::Inherited {
        walk.note(
            Effect::Change,
            say!("analysis-opens-a-console-of-the-database"),
            super::span_of(given.words),
        );
    }
    if let Some(database) = database.filter(|_| class > Class::Read) {
        walk.path(Effect::Write, database, say!("analysis-changes-the-database"));
    }
    Output::Unknown
}
