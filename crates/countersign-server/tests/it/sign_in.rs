//! Signing in through an OpenID Connect provider: who comes in, as whom, and what a provider or a browser that lies gets.

mod keys;
mod provider;

use std::{collections::BTreeMap, net::TcpStream, time::Duration};

use countersign_core::{Env as _, judge::Policy};
use countersign_server::sign_in::{Oidc, Secret};
use serde_json::{Value, json};

use self::{
    keys::Signer,
    provider::{CLIENT, Provider, SECRET, Wrong},
};
use super::{
    desk::attribute,
    world::{Ask, Reply, World, exchange},
};

/// A home whose persons sign in through a provider.
pub struct Team {
    pub world: World,
    provider: Provider,
}

/// A browser with its cookies, sent as their `SameSite` says.
#[derive(Default, Clone)]
struct Browser {
    cookies: BTreeMap<String, (String, bool)>,
}

impl Team {
    fn new() -> Self {
        Self::with_policy("version = 1\n")
    }

    /// One whose provider has another host than the desk, so that it is another site to browsers.
    pub fn with_provider_elsewhere() -> Self {
        Self::made("version = 1\n", Provider::named("localhost"))
    }

    fn with_policy(policy: &str) -> Self {
        Self::made(policy, Provider::start())
    }

    fn made(policy: &str, provider: Provider) -> Self {
        let policy = policy.to_owned();
        let world = World::settled(
            |setup, _| setup.policy = Policy::parse(&policy, &setup.catalog).unwrap(),
            |settings, address| {
                settings.limits.provider_time = Duration::from_millis(500);
                settings.limits.wrong_tokens_per_min = 1_000;
                settings.oidc = Some(oidc(&provider, format!("http://{address}")));
            },
        );
        let now_s = world.env.now_ms() / 1000;
        provider.register(format!("http://{}/sign-in/oidc/callback", world.address), now_s);
        Self { world, provider }
    }

    /// Goes through the whole of it, as a browser does.
    fn sign_in(&self, browser: &mut Browser) -> Reply {
        let back = self.consent(browser);
        self.back(browser, &back)
    }

    /// Begins, and gives consent; returns where the provider sends the browser.
    fn consent(&self, browser: &mut Browser) -> String {
        let begun = browser.ask(&self.world, "/sign-in/oidc", false);
        assert_eq!(begun.status, 303, "{}", begun.text());
        let to = begun.header("location").unwrap().to_owned();
        let consent = self.at_provider(&to);
        assert_eq!(consent.status, 302, "{}", consent.text());
        consent.header("location").unwrap().to_owned()
    }

    fn at_provider(&self, url: &str) -> Reply {
        let path = url.strip_prefix(&self.provider.issuer()).unwrap();
        let stream = TcpStream::connect(self.provider.address).unwrap();
        exchange(stream, &Ask::get(path).bytes(&self.provider.address.to_string()))
    }

    fn back(&self, browser: &mut Browser, url: &str) -> Reply {
        let path = url.strip_prefix(&format!("http://{}", self.world.address)).unwrap();
        browser.ask(&self.world, path, true)
    }

    fn wrong(&self, wrong: Wrong) {
        self.provider.state().wrong = wrong;
    }

    fn person(&self, sub: &str, name: &str, groups: &[&str]) {
        self.provider.state().person = json!({"sub": sub, "preferred_username": name, "groups": groups});
    }

    fn sessions(&self) -> usize {
        let tokens = self.world.send(Ask::get("/v1/tokens").bearer(&self.world.ana)).json();
        tokens["tokens"].as_array().unwrap().iter().filter(|token| token["session"] == true).count()
    }

    /// Signs a person in who must get in; returns their session.
    fn session(&self, sub: &str, name: &str, groups: &[&str]) -> String {
        self.person(sub, name, groups);
        let mut browser = Browser::default();
        let reply = self.sign_in(&mut browser);
        assert_eq!(reply.status, 200, "{}", reply.text());
        browser.session().unwrap()
    }

    fn who(&self, session: &str) -> Value {
        self.world.send(Ask::get("/v1/session").cookie(session)).json()
    }
}

fn oidc(provider: &Provider, url: String) -> Oidc {
    let words = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect();
    let oidc = Oidc {
        name: "Example".to_owned(),
        issuer: provider.issuer(),
        client_id: CLIENT.to_owned(),
        client_secret: Some(Secret(SECRET.to_owned())),
        url: Some(url),
        person: "preferred_username".to_owned(),
        groups: "groups".to_owned(),
        scopes: words(&["profile"]),
        viewers: words(&["guests"]),
        approvers: words(&["dev", "dba"]),
        admins: words(&["platform"]),
        hours: 12,
    };
    oidc.checked().unwrap()
}

impl Browser {
    fn ask(&mut self, world: &World, path: &str, from_elsewhere: bool) -> Reply {
        let sent = self.cookies.iter().filter(|(_, (_, strict))| !(*strict && from_elsewhere));
        let sent: Vec<String> = sent.map(|(name, (value, _))| format!("{name}={value}")).collect();
        let mut ask = Ask::get(path).header("Accept", "text/html");
        if !sent.is_empty() {
            ask = ask.header("Cookie", &sent.join("; "));
        }
        if from_elsewhere {
            ask = ask.header("Sec-Fetch-Site", "cross-site");
        }
        let reply = world.send(ask);
        for cookie in reply.headers("set-cookie") {
            let (pair, rest) = cookie.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            assert!(rest.contains("HttpOnly"), "{cookie}");
            match rest.contains("Max-Age=0") {
                true => drop(self.cookies.remove(name)),
                false => {
                    let strict = rest.contains("SameSite=Strict");
                    self.cookies.insert(name.to_owned(), (value.to_owned(), strict));
                }
            }
        }
        reply
    }

    fn session(&self) -> Option<String> {
        self.cookies.get("countersign_session").map(|(value, _)| value.clone())
    }
}

#[test]
fn c1_whom_the_provider_signs_in_is_a_person_here_with_the_role_of_their_groups() {
    let team = Team::new();
    let mut browser = Browser::default();
    let locked = browser.ask(&team.world, "/history?tool=task", false);
    assert!(locked.status == 401 && locked.text().contains("Sign in with Example"), "{}", locked.text());
    let page = browser.ask(&team.world, "/login", false);
    assert_eq!(attribute(page.text().split("<a").nth(1).unwrap(), "href").as_deref(), Some("/sign-in/oidc"));
    let reply = team.sign_in(&mut browser);
    assert_eq!(reply.status, 200, "{}", reply.text());
    // The way back is where the person was, by the page itself: strict cookies follow no redirect of another site.
    assert_eq!(reply.header("refresh"), Some("0; url=/history?tool=task"));
    assert!(!browser.cookies.contains_key("countersign_sign_in"), "{:?}", browser.cookies.keys());
    let session = browser.session().unwrap();
    let who = team.who(&session);
    assert_eq!((&who["name"], &who["role"]), (&json!("zoe"), &json!("approver")), "{who}");
    let admin = team.session("2", "ben", &["dev", "platform"]);
    assert_eq!(team.who(&admin)["role"], "admin");
    assert_eq!(team.who(&team.session("3", "gus", &["guests"]))["role"], "viewer");
    let signed_in = team.world.log().into_iter().find(|e| e["op"] == "session.sign_in").unwrap();
    assert_eq!(signed_in["body"]["note"]["signed_in"]["name"], "zoe", "{signed_in}");
    assert!(!signed_in.to_string().contains("cs_session"), "the log has no session");
    // Whoever is in no group that may come in stays out, and so does a person without a name.
    team.person("4", "eve", &["Dev", "sales", "*"]);
    let out = team.sign_in(&mut Browser::default());
    assert!(out.status == 403 && out.text().contains("none of the groups"), "{}", out.text());
    team.provider.state().person = json!({"sub": "5", "groups": ["dev"]});
    assert!(team.sign_in(&mut Browser::default()).text().contains("preferred_username"));
    team.person("6", "../eve", &["dev"]);
    assert_eq!(team.sign_in(&mut Browser::default()).status, 422);
}

#[test]
fn c1_a_provider_whose_word_does_not_hold_signs_nobody_in() {
    let team = Team::new();
    for wrong in [
        Wrong::Nonce,
        Wrong::Audience,
        Wrong::Issuer,
        Wrong::Expired,
        Wrong::Future,
        Wrong::AlgNone,
        Wrong::PublicKeyAsSecret,
        Wrong::NoToken,
        Wrong::Huge,
    ] {
        for signer in [Signer::p256(), Signer::rsa()] {
            // Each case has its own name for the key, so that it is read anew only where that is allowed.
            let fresh = Team::new();
            fresh.provider.state().signer = signer;
            fresh.wrong(wrong);
            let mut browser = Browser::default();
            let reply = fresh.sign_in(&mut browser);
            assert!(reply.status >= 400, "{wrong:?}: {}", reply.text());
            assert_eq!((fresh.sessions(), browser.session()), (0, None), "{wrong:?}");
            fresh.wrong(Wrong::Nothing);
            assert_eq!(fresh.sign_in(&mut browser).status, 200, "{wrong:?}: afterwards it works");
        }
    }
    for wrong in [Wrong::OtherKey, Wrong::UnknownKey] {
        let fresh = Team::new();
        fresh.wrong(wrong);
        let reply = fresh.sign_in(&mut Browser::default());
        assert!(reply.status == 403 && reply.text().contains("cannot be trusted"), "{}", reply.text());
        assert_eq!(fresh.sessions(), 0, "{wrong:?}");
    }
    assert_eq!(team.sign_in(&mut Browser::default()).status, 200);
}

#[test]
fn both_kinds_of_keys_sign_and_new_keys_are_read_but_not_for_every_stranger() {
    let team = Team::new();
    team.provider.state().signer = Signer::rsa();
    assert_eq!(team.sign_in(&mut Browser::default()).status, 200);
    // The provider changes its key: it was just read, and is not read again at once.
    {
        let mut state = team.provider.state();
        (state.signer, state.kid) = (Signer::p256(), "k2");
    }
    for _ in 0..5 {
        let reply = team.sign_in(&mut Browser::default());
        assert_eq!(reply.status, 403, "{}", reply.text());
    }
    assert_eq!(team.provider.state().asked["/keys"], 1);
    assert_eq!(team.provider.state().asked["/.well-known/openid-configuration"], 1);
}

#[test]
fn a_provider_that_is_another_is_slow_or_sends_us_elsewhere_is_told_readably() {
    for (wrong, status, said) in [
        (Wrong::Named, 403, "cannot be trusted"),
        (Wrong::Unencrypted, 403, "cannot be trusted"),
        (Wrong::Redirects, 403, "cannot be trusted"),
        (Wrong::Garbled, 403, "cannot be trusted"),
        (Wrong::Silent, 409, "cannot be reached"),
    ] {
        let team = Team::new();
        team.wrong(wrong);
        let reply = Browser::default().ask(&team.world, "/sign-in/oidc", false);
        assert_eq!(reply.status, status, "{wrong:?}: {}", reply.text());
        assert!(reply.text().contains(said) && reply.text().contains("/login"), "{}", reply.text());
        assert!(!team.provider.state().asked.contains_key("/elsewhere"), "redirects are not followed");
    }
    // It begins well, and then says nothing more: persons who are signed in notice nothing.
    let team = Team::new();
    let mut browser = Browser::default();
    let back = team.consent(&mut browser);
    team.wrong(Wrong::Silent);
    assert_eq!(team.back(&mut browser, &back).status, 409);
    assert_eq!(team.world.send(Ask::get("/v1/session").bearer(&team.world.ana)).status, 200);
}

#[test]
fn c1_a_browser_that_did_not_begin_a_sign_in_does_not_end_one() {
    let team = Team::new();
    // A stranger begins, and sends somebody else the end of it: they would work as the stranger without knowing.
    let mut stranger = Browser::default();
    let back = team.consent(&mut stranger);
    let asked_again = team.provider.state().last_authorization.clone();
    let mut victim = Browser::default();
    assert_eq!(team.back(&mut victim, &back).status, 401);
    let mut busy = Browser::default();
    let own = team.consent(&mut busy);
    assert_eq!(team.back(&mut busy, &back).status, 401, "nor with a sign-in of their own under way");
    assert_eq!((victim.session(), busy.session(), team.sessions()), (None, None, 0));
    assert_eq!(team.back(&mut busy, &own).status, 401, "what failed is over");
    // The end of a sign-in is used once, by code and by state.
    let mut browser = stranger.clone();
    assert_eq!(team.back(&mut browser, &back).status, 200);
    let mut again = stranger.clone();
    let replayed = team.back(&mut again, &back);
    assert!(replayed.status == 403 && replayed.text().contains("invalid_grant"), "{}", replayed.text());
    let fresh = team.at_provider(&format!("{}/authorize?{}", team.provider.issuer(), asked_again));
    let with_new_code = fresh.header("location").unwrap().to_owned();
    let replayed = team.back(&mut stranger.clone(), &with_new_code);
    assert_eq!(replayed.status, 401, "the same state with a new code: {}", replayed.text());
    assert_eq!(team.sessions(), 1);
}

#[test]
fn what_comes_back_must_be_whole_and_from_this_provider() {
    let team = Team::new();
    team.provider.state().names_itself = true;
    let cases: [fn(&str) -> String; 9] = [
        |back| back.replace("code=", "kode="),
        |back| back.replace("code=", "code=x&code="),
        |back| back.replace("state=", "state=0"),
        |back| format!("{back}&state=1"),
        |back| back.split("&iss=").next().unwrap().to_owned(),
        |back| back.replace("&iss=http", "&iss=https"),
        |back| back.replace("code=code-", &format!("code={}", "x".repeat(4_097))),
        |back| back.replace("code=code-", "error=access_denied&code="),
        |back| back.replace("code=code-", "error=%3Cscript%3E&code="),
    ];
    for (at, case) in cases.into_iter().enumerate() {
        let mut browser = Browser::default();
        let back = team.consent(&mut browser);
        let reply = team.back(&mut browser, &case(&back));
        assert!([401, 403].contains(&reply.status), "{at}: {}", reply.text());
        assert!(!reply.text().contains("<script"), "{}", reply.text());
    }
    assert_eq!(team.sessions(), 0);
    assert_eq!(team.sign_in(&mut Browser::default()).status, 200);
}

#[test]
fn the_way_back_and_the_way_there_are_settings_whatever_a_link_says() {
    let team = Team::new();
    let mut browser = Browser::default();
    let evil =
        "/sign-in/oidc?redirect_uri=https://evil.example&next=//evil.example&issuer=https://evil.example";
    let begun = browser.ask(&team.world, evil, false);
    let to = begun.header("location").unwrap();
    assert!(
        to.starts_with(&format!("{}/authorize?", team.provider.issuer())) && !to.contains("evil"),
        "{to}"
    );
    browser.cookies.insert("countersign_next".to_owned(), ("//evil.example".to_owned(), true));
    let reply = team.sign_in(&mut browser);
    assert_eq!(reply.header("refresh"), Some("0; url=/"));
    // Under another of its names the cookies would be another desk's: it says where to go.
    let other = team.world.send(Ask::get("/sign-in/oidc").host("desk.example.com"));
    assert!(other.status == 200 && other.header("location").is_none(), "{}", other.text());
    assert!(other.text().contains(&format!("http://{}/sign-in/oidc", team.world.address)));
    // Without PKCE, or for another address, the provider gives no code.
    let plain = to.replace("code_challenge_method=S256", "code_challenge_method=plain");
    assert_eq!(team.at_provider(&plain).status, 400);
    assert_eq!(team.at_provider(&to.replace("callback", "elsewhere")).status, 400);
    let none = World::new().send(Ask::get("/sign-in/oidc"));
    assert!(none.status == 404 && none.text().contains("not set up"), "{}", none.text());
}

#[test]
fn c9_a_name_that_somebody_had_here_is_nobodys_until_an_admin_says_so() {
    let team = Team::new();
    // The provider lets its users choose names: one chooses that of an admin here.
    for name in ["ana", "Ana"] {
        team.person("666", name, &["platform"]);
        let reply = team.sign_in(&mut Browser::default());
        assert!(reply.status == 403 && reply.text().contains("was here before"), "{}", reply.text());
    }
    team.person("7", "codex", &["dev"]);
    assert_eq!(team.sign_in(&mut Browser::default()).status, 409, "an agent has that name");
    assert_eq!(team.sessions(), 0);
    let admit = |who: &str, name: &str| {
        team.world.send(Ask::post(&format!("/v1/persons/{name}/admit")).bearer(who).json(json!({})))
    };
    assert_eq!(admit(&team.world.codex, "ana").status, 403, "no agent lets anybody in");
    let approver = team.session("8", "zoe", &["dev"]);
    assert_eq!(team.world.send(Ask::post("/v1/persons/ana/admit").cookie(&approver)).status, 403);
    assert_eq!(admit(&team.world.ana, "ana").status, 200);
    let ana = team.session("1", "ana", &["platform"]);
    assert_eq!(team.who(&ana)["name"], "ana");
    // The word is used up, and the subject is bound: another one with the name stays out, and a new name changes nothing.
    team.person("666", "ana", &["platform"]);
    assert_eq!(team.sign_in(&mut Browser::default()).status, 403);
    let renamed = team.session("1", "ana.smith", &["platform"]);
    assert_eq!(team.who(&renamed)["name"], "ana");
}

#[test]
fn c9_who_was_removed_does_not_come_back_through_the_provider() {
    let team = Team::new();
    let session = team.session("8", "zoe", &["dev"]);
    let remove = |name: &str| {
        let ask = Ask::post(&format!("/v1/persons/{name}/remove")).bearer(&team.world.ana);
        assert_eq!(team.world.send(ask.json(json!({}))).status, 200);
    };
    remove("zoe");
    assert_eq!(
        team.world.send(Ask::get("/v1/session").cookie(&session)).status,
        401,
        "their session is over"
    );
    for (sub, name) in [("8", "zoe"), ("8", "zoe.new"), ("9", "zoe"), ("9", "ZOE")] {
        team.person(sub, name, &["dev", "platform"]);
        let reply = team.sign_in(&mut Browser::default());
        assert_eq!(reply.status, 403, "{sub} {name}: {}", reply.text());
    }
    assert_eq!(team.sessions(), 1, "the one that was ended");
    let admit = Ask::post("/v1/persons/zoe/admit").bearer(&team.world.ana).json(json!({}));
    assert_eq!(team.world.send(admit).status, 200);
    assert_eq!(team.who(&team.session("8", "zoe", &["dev"]))["name"], "zoe");
    // Another account of that name is let in: what the one before has ends.
    let before = team.session("8", "zoe", &["dev"]);
    let admit = Ask::post("/v1/persons/zoe/admit").bearer(&team.world.ana).json(json!({}));
    assert_eq!(team.world.send(admit).status, 200);
    assert_eq!(team.who(&team.session("9", "zoe", &["dev"]))["name"], "zoe");
    assert_eq!(team.world.send(Ask::get("/v1/session").cookie(&before)).status, 401);
    // A word that was not used ends with the person.
    let admit = Ask::post("/v1/persons/zoe/admit").bearer(&team.world.ana).json(json!({}));
    assert_eq!(team.world.send(admit).status, 200);
    remove("zoe");
    team.person("9", "zoe", &["dev"]);
    assert_eq!(team.sign_in(&mut Browser::default()).status, 403);
}

const DBA: &str = "version = 1\n[groups]\ndba = [\"ben\", \"oidc:dba\"]\n[[rule]]\nname = \"production\"\n\
    tools = [\"task.create_task\"]\nthen = \"ask\"\napprovers = 2\ndecided_by = [\"@dba\"]\n";

#[test]
fn c8_the_groups_of_the_provider_decide_where_the_policy_names_them_and_only_there() {
    let team = Team::with_policy(DBA);
    let item = team.world.propose("Drop the old index");
    let yes = |session: &str| {
        let page = team.world.send(Ask::get("/v1/session").cookie(session)).json();
        let csrf = page["csrf"].as_str().unwrap().to_owned();
        let ask = |path: String| {
            let ask = Ask::post(&path).cookie(session).header("countersign-csrf", &csrf);
            team.world.send(ask.json(json!({}))).json()
        };
        ask(format!("/v1/show/{item}"));
        ask(format!("/v1/items/{item}/confirm"))
    };
    let dev = team.session("1", "dev", &["dev"]);
    assert_eq!(yes(&dev)["status"], "not_you");
    // A group that only sounds like the policy's is another one.
    let sounds = team.session("2", "eve", &["dev", "@dba", "oidc:dba", "DBA"]);
    assert_eq!(yes(&sounds)["status"], "not_you");
    let one = team.session("3", "zoe", &["dba"]);
    assert_eq!(yes(&one)["message"], "1 of 2 approvals");
    let list = team.world.send(Ask::get("/v1/persons").bearer(&team.world.ana)).json();
    let zoe = list["persons"].as_array().unwrap().iter().find(|p| p["name"] == "zoe").unwrap().clone();
    assert_eq!(zoe["groups"], json!(["dba"]));
    let two = team.session("4", "yan", &["dba"]);
    let done = yes(&two);
    assert_eq!(done["status"], "applied", "{done}");
}

#[test]
fn c8_somebody_with_a_token_of_their_own_and_an_account_of_the_provider_is_one_human() {
    let team = Team::with_policy(&DBA.replace("\"ben\"", "\"ana\""));
    let item = team.world.propose("Drop the old index");
    team.world.show(&item);
    let confirm = format!("/v1/items/{item}/confirm");
    let ana = team.world.send(Ask::post(&confirm).bearer(&team.world.ana).json(json!({}))).json();
    assert_eq!(ana["message"], "1 of 2 approvals", "{ana}");
    let other = team.session("3", "ana.smith", &["dba"]);
    let csrf = team.who(&other)["csrf"].as_str().unwrap().to_owned();
    let ask = |path: &str| {
        let ask = Ask::post(path).cookie(&other).header("countersign-csrf", &csrf).json(json!({}));
        team.world.send(ask).json()
    };
    ask(&format!("/v1/show/{item}"));
    let refused = ask(&confirm);
    assert_eq!(refused["status"], "same_human", "{refused}");
    assert_eq!(team.world.show(&item)["status"], "blocked", "one more yes is needed");
}

#[test]
fn a_session_of_the_provider_makes_none_that_outlasts_it() {
    let team = Team::new();
    let session = team.session("2", "ben", &["platform"]);
    let csrf = team.who(&session)["csrf"].as_str().unwrap().to_owned();
    let ask = |path: &str, body: Value| {
        team.world.send(Ask::post(path).cookie(&session).header("countersign-csrf", &csrf).json(body))
    };
    let link = ask("/v1/links", json!({"days": 365}));
    assert!(link.status == 403 && link.text().contains("makes no links"), "{}", link.text());
    assert_eq!(ask("/v1/links", json!({"name": "gus", "role": "viewer"})).status, 201, "an admin for others");
    team.world.env.advance(12 * 3_600_000 + 1);
    assert_eq!(team.world.send(Ask::get("/v1/session").cookie(&session)).status, 401);
}

#[test]
fn a_home_is_its_owners_before_it_is_the_providers() {
    let provider = Provider::start();
    let world = World::unowned(|settings, address| {
        settings.oidc = Some(oidc(&provider, format!("http://{address}")));
    });
    let now_s = world.env.now_ms() / 1000;
    provider.register(format!("http://{}/sign-in/oidc/callback", world.address), now_s);
    let team = Team { world, provider };
    team.person("1", "zoe", &["platform"]);
    let reply = team.sign_in(&mut Browser::default());
    assert!(reply.status == 409 && reply.text().contains("nobody here has a token"), "{}", reply.text());
}
