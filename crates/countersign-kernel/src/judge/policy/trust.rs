//! `[[trust]]`: folders in which changes that can be undone exactly land without asking.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::glob;
use crate::{judge::Facts, tool::TrustGround};

/// A folder that a person trusts, and how far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trust {
    /// The folder, as an absolute path without links.
    pub folder: String,
    /// The agents, as patterns (`claude*`); all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// The git branches, as patterns (`feature/*`); all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<String>,
    /// How many files one call may change.
    pub files: u32,
    /// When it ends, in milliseconds since the epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

impl Trust {
    /// How many files one call may change, if the entry does not say.
    pub const FILES: u32 = 100;
    /// The largest number that can be set. Facts keep the names of more, so none goes unnoticed.
    pub const MAX_FILES: u32 = 500;

    /// Whether a change of `agent` lies within this entry. It says nothing about whether the change can be undone.
    pub fn covers(&self, agent: &str, now_ms: u64, facts: &Facts, ground: &TrustGround) -> bool {
        self.is_for(agent, now_ms) && self.lies_around(facts, ground)
    }

    /// Whether this entry is in force for `agent`.
    pub fn is_for(&self, agent: &str, now_ms: u64) -> bool {
        let is_live = self.until.is_none_or(|until| now_ms < until);
        is_live && (self.agents.is_empty() || self.agents.iter().any(|p| glob::fits(p, agent)))
    }

    /// Whether a change lies within this entry, whoever makes it, and when.
    pub fn lies_around(&self, facts: &Facts, ground: &TrustGround) -> bool {
        self.has_branch(facts, ground) && self.holds(facts, ground)
    }

    /// Whether the branch is a trusted one, and stays so: a change of `HEAD` could lead to another one.
    fn has_branch(&self, facts: &Facts, ground: &TrustGround) -> bool {
        let switches = || facts.writes.iter().any(|path| path.ends_with("/.git/HEAD"));
        self.branches.is_empty()
            || (!switches()
                && ground
                    .branch
                    .as_ref()
                    .is_some_and(|branch| self.branches.iter().any(|p| glob::fits(p, branch))))
    }

    /// Whether it only writes files, or deletes what can be given back, few enough, all of them in this folder and in no
    /// repository or mount below it.
    fn holds(&self, facts: &Facts, ground: &TrustGround) -> bool {
        let changed = || facts.writes.iter().chain(&facts.deletes);
        let only_changes = changed().next().is_some()
            && facts.deletes.iter().all(|path| ground.given_back.contains(path))
            && facts.destroys.is_empty()
            && facts.changes.is_empty()
            && facts.executes.is_empty()
            && facts.protected.is_empty()
            && !facts.sends_out()
            && !facts.opaque
            && !facts.outside
            && !facts.privileged;
        let files = changed().filter(|path| !ground.builds.contains(path));
        let number = files.count().max(facts.hits);
        only_changes
            && u32::try_from(number).is_ok_and(|n| n <= self.files)
            && changed().all(|path| is_within(path, &self.folder))
            && ground.other_mounts.is_empty()
            && ground.repositories.iter().all(|repository| is_within(&self.folder, repository))
    }

    /// Whether everything that this entry covers is covered by `other`, too.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let narrower = |mine: &[String], theirs: &[String]| {
            theirs.is_empty() || (!mine.is_empty() && mine.iter().all(|p| theirs.contains(p)))
        };
        let ends = |trust: &Self| trust.until.unwrap_or(u64::MAX);
        self.folder == other.folder
            && narrower(&self.agents, &other.agents)
            && narrower(&self.branches, &other.branches)
            && self.files <= other.files
            && ends(self) <= ends(other)
    }
}

/// Whether `path` is `folder` or lies below it.
fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop() -> Trust {
        Trust {
            folder: "/w/shop".to_owned(),
            agents: Vec::new(),
            branches: Vec::new(),
            files: 3,
            until: None,
        }
    }

    fn writes(paths: &[&str]) -> Facts {
        Facts { writes: paths.iter().map(|p| (*p).to_owned()).collect(), ..Facts::default() }
    }

    fn ground(repositories: &[&str]) -> TrustGround {
        TrustGround {
            branch: Some("main".to_owned()),
            repositories: repositories.iter().map(|p| (*p).to_owned()).collect(),
            ..TrustGround::default()
        }
    }

    #[test]
    fn a14_a_trusted_folder_covers_what_is_written_in_it_and_nothing_else() {
        let covers = |facts: &Facts| shop().covers("codex", 0, facts, &ground(&["/w/shop"]));
        assert!(covers(&writes(&["/w/shop/a", "/w/shop/b/c", "/w/shop"])));
        for path in ["/w/shopping/a", "/w/a", "/w/sho", "/etc/passwd", "task:t1/title", ""] {
            assert!(!covers(&writes(&["/w/shop/a", path])), "{path}");
        }
        assert!(!covers(&writes(&[])), "what changes no file is not a change in the folder");
        assert!(!covers(&writes(&["/w/shop/1", "/w/shop/2", "/w/shop/3", "/w/shop/4"])), "too many");
        let fine = || writes(&["/w/shop/a"]);
        for facts in [
            Facts { deletes: vec!["/w/shop/b".into()], ..fine() },
            Facts { destroys: vec!["a table".into()], ..fine() },
            Facts { changes: vec!["stops a service".into()], ..fine() },
            Facts { executes: vec!["x".into()], ..fine() },
            Facts { protected: vec!["a hook".into()], ..fine() },
            Facts { hosts: vec!["a.example".into()], ..fine() },
            Facts { sends: true, ..fine() },
            Facts { opaque: true, ..fine() },
            Facts { outside: true, ..fine() },
            Facts { privileged: true, ..fine() },
            Facts { hits: 4, ..fine() },
        ] {
            assert!(!covers(&facts), "{facts:?}");
        }
    }

    #[test]
    fn a14_a_repository_or_a_disk_below_a_trusted_folder_is_not_trusted_with_it() {
        let covers = |ground: &TrustGround| shop().covers("codex", 0, &writes(&["/w/shop/a"]), ground);
        assert!(covers(&ground(&[])), "no repository at all");
        assert!(covers(&ground(&["/w"])), "a part of a repository can be trusted");
        assert!(!covers(&ground(&["/w/shop/vendor/lib"])));
        assert!(!covers(&ground(&["/w/shop", "/w/shop/vendor/lib"])));
        assert!(!covers(&TrustGround { other_mounts: vec!["/w/shop/disk".into()], ..ground(&["/w/shop"]) }));
    }

    #[test]
    fn a16_build_folders_do_not_count_as_files_and_lie_in_the_trusted_folder_too() {
        let covers = |paths: &[&str], builds: &[&str]| {
            let builds = builds.iter().map(|p| (*p).to_owned()).collect();
            let ground = TrustGround { builds, ..ground(&["/w/shop"]) };
            shop().covers("codex", 0, &writes(paths), &ground)
        };
        let [one, two] = ["/w/shop/target", "/w/shop/a/node_modules"];
        assert!(covers(&["/w/shop/1", "/w/shop/2", "/w/shop/3", one, two], &[one, two]));
        assert!(!covers(&["/w/shop/1", "/w/shop/2", "/w/shop/3", one, two], &[one]));
        assert!(covers(&[one], &[one]) && !covers(&["/w/target"], &["/w/target"]));
    }

    #[test]
    fn a14_only_deletions_that_can_be_given_back_are_covered_and_they_count() {
        let covers = |deletes: &[&str], given_back: &[&str]| {
            let list = |paths: &[&str]| paths.iter().map(|p| (*p).to_owned()).collect();
            let ground = TrustGround { given_back: list(given_back), ..ground(&["/w/shop"]) };
            shop().covers("codex", 0, &Facts { deletes: list(deletes), ..writes(&["/w/shop/w"]) }, &ground)
        };
        assert!(covers(&["/w/shop/a", "/w/shop/b"], &["/w/shop/a", "/w/shop/b"]));
        assert!(!covers(&["/w/shop/a", "/w/shop/b"], &["/w/shop/a"]), "one is lost");
        assert!(!covers(&["/w/a"], &["/w/a"]), "outside");
        assert!(
            !covers(&["/w/shop/a", "/w/shop/b", "/w/shop/c"], &["/w/shop/a", "/w/shop/b", "/w/shop/c"]),
            "too many"
        );
    }

    #[test]
    fn a14_trust_ends_with_its_time_its_agents_and_its_branches() {
        let covers = |trust: Trust, agent: &str, now, branch: Option<&str>, path: &str| {
            let ground = TrustGround { branch: branch.map(str::to_owned), ..ground(&[]) };
            trust.covers(agent, now, &writes(&[path]), &ground)
        };
        let until = || Trust { until: Some(10), ..shop() };
        assert!(covers(until(), "codex", 9, None, "/w/shop/a"));
        assert!(!covers(until(), "codex", 10, None, "/w/shop/a"));
        let agents = || Trust { agents: vec!["claude*".into()], ..shop() };
        assert!(covers(agents(), "claude-code", 0, None, "/w/shop/a"));
        assert!(!covers(agents(), "codex", 0, None, "/w/shop/a"));
        let branches = || Trust { branches: vec!["feature/*".into()], ..shop() };
        assert!(covers(branches(), "codex", 0, Some("feature/x"), "/w/shop/a"));
        for (branch, path) in
            [(Some("main"), "/w/shop/a"), (None, "/w/shop/a"), (Some("feature/x"), "/w/shop/.git/HEAD")]
        {
            assert!(!covers(branches(), "codex", 0, branch, path), "{branch:?} {path}");
        }
    }
}
