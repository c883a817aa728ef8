//! The options passed to browsers, with the names of the Web Authentication standard.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    passkey::{Algorithm, CHALLENGE_MS, Passkey},
    site::Site,
};

/// The only credential type.
const PUBLIC_KEY: &str = "public-key";

/// For `navigator.credentials.create`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreationOptions {
    /// What the authenticator signs, in base64url.
    pub challenge: String,
    /// For whom it is made.
    pub rp: Party,
    /// Whose it will be.
    pub user: User,
    /// The algorithms that are taken, best first.
    pub pub_key_cred_params: Vec<Parameters>,
    /// How long the browser should wait, in milliseconds.
    pub timeout: u64,
    /// The passkeys that the person has: an authenticator makes no second one.
    pub exclude_credentials: Vec<Descriptor>,
    /// What kind of authenticator is wanted.
    pub authenticator_selection: Selection,
    /// `none`: no vendor is asked to vouch for it.
    pub attestation: Cow<'static, str>,
}

/// For `navigator.credentials.get`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestOptions {
    /// What the authenticator signs, in base64url.
    pub challenge: String,
    /// How long the browser should wait, in milliseconds.
    pub timeout: u64,
    /// The domain that the passkeys are bound to.
    pub rp_id: String,
    /// The passkeys that will do.
    pub allow_credentials: Vec<Descriptor>,
    /// `required`: the authenticator must make sure who it is.
    pub user_verification: Cow<'static, str>,
}

/// The relying party.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Party {
    /// Its domain.
    pub id: String,
    /// Its name.
    pub name: Cow<'static, str>,
}

/// The person.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// A random handle, the same for all passkeys of the person.
    pub id: String,
    /// The name.
    pub name: String,
    /// The same.
    pub display_name: String,
}

/// An algorithm.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Parameters {
    /// `public-key`.
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
    /// Its number in the COSE registry.
    pub alg: i64,
}

/// A passkey.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Descriptor {
    /// `public-key`.
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
    /// The id that the authenticator gave it.
    pub id: String,
}

/// What kind of authenticator is wanted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Selection {
    /// `preferred`: one that remembers whose it is.
    pub resident_key: Cow<'static, str>,
    /// `required`: it must make sure who it is.
    pub user_verification: Cow<'static, str>,
}

impl Descriptor {
    fn of(passkey: &Passkey) -> Self {
        Self { kind: Cow::Borrowed(PUBLIC_KEY), id: passkey.credential_id.clone() }
    }
}

impl CreationOptions {
    /// Creates the options for a new passkey of `person`.
    pub fn new(site: &Site, person: &str, user: String, challenge: String, known: &[&Passkey]) -> Self {
        let parameters = |a: Algorithm| Parameters { kind: Cow::Borrowed(PUBLIC_KEY), alg: a.number() };
        Self {
            challenge,
            rp: Party { id: site.rp_id.clone(), name: Cow::Borrowed("Countersign") },
            user: User { id: user, name: person.to_owned(), display_name: person.to_owned() },
            pub_key_cred_params: Algorithm::ALL.map(parameters).into(),
            timeout: CHALLENGE_MS,
            exclude_credentials: known.iter().map(|p| Descriptor::of(p)).collect(),
            authenticator_selection: Selection {
                resident_key: Cow::Borrowed("preferred"),
                user_verification: Cow::Borrowed("required"),
            },
            attestation: Cow::Borrowed("none"),
        }
    }
}

impl RequestOptions {
    /// Creates the options for a signature with one of `passkeys`.
    pub fn new(site: &Site, challenge: String, passkeys: &[Passkey]) -> Self {
        Self {
            challenge,
            timeout: CHALLENGE_MS,
            rp_id: site.rp_id.clone(),
            allow_credentials: passkeys.iter().map(Descriptor::of).collect(),
            user_verification: Cow::Borrowed("required"),
        }
    }
}
