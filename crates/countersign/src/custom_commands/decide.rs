//! `confirm`, `reject`, `defer`: answers to whatever waits, by its id. In a script each is one call per id. At a
//! terminal, `confirm` shows what would happen and asks.

mod asked;
mod thing;

pub use asked::asked;

use std::io;

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{
    Error, ErrorCode, Result,
    inbox::{self, InboxList},
};
use countersign_tui::Asked;
use countersign_words::say;
use serde_json::json;

use crate::{
    caller::{self, Caller, Remote},
    cli,
    op_commands::{Binding, Wanted},
    session::Session,
};
use asked::Desk;
use thing::{Answer, Thing};

/// The most that one answer lists.
const PAGE: u32 = 1000;

/// Makes the id of `confirm` optional, and adds `--yes`.
pub fn confirm_args(command: Command) -> Command {
    let yes = Arg::new("yes").long("yes").action(ArgAction::SetTrue);
    let command = command.arg(yes.help(String::from(say!("command-arg-no-question"))));
    let command = command.mut_arg("id", |id| id.required(false));
    ["yes", "digest", "typed", "always", "scope", "uses", "offer"]
        .into_iter()
        .fold(command, |command, option| command.mut_arg(option, |arg| arg.requires("id")))
}

/// Confirms what is named; without an id, goes through what waits.
pub fn confirm(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let calls = binding.calls(matches, &mut io::stdin().lock())?;
    let is_settled = matches.get_flag("yes") || matches.contains_id("digest");
    let asks = can_ask(session) && !is_settled;
    match asks {
        false if calls.is_empty() => Err(Error::usage(say!("command-nobody-to-ask"))
            .hint(say!("command-name-what-waits", command = "confirm"))),
        false => answer_each(session, Answer::Confirm, calls),
        true => {
            let caller = session.caller()?;
            let desk = Desk { session, caller: &caller };
            if calls.is_empty() { desk.walk() } else { desk.each(calls) }
        }
    }
}

/// Whether a person can be asked in this terminal. Programs are not.
pub fn can_ask(session: &Session) -> bool {
    countersign_tui::can_ask() && !session.screen.json
}

/// Whether that is a person, as far as the token tells.
pub fn has_person(session: &Session) -> bool {
    let token = session.token().ok().flatten();
    can_ask(session) && token.is_some_and(|token| !token.trim_start().starts_with("cs_agent_"))
}

/// Asks a person at this terminal about something that they have just proposed. Returns `None` if nobody is asked:
/// programs, agents and their processes are not.
pub fn in_place(session: &Session, caller: &Remote, id: &str) -> Result<Option<Asked>> {
    if !has_person(session) {
        return Ok(None);
    }
    match asked(session, caller, id, &json!({}), false) {
        Ok(asked) => Ok(Some(asked)),
        // A person's token does not make a person of an agent's process.
        Err(e) if matches!(e.code, ErrorCode::Refused | ErrorCode::Unauthenticated) => Ok(None),
        Err(e) => Err(e),
    }
}

/// Rejects what is named.
pub fn reject(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let calls = binding.calls(matches, &mut io::stdin().lock())?;
    answer_each(session, Answer::Reject, calls)
}

/// Defers what is named.
pub fn defer(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let calls = binding.calls(matches, &mut io::stdin().lock())?;
    answer_each(session, Answer::Defer, calls)
}

/// Makes one call per word. Nothing is shown first, so a yes binds to what the person was shown before.
fn answer_each(session: &Session, answer: Answer, calls: Vec<Wanted>) -> Result<u8> {
    let caller = session.caller()?;
    let mut each = Vec::new();
    for wanted in calls {
        let word = wanted.word.clone().unwrap_or_default();
        if answer == Answer::Defer && Thing::of(&word) == Thing::Set {
            each.extend(open_items(&caller, &word)?);
        } else {
            each.push(wanted);
        }
    }
    cli::each(&session.screen, &caller, each, &|wanted| {
        thing::call(answer, wanted.word.as_deref().unwrap_or_default(), wanted.input)
    })
}

/// Returns the open items of a set; the set itself if it has none, so that it is reported.
fn open_items(caller: &dyn Caller, set: &str) -> Result<Vec<Wanted>> {
    let mut found = Vec::new();
    pages(caller, &mut |page| {
        let of_set = |id: &str| id == set || id.strip_prefix(set).is_some_and(|rest| rest.starts_with('-'));
        found.extend(page.items.iter().filter(|item| of_set(&item.change_set)).map(|item| item.id.clone()));
        true
    })?;
    if found.is_empty() {
        found.push(set.to_owned());
    }
    Ok(found.into_iter().map(|id| Wanted { word: Some(id.clone()), input: json!({"id": id}) }).collect())
}

/// Reads the inbox, page by page, until `take` returns false.
pub fn pages(caller: &dyn Caller, take: &mut dyn FnMut(&inbox::Output) -> bool) -> Result<()> {
    let mut after = None;
    loop {
        let input = json!({"limit": PAGE, "after": after});
        let page = caller::ask::<InboxList>(caller, input)?;
        if !take(&page) || page.next.is_none() {
            return Ok(());
        }
        after = page.next;
    }
}
