//! Phones and chats: when they are notified, and that hostile words are harmless there.

use countersign_core::webhook::outbox::{Body, Chat};
use serde_json::{Value, json};

use super::world::{Receiver, World, setup, status};

/// Advances the time in which proposals are collected.
fn gather(world: &World) {
    world.env.advance(2001);
}

fn reject(world: &World, item: &Value) {
    world.person("item.reject", json!({"id": item["id"]}));
}

#[tokio::test(flavor = "multi_thread")]
async fn b12_one_notification_per_run_counted_from_what_is_pending() {
    let world = World::new().sending();
    let phone = Receiver::new().await;
    world.webhook(&format!("http://{}/desk", phone.at), "ntfy");
    let run = world.run();
    let items: Vec<Value> = ["a", "b", "c"].iter().map(|t| world.propose(&run, t, t)).collect();
    reject(&world, &items[0]);
    assert_eq!(world.due().await, 0, "it gathers first");
    gather(&world);
    world.until("it rang", || phone.seen().len() == 1).await;
    let body = phone.seen()[0].body();
    assert_eq!((phone.seen()[0].path.as_str(), &body["topic"]), ("/", &json!("desk")));
    assert_eq!((&body["title"], &body["priority"]), (&json!("codex: 2 changes wait for you"), &json!(3)));
    let newest = items[2]["id"].as_str().unwrap();
    assert_eq!(body["click"], format!("http://desk.example.com:4114/items/{newest}"));
    world.until("that is recorded", || world.logged("webhook.delivered") == 1).await;

    let fourth = world.propose(&run, "d", "d");
    gather(&world);
    assert_eq!(world.due().await, 0, "more of the same does not ring");
    for item in items[1..].iter().chain([&fourth]) {
        reject(&world, item);
    }
    world.propose(&run, "e", "e");
    gather(&world);
    world.until("it rang anew once emptied", || phone.seen().len() == 2).await;
    assert_eq!(phone.seen()[1].body()["title"], "codex: 1 change waits for you");
    world.until("that is recorded", || world.logged("webhook.delivered") == 2).await;

    world.propose(&world.run(), "f", "f");
    gather(&world);
    world.until("another run rings for itself", || phone.seen().len() == 3).await;
    world.until("that is recorded", || world.logged("webhook.delivered") == 3).await;
    assert_eq!(world.due().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn b12_what_is_due_for_a_chat_is_data_and_for_a_program_its_payload() {
    let world = World::new();
    world.webhook("http://127.0.0.1:9/desk", "ntfy");
    world.webhook("http://127.0.0.1:9/in", "slack");
    world.webhook("http://127.0.0.1:9/in", "mattermost");
    world.webhook("http://127.0.0.1:9/in", "standard");
    let run = world.agent("run.start", json!({"subject": "release"}))["id"].as_str().unwrap().to_owned();
    let item = world.propose(&run, "a", "<b>")["id"].as_str().unwrap().to_owned();
    gather(&world);
    let mut due = world.due_bodies().await;
    assert_eq!(due.len(), 4);
    let Some(Body::Payload(payload)) = due.pop() else { panic!("a program is sent its payload") };
    assert_eq!((&payload["type"], &payload["data"]["item"]), (&json!("approval_requested"), &json!(item)));
    let chats = [Chat::Ntfy { topic: "desk".to_owned() }, Chat::Slack, Chat::Mattermost];
    for (body, expected) in due.into_iter().zip(chats) {
        let Body::Notice { chat, notice, link } = body else { panic!("{expected:?} is told what waits") };
        assert_eq!((chat, link), (expected, format!("http://x/items/{item}")));
        assert_eq!((notice.agent.as_str(), notice.waiting, notice.destructive), ("codex", 1, 0));
        assert_eq!((notice.item, notice.claim.as_deref()), (item.clone(), Some("<b>")));
        assert_eq!((notice.rung.run, notice.rung.subject.as_str()), (run.clone(), "release"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b12_the_first_destructive_proposal_rings_though_the_run_rang() {
    let world = World::new().sending();
    let phone = Receiver::new().await;
    world.webhook(&format!("http://{}/desk", phone.at), "ntfy");
    let run = world.run();
    world.propose(&run, "a", "a");
    gather(&world);
    world.until("it rang", || world.logged("webhook.delivered") == 1).await;
    let policy =
        "version = 1\n[[tool]]\nserver = \"task\"\nname = \"create_task\"\nclass = \"destructive\"\n";
    world.app.engine.set_setup(setup(policy));
    let item = world.propose(&run, "b", "b");
    assert_eq!(item["class"], "destructive");
    gather(&world);
    world.until("it rang again", || world.logged("webhook.delivered") == 2).await;
    let body = phone.seen()[1].body();
    assert_eq!(
        (&body["title"], &body["priority"]),
        (&json!("codex: 2 changes wait for you, 1 destructive"), &json!(5))
    );
    world.propose(&run, "c", "c");
    gather(&world);
    assert_eq!(world.due().await, 0, "the person knows that something destructive waits");
}

#[tokio::test(flavor = "multi_thread")]
async fn b12_an_agent_cannot_ring_by_taking_back_and_proposing_anew() {
    let world = World::new().sending();
    let phone = Receiver::new().await;
    world.webhook(&format!("http://{}/desk", phone.at), "ntfy");
    let run = world.run();
    let mut item = world.propose(&run, "a", "a");
    gather(&world);
    world.until("it rang", || world.logged("webhook.delivered") == 1).await;
    for title in ["b", "c", "d"] {
        world.agent("item.retract", json!({"id": item["id"]}));
        item = world.propose(&run, title, title);
        gather(&world);
        assert_eq!(world.due().await, 0);
    }
    assert_eq!(phone.seen().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn b12_a_phone_that_could_not_be_reached_does_not_ring_for_what_was_decided_meanwhile() {
    let world = World::new().sending();
    let phone = Receiver::new().await;
    phone.answers(|_| status(503));
    let made = world.webhook(&format!("http://{}/desk", phone.at), "ntfy");
    let item = world.propose(&world.run(), "a", "a");
    gather(&world);
    world.until("it failed", || world.logged("webhook.failed") == 1).await;
    reject(&world, &item);
    phone.answers(|_| status(200));
    world.env.advance(10_000);
    world.until("nothing is left to tell", || world.listed(&made["id"])["waits_for"].is_null()).await;
    assert_eq!(phone.seen().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_words_make_no_link_no_mention_and_no_markup() {
    const HOSTILE: &str = "ok ` *b* <!channel> <https://evil.example.com|Approve> @all @here [x](https://evil.example.com) \
                           www.evil.example.com\n# big \u{202e}\u{200b} &amp; sk-abcdefghij0123456789ABCD";
    for shape in ["slack", "mattermost", "ntfy"] {
        let world = World::new().sending();
        let chat = Receiver::new().await;
        world.webhook(&chat.url(), shape);
        let run = world.agent("run.start", json!({"subject": HOSTILE}))["id"].as_str().unwrap().to_owned();
        world.propose(&run, HOSTILE, HOSTILE);
        gather(&world);
        world.until("it rang", || chat.seen().len() == 1).await;
        let body = chat.seen()[0].body();
        let text = match shape {
            "ntfy" => format!("{}\n{}", body["title"].as_str().unwrap(), body["message"].as_str().unwrap()),
            _ => body["text"].as_str().unwrap().to_owned(),
        };
        // The only link is ours and comes last.
        let (words, link) = match shape {
            "ntfy" => (text.as_str(), body["click"].as_str().unwrap()),
            _ => text.rsplit_once('\n').unwrap(),
        };
        assert!(link.contains("http://desk.example.com:4114/items/i"), "{shape}: {link}");
        for active in ["://", "www.", "\u{202e}", "\u{200b}", "abcdefghij0123456789"] {
            assert!(!words.contains(active), "{shape}: {active} in {words}");
        }
        assert!(words.contains("codex"), "{words}");
        if shape != "ntfy" {
            for active in ["<", "@", ">"] {
                assert!(!words.contains(active), "{shape}: {active} in {words}");
            }
            for line in words.lines() {
                assert_eq!(line.matches('`').count() % 2, 0, "{shape}: every span is closed: {line}");
                let outside: String = line.split('`').step_by(2).collect();
                assert!(!outside.contains("evil") && !outside.contains('*'), "{shape}: {outside}");
            }
        }
        assert_eq!(body.get("actions"), None);
        assert!(!chat.seen()[0].headers.contains_key("webhook-signature"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_rings_too() {
    let world = World::new().sending();
    let chat = Receiver::new().await;
    let made = world.webhook(&chat.url(), "mattermost");
    assert_eq!(made.get("secret"), None);
    world.person("webhook.test", json!({"id": made["id"]}));
    world.until("it rang", || chat.seen().len() == 1).await;
    assert!(chat.seen()[0].body()["text"].as_str().unwrap().contains("This webhook works."));
}
