//! Measures the cost of undo: files written and undone through the engine, compared with plain copies and writes with
//! fsync on the same disk.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Instant,
};

use countersign_core::{Actor, Engine, Error, Result};
use countersign_tools::Builtins;
use serde_json::{Value, json};

use crate::{
    report::{Report, Target, median},
    world::{self, text},
};

const MB: usize = 1_000_000;

/// How many rounds engine and plain files alternate for the large file.
const LARGE_ROUNDS: usize = 7;

/// How many rounds they alternate for the small files.
const SMALL_ROUNDS: usize = 3;

/// How many small files a run writes.
const SMALL: usize = 1_000;

/// Measures all of it.
pub fn measure(report: &mut Report) -> Result<()> {
    large(report)?;
    memory(report)?;
    small(report)
}

/// An agent, a person and a workspace.
struct Place {
    home: tempfile::TempDir,
    workspace: PathBuf,
    engine: Engine,
    run: String,
}

impl Place {
    fn new() -> Result<Self> {
        let home = tempfile::tempdir().map_err(Error::bug)?;
        let root = home.path().canonicalize().map_err(Error::bug)?;
        let workspace = root.join("workspace");
        fs::create_dir(&workspace).map_err(Error::bug)?;
        let builtins =
            Builtins::new(root.join("trash"), vec![workspace.clone()], vec![root.join("home")], Vec::new());
        let engine = world::on_disk(&root.join("countersign.db"))?.with_world(Box::new(builtins));
        let mut place = Self { home, workspace, engine, run: String::new() };
        place.run = text(&place.call(&Actor::agent("bench"), "run.start", json!({}))?, "/id")?;
        Ok(place)
    }

    fn call(&self, actor: &Actor, op: &str, input: Value) -> Result<Value> {
        world::call(&self.engine, actor, &self.workspace.display().to_string(), op, input)
    }

    fn person(&self, op: &str, input: Value) -> Result<Value> {
        self.call(&Actor::person("owner"), op, input)
    }

    fn propose(&self, args: &Value) -> Result<Value> {
        let input = json!({"run": self.run, "tool": "filesystem.write_file", "args": args});
        let answer = self.call(&Actor::agent("bench"), "call.propose", input)?;
        expect(&answer, "queued")?;
        Ok(json!({"id": answer["item"]["id"], "digest": answer["item"]["digest"]}))
    }

    /// Fills a file with bytes that neither compress nor deduplicate.
    fn fill(&self, name: &str, size: usize) -> Result<PathBuf> {
        let path = self.workspace.join(name);
        let mut chunk = vec![0; MB];
        let mut write = || -> io::Result<()> {
            let mut file = File::create(&path)?;
            for _ in 0..size / MB {
                getrandom::fill(&mut chunk).map_err(io::Error::other)?;
                file.write_all(&chunk)?;
            }
            file.sync_all()
        };
        write().map_err(Error::bug)?;
        Ok(path)
    }

    /// Writes the source over the target and undoes it. Returns the milliseconds of preview, write and undo.
    fn write_and_undo(&self, source: &Path, target: &Path) -> Result<[f64; 3]> {
        let begun = Instant::now();
        let item = self.propose(&json!({"path": target, "source": source}))?;
        let looked = ms(begun);
        let begun = Instant::now();
        let landed = self.person("item.confirm", item)?;
        expect(&landed, "applied")?;
        let done = ms(begun);
        let begun = Instant::now();
        let undone = self.person("receipt.undo", json!({"id": text(&landed, "/receipt/id")?}))?;
        expect(&undone, "undone")?;
        Ok([looked, done, ms(begun)])
    }
}

fn expect(answer: &Value, status: &str) -> Result<()> {
    if answer["status"] == status { Ok(()) } else { Err(Error::bug(format!("not {status}: {answer}"))) }
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let copied = fs::copy(from, to).and_then(|_| File::options().write(true).open(to)?.sync_all());
    copied.map_err(Error::bug)
}

fn large(report: &mut Report) -> Result<()> {
    let place = Place::new()?;
    let source = place.fill("source.bin", 100 * MB)?;
    let target = place.fill("target.bin", 100 * MB)?;
    let mut plain = Vec::new();
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..LARGE_ROUNDS {
        let copies = ["a", "b"].map(|n| place.home.path().join(format!("copy-{round}-{n}")));
        let begun = Instant::now();
        for to in &copies {
            copy(&source, to)?;
        }
        plain.push(ms(begun));
        for to in &copies {
            fs::remove_file(to).map_err(Error::bug)?;
        }
        // After a person undid a call, the same call may be proposed again.
        for (all, one) in parts.iter_mut().zip(place.write_and_undo(&source, &target)?) {
            all.push(one);
        }
    }
    let plain = median(plain);
    let [look, write, undo] = parts.map(median);
    report.add("100 MB, two plain copies with fsync", plain, "ms", Target::None);
    report.add("100 MB, a write looked at", look, "ms", Target::None);
    report.add("100 MB, confirmed and written", write, "ms", Target::None);
    report.add("100 MB, undone", undo, "ms", Target::None);
    let all = (look + write + undo) / plain;
    report.add("100 MB, looked at, written and undone, times two copies", all, "×", Target::AtMost(1.5));
    Ok(())
}

/// Measures how much peak memory grows with the file.
fn memory(report: &mut Report) -> Result<()> {
    let mut peaks = Vec::new();
    for size in [10, 100] {
        let place = Place::new()?;
        let (source, target) = (place.fill("source.bin", size * MB)?, place.fill("target.bin", size * MB)?);
        let Some(before) = reset_peak() else { break };
        place.write_and_undo(&source, &target)?;
        peaks.extend(status_kib("VmHWM:").map(|peak| peak - before));
    }
    let &[small, large] = peaks.as_slice() else {
        println!("(peak memory is not known here: it is read from /proc)");
        return Ok(());
    };
    report.add("peak memory of writing and undoing 10 MB", small / 1024.0, "MiB", Target::None);
    report.add("peak memory of writing and undoing 100 MB", large / 1024.0, "MiB", Target::Below(10.0));
    Ok(())
}

/// Resets peak memory to the current use and returns that.
pub fn reset_peak() -> Option<f64> {
    fs::write("/proc/self/clear_refs", "5").ok()?;
    status_kib("VmRSS:")
}

/// Reads a field of `/proc/self/status`.
pub fn status_kib(field: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix(field))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Measures only the run of many small files.
pub fn small(report: &mut Report) -> Result<()> {
    let (mut plain, mut applied, mut rolled_back) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..SMALL_ROUNDS {
        let place = Place::new()?;
        let names: Vec<_> = (0..SMALL).map(|n| format!("note-{n}.txt")).collect();
        let content = |name: &str| format!("This is {name}, and nothing else is.\n");
        let propose = |name: &String| {
            place.propose(&json!({"path": place.workspace.join(name), "content": content(name)}))
        };
        let items = names.iter().map(propose).collect::<Result<Vec<_>>>()?;

        let beside = place.home.path().join("plain");
        fs::create_dir(&beside).map_err(Error::bug)?;
        let begun = Instant::now();
        for name in &names {
            let write = || -> io::Result<()> {
                let mut file = File::create(beside.join(name))?;
                file.write_all(content(name).as_bytes())?;
                file.sync_all()
            };
            write().map_err(Error::bug)?;
        }
        plain.push(ms(begun));

        let begun = Instant::now();
        let landed = place.person("items.confirm_selected", json!({"items": items}))?;
        applied.push(ms(begun));
        for result in landed["results"].as_array().into_iter().flatten() {
            expect(result, "applied")?;
        }
        let begun = Instant::now();
        let undone = place.person("run.rollback", json!({"id": place.run}))?;
        rolled_back.push(ms(begun));
        expect(&undone, "rolled_back")?;
    }
    let [plain, applied, rolled_back] = [plain, applied, rolled_back].map(median);
    report.add("1,000 small files, plain writes with fsync", plain, "ms", Target::None);
    report.add("1,000 small files, confirmed and written", applied, "ms", Target::None);
    report.add("1,000 small files, rolled back", rolled_back, "ms", Target::None);
    let all = (applied + rolled_back) / plain;
    report.add("1,000 small files, written and rolled back, times plain", all, "×", Target::AtMost(8.0));
    Ok(())
}
