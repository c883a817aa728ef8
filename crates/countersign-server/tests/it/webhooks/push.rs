//! Devices: a push service of the test, a device's own private key, and what it can read of what arrives.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use countersign_core::{Actor, ErrorCode, authority::operations::Nothing, webhook::push::PushKeyOp};
use countersign_server::webhooks::Vapid;
use hmac::{Hmac, KeyInit, Mac};
use p256::{
    PublicKey, SecretKey,
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
    elliptic_curve::{point::AffineCoordinates, sec1::ToSec1Point},
};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use serde_json::{Value, json};
use sha2::Sha256;

use super::world::{Receiver, Seen, World, status};

const AUTH: [u8; 16] = *b"only we know it.";
const DAY_MS: u64 = 24 * 3_600_000;

/// A phone: it alone has the private key.
struct Phone(SecretKey);

impl Phone {
    fn new(n: u8) -> Self {
        Self(SecretKey::from_slice(&[n; 32]).unwrap())
    }

    fn point(&self) -> Vec<u8> {
        self.0.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    fn credentials(&self, endpoint: &str) -> Value {
        let (p256dh, auth) = (URL_SAFE_NO_PAD.encode(self.point()), URL_SAFE_NO_PAD.encode(AUTH));
        json!({"endpoint": endpoint, "p256dh": p256dh, "auth": auth})
    }

    /// Decrypts as RFC 8291 says; None if it was not meant for this phone.
    fn read(&self, raw: &[u8]) -> Option<Value> {
        let (salt, rest) = raw.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "one record, and a point");
        let (theirs, sealed) = rest[5..].split_at(65);
        let point = PublicKey::from_sec1_bytes(theirs).unwrap();
        let shared = (point.to_projective() * *self.0.to_nonzero_scalar()).to_affine().x();
        let info = [b"WebPush: info\0".as_slice(), &self.point(), theirs].concat();
        let input = expanded(&mac(&AUTH, &shared), &info);
        let start = mac(salt, &input);
        let key = UnboundKey::new(&AES_128_GCM, &expanded(&start, b"Content-Encoding: aes128gcm\0")[..16]);
        let nonce = &expanded(&start, b"Content-Encoding: nonce\0")[..12];
        let nonce = Nonce::try_assume_unique_for_key(nonce).unwrap();
        let mut text = sealed.to_vec();
        let text = LessSafeKey::new(key.unwrap()).open_in_place(nonce, Aad::empty(), &mut text).ok()?;
        let (end, text) = text.split_last().unwrap();
        assert_eq!(*end, 2, "the last record");
        Some(serde_json::from_slice(text).unwrap())
    }
}

fn mac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(text);
    mac.finalize().into_bytes().to_vec()
}

fn expanded(key: &[u8], info: &[u8]) -> Vec<u8> {
    mac(key, &[info, &[1]].concat())
}

/// What a push service checks: who sends, and for whom (RFC 8292). Returns the public key.
fn sender(seen: &Seen, origin: &str, now_s: u64) -> String {
    let said = seen.headers["authorization"].strip_prefix("vapid t=").unwrap();
    let (token, key) = said.split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let public = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
    public.verify(signed.as_bytes(), &Signature::from_slice(&decode(signature)).unwrap()).unwrap();
    let (head, claims) = signed.split_once('.').unwrap();
    let read = |part: &str| serde_json::from_slice::<Value>(&decode(part)).unwrap();
    assert_eq!(read(head), json!({"typ": "JWT", "alg": "ES256"}));
    let claims = read(claims);
    assert_eq!(claims["aud"], origin);
    let left = claims["exp"].as_u64().unwrap() - now_s;
    assert!((1..=24 * 3600).contains(&left), "{claims}");
    assert!(claims["sub"].as_str().unwrap().starts_with("https://"), "{claims}");
    key.to_owned()
}

/// A browser's session of a person.
fn session(world: &World, person: &str) -> Actor {
    let link = world.call(&Actor::person("owner"), "link.create", json!({"name": person}), None).unwrap();
    let code = json!({"code": link["code"]});
    let made = world.call(&Actor::system(), "link.redeem", code, None).unwrap();
    world.app.engine.authenticate(made["token"].as_str()).unwrap()
}

fn subscribe(world: &World, actor: &Actor, phone: &Phone, endpoint: &str) -> Value {
    let input = json!({"credentials": phone.credentials(endpoint), "label": "phone", "allow_private": true});
    world.call(actor, "push.subscribe", input, None).unwrap()
}

fn devices(world: &World, actor: &Actor) -> Vec<Value> {
    let list = world.call(actor, "push.list", json!({}), None).unwrap();
    list["devices"].as_array().unwrap().clone()
}

fn gather(world: &World) {
    world.env.advance(2001);
}

#[tokio::test(flavor = "multi_thread")]
async fn b12_a_phone_is_told_what_waits_and_only_it_can_read_that() {
    let world = World::new().sending();
    let (service, phone) = (Receiver::new().await, Phone::new(7));
    service.answers(|_| status(201));
    let ana = session(&world, "ana");
    subscribe(&world, &ana, &phone, &service.url());
    world.until("it says that it works", || service.seen().len() == 1).await;
    let works = phone.read(&service.seen()[0].raw).unwrap();
    assert_eq!((&works["title"], &works["actions"]), (&json!("Countersign"), &json!([])));

    let item = world.propose(&world.run(), "Ship the release", "token=abcdef0123456789");
    gather(&world);
    world.until("it rang", || service.seen().len() == 2).await;
    let seen = &service.seen()[1];
    let told = phone.read(&seen.raw).unwrap();
    let id = item["id"].as_str().unwrap();
    assert_eq!(told["title"], "codex: 1 change waits");
    assert_eq!((&told["url"], &told["item"]), (&json!(format!("/items/{id}")), &json!(id)));
    assert_eq!((&told["digest"], &told["lang"]), (&item["digest"], &json!("en")));
    assert!(told["body"].as_str().unwrap().contains("Ship the release"), "{told}");
    assert!(!told.to_string().contains("abcdef0123456789"), "{told}");
    let sent = String::from_utf8_lossy(&seen.raw);
    assert!(!sent.contains("Ship") && !sent.contains(id), "a push service reads nothing");
    assert!(Phone::new(8).read(&seen.raw).is_none(), "nor does another phone");

    let origin = format!("http://{}", service.at);
    let key = sender(seen, &origin, world.app.engine.env().now_ms() / 1000);
    for (name, value) in [("content-encoding", "aes128gcm"), ("ttl", "86400"), ("urgency", "normal")] {
        assert_eq!(seen.headers[name], value);
    }
    assert!(seen.headers["topic"].len() <= 32 && !seen.headers.contains_key("webhook-id"));
    world.until("it is recorded", || world.logged("webhook.delivered") >= 2).await;

    let world = world.restarted().await;
    let kept = world.app.system::<PushKeyOp>(Nothing {}, "test").await.unwrap();
    assert_eq!(Vapid::read(&kept.secret).unwrap().public(), key, "the key is made once");
}

#[tokio::test(flavor = "multi_thread")]
async fn b12_a_device_that_its_push_service_no_longer_knows_is_forgotten() {
    for gone in [404, 410] {
        let world = World::new().sending();
        let (service, phone) = (Receiver::new().await, Phone::new(7));
        let ana = session(&world, "ana");
        subscribe(&world, &ana, &phone, &service.url());
        world.until("it works", || world.logged("webhook.delivered") == 1).await;
        service.answers(|_| status(503));
        world.propose(&world.run(), "one", "one");
        gather(&world);
        world.until("it fails", || !devices(&world, &ana)[0]["waits_for"].is_null()).await;
        service.answers(move |_| status(gone));
        world.env.advance(7000);
        world.until("it is gone", || devices(&world, &ana).is_empty()).await;
        let sent = service.seen().len();
        world.propose(&world.run(), "two", "two");
        gather(&world);
        assert_eq!((world.due().await, service.seen().len()), (0, sent));
        let dead = world.person("webhook.dead", json!({}));
        assert_eq!(dead["deliveries"], json!([]), "nothing of it is left");
    }
}

#[tokio::test]
async fn c1_only_the_session_of_a_person_is_notified_and_only_at_an_address_that_may_be_reached() {
    let (world, phone) = (World::new(), Phone::new(7));
    let ana = session(&world, "ana");
    let https = "https://push.example.com/send/1";
    let tried = |actor: &Actor, endpoint: &str, allow_private: bool| {
        let input = json!({"credentials": phone.credentials(endpoint), "allow_private": allow_private});
        world.call(actor, "push.subscribe", input, None).map_err(|e| e.code)
    };
    for actor in [Actor::agent("codex"), Actor::system()] {
        assert_eq!(tried(&actor, https, false).unwrap_err(), ErrorCode::Refused, "{actor}");
    }
    assert_eq!(tried(&Actor::person("ana"), https, false).unwrap_err(), ErrorCode::Conflict, "no session");
    for endpoint in ["http://push.example.com/1", "https://127.0.0.1/1", "http://localhost/1", "ftp://x/1"] {
        assert_eq!(tried(&ana, endpoint, false).unwrap_err(), ErrorCode::Invalid, "{endpoint}");
    }
    assert_eq!(tried(&ana, "http://push.example.com/1", true).unwrap_err(), ErrorCode::Invalid);
    let lower = Actor { role: countersign_core::Role::Approver, ..ana.clone() };
    assert_eq!(tried(&lower, "https://127.0.0.1/1", true).unwrap_err(), ErrorCode::Refused);
    let made = tried(&lower, https, false).unwrap();
    assert_eq!((&made["here"], &made["service"]), (&json!(true), &json!("https://push.example.com")));
    for (field, value) in [("p256dh", "BA"), ("auth", ""), ("p256dh", &"A".repeat(87))] {
        let mut credentials = phone.credentials(https);
        credentials[field] = json!(value);
        let input = json!({"credentials": credentials});
        assert_eq!(world.call(&ana, "push.subscribe", input, None).unwrap_err().code, ErrorCode::Invalid);
    }
    assert!(
        world.call(&Actor::person("ana"), "push.key", json!({}), None).is_err(),
        "the key is told nobody"
    );
    let add = json!({"url": "https://push.example.com/", "shape": "push"});
    assert_eq!(world.call(&ana, "webhook.create", add, None).unwrap_err().code, ErrorCode::Invalid);
    assert_eq!(world.person("webhook.list", json!({}))["webhooks"], json!([]));
}

#[tokio::test]
async fn c1_a_device_is_seen_and_removed_by_its_person_and_ends_with_its_session() {
    let (world, phone) = (World::new(), Phone::new(7));
    let (ana, ben) = (session(&world, "ana"), session(&world, "ben"));
    let at = |n: u8| format!("https://push.example.com/send/{n}");
    let first = subscribe(&world, &ana, &phone, &at(1));
    // Another session of hers replaces it at the same address, and has one of its own at another.
    let other = session(&world, "ana");
    subscribe(&world, &other, &phone, &at(1));
    let second = subscribe(&world, &ana, &phone, &at(2));
    let ids: Vec<Value> = devices(&world, &ana).into_iter().map(|d| d["id"].clone()).collect();
    assert!(ids.len() == 2 && ids.contains(&second["id"]) && !ids.contains(&first["id"]), "{ids:?}");
    assert_eq!(devices(&world, &ben), Vec::<Value>::new());
    let viewer = Actor { role: countersign_core::Role::Viewer, ..ben.clone() };
    let remove = |actor: &Actor, id: &Value| world.call(actor, "push.unsubscribe", json!({"id": id}), None);
    assert_eq!(remove(&viewer, &second["id"]).unwrap_err().code, ErrorCode::NotFound);
    let hook = world.webhook("https://hooks.example.com/in", "standard");
    assert_eq!(remove(&ana, &hook["id"]).unwrap_err().code, ErrorCode::NotFound, "a webhook is no device");

    world.call(&other, "session.end", json!({}), None).unwrap();
    assert_eq!(devices(&world, &ana).len(), 1);
    assert_eq!(world.due().await, 1, "the message of the one that is left");
    world.env.advance(31 * DAY_MS);
    assert_eq!(world.due().await, 0, "its session is over");
    assert!(remove(&Actor::person("ana"), &second["id"]).is_ok());
}

#[tokio::test]
async fn what_reaches_a_device_is_in_no_log_and_no_list() {
    let (world, phone) = (World::new(), Phone::new(7));
    let ana = session(&world, "ana");
    let made = subscribe(&world, &ana, &phone, "https://push.example.com/send/K3yK3yK3yK3yK3y");
    let key = world.app.system::<PushKeyOp>(Nothing {}, "test").await.unwrap().secret;
    let mut all = world.export() + &made.to_string() + &format!("{:?}", devices(&world, &ana));
    let mut read = |base: &mut dyn countersign_core::store::Base| {
        for seq in 1..=base.head()?.seq {
            let event = base.event(seq)?.unwrap();
            all += &String::from_utf8_lossy(&event.body.unwrap());
            all += &String::from_utf8_lossy(&event.changes.unwrap());
        }
        all.extend(base.records_after("", "", 1000)?.into_iter().map(|r| r.doc));
        Ok(())
    };
    world.app.engine.store().view(&mut read).unwrap();
    assert!(all.contains("push.subscribe") && all.contains("https://push.example.com"));
    for secret in ["K3yK3y", &URL_SAFE_NO_PAD.encode(AUTH), &key] {
        assert!(!all.contains(secret), "{secret}");
    }
}
