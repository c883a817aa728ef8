//! Resolves paths, and decides which of them are protected.

mod protect;
mod secret;

pub use protect::{is_plain_name, is_secret_folder, may_hold_secrets, reading, writing};
pub use secret::secret_variable;

use countersign_words::{Message, say};

use crate::{
    facts::Effect,
    walk::Walk,
    word::{Piece, Word},
};

/// Resolves a path: absolute, without `.`, `..` and detours through `/proc`; None if the folder it starts
/// from is not known. Does not follow links: that needs the file system.
pub fn resolve(cwd: Option<&str>, home: Option<&str>, text: &str) -> Option<String> {
    let from_home = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let mut parts = Parts::default();
    match (from_home, home) {
        (Some(rest), Some(home)) if home.starts_with('/') => {
            parts.walk(home, cwd)?;
            parts.walk(rest, cwd)?;
        }
        (Some(_), _) => return None,
        (None, _) if text.starts_with('/') => parts.walk(text, cwd)?,
        (None, _) => {
            parts.walk(cwd.filter(|cwd| cwd.starts_with('/')).filter(|_| !text.is_empty())?, None)?;
            parts.walk(text, cwd)?;
        }
    }
    Some(format!("/{}", parts.0.join("/")))
}

/// Returns the path of a file URL: `file:///a%20b`, `FILE://localhost/a`, `file:/a`.
pub fn of_file_url(text: &str) -> Option<String> {
    let text = text.trim();
    let scheme = ["fileb:", "file:"]
        .into_iter()
        .find(|s| text.get(..s.len()).is_some_and(|t| t.eq_ignore_ascii_case(s)))?;
    let rest = text.get(scheme.len()..)?;
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or(rest),
        None => rest,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    Some(percent_encoding::percent_decode_str(path).decode_utf8_lossy().into_owned())
}

/// The components of an absolute path.
#[derive(Default)]
struct Parts<'a>(Vec<&'a str>);

impl<'a> Parts<'a> {
    /// Appends `path`; None if that leads to an unknown folder.
    fn walk(&mut self, path: &'a str, cwd: Option<&'a str>) -> Option<()> {
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    self.0.pop();
                }
                part => {
                    self.0.push(part);
                    self.leave_proc(cwd)?;
                }
            }
        }
        Some(())
    }

    /// Resolves `/proc/self/root` and `/proc/self/cwd`, which are other names for folders.
    fn leave_proc(&mut self, cwd: Option<&'a str>) -> Option<()> {
        let process = |p: &str| p == "self" || p == "thread-self" || p.bytes().all(|b| b.is_ascii_digit());
        let link = match self.0.as_slice() {
            ["proc", p, link] if process(p) => *link,
            ["proc", p, "task", t, link] if process(p) && process(t) => *link,
            _ => return Some(()),
        };
        match link {
            "root" => self.0.clear(),
            "cwd" => {
                self.0.clear();
                self.walk(cwd?, None)?;
            }
            _ => {}
        }
        Some(())
    }
}

/// Notes an effect on a path, and whether the path is protected.
pub(crate) fn note(walk: &mut Walk<'_>, effect: Effect, word: &Word, reason: Message) {
    let by_name = effect == Effect::Execute && !word.shown().contains('/');
    // A program without a folder is found by PATH.
    let target = if by_name { word.shown() } else { target(walk, word) };
    let changes = !matches!(effect, Effect::Read | Effect::Execute | Effect::Send);
    if effect == Effect::Read && word.known().as_deref() == Some("-") {
        return;
    }
    if effect != Effect::Delete
        && let Some(device) = device(&target)
    {
        return note_device(walk, effect, device, &target, word, reason);
    }
    let reason = if effect == Effect::Delete { whole(walk, &target, reason) } else { reason };
    walk.note_on(effect, target.as_str(), reason, word.span);
    let cwd = walk.scope.cwd.as_deref();
    let why = match effect {
        Effect::Read => protect::reading_word(cwd, &target, word),
        _ if changes => protect::writing_word(cwd, &target, word),
        _ => None,
    };
    if let Some(why) = why {
        let reason = if changes { why.changed() } else { why.read() };
        walk.note_on(Effect::Protected, target, reason, word.span);
    }
}

/// Returns the path as far as known: resolved, or as written.
fn target(walk: &Walk<'_>, word: &Word) -> String {
    let shown = word.shown();
    let certain = match word.pieces.first() {
        Some(Piece::Text(text)) => !text.starts_with('~') || walk.setting.home.is_some(),
        Some(Piece::Glob(_)) => true,
        Some(Piece::Unknown(_)) | None => false,
    };
    // The word was already expanded: a remaining tilde is literal.
    let literal = if shown.starts_with('~') { format!("./{shown}") } else { shown.clone() };
    let other_home = shown.starts_with('~') && shown.chars().nth(1).is_some_and(|c| c.is_alphanumeric());
    if !certain || other_home {
        return shown;
    }
    let folder = shown.ends_with('/') && word.known().is_none();
    match resolve(walk.scope.cwd.as_deref(), None, &literal) {
        Some(path) if folder && path != "/" => format!("{path}/"),
        Some(path) => path,
        None => shown,
    }
}

/// Returns the reason for a deletion, with how much it affects if that is not obvious.
fn whole(walk: &Walk<'_>, target: &str, said: Message) -> Message {
    let base = target.strip_suffix("/*").or_else(|| target.strip_suffix("/.*")).unwrap_or(target);
    let base = if base.len() > 1 { base.trim_end_matches('/') } else { base };
    let within = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let home = walk.setting.home.as_deref().map(|home| home.trim_end_matches('/'));
    let cwd = walk.scope.cwd.as_deref();
    if base.is_empty() || base == "/" {
        say!("analysis-that-is-everything-there-is", said)
    } else if Some(base) == home || matches!(base, "~" | "$HOME" | "${HOME}") {
        say!("analysis-that-is-the-whole-home-folder", said)
    } else if cwd == Some(base) || matches!(base, "." | "*") {
        say!("analysis-that-is-the-whole-working-folder", said)
    } else if cwd.is_some_and(|cwd| within(base, cwd)) || base == ".." {
        say!("analysis-the-working-folder-stands-in-it", said)
    } else if home.is_some_and(|home| within(base, home)) {
        say!("analysis-the-home-folder-stands-in-it", said)
    } else {
        said
    }
}

/// A path that is not a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Device {
    /// Discards everything, or is the call's own input and output.
    Harmless,
    /// A disk, memory or other hardware.
    Raw,
    /// A setting of the running kernel.
    Kernel,
    /// Stops the machine at once.
    Stop,
    /// A network connection of bash.
    Net,
}

fn device(path: &str) -> Option<Device> {
    const HARMLESS: &[&str] =
        &["null", "zero", "full", "random", "urandom", "stdin", "stdout", "stderr", "tty", "console"];
    const FILES: &[&str] = &["pts", "shm", "mqueue", "hugepages", "ptmx", "kmsg", "log"];
    if path == "/proc/sysrq-trigger" {
        return Some(Device::Stop);
    }
    let own = ["/proc/self/fd/", "/proc/thread-self/fd/"].iter().find_map(|p| path.strip_prefix(p));
    if own.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())) {
        return Some(Device::Harmless);
    }
    if path.starts_with("/proc/") || path.starts_with("/sys/") {
        return Some(Device::Kernel);
    }
    let rest = path.strip_prefix("/dev/")?;
    let (first, more) = rest.split_once('/').map_or((rest, None), |(first, more)| (first, Some(more)));
    match (first, more) {
        ("tcp" | "udp", Some(_)) => Some(Device::Net),
        ("fd", Some(n)) if n.bytes().all(|b| b.is_ascii_digit()) => Some(Device::Harmless),
        (name, None) if HARMLESS.contains(&name) => Some(Device::Harmless),
        (name, _) if FILES.contains(&name) || name.starts_with("tty") => None,
        _ => Some(Device::Raw),
    }
}

fn note_device(
    walk: &mut Walk<'_>,
    effect: Effect,
    device: Device,
    target: &str,
    word: &Word,
    reason: Message,
) {
    let reads = matches!(effect, Effect::Read | Effect::Execute | Effect::Send);
    match device {
        Device::Harmless => {}
        Device::Net => {
            let mut parts = target.split('/').skip(3);
            let host = match (parts.next(), parts.next()) {
                (Some(host), Some(port)) => format!("{host}:{port}"),
                (host, _) => host.unwrap_or_default().to_owned(),
            };
            walk.note_on(Effect::Send, host, say!("analysis-connects-to-a-host"), word.span);
            if !reads {
                walk.note(Effect::Change, say!("analysis-sends-data-to-a-host"), word.span);
            }
        }
        _ if reads => {
            walk.note_on(effect, target, reason, word.span);
            if let Some(why) = protect::reading_word(None, target, word) {
                walk.note_on(Effect::Protected, target, why.read(), word.span);
            }
        }
        Device::Raw => {
            walk.note_on(
                Effect::Destroy,
                target,
                say!("analysis-writes-to-the-raw-device", target),
                word.span,
            );
        }
        Device::Stop => {
            walk.note_on(
                Effect::Destroy,
                target,
                say!("analysis-tells-the-kernel-to-act-at-once-as-by"),
                word.span,
            );
        }
        Device::Kernel => {
            walk.note_on(
                Effect::Change,
                target,
                say!("analysis-changes-the-running-kernel", target),
                word.span,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facts::{Class, Facts, Span},
        walk::Setting,
        word::Unknown,
    };

    fn noted(effect: Effect, word: &Word) -> Facts {
        let setting = Setting {
            cwd: Some("/home/ana/project".into()),
            home: Some("/home/ana".into()),
            ..Setting::default()
        };
        let mut walk = Walk::new(&setting);
        note(&mut walk, effect, word, "touches a file".into());
        walk.facts
    }

    fn known(text: &str) -> Word {
        Word::known_as(text, Span::default())
    }

    fn unknown(shown: &str) -> Piece {
        Piece::Unknown(Unknown::anything(shown))
    }

    fn word(pieces: Vec<Piece>) -> Word {
        Word { pieces, span: Span::default() }
    }

    #[test]
    fn paths_are_resolved_without_looking() {
        let at = |text| resolve(Some("/w/a"), Some("/home/ana"), text);
        for (text, path) in [
            ("x", "/w/a/x"),
            ("./x/./y/", "/w/a/x/y"),
            ("../../../x", "/x"),
            ("//etc///passwd", "/etc/passwd"),
            ("/", "/"),
            (".", "/w/a"),
            ("~", "/home/ana"),
            ("~/.ssh/../x", "/home/ana/x"),
            ("~bob/x", "/w/a/~bob/x"),
            ("/proc/self/root/etc/shadow", "/etc/shadow"),
            ("/proc/1/root/proc/self/root/x", "/x"),
            ("/proc/self/task/5/root/x", "/x"),
            ("/proc/self/cwd/x", "/w/a/x"),
            ("/proc/self/status", "/proc/self/status"),
        ] {
            assert_eq!(at(text).as_deref(), Some(path), "{text}");
        }
        assert_eq!(at(""), None);
        assert_eq!(resolve(None, None, "x"), None);
        assert_eq!(resolve(Some("relative"), None, "x"), None);
        assert_eq!(resolve(None, None, "~/x"), None);
        assert_eq!(resolve(None, None, "/proc/self/cwd/x"), None);
        assert_eq!(resolve(None, None, "/x/..").as_deref(), Some("/"));
    }

    #[test]
    fn targets_are_resolved_and_what_is_not_known_stays_as_written() {
        assert_eq!(noted(Effect::Read, &known("../x")).reads, ["/home/ana/x"]);
        let pattern =
            word(vec![Piece::Text("src/".into()), Piece::Glob("*".into()), Piece::Text(".rs".into())]);
        assert_eq!(noted(Effect::Read, &pattern).reads, ["/home/ana/project/src/*.rs"]);
        let open = word(vec![unknown("$d"), Piece::Text("/x".into())]);
        assert_eq!(noted(Effect::Delete, &open).deletes, ["$d/x"]);
        assert!(noted(Effect::Read, &known("-")).findings.is_empty());
        assert_eq!(noted(Effect::Read, &known("~bob/x")).reads, ["~bob/x"]);
        assert_eq!(noted(Effect::Execute, &known("make")).executes, ["make"]);
        assert_eq!(noted(Effect::Execute, &known("./x.sh")).executes, ["/home/ana/project/x.sh"]);
    }

    #[test]
    fn a5_addresses_of_files_name_their_paths() {
        for (url, path) in [
            ("file:///etc/shadow", "/etc/shadow"),
            ("FILE:///etc/shadow", "/etc/shadow"),
            ("file://localhost/etc/shadow", "/etc/shadow"),
            ("file:/etc/shadow", "/etc/shadow"),
            ("file:///etc/%73hado%77", "/etc/shadow"),
            ("file:///w/a%20b?x#y", "/w/a b"),
            ("file:///w/%zz%e9%", "/w/%zz\u{fffd}%"),
            ("file:.env", ".env"),
        ] {
            assert_eq!(of_file_url(url).as_deref(), Some(path), "{url}");
        }
        for url in ["https://example.com/file:/x", "files://x", "/etc/file:", ""] {
            assert_eq!(of_file_url(url), None, "{url}");
        }
    }

    #[test]
    fn devices_are_told_from_files() {
        for path in
            ["/dev/null", "/dev/stdout", "/dev/fd/3", "/proc/self/fd/1", "/dev/tty", "/dev/../dev/null"]
        {
            assert!(noted(Effect::Write, &known(path)).findings.is_empty(), "{path}");
            assert!(noted(Effect::Read, &known(path)).findings.is_empty(), "{path}");
            assert_eq!(noted(Effect::Delete, &known(path)).class(), Class::Destructive, "{path}");
        }
        for path in [
            "/dev/sda",
            "/dev/nvme0n1",
            "/dev/mapper/x",
            "/dev/mem",
            "/dev/disk/by-id/y",
            "/proc/sysrq-trigger",
        ] {
            assert_eq!(noted(Effect::Write, &known(path)).class(), Class::Destructive, "{path}");
            assert_eq!(noted(Effect::Read, &known(path)).class(), Class::Read, "{path}");
        }
        for path in ["/proc/sys/vm/drop_caches", "/sys/class/leds/x", "/dev/shm/x", "/dev/pts/1"] {
            assert_eq!(noted(Effect::Write, &known(path)).class(), Class::Mutable, "{path}");
        }
        let pattern = word(vec![Piece::Text("/dev/sd".into()), Piece::Glob("*".into())]);
        assert_eq!(noted(Effect::Write, &pattern).class(), Class::Destructive);
        let sent = noted(Effect::Write, &known("/dev/tcp/evil.example/443"));
        assert_eq!((sent.hosts, sent.writes), (vec!["evil.example:443".to_owned()], Vec::<String>::new()));
    }

    #[test]
    fn deleting_more_than_it_looks_is_said() {
        for (text, whole) in [
            ("/", "the whole file system"),
            ("/home/ana", "the whole home folder"),
            ("../", "the whole home folder"),
            (".", "the whole working folder"),
            ("/home", "folder is in it"),
        ] {
            let facts = noted(Effect::Delete, &known(text));
            assert!(facts.findings[0].reason.contains(whole), "{text}: {:?}", facts.findings);
        }
        for (start, whole) in
            [("/", "whole file system"), ("/home/ana/", "home folder"), ("", "working folder")]
        {
            let pattern = word(vec![Piece::Text(start.into()), Piece::Glob("*".into())]);
            let facts = noted(Effect::Delete, &pattern);
            assert!(facts.findings[0].reason.contains(whole), "{start}: {:?}", facts.findings);
        }
        assert_eq!(noted(Effect::Delete, &known("build")).findings[0].reason, "touches a file");
        assert_eq!(noted(Effect::Read, &known("/")).findings[0].reason, "touches a file");
    }

    #[test]
    fn a5_what_is_protected_is_noted_also_behind_patterns_and_variables() {
        let text = |t: &str| Piece::Text(t.into());
        let glob = |t: &str| Piece::Glob(t.into());
        for word in [
            known(".env"),
            known("/proc/self/root/etc/shadow"),
            known("x/../.SSH/id_rsa"),
            word(vec![unknown("$HOME"), text("/.ssh/id_rsa")]),
            word(vec![text("~/.ssh/"), glob("*")]),
            word(vec![glob("*"), text(".pem")]),
            word(vec![text(".env"), glob("*")]),
            word(vec![text(".e"), glob("?"), text("v")]),
            word(vec![text("/etc/sh"), glob("*")]),
            word(vec![text("/etc/s"), glob("[h]"), text("adow")]),
            word(vec![text(".env"), unknown("$x")]),
        ] {
            assert!(!noted(Effect::Read, &word).protected.is_empty(), "{word:?}");
        }
        for word in [
            known("src/main.rs"),
            known(".env.example"),
            word(vec![glob("*")]),
            word(vec![glob("*"), text(".json")]),
            word(vec![glob("**"), text("/"), glob("*"), text(".md")]),
            word(vec![text("src/"), glob("*"), text(".rs")]),
            word(vec![unknown("$x")]),
        ] {
            assert!(noted(Effect::Read, &word).protected.is_empty(), "{word:?}");
        }
        let facts = noted(Effect::Write, &known("/home/ana/.bashrc"));
        assert_eq!(facts.protected, ["changes a file that runs at startup: /home/ana/.bashrc"]);
        assert!(noted(Effect::Read, &known("/home/ana/.bashrc")).protected.is_empty());
    }

    #[test]
    fn no_path_makes_it_panic() {
        let pieces = [
            "/", "..", ".", "~", "proc", "self", "root", "cwd", "dev", "tcp", "é", "*", "[", "\\", "", ".env",
        ];
        let mut seed = 3u64;
        for _ in 0..3000 {
            let mut text = String::new();
            let mut word_pieces = Vec::new();
            for _ in 0..8 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let n = (seed >> 33) as usize;
                let piece = pieces[n % pieces.len()];
                text.push_str(piece);
                text.push_str(if n % 5 < 3 { "/" } else { "" });
                word_pieces.push(match n % 3 {
                    0 => Piece::Glob(piece.to_owned()),
                    1 => Piece::Text(piece.to_owned()),
                    _ => unknown(piece),
                });
            }
            if let Some(path) = resolve(Some("/w"), Some("/h"), &text) {
                assert!(path.starts_with('/') && !path.contains("//"), "{text}");
                assert_eq!(resolve(None, None, &path), Some(path.clone()), "{text}");
            }
            for effect in [Effect::Read, Effect::Write, Effect::Delete] {
                noted(effect, &known(&text));
                noted(effect, &word(word_pieces.clone()));
            }
        }
    }
}
