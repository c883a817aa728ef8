//! `audit export`: one call returns a part of the log; this prints all of it.

use std::io::{self, IsTerminal as _};

use clap::ArgMatches;
use countersign_core::{
    Error, Result,
    audit::{operations::AuditExport, report::export::ExportOutput},
    op::read_output,
};
use countersign_words::say;
use serde_json::Value;

use crate::{caller::Caller, exit, op_commands::Binding, progress, render, session::Session};

/// Prints part after part. With a limit, with JSON or as PDF it prints only one part, and how to get the next.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    match io::stdout().is_terminal() {
        true => print_all(session, binding, matches),
        false => progress::doing(session.screen, say!("command-progress-export"), || {
            print_all(session, binding, matches)
        }),
    }
}

fn print_all(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let mut calls = binding.calls(matches, &mut io::stdin().lock())?;
    let mut input = calls.pop().map(|w| w.input).ok_or_else(|| Error::bug("an export is always one call"))?;
    let op = binding.op.spec().name;
    let caller = session.caller()?;
    let whole = !session.screen.json && input.get("limit").is_none_or(Value::is_null);
    loop {
        let answer = caller.call(op, input.clone())?;
        let (value, code) = (&answer.value, exit::of_outcome(answer.outcome));
        let ExportOutput { pdf, next, .. } = read_output::<AuditExport>(value.clone())?;
        let (is_paged, goes_on) = (pdf.is_some(), next.is_some());
        if !whole || is_paged || !goes_on {
            match pdf.filter(|_| !session.screen.json) {
                Some(pages) => session.screen.file(&pages)?,
                None => session.screen.answer(op, value)?,
            }
        }
        let Some(next) = next else { return Ok(code) };
        if !whole || is_paged {
            session.screen.note(&render::more("after", &next, &session.screen.view()).into());
            return Ok(code);
        }
        if !session.screen.offer(render::answer(op, value, &session.screen.view()).as_bytes())? {
            return Ok(code);
        }
        input["after"] = next.into();
    }
}
