//! `docs`: the documentation in the terminal; the same pages are on the desk and on the site.

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{Error, Result};
use countersign_docs::{Found, Page, look_up, pages, terminal};
use countersign_words::say;
use serde_json::{Value, json};

use crate::{exit, session::Session};

/// How wide text is where nobody says how wide the screen is.
const WIDTH: usize = 80;

/// Its arguments.
pub fn args(command: Command) -> Command {
    let topic = Arg::new("topic").value_name("TOPIC").num_args(0..).action(ArgAction::Append);
    command.arg(topic.help(say!("command-arg-docs-topic").to_string()))
}

/// Prints the list of pages, a page, or which pages speak of something.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let words: Vec<&str> =
        matches.get_many::<String>("topic").into_iter().flatten().map(String::as_str).collect();
    if words.is_empty() {
        list(session)?;
        return Ok(exit::DONE);
    }
    let word = words.join(" ");
    match look_up(&word) {
        Found::Page(page) => show(session, &page)?,
        Found::Said(said) if said.is_empty() => {
            let told = say!("command-docs-none", word = format!("{word:?}"));
            return Err(Error::not_found(told).hint(say!("command-docs-none-hint")));
        }
        Found::Said(said) => found(session, &word, &said)?,
    }
    Ok(exit::DONE)
}

fn show(session: &Session, page: &Page) -> Result<()> {
    if session.screen.json {
        return session.screen.value(&json!({"name": page.name, "title": page.title, "text": page.text}));
    }
    let view = session.screen.view();
    let styled = view.paint.strong("x") != "x";
    session.screen.paged(&terminal(page.text, view.width.unwrap_or(WIDTH), styled))
}

fn list(session: &Session) -> Result<()> {
    let all = pages();
    if session.screen.json {
        let told = |page: &Page| json!({"name": page.name, "title": page.title, "part": page.part});
        let pages: Vec<Value> = all.iter().map(told).collect();
        return session.screen.value(&json!({"pages": pages}));
    }
    let paint = session.screen.view().paint;
    let widest = all.iter().map(|page| page.name.len()).max().unwrap_or_default();
    let (mut text, mut part) = (String::new(), "");
    for page in &all {
        if page.part != part {
            part = page.part;
            text.push_str(&format!("\n{}\n", paint.strong(part)));
        }
        let name = format!("{:widest$}", page.name);
        text.push_str(&format!("  {}  {}\n", paint.handle(&name), page.title));
    }
    text.push_str(&format!("\n{}\n", session.screen.say(&say!("command-docs-pages"))));
    session.screen.paged(&text)
}

fn found(session: &Session, word: &str, said: &[(Page, String)]) -> Result<()> {
    if session.screen.json {
        let told = |(page, heading): &(Page, String)| json!({"name": page.name, "title": page.title, "heading": heading});
        let pages: Vec<Value> = said.iter().map(told).collect();
        return session.screen.value(&json!({"pages": pages}));
    }
    let paint = session.screen.view().paint;
    let widest = said.iter().map(|(page, _)| page.name.len()).max().unwrap_or_default();
    let mut text =
        format!("{}\n", session.screen.say(&say!("command-docs-said", word = format!("{word:?}"))));
    for (page, heading) in said {
        let name = format!("{:widest$}", page.name);
        text.push_str(&format!("  {}  {heading}\n", paint.handle(&name)));
    }
    text.push_str(&format!("\n{}\n", session.screen.say(&say!("command-docs-pages"))));
    session.screen.paged(&text)
}
