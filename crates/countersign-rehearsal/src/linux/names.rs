//! The nameserver of a world: gives each name an address of its own and remembers it, so that a later
//! connection to that address is known by name.

use std::{
    collections::BTreeMap,
    fs,
    net::{IpAddr, Ipv4Addr, UdpSocket},
};

use super::reach::Listed;
use crate::Network;

/// First address to give out: from a range reserved for benchmarks (198.18.0.0/15), which no host has.
const FIRST: u32 = 0xc612_0001;
/// Maximum number of names with an address; others do not exist.
const MOST: usize = 100_000;
/// Maximum number of queries to answer in one turn.
const AT_ONCE: usize = 64;
/// Longer names are invalid.
const LONGEST: usize = 253;
const HEADER: usize = 12;
const TYPE_A: u16 = 1;
const CLASS_IN: u16 = 1;
const NO_SUCH_NAME: u8 = 3;
const NOT_UNDERSTOOD: u8 = 1;

/// The names that were looked up.
#[derive(Debug)]
pub struct Names {
    listed: Listed,
    host: String,
    by_name: BTreeMap<String, usize>,
    asked: Vec<Asked>,
}

#[derive(Debug)]
struct Asked {
    name: String,
    /// Whether a connection to it was attempted or is allowed; it is then reported as that, not as a lookup.
    told: bool,
}

/// A question: the name, its type, and the offset of its end in the message.
#[derive(Debug, PartialEq, Eq)]
struct Question {
    name: String,
    kind: u16,
    class: u16,
    end: usize,
}

impl Names {
    /// Creates one without names.
    pub fn new(network: &Network) -> Self {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host = host.trim().to_ascii_lowercase();
        Self { listed: Listed::new(network), host, by_name: BTreeMap::new(), asked: Vec::new() }
    }

    /// Answers the pending queries of a non-blocking socket, up to a limit per call.
    pub fn answer(&mut self, socket: &UdpSocket) {
        let mut bytes = [0; 1500];
        for _ in 0..AT_ONCE {
            let Ok((length, from)) = socket.recv_from(&mut bytes) else { return };
            if let Some(reply) = self.reply(&bytes[..length]) {
                // The client may be gone.
                let _ = socket.send_to(&reply, from);
            }
        }
    }

    /// Returns the name that an address was given to, and marks it as connected to.
    pub fn name_of(&mut self, address: IpAddr) -> Option<&str> {
        let IpAddr::V4(address) = address else { return None };
        let n = u32::from(address).checked_sub(FIRST)? as usize;
        let asked = self.asked.get_mut(n)?;
        asked.told = true;
        Some(&asked.name)
    }

    /// Returns the names that were looked up but not connected to.
    pub fn only_asked(&self) -> Vec<String> {
        self.asked.iter().filter(|asked| !asked.told).map(|asked| asked.name.clone()).collect()
    }

    fn reply(&mut self, message: &[u8]) -> Option<Vec<u8>> {
        // Replies are not answered.
        if message.len() < HEADER || message[2] & 0x80 != 0 {
            return None;
        }
        let Some(question) = question(message) else {
            return Some(reply(message, HEADER, NOT_UNDERSTOOD, None));
        };
        let found = self.address(&question);
        let code = if found.is_none() { NO_SUCH_NAME } else { 0 };
        let wanted = question.kind == TYPE_A && question.class == CLASS_IN;
        Some(reply(message, question.end, code, found.filter(|_| wanted)))
    }

    fn address(&mut self, question: &Question) -> Option<Ipv4Addr> {
        let name = question.name.as_str();
        let local = name == "localhost" || name.ends_with(".localhost") || name == self.host;
        if local || name.is_empty() {
            return Some(Ipv4Addr::LOCALHOST);
        }
        // Reverse lookup: our addresses have no names, and others cannot be asked for.
        if let Some(address) = name.strip_suffix(".in-addr.arpa") {
            // A server looks up the address that it is bound to: `0.0.0.0` or one of loopback.
            if !address.ends_with(".127") && address != "127" && address != "0.0.0.0" {
                self.note(name);
            }
            return None;
        }
        if name.ends_with(".ip6.arpa") {
            return None;
        }
        let n = self.note(name)?;
        Some(Ipv4Addr::from(FIRST + u32::try_from(n).ok()?))
    }

    fn note(&mut self, name: &str) -> Option<usize> {
        if let Some(n) = self.by_name.get(name) {
            return Some(*n);
        }
        if self.asked.len() >= MOST {
            return None;
        }
        let told = self.listed.name(name);
        self.asked.push(Asked { name: name.to_owned(), told });
        self.by_name.insert(name.to_owned(), self.asked.len() - 1);
        Some(self.asked.len() - 1)
    }
}

/// Returns the single question of a message.
fn question(message: &[u8]) -> Option<Question> {
    let mut name = String::new();
    let mut at = HEADER;
    loop {
        let length = usize::from(*message.get(at)?);
        at += 1;
        match length {
            0 => break,
            1..=63 => {
                let label = message.get(at..at + length)?;
                at += length;
                if !name.is_empty() {
                    name.push('.');
                }
                name.extend(label.iter().map(|byte| match byte {
                    b'!'..=b'~' => byte.to_ascii_lowercase() as char,
                    _ => '?',
                }));
            }
            // A question needs no compression pointers.
            _ => return None,
        }
        if name.len() > LONGEST {
            return None;
        }
    }
    let word = |at: usize| Some(u16::from_be_bytes([*message.get(at)?, *message.get(at + 1)?]));
    Some(Question { name, kind: word(at)?, class: word(at + 2)?, end: at + 4 })
}

/// Builds a reply that repeats the question, with the address if there is one.
fn reply(message: &[u8], end: usize, code: u8, address: Option<Ipv4Addr>) -> Vec<u8> {
    let mut all = message[..end].to_vec();
    // Authoritative reply with the same opcode; recursion available, and desired if it was requested.
    all[2] = 0x84 | (message[2] & 0x79);
    all[3] = 0x80 | code;
    let questions = u16::from(end > HEADER).to_be_bytes();
    let answers = u16::from(address.is_some()).to_be_bytes();
    all[4..HEADER].copy_from_slice(&[questions[0], questions[1], answers[0], answers[1], 0, 0, 0, 0]);
    if let Some(address) = address {
        all.extend([0xc0, HEADER as u8, 0, TYPE_A as u8, 0, CLASS_IN as u8, 0, 0, 0, 60, 0, 4]);
        all.extend(address.octets());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, kind: u16) -> Vec<u8> {
        let mut message = vec![7, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        for label in name.split('.').filter(|label| !label.is_empty()) {
            message.push(label.len() as u8);
            message.extend(label.bytes());
        }
        message.push(0);
        message.extend(kind.to_be_bytes());
        message.extend(CLASS_IN.to_be_bytes());
        message
    }

    fn names(hosts: &[&str]) -> Names {
        Names::new(&Network::Hosts(hosts.iter().map(|h| (*h).to_owned()).collect()))
    }

    #[test]
    fn each_name_has_an_address_of_its_own_and_is_known_by_it() {
        let mut names = names(&["good.example"]);
        for (name, last) in
            [("Example.com", 1), ("other.example", 2), ("example.com", 1), ("good.example", 3)]
        {
            let reply = names.reply(&ask(name, TYPE_A)).unwrap();
            assert_eq!(reply[..2], [7, 7]);
            assert_eq!(reply[6..8], [0, 1], "one answer");
            assert_eq!(reply[reply.len() - 4..], [198, 18, 0, last], "{name}");
        }
        assert_eq!(names.only_asked(), ["example.com", "other.example"], "what is listed may be asked for");
        assert_eq!(names.name_of("198.18.0.2".parse().unwrap()), Some("other.example"));
        assert_eq!(names.name_of("198.18.0.9".parse().unwrap()), None);
        assert_eq!(names.name_of("8.8.8.8".parse().unwrap()), None);
        assert_eq!(names.only_asked(), ["example.com"]);
    }

    #[test]
    fn other_questions_are_noted_and_answered_with_nothing() {
        let mut names = names(&[]);
        let reply = names.reply(&ask("a.example", 28)).unwrap();
        assert_eq!((reply[3] & 0xf, &reply[6..8]), (0, &[0, 0][..]));
        let reply = names.reply(&ask("4.3.2.1.in-addr.arpa", 12)).unwrap();
        assert_eq!(reply[3] & 0xf, NO_SUCH_NAME);
        assert_eq!(names.only_asked(), ["a.example", "4.3.2.1.in-addr.arpa"]);
    }

    #[test]
    fn one_self_is_local_and_nothing_is_told_of_it() {
        let mut names = names(&[]);
        for (name, kind) in
            [("localhost", TYPE_A), ("1.0.0.127.in-addr.arpa", 12), ("0.0.0.0.in-addr.arpa", 12)]
        {
            names.reply(&ask(name, kind)).unwrap();
        }
        assert_eq!(names.only_asked(), [""; 0]);
    }

    #[test]
    fn nonsense_is_refused_and_replies_are_not_answered() {
        let mut names = names(&[]);
        let mut message = ask("a.example", 1);
        message[HEADER] = 0xc0;
        assert_eq!(names.reply(&message).unwrap()[3] & 0xf, NOT_UNDERSTOOD);
        assert_eq!(names.reply(&message[..5]), None);
        message[2] |= 0x80;
        assert_eq!(names.reply(&message), None);
        for end in HEADER..message.len() {
            let mut cut = ask("a.example", 1);
            cut.truncate(end);
            assert_eq!(names.reply(&cut).unwrap()[3] & 0xf, NOT_UNDERSTOOD);
        }
    }
}
