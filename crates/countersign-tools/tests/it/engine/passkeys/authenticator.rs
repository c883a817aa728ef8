//! An authenticator and a browser in one, in software: they create and use passkeys as real ones do, and lie when told.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::Signer as _;
use p256::ecdsa::{DerSignature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub fn decode(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}

pub const PRESENT: u8 = 0x01;
pub const VERIFIED: u8 = 0x04;
const CREDENTIAL: u8 = 0x40;

#[derive(Clone)]
pub enum Secret {
    Es256(Box<SigningKey>),
    EdDsa(Box<ed25519_dalek::SigningKey>),
}

#[derive(Clone)]
pub struct Authenticator {
    pub secret: Secret,
    pub credential: Vec<u8>,
    /// Zero for one that has no counter.
    pub count: u32,
    pub flags: u8,
    pub rp_id: String,
    pub origin: String,
    pub cross_origin: bool,
    /// The ceremony type it claims, if that is a lie.
    pub kind: Option<&'static str>,
}

impl Authenticator {
    pub fn new(seed: u8) -> Self {
        let secret = Secret::Es256(Box::new(SigningKey::from_slice(&[seed; 32]).unwrap()));
        Self {
            secret,
            credential: vec![seed; 16],
            count: 0,
            flags: PRESENT | VERIFIED,
            rp_id: "localhost".into(),
            origin: "http://localhost:7777".into(),
            cross_origin: false,
            kind: None,
        }
    }

    pub fn eddsa(seed: u8) -> Self {
        let secret = Secret::EdDsa(Box::new(ed25519_dalek::SigningKey::from_bytes(&[seed; 32])));
        Self { secret, ..Self::new(seed) }
    }

    fn cose(&self) -> Vec<u8> {
        match &self.secret {
            Secret::Es256(key) => {
                let point = key.verifying_key().to_sec1_point(false);
                let (x, y) = point.as_bytes()[1..].split_at(32);
                [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], x, &[0x22, 0x58, 32], y].concat()
            }
            Secret::EdDsa(key) => {
                let x = key.verifying_key();
                [&[0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32], x.as_bytes().as_slice()].concat()
            }
        }
    }

    fn sign(&self, text: &[u8]) -> Vec<u8> {
        match &self.secret {
            Secret::Es256(key) => {
                let signature: DerSignature = key.sign(text);
                signature.as_bytes().to_vec()
            }
            Secret::EdDsa(key) => key.sign(text).to_bytes().to_vec(),
        }
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        let kind = self.kind.unwrap_or(kind);
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.cross_origin})
            .to_string()
            .into_bytes()
    }

    fn told(&self, more: u8) -> Vec<u8> {
        let hash = Sha256::digest(self.rp_id.as_bytes());
        [hash.as_slice(), &[self.flags | more], &self.count.to_be_bytes()].concat()
    }

    /// `navigator.credentials.create`, answered with `none` attestation.
    pub fn create(&self, options: &Value) -> Value {
        let length = u16::try_from(self.credential.len()).unwrap().to_be_bytes();
        let data =
            [&self.told(CREDENTIAL), [0; 16].as_slice(), &length, &self.credential, &self.cose()].concat();
        let size = u8::try_from(data.len()).unwrap();
        let object =
            [b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".as_slice(), &[size], &data].concat();
        let id = encode(&self.credential);
        let client = self.client_data("webauthn.create", &options["publicKey"]["challenge"]);
        json!({
            "id": id,
            "rawId": id,
            "response": {"clientDataJSON": encode(&client), "attestationObject": encode(&object)},
        })
    }

    /// `navigator.credentials.get`.
    pub fn get(&mut self, options: &Value) -> Value {
        if self.count > 0 {
            self.count += 1;
        }
        let client = self.client_data("webauthn.get", &options["publicKey"]["challenge"]);
        let told = self.told(0);
        let signature = self.sign(&[told.as_slice(), &Sha256::digest(&client)].concat());
        json!({
            "id": encode(&self.credential),
            "clientDataJSON": encode(&client),
            "authenticatorData": encode(&told),
            "signature": encode(&signature),
        })
    }
}
