//! Settings in force: a changed file takes effect at once if it only tightens. Anything it loosens waits for
//! a person, so that write access to the file decides nothing.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind, Role,
    error::{Error, Result},
    op::Op,
    passkey::{Assertion, live},
    record::Record,
    settings::{Accepted, Waiting},
    store::Scan,
    tx::Tx,
};

const SYSTEM: &[ActorKind] = &[ActorKind::System];

/// The minimum length of a given digest: with less, whoever writes the file could make two texts whose
/// digests begin alike, show one and have the other accepted.
const DIGEST_LEAST: usize = 32;

/// Reports what a settings file says now.
pub struct SettingsLoad;

/// A settings file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadInput {
    /// The settings: `policy` or `config`.
    pub name: String,
    /// Its text; empty if there is no such file.
    pub text: String,
    /// What it loosens, in words.
    pub loosens: Vec<Message>,
    /// The digest of the settings in force when that was determined; None if there were none.
    #[serde(default)]
    pub over: Option<String>,
}

/// A settings file and what is in force of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettingsView {
    /// Which.
    pub name: String,
    /// The digest of what is in force.
    pub digest: String,
    /// What is in force.
    pub text: String,
    /// Who said so: a person, or Countersign where nothing was loosened.
    pub by: String,
    /// Since when.
    pub at: u64,
    /// What the file says since, if that waits for a person.
    pub waiting: Option<Waiting>,
}

impl From<Accepted> for SettingsView {
    fn from(a: Accepted) -> Self {
        let Accepted { id, digest, text, by, at, waiting } = a;
        Self { name: id, digest, text, by, at, waiting }
    }
}

impl Op for SettingsLoad {
    const NAME: &'static str = "settings.load";
    const DOC: &'static str = "Load a changed settings file, or hold it for a person";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/settings/load";
    const CLI: &'static str = "";
    type Input = LoadInput;
    type Output = SettingsView;

    fn run(&self, tx: &mut Tx<'_>, input: &LoadInput) -> Result<SettingsView> {
        let digest = digest(&input.text);
        let now = tx.now();
        let old = tx.get::<Accepted>(&input.name)?;
        // A change that loosens nothing of one policy may loosen another, which a person has accepted since.
        if old.as_ref().is_some_and(|old| input.over.as_ref() != Some(&old.digest)) {
            return Err(Error::conflict(say!("op-other-settings")).hint(say!("op-hint-compare")));
        }
        let accepted = match old {
            Some(old) if old.digest == digest && old.waiting.is_none() => return Ok(old.into()),
            Some(old) if old.digest == digest => Accepted { waiting: None, ..old },
            Some(old) if old.waiting.as_ref().is_some_and(|w| w.digest == digest) => return Ok(old.into()),
            Some(old) if !input.loosens.is_empty() => {
                let (text, loosens) = (input.text.clone(), input.loosens.clone());
                Accepted { waiting: Some(Waiting { digest, text, since: now, loosens }), ..old }
            }
            // The first settings of this home: there is nothing to loosen.
            _ => Accepted {
                id: input.name.clone(),
                digest,
                text: input.text.clone(),
                by: tx.actor().to_string(),
                at: now,
                waiting: None,
            },
        };
        tx.put(&accepted)?;
        Ok(accepted.into())
    }
}

/// Returns the digest of a settings file.
pub fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Shows the settings in force, and pending ones.
pub struct SettingsShow;

/// All settings files that were ever seen.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SettingsList {
    /// By name.
    pub settings: Vec<SettingsView>,
}

impl Op for SettingsShow {
    const NAME: &'static str = "settings.show";
    const DOC: &'static str = "Show the settings in force, and changes that wait for you";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person, ActorKind::System];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/settings";
    const CLI: &'static str = "policy changes";
    type Input = crate::authority::operations::Nothing;
    type Output = SettingsList;

    fn run(&self, tx: &mut Tx<'_>, _input: &Self::Input) -> Result<SettingsList> {
        let all: Vec<Accepted> = tx.list(&Scan::prefix(Accepted::KIND.name, "settings.name", ""))?;
        Ok(SettingsList { settings: all.into_iter().map(SettingsView::from).collect() })
    }
}

/// Accepts the current content of a settings file.
pub struct SettingsAccept;

/// The change.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptInput {
    /// The digest of the change, or a prefix: only what was shown is accepted.
    #[schemars(length(min = DIGEST_LEAST))]
    pub digest: String,
    /// The caller's signature, if they have a passkey, over the whole digest: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

impl Op for SettingsAccept {
    const NAME: &'static str = "settings.accept";
    const DOC: &'static str = "Accept a change of the settings that loosens something";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/settings/accept";
    const CLI: &'static str = "policy accept {digest}";
    type Input = AcceptInput;
    type Output = SettingsView;

    fn run(&self, tx: &mut Tx<'_>, input: &AcceptInput) -> Result<SettingsView> {
        let given = input.digest.trim();
        if given.chars().count() < DIGEST_LEAST {
            return Err(Error::invalid(say!("op-half-digest-text")).hint(say!("op-hint-changes-shows-it")));
        }
        let all: Vec<Accepted> = tx.list(&Scan::prefix(Accepted::KIND.name, "settings.name", ""))?;
        let fits = |w: &Waiting| w.digest.starts_with(given);
        let Some(old) = all.into_iter().find(|a| a.waiting.as_ref().is_some_and(fits)) else {
            return Err(Error::not_found(say!("op-no-settings-wait", digest = given))
                .hint(say!("op-hint-changes-shows-waits")));
        };
        live::vouch(tx, input.assertion.as_ref())?;
        let Waiting { digest, text, .. } = old.waiting.unwrap_or_default();
        // Otherwise one of two changes with the same prefix could be signed and the other put in force.
        if input.assertion.is_some() && given != digest {
            return Err(Error::refused(say!("op-signed-whole-digest")).hint(digest));
        }
        let (by, at) = (tx.actor().to_string(), tx.now());
        let accepted = Accepted { digest, text, by, at, waiting: None, ..old };
        tx.put(&accepted)?;
        Ok(accepted.into())
    }
}
