//! `log`: what happened, newest first. Without a flag what landed, each with its undo; the flags show the other views.

use std::io;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command};
use countersign_core::{
    Error, Op as _, Result,
    audit::operations::AuditLog,
    decision::operations::DecisionList,
    op::fields::{Kind, fields},
    operations as ops,
    receipt::operations::ReceiptList,
    visit::operations::VisitSince,
};
use countersign_words::{Message, say};
use serde_json::Map;

use crate::{caller::Caller as _, exit, field, render, session::Session};

/// The views: the flag, the operation, and what it shows. The first needs no flag.
static VIEWS: &[(&str, &str, Message)] = &[
    ("", ReceiptList::NAME, say!("command-about-log")),
    ("new", VisitSince::NAME, say!("command-arg-log-new")),
    ("decisions", DecisionList::NAME, say!("command-arg-log-decisions")),
    ("calls", AuditLog::NAME, say!("command-arg-log-calls")),
];

/// Adds a flag for each view, and the options that any of them takes.
pub fn args(command: Command) -> Command {
    let flags = VIEWS.iter().filter(|(flag, ..)| !flag.is_empty());
    let flag = |(flag, _, about): &(&'static str, &str, Message)| {
        Arg::new(*flag).long(*flag).action(ArgAction::SetTrue).help(about.to_string())
    };
    let names: Vec<_> = flags.clone().map(|(flag, ..)| *flag).collect();
    let command = command.args(flags.map(flag)).group(ArgGroup::new("view").args(names));
    let mut known: Vec<String> = Vec::new();
    let mut options = Vec::new();
    for (_, op, _) in VIEWS {
        for (name, field) in ops::find(op).map(fields).into_iter().flatten() {
            if known.contains(&name) {
                continue;
            }
            let arg = Arg::new(name.clone()).long(name.clone()).help(field.doc.clone());
            options.push(match field.kind {
                Kind::Boolean => arg.action(ArgAction::SetTrue),
                _ => arg.value_name(name.to_uppercase()),
            });
            known.push(name);
        }
    }
    command.args(options)
}

/// Shows the view.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let is_asked = |flag: &str| !flag.is_empty() && matches.get_flag(flag);
    let op = VIEWS.iter().find(|(flag, ..)| is_asked(flag)).map_or(ReceiptList::NAME, |(_, op, _)| *op);
    let known = ops::find(op).map(fields).unwrap_or_default();
    let mut input = Map::new();
    for id in matches.ids().map(|id| id.as_str()) {
        let is_given = matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
        let is_flag = id == "view" || VIEWS.iter().any(|(flag, ..)| *flag == id);
        if !is_given || is_flag || id.starts_with('-') {
            continue;
        }
        let Some(of) = known.get(id) else {
            let views = VIEWS.iter().filter(|(_, op, _)| takes(op, id)).map(|(flag, ..)| match *flag {
                "" => "countersign log".to_owned(),
                flag => format!("--{flag}"),
            });
            let views = views.collect::<Vec<_>>().join(", ");
            return Err(Error::usage(say!("command-log-option", option = id, views)));
        };
        let value = match of.kind {
            Kind::Boolean => true.into(),
            _ => {
                let typed = matches.get_one::<String>(id).map(String::as_str).unwrap_or_default();
                field::read(of, &format!("--{id}"), typed, &mut io::stdin().lock())?
            }
        };
        input.insert(id.to_owned(), value);
    }
    let input = input.into();
    let is_further = render::is_further(op, &input);
    let answer = session.caller()?.call(op, input)?;
    if is_further && !session.screen.json && render::lists_nothing(&answer.value) {
        session.screen.text(&session.screen.view().t("term-no-more"))?;
    } else {
        session.screen.answer(op, &answer.value)?;
    }
    Ok(exit::of_outcome(answer.outcome))
}

fn takes(op: &str, option: &str) -> bool {
    ops::find(op).is_some_and(|op| fields(op).contains_key(option))
}
