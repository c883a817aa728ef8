//! Public keys in the form of authenticators (COSE), and their signatures: ES256 and EdDSA.
//!
//! RS256 is not supported: it would need a big-number crate with a history of timing flaws for a few old
//! TPMs, and without it the browser picks another algorithm or another authenticator.

use ed25519_dalek as ed;
use p256::ecdsa::{self, signature::Verifier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Flaw,
    cbor::{Reader, Token},
};

/// How a passkey signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// Ed25519.
    EdDsa,
}

impl Algorithm {
    /// All supported algorithms, the most common first.
    pub const ALL: [Self; 2] = [Self::Es256, Self::EdDsa];

    /// Its number in the COSE registry.
    pub fn number(self) -> i64 {
        match self {
            Self::Es256 => -7,
            Self::EdDsa => -8,
        }
    }
}

/// A valid public key.
#[derive(Debug, Clone)]
pub enum PublicKey {
    /// A point on P-256.
    Es256(Box<ecdsa::VerifyingKey>),
    /// A point on Curve25519.
    EdDsa(Box<ed::VerifyingKey>),
}

/// The raw parameters of a key.
#[derive(Default)]
struct Parameters<'a> {
    kind: Option<i64>,
    algorithm: Option<i64>,
    curve: Option<i64>,
    x: Option<&'a [u8]>,
    y: Option<&'a [u8]>,
}

impl<'a> Parameters<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self, Flaw> {
        let mut found = Self::default();
        for _ in 0..reader.map()? {
            let Token::Int(label) = reader.token()? else { return Err(Flaw::BadKey) };
            let value = reader.token()?;
            // Readers could disagree about the key if a label appeared twice.
            let fresh = match (label, value) {
                (1, Token::Int(n)) => found.kind.replace(n).is_none(),
                (3, Token::Int(n)) => found.algorithm.replace(n).is_none(),
                (-1, Token::Int(n)) => found.curve.replace(n).is_none(),
                (-2, Token::Bytes(b)) => found.x.replace(b).is_none(),
                (-3, Token::Bytes(b)) => found.y.replace(b).is_none(),
                _ => false,
            };
            if !fresh {
                return Err(Flaw::BadKey);
            }
        }
        Ok(found)
    }
}

impl PublicKey {
    /// Reads a key that is all of `bytes`.
    pub fn read(bytes: &[u8]) -> Result<Self, Flaw> {
        let mut reader = Reader::new(bytes);
        let key = Self::read_from(&mut reader)?;
        reader.end()?;
        Ok(key)
    }

    /// Reads the next key.
    pub fn read_from(reader: &mut Reader<'_>) -> Result<Self, Flaw> {
        let found = Parameters::read(reader)?;
        match (found.kind, found.algorithm, found.curve, found.x, found.y) {
            (Some(2), Some(-7), Some(1), Some(x), Some(y)) if x.len() == 32 && y.len() == 32 => {
                let point = [&[4], x, y].concat();
                let key = ecdsa::VerifyingKey::from_sec1_bytes(&point).map_err(|_| Flaw::BadKey)?;
                Ok(Self::Es256(Box::new(key)))
            }
            (Some(1), Some(-8), Some(6), Some(x), None) => {
                let bytes: [u8; 32] = x.try_into().map_err(|_| Flaw::BadKey)?;
                let key = ed::VerifyingKey::from_bytes(&bytes).map_err(|_| Flaw::BadKey)?;
                // With a weak key, one signature is valid for many texts.
                if key.is_weak() { Err(Flaw::BadKey) } else { Ok(Self::EdDsa(Box::new(key))) }
            }
            _ => Err(Flaw::BadKey),
        }
    }

    /// How it signs.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Self::Es256(_) => Algorithm::Es256,
            Self::EdDsa(_) => Algorithm::EdDsa,
        }
    }

    /// Whether `signature` is its signature of `text`.
    pub fn verify(&self, text: &[u8], signature: &[u8]) -> Result<(), Flaw> {
        match self {
            Self::Es256(key) => {
                let signature = ecdsa::DerSignature::from_bytes(signature).map_err(|_| Flaw::BadSignature)?;
                key.verify(text, &signature).map_err(|_| Flaw::BadSignature)
            }
            Self::EdDsa(key) => {
                let signature = ed::Signature::from_slice(signature).map_err(|_| Flaw::BadSignature)?;
                key.verify_strict(text, &signature).map_err(|_| Flaw::BadSignature)
            }
        }
    }
}
