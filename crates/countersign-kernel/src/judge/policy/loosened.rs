//! Whether one policy permits something that another does not. Only clearly stricter or cosmetic changes
//! count as not loosening; everything else needs a person's approval.

use countersign_words::{Message, say};
use serde_json::json;

use super::{Class, Mode, Policy, Rule, Then, ToolEntry, Trust};
use crate::judge::confidence::THRESHOLD;

impl Policy {
    /// Describes what `new` loosens; empty if nothing.
    pub fn loosened(&self, new: &Self) -> Vec<Message> {
        let mut what = Vec::new();
        if new.mode() != self.mode() && new.mode() != Mode::Manual {
            what.push(say!("judge-looser-mode", new = json!(new.mode()), old = json!(self.mode())));
        }
        let number = |p: &Self| p.confidence_threshold().unwrap_or(THRESHOLD);
        if number(new) < number(self) {
            what.push(say!("judge-looser-confidence", new = number(new), old = number(self)));
        }
        if new.checks() != self.checks() {
            what.push(say!("judge-looser-checks"));
        }
        let added = |new: &[String], old: &[String]| -> Vec<String> {
            new.iter().filter(|n| !old.contains(n)).cloned().collect()
        };
        let hosts = added(new.hosts(), self.hosts()).into_iter();
        what.extend(hosts.map(|h| say!("judge-looser-host", host = h)));
        let scratch = added(new.scratch(), self.scratch()).into_iter();
        what.extend(scratch.map(|p| say!("judge-looser-scratch", path = p)));
        self.rehearsal().loosened(new.rehearsal(), &mut what);
        let is_new = |trust: &&Trust| !self.trust().iter().any(|old| trust.is_within(old));
        what.extend(new.trust().iter().filter(is_new).map(|t| say!("judge-looser-trust", folder = t.folder)));
        loosened_tools(self.tools(), new.tools(), &mut what);
        loosened_rules(self.rules(), new.rules(), &mut what);
        if new.hub() > self.hub() {
            what.push(say!("judge-looser-hub", new = new.hub().as_str(), old = self.hub().as_str()));
        }
        // A group that is new is named by new rules only.
        for (name, persons) in self.groups() {
            let now = new.groups().get(name).map(Vec::as_slice).unwrap_or_default();
            let joined = added(now, persons).into_iter();
            what.extend(joined.map(|person| say!("judge-looser-group", person, group = name)));
        }
        what
    }
}

fn loosened_tools(old: &[ToolEntry], new: &[ToolEntry], what: &mut Vec<Message>) {
    let name = |t: &ToolEntry| format!("{}.{}", t.server, t.name);
    for entry in new.iter().filter(|e| !old.contains(e) && !is_strictest(e)) {
        what.push(say!("judge-looser-described", tool = name(entry)));
    }
    let told = |e: &&ToolEntry| new.iter().any(|n| n.server == e.server && n.name == e.name);
    for entry in old.iter().filter(|e| !told(e)) {
        what.push(say!("judge-looser-undescribed", tool = name(entry)));
    }
}

/// Whether an entry does nothing but classify a tool as destructive.
fn is_strictest(entry: &ToolEntry) -> bool {
    let ToolEntry { class, hold, explode, paths, undo, .. } = entry;
    *class == Some(Class::Destructive)
        && hold.is_none()
        && explode.is_none()
        && paths.is_empty()
        && undo.is_none()
}

fn loosened_rules(old: &[Rule], new: &[Rule], what: &mut Vec<Message>) {
    let has = |rules: &[Rule], rule: &Rule| rules.iter().any(|r| json!(r) == json!(rule));
    for rule in new.iter().filter(|r| r.then == Then::Allow && !has(old, r)) {
        what.push(say!("judge-looser-allows", rule = format!("{:?}", rule.name)));
    }
    for rule in old.iter().filter(|r| r.then != Then::Allow && !has(new, r)) {
        what.push(say!("judge-looser-gone", rule = format!("{:?}", rule.name)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::Catalog;

    fn policy(text: &str) -> Policy {
        Policy::parse(&format!("version = 1\n{text}"), &Catalog::new([])).unwrap()
    }

    const TRUST: &str = "[[trust]]\nfolder = \"/w/a\"";
    const ASK: &str = "[[rule]]\nname = \"a\"\ntools = [\"shell.*\"]\nthen = \"ask\"\nalways = true\n";
    const GROUP: &str = "[groups]\ndba = [\"ana\", \"ben\"]";
    const FEW: &str =
        "[[rule]]\nname = \"f\"\ntools = [\"shell.*\"]\nthen = \"ask\"\ndecided_by = [\"@dba\"]\n";
    const ALLOW: &str =
        "[[rule]]\nname = \"b\"\ntools = [\"task.*\"]\nclass = \"mutable\"\nthen = \"allow\"\n";

    #[test]
    fn what_is_stricter_or_the_same_loosens_nothing() {
        for (old, new) in [
            ("", ""),
            ("", "# a remark\nexpire_days = 3\nset_size = 5"),
            ("", "mode = \"manual\""),
            ("hosts = [\"a.example.com\"]\nscratch = [\"target/**\"]", ""),
            ("", ASK),
            (ALLOW, ""),
            ("", GROUP),
            (GROUP, "[groups]\ndba = [\"ana\"]"),
            ("", "[hub]\ndecides = \"reversible\""),
            ("[hub]\ndecides = \"reversible\"", "[hub]\ndecides = \"nothing\""),
            ("", "[[tool]]\nserver = \"x\"\nname = \"y\"\nclass = \"destructive\""),
            ("", "[rehearsal]\nenabled = false\ntimeout_s = 600"),
            (TRUST, ""),
            (TRUST, "[[trust]]\nfolder = \"/w/a\"\nfiles = 5\nagents = [\"x\"]\nuntil = \"2030-01-01\""),
            ("", "[rehearsal]\nnever = [\"make *\"]\ntimeout_s = 5\ndiscard = []"),
        ] {
            assert!(policy(old).loosened(&policy(new)).is_empty(), "{new}");
        }
    }

    #[test]
    fn what_lets_more_pass_is_named() {
        let entry = "[[tool]]\nserver = \"x\"\nname = \"y\"\nclass = \"read\"";
        let weaker = ASK.replace("always = true\n", "");
        for (old, new, word) in [
            ("mode = \"manual\"", "", "mode"),
            ("[rehearsal]\nenabled = false", "", "harmless run"),
            ("", "[rehearsal]\ndiscard = [\"log/**\"]", "log/**"),
            ("", "[rehearsal]\ncaches = [\".tool/cache\"]", ".tool/cache"),
            ("", "[rehearsal]\nbuilds = [\"generated\"]", "generated"),
            ("", "[rehearsal.registries]\nnpm = [\"npm.corp.example\"]", "npm.corp.example"),
            ("", "[rehearsal]\ncache_mb = 9000", "take more"),
            ("[rehearsal]\nnever = [\"make *\"]", "", "make *"),
            ("", "[rehearsal]\nmemory_mb = 8000", "take more"),
            ("", TRUST, "/w/a"),
            (TRUST, "[[trust]]\nfolder = \"/w/a\"\nfiles = 200", "/w/a"),
            (TRUST, "[[trust]]\nfolder = \"/w/b\"", "/w/b"),
            ("[[trust]]\nfolder = \"/w/a\"\nuntil = \"2030-01-01\"", TRUST, "/w/a"),
            ("[[trust]]\nfolder = \"/w/a\"\nbranches = [\"dev\"]", TRUST, "/w/a"),
            ("", "hosts = [\"a.example.com\"]", "a.example.com"),
            ("", "scratch = [\"target/**\"]", "target/**"),
            (GROUP, "[groups]\ndba = [\"ana\", \"ben\", \"eve\"]", "eve"),
            ("[hub]\ndecides = \"nothing\"", "[hub]\ndecides = \"reversible\"", "reversible"),
            ("[hub]\ndecides = \"reversible\"", "", "all"),
            (&format!("{GROUP}\n{FEW}"), &format!("{GROUP}\n{}", FEW.replace("@dba", "eve")), "\"f\""),
            ("", ALLOW, "\"b\""),
            (ASK, "", "\"a\""),
            (ASK, weaker.as_str(), "\"a\""),
            ("", entry, "x.y"),
            ("[[tool]]\nserver = \"x\"\nname = \"y\"\nclass = \"destructive\"", "", "x.y"),
            ("[[tool]]\nserver = \"x\"\nname = \"y\"\nclass = \"destructive\"", entry, "x.y"),
        ] {
            let what = policy(old).loosened(&policy(new));
            assert!(what.len() == 1 && what[0].contains(word), "{new}: {what:?}");
        }
    }
}
