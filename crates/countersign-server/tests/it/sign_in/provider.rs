//! A small OpenID Connect provider that speaks real HTTP on 127.0.0.1: discovery, consent that is always given, codes that
//! are used once, PKCE, client authentication, keys; and each way in which one can be wrong.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard},
    thread,
};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD as BASE64},
};
use countersign_core::op::route::{escape, unescape};
use ring::digest;
use serde_json::{Value, json};

use super::keys::{Signer, unsigned};

pub const CLIENT: &str = "countersign";
pub const SECRET: &str = "s3cret/with:signs";

/// What is wrong with a provider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    Nothing,
    /// The token is for another sign-in, another client, by another provider, over, or not yet made.
    Nonce,
    Audience,
    Issuer,
    Expired,
    Future,
    /// It is not signed, with what everybody knows, or by a key that is not the one it names.
    AlgNone,
    PublicKeyAsSecret,
    OtherKey,
    UnknownKey,
    /// There is none.
    NoToken,
    /// The provider calls itself by another name, or would be spoken to unencrypted.
    Named,
    Unencrypted,
    /// It sends us elsewhere.
    Redirects,
    /// It says too much, nothing at all, or no JSON.
    Huge,
    Silent,
    Garbled,
}

struct Code {
    challenge: String,
    nonce: String,
    redirect_uri: String,
}

pub struct State {
    pub wrong: Wrong,
    /// What the token says of the person besides the claims of the protocol.
    pub person: Value,
    pub now_s: u64,
    pub signer: Signer,
    pub kid: &'static str,
    /// Whether it names itself when it sends a browser back.
    pub names_itself: bool,
    /// How often each path was asked for.
    pub asked: BTreeMap<String, usize>,
    /// What it was last asked to authorize.
    pub last_authorization: String,
    /// Connections that are left open without an answer.
    silent: Vec<TcpStream>,
    codes: BTreeMap<String, Code>,
    redirect_uri: String,
    made: usize,
}

#[derive(Clone)]
pub struct Provider {
    pub address: SocketAddr,
    /// Its host, as browsers name it.
    pub host: &'static str,
    state: Arc<Mutex<State>>,
}

type Answer = (u16, Vec<(&'static str, String)>, String);

impl Provider {
    pub fn start() -> Self {
        Self::named("127.0.0.1")
    }

    pub fn named(host: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = State {
            wrong: Wrong::Nothing,
            person: json!({"sub": "248289761001", "preferred_username": "zoe", "groups": ["dev"]}),
            now_s: 0,
            signer: Signer::p256(),
            kid: "k1",
            names_itself: false,
            asked: BTreeMap::new(),
            last_authorization: String::new(),
            silent: Vec::new(),
            codes: BTreeMap::new(),
            redirect_uri: String::new(),
            made: 0,
        };
        let provider = Self { address, host, state: Arc::new(Mutex::new(state)) };
        provider.listen(listener);
        provider
    }

    fn listen(&self, listener: TcpListener) {
        let served = self.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, served) = (stream.unwrap(), served.clone());
                thread::spawn(move || served.serve(stream));
            }
        });
    }

    pub fn issuer(&self) -> String {
        format!("http://{}:{}", self.host, self.address.port())
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Registers where browsers may be sent back to.
    pub fn register(&self, redirect_uri: String, now_s: u64) {
        let mut state = self.state();
        (state.redirect_uri, state.now_s) = (redirect_uri, now_s);
    }

    fn serve(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut first = String::new();
        reader.read_line(&mut first).unwrap();
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let mut state = self.state();
        *state.asked.entry(path.to_owned()).or_default() += 1;
        if state.wrong == Wrong::Silent && path != "/authorize" {
            state.silent.push(stream);
            return;
        }
        let (status, more, body) = match path {
            "/.well-known/openid-configuration" => self.discovery(&state),
            "/authorize" => {
                query.clone_into(&mut state.last_authorization);
                authorize(&mut state, &pairs(query), &self.issuer())
            }
            "/token" => {
                token(&mut state, &headers, &pairs(&String::from_utf8(body).unwrap()), &self.issuer())
            }
            "/keys" => {
                let published = match state.wrong {
                    Wrong::OtherKey => Signer::p256().jwk(state.kid),
                    Wrong::UnknownKey => state.signer.jwk("another"),
                    _ => state.signer.jwk(state.kid),
                };
                (200, Vec::new(), json!({"keys": [{"kty": "oct", "kid": "x"}, published]}).to_string())
            }
            _ => (404, Vec::new(), String::new()),
        };
        drop(state);
        let more: String = more.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!(
            "HTTP/1.1 {status} x\r\nContent-Length: {}\r\nConnection: close\r\n{more}\r\n",
            body.len()
        );
        // Whoever asked may have had enough of a long answer.
        let _ = stream.write_all(&[head.into_bytes(), body.into_bytes()].concat());
    }

    fn discovery(&self, state: &State) -> Answer {
        let own = self.issuer();
        let elsewhere = "http://id.example.com".to_owned();
        let said = json!({
            "issuer": if state.wrong == Wrong::Named { &elsewhere } else { &own },
            "authorization_endpoint": format!("{own}/authorize"),
            "token_endpoint": format!("{}/token", if state.wrong == Wrong::Unencrypted { &elsewhere } else { &own }),
            "jwks_uri": format!("{own}/keys"),
            "response_types_supported": ["code"],
            "authorization_response_iss_parameter_supported": state.names_itself,
        });
        match state.wrong {
            Wrong::Redirects => (302, vec![("Location", format!("{own}/elsewhere"))], String::new()),
            Wrong::Garbled => (200, Vec::new(), "<html>".to_owned()),
            _ => (200, Vec::new(), said.to_string()),
        }
    }
}

fn pairs(text: &str) -> BTreeMap<String, String> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap();
        (unescape(name).unwrap(), unescape(value).unwrap())
    };
    text.split('&').filter(|p| !p.is_empty()).map(pair).collect()
}

fn refused(word: &str) -> Answer {
    (400, Vec::new(), json!({"error": word, "error_description": "<b>secret detail</b>"}).to_string())
}

/// Gives consent at once, to what is registered only.
fn authorize(state: &mut State, asked: &BTreeMap<String, String>, issuer: &str) -> Answer {
    let get = |name: &str| asked.get(name).cloned().unwrap_or_default();
    let fits = get("response_type") == "code"
        && get("client_id") == CLIENT
        && get("redirect_uri") == state.redirect_uri
        && get("code_challenge_method") == "S256"
        && get("code_challenge").len() == 43
        && get("scope").split(' ').any(|scope| scope == "openid")
        && !get("nonce").is_empty();
    if !fits {
        return refused("invalid_request");
    }
    state.made += 1;
    let code = format!("code-{}", state.made);
    let mut back = format!("{}?code={code}&state={}", get("redirect_uri"), get("state"));
    if state.names_itself {
        back.push_str("&iss=");
        escape(&mut back, issuer);
    }
    let (challenge, nonce) = (get("code_challenge"), get("nonce"));
    state.codes.insert(code, Code { challenge, nonce, redirect_uri: get("redirect_uri") });
    (302, vec![("Location", back)], String::new())
}

fn token(
    state: &mut State,
    headers: &BTreeMap<String, String>,
    asked: &BTreeMap<String, String>,
    issuer: &str,
) -> Answer {
    let get = |name: &str| asked.get(name).cloned().unwrap_or_default();
    let pair = headers.get("authorization").and_then(|value| value.strip_prefix("Basic "));
    let pair =
        pair.map(|pair| String::from_utf8(STANDARD.decode(pair).unwrap()).unwrap()).unwrap_or_default();
    let known = pair
        .split_once(':')
        .is_some_and(|(id, secret)| unescape(id).unwrap() == CLIENT && unescape(secret).unwrap() == SECRET);
    if !known {
        return refused("invalid_client");
    }
    // A code is used once, whatever becomes of it.
    let Some(code) = state.codes.remove(&get("code")) else { return refused("invalid_grant") };
    let challenge = BASE64.encode(digest::digest(&digest::SHA256, get("code_verifier").as_bytes()));
    if get("grant_type") != "authorization_code"
        || code.redirect_uri != get("redirect_uri")
        || code.challenge != challenge
    {
        return refused("invalid_grant");
    }
    let id_token = id_token(state, code.nonce, issuer);
    let mut said = json!({"access_token": "at", "token_type": "Bearer", "id_token": id_token});
    if state.wrong == Wrong::NoToken {
        said.as_object_mut().unwrap().remove("id_token");
    }
    if state.wrong == Wrong::Huge {
        said["padding"] = "x".repeat(4 << 20).into();
    }
    (200, Vec::new(), said.to_string())
}

fn id_token(state: &State, nonce: String, issuer: &str) -> String {
    let now = state.now_s;
    let mut claims = json!({"iss": issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce});
    claims.as_object_mut().unwrap().extend(state.person.as_object().unwrap().clone());
    match state.wrong {
        Wrong::Nonce => claims["nonce"] = "another".into(),
        Wrong::Audience => claims["aud"] = "another".into(),
        Wrong::Issuer => claims["iss"] = "https://id.example.com".into(),
        Wrong::Expired => claims["exp"] = (now - 61).into(),
        Wrong::Future => claims["iat"] = (now + 120).into(),
        Wrong::AlgNone => return format!("{}.", unsigned(&json!({"alg": "none"}), &claims)),
        Wrong::PublicKeyAsSecret => return state.signer.confused(state.kid, &claims),
        _ => {}
    }
    state.signer.sign(state.kid, &claims)
}
