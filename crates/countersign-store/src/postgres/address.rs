//! The address of a store: `postgres://ana@db.example/countersign?team=tools`.

use std::{net::IpAddr, path::PathBuf, str::FromStr as _, time::Duration};

use countersign_kernel::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use tokio_postgres::{
    Config, NoTls,
    config::{Host, SslMode},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::client::{Client, Heard};

/// How long a connection may take.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// After how long without an answer a connection counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(30);
/// How long an answer may take, in seconds, unless the address says otherwise.
const PATIENCE_S: u64 = 30;
/// The longest name of a team: PostgreSQL cuts longer names of schemas.
const NAME_MOST: usize = 40;

/// Where a store is, and whose.
#[derive(Clone)]
pub struct Address {
    config: Config,
    schema: String,
    /// A file with the certificates that are trusted instead of this machine's.
    roots: Option<PathBuf>,
    is_encrypted: bool,
    patience: Duration,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::fmt::Display for Address {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            Host::Unix(folder) => folder.display().to_string(),
        });
        let hosts = hosts.collect::<Vec<_>>().join(",");
        write!(f, "postgres://{hosts}/{}", self.config.get_dbname().unwrap_or_default())?;
        match self.schema.strip_prefix("countersign_") {
            Some(team) => write!(f, "?team={team}"),
            None => Ok(()),
        }
    }
}

impl Address {
    /// Whether a text is meant as an address of PostgreSQL.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Reads an address. Besides what PostgreSQL's own programs understand there are `team` and
    /// `timeout`, how many seconds an answer may take. What leaves this machine is
    /// encrypted, and the server must prove its name, unless `sslmode=disable` says otherwise.
    pub fn parse(text: &str) -> Result<Self> {
        let (place, query) = text.split_once('?').unwrap_or((text, ""));
        let (mut team, mut roots, mut mode, mut patience, mut rest) =
            (None, None, None, PATIENCE_S, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=').unwrap_or((pair, "")) {
                ("team", name) => team = Some(name),
                ("sslrootcert", path) => roots = Some(decoded(path)?),
                ("sslmode", word) => mode = Some(word),
                ("timeout", seconds) => {
                    patience = seconds.parse().ok().filter(|s| (1..=600).contains(s)).ok_or_else(invalid)?;
                }
                _ => rest.push(pair),
            }
        }
        // A password may be in it: the error does not repeat it.
        let mut config =
            Config::from_str(&format!("{place}?{}", rest.join("&"))).map_err(|e| invalid().because(e))?;
        config.application_name("countersign").connect_timeout(CONNECT_TIME).tcp_user_timeout(LOST_AFTER);
        if config.get_dbname().is_none() || config.get_hosts().is_empty() {
            return Err(invalid());
        }
        let is_encrypted = match mode {
            Some("disable") => false,
            Some("require" | "verify-ca" | "verify-full") => true,
            None | Some("prefer") => {
                let by_address = config.get_hostaddrs().iter().all(IpAddr::is_loopback);
                !(by_address && config.get_hosts().iter().all(is_local))
            }
            Some(other) => {
                return Err(Error::invalid(say!("problem-store-address-mode", mode = other))
                    .hint(say!("problem-store-address-hint")));
            }
        };
        config.ssl_mode(if is_encrypted { SslMode::Require } else { SslMode::Disable });
        let schema = team.map_or(Ok("countersign".to_owned()), schema_of)?;
        Ok(Self { config, schema, roots, is_encrypted, patience: Duration::from_secs(patience) })
    }

    /// Whether a password is in it.
    pub fn has_password(&self) -> bool {
        self.config.get_password().is_some()
    }

    /// Returns the same place for another team.
    pub fn of_team(&self, team: &str) -> Result<Self> {
        Ok(Self { schema: schema_of(team)?, ..self.clone() })
    }

    /// The schema of the team; a plain name, which needs no quotes.
    pub(super) fn schema(&self) -> &str {
        &self.schema
    }

    /// Connects.
    pub(super) fn connect(&self) -> Result<Client> {
        self.connect_hearing(None)
    }

    /// Connects; `heard` is called for each notification.
    pub(super) fn connect_hearing(&self, heard: Option<Heard>) -> Result<Client> {
        let (config, patience) = (&self.config, self.patience);
        let connected = match self.is_encrypted {
            true => Client::connect(config, MakeRustlsConnect::new(self.encryption()?), patience, heard),
            false => Client::connect(config, NoTls, patience, heard),
        };
        connected.map_err(|e| {
            let why = e.internal().map_or_else(String::new, |why| format!(": {why}"));
            e.detail(Message::from(format!("{self}{why}")))
        })
    }

    fn encryption(&self) -> Result<ClientConfig> {
        let mut roots = RootCertStore::empty();
        match &self.roots {
            None => {
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            }
            Some(path) => {
                let unusable = || {
                    Error::new(ErrorCode::Store, say!("problem-store-roots", path = path.display()))
                        .hint(say!("problem-store-roots-hint"))
                };
                let found = CertificateDer::pem_file_iter(path).map_err(|e| unusable().because(e))?;
                for certificate in found {
                    let certificate = certificate.map_err(|e| unusable().because(e))?;
                    roots.add(certificate).map_err(|e| unusable().because(e))?;
                }
                if roots.is_empty() {
                    return Err(unusable());
                }
            }
        }
        let builder = ClientConfig::builder_with_provider(ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .map_err(Error::bug)?;
        Ok(builder.with_root_certificates(roots).with_no_client_auth())
    }
}

/// Whether what is sent to a host stays on this machine.
fn is_local(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback()),
    }
}

fn schema_of(team: &str) -> Result<String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if team.is_empty() || team.len() > NAME_MOST || !team.chars().all(is_plain) {
        return Err(Error::invalid(say!("problem-store-team", team))
            .hint(say!("problem-store-team-hint", most = NAME_MOST)));
    }
    Ok(format!("countersign_{team}"))
}

fn decoded(text: &str) -> Result<PathBuf> {
    let text = percent_encoding::percent_decode_str(text).decode_utf8().map_err(|_| invalid())?;
    Ok(PathBuf::from(text.into_owned()))
}

fn invalid() -> Error {
    Error::invalid(say!("problem-store-address")).hint(say!("problem-store-address-hint"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leaves_this_machine_is_encrypted_unless_somebody_says_otherwise() {
        for (text, is_encrypted) in [
            ("postgres://ana@db.example/cs", true),
            ("postgres://ana@db.example/cs?sslmode=prefer", true),
            ("postgres://ana@db.example/cs?sslmode=verify-full", true),
            ("postgres://ana@db.example/cs?sslmode=disable", false),
            ("postgres://ana@localhost,db.example/cs", true),
            ("postgres://ana@localhost/cs?hostaddr=10.0.0.5", true),
            ("postgresql://ana@127.0.0.1/cs", false),
            ("postgres://ana@[::1]:5433/cs", false),
            ("postgres://ana@%2Frun%2Fpostgresql/cs?team=tools", false),
        ] {
            assert_eq!(Address::parse(text).unwrap().is_encrypted, is_encrypted, "{text}");
        }
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        let address = Address::parse("postgres://ana:s3cret@db.example:6432/cs?team=tools").unwrap();
        assert_eq!(format!("{address} {address:?}").matches("s3cret").count(), 0);
        assert_eq!(address.to_string(), "postgres://db.example/cs?team=tools");
        assert_eq!(address.schema(), "countersign_tools");
        assert_eq!(address.of_team("other").unwrap().schema(), "countersign_other");
        let wrong = Address::parse("postgres://ana:s3cret@db.example:port/cs").unwrap_err();
        assert!(!format!("{wrong} {wrong:?}").contains("s3cret"), "{wrong:?}");
    }

    #[test]
    fn a_bad_address_is_refused_with_what_to_write() {
        let long = format!("postgres://h/d?team={}", "x".repeat(NAME_MOST + 1));
        for text in [
            "postgres://",
            "postgres://host",
            "postgres:///d",
            "postgres://h/d?team=",
            "postgres://h/d?team=a-b",
            "postgres://h/d?team=a\"b",
            "postgres://h/d?team=Tools",
            "postgres://h/d?sslmode=maybe",
            "postgres://h/d?wrong=1",
            "postgres://h/d?timeout=0",
            "postgres://h/d?timeout=soon",
            "postgres://h:x/d",
            long.as_str(),
        ] {
            let e = Address::parse(text).unwrap_err();
            assert!(e.code == ErrorCode::Invalid && e.hint.is_some(), "{text}: {e:?}");
        }
    }
}
