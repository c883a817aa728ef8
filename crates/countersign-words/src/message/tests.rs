//! Messages: by id with arguments, in any language, and as JSON.

use serde_json::{Value, json};

use super::*;
use crate::{kept, said_in};

fn unlisted() -> Message {
    say!("judge-unlisted-host", host = "example.com")
}

#[test]
fn b3_a_message_is_made_once_and_said_in_the_language_of_its_reader() {
    let message = unlisted();
    assert_eq!(message, "sends data to example.com, which is not a listed host");
    let german = message.in_language(Language::German);
    assert_eq!(german, "sendet Daten an example.com, das nicht auf der Liste steht");
    assert_eq!(message.in_language(Language::English), message.as_str());
    for language in Language::ALL.into_iter().skip(1) {
        let said = message.in_language(language);
        assert!(said.contains("example.com") && said != message.as_str(), "{said}");
    }
}

#[test]
fn b3_words_of_others_are_the_same_in_all_languages() {
    // Even if it equals one of our messages: an agent's text is never translated.
    let theirs = Message::from(unlisted().to_string());
    assert_eq!(theirs.in_language(Language::German), theirs.as_str());
    let within = say!("judge-protected", said = theirs);
    assert!(within.in_language(Language::German).ends_with(theirs.as_str()));
    let nested = say!("judge-protected", said = unlisted());
    assert!(nested.in_language(Language::German).ends_with(&*unlisted().in_language(Language::German)));
}

#[test]
fn b3_counts_choose_the_form_in_every_language() {
    let rows = |n: usize| say!("effect-data-add", n, table = "t");
    assert_eq!((rows(1).as_str(), rows(3).as_str()), ("add 1 row of t", "add 3 rows of t"));
    for language in Language::ALL.into_iter().skip(1) {
        let (one, three) = (rows(1), rows(3));
        let (one, three) = (one.in_language(language), three.in_language(language));
        assert!(one.contains('1') && three.contains('3'), "{one}, {three}");
        assert_ne!(one.replace('1', "3"), three, "one and many");
    }
}

#[test]
fn b3_what_was_filled_in_is_found_by_its_name() {
    let message = say!("judge-protected", said = unlisted());
    assert_eq!(message.filled("said").and_then(Message::id), Some("judge-unlisted-host"));
    assert_eq!(message.filled("other"), None);
    assert_eq!(say!("effect-data-add", n = 1, table = "t").filled("n"), None, "a number");
    assert_eq!(Message::from("x").filled("said"), None);
}

#[test]
fn b3_messages_are_put_together_without_losing_their_language() {
    let two = Message::joined("; ", [unlisted(), Message::from("x; y")]);
    assert_eq!(two, format!("{}; x; y", unlisted()));
    assert_eq!(
        two.in_language(Language::German),
        format!("{}; x; y", unlisted().in_language(Language::German))
    );
    let heading = unlisted().capitalised();
    assert!(heading.starts_with("Sends") && heading.in_language(Language::German).starts_with("Sendet"));
    assert_eq!(
        Message::joined("; ", [unlisted()]).in_language(Language::German),
        unlisted().in_language(Language::German)
    );
    assert!(Message::joined("; ", [""; 0]).is_empty());
    let hidden = Message::joined(": ", [unlisted(), "key s3cret".into()]);
    let hidden = hidden.map_texts(&|text| text.replace("s3cret", "•••").replace("example.com", "•"));
    assert_eq!(hidden, "sends data to •, which is not a listed host: key •••");
    assert!(hidden.in_language(Language::German).starts_with("sendet Daten an •,"));
}

#[test]
fn b3_programs_read_texts_and_records_keep_what_any_language_needs() {
    let all = || {
        [
            unlisted(),
            Message::joined(": ", [unlisted(), "x".into()]),
            unlisted().capitalised(),
            "plain".into(),
        ]
    };
    let texts = serde_json::to_value(all()).unwrap();
    assert_eq!(texts[0], "sends data to example.com, which is not a listed host");
    assert!(texts.as_array().unwrap().iter().all(Value::is_string), "{texts}");
    let german = said_in(Language::German, || serde_json::to_value(all()).unwrap());
    assert_eq!(german[0], *unlisted().in_language(Language::German));
    assert_eq!(serde_json::to_value(unlisted()).unwrap(), texts[0], "only there");

    let stored = kept(|| serde_json::to_value(all()).unwrap());
    assert_eq!(stored[0]["id"], "judge-unlisted-host");
    assert_eq!(stored[0]["args"], json!({"host": "example.com"}));
    assert_eq!(stored[3], "plain");
    let back: Vec<Message> = serde_json::from_value(stored).unwrap();
    assert_eq!(back, all());
    for (one, other) in back.iter().zip(all()) {
        assert_eq!(one.in_language(Language::Romanian), other.in_language(Language::Romanian));
    }
}

#[test]
fn b3_how_messages_are_written_ends_with_what_writes_them() {
    let panicked = std::panic::catch_unwind(|| kept(|| panic!("while it writes")));
    assert!(panicked.is_err());
    assert!(serde_json::to_value(unlisted()).unwrap().is_string());
    let nested = kept(|| (said_in(Language::German, || json!(unlisted())), json!(unlisted())));
    assert!(nested.0.is_string() && nested.1.is_object());
}

#[test]
fn b3_a_kept_message_that_is_gone_reads_as_it_did() {
    let gone = json!({"text": "as it was", "id": "no-such-message", "args": {"n": 1}});
    let message: Message = serde_json::from_value(gone).unwrap();
    assert_eq!((message.as_str(), &*message.in_language(Language::German)), ("as it was", "as it was"));
    let other = json!({"text": "as it was", "id": "judge-unlisted-host", "args": {"place": "x"}});
    let message: Message = serde_json::from_value(other).unwrap();
    assert_eq!(message.in_language(Language::German), "as it was", "its arguments are others");
    // The stored text counts only if the id is gone, so that English and German readers are told the same.
    let forged =
        json!({"text": "it only reads", "id": "judge-unlisted-host", "args": {"host": "example.com"}});
    assert_eq!(serde_json::from_value::<Message>(forged).unwrap(), unlisted());
    for broken in
        [json!(7), json!({"id": "judge-unlisted-host"}), json!({"text": "x", "odd": 1}), json!(["x"])]
    {
        assert!(serde_json::from_value::<Message>(broken).is_err());
    }
}

#[test]
fn b3_a_message_within_an_error_of_the_system_is_said_in_any_language() {
    let error = std::io::Error::other(unlisted());
    let message = say!("effect-cannot-read", path = "/w", said = error);
    let inner = unlisted();
    assert!(message.in_language(Language::German).ends_with(&*inner.in_language(Language::German)));
}

#[test]
fn every_entry_can_be_said_without_a_gap_being_left() {
    for (number, entry) in ENTRIES.iter().enumerate() {
        let args = entry.args.iter().map(|name| Arg::Message(Message::from(format!("<{name}>")))).collect();
        let number = u16::try_from(number).unwrap();
        let message = Message::of_entry(number, args);
        assert!(!message.is_empty(), "{} says nothing", entry.id);
        for language in Language::ALL {
            let said = message.in_language(language);
            assert!(
                !said.contains("{ $") && !said.contains(entry.id),
                "{} in {}: {said}",
                entry.id,
                language.code()
            );
        }
        assert_eq!(find(entry.id), Some(number));
    }
    assert!(PLAIN.is_sorted_by_key(|(text, _)| *text));
}
