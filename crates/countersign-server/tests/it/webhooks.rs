//! Webhooks: deliveries to receivers that are up or down, and what is never sent.

mod notify;
mod push;
mod world;

use countersign_core::{Actor, ErrorCode, Role};
use countersign_server::webhooks::signature;
use serde_json::{Value, json};

use world::{Receiver, Seen, World, status};

fn ids(seen: &[Seen]) -> Vec<String> {
    seen.iter().map(|s| s.id().to_owned()).collect()
}

fn titles(seen: &[Seen]) -> Vec<String> {
    let claim = |s: &Seen| s.body()["data"]["agent_says"]["human_summary"].as_str().unwrap().to_owned();
    seen.iter().map(claim).collect()
}

fn signed(seen: &Seen, secret: &str) -> bool {
    let at = seen.headers["webhook-timestamp"].parse().unwrap();
    seen.headers["webhook-signature"] == signature(secret, seen.id(), at, &seen.raw).unwrap()
}

const HOUR_MS: u64 = 3_600_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_was_down_gets_everything_once_and_in_order() {
    let world = World::new().sending();
    let down = Receiver::closed().await;
    let made = world.webhook(&format!("http://{down}/in"), "standard");
    let run = world.run();
    world.propose(&run, "one", "one");
    world.until("it is known to fail", || !world.listed(&made["id"])["waits_for"].is_null()).await;
    for title in ["two", "three", "four"] {
        world.propose(&run, title, title);
    }
    assert_eq!(world.due().await, 0, "what comes later waits for what failed");
    let up = Receiver::at(down).await;
    world.env.advance(7000);
    world.until("everything arrived", || up.seen().len() == 4).await;
    let seen = up.seen();
    assert_eq!(titles(&seen), ["one", "two", "three", "four"]);
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && seen.iter().all(|s| signed(s, secret)));
    assert!(!signed(&seen[0], "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), "another key does not fit");
    world.until("all of it is recorded", || world.logged("webhook.delivered") >= 2).await;
    assert_eq!(world.due().await, 0);
    assert_eq!(up.seen().len(), 4);
    assert!(world.logged("webhook.") <= 4, "made, failed, and two batches: {}", world.export());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_told_the_approval_request_and_where_to_decide() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    world.webhook(&receiver.url(), "standard");
    let run = world.agent("run.start", json!({"subject": "release"}))["id"].as_str().unwrap().to_owned();
    let item = world.propose(&run, "Ship\u{202e} it", "token=abcdef0123456789 \u{1b}[31m");
    world.until("it arrived", || receiver.seen().len() == 1).await;
    let seen = &receiver.seen()[0];
    assert_eq!((seen.path.as_str(), seen.headers["content-type"].as_str()), ("/in", "application/json"));
    let body = seen.body();
    assert_eq!(body["type"], "approval_requested");
    assert!(body["timestamp"].as_str().unwrap().starts_with("2026-11-15T"), "{body}");
    let data = &body["data"];
    assert_eq!((&data["task_id"], &data["subtask_id"]), (&json!(run), &item["id"]));
    assert_eq!((&data["item"], &data["digest"]), (&item["id"], &item["digest"]));
    assert_eq!((&data["change_set"], &data["class"]), (&item["change_set"], &json!("mutable")));
    assert_eq!((&data["risk_level"], &data["auto_approve_timeout"]), (&json!("medium"), &Value::Null));
    assert_eq!((&data["subject"], &data["agent"]), (&json!("release"), &json!("codex")));
    let id = item["id"].as_str().unwrap();
    assert_eq!(data["url"], format!("http://desk.example.com:4114/items/{id}"));
    let says = data["agent_says"]["human_summary"].as_str().unwrap();
    assert!(says.contains("[redacted]") && says.contains("\\x1b"), "{says}");
    let text = body.to_string();
    assert!(!text.contains("abcdef0123456789") && !text.contains('\u{202e}') && !text.contains("\"args\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn d6_a_webhook_that_fails_undoes_and_blocks_nothing() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    receiver.answers(|_| status(500));
    world.webhook(&receiver.url(), "standard");
    let run = world.run();
    let item = world.propose(&run, "one", "one");
    world.until("it was refused", || receiver.seen().len() == 1).await;
    let input = json!({"id": item["id"], "digest": item["digest"]});
    assert_eq!(world.person("item.confirm", input)["status"], "applied");
    world.until("the failure is recorded", || world.logged("webhook.failed") == 1).await;
    world.env.advance(7000);
    world.until("it was tried again", || receiver.seen().len() == 2).await;
    world.until("that is recorded", || world.logged("webhook.failed") == 2).await;
    receiver.answers(|_| status(200));
    world.env.advance(90_000);
    world.until("it was taken", || world.logged("webhook.delivered") == 1).await;
    let all = ids(&receiver.seen());
    assert!(all.len() == 3 && all.iter().all(|id| *id == all[0]), "a twin has the id of the first: {all:?}");
    let receipts = world.person("receipt.list", json!({}));
    assert_eq!(receipts["receipts"].as_array().unwrap().len(), 1, "what was confirmed stayed so");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_is_refused_for_good_is_a_dead_letter_and_holds_up_no_other() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    world.webhook(&receiver.url(), "standard");
    let run = world.run();
    let says = |s: &Seen, what: &str| String::from_utf8_lossy(&s.raw).contains(what);
    receiver.answers(move |s| status(if says(s, "poison") { 500 } else { 204 }));
    world.propose(&run, "poison", "poison");
    world.until("it failed", || world.logged("webhook.failed") == 1).await;
    world.propose(&run, "healthy", "healthy");
    let healthy = || receiver.seen().iter().filter(|s| says(s, "healthy")).count();
    for tries in 2..=11 {
        assert_eq!(healthy(), usize::from(tries > 3), "before try {tries}");
        world.env.advance(30 * HOUR_MS);
        world.until("it failed again", || world.logged("webhook.failed") == tries).await;
        if tries == 3 {
            world.until("later events went on", || world.logged("webhook.delivered") == 1).await;
        }
    }
    let dead = world.person("webhook.dead", json!({}))["deliveries"].clone();
    assert_eq!((dead.as_array().unwrap().len(), &dead[0]["attempts"]), (1, &json!(11)));
    assert_eq!(dead[0]["last_error"], "the receiver answered 500");
    world.env.advance(100 * HOUR_MS);
    assert_eq!(world.due().await, 0, "the dead stay dead by themselves");
    receiver.answers(|_| status(200));
    let tried = receiver.seen().len();
    world.person("webhook.retry", json!({"id": dead[0]["id"]}));
    world.until("it arrived in the end", || receiver.seen().len() == tried + 1).await;
    assert_eq!(receiver.seen()[tried].id(), dead[0]["event"]);
    world.until("it is done", || world.logged("webhook.delivered") == 2).await;
    assert_eq!(world.person("webhook.dead", json!({}))["deliveries"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_gone_is_told_no_more() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    receiver.answers(|_| status(410));
    let made = world.webhook(&receiver.url(), "standard");
    let run = world.run();
    world.propose(&run, "one", "one");
    world.until("it is off", || !world.listed(&made["id"])["disabled_at"].is_null()).await;
    world.propose(&run, "two", "two");
    world.env.advance(100 * HOUR_MS);
    assert_eq!(world.due().await, 0);
    assert_eq!(receiver.seen().len(), 1);
    let again = world.call(&Actor::person("ana"), "webhook.test", json!({"id": made["id"]}), None);
    assert_eq!(again.unwrap_err().code, ErrorCode::Conflict);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_may_ask_for_time() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    let busy = |s: &str| Some(format!("HTTP/1.1 503 X\r\nretry-after: {s}\r\ncontent-length: 0\r\n\r\n"));
    receiver.answers(move |_| busy("600"));
    let made = world.webhook(&receiver.url(), "standard");
    let run = world.run();
    world.propose(&run, "one", "one");
    world.until("it failed", || world.logged("webhook.failed") == 1).await;
    world.env.advance(590_000);
    assert_eq!(world.due().await, 0, "ten minutes are not over");
    receiver.answers(move |_| busy("99999999999"));
    world.env.advance(160_000);
    world.until("it failed again", || world.logged("webhook.failed") == 2).await;
    receiver.answers(|_| status(200));
    world.env.advance(29 * HOUR_MS);
    world.until("it arrived: nobody may ask for more than a day", || receiver.seen().len() == 3).await;
    world.until("it is done", || world.listed(&made["id"])["waits_for"].is_null()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_never_answers_delays_no_other() {
    let world = World::new().sending();
    let (slow, quick) = (Receiver::new().await, Receiver::new().await);
    slow.answers(|_| None);
    let made = world.webhook(&slow.url(), "standard");
    world.webhook(&quick.url(), "standard");
    let run = world.run();
    world.propose(&run, "one", "one");
    world.until("both were asked", || slow.seen().len() == 1 && quick.seen().len() == 1).await;
    world.until("one was given up", || world.logged("webhook.failed") == 1).await;
    world.propose(&run, "two", "two");
    world.until("the other goes on", || quick.seen().len() == 2).await;
    let waits = world.listed(&made["id"])["waits_for"].clone();
    assert!(waits.is_string() && slow.seen().len() == 1);
    assert!(world.export().contains("the receiver took too long to answer"));
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_are_not_followed() {
    let world = World::new().sending();
    let (first, second) = (Receiver::new().await, Receiver::new().await);
    let to = format!("HTTP/1.1 307 X\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n", second.url());
    first.answers(move |_| Some(to.clone()));
    world.webhook(&first.url(), "standard");
    world.propose(&world.run(), "one", "one");
    world.until("it failed", || world.logged("webhook.failed") == 1).await;
    assert!(world.export().contains("redirects are not followed"));
    assert_eq!((first.seen().len(), second.seen().len()), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn this_machine_is_reached_only_where_a_person_said_so() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    let port = receiver.at.port();
    let add = |url: &str| world.call(&Actor::person("ana"), "webhook.create", json!({"url": url}), None);
    for url in [format!("http://localhost:{port}/"), format!("http://127.0.0.1:{port}/")] {
        assert_eq!(add(&url).unwrap_err().code, ErrorCode::Invalid, "{url}");
    }
    // Whatever the address looks like, the resolved one counts.
    let disguised = [
        format!("http://0x7f000001:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://0:{port}/"),
    ];
    for url in &disguised {
        add(url).unwrap();
    }
    world.propose(&world.run(), "one", "one");
    world.until("all failed", || world.logged("webhook.failed") == disguised.len()).await;
    assert_eq!(world.export().matches("is not on the public internet").count(), disguised.len());
    assert!(receiver.seen().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_to_be_encrypted_is_never_sent_in_clear() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    world.webhook(&format!("https://{}/in", receiver.at), "standard");
    world.propose(&world.run(), "one", "one");
    world.until("it failed", || world.logged("webhook.failed") == 1).await;
    assert!(receiver.seen().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_it_goes_on_where_it_was() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    let made = world.webhook(&receiver.url(), "standard");
    let run = world.run();
    for title in ["one", "two"] {
        world.propose(&run, title, title);
    }
    world.until("two arrived", || receiver.seen().len() == 2).await;
    let world = world.restarted().await;
    for title in ["three", "four"] {
        world.propose(&run, title, title);
    }
    let world = world.restarted().await.sending();
    world.propose(&run, "five", "five");
    world.until("all arrived", || receiver.seen().len() == 5).await;
    assert_eq!(titles(&receiver.seen()), ["one", "two", "three", "four", "five"]);
    // The number of events depends on how many were reported at once.
    let last = ids(&receiver.seen()).pop().and_then(|id| id[1..].split('-').next()?.parse::<u64>().ok());
    assert!(last.is_some());
    world.until("all is recorded", || world.listed(&made["id"])["after_seq"].as_u64() >= last).await;
    assert_eq!((world.due().await, receiver.seen().len()), (0, 5));
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_between_sending_and_recording_it_sends_again_under_the_same_id() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    receiver.answers(|_| None);
    world.webhook(&receiver.url(), "standard");
    world.propose(&world.run(), "one", "one");
    world.until("it is on its way", || receiver.seen().len() == 1).await;
    let world = world.killed().await;
    receiver.answers(|_| status(200));
    let world = world.sending();
    world.until("it came again", || receiver.seen().len() == 2).await;
    let all = ids(&receiver.seen());
    assert_eq!(all[0], all[1]);
    world.until("it is recorded", || world.logged("webhook.delivered") == 1).await;
    assert_eq!(world.logged("webhook.failed"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_was_asked_for_is_told_and_telling_is_never_told() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    let input = json!({"url": receiver.url(), "events": ["item.*", "webhook.*"], "allow_private": true});
    world.person("webhook.create", input);
    let item = world.propose(&world.run(), "one", "one");
    world.person("item.reject", json!({"id": item["id"], "reason": "no"}));
    world.until("it arrived", || world.logged("webhook.delivered") == 1).await;
    assert_eq!(world.due().await, 0);
    let seen = receiver.seen();
    assert_eq!(seen.len(), 1);
    let body = seen[0].body();
    assert_eq!((&body["type"], &body["data"]["actor"]), (&json!("item.reject"), &json!("person:ana")));
    assert!(body["data"].get("input").is_none() && !body.to_string().contains("\"reason\""), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_is_sent_at_once_and_fails_at_once() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    let made = world.webhook(&receiver.url(), "standard");
    world.person("webhook.test", json!({"id": made["id"]}));
    world.until("it arrived", || receiver.seen().len() == 1).await;
    assert_eq!(receiver.seen()[0].body()["type"], "webhook.test");
    assert!(signed(&receiver.seen()[0], made["secret"].as_str().unwrap()));
    world.until("it is recorded", || world.logged("webhook.delivered") == 1).await;
    receiver.answers(|_| status(404));
    world.person("webhook.test", json!({"id": made["id"]}));
    let dead = || world.person("webhook.dead", json!({}))["deliveries"].clone();
    world.until("it is dead", || dead()[0]["last_error"] == "the receiver answered 404").await;
    assert!(world.listed(&made["id"])["waits_for"].is_null(), "events do not wait for a test");
}

#[tokio::test]
async fn a_secret_is_told_once_and_is_nowhere_else() {
    let world = World::new();
    let ana = Actor::person("ana");
    let input = json!({"url": "https://hooks.example.com/in?token=K3yK3yK3yK3y"});
    let first = world.call(&ana, "webhook.create", input.clone(), Some("k1")).unwrap();
    let secret = first["secret"].as_str().unwrap().to_owned();
    let again = world.call(&ana, "webhook.create", input, Some("k1")).unwrap();
    assert_eq!((&again["id"], &again["secret"]), (&first["id"], &json!("[redacted]")));
    let slack = "https://hooks.slack.com/services/T00000000/B00000000/Xx0Xx0Xx0Xx0Xx0Xx0Xx0Xx0";
    let made = world.call(&ana, "webhook.create", json!({"url": slack, "shape": "slack"}), None).unwrap();
    assert_eq!(made["webhook"]["url"], "https://hooks.slack.com/…");
    let mut all = world.export() + &world.person("webhook.list", json!({})).to_string() + &made.to_string();
    world
        .app
        .engine
        .store()
        .view(&mut |base| {
            for seq in 1..=base.head()?.seq {
                let event = base.event(seq)?.unwrap();
                all += &String::from_utf8_lossy(&event.body.unwrap());
                all += &String::from_utf8_lossy(&event.changes.unwrap());
            }
            all.extend(base.records_after("", "", 1000)?.into_iter().map(|r| r.doc));
            Ok(())
        })
        .unwrap();
    for hidden in [secret.trim_start_matches("whsec_"), "Xx0Xx0", "K3yK3y"] {
        assert!(!all.contains(hidden), "{hidden} is in {all}");
    }
    let kept = || {
        let mut kept = Vec::new();
        let read = &mut |base: &mut dyn countersign_core::store::Base| {
            for record in base.records_after("webhook", "", 10)?.iter().filter(|r| r.kind == "webhook") {
                let doc: Value = serde_json::from_str(&record.doc)?;
                kept.push(doc["target"].as_str().unwrap().to_owned());
            }
            Ok(())
        };
        world.app.engine.store().view(read).unwrap();
        kept
    };
    let blobs = kept();
    for made in [&first, &made] {
        world.person("webhook.remove", json!({"id": made["id"]}));
    }
    assert_eq!((blobs.len(), kept().len()), (2, 0));
    let gone = &mut |base: &mut dyn countersign_core::store::Base| {
        for blob in &blobs {
            assert_eq!(base.blob(blob)?, None, "a removed webhook leaves no secret behind");
        }
        Ok(())
    };
    world.app.engine.store().view(gone).unwrap();
}

#[tokio::test]
async fn c1_only_an_admin_says_where_news_goes_and_only_the_daemon_what_arrived() {
    let world = World::new();
    let id = world.webhook("https://hooks.example.com/in", "standard")["id"].clone();
    let approver = Actor { role: Role::Approver, ..Actor::person("ben") };
    let outsiders =
        [Actor::agent("codex"), approver, Actor::new(countersign_core::ActorKind::Verifier, "ci")];
    for actor in &outsiders {
        for (op, input) in [
            ("webhook.create", json!({"url": "https://evil.example.com/"})),
            ("webhook.list", json!({})),
            ("webhook.remove", json!({"id": id})),
            ("webhook.test", json!({"id": id})),
            ("webhook.dead", json!({})),
            ("webhook.retry", json!({"id": "wd1"})),
        ] {
            let refused = world.call(actor, op, input, None).unwrap_err();
            assert_eq!(refused.code, ErrorCode::Refused, "{actor} {op}");
        }
    }
    for actor in outsiders.iter().chain([&Actor::person("ana")]) {
        let due = world.call(actor, "webhook.due", json!({"url": ""}), None).unwrap_err();
        let done =
            world.call(actor, "webhook.delivered", json!({"webhook": id, "through": 999}), None).unwrap_err();
        assert_eq!((due.code, done.code), (ErrorCode::Refused, ErrorCode::Refused));
    }
    assert_eq!(world.listed(&id)["after_seq"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn f5_a_program_is_told_of_a_question_as_of_any_request() {
    let world = World::new().sending();
    let receiver = Receiver::new().await;
    world.webhook(&receiver.url(), "standard");
    let run = world.run();
    let asked = world.agent("question.ask", json!({"run": run, "text": "Which\u{202e} one?"}));
    world.until("it arrived", || receiver.seen().len() == 1).await;
    let body = receiver.seen()[0].body();
    assert_eq!(body["type"], "approval_requested");
    assert_eq!((&body["data"]["task_id"], &body["data"]["subtask_id"]), (&json!(run), &asked["id"]));
    assert_eq!(body["data"]["proposed_action"], "Which⟨U+202E⟩ one?");
    assert_eq!(body["data"]["details"]["kind"], "question");
}
