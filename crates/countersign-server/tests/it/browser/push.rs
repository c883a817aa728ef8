//! A device that is notified: the real service worker of the desk, real notices, and their answers.

use serde_json::{Value, json};

use super::{
    browser,
    driver::{LAPTOP, TELEPHONE, Tab},
    sign_in, signed_in,
};
use crate::world::World;

/// A headless browser has no push service: this gives a subscription with real keys, to a service that does not exist.
const SERVICE: &str = "PushManager.prototype.subscribe = async function (options) {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('which daemon?');
    const pair = await crypto.subtle.generateKey({name: 'ECDH', namedCurve: 'P-256'}, true, ['deriveBits']);
    const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const keys = {p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)), auth: text(new Uint8Array(16))};
    return {toJSON: () => ({endpoint: 'https://push.example.com/send/1', keys})};
}";

/// A browser that is notified.
struct Device {
    worker: Tab,
    // Dropped after its worker, which ends with it.
    tab: Tab,
    registration: String,
}

/// A browser that has added itself on the settings page.
fn subscribed(world: &World) -> Device {
    let origin = format!("http://{}", world.address);
    let tab = signed_in(world, TELEPHONE);
    tab.grant(&origin, &["notifications"]);
    tab.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": SERVICE}));
    tab.go(&format!("{origin}/settings/notices"));
    tab.press("button", "Notify this device");
    tab.says("(this device)");
    let registration = tab.worker(&origin);
    let worker = tab.in_worker(&origin);
    Device { worker, tab, registration }
}

/// Delivers a message as the push service would, and waits until its notice is shown.
fn deliver(world: &World, device: &Device, message: &Value) {
    let origin = format!("http://{}/", world.address);
    // What was answered disappears a moment later.
    device.worker.until_async("(await registration.getNotifications()).length === 0");
    let push = json!({"origin": origin, "registrationId": device.registration, "data": message.to_string()});
    // A browser that is busy drops one now and then.
    let title = &message["title"];
    let shown = format!(
        "(await registration.getNotifications()).some((n) => n.title === {title}) || Date.now() > self.again"
    );
    let shows = |device: &Device| {
        device.worker.eval(&format!(
            "(async () => (await registration.getNotifications()).some((n) => n.title === {title}))()"
        )) == true
    };
    for _ in 0..3 {
        device.tab.call("ServiceWorker.deliverPushMessage", push.clone());
        device.worker.eval("(() => { self.again = Date.now() + 10000; })()");
        device.worker.until_async(&shown);
        if shows(device) {
            return;
        }
    }
    panic!("no notice was shown: {title}");
}

fn message(world: &World, item: &str, actions: &[&str]) -> Value {
    let shown = world.show(item);
    let actions: Vec<Value> = actions.iter().map(|a| json!({"action": a, "title": a})).collect();
    json!({
        "title": "codex: 1 change waits", "body": "Create a task", "lang": "en", "tag": "run1",
        "url": format!("/items/{item}"), "item": item, "digest": shown["digest"], "actions": actions,
    })
}

/// Presses a button of the only notice, that much later.
fn press(worker: &Tab, action: &str, later_ms: u32) {
    worker.eval(&format!(
        "(async () => {{ const [notice] = await registration.getNotifications(); \
         notice.data.at = Date.now() - {later_ms}; \
         self.opened = []; self.clients.openWindow = async (to) => self.opened.push(to); \
         await clicked(notice, {action:?}); }})()"
    ));
}

fn status(world: &World, item: &str) -> String {
    world.show(item)["status"].as_str().unwrap().to_owned()
}

#[test]
fn b12_a_phone_adds_itself_is_told_what_waits_and_can_be_removed_without_script() {
    let world = World::new();
    let item = world.propose("Write the report");
    let device = subscribed(&world);
    let Device { worker, tab, .. } = &device;
    let told = world.at_work(&world.ana, "push.list", json!({}));
    assert_eq!(told["devices"][0]["service"], "https://push.example.com", "{told}");
    assert_ne!(told["devices"][0]["label"], "");
    deliver(&world, &device, &message(&world, &item, &["open", "reject"]));
    let notice = worker.eval(
        "(async () => { const [n] = await registration.getNotifications(); \
         return {body: n.body, tag: n.tag, actions: n.actions.map((a) => a.action)}; })()",
    );
    assert_eq!(notice, json!({"body": "Create a task", "tag": "run1", "actions": ["open", "reject"]}));
    press(worker, "", 0);
    assert_eq!(worker.eval("self.opened"), json!([format!("http://{}/items/{item}", world.address)]));
    assert_eq!(worker.eval("(async () => (await caches.keys()).length)()"), 0, "no page is kept");
    tab.without_script();
    tab.go(&format!("http://{}/settings/notices", world.address));
    tab.click("[data-op=\"push.unsubscribe\"]");
    tab.says("No device is notified.");
}

#[test]
fn h7_a_notice_rejects_what_it_was_about_and_nothing_that_changed_since() {
    let world = World::new();
    let (first, second) = (world.propose("Write the report"), world.propose("Send the report"));
    let device = subscribed(&world);
    let worker = &device.worker;
    deliver(&world, &device, &message(&world, &first, &["open", "reject"]));
    press(worker, "reject", 1000);
    assert_eq!(status(&world, &first), "rejected");
    assert_eq!(worker.eval("self.opened"), json!([]), "the answer is said in its place");
    let titles = "(async () => (await registration.getNotifications()).map((n) => n.title))()";
    let said = worker.eval(titles);
    assert!(said[0].as_str().is_some_and(|said| said.contains("Write the report")), "{said}");
    worker.eval("(async () => (await registration.getNotifications()).forEach((n) => n.close()))()");

    let mut old = message(&world, &second, &["open", "reject"]);
    old["digest"] = "0".repeat(64).into();
    deliver(&world, &device, &old);
    press(worker, "reject", 1000);
    assert_eq!(status(&world, &second), "pending", "the item is another by now");
    assert_eq!(worker.eval("self.opened"), json!([format!("http://{}/items/{second}", world.address)]));
}

#[test]
fn h6_a_notice_that_has_only_just_appeared_decides_nothing_and_none_says_yes() {
    let world = World::new();
    let item = world.propose("Write the report");
    let device = subscribed(&world);
    let worker = &device.worker;
    let opened = json!([format!("http://{}/items/{item}", world.address)]);
    // No message can add a yes: the worker knows none.
    for (action, later_ms) in [("reject", 0), ("confirm", 5000), ("toString", 5000), ("constructor", 5000)] {
        let mut one = message(&world, &item, &[action]);
        one["tag"] = action.into();
        deliver(&world, &device, &one);
        press(worker, action, later_ms);
        assert_eq!((status(&world, &item), worker.eval("self.opened")), ("pending".into(), opened.clone()));
    }
    let mut away = message(&world, &item, &[]);
    away["url"] = "https://evil.example/".into();
    deliver(&world, &device, &away);
    press(worker, "", 5000);
    assert_eq!(worker.eval("self.opened"), json!([format!("http://{}/", world.address)]));
}

#[test]
fn the_desk_can_be_installed() {
    let world = World::new();
    // Nothing can be installed in the profile of a test, which is off the record.
    let tab = browser().tab_on_record(LAPTOP);
    sign_in(&tab, &world, &world.address.to_string());
    tab.until("location.pathname === '/' && document.querySelector('main')");
    let manifest = tab.call("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let wrong = tab.call("Page.getInstallabilityErrors", json!({}));
    assert_eq!(wrong["installabilityErrors"], json!([]));
}
