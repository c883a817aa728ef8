//! Whether an ID token is the provider's word about this sign-in: OpenID Connect Core, 3.1.3.7.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// How far the clocks of provider and daemon may differ, in seconds.
const SKEW_S: u64 = 60;
/// The longest token.
const LONGEST: usize = 64 << 10;
/// The maximum number of keys of a provider.
const MOST_KEYS: usize = 64;

/// What a token says, once it is checked.
pub(super) type Claims = Map<String, Value>;

/// Why a token is not accepted; for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Flaw {
    /// It is no signed token.
    Form,
    /// It is signed in another way than `RS256` and `ES256`, or not at all.
    Algorithm,
    /// The provider has no such key.
    UnknownKey,
    /// The signature does not fit.
    Signature,
    /// A claim is missing or says something else.
    Claim(&'static str),
    /// Its time is over.
    Expired,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("the ID token has another form"),
            Self::Algorithm => f.write_str("the ID token is not signed with RS256 or ES256"),
            Self::UnknownKey => f.write_str("the provider has no key that could have signed the ID token"),
            Self::Signature => f.write_str("the signature of the ID token does not fit"),
            Self::Claim(name) => write!(f, "the claim {name} of the ID token does not fit"),
            Self::Expired => f.write_str("the ID token has expired"),
        }
    }
}

/// A public key of the provider that signs tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    id: Option<String>,
    public: Public,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Public {
    Rsa { n: Vec<u8>, e: Vec<u8> },
    P256(Vec<u8>),
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    n: Option<String>,
    e: Option<String>,
    crv: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// Returns the keys of a provider's set that are used here. One of a kind that we do not know is no error.
pub(super) fn keys(set: &Value) -> Vec<Key> {
    let all = set.get("keys").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    all.iter().filter_map(|jwk| key(serde_json::from_value(jwk.clone()).ok()?)).take(MOST_KEYS).collect()
}

fn key(jwk: Jwk) -> Option<Key> {
    let bytes = |text: Option<String>| BASE64.decode(text?).ok();
    let (public, alg) = match jwk.kty.as_str() {
        "RSA" => {
            let unsigned = |bytes: Vec<u8>| bytes.iter().skip_while(|b| **b == 0).copied().collect();
            (Public::Rsa { n: unsigned(bytes(jwk.n)?), e: unsigned(bytes(jwk.e)?) }, "RS256")
        }
        "EC" if jwk.crv.as_deref() == Some("P-256") => {
            let (x, y) = (bytes(jwk.x)?, bytes(jwk.y)?);
            let whole = x.len() == 32 && y.len() == 32;
            (Public::P256(whole.then(|| [vec![4], x, y].concat())?), "ES256")
        }
        _ => return None,
    };
    let signs = jwk.purpose.is_none_or(|purpose| purpose == "sig") && jwk.alg.is_none_or(|own| own == alg);
    signs.then_some(Key { id: jwk.kid, public })
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    /// Extensions that must be understood: none are.
    crit: Option<Value>,
}

/// A token, taken apart; nothing of it is believed yet.
pub(super) struct IdToken<'t> {
    header: Header,
    signed: &'t [u8],
    payload: Vec<u8>,
    signature: Vec<u8>,
}

/// What a token must say.
pub(super) struct Expected<'e> {
    /// Who made it.
    pub(super) issuer: &'e str,
    /// For whom.
    pub(super) client_id: &'e str,
    /// For which sign-in.
    pub(super) nonce: &'e str,
    /// The time, in seconds since the epoch.
    pub(super) now_s: u64,
}

impl<'t> IdToken<'t> {
    /// Takes a token apart.
    pub(super) fn parse(token: &'t str) -> Result<Self, Flaw> {
        let parts: Vec<&str> = token.split('.').collect();
        let [header, payload, signature] = parts[..] else { return Err(Flaw::Form) };
        if token.len() > LONGEST {
            return Err(Flaw::Form);
        }
        let signed = &token.as_bytes()[..header.len() + 1 + payload.len()];
        let bytes = |text: &str| BASE64.decode(text).map_err(|_| Flaw::Form);
        let header: Header = serde_json::from_slice(&bytes(header)?).map_err(|_| Flaw::Form)?;
        if header.crit.is_some() {
            return Err(Flaw::Form);
        }
        if !matches!(header.alg.as_str(), "RS256" | "ES256") {
            return Err(Flaw::Algorithm);
        }
        Ok(Self { header, signed, payload: bytes(payload)?, signature: bytes(signature)? })
    }

    /// Returns the key that it says it is signed with. Without a name there must be only one that could have signed it.
    pub(super) fn key<'k>(&self, keys: &'k [Key]) -> Option<&'k Key> {
        let fits = |key: &&Key| match key.public {
            Public::Rsa { .. } => self.header.alg == "RS256",
            Public::P256(_) => self.header.alg == "ES256",
        };
        let mut fitting = keys.iter().filter(fits);
        match &self.header.kid {
            Some(kid) => fitting.find(|key| key.id.as_ref() == Some(kid)),
            None => fitting.next().filter(|_| fitting.next().is_none()),
        }
    }

    /// Checks the signature, then what it says.
    pub(super) fn check(&self, key: &Key, expected: &Expected<'_>) -> Result<Claims, Flaw> {
        let fits = match &key.public {
            Public::Rsa { n, e } => RsaPublicKeyComponents { n, e }.verify(
                &RSA_PKCS1_2048_8192_SHA256,
                self.signed,
                &self.signature,
            ),
            Public::P256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(self.signed, &self.signature)
            }
        };
        fits.map_err(|_| Flaw::Signature)?;
        let claims: Claims = serde_json::from_slice(&self.payload).map_err(|_| Flaw::Form)?;
        check(&claims, expected)?;
        Ok(claims)
    }
}

fn check(claims: &Claims, expected: &Expected<'_>) -> Result<(), Flaw> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    if text("iss") != Some(expected.issuer) {
        return Err(Flaw::Claim("iss"));
    }
    let audience: Vec<&str> = match claims.get("aud") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !audience.contains(&expected.client_id) {
        return Err(Flaw::Claim("aud"));
    }
    // A token for several is ours only if it says that it was made for us.
    let party = text("azp");
    if party.map_or(audience.len() > 1, |party| party != expected.client_id) {
        return Err(Flaw::Claim("azp"));
    }
    let seconds = |name: &'static str| match claims.get(name) {
        None => Ok(None),
        Some(at) => at
            .as_u64()
            .or_else(|| at.as_f64().filter(|at| *at >= 0.0).map(|at| at as u64))
            .map(Some)
            .ok_or(Flaw::Claim(name)),
    };
    let soon = expected.now_s.saturating_add(SKEW_S);
    match seconds("exp")? {
        None => return Err(Flaw::Claim("exp")),
        Some(end) if end.saturating_add(SKEW_S) <= expected.now_s => return Err(Flaw::Expired),
        Some(_) => {}
    }
    if seconds("iat")?.is_none_or(|at| at > soon) {
        return Err(Flaw::Claim("iat"));
    }
    if seconds("nbf")?.is_some_and(|at| at > soon) {
        return Err(Flaw::Claim("nbf"));
    }
    if text("nonce") != Some(expected.nonce) {
        return Err(Flaw::Claim("nonce"));
    }
    if text("sub").is_none_or(str::is_empty) {
        return Err(Flaw::Claim("sub"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said() -> Value {
        json!({"iss": "https://id", "aud": "us", "exp": 1_000, "iat": 900, "nonce": "n", "sub": "7"})
    }

    fn flaw(change: Value) -> Option<Flaw> {
        let mut claims = said();
        for (name, value) in change.as_object().unwrap() {
            match value.is_null() {
                true => drop(claims.as_object_mut().unwrap().remove(name)),
                false => claims[name] = value.clone(),
            }
        }
        let expected = Expected { issuer: "https://id", client_id: "us", nonce: "n", now_s: 950 };
        check(claims.as_object().unwrap(), &expected).err()
    }

    #[test]
    fn what_a_token_says_must_fit_in_every_claim() {
        assert_eq!(flaw(json!({})), None);
        assert_eq!(flaw(json!({"aud": ["us"]})), None);
        assert_eq!(flaw(json!({"aud": ["us", "them"], "azp": "us"})), None);
        assert_eq!(flaw(json!({"exp": 891, "iat": 1_010})), None, "within the skew");
        for (change, claim) in [
            (json!({"iss": "https://id/"}), "iss"),
            (json!({"iss": ["https://id"]}), "iss"),
            (json!({"aud": "them"}), "aud"),
            (json!({"aud": null}), "aud"),
            (json!({"aud": []}), "aud"),
            (json!({"aud": ["us", "them"]}), "azp"),
            (json!({"azp": "them"}), "azp"),
            (json!({"exp": null}), "exp"),
            (json!({"exp": "1000"}), "exp"),
            (json!({"exp": -1}), "exp"),
            (json!({"iat": null}), "iat"),
            (json!({"iat": 1_011}), "iat"),
            (json!({"nbf": 1_011}), "nbf"),
            (json!({"nonce": null}), "nonce"),
            (json!({"nonce": "N"}), "nonce"),
            (json!({"sub": ""}), "sub"),
            (json!({"sub": 7}), "sub"),
        ] {
            assert_eq!(flaw(change.clone()), Some(Flaw::Claim(claim)), "{change}");
        }
        assert_eq!(flaw(json!({"exp": 890})), Some(Flaw::Expired));
    }

    #[test]
    fn only_keys_that_sign_are_taken() {
        let point = BASE64.encode([7; 32]);
        let ec = |more: Value| {
            let mut jwk = json!({"kty": "EC", "crv": "P-256", "x": point, "y": point});
            jwk.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            keys(&json!({"keys": [jwk]})).len()
        };
        assert_eq!((ec(json!({})), ec(json!({"use": "sig", "alg": "ES256"}))), (1, 1));
        for other in [
            json!({"use": "enc"}),
            json!({"alg": "HS256"}),
            json!({"crv": "P-384"}),
            json!({"x": "AA"}),
            json!({"kty": "oct", "k": "AAAA"}),
        ] {
            assert_eq!(ec(other.clone()), 0, "{other}");
        }
        let many = vec![json!({"kty": "EC", "crv": "P-256", "x": point, "y": point}); 1_000];
        assert_eq!(keys(&json!({"keys": many})).len(), MOST_KEYS);
        assert!(keys(&json!([])).is_empty());
    }

    #[test]
    fn what_is_no_signed_token_is_refused_before_anything_is_read_of_it() {
        let flaw = |token: &str| IdToken::parse(token).err();
        let part = |json: Value| BASE64.encode(json.to_string());
        let of = |header: Value| format!("{}.{}.AAAA", part(header), part(said()));
        for alg in ["none", "None", "HS256", "RS384", "PS256", ""] {
            assert_eq!(flaw(&of(json!({"alg": alg}))), Some(Flaw::Algorithm), "{alg}");
        }
        assert_eq!(flaw(&of(json!({"alg": "RS256", "crit": ["x"]}))), Some(Flaw::Form));
        for token in ["", "a.b", "a.b.c.d", "....", &format!("{}.AA==.AA", part(json!({"alg": "RS256"})))] {
            assert_eq!(flaw(token), Some(Flaw::Form), "{token}");
        }
        assert_eq!(flaw(&of(json!({"alg": "RS256", "kid": "x".repeat(LONGEST)}))), Some(Flaw::Form));
    }
}
