//! The OpenID Connect provider of a home: `[sign_in.oidc]` in `config.toml`.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, path::PathBuf};

use countersign_core::{Error, ErrorCode, Result};
use countersign_server::sign_in::{self, Secret};
use countersign_words::say;
use serde::Deserialize;

use super::read_settings;

/// How persons sign in besides tokens and one-time links.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SignIn {
    /// Through an OpenID Connect provider.
    pub oidc: Option<Oidc>,
}

/// The provider, as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Oidc {
    /// What the button calls it.
    name: String,
    /// Its address.
    issuer: String,
    /// Our name there.
    client_id: String,
    /// Our secret there.
    client_secret: Option<String>,
    /// The file with our secret there.
    client_secret_file: Option<PathBuf>,
    /// The address of the desk. Default: the daemon's own.
    url: Option<String>,
    /// The claim with a person's name. Default: `preferred_username`.
    person: Option<String>,
    /// The claim with a person's groups. Default: `groups`.
    groups: Option<String>,
    /// What the provider is asked for besides `openid`. Default: `profile`.
    scopes: Option<Vec<String>>,
    /// The groups whose members may look.
    #[serde(default)]
    viewers: Vec<String>,
    /// The groups whose members may decide.
    #[serde(default)]
    approvers: Vec<String>,
    /// The groups whose members may manage.
    #[serde(default)]
    admins: Vec<String>,
    /// How long a session lasts, in hours. Default: 12.
    hours: Option<u32>,
}

impl Oidc {
    /// Returns the checked settings; `config` is the file that they are in.
    pub fn checked(self, config: &Path) -> Result<sign_in::Oidc> {
        let client_secret = match (self.client_secret, &self.client_secret_file) {
            (Some(_), Some(_)) => {
                return Err(Error::new(ErrorCode::Settings, say!("sign-in-config-secret")));
            }
            (Some(secret), None) => {
                private(config)?;
                Some(secret)
            }
            (None, Some(file)) => {
                private(file)?;
                let said = read_settings(file)?.unwrap_or_default().trim().to_owned();
                if said.is_empty() {
                    return Err(Error::new(
                        ErrorCode::Settings,
                        say!("sign-in-config-empty", field = "client_secret_file"),
                    ));
                }
                Some(said)
            }
            (None, None) => None,
        };
        let text = |given: Option<String>, usual: &str| given.unwrap_or_else(|| usual.to_owned());
        sign_in::Oidc {
            name: self.name,
            issuer: self.issuer,
            client_id: self.client_id,
            client_secret: client_secret.map(Secret),
            url: self.url,
            person: text(self.person, "preferred_username"),
            groups: text(self.groups, "groups"),
            scopes: self.scopes.unwrap_or_else(|| vec!["profile".to_owned()]),
            viewers: self.viewers,
            approvers: self.approvers,
            admins: self.admins,
            hours: self.hours.unwrap_or(12),
        }
        .checked()
    }
}

/// Refuses a file with a secret that others can read.
pub(super) fn private(file: &Path) -> Result<()> {
    let mode = fs::metadata(file).map_or(0, |about| about.permissions().mode() & 0o777);
    if mode & 0o077 == 0 {
        return Ok(());
    }
    let open = say!("command-doctor-open-mode", path = file.display(), mode = format!("{mode:o}"));
    Err(Error::new(ErrorCode::Settings, open).hint(format!("chmod 600 {}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::parse_config;

    const PLAIN: &str = "[sign_in.oidc]\nname = \"Example\"\nissuer = \"https://id.example.com\"\n\
        client_id = \"countersign\"\nviewers = [\"*\"]\n";

    fn read(text: &str, mode: u32) -> Result<sign_in::Oidc> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let config = parse_config(text, &file)?;
        config.sign_in.oidc.clone().unwrap().checked(&file)
    }

    #[test]
    fn few_words_set_a_provider_up_and_a_secret_needs_a_private_file() {
        let oidc = read(PLAIN, 0o644).unwrap();
        assert_eq!(
            (oidc.person.as_str(), oidc.groups.as_str(), oidc.hours),
            ("preferred_username", "groups", 12)
        );
        assert_eq!(oidc.client_secret, None);
        let secret = format!("{PLAIN}client_secret = \"s3cret\"\n");
        assert_eq!(read(&secret, 0o600).unwrap().client_secret, Some(Secret("s3cret".to_owned())));
        assert!(read(&secret, 0o644).unwrap_err().hint.unwrap().contains("chmod 600"));
        let both = format!("{secret}client_secret_file = \"/run/x\"\n");
        assert!(read(&both, 0o600).is_err());
        let missing = format!("{PLAIN}client_secret_file = \"/nowhere/x\"\n");
        assert!(read(&missing, 0o600).is_err(), "no secret is not an empty one");
        assert!(read(&format!("{PLAIN}secret = \"x\"\n"), 0o600).is_err(), "an unknown word");
        assert!(read(&PLAIN.replace("https", "http"), 0o600).is_err());
    }
}
