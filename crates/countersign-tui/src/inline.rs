//! Asks about one thing in the running terminal: a card, a line of keys, and one key. Answers go the same way as on the
//! screen, through `update`. A terminal that cannot give single keys (`TERM=dumb`) is asked for lines.

mod person;

use countersign_client::Client;
use countersign_core::{Answer, Error, ErrorCode, Outcome as Ended, Result, record::Doc};
use countersign_words::Words;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Value, json};

use self::person::Person;
use crate::{
    input::Input,
    keys::{Action, Binding, KEYS},
    model::{Call, Effect, Model, OpenPage, Overlay, Read, SIDE_BY_SIDE, Source, Tab, Wanted},
    outcome,
    page::{About, CARD_LINES},
    reading, run,
    text::{Line, Tone, safe},
    update::{Msg, act, update},
};

/// What is asked about, and how.
pub struct Question<'q> {
    /// The id of a thing that waits.
    pub id: &'q str,
    /// The options of the command line, which go with a yes.
    pub given: Value,
    /// Whether it can be passed over.
    pub skips: bool,
    /// Prints what became of an answer.
    pub tell: &'q dyn Fn(&str, &Answer) -> Result<()>,
}

/// What came of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It was answered, and ended so.
    Answered(Ended),
    /// It was passed over.
    Skipped,
    /// The person left it as it is.
    Left,
}

/// Whether a person is there to be asked: keys and words go to a terminal.
pub fn can_ask() -> bool {
    person::is_there()
}

/// Shows one thing that waits, by its id, and asks for one key.
pub fn ask(client: &Client, words: Words, question: &Question<'_>) -> Result<Asked> {
    let mut given = question.given.as_object().cloned().unwrap_or_default();
    // What an answer is bound to is what is shown here.
    given.retain(|name, value| !["id", "digest", "together"].contains(&name.as_str()) && !value.is_null());
    let asking = Asking { client, words, person: Person::new()?, given, tell: question.tell };
    asking.about(question.id, question.skips)
}

/// Asks for one of several keys, each with what it does. Returns None if the person leaves.
pub fn choose(question: &str, keys: &[(char, String)]) -> Result<Option<char>> {
    let person = Person::new()?;
    let mut line = Line::new(Tone::Strong, safe(question));
    for (n, (key, what)) in keys.iter().enumerate() {
        let between = if n == 0 { " " } else { " · " };
        line = line.and(Tone::Plain, between).and(Tone::Handle, key.to_string());
        line = line.and(Tone::Plain, format!(" {}", safe(what)));
    }
    loop {
        match person.key(std::slice::from_ref(&line))?.code {
            KeyCode::Esc => return Ok(None),
            KeyCode::Char(c) if keys.iter().any(|(key, _)| *key == c) => return Ok(Some(c)),
            _ => {}
        }
    }
}

/// What follows a key.
enum Next {
    /// The person closed what was asked then.
    Closed,
    /// The daemon took it for no answer.
    Again,
    /// It has changed: it is shown anew.
    Anew,
    /// It was answered.
    Ended(Ended),
}

struct Asking<'a> {
    client: &'a Client,
    words: Words,
    person: Person,
    given: Doc,
    tell: &'a dyn Fn(&str, &Answer) -> Result<()>,
}

impl Asking<'_> {
    fn about(&self, id: &str, skips: bool) -> Result<Asked> {
        let mut model = self.open(id)?;
        loop {
            let asked = about(&model);
            let is_question = matches!(asked, About::Question { open: true, .. });
            let keys = keys(asked);
            let action = match is_question {
                true => Action::Yes,
                false if keys.is_empty() => return self.settled(&mut model),
                false => match self.key(asked, &keys, skips)? {
                    KeyCode::Char('s') if skips => return Ok(Asked::Skipped),
                    KeyCode::Char('n') if is_receipt(asked) => return Ok(Asked::Left),
                    KeyCode::Char('q') | KeyCode::Esc => return self.leave(),
                    KeyCode::Char('v') => {
                        self.card(&mut model, true)?;
                        continue;
                    }
                    code => match keys.iter().find(|binding| binding.keys[0].0 == code) {
                        Some(binding) => binding.action,
                        None => {
                            self.help(&keys, skips)?;
                            continue;
                        }
                    },
                },
            };
            let none_together = matches!(asked, About::Set { together, .. } if together.is_empty());
            let next = match action == Action::Yes && none_together {
                true => Next::Ended(Ended::Done),
                false => self.press(&mut model, action)?,
            };
            match next {
                Next::Closed if is_question && skips => return Ok(Asked::Skipped),
                Next::Closed if is_question => return self.leave(),
                Next::Closed | Next::Again => {}
                Next::Anew => model = self.open(id)?,
                Next::Ended(ended) if action == Action::Yes => return self.rest_of_set(&model, ended),
                Next::Ended(ended) => return Ok(Asked::Answered(ended)),
            }
        }
    }

    /// Reads the thing in full and prints its card: it counts as shown.
    fn open(&self, id: &str) -> Result<Model> {
        let source = Source::Thing { id: id.to_owned(), is_run: false };
        let Read::Page(page) = reading::read(self.client, self.words, &source, run::now())? else {
            return Err(Error::bug("one thing is one page"));
        };
        // The card is on the screen, whatever the size; nothing can replace it.
        let mut model = Model::new(self.words, (SIDE_BY_SIDE, 50), run::now(), false);
        model.given = self.given.clone();
        model.page = Some(OpenPage {
            page: *page,
            top: 0,
            since: 0,
            version: String::new(),
            changed: false,
            opened: true,
            chosen: Vec::new(),
            printed: Some(false),
        });
        self.card(&mut model, false)?;
        Ok(model)
    }

    /// Prints what would happen, or with `whole` also the background and however long it is.
    fn card(&self, model: &mut Model, whole: bool) -> Result<()> {
        let Some(open) = &mut model.page else { return Ok(()) };
        let all = &open.page.lines;
        let lines = if whole { &all[..] } else { &all[..open.page.background] };
        let mut left = if whole { usize::MAX } else { CARD_LINES };
        for (n, line) in lines.iter().enumerate() {
            if left == 0 {
                open.printed = Some(open.printed == Some(true) || n > open.page.happens);
                let told = [("n", (lines.len() - n).into()), ("total", lines.len().into())];
                let more = format!("… {} [v]", self.words.with("diff-after", &told));
                return self.person.line(&Line::new(Tone::Warn, more));
            }
            left -= self.person.rows(line, left)?;
        }
        // The last line may have been cut.
        open.printed = Some(left > 0);
        Ok(())
    }

    fn leave(&self) -> Result<Asked> {
        self.person.line(&Line::new(Tone::Dim, self.words.t("tui-left")))?;
        Ok(Asked::Left)
    }

    /// Asks for a key: `Should it happen? [y]es [a]lways [n]o …`.
    fn key(&self, about: &About, keys: &[&Binding], skips: bool) -> Result<KeyCode> {
        let question = if is_receipt(about) { "term-ask-undo" } else { "term-ask-land" };
        let asked = match about {
            About::Item(item) => item.verb.as_ref().map(|verb| format!("{verb}?")),
            _ => None,
        };
        let mut line = Line::new(Tone::Strong, asked.unwrap_or_else(|| self.words.t(question).into_owned()));
        let mut named: Vec<(char, &str)> = keys.iter().filter_map(|b| Some((sign(b)?, b.footer?))).collect();
        if is_receipt(about) {
            named.push(('n', "tui-key-no"));
        }
        named.extend(skips.then_some(('s', "tui-key-skip")));
        named.push(('q', "tui-key-quit"));
        for (key, word) in named {
            let word = self.words.t(word);
            // `[y]es` where the word begins with its key.
            let text = match word.strip_prefix(key) {
                Some(rest) => format!(" [{key}]{rest}"),
                None => format!(" [{key}] {word}"),
            };
            line = line.and(Tone::Handle, text);
        }
        self.person.key(&[line.and(Tone::Handle, " [?]")]).map(|key| key.code)
    }

    fn help(&self, keys: &[&Binding], skips: bool) -> Result<()> {
        let skip = skips.then_some(("s", "tui-help-skip"));
        for (shown, help) in keys.iter().map(|b| (b.shown, b.help)).chain(skip) {
            let line = Line::new(Tone::Handle, format!("{shown}  ")).and(Tone::Plain, self.words.t(help));
            self.person.line(&line.indent(2))?;
        }
        self.person.line(&Line::new(Tone::Plain, self.words.t("tui-inline-rest")).indent(2))
    }

    /// Does what a key asks for, with whatever must be typed or chosen first.
    fn press(&self, model: &mut Model, action: Action) -> Result<Next> {
        model.note = None;
        let mut effects = act(model, action);
        loop {
            let mut calls = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Call(_, call) => calls.push(call),
                    Effect::Editor { id, text } => {
                        let edited = run::edit(&text).map_err(|e| outcome::failure(self.words, &e));
                        let more = update(model, Msg::Edited(id, edited));
                        calls.extend(more.into_iter().filter_map(|effect| match effect {
                            Effect::Call(_, call) => Some(call),
                            _ => None,
                        }));
                    }
                    Effect::Read(source) => {
                        let read = reading::read(self.client, self.words, &source, run::now());
                        let read = read.map_err(|e| outcome::failure(self.words, &e));
                        // Nothing is called by what was read.
                        let _ = update(model, Msg::Read(source, read));
                    }
                    _ => {}
                }
            }
            model.calls.clear();
            if !calls.is_empty() {
                return self.make(&calls);
            }
            if let Some(note) = model.note.take() {
                self.person.line(&Line::new(note.tone, note.text))?;
            }
            effects = match model.overlay.clone() {
                None => return Ok(Next::Closed),
                Some(overlay) => self.overlay(model, &overlay)?,
            };
        }
    }

    /// Makes the calls of one answer.
    fn make(&self, calls: &[Call]) -> Result<Next> {
        let mut ended = Ended::Done;
        for call in calls {
            match self.client.call(call.op, call.input.clone(), None) {
                Ok(answer) => {
                    (self.tell)(call.op, &answer)?;
                    ended = if ended == Ended::Done { answer.outcome } else { ended };
                }
                // What was typed is no answer to it; another may be.
                Err(e) if matches!(e.code, ErrorCode::Invalid | ErrorCode::Usage) => {
                    self.person.line(&Line::new(Tone::Bad, outcome::failure(self.words, &e)))?;
                    return Ok(Next::Again);
                }
                Err(e) => return Err(e),
            }
        }
        let has_changed = calls.iter().all(|call| matches!(call.op, "item.edit" | "item.refresh"));
        Ok(if has_changed { Next::Anew } else { Next::Ended(ended) })
    }

    /// Asks for what lies over the screen otherwise.
    fn overlay(&self, model: &mut Model, overlay: &Overlay) -> Result<Vec<Effect>> {
        let send = |model: &mut Model, code| {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            update(model, Msg::Key(key))
        };
        match overlay {
            Overlay::Prompt { title, wanted, .. } => {
                let typed = self.person.text(&Line::new(Tone::Strong, title.clone()))?;
                let may_be_empty = matches!(wanted, Wanted::Field { optional: true, .. });
                let typed = typed.filter(|typed| may_be_empty || !typed.trim().is_empty());
                let Some(typed) = typed else { return Ok(send(model, KeyCode::Esc)) };
                if let Some(Overlay::Prompt { input, .. }) = &mut model.overlay {
                    *input = Input::new(&typed);
                }
                Ok(send(model, KeyCode::Enter))
            }
            Overlay::Pick { title, choices, .. } => {
                let mut lines = vec![Line::new(Tone::Strong, title.clone())];
                for (n, choice) in choices.iter().enumerate() {
                    let line =
                        Line::new(Tone::Handle, format!("{} ", n + 1)).and(Tone::Plain, choice.label.clone());
                    lines.push(line.and(Tone::Dim, format!("  {}", choice.detail)).indent(2));
                }
                lines.push(Line::new(Tone::Handle, format!("1–{}, Esc:", choices.len())));
                Ok(send(model, self.person.key(&lines)?.code))
            }
            Overlay::Sure { title, why, .. } => {
                let mut lines = vec![Line::new(Tone::Strong, title.clone())];
                lines.extend(why.iter().map(|why| Line::new(Tone::Warn, why.clone()).indent(2)));
                lines.push(Line::new(Tone::Handle, self.words.t("tui-sure-keys")));
                Ok(send(model, self.person.key(&lines)?.code))
            }
            Overlay::Help(_) | Overlay::Palette { .. } | Overlay::Answer(..) => Ok(send(model, KeyCode::Esc)),
        }
    }

    /// Tells about something that takes no answer any more.
    fn settled(&self, model: &mut Model) -> Result<Asked> {
        if let Some(OpenPage { page, .. }) = &model.page
            && let About::Item(item) = &page.about
        {
            // The daemon says how it stands; a yes to it lands nothing.
            let call = Call::new("item.confirm", json!({"id": page.id, "digest": item.digest}));
            if let Next::Ended(ended) = self.make(&[call])? {
                return Ok(Asked::Answered(ended));
            }
        } else {
            self.press(model, Action::Yes)?;
        }
        Ok(Asked::Answered(Ended::Stale))
    }

    /// After a yes to a set, asks about each of its items that needs a yes of its own.
    fn rest_of_set(&self, model: &Model, mut ended: Ended) -> Result<Asked> {
        let About::Set { left_out, .. } = about(model) else { return Ok(Asked::Answered(ended)) };
        for (id, _) in left_out {
            self.person.line(&Line::empty())?;
            let one = match self.about(id, true)? {
                Asked::Answered(one) => one,
                Asked::Skipped => Ended::Held,
                Asked::Left => return Ok(Asked::Left),
            };
            ended = if ended == Ended::Done { one } else { ended };
        }
        Ok(Asked::Answered(ended))
    }
}

fn about(model: &Model) -> &About {
    model.page.as_ref().map_or(&About::Nothing, |open| &open.page.about)
}

fn is_receipt(about: &About) -> bool {
    matches!(about, About::Receipt { .. })
}

/// Returns what can be answered to a thing.
fn actions(about: &About) -> Vec<Action> {
    use Action::{Always, Defer, Edit, No, NoBecause, Yes};
    match about {
        About::Item(item) if item.is_open => {
            let always = Some(Always).filter(|_| !item.remember.is_empty());
            let edit = Some(Edit).filter(|_| item.args.is_some());
            [Some(Yes), always, Some(No), Some(NoBecause), Some(Defer), edit].into_iter().flatten().collect()
        }
        About::Item(item) if item.is_stale => vec![Yes, No, NoBecause],
        About::Item(item) if item.is_unsure => vec![Yes],
        About::Set { waiting, .. } if !waiting.is_empty() => vec![Yes, No, NoBecause, Defer],
        About::Plan { is_proposed: true, .. } | About::Step { .. } => vec![Yes, No, NoBecause],
        About::Stage(_) => vec![Yes, No],
        About::Receipt { handle: Some(_), .. } => vec![Yes],
        About::Item(_)
        | About::Set { .. }
        | About::Plan { .. }
        | About::Question { .. }
        | About::Receipt { .. }
        | About::Run { .. }
        | About::Nothing => Vec::new(),
    }
}

/// Returns the keys that answer a thing, as on the screen.
fn keys(about: &About) -> Vec<&'static Binding> {
    let of = |action: Action| KEYS.iter().find(|b| b.action == action && b.is_in(Tab::Inbox));
    actions(about).into_iter().filter_map(of).collect()
}

fn sign(binding: &Binding) -> Option<char> {
    binding.shown.chars().next()
}
