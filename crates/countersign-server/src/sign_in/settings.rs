//! Which provider persons sign in through, and who of them may come in.

use std::fmt;

use countersign_core::{Error, ErrorCode, Result, Role, person::sign_in::MOST_HOURS, webhook::Address};
use countersign_words::say;

/// How a list of groups means everybody.
const EVERYBODY: &str = "*";

/// A secret, which no log shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// The settings of an OpenID Connect provider, checked.
#[derive(Debug, Clone)]
pub struct Oidc {
    /// What the button calls it.
    pub name: String,
    /// The provider, as its tokens name it.
    pub issuer: String,
    /// Our name there.
    pub client_id: String,
    /// Our secret there; `None` for a public client.
    pub client_secret: Option<Secret>,
    /// The address of the desk that the provider sends browsers back to; `None`: the daemon's own.
    pub url: Option<String>,
    /// The claim with a person's name.
    pub person: String,
    /// The claim with a person's groups.
    pub groups: String,
    /// What we ask the provider for.
    pub scopes: Vec<String>,
    /// The groups of the provider whose members may look.
    pub viewers: Vec<String>,
    /// Those whose members may decide.
    pub approvers: Vec<String>,
    /// Those whose members may manage.
    pub admins: Vec<String>,
    /// How long a session lasts, in hours.
    pub hours: u32,
}

impl Oidc {
    /// Refuses settings with which nobody could sign in, or with which a secret would be sent unencrypted.
    pub fn checked(self) -> Result<Self> {
        for (field, value) in [
            ("name", &self.name),
            ("issuer", &self.issuer),
            ("client_id", &self.client_id),
            ("person", &self.person),
            ("groups", &self.groups),
        ] {
            if value.trim().is_empty() {
                return Err(wrong(say!("sign-in-config-empty", field)));
            }
        }
        encrypted("sign_in.oidc.issuer", &self.issuer)?;
        if let Some(url) = &self.url {
            encrypted("sign_in.oidc.url", url)?;
        }
        if !(1..=MOST_HOURS).contains(&self.hours) {
            return Err(wrong(say!("sign-in-config-hours", n = MOST_HOURS)));
        }
        if [&self.viewers, &self.approvers, &self.admins].into_iter().all(Vec::is_empty) {
            return Err(wrong(say!("sign-in-config-nobody")).hint(say!("sign-in-config-nobody-hint")));
        }
        Ok(self)
    }

    /// Returns what a person in these groups may do; `None` if they may not come in.
    pub(super) fn role(&self, groups: &[String]) -> Option<Role> {
        let is_in = |named: &[String]| named.iter().any(|name| name == EVERYBODY || groups.contains(name));
        let roles =
            [(&self.admins, Role::Admin), (&self.approvers, Role::Approver), (&self.viewers, Role::Viewer)];
        roles.into_iter().find(|(named, _)| is_in(named)).map(|(_, role)| role)
    }
}

fn wrong(message: countersign_words::Message) -> Error {
    Error::new(ErrorCode::Settings, message)
}

/// Parses an address that is encrypted, or on this machine.
pub(super) fn encrypted(field: &str, url: &str) -> Result<Address> {
    let address = Address::parse(url)?;
    if !address.tls && !address.is_plainly_local() {
        return Err(wrong(say!("sign-in-config-address", field, value = address.origin()))
            .hint(say!("sign-in-config-address-hint")));
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oidc() -> Oidc {
        let text = str::to_owned;
        Oidc {
            name: text("Example"),
            issuer: text("https://id.example.com"),
            client_id: text("countersign"),
            client_secret: Some(Secret(text("s3cret"))),
            url: None,
            person: text("preferred_username"),
            groups: text("groups"),
            scopes: Vec::new(),
            viewers: Vec::new(),
            approvers: vec![text("dev")],
            admins: vec![text("platform")],
            hours: 12,
        }
    }

    #[test]
    fn a_secret_leaves_the_machine_encrypted_only_and_is_never_printed() {
        assert!(!format!("{:?}", oidc()).contains("s3cret"));
        for (issuer, fits) in [
            ("https://id.example.com/realms/a", true),
            ("http://127.0.0.1:9000", true),
            ("http://localhost:9000", true),
            ("http://id.example.com", false),
            ("http://localhost.example.com", false),
            ("ftp://id.example.com", false),
            ("https://user:pw@id.example.com", false),
            ("", false),
        ] {
            assert_eq!(Oidc { issuer: issuer.to_owned(), ..oidc() }.checked().is_ok(), fits, "{issuer}");
            let url = Some(issuer.to_owned());
            assert_eq!(Oidc { url, ..oidc() }.checked().is_ok(), fits, "{issuer}");
        }
    }

    #[test]
    fn settings_that_let_nobody_in_or_never_end_are_refused() {
        let (approvers, admins) = (Vec::new(), Vec::new());
        assert!(Oidc { approvers, admins, ..oidc() }.checked().is_err());
        assert!(Oidc { hours: 0, ..oidc() }.checked().is_err());
        assert!(Oidc { hours: MOST_HOURS + 1, ..oidc() }.checked().is_err());
        assert!(Oidc { client_id: " ".to_owned(), ..oidc() }.checked().is_err());
    }

    #[test]
    fn the_highest_role_of_a_persons_groups_counts_and_without_one_nobody_comes_in() {
        let of = |groups: &[&str]| oidc().role(&groups.iter().map(|g| (*g).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["dev", "platform"]), Some(Role::Admin));
        assert_eq!(of(&["dev"]), Some(Role::Approver));
        assert_eq!((of(&["*"]), of(&["Dev"]), of(&[])), (None, None, None));
        let open = Oidc { viewers: vec!["*".to_owned()], ..oidc() };
        assert_eq!(open.role(&[]), Some(Role::Viewer));
    }
}
