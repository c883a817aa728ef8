//! `kill -9` of the daemon at random moments while effects land and are undone. After each, the next command starts
//! another daemon, which recovers, and every file and item must be accounted for.
//!
//! The seed and the number of kills come from `COUNTERSIGN_KILL_SEED` and `COUNTERSIGN_KILLS`; `cargo xtask soak` sets
//! them. The moments depend on the machine, so a seed repeats the work but not the timing.

#![expect(clippy::print_stdout, reason = "the seed and the counts, which `cargo xtask soak` keeps")]

pub mod dice;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    rc::Rc,
    time::{Duration, Instant},
};

use dice::Dice;
use serde_json::{Value, json};

use crate::{Ended, Home};

/// The state of a file or folder, actual or expected; `None` fields are unknown.
#[derive(Clone, PartialEq)]
struct Thing {
    /// None for a folder.
    bytes: Option<Rc<Vec<u8>>>,
    mode: Option<u32>,
    /// Not compared for folders: it changes with their contents.
    mtime: Option<(i64, i64)>,
}

impl std::fmt::Debug for Thing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(bytes) = &self.bytes else { return write!(f, "folder {:?}", self.mode) };
        let end = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(60)..]);
        write!(f, "{} bytes …{end:?} {:?} {:?}", bytes.len(), self.mode, self.mtime)
    }
}

impl Thing {
    /// Returns whether `actual` matches the known fields.
    fn fits(&self, actual: &Self) -> bool {
        self.bytes == actual.bytes
            && (self.mode.is_none() || self.mode == actual.mode)
            && (self.mtime.is_none() || self.mtime == actual.mtime)
    }
}

type Tree = BTreeMap<String, Thing>;

fn look(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let meta = fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let mode = Some(meta.permissions().mode() & 0o7777);
            if meta.is_dir() {
                folders.push(path);
                tree.insert(name, Thing { bytes: None, mode, mtime: None });
            } else {
                let bytes = Some(Rc::new(fs::read(&path).unwrap()));
                tree.insert(name, Thing { bytes, mode, mtime: Some((meta.mtime(), meta.mtime_nsec())) });
            }
        }
    }
    tree
}

/// The files whose names hold `big`, or those that do not.
fn files(tree: &Tree, big: Option<&str>) -> Vec<String> {
    let wanted =
        |(path, thing): &(&String, &Thing)| thing.bytes.is_some() && path.contains("big") == big.is_some();
    tree.iter().filter(wanted).map(|(path, _)| path.clone()).collect()
}

/// A call to be proposed.
struct Draft {
    tool: &'static str,
    args: Value,
    change: BTreeMap<String, Option<Thing>>,
    command: Option<String>,
}

/// What an item does to the workspace if it lands.
struct Effect {
    item: String,
    run: String,
    /// The state of a path afterwards; `None` if it does not exist.
    change: BTreeMap<String, Option<Thing>>,
    /// A file that a command appends one line to, once. It is unknown how far a killed command came.
    command: Option<String>,
}

/// Items and receipts from the database.
struct Books {
    items: BTreeMap<String, Value>,
    receipts: BTreeMap<String, Value>,
}

fn seq(event: &Value) -> u64 {
    let digits = event.as_str().unwrap().trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.split('-').next().unwrap().parse().unwrap()
}

impl Books {
    fn open(database: &Path) -> Self {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = rusqlite::Connection::open_with_flags(database, flags).unwrap();
        let all = |kind: &str| {
            let mut statement = connection.prepare("SELECT doc FROM record WHERE kind = ?1").unwrap();
            let docs = statement.query_map([kind], |row| row.get::<_, String>(0)).unwrap();
            docs.map(|doc| serde_json::from_str::<Value>(&doc.unwrap()).unwrap())
                .map(|doc| (doc["id"].as_str().unwrap().to_owned(), doc))
                .collect()
        };
        Self { items: all("item"), receipts: all("receipt") }
    }

    fn status(&self, item: &str) -> &str {
        self.items[item]["status"].as_str().unwrap()
    }

    fn receipt_of(&self, item: &str) -> Option<&Value> {
        let mut own = self.receipts.values().filter(|r| r["item"] == item);
        let first = own.next();
        assert!(own.next().is_none(), "{item} landed twice");
        first
    }

    /// The event by which an effect last took hold; `None` if it is not in effect.
    fn stands_since(&self, item: &str) -> Option<u64> {
        let receipt = self.receipt_of(item).filter(|r| r["undone"].is_null())?;
        let undos = self.receipts.values().filter(|r| r["undoes"] == receipt["id"]);
        let redone = undos.filter(|r| !r["undone"].is_null()).map(|r| seq(&r["undone"]["event_id"]));
        Some(redone.max().unwrap_or(0).max(seq(&receipt["event_id"])))
    }
}

/// When the daemon is killed.
enum Moment {
    /// This long after a command began, which may have to start the daemon first.
    After(Duration),
    /// This long after the daemon first recorded an upcoming change to a file.
    Begun(Duration),
}

struct Field {
    home: Home,
    person: String,
    agent: String,
    workspace: PathBuf,
    /// Keeps a workspace on another file system alive.
    _elsewhere: Option<tempfile::TempDir>,
    base: Tree,
    effects: Vec<Effect>,
    dice: Dice,
    count: usize,
    kills: usize,
    /// How long an undisturbed command takes.
    usual: Duration,
}

impl Field {
    fn new(seed: u64, elsewhere: Option<tempfile::TempDir>) -> Self {
        let (home, dice) = (Home::new(), Dice(seed));
        // Commands run for real here; kills of rehearsed ones are in `rehearsal.rs`.
        home.write("policy.toml", "version = 1\n[rehearsal]\nenabled = false\n");
        let (person, agent) = home.with_people();
        let root = elsewhere.as_ref().map_or(home.dir.path(), |e| e.path()).canonicalize().unwrap();
        let workspace = root.join("workspace");
        fs::create_dir_all(workspace.join("a")).unwrap();
        for n in 0..8 {
            let path = workspace.join(format!("{}old{n}.txt", if n % 2 == 0 { "a/" } else { "" }));
            fs::write(&path, format!("old {n}\nEND\n")).unwrap();
            let mode = [0o644, 0o600, 0o755, 0o640][n % 4];
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        }
        for n in 0..2 {
            fs::write(workspace.join(format!("big{n}.bin")), big(n)).unwrap();
        }
        let base = look(&workspace);
        Self {
            home,
            person,
            agent,
            workspace,
            _elsewhere: elsewhere,
            base,
            effects: Vec::new(),
            dice,
            count: 0,
            kills: 0,
            usual: Duration::from_millis(40),
        }
    }

    fn start(&self, token: &str, args: &[&str]) -> Child {
        let mut command = self.home.command(token, &[args, &["--json"]].concat());
        command.current_dir(&self.workspace).stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(Stdio::piped()).spawn().unwrap()
    }

    fn run(&self, token: &str, args: &[&str]) -> Ended {
        let output = self.start(token, args).wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap_or(-1);
        Ended { code, out: text(output.stdout), err: text(output.stderr) }
    }

    /// Kills the daemon under a person's command.
    fn kill(&mut self, args: &[&str]) {
        let moment = if self.dice.chance(50) {
            Moment::After(self.usual.mul_f64(self.dice.below(1300) as f64 / 1000.0))
        } else {
            Moment::Begun(Duration::from_micros(self.dice.below(4000) as u64))
        };
        let begun = begun_in(&self.home.path());
        let start = Instant::now();
        let mut child = self.start(&self.person, args);
        let rest = |since: Instant, wait: Duration| {
            std::thread::sleep(wait.saturating_sub(since.elapsed()));
        };
        match moment {
            Moment::After(wait) => rest(start, wait),
            Moment::Begun(wait) => {
                while begun_in(&self.home.path()) == begun && child.try_wait().unwrap().is_none() {
                    std::hint::spin_loop();
                }
                rest(Instant::now(), wait);
            }
        }
        // A kill after the command has its answer does not count.
        let at_work = child.try_wait().unwrap().is_none();
        let killed = self.home.kill_daemon();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some_and(|c| matches!(c, 0 | 4 | 6)), "{output:?}");
        self.kills += usize::from(at_work && killed);
    }

    /// The expected workspace according to the books.
    fn expected(&self, books: &Books) -> Tree {
        let mut standing: Vec<(u64, &Effect)> =
            self.effects.iter().filter_map(|e| Some((books.stands_since(&e.item)?, e))).collect();
        standing.sort_by_key(|(since, _)| *since);
        let mut tree = self.base.clone();
        for (path, thing) in standing.iter().flat_map(|(_, e)| &e.change) {
            match thing {
                Some(thing) => tree.insert(path.clone(), thing.clone()),
                None => tree.remove(path),
            };
        }
        tree
    }

    /// Lets the next daemon recover, and checks everything.
    fn settle(&mut self, what: &str) -> Books {
        while self.dice.chance(20) {
            self.kill(&["inbox"]);
        }
        self.run(&self.person, &["inbox"]).expect(0);
        let books = Books::open(&self.home.path().join("countersign.db"));
        self.check_items(&books, what);
        let (wanted, mut found) = (self.expected(&books), look(&self.workspace));
        for command in self.effects.iter().filter_map(|e| Some((e.command.as_ref()?, &e.item))) {
            check_command(&books, command.1, found.remove(command.0).as_ref());
        }
        let names: BTreeSet<&String> = wanted.keys().chain(found.keys()).collect();
        for name in names {
            match (wanted.get(name), found.get(name)) {
                (Some(wanted), Some(found)) if wanted.fits(found) => {}
                (wanted, found) => panic!("after {what}: {name} must be {wanted:?} and is {found:?}"),
            }
        }
        self.learn(&books, &found);
        books
    }

    fn check_items(&self, books: &Books, what: &str) {
        for (id, item) in &books.items {
            let status = books.status(id);
            let legal = match status {
                "applied" => books.receipt_of(id).is_some(),
                "pending" | "blocked" => books.receipt_of(id).is_none(),
                "needs_review" => item["tool"] == "shell.run" && books.receipt_of(id).is_none(),
                _ => false,
            };
            assert!(legal, "after {what}: {id} is {status}: {item}");
        }
        for receipt in books.receipts.values() {
            assert!(receipt["undoing"].is_null(), "after {what}: an undo hangs: {receipt}");
        }
    }

    /// Modes and times that are only known after landing are recorded, and must come back with a redo.
    fn learn(&mut self, books: &Books, found: &Tree) {
        let mut known = BTreeSet::new();
        let mut standing: Vec<(u64, usize)> = (0..self.effects.len())
            .filter_map(|n| Some((books.stands_since(&self.effects[n].item)?, n)))
            .collect();
        standing.sort_by_key(|(since, _)| std::cmp::Reverse(*since));
        for (_, n) in standing {
            for (path, thing) in &mut self.effects[n].change {
                if let (true, Some(thing), Some(found)) = (known.insert(path.clone()), thing, found.get(path))
                {
                    *thing = found.clone();
                }
            }
        }
    }

    /// Proposes something new; `None` if the dice found no target.
    fn propose(&mut self, run: &str, tree: &mut Tree) -> Option<String> {
        self.count += 1;
        let draft = if self.dice.chance(50) { self.draft_content(tree) } else { self.draft_other(tree) }?;
        let args = draft.args.to_string();
        let call = self.run(&self.agent, &["call", draft.tool, "--args", &args, "--run", run]);
        let call = call.expect(7).json();
        for (path, thing) in &draft.change {
            match thing {
                Some(thing) => tree.insert(path.clone(), thing.clone()),
                None => tree.remove(path),
            };
        }
        let item = call["item"]["id"].as_str().unwrap_or_else(|| panic!("{call}")).to_owned();
        let Draft { change, command, .. } = draft;
        self.effects.push(Effect { item: item.clone(), run: run.to_owned(), change, command });
        Some(item)
    }

    /// A call that writes unique content.
    fn draft_content(&mut self, tree: &Tree) -> Option<Draft> {
        let n = self.count;
        let kind = self.dice.below(5);
        let path = match kind {
            0 => self.new_path("new"),
            4 => self.dice.pick(&files(tree, Some("big")))?,
            _ => self.dice.pick(&files(tree, None))?,
        };
        let text = format!("written by {n}\nEND\n");
        let (tool, args, bytes) = match kind {
            3 => {
                let was = String::from_utf8(tree[&path].bytes.as_ref()?.to_vec()).unwrap();
                let new_text = format!("edit {n}\nEND\n");
                let now = was.replace("END\n", &new_text);
                let edit = json!({"old_text": "END\n", "new_text": new_text});
                ("filesystem.edit_file", json!({"path": path, "edits": [edit]}), now.into_bytes())
            }
            4 => {
                let source = self.home.dir.path().canonicalize().unwrap().join(format!("draft{n}"));
                fs::write(&source, big(n)).unwrap();
                ("filesystem.write_file", json!({"path": path, "source": source}), big(n))
            }
            _ => ("filesystem.write_file", json!({"path": path, "content": text}), text.into_bytes()),
        };
        let mode = tree.get(&path).and_then(|t| t.mode);
        let change = BTreeMap::from([(path, Some(Thing { bytes: Some(Rc::new(bytes)), mode, mtime: None }))]);
        Some(Draft { tool, args, change, command: None })
    }

    /// A call that moves, copies, deletes, creates a folder or runs a command.
    fn draft_other(&mut self, tree: &Tree) -> Option<Draft> {
        let n = self.count;
        let kind = self.dice.below(6);
        let big = self.dice.chance(25).then_some("big");
        let from = self.dice.pick(&files(tree, big))?;
        let thing = tree.get(&from).cloned();
        let mut command = None;
        let (tool, args, change) = match kind {
            0 | 1 => {
                let over = self.dice.pick(&files(tree, None)).filter(|to| big.is_none() && *to != from);
                let new = self.new_path(big.unwrap_or("moved"));
                let to = over.filter(|_| n.is_multiple_of(2)).unwrap_or(new);
                let args = json!({"from": from, "to": to});
                ("filesystem.move_file", args, BTreeMap::from([(to, thing), (from, None)]))
            }
            2 => {
                let args = json!({"path": from});
                ("filesystem.delete_file", args, BTreeMap::from([(from, None)]))
            }
            3 => {
                let to = self.new_path(big.unwrap_or("copy"));
                let args = json!({"from": from, "to": to});
                let copied = thing.map(|t| Thing { mtime: None, ..t });
                ("filesystem.copy_file", args, BTreeMap::from([(to, copied)]))
            }
            4 => {
                let path = format!("command{n}");
                let args = json!({"command": format!("echo {n} >> {path}")});
                command = Some(path);
                ("shell.run", args, BTreeMap::new())
            }
            _ => {
                let path = format!("folder{n}");
                let args = json!({"path": path});
                let made = Some(Thing { bytes: None, mode: None, mtime: None });
                ("filesystem.create_dir", args, BTreeMap::from([(path, made)]))
            }
        };
        Some(Draft { tool, args, change, command })
    }

    fn new_path(&mut self, kind: &str) -> String {
        format!("{}{kind}{}.txt", if self.dice.chance(50) { "a/" } else { "" }, self.count)
    }

    /// A run with up to three items, confirmed together until all have landed.
    fn confirm_some(&mut self) {
        let subject = format!("round {}", self.count);
        let run = self.run(&self.agent, &["run", "start", "--subject", &subject]).expect(0).json();
        let run = run["id"].as_str().unwrap().to_owned();
        let mut tree = look(&self.workspace);
        tree.retain(|name, _| !name.contains("command"));
        let wanted = 1 + self.dice.below(3);
        let mut open: Vec<String> = (0..wanted).filter_map(|_| self.propose(&run, &mut tree)).collect();
        open.iter().for_each(|item| drop(self.run(&self.person, &["show", item]).expect(0)));
        while !open.is_empty() {
            // A yes to several skips items that need their own.
            let count = if self.dice.chance(50) { open.len() } else { 1 };
            let args: Vec<&str> =
                ["confirm"].into_iter().chain(open.iter().take(count).map(|i| &**i)).collect();
            let what = args.join(" ");
            if self.dice.chance(70) {
                self.kill(&args);
            } else {
                let start = Instant::now();
                let answer = self.run(&self.person, &args).json();
                self.usual = start.elapsed();
                let is_done = |r: &Value| r["status"] == "applied" || count > 1 && r["status"] != "failed";
                assert!(answer["results"].as_array().unwrap().iter().all(is_done), "{answer}");
            }
            let books = self.settle(&what);
            open.retain(|item| matches!(books.status(item), "pending" | "blocked"));
        }
    }

    /// Undoes one effect, or redoes one; dependent effects may block it.
    fn undo_one(&mut self) {
        let books = self.settle("nothing");
        let of_files: Vec<&Effect> = self.effects.iter().filter(|e| e.command.is_none()).collect();
        let recent = &of_files[of_files.len().saturating_sub(6)..];
        let landed: Vec<String> = recent
            .iter()
            .filter_map(|e| Some(books.receipt_of(&e.item)?["id"].as_str()?.to_owned()))
            .collect();
        let Some(receipt) = self.dice.pick(&landed) else { return };
        let undone = &books.receipts[&receipt]["undone"];
        let target = undone["receipt"].as_str().unwrap_or(&receipt).to_owned();
        self.attempt(&["undo", &target]);
    }

    fn roll_back_latest(&mut self) {
        let Some(run) = self.effects.last().filter(|e| e.command.is_none()).map(|e| e.run.clone()) else {
            return;
        };
        self.attempt(&["run", "rollback", &run]);
    }

    fn attempt(&mut self, args: &[&str]) {
        if self.dice.chance(70) {
            self.kill(args);
        } else {
            let ended = self.run(&self.person, args);
            assert!(matches!(ended.code, 0 | 4), "{args:?}: {ended:?}");
        }
        self.settle(&args.join(" "));
    }

    /// Without further kills, everything is undone to the original state.
    fn finish(&mut self) {
        let books = self.settle("the last kill");
        for effect in self.effects.iter().filter(|e| books.status(&e.item) == "needs_review") {
            let there = self.workspace.join(effect.command.as_ref().unwrap()).exists();
            let word = if there { "--applied" } else { "--not-applied" };
            self.run(&self.person, &["resolve", &effect.item, word]).expect(0);
        }
        let books = self.settle("resolving");
        let mut standing: Vec<(u64, &str)> = self
            .effects
            .iter()
            .filter(|e| e.command.is_none())
            .filter_map(|e| Some((books.stands_since(&e.item)?, e.item.as_str())))
            .collect();
        standing.sort_unstable_by_key(|(since, _)| std::cmp::Reverse(*since));
        for (_, item) in standing {
            self.run(&self.person, &["undo", item]).expect(0);
        }
        let mut left = look(&self.workspace);
        left.retain(|name, _| !name.contains("command"));
        let names = |tree: &Tree| tree.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&left), names(&self.base));
        for (name, thing) in &self.base {
            assert!(thing.fits(&left[name]), "{name} was {thing:?} and is {:?}", left[name]);
        }
        let verified = self.run("", &["audit", "verify"]).expect(0).json();
        assert_eq!(verified["ok"], true, "{verified}");
    }

    /// How many effects and undos were ended by a recovery.
    fn recovered(&self) -> u32 {
        let connection = rusqlite::Connection::open(self.home.path().join("countersign.db")).unwrap();
        let sql = "SELECT count(*) FROM event WHERE op IN ('effect.finish', 'effect.reverted') \
                   AND CAST(body AS TEXT) LIKE '%\"recovery\"%'";
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

/// A command's line is there once if it was reported, never if it waits, and at most once if the outcome is unknown.
fn check_command(books: &Books, item: &str, found: Option<&Thing>) {
    let lines = found.map_or(0, |t| t.bytes.as_ref().unwrap().iter().filter(|b| **b == b'\n').count());
    let legal = match books.status(item) {
        "applied" => lines == 1,
        "needs_review" => lines <= 1,
        _ => lines == 0,
    };
    assert!(legal, "{item} is {} and ran {lines} times", books.status(item));
}

/// How many effects have begun.
fn begun_in(home: &Path) -> usize {
    match fs::read_dir(home.join("trash/files")) {
        Ok(entries) => entries.count(),
        Err(e) if e.kind() == io::ErrorKind::NotFound => 0,
        Err(e) => panic!("{e}"),
    }
}

/// Some megabytes of unique bytes.
fn big(n: usize) -> Vec<u8> {
    let mut dice = Dice(n as u64);
    let mut bytes: Vec<u8> = (0..1 << 17).flat_map(|_| dice.roll().to_le_bytes()).collect();
    bytes.extend(format!("big {n}\n").into_bytes());
    bytes
}

fn number(variable: &str, or: u64) -> u64 {
    std::env::var(variable).map_or(or, |text| text.parse().unwrap())
}

fn kill_at_random(place: &str, kills: u64, elsewhere: Option<tempfile::TempDir>) {
    let seed = number("COUNTERSIGN_KILL_SEED", 1);
    let kills = number("COUNTERSIGN_KILLS", kills) as usize;
    println!("killing {kills} times with seed {seed}, {place}");
    let mut field = Field::new(seed, elsewhere);
    while field.kills < kills {
        match field.dice.below(10) {
            0..=5 => field.confirm_some(),
            6..=8 => field.undo_one(),
            _ => field.roll_back_latest(),
        }
    }
    let landed = field.effects.len();
    field.finish();
    let recovered = field.recovered();
    println!("killed: {place}, seed {seed}, {} kills, {landed} items, {recovered} recovered", field.kills);
    assert!(recovered > 0, "no kill hit an effect: the moments are badly chosen");
}

#[test]
fn d4_e2_killed_at_any_moment_every_file_and_item_is_accounted_for() {
    kill_at_random("trash beside the files", 30, None);
}

#[test]
fn d4_e2_the_same_holds_where_the_trash_is_on_another_file_system() {
    let memory = Path::new("/dev/shm");
    let device = |path: &Path| fs::metadata(path).map(|m| m.dev()).ok();
    if device(memory).is_none_or(|memory| Some(memory) == device(&std::env::temp_dir())) {
        println!("skipped: there is no second file system here");
        return;
    }
    kill_at_random("trash elsewhere", 12, Some(tempfile::tempdir_in(memory).unwrap()));
}
