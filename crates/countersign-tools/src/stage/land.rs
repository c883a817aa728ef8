//! Shows and lands the content of a stage.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use countersign_core::{
    Error, Result, canonical,
    text::visible,
    tool::Forecast,
    world::{Ask, Landed, Order, RecoveryState},
};
use countersign_rehearsal::{Change, Effects, Kind, Layers};
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Land, Stages, chosen, unusable};
use crate::{
    call::{fields, parse},
    files::{self, Chosen, Files, Moved},
    shell::{is_about_deleting, run_world},
};

/// Maximum number of changes per landing.
const CHANGES_MOST: usize = 100_000;
/// How many shown states of a stage are remembered.
const SHOWN: usize = 8;
/// How many of the paths that differ from those shown are named.
const NAMED: usize = 10;

impl Stages {
    /// Returns the forecast of landing a stage, or part of it.
    pub fn forecast(&self, files: &Files, ask: &Ask) -> Result<Forecast> {
        let land: Land = parse(&ask.tool, &ask.args)?;
        if land.expected.is_some() {
            // What goes on there must not change what lands.
            run_world::end(&self.folder, &land.stage);
        }
        let Some(layers) = self.opened(&land.stage)? else { return self.nothing(files, &land) };
        let effects = all(&layers)?;
        let digest = self.digest(&land, &effects)?;
        let mut bases: Vec<PathBuf> = ask.cwd.iter().map(PathBuf::from).collect();
        bases.extend(layers.roots.iter().cloned());
        let chosen = chosen::chosen(&land, &effects, &bases)?;
        let named = chosen::named(&land, &effects, &bases)?;
        let counted_from = counted_from(&effects, &chosen);
        if let Some(expected) = &land.expected {
            let then = self.shown(&land.stage, expected).unwrap_or_default().real;
            check_counted(&land.stage, &counted_from, &then)?;
        }
        let part = files::part(&effects, &chosen)?;
        let cwd = layers.roots.first().map(|r| r.display().to_string());
        let mut shown = workspace(files, &layers).show_part(&part, &chosen, cwd.as_deref())?;
        // Files that run by themselves later, or that control what may run, come first.
        let reasons = shown.facts.protected.iter().filter(|why| !is_about_deleting(why));
        let asked: Vec<Message> = reasons.map(|why| say!("effect-touches-asked", said = why)).collect();
        shown.preview.warnings.splice(0..0, asked);
        shown.facts.protected.push(say!("effect-stage-net", id = land.stage));
        let conflicts: Vec<String> = shown.conflicts.iter().map(|path| told(path)).collect();
        if land.expected.is_some() && !conflicts.is_empty() {
            return Err(conflicted(&land.stage, &conflicts));
        }
        let unnamed = chosen::unnamed(&shown.by_name, &named);
        let noop = part.changes.is_empty().then(|| say!("effect-stage-no-difference"));
        let stage = land.stage.clone();
        let args =
            Land { digest: Some(digest), chosen, counted_from, conflicts, unnamed, stage, ..Land::default() };
        Ok(Forecast {
            args: fields(&args)?,
            summary: say!("sum-stage-land", stage = short(&land.stage), saids = shown.summary),
            facts: shown.facts,
            preview: shown.preview,
            noop,
            reversal: shown.reversal,
            typed: shown.typed,
            ..Forecast::default()
        })
    }

    /// Lands what was decided, all or nothing.
    pub fn apply(&self, files: &Files, order: &Order) -> Result<Landed> {
        let land: Land = parse(&order.tool, &order.args)?;
        if !land.unnamed.is_empty() {
            return Err(Error::refused(say!(
                "op-stage-by-name",
                paths = visible(&land.unnamed.join(", ")).text
            )));
        }
        run_world::end(&self.folder, &land.stage);
        let held = self.hold(&land.stage)?;
        let layers = self.opened(&land.stage)?.ok_or_else(|| Error::stale(say!("effect-stage-empty-now")))?;
        let files = workspace(files, &layers);
        if let RecoveryState::Landed(landed) = files.check_effects(&order.id)? {
            return self.left(*landed, layers, &land, held);
        }
        let effects = all(&layers)?;
        let expected = land.digest.clone();
        self.digest(&Land { expected, ..land.clone() }, &effects)?;
        check_counted(&land.stage, &counted_from(&effects, &land.chosen), &land.counted_from)?;
        let landed = files.land_effects(&order.id, &effects, &land.chosen, Moved::Merge)?;
        self.left(landed, layers, &land, held)
    }

    /// Determines the state of a landing after a crash.
    pub fn check(&self, files: &Files, order: &Order) -> Result<RecoveryState> {
        let land: Land = parse(&order.tool, &order.args)?;
        match files.check_effects(&order.id)? {
            RecoveryState::Landed(landed) => {
                let held = self.hold(&land.stage)?;
                match self.opened(&land.stage)? {
                    Some(layers) => {
                        Ok(RecoveryState::Landed(Box::new(self.left(*landed, layers, &land, held)?)))
                    }
                    // The layers were removed because nothing was left in them.
                    None => Ok(RecoveryState::Landed(Box::new(counted(*landed, &land, 0)))),
                }
            }
            found => Ok(found),
        }
    }

    /// Reports what is left in the stage. An empty one starts again when it is next used.
    fn left(&self, landed: Landed, layers: Layers, land: &Land, _held: super::Held) -> Result<Landed> {
        let left = all(&layers).map_or(1, |effects| effects.changes.len());
        if left == 0 {
            // It has landed, even if the layers cannot be removed.
            drop(layers.discard());
        }
        Ok(counted(landed, land, left))
    }

    fn opened(&self, id: &str) -> Result<Option<Layers>> {
        let folder = self.path(id)?;
        if !folder.exists() {
            return Ok(None);
        }
        Layers::open(&folder).map(Some).map_err(unusable(&folder))
    }

    fn nothing(&self, files: &Files, land: &Land) -> Result<Forecast> {
        let shown = files.show_effects(&Effects::default(), None)?;
        let digest = self.digest(land, &Effects::default())?;
        let args = Land { digest: Some(digest), stage: land.stage.clone(), ..Land::default() };
        Ok(Forecast {
            args: fields(&args)?,
            summary: say!("sum-stage-land-nothing", stage = short(&land.stage)),
            facts: shown.facts,
            preview: shown.preview,
            noop: Some(say!("effect-stage-empty")),
            reversal: shown.reversal,
            typed: shown.typed,
            ..Forecast::default()
        })
    }

    /// Returns the digest of a stage's content and changes. Its parts are saved, so that a mismatch can be
    /// explained later. Changed real files do not matter: they are merged.
    fn digest(&self, land: &Land, effects: &Effects) -> Result<String> {
        let now = Shown { marks: marks(effects), real: real(effects.changes.iter()) };
        let digest = canonical::digest("stage", &json!([land.stage, now]));
        if let Some(expected) = land.expected.as_ref().filter(|expected| **expected != digest) {
            let then = self.shown(&land.stage, expected);
            if then.as_ref().is_none_or(|then| then.marks != now.marks) {
                let moved = moved(&then.unwrap_or_default().marks, &now.marks);
                return Err(Error::stale(say!("effect-stage-changed", saids = moved))
                    .hint(forecast_again(&land.stage)));
            }
        }
        if let (Ok(path), Ok(bytes)) = (self.shown_file(&land.stage, &digest), serde_json::to_vec(&now)) {
            // Without it, changes since then cannot be explained, and nothing that moved lands.
            drop(fs::write(path, bytes));
            self.forget_shown(&land.stage);
        }
        Ok(digest)
    }

    fn shown_file(&self, stage: &str, digest: &str) -> Result<PathBuf> {
        Ok(self.path(stage)?.with_added_extension(format!("{digest}.shown")))
    }

    /// Returns what was shown under a digest, while it is remembered.
    fn shown(&self, stage: &str, digest: &str) -> Option<Shown> {
        let hex = digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let file = self.shown_file(stage, digest).ok().filter(|_| hex)?;
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }
}

/// Fails if hunks are numbered from another content than when they were shown.
fn check_counted(stage: &str, now: &BTreeMap<String, String>, then: &BTreeMap<String, String>) -> Result<()> {
    match now.iter().find(|(path, hash)| then.get(*path) != Some(hash)) {
        None => Ok(()),
        Some((path, _)) => {
            let path = visible(path).text;
            Err(Error::stale(say!("effect-stage-changed-hunks", path)).hint(forecast_again(stage)))
        }
    }
}

/// What was shown of a stage.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Shown {
    /// The new state of each path.
    marks: BTreeMap<String, String>,
    /// The content hashes of the real files that change.
    real: BTreeMap<String, String>,
}

/// Returns the content hashes of real files.
fn real<'a>(changes: impl Iterator<Item = &'a Change>) -> BTreeMap<String, String> {
    let hash = |change: &Change| Some((name(&change.path), change.before.as_ref()?.hash.clone()?));
    changes.filter_map(hash).collect()
}

/// Returns the contents from which the chosen hunks are numbered.
fn counted_from(effects: &Effects, chosen: &[Chosen]) -> BTreeMap<String, String> {
    let in_part = |change: &&Change| chosen.iter().any(|c| !c.hunks.is_empty() && c.path == change.path);
    real(effects.changes.iter().filter(in_part))
}

fn forecast_again(stage: &str) -> Message {
    say!("effect-stage-look-again", id = short(stage))
}

/// Adds how much is left to the landed result.
fn counted(mut landed: Landed, land: &Land, left: usize) -> Landed {
    if let Value::Object(result) = &mut landed.result {
        result.insert("stage".to_owned(), json!(land.stage));
        result.insert("left".to_owned(), json!(left));
    }
    landed
}

fn conflicted(stage: &str, paths: &[String]) -> Error {
    let named = paths.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let told = match paths.len().saturating_sub(NAMED) {
        0 => say!("effect-stage-conflicted", paths = named),
        more => say!("effect-stage-conflicted-more", paths = named, n = more),
    };
    let id = short(stage);
    Error::conflict(told).hint(match paths.iter().any(|path| path.contains("/.git/")) {
        // Commits without the index, or the other way round, are worse than none.
        true => say!("effect-stage-conflicted-git-hint", id),
        false => say!("effect-stage-conflicted-hint", id, same = id),
    })
}

fn told(path: &Path) -> String {
    visible(&path.to_string_lossy()).text
}

impl Stages {
    /// Removes old records of what was shown of a stage.
    fn forget_shown(&self, id: &str) {
        let prefix = format!("{id}.");
        let mut shown = Vec::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let is_shown =
                entry.file_name().to_str().is_some_and(|n| n.starts_with(&prefix) && n.ends_with(".shown"));
            if is_shown && let Ok(at) = entry.metadata().and_then(|about| about.modified()) {
                shown.push((at, entry.path()));
            }
        }
        shown.sort();
        let old = shown.len().saturating_sub(SHOWN);
        shown.iter().take(old).for_each(|(_, path)| drop(fs::remove_file(path)));
    }
}

fn all(layers: &Layers) -> Result<Effects> {
    let effects = layers.effects(CHANGES_MOST).map_err(|e| {
        Error::conflict(say!("effect-stage-unread", said = e)).hint(say!("effect-stage-look-inside"))
    })?;
    if effects.more {
        return Err(Error::conflict(say!("effect-stage-too-many", n = CHANGES_MOST))
            .hint(say!("effect-stage-remove-inside")));
    }
    Ok(effects)
}

/// Restricts landing to the folders of the stage.
fn workspace(files: &Files, layers: &Layers) -> Files {
    Files { roots: layers.roots.clone(), ..files.clone() }
}

/// Returns a short mark of each path's new state. The real file's state is left out: it is merged if it moved.
fn marks(effects: &Effects) -> BTreeMap<String, String> {
    let mark = |change: &Change| {
        let mut after = json!(change.after);
        if change.after.as_ref().is_some_and(|node| node.kind == Kind::Dir) {
            after["mtime_ns"] = Value::Null;
            after["size"] = Value::Null;
        }
        canonical::digest("change", &json!([after, change.renamed_from]))[..16].to_owned()
    };
    effects.changes.iter().map(|c| (name(&c.path), mark(c))).collect()
}

/// Encodes all bytes of a path, even if they are not UTF-8.
fn name(path: &Path) -> String {
    match path.to_str() {
        Some(text) => text.to_owned(),
        None => format!("{path:?}"),
    }
}

fn moved(then: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Message {
    if then.is_empty() {
        return say!("effect-stage-not-shown");
    }
    let mut told: Vec<Message> = Vec::new();
    for (path, mark) in now {
        match then.get(path) {
            None => told.push(say!("effect-stage-was-added", path = visible(path).text)),
            Some(before) if before != mark => {
                told.push(say!("effect-stage-is-other", path = visible(path).text))
            }
            Some(_) => {}
        }
    }
    let gone = then.keys().filter(|path| !now.contains_key(*path));
    told.extend(gone.map(|path| say!("effect-stage-is-real", path = visible(path).text)));
    let more = told.len().saturating_sub(NAMED);
    told.truncate(NAMED);
    if more > 0 {
        told.push(say!("effect-and-n-more", n = more));
    }
    Message::joined(", ", told)
}

/// Returns the id as people type it.
fn short(id: &str) -> &str {
    id.split_once('-').map_or(id, |(head, _)| head)
}
