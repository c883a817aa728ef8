//! Why something failed and what to do next, on pages: where a message names a command of the terminal for what the desk
//! can do as well, the page shows a link with the operation's own words instead.

use countersign_core::{ActorKind, OPS};
use countersign_words::{Message, Words};
use maud::{Markup, html};

use super::{
    palette,
    text::{known, say},
    thing,
};

/// What every command begins with.
const PROGRAM: &str = "countersign ";

/// A piece of a message.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Text(&'t str),
    /// An operation by its name, and what it is to be called with.
    Operation(&'static str, &'static str, Vec<&'t str>),
}

/// Renders a message; commands for what the desk can do are links.
pub(super) fn said(words: Words, message: &Message) -> Markup {
    let text = say(words, message);
    html! {
        @for piece in pieces(&text) {
            @match piece {
                Piece::Text(text) => { (text) },
                Piece::Operation(name, doc, given) => a href=(place(name, &given)) { (title(words, doc)) },
            }
        }
    }
}

/// Renders an optional message.
pub(super) fn said_if(words: Words, message: Option<&Message>) -> Markup {
    html! { @if let Some(message) = message { (said(words, message)) } }
}

/// Returns what an operation does, without its details.
fn title(words: Words, doc: &str) -> String {
    let whole = known(words, doc);
    whole.split([':', ';']).next().unwrap_or_default().trim().to_owned()
}

/// Returns where the desk has an operation: on the page of the thing that is named, otherwise in a form of its own.
fn place(name: &str, given: &[&str]) -> String {
    let is_of_thing = |id: &&&str| thing::href(id).is_some();
    if let Some(page) = given.iter().find(is_of_thing).and_then(|id| thing::href(id)) {
        return page;
    }
    match name {
        "inbox.list" | "inbox.count" => "/".to_owned(),
        "settings.show" | "policy.show" => "/policy".to_owned(),
        "server.list" => "/settings/servers".to_owned(),
        "grant.suggestions" => "/settings/grants".to_owned(),
        "token.create" | "token.list" => "/settings/people".to_owned(),
        "webhook.remove" => "/settings/webhooks".to_owned(),
        "run.list" => "/runs".to_owned(),
        "working_set.list" => "/sets".to_owned(),
        name => palette::place(name),
    }
}

/// Splits a text at the commands for what the desk can do.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some(found) = text[at..].find(PROGRAM).map(|found| at + found) {
        at = found + PROGRAM.len();
        let begins =
            text[..found].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && !"-/_.".contains(c));
        let Some((name, doc, given, length)) = operation(&text[at..]).filter(|_| begins) else { continue };
        let quoted = text[..found].ends_with(['`', '“', '"']);
        pieces.push(Piece::Text(&text[from..found - if quoted { last_length(&text[..found]) } else { 0 }]));
        pieces.push(Piece::Operation(name, doc, given));
        at += length;
        from = at;
        if let Some(close) = text[at..].chars().next().filter(|c| quoted && "`”\"".contains(*c)) {
            from += close.len_utf8();
        }
    }
    pieces.push(Piece::Text(&text[from..]));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

fn last_length(text: &str) -> usize {
    text.chars().next_back().map_or(0, char::len_utf8)
}

/// Reads a command of an operation that persons have: its name and description, what it is called with, and its length.
fn operation(text: &str) -> Option<(&'static str, &'static str, Vec<&str>, usize)> {
    let own = OPS.iter().map(|op| op.spec()).filter(|spec| spec.audience.contains(&ActorKind::Person));
    let forms = own.flat_map(|spec| spec.cli.split(" | ").map(move |form| (spec.name, spec.doc, form)));
    let mut best: Option<(&str, &str, usize, usize)> = None;
    for (name, doc, form) in forms {
        let literal =
            |word: &&str| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') && !word.starts_with('-');
        let wanted: Vec<&str> = form.split(' ').take_while(literal).filter(|word| !word.is_empty()).collect();
        let said: Vec<(usize, &str)> = words_of(text).take(wanted.len()).collect();
        let same =
            said.len() == wanted.len() && said.iter().zip(&wanted).all(|((_, said), wanted)| said == wanted);
        let more = best.is_none_or(|(_, _, count, _)| wanted.len() > count);
        if let (true, true, Some((start, last))) = (same, more, said.last()) {
            best = Some((name, doc, wanted.len(), start + last.len()));
        }
    }
    let (name, doc, count, mut end) = best?;
    let mut given = Vec::new();
    for (start, word) in words_of(text).skip(count) {
        // Punctuation ends a command.
        if text[end..start] != *" " || !is_given(word) {
            break;
        }
        given.push(word);
        end = start + word.len();
    }
    Some((name, doc, given, end))
}

/// Returns the words of a text without the punctuation after them, with where each begins.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(' ').map(move |word| {
        let start = at;
        at += word.len() + 1;
        (start, word.trim_end_matches([',', '.', ';', ':', ')', '`', '”', '"', '»', '«', '“']))
    })
}

/// Whether a word is an argument: an id, an option, a placeholder.
fn is_given(word: &str) -> bool {
    let is_placeholder = word.len() > 1 && word.chars().all(|c| c.is_uppercase() || "|_".contains(c));
    word.starts_with("--")
        || word == "…"
        || is_placeholder
        || word.contains('|')
        || thing::href(word).is_some()
        || word.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use countersign_words::{Language, say};

    use super::*;

    fn of(text: &str) -> String {
        said(Words::of(Language::English), &text.to_owned().into()).into_string()
    }

    #[test]
    fn a_command_that_the_desk_has_is_a_link_and_others_stay() {
        let page = of("it was never shown to you; look first: countersign show i4-ab12");
        assert!(
            page.contains("look first: <a href=\"/items/i4-ab12\">") && !page.contains("countersign "),
            "{page}"
        );
        let page = of("no one has; countersign policy changes shows it");
        assert!(page.contains("<a href=\"/policy\">") && page.ends_with("</a> shows it"), "{page}");
        let page = of("it runs (`countersign show i4-ab`)");
        assert!(page.ends_with("</a>)") && !page.contains('`'), "{page}");
        let page = of("say what you want: countersign reject i4-ab --reason …");
        assert!(page.ends_with("</a>"), "{page}");
        for kept in [
            "start it: countersign up",
            "sudo countersign doctor",
            "see xcountersign show i4",
            "/countersign show",
        ] {
            assert_eq!(of(kept), kept);
        }
    }

    /// What the engine refuses reaches the desk: none of it names a command of the terminal for what the desk can do.
    #[test]
    fn no_hint_names_a_command_for_what_the_desk_can_do() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../countersign-words/locales/en");
        let mut seen = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap().path();
            // These are the texts of the terminal.
            if ["commands.ftl", "terminal.ftl", "tui.ftl", "fields.ftl"]
                .iter()
                .any(|name| file.ends_with(name))
            {
                continue;
            }
            let text = std::fs::read_to_string(&file)
                .unwrap()
                .replace("{ $id }", "i4-ab")
                .replace("{ $item }", "i4-ab");
            for line in text.lines().filter(|line| line.contains(PROGRAM)) {
                let page = of(line.split_once(" = ").map_or(line, |(_, said)| said));
                for (at, _) in page.match_indices(PROGRAM) {
                    let begins =
                        page[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '/');
                    let left = operation(&page[at + PROGRAM.len()..]);
                    assert!(!begins || left.is_none(), "{line}: {page}");
                }
                seen += usize::from(page.contains("<a href="));
            }
        }
        assert!(seen > 25, "{seen} messages name a command that the desk has");
        assert!(of("countersign thaw").contains("<a href="), "ended by the desk as well");
        let held = say!("op-froze-thaw", who = "ana");
        assert!(!said(Words::of(Language::German), &held).into_string().contains(PROGRAM));
    }
}
