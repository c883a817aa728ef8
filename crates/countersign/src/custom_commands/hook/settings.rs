//! Hooks in an agent's settings: install, remove and inspect. The home keeps the previous bytes of each file for as long
//! as our hooks are installed.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_tools::files::unified;
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};

use super::text::{self, Text};
use crate::{
    agents::{Agent, File, Gate, Holds, Start},
    custom_commands::import::file::{self, leads_to},
    daemon::write_private,
    home::{Home, read_settings},
};

/// The settings of an agent, in its own folder or in a project.
pub struct Hooks {
    /// The agent.
    pub agent: &'static Agent,
    /// How its tools are judged.
    pub gate: &'static Gate,
    /// The files that hold it, the one with the programs first.
    pub files: Vec<Settings>,
}

/// One of its files.
pub struct Settings {
    /// What is put into it.
    file: &'static File,
    /// The file, as the agent names it.
    pub path: PathBuf,
    /// What that leads to, if it or one of its folders is a link.
    real: PathBuf,
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

/// The texts of all files afterwards; `None` for a file that is not there then.
pub type After = Vec<Option<String>>;

/// Returns the folder with an agent's settings.
pub fn folder(agent: &'static Agent) -> Result<PathBuf> {
    agent.settings.path(|name| std::env::var_os(name)).ok_or_else(|| {
        let variable = agent.settings.variable.unwrap_or("HOME");
        Error::new(ErrorCode::Settings, say!("command-hook-no-settings", agent = agent.name))
            .hint(say!("command-hook-no-settings-hint", variable))
    })
}

impl Hooks {
    /// Reads the settings of an agent: the person's own, or those of the project in the working folder.
    pub fn of(home: &Home, agent: &'static Agent, in_project: bool) -> Result<Self> {
        let here = || std::env::current_dir().map_err(Error::bug);
        Self::in_folder(home, agent, if in_project { Some(here()?) } else { None }.as_deref())
    }

    /// Reads the settings of an agent: the person's own, or those of a project.
    fn in_folder(home: &Home, agent: &'static Agent, project: Option<&Path>) -> Result<Self> {
        let none = || Error::usage(say!("command-hook-no-project", agent = agent.name));
        let gate = agent.gate.as_ref().ok_or_else(|| Error::usage(say!("command-hook-no-agent")))?;
        let own = folder(agent)?;
        let mut files = Vec::new();
        for file in gate.files {
            let path = match (project, file.project) {
                (Some(folder), Some(path)) => folder.join(path),
                (Some(_), None) => continue,
                (None, _) => own.join(file.user),
            };
            files.push(Settings::read(home, agent, file, path)?);
        }
        if files.is_empty() { Err(none()) } else { Ok(Self { agent, gate, files }) }
    }

    /// Finds our hooks in all settings: the person's own, and of projects those that this home has installed. Each with the
    /// folder of its project.
    pub fn everywhere(home: &Home) -> Result<Vec<(Self, Option<PathBuf>)>> {
        let records =
            fs::read_dir(home.data.join("hooks")).into_iter().flatten().filter_map(std::io::Result::ok);
        let records = records.filter_map(|entry| serde_json::from_slice(&fs::read(entry.path()).ok()?).ok());
        let kept: Vec<Kept> = records.collect();
        let mut found: Vec<(Self, Option<PathBuf>)> = Vec::new();
        for (agent, gate) in Agent::gated() {
            let inside = gate.files.iter().filter_map(|file| file.project);
            let mut folders: Vec<Option<PathBuf>> = inside
                .flat_map(|inside| {
                    kept.iter().filter(move |kept| kept.path.ends_with(inside)).map(move |k| (inside, k))
                })
                .filter_map(|(inside, kept)| {
                    Some(Some(kept.path.ancestors().nth(Path::new(inside).components().count())?.to_owned()))
                })
                .collect();
            folders.push(None);
            folders.sort();
            folders.dedup();
            for folder in folders {
                // Settings that this agent does not have here, or that nobody can read, hold nothing of ours to take out.
                let Ok(hooks) = Self::in_folder(home, agent, folder.as_deref()) else { continue };
                let is_known = found.iter().any(|(other, _)| other.files[0].path == hooks.files[0].path);
                if hooks.look().is_ok() && !is_known {
                    found.push((hooks, folder));
                }
            }
        }
        Ok(found)
    }

    /// Fails if a file is a link that leads where nobody expects it: a project's out of the project, any to what is
    /// protected or another user's.
    pub fn check_places(&self, home: &Home, project: Option<&Path>) -> Result<()> {
        let project = project.map(|folder| folder.canonicalize().map_err(Error::bug)).transpose()?;
        let own = [home.data.clone(), home.config().parent().map_or_else(PathBuf::new, Path::to_owned)];
        let own: Vec<PathBuf> = own.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        self.files.iter().try_for_each(|settings| {
            if project.as_ref().is_some_and(|folder| !settings.real.starts_with(folder)) {
                let said = say!("command-import-leads-out", path = settings.real.display());
                let what = say!("command-cannot-change", path = settings.path.display(), said);
                return Err(Error::new(ErrorCode::Settings, what).hint(say!("command-hook-leads-out-hint")));
            }
            match file::read(&settings.path)? {
                Some(found) => file::check_place(&found, None, &own),
                None => file::check_new(&settings.path, &own),
            }
        })
    }

    /// Returns the texts with our hooks.
    pub fn installed(&self, program: &str, wait_s: u64) -> Result<After> {
        let start = Start { agent: self.agent, program, wait_s };
        self.files.iter().map(|settings| settings.installed(&start)).collect()
    }

    /// Returns the texts without our hooks: the previous ones, where nothing else changed since.
    pub fn removed(&self) -> Result<After> {
        self.files.iter().map(|settings| settings.removed(self.agent)).collect()
    }

    /// Returns whether these are the texts that are there.
    pub fn is_same(&self, after: &After) -> bool {
        self.files.iter().zip(after).all(|(settings, after)| settings.text == *after)
    }

    /// Writes other texts atomically, after keeping the previous ones. What denies comes first and goes last.
    pub fn write(&self, after: &After, installed: bool) -> Result<()> {
        let mut all: Vec<_> = self.files.iter().zip(after).filter(|(s, after)| s.text != **after).collect();
        if installed {
            all.reverse();
        }
        all.into_iter().try_for_each(|(settings, after)| settings.write(after.as_deref(), installed))
    }

    /// Returns the differences, safe to show.
    pub fn diff(&self, after: &After) -> String {
        self.files.iter().zip(after).map(|(settings, after)| settings.diff(after.as_deref())).collect()
    }

    /// The files, as text.
    pub fn paths(&self) -> String {
        self.files.iter().map(Settings::shown).collect::<Vec<_>>().join(", ")
    }

    /// Returns what is wrong with our installed hooks, if anything; an error if they are not installed, with the
    /// problem of the file.
    pub fn look(&self) -> Result<Option<Message>, Option<Message>> {
        let (mut n, mut all) = (0, 0);
        for settings in &self.files {
            let (found, wanted) = settings.count(self.agent).map_err(|e| Some(e.message))?;
            (n, all) = (n + found, all + wanted);
        }
        let programs = || self.files.iter().flat_map(|settings| settings.programs(self.agent));
        match n {
            0 => Err(None),
            n if n < all => Ok(Some(say!("command-hook-few", n, all))),
            _ => Ok(programs()
                .find(|p| !p.is_file())
                .map(|missing| say!("command-hook-program-gone", path = missing.display()))),
        }
    }

    /// Returns whether all our hooks are there and start this very program.
    pub fn start_this_program(&self) -> bool {
        let Ok(own) = std::env::current_exe() else { return false };
        let mut programs = self.files.iter().flat_map(|settings| settings.programs(self.agent)).peekable();
        self.look() == Ok(None) && programs.peek().is_some() && programs.all(|program| program == own)
    }

    /// Returns whether we have installed them, and nobody has changed them since.
    pub fn are_as_installed(&self) -> bool {
        self.files.iter().all(|s| s.kept().is_some_and(|kept| s.text.as_ref() == Some(&kept.after)))
    }

    /// Returns how many of our hooks' events Codex trusts, and how many it must.
    pub fn trusted(&self) -> Result<(usize, usize)> {
        let (mut known, mut all) = (0, 0);
        for settings in &self.files {
            let config = settings.path.with_file_name("config.toml");
            let text = read_settings(&config)?.unwrap_or_default();
            let config: toml::Table = toml::from_str(&text).unwrap_or_default();
            let state = config.get("hooks").and_then(|h| h.get("state"));
            let place = settings.path.canonicalize().unwrap_or_else(|_| settings.path.clone());
            for (event, n, i) in settings.places(self.agent)? {
                let key = format!("{}:{}:{n}:{i}", place.display(), snake(&event));
                all += 1;
                known += usize::from(state.and_then(|s| s.get(&key)?.get("trusted_hash")).is_some());
            }
        }
        Ok((known, all))
    }
}

/// Returns a text of settings with an agent's rules, where something else is put into the same file.
pub fn with_rules(agent: &'static Agent, text: &str, program: &str, wait_s: u64) -> Option<String> {
    let start = Start { agent, program, wait_s };
    agent.gate.as_ref()?.files.iter().find_map(|file| {
        let Holds::Rules(key, rules) = &file.holds else { return None };
        let mut text = Text::parse(Some(text)).ok()?;
        let new = rules(text.value.get(key), &start);
        text.value.set(key, Some(new));
        text.with(key)
    })
}

impl Settings {
    fn read(home: &Home, agent: &Agent, file: &'static File, path: PathBuf) -> Result<Self> {
        let text = read_settings(&path)?;
        let name: String =
            path.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let kept = home.data.join("hooks").join(format!("{}{name}.json", agent.name));
        let real = leads_to(&path);
        Ok(Self { file, path, real, text, kept })
    }

    fn parsed(&self) -> Result<Text> {
        Text::parse(self.text.as_deref()).map_err(|said| {
            Error::new(ErrorCode::Settings, say!("effect-unreadable", path = self.path.display(), said))
                .hint(say!("command-hook-correct"))
        })
    }

    fn unexpected(&self) -> Error {
        Error::new(ErrorCode::Settings, say!("command-hook-unexpected", path = self.path.display()))
            .hint(say!("command-hook-correct"))
    }

    fn installed(&self, start: &Start<'_>) -> Result<Option<String>> {
        match &self.file.holds {
            Holds::Hooks(shape) => {
                let mut text = self.parsed()?;
                if text::has_all(&text.value, shape, start) {
                    return Ok(self.text.clone());
                }
                text::take_out(&mut text.value, shape, start.agent);
                text::put_in(&mut text.value, shape, start).ok_or_else(|| self.unexpected())?;
                text.with("hooks").map(Some).ok_or_else(|| self.unexpected())
            }
            Holds::Whole(made) => match &self.text {
                Some(text) if !text::is_ours(text) => Err(self.unexpected()),
                _ => Ok(Some(made(start))),
            },
            Holds::Rules(key, rules) => {
                let mut text = self.parsed()?;
                let now = text.value.get(key);
                let new = rules(now, start);
                if now == Some(&new) {
                    return Ok(self.text.clone());
                }
                text.value.set(key, Some(new));
                text.with(key).map(Some).ok_or_else(|| self.unexpected())
            }
        }
    }

    fn removed(&self, agent: &Agent) -> Result<Option<String>> {
        let kept = self.kept();
        if let Some(kept) = &kept
            && self.text.as_ref() == Some(&kept.after)
        {
            return Ok(kept.before.clone());
        }
        if self.count(agent)?.0 == 0 {
            return Ok(self.text.clone());
        }
        match &self.file.holds {
            Holds::Hooks(shape) => {
                let mut text = self.parsed()?;
                text::take_out(&mut text.value, shape, agent);
                text.with("hooks").map(Some).ok_or_else(|| self.unexpected())
            }
            Holds::Whole(_) => Ok(kept.and_then(|kept| kept.before)),
            // Their rules as they were; without a record, only ours go.
            Holds::Rules(key, _) => {
                let mut text = self.parsed()?;
                let before = kept.map(|kept| Text::parse(kept.before.as_deref()));
                let new = match before {
                    Some(Ok(before)) => before.value.get(key).cloned(),
                    _ => text.value.get(key).and_then(text::without_our_rules),
                };
                text.value.set(key, new);
                text.with(key).map(Some).ok_or_else(|| self.unexpected())
            }
        }
    }

    fn kept(&self) -> Option<Kept> {
        serde_json::from_slice(&fs::read(&self.kept).ok()?).ok()
    }

    fn write(&self, after: Option<&str>, installed: bool) -> Result<()> {
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
            let is_ours =
                matches!(self.file.holds, Holds::Whole(_)) && self.text.as_deref().is_some_and(text::is_ours);
            let earlier = self.kept().filter(|kept| is_ours || Some(&kept.after) == self.text.as_ref());
            let before = earlier.map_or_else(|| self.text.clone(), |kept| kept.before);
            let kept = Kept { path: self.path.clone(), before, after: after.to_owned() };
            let bytes = serde_json::to_vec(&kept).map_err(Error::bug)?;
            write_private(&self.kept, &bytes).map_err(failed(&self.kept))?;
        }
        // A link stays a link: its target is written, if it still is the one that was checked and shown.
        let (target, now) = (self.real.clone(), leads_to(&self.path));
        if target != now {
            let (named, now, path) = (self.path.display(), now.display(), target.display());
            return Err(Error::conflict(say!("command-import-leads-now", named, now, path))
                .hint(say!("command-import-leads-now-hint")));
        }
        match after {
            Some(text) => {
                folder(&target)?;
                replace(&target, text).map_err(failed(&target))?;
            }
            None => {
                fs::remove_file(&target).map_err(failed(&target))?;
                // A folder that was made for it goes, too, once it is empty.
                let own = target.ancestors().skip(1).filter(|folder| is_own_folder(folder));
                own.take_while(|folder| fs::remove_dir(folder).is_ok()).for_each(drop);
            }
        }
        if !installed && self.kept.exists() {
            fs::remove_file(&self.kept).map_err(failed(&self.kept))?;
        }
        Ok(())
    }

    fn diff(&self, after: Option<&str>) -> String {
        let before = self.text.as_deref().unwrap_or_default();
        unified(before, after.unwrap_or_default(), &self.shown())
    }

    /// Its name for people: with what it leads to, if that is something else.
    fn shown(&self) -> String {
        let path = self.path.display();
        if self.real == self.path { path.to_string() } else { format!("{path} → {}", self.real.display()) }
    }

    /// Returns how many parts of ours are there, and how many there must be.
    fn count(&self, agent: &Agent) -> Result<(usize, usize)> {
        Ok(match &self.file.holds {
            Holds::Hooks(shape) => (self.places(agent)?.len(), shape.hooks.len()),
            Holds::Whole(_) => (usize::from(self.text.as_deref().is_some_and(text::is_ours)), 1),
            Holds::Rules(key, _) => {
                let text = self.parsed()?;
                (usize::from(text.value.get(key).is_some_and(text::has_our_rules)), 1)
            }
        })
    }

    fn places(&self, agent: &Agent) -> Result<Vec<(String, usize, usize)>> {
        match &self.file.holds {
            Holds::Hooks(shape) => Ok(text::places(&self.parsed()?.value, shape, agent)),
            Holds::Whole(_) | Holds::Rules(..) => Ok(Vec::new()),
        }
    }

    /// Returns the programs that our hooks in it start.
    fn programs(&self, agent: &Agent) -> Vec<PathBuf> {
        match &self.file.holds {
            Holds::Hooks(shape) => {
                let Ok(text) = self.parsed() else { return Vec::new() };
                text::commands(&text.value, shape, agent).iter().filter_map(|c| text::program_of(c)).collect()
            }
            Holds::Whole(_) => self.text.as_deref().and_then(text::program_of).into_iter().collect(),
            Holds::Rules(..) => Vec::new(),
        }
    }
}

/// Whether a folder is named as ours, or is in one that is.
fn is_own_folder(folder: &Path) -> bool {
    folder.components().rev().take(2).any(|part| part.as_os_str() == "countersign")
}

/// Writes a file atomically, with the mode of the existing one; a script can be run.
fn replace(target: &Path, text: &str) -> std::io::Result<()> {
    let script = text.starts_with("#!").then(|| fs::Permissions::from_mode(0o700));
    let mode = script.or(fs::metadata(target).map(|m| m.permissions()).ok());
    write_private(target, text.as_bytes())?;
    mode.map_or(Ok(()), |mode| fs::set_permissions(target, mode))
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
