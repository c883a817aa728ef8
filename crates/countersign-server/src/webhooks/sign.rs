//! Signatures according to Standard Webhooks, so that any of its libraries can check them.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use countersign_core::{Error, Result};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Returns the value of `webhook-signature` for a message.
pub fn signature(secret: &str, id: &str, timestamp_s: u64, body: &[u8]) -> Result<String> {
    let key = secret.strip_prefix("whsec_").unwrap_or(secret);
    let key = STANDARD.decode(key).map_err(|_| Error::bug("a webhook's secret is not base64"))?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(Error::bug)?;
    mac.update(format!("{id}.{timestamp_s}.").as_bytes());
    mac.update(body);
    Ok(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of the specification's reference libraries.
    #[test]
    fn the_published_vector_is_signed_as_published() {
        let (id, at) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330);
        let body = br#"{"test": 2432232314}"#;
        let published = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        for secret in ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] {
            assert_eq!(signature(secret, id, at, body).unwrap(), published);
            assert_ne!(signature(secret, id, at + 1, body).unwrap(), published);
            assert_ne!(signature(secret, "msg_x", at, body).unwrap(), published);
            assert_ne!(signature(secret, id, at, b"{}").unwrap(), published);
        }
        assert!(signature("whsec_?", id, at, body).is_err());
    }
}
