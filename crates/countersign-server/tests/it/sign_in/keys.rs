//! The keys of the provider in the tests: an RSA key made for these tests alone, and new P-256 keys.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use ring::{
    hmac,
    rand::SystemRandom,
    rsa::{KeyPairComponents, PublicKeyComponents},
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair},
};
use serde_json::{Value, json};

const N: &str = "tBVCjUZ8H_kidINWrQHtCX2ua_IAPXIbcyOucG-jKIGOkZNQpyLu6EM0S27y7tfF05xkg7NJCvyt4yTWo6hdS7oZbSSW22AV6jy0E98VqbqMV3K8qUf1mUSkwb9MeawDlYtFmK2c3XEXFqi0JFYUVhjT0jspVcuFl4ZmIMDBvH_vgOqprKU5xsP-AHl-MtEajfXUAWFGoMkCnbzAfP1ei0mtctgyDBH8EKMCsUSUexZqXPKT2oEH4HgoIplL2DJEW5Ju5UQyCGzpMkIGcTAQT_qIFu0PhW-12PWqljpW8ONm_vYkC9udK3kUfRNzwIntVgqpYs-Hu0Trr9PVJjEaWQ";
const D: &str = "2slCtoXZqXip47OtuQnU092_i4qW_QPoGKvBGFMb1LLn6vWDVrCmkTNFsQqOiRkvpzedqdH9hHovpFO1ryvwdmvZwX0-1wso6kG9kuDRLdhMbFOR-vPl7yVwi_N24-ISeK-RgyPkdvRuyWfwgK7XHp6FNNNip9-6vcTCW6cRP6FilH5si7AFghfPbxvLpKzMjppbQqd4eTr84astDGV_assVQzaVmncRPHZB6bS8BbuBCe0YRgyrnEd5KBLcK0DO2FWCmKmkvKuW5EyDGcJQOyKMnyoVsEdkb9crS7Sx4Pm8SAJT55Tiftd1MYXw3j4BfCtnahmigzMxfN8Fq1rB";
const P: &str = "2Mu0xUq7zH7I38sZJjyosYk2zXB7JMXOitYaeRB8nMVhn_f5rt9uQBIQemXwCxcfoDhMCslw1SubkeGtiKD51oDrV5_L9F0srkJKewbzLUYaldZ6hLMM46zGa2ZRt1iNYNrZ3dm93Gn-3M_W0IAsLUQ0uAn9MLHVAnWT60El-5E";
const Q: &str = "1KX8LLQM5szGtRXzQJcYi2-69jd8tFab-1KvdbrkNvExTqxsEoXnZo-MinR5uoxwrtEbEZz8r6AcRKT3RavjYEVNVjJqgHD3BTCIvfD2QB1Rk3u61-HIwi4R-qkkik0tXQoyi4YWSIqEOyLbKuVIq1g44hH-VauamdxORTRbfkk";
const DP: &str = "VfAyQX8FgOPFRwlgd8rV6EKHSdrLxeDvphOHPPRvIUoRD_Ohs1N4hcdjZtGf3RWWgNGwOxptMuNtcN-wBZgiUYibQgnjNIP24UD_-1Le9NR0V29E8_NyKZJkuVA_Flnw-TLn6EyXOZd-4xM0iUQ1vt_psgarqjDkSmxHbZtOrjE";
const DQ: &str = "imp8yhBs8XLLySW_kASKGoEg3pHhn3Vc1OvOgEClukmnQcGkGy6EIFNCNQF6Fv7BflloWD-qjxsWK2yB9BzdxVV28KuifXaKpBsidxi5AaTT6783MLysNBFO7K1atpdj9tLjccRXDuLzDZczuClE8xta83So69Tmrk4juJJLF9k";
const QI: &str = "c_sbL5c_rc4G3tv3vj6A2edgIFPkRIOljIRfk3IislsR0vnPgJmkES8q1QZ9_1vzMVbfbvVp2ZujKzR0xE2zUjZm8k83gc06nWwY33o1WcGbpIezktZHMk8FKSYoUtVsXv0-wlUlL45EbRfTjflTp_UjlAKcfzTzhJDCNr6aun8";

/// A key that signs ID tokens.
pub enum Signer {
    Rsa(Box<RsaKeyPair>),
    P256(Box<EcdsaKeyPair>),
}

impl Signer {
    pub fn rsa() -> Self {
        let b = |text: &str| BASE64.decode(text).unwrap();
        let pair = RsaKeyPair::from_components(&KeyPairComponents {
            public_key: PublicKeyComponents { n: b(N), e: vec![1, 0, 1] },
            d: b(D),
            p: b(P),
            q: b(Q),
            dP: b(DP),
            dQ: b(DQ),
            qInv: b(QI),
        });
        Self::Rsa(Box::new(pair.unwrap()))
    }

    pub fn p256() -> Self {
        let (random, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
        let document = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        Self::P256(Box::new(EcdsaKeyPair::from_pkcs8(kind, document.as_ref(), &random).unwrap()))
    }

    pub fn alg(&self) -> &'static str {
        match self {
            Self::Rsa(_) => "RS256",
            Self::P256(_) => "ES256",
        }
    }

    /// The public key, as a provider publishes it.
    pub fn jwk(&self, kid: &str) -> Value {
        match self {
            Self::Rsa(_) => {
                json!({"kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": N, "e": "AQAB"})
            }
            Self::P256(pair) => {
                let point = pair.public_key().as_ref();
                let (x, y) = (BASE64.encode(&point[1..33]), BASE64.encode(&point[33..]));
                json!({"kty": "EC", "crv": "P-256", "kid": kid, "use": "sig", "x": x, "y": y})
            }
        }
    }

    /// A signed token.
    pub fn sign(&self, kid: &str, claims: &Value) -> String {
        let signed = unsigned(&json!({"alg": self.alg(), "kid": kid, "typ": "JWT"}), claims);
        let random = SystemRandom::new();
        let signature = match self {
            Self::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, signed.as_bytes(), &mut signature).unwrap();
                signature
            }
            Self::P256(pair) => pair.sign(&random, signed.as_bytes()).unwrap().as_ref().to_vec(),
        };
        format!("{signed}.{}", BASE64.encode(signature))
    }

    /// A token that is signed with the public key, as if that were a shared secret.
    pub fn confused(&self, kid: &str, claims: &Value) -> String {
        let signed = unsigned(&json!({"alg": "HS256", "kid": kid}), claims);
        let public = match self {
            Self::Rsa(pair) => pair.public().as_ref().to_vec(),
            Self::P256(pair) => pair.public_key().as_ref().to_vec(),
        };
        let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &public), signed.as_bytes());
        format!("{signed}.{}", BASE64.encode(tag.as_ref()))
    }
}

pub fn unsigned(header: &Value, claims: &Value) -> String {
    format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()))
}
