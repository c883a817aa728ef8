//! The second listener: a person lets phones in this machine's network reach the daemon. The daemon does the listening;
//! these operations say who may ask for it and where, and log it.

// Addresses as values: what listens is the daemon's.
use core::net::IpAddr;

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::operations::Nothing;
use crate::{
    ActorKind, Role,
    error::{Error, Result},
    op::Op,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// Opens it. The daemon listens before it makes this call, so that the log does not tell of a listener that failed.
pub struct ListenerOpen;

/// Where.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListenInput {
    /// An address of this machine in a private network: `192.168.1.5`, never all addresses.
    pub address: String,
}

/// The listener for other machines.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListenOutput {
    /// Whether it is open.
    pub open: bool,
    /// Its URL; only a daemon knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The SHA-256 fingerprint of its certificate, to compare with what the phone shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
}

impl ListenInput {
    /// Returns the address, if it may be opened.
    pub fn ip(&self) -> Result<IpAddr> {
        let given = &self.address;
        let ip = given.parse::<IpAddr>().map_err(|e| {
            Error::invalid(say!("op-listener-no-address", address = given))
                .hint(say!("op-listener-no-address-hint"))
                .because(e)
        })?;
        let ip = ip.to_canonical();
        if is_private(ip) || is_shared(ip) || ip.is_loopback() {
            return Ok(ip);
        }
        Err(Error::invalid(say!("op-listener-not-private", address = ip.to_string()))
            .hint(say!("op-listener-not-private-hint")))
    }
}

/// Returns whether an address is one of a private network (RFC 1918, RFC 4193).
pub fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_private(),
        IpAddr::V6(ip) => ip.is_unique_local(),
    }
}

/// Returns whether it is a shared address (RFC 6598), as private networks over the Internet use: a person may name one,
/// but none is chosen, since a provider's network can use them too.
fn is_shared(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V4(ip) if ip.octets()[0] == 100 && ip.octets()[1] & 0b1100_0000 == 64)
}

impl Op for ListenerOpen {
    const NAME: &'static str = "listener.open";
    const DOC: &'static str = "Let phones in this network reach the daemon, with TLS, until it is closed";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/listener/open";
    const CLI: &'static str = "";
    type Input = ListenInput;
    type Output = ListenOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListenInput) -> Result<ListenOutput> {
        tx.note("listens_at", json!(input.ip()?));
        Ok(ListenOutput { open: true, url: None, fingerprint: None })
    }
}

/// Closes it.
pub struct ListenerClose;

impl Op for ListenerClose {
    const NAME: &'static str = "listener.close";
    const DOC: &'static str = "Close the address at which phones reach the daemon";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/listener/close";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = ListenOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ListenOutput> {
        tx.note("listens_at", json!(null));
        Ok(ListenOutput { open: false, url: None, fingerprint: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_address_of_a_private_network_can_be_opened() {
        let ip = |address: &str| ListenInput { address: address.to_owned() }.ip();
        for private in ["192.168.1.5", "10.0.0.7", "172.16.3.4", "fd00::2", "::ffff:10.0.0.1"] {
            assert!(ip(private).is_ok_and(is_private), "{private}");
        }
        for named in ["127.0.0.2", "100.64.0.1", "100.127.255.1", "::1"] {
            assert!(ip(named).is_ok_and(|ip| !is_private(ip)), "{named}");
        }
        for open in [
            "0.0.0.0",
            "::",
            "::ffff:0.0.0.0",
            "8.8.8.8",
            "172.32.0.1",
            "169.254.1.1",
            "fe80::1",
            "224.0.0.1",
            "100.128.0.1",
            "2001:db8::1",
            "255.255.255.255",
        ] {
            assert!(ip(open).is_err_and(|e| e.hint.is_some()), "{open}");
        }
        for none in ["", "192.168.1.5:4114", "desk.example.com", "192.168.1"] {
            assert!(ip(none).is_err_and(|e| e.hint.is_some()), "{none}");
        }
    }
}
