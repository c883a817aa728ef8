//! Tests of what keys and answers do.

use countersign_core::item::scopes;
use ratatui::crossterm::event::KeyCode;
use serde_json::json;

use super::*;
use crate::{
    model::{Outcome, Undo},
    testing::{NOW, arrive, inbox, item, keys, model, press, receipt, run, set, settle, the_call, waits},
};

const WIDE: (u16, u16) = (120, 40);
const NARROW: (u16, u16) = (60, 20);

fn note_of(model: &Model) -> String {
    model.note.as_ref().map(|note| note.text.clone()).unwrap_or_default()
}

fn ended(undo: Option<Undo>) -> Outcome {
    let note = Note { tone: Tone::Good, text: "Confirmed".to_owned() };
    Outcome { note, undo, page: None }
}

fn is_bell(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Bell(news) if !news.is_empty()))
}

#[test]
fn h8_one_key_confirms_what_is_shown_by_its_digest() {
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    let call = the_call(keys(&mut model, "y"));
    assert_eq!(call, Call::new("item.confirm", json!({"id": "i1-aaaa", "digest": "digest of i1-aaaa"})));
    assert!(keys(&mut model, "y").is_empty(), "the answer is under way");
}

#[test]
fn no_later_and_no_with_a_reason_name_what_is_shown() {
    let one = || inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]);
    let shown = json!({"id": "i1-aaaa", "digest": "digest of i1-aaaa"});
    assert_eq!(the_call(keys(&mut model(WIDE, one()), "n")), Call::new("item.reject", shown.clone()));
    assert_eq!(the_call(keys(&mut model(WIDE, one()), "d")), Call::new("item.defer", shown));
    let mut model = model(WIDE, one());
    assert!(keys(&mut model, "rnot now").is_empty(), "keys are text now");
    let call = the_call(press(&mut model, KeyCode::Enter));
    assert_eq!(
        call,
        Call::new(
            "item.reject",
            json!({"id": "i1-aaaa", "digest": "digest of i1-aaaa", "reason": "not now"})
        )
    );
}

#[test]
fn what_is_not_on_the_screen_is_shown_before_it_is_answered() {
    let mut model = model(NARROW, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    let effects = keys(&mut model, "y");
    assert_eq!(effects, [Effect::Read(Source::Thing { id: "i1-aaaa".into(), is_run: false })]);
    assert_eq!(model.focus, Focus::Page);
    assert!(note_of(&model).contains("Look"));
    settle(&mut model);
    assert_eq!(the_call(keys(&mut model, "y")).op, "item.confirm");
}

#[test]
fn a_key_that_was_meant_for_the_item_before_does_not_answer_the_next() {
    let two = vec![item("i1-aaaa", json!({})), item("i2-bbbb", json!({}))];
    let mut model = model(WIDE, inbox(two, vec![], vec![]));
    keys(&mut model, "y");
    update(&mut model, Msg::Called(1, ended(None)));
    arrive(&mut model, inbox(vec![item("i2-bbbb", json!({}))], vec![], vec![]));
    assert_eq!(model.page.as_ref().unwrap().page.id, "i2-bbbb");
    for _ in 0..10 {
        assert!(keys(&mut model, "y").is_empty(), "it has just appeared, or y is held down");
        let soon = model.now + crate::model::SETTLE_MS / 2;
        update(&mut model, Msg::Tick(soon));
    }
    settle(&mut model);
    assert_eq!(the_call(keys(&mut model, "y")).input["id"], "i2-bbbb");
}

#[test]
fn c3_an_item_that_changes_under_the_finger_is_shown_anew_and_not_confirmed() {
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    let other = item("i1-aaaa", json!({"digest": "another", "summary": "Delete everything"}));
    arrive(&mut model, inbox(vec![other], vec![], vec![]));
    settle(&mut model);
    let text = |model: &Model| model.page.as_ref().unwrap().page.lines[0].text();
    assert!(text(&model).contains("Set the title"), "the page is not replaced by itself");
    assert!(model.page.as_ref().unwrap().changed);
    let effects = keys(&mut model, "y");
    assert!(!effects.iter().any(|e| matches!(e, Effect::Call(..))), "{effects:?}");
    assert!(text(&model).contains("Delete everything"));
    assert!(keys(&mut model, "y").is_empty(), "it has just appeared");
    settle(&mut model);
    assert_eq!(the_call(keys(&mut model, "y")).input["digest"], "another");
}

#[test]
fn a_new_ask_rings_the_bell_and_does_not_move_the_selection() {
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    let worse = item("i2-bbbb", json!({"class": "destructive", "risk_level": "high"}));
    let effects = arrive(&mut model, inbox(vec![worse.clone(), item("i1-aaaa", json!({}))], vec![], vec![]));
    assert!(is_bell(&effects) && effects.contains(&Effect::Title(2)), "{effects:?}");
    assert_eq!(model.inbox.selected.as_deref(), Some("i1-aaaa"));
    assert_eq!(model.inbox.rows[0].id, "i2-bbbb", "the most dangerous comes first");
    let again = arrive(&mut model, inbox(vec![worse, item("i1-aaaa", json!({}))], vec![], vec![]));
    assert!(!is_bell(&again), "only once");
}

#[test]
fn what_is_destructive_takes_another_key_than_yes() {
    let worse =
        json!({"class": "destructive", "risk_level": "high", "needs_page": ["it destroys something"]});
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", worse)], vec![], vec![]));
    assert!(keys(&mut model, "yyyy").is_empty(), "however often y is pressed");
    assert!(matches!(model.overlay, Some(Overlay::Sure { .. })));
    assert_eq!(the_call(press(&mut model, KeyCode::Enter)).op, "item.confirm");
}

#[test]
fn h7_what_is_not_shown_whole_or_too_long_for_a_page_takes_another_key_than_yes() {
    let cut =
        json!({"preview": {"not_shown": ["a file is too large"]}, "needs_page": ["it is not shown whole"]});
    let lines = 2_000;
    let diff = format!("--- a\n+++ a\n@@ -0,0 +1,{lines} @@\n{}", "+x\n".repeat(lines));
    for more in [cut, json!({"preview": {"diff": diff}})] {
        let mut model = model(WIDE, inbox(vec![item("i1-aaaa", more)], vec![], vec![]));
        assert!(keys(&mut model, "yy").is_empty());
        assert!(matches!(model.overlay, Some(Overlay::Sure { .. })));
        press(&mut model, KeyCode::Esc);
        assert!(model.overlay.is_none() && model.calls.is_empty(), "nothing was decided");
    }
}

#[test]
fn h7_what_carries_a_warning_or_a_flag_takes_another_key_than_yes() {
    let warned =
        json!({"preview": {"warnings": ["it is not rehearsed"]}, "needs_page": ["it carries a warning"]});
    for more in [warned, json!({"flags": ["it contains a hidden character"], "needs_page": ["it is odd"]})] {
        let mut model = model(WIDE, inbox(vec![item("i1-aaaa", more)], vec![], vec![]));
        assert!(keys(&mut model, "yy").is_empty());
        assert!(matches!(model.overlay, Some(Overlay::Sure { .. })));
        press(&mut model, KeyCode::Esc);
        assert!(model.overlay.is_none() && model.calls.is_empty(), "nothing was decided");
    }
}

#[test]
fn typed_confirmation_survives_a_resize_and_takes_only_what_is_asked() {
    let typed = json!({"class": "destructive", "risk_level": "high", "typed": "build"});
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", typed)], vec![], vec![]));
    assert!(keys(&mut model, "ybui").is_empty());
    update(&mut model, Msg::Resize(20, 5));
    assert!(keys(&mut model, "x").is_empty(), "nothing is typed blindly");
    update(&mut model, Msg::Resize(60, 20));
    assert!(press(&mut model, KeyCode::Enter).is_empty());
    assert!(note_of(&model).contains("not what must be typed"));
    keys(&mut model, "ld");
    let call = the_call(press(&mut model, KeyCode::Enter));
    assert_eq!((call.op, &call.input["typed"]), ("item.confirm", &json!("build")));
}

#[test]
fn always_says_what_it_would_cover_and_asks_for_how_long() {
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    let asked = keys(&mut model, "a");
    assert_eq!(asked, [Effect::Read(Source::Scopes("i1-aaaa".to_owned()))]);
    let Some(Overlay::Pick { choices, .. }) = &model.overlay else { panic!("{:?}", model.overlay) };
    assert!(choices[0].detail.contains("task:t3/title"), "{choices:?}");
    press(&mut model, KeyCode::Down);
    let counted = scopes::Output { asked: 12, exact: 2, kind: 9, ..scopes::Output::default() };
    update(&mut model, Msg::Read(Source::Scopes("i1-aaaa".to_owned()), Ok(Read::Scopes(counted))));
    let Some(Overlay::Pick { choices, at, .. }) = &model.overlay else { panic!("{:?}", model.overlay) };
    assert!(choices[0].detail.contains("2 of 12") && choices[1].detail.contains("9 of 12"), "{choices:?}");
    assert_eq!(*at, 1, "the selection stays");
    press(&mut model, KeyCode::Up);
    assert!(press(&mut model, KeyCode::Enter).is_empty(), "for how long is asked next");
    let call = the_call(keys(&mut model, "3"));
    let wanted = json!({"id": "i1-aaaa", "digest": "digest of i1-aaaa", "scope": "exact", "always": "1d"});
    assert_eq!(call, Call::new("item.confirm", wanted));
    let never = json!({"can_remember": false});
    let mut model = crate::testing::model(WIDE, inbox(vec![item("i1-aaaa", never)], vec![], vec![]));
    keys(&mut model, "a");
    assert!(model.overlay.is_none() && note_of(&model).contains("cannot be remembered"));
}

#[test]
fn an_answer_is_undone_by_its_receipt_or_withdrawn() {
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    keys(&mut model, "u");
    assert!(note_of(&model).contains("nothing here"));
    keys(&mut model, "y");
    update(&mut model, Msg::Called(1, ended(Some(Undo::Receipt("rc1".into())))));
    assert_eq!(the_call(keys(&mut model, "u")), Call::new("receipt.undo", json!({"id": "rc1"})));
}

#[test]
fn a_set_is_confirmed_together_except_what_needs_its_own_yes() {
    let mut items: Vec<_> = (1..4).map(|n| item(&format!("i{n}"), json!({"change_set": "s1"}))).collect();
    items.push(item("i4", json!({"change_set": "s1", "needs_own_yes": ["it has a warning"]})));
    let mut model = model(WIDE, inbox(items, vec![set("s1", 4)], vec![]));
    assert_eq!(model.inbox.rows.len(), 5, "a heading and its items");
    keys(&mut model, "y");
    let Some(Overlay::Sure { why, .. }) = &model.overlay else { panic!("{:?}", model.overlay) };
    assert!(why.iter().any(|why| why.contains("i4") && why.contains("warning")), "{why:?}");
    let call = the_call(press(&mut model, KeyCode::Enter));
    let ids: Vec<_> = call.input["items"].as_array().unwrap().iter().map(|i| i["id"].clone()).collect();
    assert_eq!((call.op, ids), ("items.confirm_selected", vec![json!("i1"), json!("i2"), json!("i3")]));
}

#[test]
fn h8_a_set_that_is_seen_whole_takes_one_key_and_a_longer_one_another() {
    let one = |n: usize, lines: usize| {
        let changes: Vec<_> =
            (0..lines).map(|at| json!({"label": format!("f{at}"), "before": null, "after": "x"})).collect();
        item(&format!("i{n}"), json!({"change_set": "s1", "preview": {"changes": changes}}))
    };
    let short = inbox(vec![one(1, 1), one(2, 1)], vec![set("s1", 2)], vec![]);
    let call = the_call(keys(&mut model(WIDE, short.clone()), "y"));
    assert_eq!(call.op, "items.confirm_selected");
    let mut long = model(WIDE, inbox(vec![one(1, 30), one(2, 30)], vec![set("s1", 2)], vec![]));
    assert!(keys(&mut long, "y").is_empty() && matches!(long.overlay, Some(Overlay::Sure { .. })));
    let later = keys(&mut model(WIDE, short), "d");
    let wanted = |id: &str| Call::new("item.defer", json!({"id": id, "digest": format!("digest of {id}")}));
    let calls = later.into_iter().map(|effect| match effect {
        Effect::Call(_, call) => call,
        other => panic!("{other:?}"),
    });
    assert_eq!(calls.collect::<Vec<_>>(), [wanted("i1"), wanted("i2")]);
}

#[test]
fn what_was_given_goes_with_a_yes_and_cannot_say_what_it_is_bound_to() {
    let mut model = model(WIDE, inbox(vec![item("i1", json!({"typed": "prod"}))], vec![], vec![]));
    let given = json!({"typed": "prod", "always": "1d", "digest": "another", "id": "i9"});
    model.given = given.as_object().unwrap().clone();
    let wanted = json!({"id": "i1", "digest": "digest of i1", "typed": "prod", "always": "1d"});
    // What must be typed takes a second, different step.
    assert!(keys(&mut model, "y").is_empty());
    assert_eq!(the_call(press(&mut model, KeyCode::Enter)), Call::new("item.confirm", wanted));
}

#[test]
fn a_question_is_answered_in_place() {
    let mut model = model(WIDE, inbox(vec![], vec![], vec![waits("question", "q1", "Which port?")]));
    let read = keys(&mut model, "y");
    assert_eq!(
        read,
        [Effect::Read(Source::Thing { id: "q1".into(), is_run: false })],
        "it is looked at first"
    );
    let question = serde_json::from_value(json!({
        "kind": "question",
        "value": {"id": "q1", "run": "run2", "agent": "codex", "text": "Which port?", "choices": ["80", "8080"],
                  "free_text": true, "status": "open", "asked_at": NOW},
    }));
    let page = page::shown(model.words, "q1", question.unwrap());
    update(
        &mut model,
        Msg::Read(Source::Thing { id: "q1".into(), is_run: false }, Ok(Read::Page(Box::new(page)))),
    );
    settle(&mut model);
    keys(&mut model, "y");
    let call = the_call(keys(&mut model, "2"));
    assert_eq!(call, Call::new("question.answer", json!({"id": "q1", "answer": "8080"})));
}

#[test]
fn a_countdown_is_held_with_space() {
    let counting = json!({"auto_approve_timeout": 7, "proceeds_at": NOW + 7000});
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", counting)], vec![], vec![]));
    assert_eq!(the_call(keys(&mut model, " ")), Call::new("countdown.stop", json!({"id": "i1-aaaa"})));
}

#[test]
fn runs_are_steered_paused_and_stopped() {
    let mut model = model(WIDE, inbox(vec![], vec![], vec![]));
    press(&mut model, KeyCode::Tab);
    let read = update(&mut model, Msg::Read(Source::Runs, Ok(Read::Runs(vec![run("run2-bbbb", "running")]))));
    assert_eq!(read, [Effect::Read(Source::Thing { id: "run2-bbbb".into(), is_run: true })]);
    let mut found = serde_json::to_value(run("run2-bbbb", "running")).unwrap();
    for name in ["change_sets", "items", "receipts", "waiting_for"] {
        found[name] = json!([]);
    }
    let page = page::run(model.words, &serde_json::from_value(found).unwrap(), NOW);
    let source = Source::Thing { id: "run2-bbbb".into(), is_run: true };
    update(&mut model, Msg::Read(source, Ok(Read::Page(Box::new(page)))));
    settle(&mut model);
    assert_eq!(the_call(keys(&mut model, "p")), Call::new("run.pause", json!({"id": "run2-bbbb"})));
    update(&mut model, Msg::Called(1, ended(None)));
    keys(&mut model, "suse tabs");
    let call = the_call(press(&mut model, KeyCode::Enter));
    assert_eq!(call, Call::new("run.steer", json!({"id": "run2-bbbb", "instruction": "use tabs"})));
    update(&mut model, Msg::Called(2, ended(None)));
    assert!(keys(&mut model, "S").is_empty(), "stopping is asked twice");
    assert_eq!(the_call(press(&mut model, KeyCode::Enter)).op, "run.stop");
}

#[test]
fn a_receipt_is_undone_by_its_handle() {
    let mut model = model(WIDE, inbox(vec![], vec![], vec![]));
    press(&mut model, KeyCode::Tab);
    press(&mut model, KeyCode::Tab);
    let receipts = vec![receipt("rc1", json!({}))];
    update(&mut model, Msg::Read(Source::History, Ok(Read::History(receipts))));
    settle(&mut model);
    let call = the_call(keys(&mut model, "u"));
    assert_eq!(call, Call::new("receipt.undo", json!({"id": "rc1", "expected_event_id": "e9-cccc"})));
}

#[test]
fn e14_where_the_target_has_moved_m_proposes_the_merged_undo_and_nowhere_else() {
    let mut model = model(WIDE, inbox(vec![], vec![], vec![]));
    press(&mut model, KeyCode::Tab);
    press(&mut model, KeyCode::Tab);
    let stale = json!({"reason": "the file has changed", "at": 1, "can_merge": true});
    let receipts = vec![receipt("rc2", json!({"stale": stale})), receipt("rc1", json!({}))];
    update(&mut model, Msg::Read(Source::History, Ok(Read::History(receipts))));
    settle(&mut model);
    let call = the_call(keys(&mut model, "m"));
    assert_eq!(call, Call::new("receipt.merge", json!({"id": "rc2"})));
    update(&mut model, Msg::Called(1, ended(None)));
    keys(&mut model, "j");
    settle(&mut model);
    assert!(keys(&mut model, "m").is_empty(), "nothing has changed since");
}

#[test]
fn a_search_narrows_the_list_and_escape_ends_it() {
    let items = (0..20).map(|n| item(&format!("i{n}"), json!({"summary": format!("Change number {n}")})));
    let mut model = model(WIDE, inbox(items.collect(), vec![], vec![]));
    keys(&mut model, "/number 17");
    assert_eq!(model.inbox.found().len(), 1);
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.inbox.row().unwrap().id, "i17");
    press(&mut model, KeyCode::Esc);
    assert_eq!((model.inbox.found().len(), model.inbox.row().unwrap().id.as_str()), (20, "i17"));
}

#[test]
fn the_palette_has_every_operation_of_a_person_and_asks_for_what_it_needs() {
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    keys(&mut model, ":item.claim");
    assert!(press(&mut model, KeyCode::Enter).is_empty(), "the id is asked for, and is the selected one's");
    let call = the_call(press(&mut model, KeyCode::Enter));
    assert_eq!((call.op, &call.input, call.whole), ("item.claim", &json!({"id": "i1-aaaa"}), true));
    let listed = palette_found(model.words, "");
    assert!(
        listed.len() > 80 && listed.iter().all(|s| s.audience.contains(&countersign_core::ActorKind::Person))
    );
}

#[test]
fn near_the_end_of_a_long_list_more_is_read() {
    let items = (0..200).map(|n| item(&format!("i{n}"), json!({})));
    let mut output = inbox(items.collect(), vec![], vec![]);
    (output.more, output.next) = (true, Some("i199".into()));
    let mut model = model(WIDE, output);
    assert!(keys(&mut model, "j").is_empty());
    assert_eq!(keys(&mut model, "G"), [Effect::Read(Source::Inbox(1200))]);
    let more = (0..900).map(|n| item(&format!("i{n}"), json!({})));
    let effects = arrive(&mut model, inbox(more.collect(), vec![], vec![]));
    assert!(!is_bell(&effects), "what was there before is no news: {effects:?}");
}

#[test]
fn a_lost_daemon_is_shown_and_everything_is_read_again_when_it_is_back() {
    let mut model = model(WIDE, inbox(vec![], vec![], vec![]));
    update(&mut model, Msg::Link(Link::Up));
    let limit = model.inbox.limit;
    arrive(&mut model, inbox(vec![], vec![], vec![]));
    update(&mut model, Msg::Link(Link::Down("gone".into())));
    let now = model.now + 10_000;
    assert!(update(&mut model, Msg::Tick(now)).is_empty());
    assert_eq!(update(&mut model, Msg::Link(Link::Up)), [Effect::Read(Source::Inbox(limit))]);
}

#[test]
fn a_call_under_way_keeps_the_screen_open_unless_the_person_insists() {
    let mut model = model(WIDE, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
    keys(&mut model, "y");
    assert!(keys(&mut model, "q").is_empty());
    assert_eq!(keys(&mut model, "q"), [Effect::Quit]);
}

#[test]
fn only_the_chosen_hunks_of_a_stage_land() {
    let mut model = model(WIDE, inbox(vec![], vec![], vec![waits("stage", "st1", "A stage")]));
    keys(&mut model, "l");
    let diff = "--- a.rs\n+++ a.rs\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n";
    let stage = json!({"id": "st1", "run": "run2", "agent": "codex", "by": "agent:codex", "roots": ["/w"],
                       "status": "open", "at": NOW});
    let output = serde_json::from_value(json!({
        "kind": "stage",
        "value": {"stage": stage, "summary": "Change 1 file", "digest": "stage digest", "class": "mutable",
                  "preview": {"diff": diff}, "facts": {}, "reversal": {"tier": "exact"}, "empty": false,
                  "typed": null, "conflicts": [], "calls": []},
    }));
    let page = page::shown(model.words, "st1", output.unwrap());
    assert_eq!(page.parts.len(), 3, "a file and two hunks");
    model.page.as_mut().unwrap().top = page.parts[2].line;
    update(
        &mut model,
        Msg::Read(Source::Thing { id: "st1".into(), is_run: false }, Ok(Read::Page(Box::new(page)))),
    );
    settle(&mut model);
    model.page.as_mut().unwrap().top = model.page.as_ref().unwrap().page.parts[2].line;
    keys(&mut model, "xy");
    let call = the_call(press(&mut model, KeyCode::Enter));
    let wanted = json!({"id": "st1", "digest": "stage digest", "only": ["a.rs#2"]});
    assert_eq!(call, Call::new("stage.land", wanted));
}

#[test]
fn a5_all_of_a_stage_is_all_but_what_is_asked_for_by_name() {
    let mut model = model(WIDE, inbox(vec![], vec![], vec![waits("stage", "st1", "A stage")]));
    keys(&mut model, "l");
    let stage = json!({"id": "st1", "run": "run2", "agent": "codex", "by": "agent:codex", "roots": ["/w"],
                       "status": "open", "at": NOW});
    let output = serde_json::from_value(json!({
        "kind": "stage",
        "value": {"stage": stage, "summary": "Change 2 files", "digest": "stage digest", "class": "mutable",
                  "preview": {}, "facts": {}, "reversal": {"tier": "exact"}, "empty": false,
                  "typed": null, "conflicts": ["/w/b"], "by_name": ["/w/.env"], "calls": []},
    }));
    let page = page::shown(model.words, "st1", output.unwrap());
    update(
        &mut model,
        Msg::Read(Source::Thing { id: "st1".into(), is_run: false }, Ok(Read::Page(Box::new(page)))),
    );
    settle(&mut model);
    keys(&mut model, "y");
    let Some(Overlay::Sure { why, .. }) = &model.overlay else { panic!("it says what it leaves out") };
    assert!(why.iter().any(|why| why.contains("/w/.env")), "{why:?}");
    let call = the_call(press(&mut model, KeyCode::Enter));
    let wanted = json!({"id": "st1", "digest": "stage digest", "except": ["/w/.env", "/w/b"]});
    assert_eq!(call, Call::new("stage.land", wanted));
}

#[test]
fn h8_one_key_lands_nothing_that_goes_on_below_the_screen() {
    let lines: String = (0..50).map(|n| format!("+line {n}\n")).collect();
    let diff = format!("--- /dev/null\n+++ /w/a\n@@ -0,0 +1,50 @@\n{lines}");
    let long = || inbox(vec![item("i1-aaaa", json!({"preview": {"diff": diff}}))], vec![], vec![]);
    let mut model = model(WIDE, long());
    assert!(keys(&mut model, "y").is_empty() && matches!(model.overlay, Some(Overlay::Sure { .. })));
    assert!(keys(&mut model, "y").is_empty(), "a second y is no answer to that");
    assert_eq!(the_call(press(&mut model, KeyCode::Enter)).op, "item.confirm");
    // Whoever has scrolled to its end has seen it.
    let mut model = self::model(WIDE, long());
    press(&mut model, KeyCode::Enter);
    keys(&mut model, &"j".repeat(30));
    settle(&mut model);
    assert_eq!(the_call(keys(&mut model, "y")).op, "item.confirm");
}
