//! Hooks in an agent's settings file: install, remove and inspect. The home keeps the previous bytes for as long as our
//! hooks are installed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_tools::files::unified;
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Agent, agent::Entry, json::Json};
use crate::{
    daemon::write_private,
    home::{Home, read_settings},
};

/// The settings file of an agent.
pub struct Hooks {
    /// The agent.
    pub agent: Agent,
    /// The file.
    pub path: PathBuf,
    /// Its text; `None` if there is no file.
    pub text: Option<String>,
    /// Where its previous text is kept.
    kept: PathBuf,
}

/// A settings file's text before and after installing.
#[derive(Serialize, Deserialize)]
struct Kept {
    path: PathBuf,
    before: Option<String>,
    after: String,
}

impl Hooks {
    /// Reads the settings of an agent: the person's own, or those of the project in the working folder.
    pub fn of(home: &Home, agent: Agent, in_project: bool) -> Result<Self> {
        let folder = if in_project { Some(std::env::current_dir().map_err(Error::bug)?) } else { None };
        let path = agent.path(folder.as_deref())?;
        let text = read_settings(&path)?;
        let name: String =
            path.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let kept = home.data.join("hooks").join(format!("{}{name}.json", agent.name()));
        Ok(Self { agent, path, text, kept })
    }

    fn parsed(&self) -> Result<Json> {
        let Some(text) = &self.text else { return Ok(Json::Object(Vec::new())) };
        let wrong = |said: Message| {
            Error::new(ErrorCode::Settings, say!("effect-unreadable", path = self.path.display(), said))
                .hint(say!("command-hook-correct"))
        };
        match Json::parse(text).map_err(|e| wrong(e.to_string().into()))? {
            object @ Json::Object(_) => Ok(object),
            _ => Err(wrong(say!("command-hook-no-object"))),
        }
    }

    /// Returns the text with our hooks.
    pub fn installed(&self, program: &str, wait_s: u64) -> Result<Option<String>> {
        let mut settings = self.parsed()?;
        let entries = self.agent.entries(program, wait_s);
        if entries.iter().all(|e| self.has(&settings, e)) && self.count(&settings) == entries.len() {
            return Ok(self.text.clone());
        }
        self.take_out(&mut settings);
        let foreign = || {
            Error::new(ErrorCode::Settings, say!("command-hook-unexpected", path = self.path.display()))
                .hint(say!("command-hook-correct"))
        };
        let hooks = settings.entry("hooks", || Json::Object(Vec::new())).ok_or_else(foreign)?;
        for entry in &entries {
            let list = hooks.entry(entry.event, || Json::List(Vec::new())).ok_or_else(foreign)?;
            let Json::List(list) = list else { return Err(foreign()) };
            list.push(group(entry));
        }
        Ok(Some(settings.pretty()))
    }

    /// Returns the text without our hooks: the previous text, if nothing else changed since.
    pub fn removed(&self) -> Result<Option<String>> {
        if let Some(kept) = self.kept()
            && self.text.as_ref() == Some(&kept.after)
        {
            return Ok(kept.before);
        }
        let mut settings = self.parsed()?;
        if self.count(&settings) == 0 {
            return Ok(self.text.clone());
        }
        self.take_out(&mut settings);
        Ok(Some(settings.pretty()))
    }

    fn kept(&self) -> Option<Kept> {
        serde_json::from_slice(&fs::read(&self.kept).ok()?).ok()
    }

    /// Writes another text atomically, after keeping the previous one.
    pub fn write(&self, after: Option<&str>, installed: bool) -> Result<()> {
        let failed = |path: &Path| {
            let path = path.display().to_string();
            move |e: std::io::Error| {
                Error::new(ErrorCode::Settings, say!("command-cannot-write", path, said = e))
            }
        };
        let folder = |path: &Path| path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed(path));
        if let (true, Some(after)) = (installed, after) {
            folder(&self.kept)?;
            // If installed twice, the first previous text counts.
            let earlier = self.kept().filter(|kept| Some(&kept.after) == self.text.as_ref());
            let before = earlier.map_or_else(|| self.text.clone(), |kept| kept.before);
            let kept = Kept { path: self.path.clone(), before, after: after.to_owned() };
            let bytes = serde_json::to_vec(&kept).map_err(Error::bug)?;
            write_private(&self.kept, &bytes).map_err(failed(&self.kept))?;
        }
        // A link stays a link: its target is written.
        let target = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        match after {
            Some(text) => {
                folder(&target)?;
                self.replace(&target, text).map_err(failed(&target))?;
            }
            None => fs::remove_file(&target).map_err(failed(&target))?,
        }
        if !installed && self.kept.exists() {
            fs::remove_file(&self.kept).map_err(failed(&self.kept))?;
        }
        Ok(())
    }

    /// Writes a file atomically, with the mode of the existing one.
    fn replace(&self, target: &Path, text: &str) -> std::io::Result<()> {
        let mode = fs::metadata(target).map(|m| m.permissions()).ok();
        write_private(target, text.as_bytes())?;
        mode.map_or(Ok(()), |mode| fs::set_permissions(target, mode))
    }

    /// Returns the diff, safe to show.
    pub fn diff(&self, after: Option<&str>) -> String {
        let before = self.text.as_deref().unwrap_or_default();
        unified(before, after.unwrap_or_default(), &self.path.display().to_string())
    }

    /// Returns what is wrong with our installed hooks, if anything; an error if they are not installed, with the
    /// problem of the file.
    pub fn look(&self) -> Result<Option<Message>, Option<Message>> {
        let settings = self.parsed().map_err(|e| Some(e.message))?;
        let events = self.agent.entries("", 1).len();
        match self.count(&settings) {
            0 => Err(None),
            n if n < events => Ok(Some(say!("command-hook-few", n, all = events))),
            _ => Ok(self
                .programs(&settings)
                .into_iter()
                .find(|p| !p.is_file())
                .map(|missing| say!("command-hook-program-gone", path = missing.display()))),
        }
    }

    /// Returns how many of our hooks' events Codex trusts, and how many it must.
    pub fn trusted(&self) -> Result<(usize, usize)> {
        let settings = self.parsed()?;
        let config = self.path.with_file_name("config.toml");
        let text = read_settings(&config)?.unwrap_or_default();
        let config: toml::Table = toml::from_str(&text).unwrap_or_default();
        let state = config.get("hooks").and_then(|h| h.get("state"));
        let place = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let (mut known, mut all) = (0, 0);
        for (event, n, i) in self.places(&settings) {
            let key = format!("{}:{}:{n}:{i}", place.display(), snake(&event));
            all += 1;
            known += usize::from(state.and_then(|s| s.get(&key)?.get("trusted_hash")).is_some());
        }
        Ok((known, all))
    }

    fn is_ours(&self, hook: &Json) -> bool {
        let command = hook.get("command").and_then(Json::text).unwrap_or_default();
        let run = format!("' hook run {}", self.agent.name());
        command.split_once(&run).is_some_and(|(program, _)| program.contains("countersign"))
    }

    /// Returns the positions of our hooks: event, group, index in the group.
    fn places(&self, settings: &Json) -> Vec<(String, usize, usize)> {
        let Some(Json::Object(events)) = settings.get("hooks") else { return Vec::new() };
        let mut all = Vec::new();
        for (event, groups) in events {
            for (n, group) in groups.elements().iter().enumerate() {
                let hooks = group.get("hooks").map(Json::elements).unwrap_or_default();
                let ours = hooks.iter().enumerate().filter(|(_, h)| self.is_ours(h));
                all.extend(ours.map(|(i, _)| (event.clone(), n, i)));
            }
        }
        all
    }

    fn count(&self, settings: &Json) -> usize {
        self.places(settings).len()
    }

    fn has(&self, settings: &Json, entry: &Entry) -> bool {
        let groups =
            settings.get("hooks").and_then(|h| h.get(entry.event)).map(Json::elements).unwrap_or_default();
        groups.contains(&group(entry))
    }

    fn programs(&self, settings: &Json) -> Vec<PathBuf> {
        let hook = |(event, n, i): &(String, usize, usize)| {
            let group = settings.get("hooks")?.get(event)?.elements().get(*n)?;
            let command = group.get("hooks")?.elements().get(*i)?.get("command")?.text()?;
            let (before, _) = command.split_once("' hook run ")?;
            Some(PathBuf::from(before.rsplit_once('\'')?.1))
        };
        self.places(settings).iter().filter_map(hook).collect()
    }

    /// Removes our hooks, and groups and events that become empty.
    fn take_out(&self, settings: &mut Json) {
        let Json::Object(top) = settings else { return };
        let Some((_, Json::Object(events))) = top.iter_mut().find(|(n, _)| n == "hooks") else { return };
        for (_, groups) in events.iter_mut() {
            let Json::List(groups) = groups else { continue };
            groups.retain_mut(|group| {
                let Json::Object(fields) = group else { return true };
                let Some((_, Json::List(hooks))) = fields.iter_mut().find(|(n, _)| n == "hooks") else {
                    return true;
                };
                let all = hooks.len();
                hooks.retain(|h| !self.is_ours(h));
                hooks.len() == all || !hooks.is_empty()
            });
        }
        events.retain(|(_, groups)| !matches!(groups, Json::List(list) if list.is_empty()));
        if events.is_empty() {
            top.retain(|(n, _)| n != "hooks");
        }
    }
}

fn group(entry: &Entry) -> Json {
    let hook = vec![
        ("type".to_owned(), Json::from(&json!("command"))),
        ("command".to_owned(), Json::from(&json!(entry.command))),
        ("timeout".to_owned(), Json::from(&json!(entry.timeout_s))),
    ];
    let matcher = entry.matcher.map(|m| ("matcher".to_owned(), Json::from(&json!(m))));
    let hooks = ("hooks".to_owned(), Json::List(vec![Json::Object(hook)]));
    Json::Object(matcher.into_iter().chain([hooks]).collect())
}

/// Converts `PreToolUse` to `pre_tool_use`.
fn snake(event: &str) -> String {
    let mut out = String::new();
    for (n, c) in event.chars().enumerate() {
        if c.is_ascii_uppercase() && n > 0 {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
