//! `curl`: effects of the request method.

use countersign_words::say;

use crate::{
    code::listed,
    command::Given,
    facts::{Class, Effect},
    path,
    walk::{Input, Output, Walk},
    word::Word,
};

/// Options whose value is sent as the body.
const SENDS: &str = "-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string -T \
    --upload-file";

/// Notes the effects of the method and the addresses.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    for option in given.options.iter().filter(|o| o.name == "-X" || o.name == "--request") {
        let Some(value) = &option.value else { continue };
        match value.known().map(|method| method.to_ascii_uppercase()).as_deref() {
            Some("GET" | "HEAD" | "OPTIONS" | "PROPFIND" | "TRACE" | "REPORT" | "SEARCH") => {}
            Some("DELETE" | "PURGE") => {
                walk.note(Effect::Destroy, say!("analysis-asks-a-server-to-delete-something"), value.span)
            }
            Some(method) => walk.note(Effect::Change, say!("analysis-sends-a-request", method), value.span),
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-sends-a-request-whose-method-only-running-tells"),
                value.span,
            ),
        }
    }
    let get = given.options.iter().any(|o| matches!(o.name.as_str(), "-G" | "--get" | "-I" | "--head"));
    for option in given.options.iter().filter(|o| o.name == "-d" || o.name.starts_with("--data")) {
        if get {
            continue;
        }
        let text = option.value.as_ref().and_then(|value| value.known()).unwrap_or_default();
        let destroys = ["delete_by_query", "_delete", "\"delete\""].iter().any(|word| text.contains(word));
        let effect = if destroys { Effect::Destroy } else { Effect::Change };
        walk.note(effect, say!("analysis-sends-data-which-may-change-something-there"), option.span);
    }
    let named = given.options.iter().filter(|o| o.name == "--url").filter_map(|o| o.value.as_ref());
    for word in given.operands.iter().chain(named).cloned().collect::<Vec<_>>() {
        if let Some(file) = word.known().and_then(|text| path::of_file_url(&text)) {
            walk.path(Effect::Read, &Word::known_as(file, word.span), say!("analysis-reads-a-file"));
        }
    }
    for operand in &given.operands {
        if operand.shown().contains("_delete_by_query") {
            walk.note(Effect::Destroy, say!("analysis-asks-a-server-to-delete-something"), operand.span);
        }
    }
    for option in given.options.iter().filter(|o| o.name == "-w" || o.name == "--write-out") {
        // `%output{file}` writes, and `@file` reads the format.
        let text = option.value.as_ref().map(|value| value.known());
        if text.is_some_and(|text| text.is_none_or(|text| text.contains("%output") || text.starts_with('@')))
        {
            walk.note(Effect::Change, say!("analysis-may-write-to-a-file"), option.span);
        }
    }
    for option in given.options.iter().filter(|o| o.name == "--engine") {
        walk.note(Effect::Execute, say!("analysis-loads-a-library"), option.span);
    }
    // With -G the data go into the address.
    let gets = given.options.iter().any(|o| o.name == "-G" || o.name == "--get");
    for option in given.options.iter().filter(|o| listed(SENDS, &o.name) && !gets) {
        walk.note(Effect::Change, say!("analysis-sends-data-which-may-change-something-there"), option.span);
    }
    for option in &given.options {
        let text = option.value.as_ref().map(Word::shown).unwrap_or_default();
        match option.name.as_str() {
            "-w" | "--write-out" if text.contains("%output{") => {
                walk.note(Effect::Write, say!("analysis-writes-what-it-tells-to-a-file"), option.span);
            }
            "--engine" => walk.note(Effect::Execute, say!("analysis-loads-a-library"), option.span),
            _ => {}
        }
    }
    for option in given.options.iter().filter(|o| o.name == "-Q" || o.name == "--quote") {
        let text =
            option.value.as_ref().and_then(|value| value.known()).unwrap_or_default().to_ascii_uppercase();
        if text.contains("DELE") || text.contains("RMD") || text.contains("RM ") || text.contains("RMDIR") {
            walk.note(Effect::Destroy, say!("analysis-asks-a-server-to-delete-something"), option.span);
        }
    }
    Output::Unknown
}
