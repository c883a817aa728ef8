//! Measures the cost of rehearsal: a command in a copy-on-write world compared with the same command without one, and
//! landing its changes compared with copying them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use countersign_core::{Error, Result, world::Ask};
use countersign_rehearsal::{Ended, Io, Layers, Limits, Manner, Network, Program, Snapshot, World, start};
use countersign_tools::{
    files::{Files, Moved},
    shell::Shell,
};

use crate::{
    files::{reset_peak, status_kib},
    report::{Report, Target, median},
};

/// How often a small command is run in each way.
const SMALL_ROUNDS: usize = 60;
/// How often the other commands are run.
const ROUNDS: usize = 5;
/// How many files the large tree has.
const TREE: usize = 10_000;
/// How many files are changed and landed.
const CHANGED: usize = 1_000;
/// The most changes that are collected.
const MOST: usize = 100_000;

/// Measures all of it.
pub fn measure(report: &mut Report) -> Result<()> {
    // Capabilities of the machine are probed once, on first use.
    let _means = countersign_rehearsal::capabilities();
    small(report)?;
    reads(report)?;
    reading(report)?;
    landing(report)?;
    memory(report)
}

/// A workspace and a folder for layers.
struct Place {
    dir: tempfile::TempDir,
    workspace: PathBuf,
    count: std::cell::Cell<usize>,
}

impl Place {
    fn new(files: usize) -> Result<Self> {
        let dir = tempfile::tempdir().map_err(Error::bug)?;
        let workspace = dir.path().canonicalize().map_err(Error::bug)?.join("workspace");
        fs::create_dir(&workspace).map_err(Error::bug)?;
        for n in 0..files {
            let folder = workspace.join(format!("d{}", n / 100));
            if n % 100 == 0 {
                fs::create_dir(&folder).map_err(Error::bug)?;
            }
            fs::write(folder.join(format!("f{n}.txt")), format!("line one of {n}\n").repeat(40))
                .map_err(Error::bug)?;
        }
        Ok(Self { dir, workspace, count: std::cell::Cell::new(0) })
    }

    /// Runs a shell command without a world.
    fn plain(&self, line: &str) -> Result<f64> {
        let begun = Instant::now();
        let mut command = Command::new("/bin/bash");
        command.args(["-c", line]).current_dir(&self.workspace).stdin(Stdio::null());
        command.output().map_err(Error::bug)?;
        Ok(ms(begun))
    }

    /// Rehearses it like an agent's call, from call to answer, including the search for secrets.
    fn called(&self, line: &str) -> Result<f64> {
        self.called_in("", line)
    }

    /// Like [`called`](Self::called), as a command of that run.
    fn called_in(&self, run: &str, line: &str) -> Result<f64> {
        let begun = Instant::now();
        let shell = Shell { stages: self.dir.path().join("stages"), ..Shell::default() };
        let ask = Ask {
            tool: "shell.run".to_owned(),
            args: serde_json::Map::from_iter([("command".to_owned(), line.into())]),
            agent: "bench".to_owned(),
            run: run.to_owned(),
            cwd: Some(self.workspace.display().to_string()),
            ..Ask::default()
        };
        let sight = shell.rehearse(&ask)?.ok_or_else(|| Error::bug("nothing is kept for rehearsals"))?;
        match sight.answer {
            Some(_) => Ok(ms(begun)),
            None => Err(Error::bug(format!("{line} was not called harmless: {:?}", sight.preview.warnings))),
        }
    }

    /// Runs it in its own world, as a rehearsal does. Returns the time and the layers.
    fn rehearsed(&self, line: &str) -> Result<(f64, Layers)> {
        let begun = Instant::now();
        self.count.set(self.count.get() + 1);
        let folder = self.dir.path().join(format!("layers{}", self.count.get()));
        let roots = [self.workspace.clone()];
        let layers = Layers::make(&folder, &roots, Manner::Overlay, u64::MAX).map_err(Error::bug)?;
        let begun_snapshot =
            Snapshot::begin(&roots, &folder.join("snapshot"), &mut |_| {}).map_err(Error::bug)?;
        let world = World {
            layers: &layers,
            asides: Vec::new(),
            on_top: Vec::new(),
            still: Vec::new(),
            hidden: Vec::new(),
            instead: Vec::new(),
            closed: Vec::new(),
            through: Vec::new(),
            network: Network::None,
            shared: None,
            apart: false,
            watch_files: true,
            limits: Limits::default(),
        };
        run(&world, line, &self.workspace)?;
        if !layers.effects(MOST).map_err(Error::bug)?.changes.is_empty() {
            begun_snapshot.finish().map_err(Error::bug)?;
        }
        Ok((ms(begun), layers))
    }
}

fn run(world: &World<'_>, line: &str, cwd: &Path) -> Result<Ended> {
    let program = Program {
        argv: ["/bin/bash", "-c", line].map(Into::into).into(),
        env: std::env::vars_os().collect(),
        cwd: cwd.to_owned(),
        io: Io::Pipes,
    };
    let mut running = start(world, &program).map_err(Error::bug)?;
    drop(running.stdin.take());
    let read = |file: Option<fs::File>| {
        std::thread::spawn(move || file.map(|mut f| std::io::copy(&mut f, &mut std::io::sink())))
    };
    let streams = [read(running.stdout.take()), read(running.stderr.take())];
    let ended = running.wait(None).map_err(Error::bug)?;
    for stream in streams {
        stream.join().map_err(|_| Error::bug("a reader panicked"))?;
    }
    match ended.code {
        Some(0) => Ok(ended),
        _ => Err(Error::bug(format!("{line} ended with {ended:?}"))),
    }
}

fn ms(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}

fn small(report: &mut Report) -> Result<()> {
    let place = Place::new(100)?;
    let (mut plain, mut rehearsed, mut in_run) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..SMALL_ROUNDS {
        plain.push(place.plain("true")?);
        rehearsed.push(place.called("true")?);
        in_run.push(place.called_in("rbench", "true")?);
    }
    let in_run = median(in_run);
    let (plain, rehearsed) = (median(plain), median(rehearsed));
    report.add("a small command, run directly, median", plain, "ms", Target::None);
    report.add("a small command, rehearsed, median", rehearsed, "ms", Target::None);
    report.add("a small command, added by rehearsing", rehearsed - plain, "ms", Target::AtMost(10.0));
    report.add("a small command, added by the world of its run", in_run - plain, "ms", Target::AtMost(5.0));
    Ok(())
}

/// Measures the commands that agents read with most: each in a world, compared with the same run directly.
fn reads(report: &mut Report) -> Result<()> {
    let place = Place::new(1_000)?;
    let lines = [
        ("ls -la", "ls -la"),
        ("cat", "cat d0/f1.txt"),
        ("grep -rn", "grep -rn 'line one of 7$' d0"),
        ("git status", "git status --short || true"),
        ("python3 -c", "python3 -c 'print(1)'"),
    ];
    for (name, line) in lines {
        let (mut plain, mut confined) = (Vec::new(), Vec::new());
        for _ in 0..SMALL_ROUNDS / 2 {
            plain.push(place.plain(line)?);
            confined.push(place.called(line)?);
        }
        let added = median(confined) - median(plain);
        report.add(&format!("a read, {name}, added by its world, median"), added, "ms", Target::AtMost(10.0));
    }
    Ok(())
}

fn reading(report: &mut Report) -> Result<()> {
    let place = Place::new(TREE)?;
    let line = "grep -r nothing-like-this . || true";
    let (mut plain, mut rehearsed) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        plain.push(place.plain(line)?);
        rehearsed.push(place.called(line)?);
    }
    let (plain, rehearsed) = (median(plain), median(rehearsed));
    report.add("10,000 files read, directly", plain, "ms", Target::None);
    report.add("10,000 files read, rehearsed", rehearsed, "ms", Target::None);
    report.add("10,000 files read, rehearsed, times directly", rehearsed / plain, "×", Target::AtMost(2.0));
    // An unknown program may change something, so it runs with layers.
    fs::copy("/bin/grep", place.workspace.join("search")).map_err(Error::bug)?;
    let line = "./search -r nothing-like-this d* || true";
    let (mut plain, mut rehearsed) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        plain.push(place.plain(line)?);
        rehearsed.push(place.called(line)?);
    }
    let ratio = median(rehearsed) / median(plain);
    report.add(
        "10,000 files read by an unknown program, rehearsed, times directly",
        ratio,
        "×",
        Target::None,
    );
    Ok(())
}

fn landing(report: &mut Report) -> Result<()> {
    let (mut copied, mut landed, mut undone) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let place = Place::new(CHANGED)?;
        let (_, layers) = place.rehearsed("for f in d*/*; do echo changed >> $f; done")?;
        let effects = layers.effects(MOST).map_err(Error::bug)?;
        let upper = layers.upper(0).0;
        // The same bytes as plain files: files in the layers carry extended attributes that a copy would refuse.
        let begun = Instant::now();
        let to = place.dir.path().join("copy");
        let ended = Command::new("cp").arg("-r").args([&upper, &to]).status().map_err(Error::bug)?;
        copied.push(ms(begun));
        if !ended.success() {
            return Err(Error::bug("cp failed"));
        }
        let files = Files {
            roots: vec![place.workspace.clone()],
            trash: place.dir.path().join("trash"),
            ..Files::default()
        };
        let begun = Instant::now();
        let done = files.land_effects(&format!("landing{round}"), &effects, &[], Moved::Refuse)?;
        landed.push(ms(begun));
        let inverse = done.inverse.ok_or_else(|| Error::bug("there is no way back"))?;
        let begun = Instant::now();
        files.revert(&format!("undo{round}"), &inverse)?;
        undone.push(ms(begun));
        layers.discard().map_err(Error::bug)?;
    }
    let (copied, landed, undone) = (median(copied), median(landed), median(undone));
    report.add("1,000 changed files, copied", copied, "ms", Target::None);
    report.add("1,000 changed files, landed", landed, "ms", Target::None);
    report.add("1,000 changed files, landed, times copied", landed / copied, "×", Target::AtMost(2.0));
    report.add("1,000 changed files, taken back", undone, "ms", Target::None);
    Ok(())
}

/// Measures how far this process's memory rises while a large tree is rehearsed.
fn memory(report: &mut Report) -> Result<()> {
    for files in [TREE / 10, TREE * 4] {
        let place = Place::new(files)?;
        let Some(before) = reset_peak() else {
            println!("(peak memory is not known here: it is read from /proc)");
            return Ok(());
        };
        place.rehearsed("true")?.1.discard().map_err(Error::bug)?;
        let rise = status_kib("VmHWM:").map_or(f64::NAN, |peak| (peak - before) / 1024.0);
        report.add(&format!("memory of a rehearsal on {files} files"), rise, "MiB", Target::Below(8.0));
    }
    Ok(())
}
