//! Says to a push service who sends, so that it takes messages of a subscription from this daemon only (RFC 8292).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use countersign_core::{Error, Result};
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use serde_json::json;

/// How long a statement counts; push services refuse more than a day.
const COUNTS_S: u64 = 12 * 3600;

/// Whom a push service can turn to. It must be https or mailto.
const CONTACT: &str = env!("CARGO_PKG_REPOSITORY");

/// The key by which push services know this daemon.
pub struct Vapid(SigningKey);

impl Vapid {
    /// Reads the private key from hexadecimal digits.
    pub fn read(secret: &str) -> Result<Self> {
        let bytes: Option<Vec<u8>> =
            (0..32).map(|at| u8::from_str_radix(secret.get(at * 2..at * 2 + 2)?, 16).ok()).collect();
        let bytes = bytes.ok_or_else(|| Error::bug("the key of notifications is not one"))?;
        Ok(Self(SigningKey::from_slice(&bytes).map_err(Error::bug)?))
    }

    /// Returns the public key, as browsers and push services take it.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.verifying_key().to_sec1_point(false).as_bytes())
    }

    /// Returns the value of `Authorization` for a push service at `origin`.
    pub fn authorization(&self, origin: &str, now_s: u64) -> String {
        let encode = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let head = encode(json!({"typ": "JWT", "alg": "ES256"}));
        let claims = encode(json!({"aud": origin, "exp": now_s + COUNTS_S, "sub": CONTACT}));
        let said = format!("{head}.{claims}");
        let signature: Signature = self.0.sign(said.as_bytes());
        format!("vapid t={said}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_from_its_digits_or_not_at_all() {
        let key = Vapid::read(&"07".repeat(32)).unwrap();
        assert_eq!(URL_SAFE_NO_PAD.decode(key.public()).unwrap().len(), 65);
        for wrong in ["", "07", &"0".repeat(64), &"f".repeat(64), &"é7".repeat(32)] {
            assert!(Vapid::read(wrong).is_err(), "{wrong}");
        }
    }
}
