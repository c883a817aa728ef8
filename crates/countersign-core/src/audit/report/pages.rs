//! The log as pages to print: a table of events, the filter, and what the chain of hashes proves. Everything
//! hidden in texts is made visible; paper, fonts and lines are up to `countersign-pdf`.

use countersign_pdf::{Line, Pages, indented};
use countersign_words::{Language, Message, say};
use jiff::tz::TimeZone;
use serde_json::Value;

use super::{
    LogFilter,
    export::{Agents, Chain, agent_of},
};
use crate::{
    event::{CallNote, Event, ResultStatus},
    text, when,
};

/// The indentation of an event's details.
const INDENT: usize = 6;
/// How many calls of an event, and how many characters of a call's arguments, are printed; omissions are
/// counted.
const CALLS: usize = 100;
const ARGUMENTS: usize = 2_000;
/// The column titles and widths.
const COLUMNS: [(&str, usize); 9] = [
    ("event", 13),
    ("at", 25),
    ("who", 20),
    ("agent", 14),
    ("operation", 20),
    ("run", 11),
    ("tool", 25),
    ("ended", 13),
    ("hash", 12),
];

/// The subject of the pages.
pub(super) struct About {
    pub filter: LogFilter,
    pub after: Option<String>,
    pub next: Option<String>,
    pub by: String,
    pub at: String,
    pub chain: Chain,
    /// The language of the reader.
    pub language: Language,
    /// The agents of the runs.
    pub agents: Agents,
}

impl About {
    /// Says something in the language of the reader, in letters that the fonts have.
    fn say(&self, message: &Message) -> String {
        let letter = |c| match c {
            'ă' => 'a',
            'Ă' => 'A',
            'ș' => 's',
            'Ș' => 'S',
            'ț' => 't',
            'Ț' => 'T',
            other => other,
        };
        message.in_language(self.language).chars().map(letter).collect()
    }
}

/// The file.
pub(super) fn write(about: &About, events: &[Event], zone: &TimeZone) -> Vec<u8> {
    let mut pages = Pages::new();
    pages.add(head(about, events.len()));
    let column = |(name, _): (&str, usize)| about.say(&say!("judge-pages-column", name));
    pages.heading(Line::bold(row(&COLUMNS.map(column))));
    for event in events {
        pages.add(of_event(about, event, zone));
    }
    let end = match &about.next {
        Some(next) => say!("judge-pages-go-on", event = next),
        None => say!("judge-pages-end"),
    };
    pages.add([line(""), line(&about.say(&end))]);
    let title = about.say(&say!("judge-pages-title"));
    let language = about.language.code();
    let file = countersign_pdf::About { title: &title, producer: "Countersign", language };
    pages.write(&file, |page, all| foot(about, page, all))
}

/// Returns the footer of a page.
fn foot(about: &About, page: usize, all: usize) -> String {
    let head = about.chain.head.as_ref().map(|(id, hash)| format!("{id} {hash}")).unwrap_or_default();
    let page = about.say(&say!("judge-pages-page", page, all));
    shown(&format!("{head}   {page}"))
}

/// Makes everything hidden in a text visible.
fn shown(text: &str) -> String {
    text::visible(text).text
}

fn line(text: &str) -> Line {
    Line::new(shown(text))
}

fn bold(text: &str) -> Line {
    Line::bold(shown(text))
}

/// Returns the lines before the table.
fn head(about: &About, events: usize) -> Vec<Line> {
    let asked = [
        ("run", &about.filter.run),
        ("tool", &about.filter.tool),
        ("actor", &about.filter.actor),
        ("from", &about.filter.from),
        ("until", &about.filter.until),
        ("status", &about.filter.status),
        ("after", &about.after),
    ];
    let asked: Vec<String> =
        asked.iter().filter_map(|(name, value)| Some(format!("{name} = {}", value.as_ref()?))).collect();
    let asked = if asked.is_empty() { say!("judge-pages-whole") } else { asked.join(", ").into() };
    let mut lines = vec![
        bold(&about.say(&say!("judge-pages-title"))),
        line(&about.say(&say!(
            "judge-pages-made",
            at = about.at,
            who = about.by,
            n = events,
            said_asked = asked
        ))),
    ];
    let chain = &about.chain;
    lines.push(match &chain.bad {
        Some((event, said)) => bold(&about.say(&say!("judge-chain-broken", event, said))),
        None if chain.whole => line(&about.say(&say!("judge-chain-holds", n = chain.events))),
        None => line(&about.say(&say!("judge-chain-holds-first", n = chain.events))),
    });
    if let Some((id, hash)) = &chain.head {
        lines.push(line(&about.say(&say!("judge-chain-head", event = id, hash))));
    }
    lines.push(line(&about.say(&say!("judge-pages-unproven"))));
    lines.push(line(""));
    lines
}

/// Returns the lines for an event and its calls.
fn of_event(about: &About, event: &Event, zone: &TimeZone) -> Vec<Line> {
    let hash = super::export::hex(&event.hash[..6]);
    let cells = [
        event.id(),
        when::rfc3339(when::from_ms(event.at), zone),
        event.actor.clone(),
        agent_of(event, &about.agents).to_owned(),
        event.op.clone(),
        event.run.clone().unwrap_or_default(),
        event.tool.clone().unwrap_or_default(),
        event.status.clone(),
        hash,
    ];
    let mut lines = vec![Line::new(row(&cells))];
    match event.told() {
        Some(body) => {
            if let Some(seen) = super::export::seen(event) {
                lines.extend(below(&about.say(&seen)));
            }
            for call in body.calls.iter().take(CALLS) {
                lines.extend(below(&of_call(about, call)));
            }
            if body.calls.len() > CALLS {
                let left = say!("judge-pages-more-calls", n = body.calls.len() - CALLS);
                lines.extend(below(&about.say(&left)));
            }
        }
        None => lines.extend(below(&about.say(&say!("judge-pages-dropped")))),
    }
    lines
}

/// Describes one call: what was called, how it ended, how long it took, and whether a person confirmed it.
fn of_call(about: &About, call: &CallNote) -> String {
    let ended = call.result_status.map_or("held", ResultStatus::as_str);
    let mut ended = about.say(&say!("judge-pages-ended", ended));
    if let Some(code) = call.result.get("exit_code").and_then(Value::as_i64) {
        ended = about.say(&say!("judge-pages-code", call = ended, code));
    }
    let made = format!("{} {}", call.tool, text::line(&call.arguments.to_string(), ARGUMENTS));
    let told = match call.user_confirmed {
        true => about.say(&say!("judge-pages-confirmed", call = made, ended)),
        false => format!("{made} -> {ended}"),
    };
    match call.execution_time_ms {
        0 => told,
        ms => about.say(&say!("judge-pages-took", call = told, ms)),
    }
}

/// Indents a text below an event.
fn below(text: &str) -> Vec<Line> {
    indented(&shown(text), INDENT)
}

fn row(cells: &[String; 9]) -> String {
    let cells = cells.each_ref().map(|cell| shown(cell));
    countersign_pdf::row(cells.iter().zip(COLUMNS).map(|(cell, (_, width))| (cell.as_str(), width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Actor,
        audit::report::tests::{call, read},
        memory::MemoryStore,
        store::{EventQuery, Store},
    };

    #[test]
    fn h2_what_is_hidden_in_a_text_is_made_visible_before_it_is_printed() {
        const HOSTILE: &str = "a\u{202e}b\u{1b}c";
        let given = || Some(HOSTILE.to_owned());
        let store = MemoryStore::new();
        store.submit(call(Actor::agent("laura"), &[HOSTILE])).unwrap();
        let query = EventQuery { ascending: true, limit: 1, ..EventQuery::default() };
        let event = read(&store, Actor::person("ana"), |tx| tx.events(&query)).unwrap().remove(0);
        let event = Event { tool: given(), ..event };
        let head_of = |filter, after, by: &str, bad, head: &str| {
            let (next, at) = (None, "now".to_owned());
            let chain = Chain { events: 1, head: Some((head.to_owned(), "h".to_owned())), bad, whole: true };
            let (by, language, agents) = (by.to_owned(), Language::English, Agents::new());
            About { filter, after, next, by, at, chain, language, agents }
        };
        let of_run = LogFilter { run: given(), ..LogFilter::default() };
        let bad = Some((HOSTILE.to_owned(), say!("judge-event-follows-one")));
        let abouts = [
            head_of(of_run, None, "ana", None, "e1"),
            head_of(LogFilter::default(), given(), "ana", None, "e1"),
            head_of(LogFilter::default(), None, HOSTILE, None, "e1"),
            head_of(LogFilter::default(), None, "ana", bad, "e1"),
            head_of(LogFilter::default(), None, "ana", None, HOSTILE),
        ];
        let mut printed: Vec<Vec<Line>> = abouts.iter().map(|about| head(about, 1)).collect();
        let mut lines = of_event(&abouts[0], &event, &TimeZone::UTC);
        printed.push(vec![lines.remove(0)]);
        printed.extend([lines, vec![Line::new(foot(&abouts[4], 1, 1))]]);
        for lines in printed {
            let text: String = lines.iter().map(|line| line.text.as_str()).collect();
            // Cells and what stands under an event are in the letters of the fonts already.
            let text = text.replace("\\u{27e8}", "⟨").replace("\\u{27e9}", "⟩").replace("\\u001b", "\\x1b");
            // A cell is cut, and says so.
            assert!(text.contains("a⟨U+202E"), "{text}");
            assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
        }
    }
}
