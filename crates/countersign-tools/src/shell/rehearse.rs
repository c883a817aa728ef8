//! Turns a rehearsal into a forecast: harmless, with its real effects, or with its denied attempts.

use std::path::{Path, PathBuf};

use countersign_core::{
    Error, Result,
    analysis::path,
    judge::{Class, Effect, Facts, Finding},
    text::{truncate, visible},
    tool::{FieldChange, Forecast, Preview, Printed, Reversal},
    world::{Ask, ChosenPart, Precondition},
};
use countersign_rehearsal::{Change, Denied, Effects, Kind, Node};
use countersign_words::{Message, say};
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::{
    RUN, Run, SENT, Shell, UNCAPTURED, all_visible, at, clients, judged, process,
    reading::{self, Reading},
    stored_rehearsal::{RehearsalReport, StoredRehearsal},
    tmp_leftovers,
    trial::{As, Caller, MOST, Trial, weight},
};
use crate::{
    call::parse,
    files::{self, Chosen, pattern, same_change},
};

/// Maximum number of denied attempts reported.
const TOLD: usize = 20;
/// Reasons why a command may change something that say nothing about what it does change.
const DOUBTS: &[&str] = &[
    "analysis-has-an-option-that-is-not-known",
    "analysis-sets-to-what-only-running-tells",
    "analysis-sets-which-decides-what-is-run-or-where",
    "analysis-sets-which-may-name-a-program-or-a-file",
    "analysis-unsets-path",
];
/// What analysis calls destroying, and undo of what the rehearsal shows restores: refs of git.
const RESTORED: &[&str] = &["deletes stashed work", "deletes the tag"];
/// The same, where a person trusts undo.
const RESTORED_IF_TRUSTED: &[&str] =
    &["deletes the branch even if it is not merged", "deletes the build's files"];
const FOR_REAL: Message = say!("effect-for-real");
/// All pending rehearsals together may use this many times the space of one.
const KEPT_AT_ONCE: u64 = 4;

impl Shell {
    /// Rehearses a command and returns what it did; None if rehearsals cannot be stored. A command that
    /// analysis calls a read runs with nothing writable, and in layers only if it tried to change something.
    pub fn rehearse(&self, ask: &Ask) -> Result<Option<Forecast>> {
        let forecast = self.forecast(ask)?;
        if let Some(chosen) = &ask.chosen {
            return self.part(ask, forecast, chosen).map(Some);
        }
        let run: Run = parse(RUN, &forecast.args)?;
        let client = ask.client.then(|| self.client(ask, &run)).flatten();
        if forecast.facts.class() == Class::Read && client.is_none() {
            return self.rehearse_read(ask, &run, forecast).map(Some);
        }
        if !self.stages.is_absolute() {
            return Ok(None);
        }
        match Trial::run(self, &run, from(ask), &As::Rehearsal { agent: Some(ask.agent.clone()), client }) {
            Ok(trial) => self.shown(ask, &run, forecast, trial).map(Some),
            Err(why) => Ok(Some(unrehearsed(forecast, &why))),
        }
    }

    fn rehearse_read(&self, ask: &Ask, run: &Run, forecast: Forecast) -> Result<Forecast> {
        let tried = match self.read_confined(ask, run, &forecast.facts) {
            Reading::Answer(answer) => return Ok(reading::only_read(run, forecast, &ask.hosts, answer)),
            Reading::NotConfined(why) => return Ok(reading::not_confined(run, forecast, &why)),
            Reading::NoRead(tried) => *tried,
        };
        if !tried.wanted_to_change(&self.roots_of(ask.cwd.as_deref())) {
            return self.shown(ask, run, forecast, tried);
        }
        let why = As::Rehearsal { agent: Some(ask.agent.clone()), client: None };
        match Trial::run(self, run, from(ask), &why) {
            Ok(trial) => self.shown(ask, run, forecast, trial),
            Err(why) => Ok(unrehearsed(self.denied(ask, forecast, &tried), &why)),
        }
    }

    fn shown(&self, ask: &Ask, run: &Run, forecast: Forecast, mut trial: Trial) -> Result<Forecast> {
        if !trial.ended.denied.is_empty() {
            return Ok(self.denied(ask, forecast, &trial));
        }
        if trial.effects.more {
            let why = say!("effect-changes-more", n = MOST);
            return Ok(unrehearsed(forecast, &why));
        }
        let found = trial.ended.signalled && trial.ended.code.is_some();
        if !found && judged::signals_by_name(&forecast.facts) {
            return Ok(unrehearsed(forecast, &say!("effect-signals-nobody")));
        }
        let (mut dropped, mut real) = self.sorted(ask, &forecast, &trial.effects);
        if !real {
            trial.keep_builds(self, &ask.trusted);
        }
        if real && lacked_editor(&trial) {
            // Git has only prepared what the editor was to show.
            dropped = trial.effects.changes.iter().map(|change| change.path.display().to_string()).collect();
            real = false;
        }
        let left = tmp_leftovers::of(&trial.ended);
        if !real {
            return Ok(match trial.ended.all_seen {
                _ if !left.is_empty() => self.for_real(ask, leaves(forecast, &left)),
                true => harmless(run, forecast, &trial, dropped),
                false => unrehearsed(forecast, &say!("effect-nothing-but-unseen")),
            });
        }
        tmp_leftovers::tell(&mut trial.result, &left);
        let texts = same_change::texts_before(&trial.effects);
        let told = RehearsalReport {
            result: trial.result.clone(),
            effects: std::mem::take(&mut trial.effects),
            built: trial.built.clone(),
            trusted: ask.trusted.clone(),
            texts,
        };
        let whose = files::Deleter::of(ask);
        let shown = match self.files.show_effects_of(&told.effects, ask.cwd.as_deref(), whose) {
            Ok(shown) => shown,
            Err(e) => return Ok(unrehearsed(forecast, &e.message)),
        };
        let Some(kept) = trial.take() else { return Err(Error::bug("a rehearsal has a folder")) };
        let room = u64::from(self.rehearsal.disk_mb) << 20;
        if !kept.fits(&self.stages, weight(&told.effects), room.saturating_mul(KEPT_AT_ONCE)) {
            drop(kept.discard());
            return Ok(unrehearsed(forecast, &say!("effect-too-much-kept")));
        }
        if let Err(e) = kept.tell(&told) {
            drop(kept.discard());
            return Ok(unrehearsed(forecast, &e.message));
        }
        let state = json!({"id": kept.id, "digest": told.digest()?, "land": []});
        let is_trusted = ask.trusted.iter().any(|trust| trust.lies_around(&shown.facts, &shown.ground));
        let mut looks = effective(run, forecast, shown, state, is_trusted);
        looks.preview.printed = Printed::of(&told.result);
        looks.preview.changes.extend(told.built.line(&self.roots_of(ask.cwd.as_deref())));
        if let Some(hosts) = contacted(&told.result) {
            let told = FieldChange::told(say!("effect-label-contacted"), None, Some(hosts.into()));
            looks.preview.changes.push(told);
        }
        if !left.is_empty() {
            looks.preview.warnings.push(say!("effect-it-leaves", paths = tmp_leftovers::names(&left)));
        }
        if !trial.ended.all_seen {
            looks.preview.warnings.push(say!("effect-unseen-besides"));
        }
        // In a trusted folder, too, people decide on what they are warned of; the number of lines is for reading only.
        if looks.preview.warnings.iter().any(|warning| warning.id() != Some("effect-command-lines")) {
            looks.ground = None;
        }
        looks.preview.warnings.extend(without_secrets(&trial));
        Ok(looks)
    }

    /// Returns the call with its denied attempts, its effects up to then, and what happens after approval.
    pub(super) fn denied(&self, ask: &Ask, mut forecast: Forecast, trial: &Trial) -> Forecast {
        let reads = forecast.facts.class() == Class::Read;
        let mut attempts: Vec<(&Denied, Finding)> =
            trial.ended.denied.iter().map(|d| (d, wanted(d, reads))).collect();
        // Hosts must not push protected paths out of sight.
        attempts.sort_by_key(|(_, finding)| std::cmp::Reverse(finding.effect == Effect::Protected));
        let mut lines = Vec::new();
        for (denied, finding) in attempts.into_iter().take(TOLD) {
            let target = match denied {
                Denied::Host(host) => Some(host.as_str()),
                _ => finding.target.as_deref(),
            };
            let told = say!("effect-in-rehearsal", said = all_visible(&finding.reason));
            lines.push(at(told, target.map(|t| visible(t).text)));
            forecast.facts.outside |= matches!(denied, Denied::Write(_));
            forecast.facts.add(finding);
        }
        match trial.ended.denied.len().saturating_sub(TOLD) {
            0 => {}
            more => lines.push(say!("effect-in-rehearsal-more", n = more)),
        }
        let left = tmp_leftovers::of(&trial.ended);
        if !left.is_empty() {
            lines.push(say!("effect-in-rehearsal", said = tmp_leftovers::words(&left)));
        }
        if trial.ended.waited {
            lines.push(say!("effect-ended-waiting"));
        }
        lines.extend(without_secrets(trial));
        forecast.preview.warnings.splice(0..0, lines);
        forecast.preview.printed = Printed::of(&trial.result);
        forecast.rehearsable = false;
        self.add_effects(ask, &mut forecast, &trial.effects);
        let Some(hosts) = trial.only_hosts(TOLD) else {
            return self.for_real(ask, forecast);
        };
        let also = self.rest_of_registries(&hosts);
        for host in &also {
            forecast.preview.warnings.push(say!("effect-registry-also", host));
            forecast.facts.add(wanted(&Denied::Host(host.clone()), reads));
        }
        let hosts = [hosts, also].concat();
        forecast.preview.warnings.retain(|w| *w != UNCAPTURED);
        forecast.preview.warnings.push(say!("effect-in-layers"));
        forecast.reversal = Reversal::BestEffort { caveats: vec![SENT] };
        let (what, mut state) = (Precondition::REHEARSAL.to_owned(), json!({"hosts": hosts}));
        if !ask.trusted.is_empty() {
            state["trusted"] = json!(ask.trusted);
        }
        forecast.preconditions.push(Precondition { what, state });
        forecast
    }

    /// Says that a call runs for real, and what it does not see then.
    fn for_real(&self, ask: &Ask, mut forecast: Forecast) -> Forecast {
        forecast.preview.warnings.push(FOR_REAL);
        forecast.preview.warnings.extend(self.unseen_builds(ask, &|_| true));
        forecast
    }

    /// Adds the rehearsed changes. They are not what will land: the command runs again.
    fn add_effects(&self, ask: &Ask, forecast: &mut Forecast, effects: &Effects) {
        if !self.sorted(ask, forecast, effects).1 {
            return;
        }
        let Ok(shown) = self.files.show_effects(effects, ask.cwd.as_deref()) else { return };
        let told = say!("effect-in-rehearsal-changed", saids = shown.summary);
        forecast.preview.warnings.push(told);
        forecast.preview.warnings.extend(shown.preview.warnings);
        forecast.preview.changes.extend(shown.preview.changes);
        forecast.preview.diff = shown.preview.diff;
        forecast.preview.not_shown.extend(shown.preview.not_shown);
        if !shown.facts.deletes.is_empty() {
            forecast.typed = shown.typed;
        }
        let Facts { writes, deletes, protected, outside, .. } = shown.facts;
        forecast.facts.writes.extend(writes);
        forecast.facts.deletes.extend(deletes);
        forecast.facts.protected.extend(protected);
        forecast.facts.outside |= outside;
    }

    /// Returns the chosen part of an earlier rehearsal, as it would land.
    fn part(&self, ask: &Ask, forecast: Forecast, chosen: &ChosenPart) -> Result<Forecast> {
        let run: Run = parse(RUN, &forecast.args)?;
        let (kept, told) = self.kept(&chosen.rehearsal)?;
        let parts = chosen_of(&chosen.land)?;
        let effects = files::part(&told.effects, &parts)?;
        let (some, all) = (effects.changes.len(), told.effects.changes.len());
        let shown = self.files.show_part(&effects, &parts, ask.cwd.as_deref())?;
        let state = json!({"id": kept.id, "digest": told.digest()?, "land": chosen.land});
        let mut looks = effective(&run, forecast, shown, state, false);
        looks.preview.printed = Printed::of(&told.result);
        looks.preview.warnings.insert(0, say!("effect-only-a-part", some, all));
        for part in parts.iter().filter(|part| !part.hunks.is_empty()) {
            let (path, hunks) = (part.path.display().to_string(), json!(part.hunks));
            looks.preview.warnings.push(say!("effect-only-hunks", path = visible(&path).text, hunks));
        }
        Ok(looks)
    }

    /// Returns the rehearsal that a precondition names, as shown.
    pub(super) fn kept(&self, state: &Value) -> Result<(StoredRehearsal, RehearsalReport)> {
        let id = state["id"].as_str().unwrap_or_default();
        let gone = || Error::stale(say!("effect-rehearsed-gone")).hint(say!("effect-refresh-rehearse"));
        let kept = StoredRehearsal::open(&self.stages, id).ok_or_else(gone)?;
        let told = kept.told()?;
        match state["digest"].as_str() == Some(&told.digest()?) {
            true => Ok((kept, told)),
            false => Err(Error::stale(say!("effect-rehearsed-other")).hint(say!("effect-refresh"))),
        }
    }

    /// Returns the discardable paths of some effects, and whether there are others. If a command is known to
    /// change more than files, nothing is discarded.
    pub(super) fn sorted(&self, ask: &Ask, forecast: &Forecast, effects: &Effects) -> (Vec<String>, bool) {
        let roots = self.roots_of(ask.cwd.as_deref());
        let mut dropped = Vec::new();
        for change in effects.changes.iter().filter(|change| !is_time_of_folder(change)) {
            if changes_more(&forecast.facts) || !self.is_discardable(&roots, &change.path) {
                return (Vec::new(), true);
            }
            dropped.push(change.path.display().to_string());
        }
        (dropped, false)
    }

    /// Whether the policy lets a path be discarded, or it is a folder of only such paths.
    pub(super) fn is_discardable(&self, roots: &[PathBuf], path: &Path) -> bool {
        let below = roots.iter().filter_map(|root| path.strip_prefix(root).ok()?.to_str());
        let fits = |pattern: &str, below: &str| {
            let folder = pattern.strip_suffix("/**");
            // `**/x` also matches `x` at the top.
            let top = pattern.strip_prefix("**/");
            let one = |p: &str| pattern::matches(p, below);
            one(pattern)
                || folder.is_some_and(one)
                || top.is_some_and(one)
                || top.and_then(|p| p.strip_suffix("/**")).is_some_and(one)
        };
        below.into_iter().any(|below| self.rehearsal.discard.iter().any(|p| fits(p, below)))
    }
}

/// Names the hosts that a rehearsal has contacted.
fn contacted(result: &Value) -> Option<String> {
    let hosts = result.get(clients::CONTACTED)?.as_array()?.iter().filter_map(Value::as_str);
    Some(hosts.collect::<Vec<_>>().join(", ")).filter(|hosts| !hosts.is_empty())
}

/// Whether a command is known to change more than files. Doubts about a variable, an option or a program are no
/// such knowledge: the rehearsal has shown what it does.
fn changes_more(facts: &Facts) -> bool {
    facts.changes.iter().any(|why| !why.id().is_some_and(|id| DOUBTS.contains(&id)))
}

pub(super) fn from(ask: &Ask) -> Caller<'_> {
    Caller { cwd: ask.cwd.as_deref(), run: &ask.run, trusted: &ask.trusted, aloud: ask.aloud }
}

/// Parses what a person chose.
pub(super) fn chosen_of(land: &[Value]) -> Result<Vec<Chosen>> {
    let read = |value: &Value| {
        Chosen::deserialize(value)
            .map_err(|e| Error::invalid(say!("effect-no-part", error = e)).hint(say!("effect-name-each")))
    };
    land.iter().map(read).collect()
}

/// Whether only the time of a folder changed because entries came or went.
pub(super) fn is_time_of_folder(change: &Change) -> bool {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let rest = |node: &Node| Node { size: 0, mtime_ns: 0, ..node.clone() };
            before.kind == Kind::Dir && rest(before) == rest(after)
        }
        _ => false,
    }
}

/// Says which files a command read without the secrets in them.
fn without_secrets(trial: &Trial) -> Option<Message> {
    let paths = trial.redacted.iter().map(|path| visible(&path.display().to_string()).text);
    let paths = paths.collect::<Vec<_>>().join(", ");
    (!paths.is_empty()).then(|| say!("effect-without-secrets", paths))
}

/// Whether a command failed because it needs an editor, and changed only git's own files up to then. One that
/// only pretends that gets the same: nothing of it lands.
fn lacked_editor(trial: &Trial) -> bool {
    let said = trial.result["stderr"].as_str().is_some_and(|text| text.contains(process::NEEDS_EDITOR));
    let of_git = |change: &Change| change.path.components().any(|part| part.as_os_str() == ".git");
    said && trial.ended.code != Some(0)
        && trial.effects.changes.iter().all(|change| of_git(change) || is_time_of_folder(change))
}

/// Returns the call by analysis alone, with why it was not rehearsed.
pub(super) fn unrehearsed(mut forecast: Forecast, why: &Message) -> Forecast {
    forecast.preview.warnings.push(say!("effect-not-rehearsed", saids = all_visible(why)));
    forecast.rehearsable = false;
    forecast
}

/// Adds what the call leaves in folders that a rehearsal does not keep.
fn leaves(mut forecast: Forecast, left: &[PathBuf]) -> Forecast {
    tmp_leftovers::findings(left).for_each(|finding| forecast.facts.add(finding));
    forecast.facts.outside = true;
    forecast.preview.warnings.insert(0, say!("effect-in-rehearsal", said = tmp_leftovers::words(left)));
    forecast.rehearsable = false;
    forecast
}

pub(super) fn harmless(run: &Run, forecast: Forecast, trial: &Trial, dropped: Vec<String>) -> Forecast {
    let mut answer = trial.result.clone();
    answer["rehearsed"] = json!(true);
    if !dropped.is_empty() {
        answer["discarded"] = json!(dropped);
    }
    if !trial.built.kept.is_empty() {
        answer["kept_apart"] = json!(trial.built.kept);
    }
    let redacted = trial.redacted.iter().map(|path| path.display().to_string());
    let withheld: Vec<String> = redacted.chain(trial.withheld.iter().cloned()).collect();
    if !withheld.is_empty() {
        answer["withheld"] = json!(withheld);
    }
    let Facts { reads, folder, commands, .. } = forecast.facts;
    let line = visible(&truncate(&run.line(), 160)).text;
    Forecast {
        facts: Facts { reads, folder, commands, ..Facts::default() },
        summary: say!("sum-shell-harmless", command = line),
        reversal: Reversal::None,
        preconditions: Vec::new(),
        answer: Some(answer),
        rehearsable: false,
        ..forecast
    }
}

/// Returns the call by its real effects; `is_trusted`: they lie within a trusted folder.
pub(super) fn effective(
    run: &Run,
    forecast: Forecast,
    shown: files::Shown,
    state: Value,
    is_trusted: bool,
) -> Forecast {
    let mut facts = shown.facts;
    let Facts { reads, folder, commands, findings, script, .. } = forecast.facts;
    (facts.folder, facts.commands, facts.script) = (folder, commands, script);
    facts.reads.extend(reads);
    let restored =
        |reason: &str| RESTORED.contains(&reason) || (is_trusted && RESTORED_IF_TRUSTED.contains(&reason));
    // A dropped table does not show in the files.
    let told = |f: &&Finding| match f.effect {
        Effect::Destroy => f.certain && !restored(&f.reason),
        Effect::Delete => f.certain && f.target.as_ref().is_some_and(|t| !t.starts_with('/')),
        _ => false,
    };
    for finding in findings.iter().filter(told) {
        facts.add(finding.clone());
        let what = finding.target.as_ref().map_or_else(|| finding.reason.clone(), Message::from);
        facts.protected.push(at(&finding.reason, Some(what)));
    }
    let line = visible(&truncate(&run.line(), 160)).text;
    let command = run.preview(&Facts::default());
    let exactly = say!("effect-lands-exactly", saids = shown.summary);
    let lands = FieldChange::told(say!("effect-label-rehearsed"), None, Some(exactly));
    let changes = command.changes.into_iter().chain([lands]).chain(shown.preview.changes).collect();
    let warnings = [command.warnings, shown.preview.warnings].concat();
    let rehearsal = Precondition { what: Precondition::REHEARSAL.to_owned(), state };
    Forecast {
        facts,
        summary: at(shown.summary.capitalised(), Some(line)),
        preview: Preview { target: command.target, changes, warnings, ..shown.preview },
        preconditions: [shown.preconditions, vec![rehearsal]].concat(),
        reversal: shown.reversal,
        ground: Some(shown.ground),
        typed: shown.typed,
        rehearsable: false,
        effect: Some(shown.effect),
        ..forecast
    }
}

/// Converts a denied attempt to a finding. A command known to read what another program reports (`docker ps`)
/// can be granted; other uses of a socket are asked about each time.
fn wanted(denied: &Denied, reads: bool) -> Finding {
    let finding = |effect, target: String, reason: Message| Finding {
        effect,
        target: Some(target),
        reason,
        span: None,
        certain: true,
    };
    let told = |path: &PathBuf| path.display().to_string();
    match denied {
        Denied::Host(host) | Denied::Name(host) => {
            // Hosts are listed and granted by name, which usually implies these two ports.
            let plain = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(host);
            finding(Effect::Send, plain.to_owned(), say!("effect-wants-network"))
        }
        Denied::Socket(name) => finding(
            if reads { Effect::Change } else { Effect::Protected },
            name.clone(),
            say!("effect-wants-socket"),
        ),
        Denied::Write(path) => match path::writing(path, &[]) {
            Some(why) => finding(Effect::Protected, told(path), say!("effect-wants-change", said = why)),
            None => finding(Effect::Write, told(path), say!("effect-wants-write")),
        },
        Denied::Absent(path) => finding(Effect::Read, told(path), say!("effect-wants-absent")),
        Denied::Read(path) => finding(Effect::Protected, told(path), say!("effect-wants-hidden")),
        Denied::Call(name) => finding(Effect::Protected, name.clone(), say!("effect-wants-call")),
    }
}
