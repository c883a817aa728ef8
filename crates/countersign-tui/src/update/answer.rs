//! The answers of a person: yes, always, no, later, undo. An answer always names what is on the screen, by its digest; what
//! is not on the screen, has just appeared or has changed is shown instead of being answered.

use std::collections::BTreeSet;

use countersign_core::{
    authority::Lifetime,
    item::scopes,
    receipt::{UndoFirst, UndoLabel},
};
use serde_json::{Value, json};

use super::{call, note, note_id, open, read};
use crate::{
    input::Input,
    keys::Action,
    model::{Call, Choice, Effect, Focus, Model, OpenPage, Overlay, SETTLE_MS, Source, Then, Undo, Wanted},
    page::{About, CARD_LINES, Grant, ItemAnswers, Remember, StageAnswers},
    text::{Tone, safe, safe_short, short},
};

/// Answers what is shown.
pub fn answer(model: &mut Model, action: Action) -> Vec<Effect> {
    if action == Action::Undo && model.tab == crate::model::Tab::Inbox {
        return undo_last(model);
    }
    if let Err(effects) = ready(model) {
        return effects;
    }
    let Some(open) = model.page.clone() else { return Vec::new() };
    match action {
        Action::Yes => yes(model, &open),
        Action::Always => always(model, &open),
        Action::No => no(model, &open),
        Action::NoBecause => no_because(model, &open),
        Action::All => all(model, &open, true),
        Action::Defer => defer(model, &open),
        Action::Hold => hold(model, &open),
        Action::Edit => edit(model, &open),
        Action::Choose => choose(model),
        Action::Undo => undo_receipt(model, &open),
        Action::MergeUndo => merge_undo(model, &open),
        Action::Steer | Action::Pause | Action::Stop | Action::Rollback => govern(model, action, &open),
        _ => Vec::new(),
    }
}

/// Checks that what would be answered is what the person sees.
fn ready(model: &mut Model) -> Result<(), Vec<Effect>> {
    let Some(open_page) = &model.page else { return Err(Vec::new()) };
    let id = open_page.page.id.clone();
    if model.calls.iter().any(|call| call.id == id) {
        return Err(note_id(model, Tone::Warn, "tui-under-way"));
    }
    if open_page.changed {
        let effects = open(model);
        note_id(model, Tone::Warn, "tui-changed");
        return Err(effects);
    }
    let is_unread = matches!(open_page.page.about, About::Nothing) && !open_page.opened;
    if !model.is_page_visible() || is_unread {
        model.focus = Focus::Page;
        let effects = open(model);
        note_id(model, Tone::Plain, "tui-look-first");
        return Err(effects);
    }
    if model.now.saturating_sub(open_page.since) < SETTLE_MS {
        // A key that is held down answers nothing more.
        let now = model.now;
        model.page.iter_mut().for_each(|open| open.since = now);
        return Err(note_id(model, Tone::Warn, "tui-just-appeared"));
    }
    Ok(())
}

fn yes(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    let id = open.page.id.as_str();
    match &open.page.about {
        About::Item(item) => confirm(model, id, item, json!({})),
        About::Set { left_out, .. } => {
            let at_once = CARD_LINES.min(model.body_height().into());
            let is_seen = left_out.is_empty() && open.page.lines.len() <= at_once;
            all(model, open, !is_seen)
        }
        About::Plan { digest, is_proposed: true } => approve_plan(model, id, digest),
        About::Question { choices, free, open: true } => answer_question(model, id, choices, *free),
        About::Step { stopped: false } => call(model, Call::new("step.approve", json!({"id": id}))),
        About::Step { stopped: true } => {
            let one = |word: &str, op| (model.words.t(word).into_owned(), Call::new(op, json!({"id": id})));
            let calls = [one("work-retry", "step.retry"), one("work-skip", "step.skip")];
            pick(model, "work-stopped-hint", calls)
        }
        About::Stage(stage) => land(model, open, stage),
        About::Receipt { .. } => undo_receipt(model, open),
        About::Run { .. } | About::Nothing => note_id(model, Tone::Plain, "tui-no-answer"),
        About::Plan { .. } | About::Question { .. } => note_id(model, Tone::Plain, "tui-decided"),
    }
}

/// Asks for one of several calls.
fn pick(model: &mut Model, title: &str, calls: impl IntoIterator<Item = (String, Call)>) -> Vec<Effect> {
    let choice = |(label, call)| Choice { label, detail: String::new(), then: Then::Call(call) };
    let choices = calls.into_iter().map(choice).collect();
    model.overlay = Some(Overlay::Pick { title: model.words.t(title).into_owned(), choices, at: 0 });
    Vec::new()
}

/// Returns the call that confirms an item as it is shown, and what else is given with the yes.
fn confirming(model: &Model, id: &str, item: &ItemAnswers, more: Value) -> Call {
    let mut input = Value::Object(model.given.clone());
    if let Value::Object(more) = more {
        more.into_iter().for_each(|(name, value)| input[name] = value);
    }
    input["id"] = json!(id);
    input["digest"] = json!(item.digest);
    Call::new("item.confirm", input)
}

fn confirm(model: &mut Model, id: &str, item: &ItemAnswers, more: Value) -> Vec<Effect> {
    let words = model.words;
    if item.is_stale {
        return call(model, Call::new("item.refresh", json!({"id": id})));
    }
    if item.is_unsure {
        let landed = |landed: bool| Call::new("item.resolve", json!({"id": id, "landed": landed}));
        let not = (words.t("details-not-landed").into_owned(), landed(false));
        return pick(
            model,
            "details-resolve-why",
            [not, (words.t("details-landed").into_owned(), landed(true))],
        );
    }
    if !item.is_open {
        return note_id(model, Tone::Plain, "tui-decided");
    }
    match then_confirm(model, id, item, more) {
        Then::Call(made) => call(model, made),
        Then::Ask(overlay) => {
            model.overlay = Some(*overlay);
            Vec::new()
        }
    }
}

/// Returns what a yes to an item takes: a call, or first something to type or to press.
fn then_confirm(model: &Model, id: &str, item: &ItemAnswers, more: Value) -> Then {
    let words = model.words;
    let made = confirming(model, id, item, more);
    if let Some(typed) = item.typed.as_ref().filter(|_| made.input.get("typed").is_none()) {
        let mut title = format!("{} {}", words.t("details-type"), safe(typed));
        if !item.typed_why.is_empty() {
            title = format!("{title} ({})", item.typed_why);
        }
        if let Some(verb) = &item.verb {
            title = format!("{verb}? {title}");
        }
        let wanted = Wanted::Field { op: made.op, input: made.input, name: "typed", optional: false };
        let exact = Some(typed.clone());
        return Then::Ask(Box::new(Overlay::Prompt { title, exact, input: Input::default(), wanted }));
    }
    let mut why = item.why_twice.clone();
    if why.is_empty() && !is_on_screen(model) {
        why.push(words.t("tui-below").into_owned());
    }
    if why.is_empty() {
        return Then::Call(made);
    }
    let title =
        item.verb.as_ref().map_or_else(|| words.t("tui-sure").into_owned(), |verb| format!("{verb}?"));
    Then::Ask(Box::new(Overlay::Sure { title, why, call: made }))
}

/// Whether the end of what would happen is on the screen. Whoever has scrolled there has seen the rest.
fn is_on_screen(model: &Model) -> bool {
    let Some(open) = &model.page else { return false };
    if let Some(printed) = open.printed {
        return printed;
    }
    let Some(area) = crate::view::areas(model).page else { return false };
    let mut left = usize::from(area.height);
    open.page.lines[..open.page.happens].iter().skip(open.top).all(|line| {
        let rows = line.rows(area.width, left + 1).len();
        let fits = rows <= left;
        left = left.saturating_sub(rows);
        fits
    })
}

fn always(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    let About::Item(item) = &open.page.about else {
        return note_id(model, Tone::Plain, "tui-no-always");
    };
    if !item.is_open || item.remember.is_empty() {
        return note_id(model, Tone::Plain, "tui-no-always");
    }
    model.overlay = Some(ways_to_remember(model, &open.page.id, item, 0));
    read(model, Source::Scopes(open.page.id.clone()))
}

fn ways_to_remember(model: &Model, id: &str, item: &ItemAnswers, at: usize) -> Overlay {
    let choices = item.remember.iter().map(|remember| remembered(model, id, item, remember)).collect();
    Overlay::Pick { title: model.words.t("tui-always").into_owned(), choices, at }
}

/// Adds to the ways to remember a yes how much each would have covered so far, if they are still asked about.
pub fn counted(model: &mut Model, source: &Source, counted: scopes::Output) -> Vec<Effect> {
    let Source::Scopes(id) = source else { return Vec::new() };
    model.scopes = Some((id.clone(), counted));
    if let Some(Overlay::Pick { title, at, .. }) = &model.overlay
        && *title == model.words.t("tui-always")
        && let Some(OpenPage { page, .. }) = &model.page
        && let About::Item(item) = &page.about
        && page.id == *id
    {
        model.overlay = Some(ways_to_remember(model, id, item, *at));
    }
    Vec::new()
}

/// Returns what a way to remember a yes covers, and how much that would have been so far.
fn coverage(model: &Model, id: &str, remember: &Remember) -> String {
    let Some((_, counted)) = model.scopes.as_ref().filter(|(of, _)| of == id) else {
        return remember.covers.clone();
    };
    let n = match &remember.what {
        Grant::Offer(_) => counted.offer.unwrap_or_default(),
        Grant::Scope(scope) => counted.so_far(*scope),
    };
    let so_far = [("n", n.into()), ("total", counted.asked.into())];
    format!("{} · {}", remember.covers, model.words.with("tui-always-so-far", &so_far))
}

/// Returns one way to remember a yes; the next question is for how long.
fn remembered(model: &Model, id: &str, item: &ItemAnswers, remember: &Remember) -> Choice {
    let words = model.words;
    let (label, more) = match &remember.what {
        Grant::Offer(offer) => {
            let then = then_confirm(model, id, item, json!({"offer": offer}));
            let label = words.t("tui-always-offer").into_owned();
            return Choice { label, detail: coverage(model, id, remember), then };
        }
        Grant::Scope(scope) => {
            let word = format!("details-scope-{}", scope.as_str());
            (words.t(&word).trim_end_matches([':', ' ']).to_owned(), json!({"scope": scope}))
        }
    };
    let lifetimes = Lifetime::ALL.iter().map(|lifetime| {
        let mut more = more.clone();
        more["always"] = json!(lifetime);
        let label = words.t(&format!("details-lifetime-{}", lifetime.as_str())).into_owned();
        Choice { label, detail: String::new(), then: then_confirm(model, id, item, more) }
    });
    let title = format!("{}: {}", words.t("details-always-long"), remember.covers);
    let pick = Overlay::Pick { title, choices: lifetimes.collect(), at: 0 };
    Choice { label, detail: coverage(model, id, remember), then: Then::Ask(Box::new(pick)) }
}

fn approve_plan(model: &mut Model, id: &str, digest: &str) -> Vec<Effect> {
    let words = model.words;
    let one =
        |stepwise: bool| Call::new("plan.approve", json!({"id": id, "digest": digest, "stepwise": stepwise}));
    let whole = (words.t("work-approve-whole").into_owned(), one(false));
    pick(model, "work-approve-hint", [whole, (words.t("work-approve-stepwise").into_owned(), one(true))])
}

fn answer_question(model: &mut Model, id: &str, choices: &[String], free: bool) -> Vec<Effect> {
    let words = model.words;
    let own = || {
        let wanted = Wanted::Field {
            op: "question.answer",
            input: json!({"id": id}),
            name: "answer",
            optional: false,
        };
        let title = words.t("work-answer").into_owned();
        Overlay::Prompt { title, exact: None, input: Input::default(), wanted }
    };
    if choices.is_empty() {
        model.overlay = Some(own());
        return Vec::new();
    }
    let mut listed: Vec<Choice> = choices
        .iter()
        .map(|choice| {
            let made = Call::new("question.answer", json!({"id": id, "answer": choice}));
            Choice { label: safe(choice), detail: String::new(), then: Then::Call(made) }
        })
        .collect();
    let other = || Choice {
        label: words.t("work-other-answer").into_owned(),
        detail: String::new(),
        then: Then::Ask(Box::new(own())),
    };
    listed.extend(free.then(other));
    model.overlay =
        Some(Overlay::Pick { title: words.t("work-answer").into_owned(), choices: listed, at: 0 });
    Vec::new()
}

fn land(model: &mut Model, open: &OpenPage, stage: &StageAnswers) -> Vec<Effect> {
    let words = model.words;
    if stage.is_empty {
        return note_id(model, Tone::Plain, "work-stage-empty");
    }
    let mut input = Value::Object(model.given.clone());
    input["id"] = json!(open.page.id);
    input["digest"] = json!(stage.digest);
    let mut why = stage.why_twice.clone();
    if !open.chosen.is_empty() {
        input["only"] = json!(open.chosen);
        why.insert(
            0,
            format!(
                "{} {}",
                words.t("tui-only"),
                open.chosen.iter().map(|p| safe(p)).collect::<Vec<_>>().join(", ")
            ),
        );
    } else {
        let left_out: BTreeSet<&String> = stage.conflicts.iter().chain(&stage.by_name).collect();
        if !left_out.is_empty() {
            input["except"] = json!(left_out);
        }
        if !stage.by_name.is_empty() {
            let all = stage.by_name.iter().map(|path| safe(path)).collect::<Vec<_>>().join(", ");
            why.insert(0, format!("{} {all}", words.count("work-left-by-name", stage.by_name.len())));
        }
        if !stage.conflicts.is_empty() {
            why.insert(0, words.count("work-conflicts", stage.conflicts.len()));
        }
    }
    let made = Call::new("stage.land", input);
    if let Some(typed) = stage.typed.as_ref().filter(|_| !model.given.contains_key("typed")) {
        let title = format!("{} {}", words.t("details-type"), safe(typed));
        let wanted = Wanted::Field { op: made.op, input: made.input, name: "typed", optional: false };
        let exact = Some(typed.clone());
        model.overlay = Some(Overlay::Prompt { title, exact, input: Input::default(), wanted });
        return Vec::new();
    }
    if why.is_empty() {
        return call(model, made);
    }
    model.overlay = Some(Overlay::Sure { title: words.t("work-land").into_owned(), why, call: made });
    Vec::new()
}

/// The operation of a no, and whether it takes a reason; None if there is none.
fn refusal(about: &About) -> Option<(&'static str, bool)> {
    match about {
        About::Item(item) if item.is_open || item.is_stale => Some(("item.reject", true)),
        About::Set { waiting, .. } if !waiting.is_empty() => Some(("set.dismiss", true)),
        About::Plan { is_proposed: true, .. } => Some(("plan.reject", true)),
        About::Step { .. } => Some(("step.reject", true)),
        About::Stage(_) => Some(("stage.drop", false)),
        _ => None,
    }
}

/// Returns the input of a no: what is shown of an item is named.
fn refusing(open: &OpenPage) -> Value {
    match &open.page.about {
        About::Item(item) => json!({"id": open.page.id, "digest": item.digest}),
        _ => json!({"id": open.page.id}),
    }
}

fn no(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    let words = model.words;
    let Some((op, _)) = refusal(&open.page.about) else {
        return note_id(model, Tone::Plain, "tui-no-answer");
    };
    let made = Call::new(op, refusing(open));
    let why = match &open.page.about {
        About::Set { waiting, .. } => words.count("details-dismiss", waiting.len()),
        About::Stage(_) => words.t("work-drop-hint").into_owned(),
        _ => return call(model, made),
    };
    model.overlay =
        Some(Overlay::Sure { title: words.t("tui-sure").into_owned(), why: vec![why], call: made });
    Vec::new()
}

fn no_because(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    let Some((op, true)) = refusal(&open.page.about) else {
        return note_id(model, Tone::Plain, "tui-no-answer");
    };
    let wanted = Wanted::Field { op, input: refusing(open), name: "reason", optional: true };
    let title = model.words.t("tui-reason").into_owned();
    model.overlay = Some(Overlay::Prompt { title, exact: None, input: Input::default(), wanted });
    Vec::new()
}

/// Confirms together what can be, of the set that is shown; `asks` whether it is meant.
fn all(model: &mut Model, open: &OpenPage, asks: bool) -> Vec<Effect> {
    let About::Set { together, left_out, .. } = &open.page.about else {
        return note_id(model, Tone::Plain, "tui-no-set");
    };
    let words = model.words;
    if together.is_empty() {
        let why = left_out.first().map(|(_, why)| why.clone()).unwrap_or_default();
        return note(model, Tone::Warn, why);
    }
    let items: Vec<Value> = together.iter().map(|(id, digest)| json!({"id": id, "digest": digest})).collect();
    let mut why = Vec::new();
    if !left_out.is_empty() {
        why.push(words.count("left-out", left_out.len()));
        why.extend(left_out.iter().map(|(_, why)| why.clone()));
    }
    let title = words.with("confirm-all", &[("n", together.len().into())]);
    let made = Call::new("items.confirm_selected", json!({"items": items}));
    if !asks {
        return call(model, made);
    }
    model.overlay = Some(Overlay::Sure { title, why, call: made });
    Vec::new()
}

fn defer(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    match &open.page.about {
        About::Item(item) if item.is_open => call(model, Call::new("item.defer", refusing(open))),
        About::Set { waiting, .. } => {
            let each = |(id, digest): &(String, String)| json!({"id": id, "digest": digest});
            waiting.iter().flat_map(|one| call(model, Call::new("item.defer", each(one)))).collect()
        }
        _ => note_id(model, Tone::Plain, "tui-no-answer"),
    }
}

fn hold(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    let counts = model.list().row().is_some_and(|row| row.continues_at.is_some());
    match counts {
        true => call(model, Call::new("countdown.stop", json!({"id": open.page.id}))),
        false => note_id(model, Tone::Plain, "tui-no-countdown"),
    }
}

fn edit(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    match &open.page.about {
        About::Item(item) if item.is_open && item.args.is_some() => {
            let args = item.args.clone().unwrap_or_default();
            let text = format!("{:#}\n", Value::Object(args));
            vec![Effect::Editor { id: open.page.id.clone(), text }]
        }
        _ => note_id(model, Tone::Plain, "tui-no-edit"),
    }
}

/// Chooses the file or hunk at the top of the page, or takes that back.
fn choose(model: &mut Model) -> Vec<Effect> {
    let Some(open) = model.page.as_mut().filter(|open| matches!(open.page.about, About::Stage(_))) else {
        return note_id(model, Tone::Plain, "tui-no-parts");
    };
    let at = open.page.parts.iter().rposition(|part| part.line <= open.top).unwrap_or_default();
    let Some(part) = open.page.parts.get(at) else { return note_id(model, Tone::Plain, "tui-no-parts") };
    let name = part.name.clone();
    match open.chosen.iter().position(|chosen| *chosen == name) {
        Some(place) => {
            open.chosen.remove(place);
        }
        None => open.chosen.push(name),
    }
    // On to the next part.
    if let Some(next) = open.page.parts.get(at + 1) {
        open.top = next.line;
    }
    let chosen: Vec<String> = open.chosen.iter().map(|part| safe(part)).collect();
    let text = format!("{} {}", model.words.t("tui-only"), chosen.join(", "));
    note(model, Tone::Plain, text)
}

/// Takes back the last answer of this session.
fn undo_last(model: &mut Model) -> Vec<Effect> {
    match model.undo.pop() {
        Some(Undo::Receipt(id)) => call(model, Call::new("receipt.undo", json!({"id": id}))),
        Some(Undo::Withdraw(id)) => call(model, Call::new("item.withdraw", json!({"id": id}))),
        Some(Undo::TakeBack(id)) => call(model, Call::new("question.take_back", json!({"id": id}))),
        None => note_id(model, Tone::Plain, "tui-no-undo"),
    }
}

fn undo_receipt(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    let About::Receipt { handle: Some(handle), cues, is_rollback, first, .. } = &open.page.about else {
        return note_id(model, Tone::Plain, "irreversible");
    };
    let best_effort = *is_rollback || first.iter().any(|one| one.undo_action.label == UndoLabel::Rollback);
    let mut input = json!({"id": open.page.id, "expected_event_id": handle});
    if best_effort {
        input["best_effort"] = true.into();
    }
    if !first.is_empty() {
        let handle = |one: &UndoFirst| json!({"id": one.receipt, "expected_event_id": one.undo_action.expected_event_id});
        input["first"] = first.iter().map(handle).collect();
        let name = |one: &UndoFirst| {
            format!("{} {}", short(&one.receipt), safe_short(&model.words.say(&one.summary), 240))
        };
        let why = first.iter().map(name).chain(cues.iter().cloned()).collect();
        let title = model.words.count("receipts-undo-chain", first.len() + 1);
        model.overlay = Some(Overlay::Sure { title, why, call: Call::new("receipt.undo_chain", input) });
        return Vec::new();
    }
    let made = Call::new("receipt.undo", input);
    if !best_effort {
        return call(model, made);
    }
    let title = model.words.t("rollback").into_owned();
    model.overlay = Some(Overlay::Sure { title, why: cues.clone(), call: made });
    Vec::new()
}

/// Proposes the undo of the receipt that is shown, merged with what has changed since. It waits in the inbox like any change.
fn merge_undo(model: &mut Model, open: &OpenPage) -> Vec<Effect> {
    match open.page.about {
        About::Receipt { can_merge: true, .. } => {
            call(model, Call::new("receipt.merge", json!({"id": open.page.id})))
        }
        _ => note_id(model, Tone::Plain, "tui-no-merge"),
    }
}

/// Steers, pauses, stops or rolls back the run that is shown.
fn govern(model: &mut Model, action: Action, open: &OpenPage) -> Vec<Effect> {
    let About::Run { open: going, paused } = open.page.about else { return Vec::new() };
    let (words, id) = (model.words, open.page.id.as_str());
    if !going && action != Action::Rollback {
        return note_id(model, Tone::Plain, "tui-run-over");
    }
    match action {
        Action::Pause => {
            let op = if paused { "run.resume" } else { "run.pause" };
            call(model, Call::new(op, json!({"id": id})))
        }
        Action::Steer => {
            let wanted = Wanted::Field {
                op: "run.steer",
                input: json!({"id": id}),
                name: "instruction",
                optional: false,
            };
            let title = words.t("runs-steer-label").into_owned();
            model.overlay = Some(Overlay::Prompt { title, exact: None, input: Input::default(), wanted });
            Vec::new()
        }
        _ => {
            let (word, op, why) = match action {
                Action::Stop => ("runs-stop", "run.stop", "tui-stop-hint"),
                _ => ("runs-rollback", "run.rollback", "runs-newest-first"),
            };
            let title = format!("{} {}", words.t(word), short(id));
            let input = match op {
                "run.rollback" => json!({"id": id, "best_effort": true}),
                _ => json!({"id": id}),
            };
            let made = Call::new(op, input);
            let why = vec![words.t(why).into_owned()];
            model.overlay = Some(Overlay::Sure { title, why, call: made });
            Vec::new()
        }
    }
}
