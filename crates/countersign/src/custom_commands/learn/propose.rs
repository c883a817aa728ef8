//! What would lower the number of questions: trusted folders and narrow rules, each tried on the calls that would be
//! asked about.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use countersign_core::{
    Result,
    handover::names,
    policy::replay::{Fate, PastCall, PolicyReplay, Remedy},
};
use serde_json::json;
use toml_edit::{Array, Table, value};

use super::{
    agent::Homes,
    tally::{AskedCall, Tally},
};
use crate::{
    caller::{Caller, ask},
    custom_commands::policy_file,
};

/// How many proposals are made at most.
const MAX_PROPOSALS: usize = 10;
/// How often something must have been asked about.
const LEAST: u64 = 3;
/// How many calls are tried at once.
const BATCH: usize = 200;
/// How many examples are told.
const EXAMPLES: usize = 20;

/// A change of the policy, and what it would have let through.
pub struct Proposal {
    pub remedy: Remedy,
    /// How many calls would have run without asking.
    pub lets_run: u64,
    /// How many of them are commands that a rehearsal would decide on.
    pub estimated: u64,
    /// Commands in its folder that are rehearsed anyway, and might land there.
    pub rehearsed: u64,
    /// How many of them a person said no to.
    pub rejected: u64,
    /// Different ones of them, in one line each.
    pub examples: Vec<String>,
}

/// Finds proposals and tries them; also returns how many calls would be asked about with all of them.
pub fn proposals(
    caller: &dyn Caller,
    tally: &Tally,
    homes: &Homes,
    policy: Option<&str>,
) -> Result<(Vec<Proposal>, u64)> {
    let before = tally.of(Fate::Asks);
    let (Some(policy), mut found) = (policy, candidates(tally, homes)) else {
        return Ok((Vec::new(), before));
    };
    found.retain(|(remedy, _)| !policy.contains(&named(remedy)));
    let texts: Vec<String> =
        found.iter().map(|(remedy, _)| added(policy, [remedy])).collect::<Result<_>>()?;
    let mut proposals: Vec<Proposal> =
        found.into_iter().map(|(remedy, _)| Proposal::new(remedy, tally)).collect();
    try_on(caller, &tally.asked, &texts, &mut |asked, n| proposals[n].add(asked))?;
    proposals.retain(|proposal| proposal.lets_run >= LEAST);
    proposals.sort_by(|a, b| (b.lets_run, &a.remedy).cmp(&(a.lets_run, &b.remedy)));
    let all = added(policy, proposals.iter().map(|proposal| &proposal.remedy))?;
    let mut fewer = 0;
    try_on(caller, &tally.asked, &[all], &mut |_, _| fewer += 1)?;
    Ok((proposals, before.saturating_sub(fewer)))
}

impl Proposal {
    fn new(remedy: Remedy, tally: &Tally) -> Self {
        let is_inside = |folder: &str, cwd: &str| Path::new(cwd).starts_with(folder);
        let rehearsed = match &remedy {
            Remedy::Trust(folder) => {
                tally.rehearsed_in.iter().filter(|(cwd, _)| is_inside(folder, cwd)).map(|(_, n)| n).sum()
            }
            _ => 0,
        };
        Self { remedy, lets_run: 0, estimated: 0, rehearsed, rejected: 0, examples: Vec::new() }
    }

    fn add(&mut self, asked: &AskedCall) {
        let AskedCall { call, shown, rejected, .. } = asked;
        let is_command = names::known_as(&call.agent, &call.tool, &call.input).0 == "Bash";
        self.lets_run += 1;
        self.estimated += u64::from(is_command && matches!(self.remedy, Remedy::Trust(_)));
        self.rejected += u64::from(*rejected);
        if self.examples.len() < EXAMPLES && !self.examples.contains(shown) {
            self.examples.push(shown.clone());
        }
    }
}

/// Tries policies on calls, and says for each call and policy that would let it run so.
fn try_on(
    caller: &dyn Caller,
    asked: &[AskedCall],
    policies: &[String],
    lets_run: &mut dyn FnMut(&AskedCall, usize),
) -> Result<()> {
    if policies.is_empty() {
        return Ok(());
    }
    for some in asked.chunks(BATCH) {
        let calls: Vec<&PastCall> = some.iter().map(|asked| &asked.call).collect();
        let judged = ask::<PolicyReplay>(caller, json!({"calls": calls, "policies": policies}))?.calls;
        for (asked, replayed) in some.iter().zip(judged) {
            for (n, _) in replayed.tried.iter().enumerate().filter(|(_, fate)| **fate == Fate::Runs) {
                lets_run(asked, n);
            }
        }
    }
    Ok(())
}

/// Returns what might be proposed, the most frequent first, with the number of calls it is for. What a person said no
/// to is not proposed, except for trust in a folder, which is about all of it.
fn candidates(tally: &Tally, homes: &Homes) -> Vec<(Remedy, u64)> {
    let mut found: BTreeMap<Remedy, (u64, bool)> = BTreeMap::new();
    let mut folders: BTreeMap<String, Option<String>> = BTreeMap::new();
    for asked in &tally.asked {
        let remedy = match &asked.remedy {
            Some(Remedy::Trust(cwd)) => {
                let project = folders.entry(cwd.clone()).or_insert_with(|| project(cwd, &homes.home));
                project.clone().map(Remedy::Trust)
            }
            Some(other) => Some(other.clone()).filter(is_plain),
            None => None,
        };
        let Some(remedy) = remedy else { continue };
        let entry = found.entry(remedy).or_default();
        entry.0 += 1;
        entry.1 |= asked.rejected;
    }
    let is_fit = |remedy: &Remedy, n: u64, rejected: bool| {
        n >= LEAST && (!rejected || matches!(remedy, Remedy::Trust(_)))
    };
    let mut fit: Vec<(Remedy, u64)> =
        found.into_iter().filter(|(r, (n, no))| is_fit(r, *n, *no)).map(|(r, (n, _))| (r, n)).collect();
    fit.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
    fit.truncate(MAX_PROPOSALS);
    fit
}

/// Whether a rule for it can be written that reads as what it is.
fn is_plain(remedy: &Remedy) -> bool {
    let is_word = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.:/@".contains(&b));
    let is_line = |text: &str| text.len() <= 500 && !text.chars().any(char::is_control);
    match remedy {
        Remedy::Trust(_) => true,
        Remedy::Fetch(name) | Remedy::Tool(name) => !name.is_empty() && name.len() <= 200 && is_word(name),
        Remedy::Command { command, cwd } => {
            let shown = |text: &str| countersign_core::text::visible(text).text == text;
            is_line(command) && is_line(cwd) && shown(command) && shown(cwd)
        }
    }
}

/// Returns the folder of the project that an agent worked in, if it can be trusted: a repository, or else its folder.
fn project(cwd: &str, home: &Path) -> Option<String> {
    let real = fs::canonicalize(cwd).ok().filter(|real| real.is_dir())?;
    let home = fs::canonicalize(home).unwrap_or_else(|_| home.to_owned());
    let is_fit = |folder: &Path| {
        let is_shared = [Path::new("/tmp"), Path::new("/var/tmp")].contains(&folder);
        folder.components().count() > 2 && !home.starts_with(folder) && !is_shared
    };
    let repository = real.ancestors().find(|above| above.join(".git").exists()).filter(|above| is_fit(above));
    let folder = repository.map_or_else(|| real.clone(), PathBuf::from);
    is_fit(&folder).then(|| folder.to_str().map(str::to_owned)).flatten()
}

/// Returns a policy with an entry more for each remedy.
pub fn added<'r>(before: &str, remedies: impl IntoIterator<Item = &'r Remedy>) -> Result<String> {
    let mut policy = policy_file::read(before)?;
    for remedy in remedies {
        let (name, table) = entry(remedy);
        policy_file::entries(&mut policy, name)?.push(table);
    }
    Ok(policy.to_string())
}

/// Returns the text by which an entry of an earlier proposal is recognized.
fn named(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Trust(folder) => format!("folder = {}", value(folder.as_str())),
        other => format!("name = {}", value(name_of(other))),
    }
}

fn name_of(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Trust(folder) => format!("trust {folder}"),
        Remedy::Fetch(host) => format!("learned: pages of {host}"),
        Remedy::Tool(tool) => format!("learned: {tool}"),
        Remedy::Command { command, cwd } => {
            let hash = blake3::hash(format!("{cwd}\0{command}").as_bytes()).to_hex();
            let first: String = command.chars().take(40).collect();
            format!("learned: {first} ({})", &hash[..8])
        }
    }
}

/// Returns the table for a remedy, and its name in the file.
fn entry(remedy: &Remedy) -> (&'static str, Table) {
    let rule = |tool: &str, when: String| {
        let mut table = Table::new();
        table.insert("name", value(name_of(remedy)));
        table.insert("tools", value(Array::from_iter([tool])));
        table.insert("when", value(when));
        table.insert("then", value("allow"));
        ("rule", table)
    };
    // A text in a condition is written as in JSON.
    let text = |text: &str| json!(text).to_string();
    match remedy {
        Remedy::Trust(folder) => ("trust", Table::from_iter([("folder", value(folder.as_str()))])),
        Remedy::Fetch(host) => rule("agent.fetch", format!("facts.hosts == [{}]", text(host))),
        Remedy::Tool(tool) => rule("agent.other", format!("args.tool == {}", text(tool))),
        Remedy::Command { command, cwd } => {
            rule("shell.run", format!("args.command == {} && args.cwd == {}", text(command), text(cwd)))
        }
    }
}

#[cfg(test)]
mod tests {
    use countersign_core::judge::Policy;

    use super::*;
    use crate::session::catalog;

    #[test]
    fn proposals_are_added_to_a_policy_and_the_rest_of_it_stays() {
        let before =
            "# mine\nversion = 1 # first\n\n[[rule]] # asks\nname = \"a\"\ntools = [\"*\"]\nthen = \"ask\"\n";
        let remedies = [
            Remedy::Trust("/w/it's \"mine\"".to_owned()),
            Remedy::Fetch("docs.rs".to_owned()),
            Remedy::Tool("mcp__github__get_issue".to_owned()),
            Remedy::Command { command: "make \"it\" \\ 'so'".to_owned(), cwd: "/w".to_owned() },
        ];
        let after = added(before, &remedies).unwrap();
        assert!(after.starts_with(before), "{after}");
        let policy = Policy::parse(&after, &catalog()).unwrap();
        assert_eq!((policy.trust().len(), policy.rules().len()), (1, 4));
        assert_eq!(policy.trust()[0].folder, "/w/it's \"mine\"");
        for remedy in &remedies {
            assert!(after.contains(&named(remedy)), "{} in {after}", named(remedy));
        }
        assert!(added("version = 9", &remedies).is_err());
        let inline = added("version = 1\nrule = []\n", &remedies).unwrap_err();
        assert!(inline.message.contains("[[rule]]"), "{inline:?}");
        assert!(Policy::parse(&added("", &remedies).unwrap(), &catalog()).is_ok());
    }

    #[test]
    fn only_what_reads_as_what_it_is_is_proposed() {
        for remedy in [
            Remedy::Tool("mcp__x__\u{202e}y".to_owned()),
            Remedy::Tool(String::new()),
            Remedy::Tool("x\" || true || \"".to_owned()),
            Remedy::Fetch("docs.rs\u{1b}[2J".to_owned()),
            Remedy::Command { command: "make\nrm -rf x".to_owned(), cwd: "/w".to_owned() },
            Remedy::Command { command: "make \u{200b}".to_owned(), cwd: "/w".to_owned() },
        ] {
            assert!(!is_plain(&remedy), "{remedy:?}");
        }
        assert!(is_plain(&Remedy::Fetch("docs.rs".to_owned())));
    }

    #[test]
    fn a_project_is_its_repository_and_never_the_home_or_above() {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().canonicalize().unwrap();
        fs::create_dir_all(home.join("shop/.git")).unwrap();
        fs::create_dir_all(home.join("shop/src")).unwrap();
        fs::create_dir_all(home.join("notes")).unwrap();
        let of = |below: &str| project(home.join(below).to_str().unwrap(), &home);
        let path = |below: &str| Some(home.join(below).to_str().unwrap().to_owned());
        assert_eq!(of("shop/src"), path("shop"));
        assert_eq!(of("notes"), path("notes"));
        assert_eq!(
            (of(""), project("/", &home), project("/tmp", &home), of("gone")),
            (None, None, None, None)
        );
        fs::create_dir_all(home.join(".git")).unwrap();
        assert_eq!(of("notes"), path("notes"), "a home that is a repository");
    }
}
