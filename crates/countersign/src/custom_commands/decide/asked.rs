//! `confirm` at a terminal: shows one thing, asks, and makes the call that answers it. A yes is bound to what was
//! shown here.

use std::collections::BTreeSet;

use countersign_core::{
    Op, Result,
    answer_status::DecisionStatus,
    item::{ItemStatus, confirm::ItemConfirm, view::ItemView},
    op::read_output,
    show::{Output, Show, ShownStage},
};
use serde_json::{Value, json};

use super::{
    pages,
    thing::{self, Answer, Thing},
};
use crate::{
    ask::Asking,
    caller::{Caller, Remote},
    exit,
    op_commands::Wanted,
    session::Session,
};

/// A person at a terminal, and what their answers go through.
pub struct Desk<'s> {
    /// The invocation.
    pub session: &'s Session,
    /// The daemon.
    pub caller: &'s Remote,
    /// The person.
    pub asking: Asking,
}

/// What became of one question.
enum Became {
    /// It was answered; the exit code of that.
    Answered(u8),
    /// It was passed over.
    Skipped,
    /// The person left.
    Left,
}

/// What an answer to one thing needs: its id, what it binds to, and what must be typed.
struct Subject {
    id: String,
    digest: Option<String>,
    typed: Option<String>,
}

impl Desk<'_> {
    /// Asks about each thing that was named.
    pub fn each(&self, calls: Vec<Wanted>) -> Result<u8> {
        let mut code = exit::DONE;
        let is_only = calls.len() == 1;
        for wanted in calls {
            let word = wanted.word.unwrap_or_default();
            match self.one(&word, &wanted.input, is_only) {
                Ok(Became::Answered(one)) => code = exit::worse(code, one),
                Ok(Became::Skipped) => {}
                Ok(Became::Left) => return self.leave(code),
                Err(error) if is_only => return Err(error),
                Err(error) => {
                    self.session.screen.complain(Some(&word), &error);
                    code = exit::worse(code, exit::of_error(error.code));
                }
            }
        }
        Ok(code)
    }

    /// Goes through what waits, the most dangerous first, also what comes meanwhile.
    pub fn walk(&self) -> Result<u8> {
        let (mut code, mut asked) = (exit::DONE, BTreeSet::new());
        while let Some(id) = self.next(&asked)? {
            if !asked.is_empty() {
                self.session.screen.text("\n")?;
            }
            asked.insert(id.clone());
            match self.one(&id, &json!({}), false) {
                Ok(Became::Answered(one)) => code = exit::worse(code, one),
                Ok(Became::Skipped) => {}
                Ok(Became::Left) => return self.leave(code),
                // Somebody else may have answered it.
                Err(error) => {
                    self.session.screen.complain(Some(&id), &error);
                    code = exit::worse(code, exit::of_error(error.code));
                }
            }
        }
        if asked.is_empty() {
            self.say("empty-title")?;
        }
        Ok(code)
    }

    /// Returns the first thing that waits and was not asked about yet.
    fn next(&self, asked: &BTreeSet<String>) -> Result<Option<String>> {
        let mut found = None;
        pages(self.caller, &mut |page| {
            let waits = |item: &&ItemView| item.status != ItemStatus::Deferred && !asked.contains(&item.id);
            let item = page.items.iter().find(waits).map(|item| item.id.clone());
            let other = || page.waiting.iter().find(|w| !asked.contains(&w.id)).map(|w| w.id.clone());
            // Whatever else waits is in every page, and comes after the items.
            found = item.or_else(|| other().filter(|_| page.next.is_none()));
            found.is_none()
        })?;
        Ok(found)
    }

    fn leave(&self, code: u8) -> Result<u8> {
        self.say("term-left-open")?;
        Ok(exit::worse(code, exit::HELD))
    }

    fn say(&self, id: &str) -> Result<()> {
        self.session.screen.text(&self.session.screen.view().t(id))
    }

    /// Shows one thing and asks about it. `given` are the options of the command line.
    fn one(&self, id: &str, given: &Value, is_only: bool) -> Result<Became> {
        if Thing::of(id) != Thing::Question {
            // An option that it does not take is refused before anything is asked.
            thing::call(Answer::Confirm, id, given.clone())?;
        }
        let shown = self.caller.call(Show::NAME, json!({"id": id}))?;
        self.session.screen.answer(Show::NAME, &shown.value)?;
        match shown.output::<Show>()? {
            Output::Item { item, .. } => {
                let is_open = item.status.is_decidable();
                let item = *item;
                let subject = Subject { id: item.id, digest: Some(item.digest), typed: item.typed };
                if is_open { self.ask(&subject, given, is_only, true) } else { self.yes(&subject, given) }
            }
            Output::ChangeSet { change_set, items } => self.set(&change_set.id, items, given, is_only),
            Output::Step { value } => self.ask(&Subject::of(value.id), given, is_only, false),
            Output::Plan { value } => {
                let subject = Subject { digest: Some(value.plan.digest), ..Subject::of(value.plan.id) };
                self.ask(&subject, given, is_only, false)
            }
            Output::Stage { value: ShownStage::Live(stage) } => {
                let subject = Subject {
                    id: stage.stage.stage.id.clone(),
                    digest: Some(stage.digest),
                    typed: stage.typed,
                };
                self.ask(&subject, given, is_only, false)
            }
            Output::Question { value } => self.answer(&value.id, is_only),
            // A stage that was dropped, or a thing that takes no answer.
            _ => Ok(Became::Skipped),
        }
    }

    fn keys(&self, keys: &[(char, &str)], is_only: bool) -> Vec<(char, String)> {
        let view = self.session.screen.view();
        let ends: &[(char, &str)] = if is_only {
            &[('q', "term-key-quit")]
        } else {
            &[('s', "term-key-skip"), ('q', "term-key-quit")]
        };
        keys.iter().chain(ends).map(|(key, id)| (*key, view.t(id))).collect()
    }

    fn ask(&self, subject: &Subject, given: &Value, is_only: bool, defers: bool) -> Result<Became> {
        let mut keys = vec![('y', "term-key-yes")];
        // A no to a stage would throw away what is in it: `reject` does that, where it is meant.
        if Thing::of(&subject.id) != Thing::Stage {
            keys.extend([('n', "term-key-no"), ('r', "term-key-reason")]);
        }
        keys.extend(defers.then_some(('d', "term-key-defer")));
        let question = self.session.screen.view().t("term-ask-land");
        match self.asking.key(&question, &self.keys(&keys, is_only))? {
            Some('y') => self.yes(subject, given),
            Some('n') => self.make(Answer::Reject, &subject.id, self.bound(subject)),
            Some('r') => {
                let why = self.session.screen.view().t("term-ask-reason");
                let Some(reason) = self.asking.words(&why)? else { return Ok(Became::Left) };
                let mut input = self.bound(subject);
                if !reason.is_empty() {
                    input["reason"] = reason.into();
                }
                self.make(Answer::Reject, &subject.id, input)
            }
            Some('d') => self.make(Answer::Defer, &subject.id, self.bound(subject)),
            Some('s') => Ok(Became::Skipped),
            _ => Ok(Became::Left),
        }
    }

    /// Returns the input of an answer that is no yes; for an item, bound to what was shown.
    fn bound(&self, subject: &Subject) -> Value {
        match Thing::of(&subject.id) {
            Thing::Item => json!({"id": subject.id, "digest": subject.digest}),
            _ => json!({"id": subject.id}),
        }
    }

    fn yes(&self, subject: &Subject, given: &Value) -> Result<Became> {
        let mut input = if given.is_object() { given.clone() } else { json!({}) };
        // Each was shown and asked about by itself.
        if let Value::Object(fields) = &mut input {
            fields.remove("together");
        }
        input["id"] = subject.id.as_str().into();
        if let Some(digest) = &subject.digest {
            input["digest"] = digest.as_str().into();
        }
        if let Some(typed) = subject.typed.as_ref().filter(|_| input.get("typed").is_none()) {
            let view = self.session.screen.view();
            let question = view.words.with("term-ask-typed", &[("typed", typed.as_str().into())]);
            let Some(line) = self.asking.words(&question)? else { return Ok(Became::Left) };
            input["typed"] = line.into();
        }
        self.make(Answer::Confirm, &subject.id, input)
    }

    fn make(&self, answer: Answer, id: &str, input: Value) -> Result<Became> {
        let (op, input) = thing::call(answer, id, input)?;
        let answer = self.caller.call(op, input)?;
        self.session.screen.answer(op, &answer.value)?;
        Ok(Became::Answered(exit::of_outcome(answer.outcome)))
    }

    /// Asks about a set as a whole; then about each item of it that needs a yes of its own.
    fn set(&self, id: &str, items: Vec<ItemView>, given: &Value, is_only: bool) -> Result<Became> {
        let open: Vec<ItemView> = items.into_iter().filter(|item| item.status.is_decidable()).collect();
        let keys = [('y', "term-key-yes"), ('n', "term-key-no"), ('d', "term-key-defer")];
        let question = self.session.screen.view().t("term-ask-land");
        let answer = match self.asking.key(&question, &self.keys(&keys, is_only))? {
            Some('y') => Answer::Confirm,
            Some('n') => return self.make(Answer::Reject, id, json!({"id": id})),
            Some('d') => Answer::Defer,
            Some('s') => return Ok(Became::Skipped),
            _ => return Ok(Became::Left),
        };
        let (mut code, mut own) = (exit::DONE, Vec::new());
        for item in open {
            let mut input = json!({"id": item.id, "digest": item.digest});
            if answer == Answer::Defer {
                let Became::Answered(one) = self.make(answer, &item.id, input)? else { continue };
                code = exit::worse(code, one);
                continue;
            }
            input["together"] = true.into();
            let landed = self.caller.call(ItemConfirm::NAME, input)?;
            if read_output::<ItemConfirm>(landed.value.clone())?.status == DecisionStatus::LeftOut {
                own.push(item.id);
            } else {
                self.session.screen.answer(ItemConfirm::NAME, &landed.value)?;
                code = exit::worse(code, exit::of_outcome(landed.outcome));
            }
        }
        for item in own {
            self.session.screen.text("\n")?;
            match self.one(&item, given, false)? {
                Became::Answered(one) => code = exit::worse(code, one),
                Became::Skipped => code = exit::worse(code, exit::HELD),
                Became::Left => return Ok(Became::Left),
            }
        }
        Ok(Became::Answered(code))
    }

    /// Answers a question in place.
    fn answer(&self, id: &str, is_only: bool) -> Result<Became> {
        let question = self.session.screen.view().t("term-ask-answer");
        match self.asking.words(&question)? {
            None => Ok(Became::Left),
            Some(text) if text.is_empty() => Ok(if is_only { Became::Left } else { Became::Skipped }),
            Some(text) => {
                let op = "question.answer";
                let answer = self.caller.call(op, json!({"id": id, "answer": text}))?;
                self.session.screen.answer(op, &answer.value)?;
                Ok(Became::Answered(exit::of_outcome(answer.outcome)))
            }
        }
    }
}

impl Subject {
    fn of(id: String) -> Self {
        Self { id, digest: None, typed: None }
    }
}
