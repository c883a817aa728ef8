//! `trust`: adds a trusted folder to `policy.toml` and puts that in force, ends one, or lists them.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_core::{
    Error, Result,
    authority::operations::Nothing,
    judge::{Policy, Trust},
    policy::operations::{PolicyOutput, PolicyShow},
    settings::operations::{SettingsAccept, SettingsShow, digest},
    text::visible,
    when,
};
use countersign_words::{Message, say};
use jiff::tz::TimeZone;
use serde_json::json;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

use super::policy_file;
use crate::{
    caller::{Caller, ask},
    daemon::settings::POLICY,
    exit,
    home::read_settings,
    session::{Session, catalog},
};

/// How often, and at which interval, the daemon is asked whether it has read the changed file.
const TRIES: u32 = 100;
const INTERVAL: Duration = Duration::from_millis(100);

/// The arguments of `trust`.
pub fn args(command: Command) -> Command {
    let list = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).value_delimiter(',').action(ArgAction::Append)
    };
    let most = i64::from(Trust::MAX_FILES);
    command
        .arg(
            Arg::new("folder")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help(say!("command-arg-trust-folder").to_string()),
        )
        .arg(list("agents", "AGENTS").help(say!("command-arg-trust-agents").to_string()))
        .arg(list("branches", "BRANCHES").help(say!("command-arg-trust-branches").to_string()))
        .arg(
            Arg::new("files")
                .long("files")
                .value_name("N")
                .value_parser(value_parser!(i64).range(1..=most))
                .help(say!("command-arg-trust-files").to_string()),
        )
        .arg(
            Arg::new("until")
                .long("until")
                .value_name("TIME")
                .help(say!("command-arg-trust-until").to_string()),
        )
        .arg(
            Arg::new("end")
                .long("end")
                .action(ArgAction::SetTrue)
                .requires("folder")
                .conflicts_with_all(["agents", "branches", "files", "until"])
                .help(say!("command-arg-trust-end").to_string()),
        )
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let caller = session.caller()?.without_notes();
    let Some(folder) = matches.get_one::<PathBuf>("folder") else { return list(session, &caller) };
    // Only a person gets this answer: for anybody else nothing is written.
    ask::<SettingsShow>(&caller, json!(Nothing {}))?;
    let saved = read_settings(&session.home.policy())?;
    let before = saved.as_deref().unwrap_or_default();
    let (after, said) = match matches.get_flag("end") {
        true => {
            let folder = text(&fs::canonicalize(folder).unwrap_or_else(|_| folder.clone()))?;
            (without(before, &folder)?, say!("command-trust-ended", folder = visible(&folder).text))
        }
        false => {
            let folder = trustable(folder)?;
            (with(before, &folder, entry(&folder, matches))?, said_of(&folder, matches))
        }
    };
    Policy::parse(&after, &catalog())?;
    let path = session.home.policy();
    let policy = policy_file::replace(&path, saved.as_deref(), &after, || accept(&caller, &after))?;
    match session.screen.json {
        true => session.screen.value(&json!({"trust": policy.trust}))?,
        false => session.screen.text(&session.screen.say(&said))?,
    }
    Ok(exit::DONE)
}

fn list(session: &Session, caller: &dyn Caller) -> Result<u8> {
    let trust = ask::<PolicyShow>(caller, json!(Nothing {}))?.trust;
    if session.screen.json {
        session.screen.value(&json!({"trust": trust}))?;
        return Ok(exit::DONE);
    }
    let line = |entry: &Trust| {
        let mut parts = vec![say!("command-trust-files", n = entry.files)];
        let named = |texts: &[String]| visible(&texts.join(", ")).text;
        if !entry.agents.is_empty() {
            parts.push(say!("command-trust-agents", agents = named(&entry.agents)));
        }
        if !entry.branches.is_empty() {
            parts.push(say!("command-trust-branches", branches = named(&entry.branches)));
        }
        if let Some(until) = entry.until {
            let until = when::local(when::from_ms(until), &TimeZone::system());
            parts.push(say!("command-trust-until", time = until));
        }
        let told = session.screen.say(&Message::joined(", ", parts));
        format!("{}  {told}", visible(&entry.folder).text)
    };
    let lines: Vec<String> = match trust.as_slice() {
        [] => vec![session.screen.say(&say!("command-trust-none"))],
        some => some.iter().map(line).collect(),
    };
    session.screen.text(&lines.join("\n"))?;
    Ok(exit::DONE)
}

/// Returns the real path of a folder that can be trusted.
pub fn trustable(folder: &Path) -> Result<String> {
    let shown = visible(&folder.to_string_lossy()).text;
    let real = fs::canonicalize(folder)
        .map_err(|e| Error::not_found(say!("command-trust-no-folder", path = shown, error = e)))?;
    if !real.is_dir() {
        return Err(Error::invalid(say!("command-trust-not-folder", path = shown)));
    }
    let home = std::env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok());
    if real.parent().is_none() || home.is_some_and(|home| home.starts_with(&real)) {
        return Err(
            Error::invalid(say!("command-trust-too-wide", path = shown)).hint(say!("command-trust-project"))
        );
    }
    text(&real)
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| {
        Error::invalid(say!("command-trust-odd-name", path = visible(&path.to_string_lossy()).text))
    })
}

/// Returns the entry for a folder.
fn entry(folder: &str, matches: &ArgMatches) -> Table {
    let mut table = Table::new();
    table.insert("folder", value(folder));
    for name in ["agents", "branches"] {
        let given: Array = matches.get_many::<String>(name).into_iter().flatten().collect();
        if !given.is_empty() {
            table.insert(name, value(given));
        }
    }
    if let Some(files) = matches.get_one::<i64>("files") {
        table.insert("files", value(*files));
    }
    if let Some(until) = matches.get_one::<String>("until") {
        table.insert("until", value(until));
    }
    table
}

/// Returns the policy with the entry in place of any other for that folder.
fn with(before: &str, folder: &str, entry: Table) -> Result<String> {
    let mut policy = policy_file::read(before)?;
    let all = entries(&mut policy)?;
    all.retain(|old| old.get("folder").and_then(Item::as_str) != Some(folder));
    all.push(entry);
    Ok(policy.to_string())
}

/// Returns the policy in which a folder is trusted with the usual limits, and what is said of that.
pub fn trusting(before: &str, folder: &str) -> Result<(String, Message)> {
    let mut entry = Table::new();
    entry.insert("folder", value(folder));
    let after = with(before, folder, entry)?;
    Policy::parse(&after, &catalog())?;
    Ok((after, say!("command-trust-done", folder = visible(folder).text, n = i64::from(Trust::FILES))))
}

/// Returns the policy without its entries for a folder.
fn without(before: &str, folder: &str) -> Result<String> {
    let mut policy = policy_file::read(before)?;
    let all = entries(&mut policy)?;
    let n = all.len();
    all.retain(|old| old.get("folder").and_then(Item::as_str) != Some(folder));
    if all.len() == n {
        return Err(Error::not_found(say!("command-trust-not-trusted", folder = visible(folder).text))
            .hint(say!("command-trust-list")));
    }
    Ok(policy.to_string())
}

fn entries(policy: &mut DocumentMut) -> Result<&mut ArrayOfTables> {
    policy_file::entries(policy, "trust").map_err(|e| e.hint(say!("command-trust-inline-hint")))
}

/// Accepts a policy as the person who runs this command, and returns it when it is in force.
pub fn accept(caller: &dyn Caller, text: &str) -> Result<PolicyOutput> {
    let wanted = digest(text);
    for _ in 0..TRIES {
        let policy = ask::<PolicyShow>(caller, json!(Nothing {}))?;
        if policy.digest == wanted {
            return Ok(policy);
        }
        let all = ask::<SettingsShow>(caller, json!(Nothing {}))?.settings;
        let policy = all.into_iter().find(|file| file.name == POLICY);
        match policy.and_then(|policy| policy.waiting) {
            Some(waiting) if waiting.digest == wanted => {
                ask::<SettingsAccept>(caller, json!({"digest": wanted}))?;
            }
            _ => thread::sleep(INTERVAL),
        }
    }
    Err(Error::conflict(say!("command-trust-not-read")).hint(say!("command-trust-policy-changes")))
}

fn said_of(folder: &str, matches: &ArgMatches) -> Message {
    let n = matches.get_one::<i64>("files").copied().unwrap_or_else(|| Trust::FILES.into());
    say!("command-trust-done", folder = visible(folder).text, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &str) -> Table {
        Table::from_iter([("folder", value(path))])
    }

    #[test]
    fn an_entry_is_added_and_taken_out_and_the_rest_stays_as_it_was_written() {
        let before = "# mine\nversion = 1 # first\nhosts = [\"a.example\"]\n";
        let one = with(before, "/w/a", folder("/w/a")).unwrap();
        assert_eq!(one, format!("{before}\n[[trust]]\nfolder = \"/w/a\"\n"));
        let two = with(&one, "/w/b", folder("/w/b")).unwrap();
        assert_eq!(two, format!("{one}\n[[trust]]\nfolder = \"/w/b\"\n"));
        assert_eq!(with(&two, "/w/b", folder("/w/b")).unwrap(), two, "one entry for a folder");
        assert_eq!(without(&two, "/w/b").unwrap(), one);
        assert!(without(&one, "/w/b").unwrap_err().message.contains("/w/b"));
        let new = with("", "/w/a", folder("/w/a")).unwrap();
        assert!(Policy::parse(&new, &catalog()).unwrap().trust()[0].folder == "/w/a", "{new}");
    }

    #[test]
    fn a_policy_that_cannot_be_read_is_left_alone() {
        assert!(with("version = 9", "/w/a", folder("/w/a")).is_err());
        let inline = "version = 1\ntrust = [{ folder = \"/w/a\" }]\n";
        assert!(with(inline, "/w/b", folder("/w/b")).unwrap_err().message.contains("[[trust]]"));
    }
}
