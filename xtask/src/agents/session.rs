//! The same session of fifteen calls for every agent, in a small repository: it looks around, writes, edits, tests,
//! builds, deletes, fetches and commits. A person says yes to whatever is asked, and takes all of it back at the end.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use countersign_probe::{Act, Agent, Model, Turn, redirected, turns};

use super::desk::{Desk, Programs, Seat};

/// How long a whole session may take.
const MOST: Duration = Duration::from_secs(600);
/// How long a command may take to be tried before a person decides on it all the same.
const UNTRIED: Duration = Duration::from_secs(30);

/// How a session went.
#[derive(Debug)]
pub struct Session {
    /// Whether a person trusted the folder.
    pub trusted: bool,
    /// What a person was asked, in order.
    pub prompts: Vec<String>,
    /// How many calls had a result.
    pub calls: usize,
    /// What was not as it should be.
    pub faults: Vec<String>,
}

/// The fifteen acts; `url` has a page.
fn acts(work: &Path, url: &str) -> Vec<Act> {
    let shell = |command: &str| Act::Shell(command.to_owned());
    let path = |name: &str| work.join(name).display().to_string();
    vec![
        shell("git log --oneline && ls && git status --short"),
        Act::Read(path("shop/price.py")),
        Act::Search("def price".to_owned()),
        shell("python3 -m unittest -q"),
        Act::Write { path: path("CHANGES.md"), content: "# Changes\n\n- Ten cost less.\n".to_owned() },
        Act::Edit {
            path: path("shop/price.py"),
            old: "    return n".to_owned(),
            new: "    return n if n < 10 else n * 0.9".to_owned(),
        },
        shell(
            "cat >> tests/test_price.py <<'END'\n\n    def test_ten(self):\n        \
             self.assertEqual(price(10), 9)\nEND",
        ),
        shell("python3 -m unittest -q 2>&1 | tail -3"),
        shell("sed -i 's/^Prices\\.$/Prices, and less for ten./' README.md && cat README.md"),
        shell("mkdir -p dist && python3 -c \"open('dist/shop.txt','w').write('built')\" && ls dist"),
        shell("rm OLD.md"),
        Act::Edit {
            path: path("shop/price.py"),
            old: "    \"\"\"Returns what n pieces cost.\"\"\"".to_owned(),
            new: "    \"\"\"Returns what n pieces cost together.\"\"\"".to_owned(),
        },
        shell(&format!("curl -s --max-time 10 {url}/page")),
        shell("git add -A && git commit -q -m 'Ten cost less' && git log --oneline -1"),
        shell("git show --stat --oneline && git status --short"),
    ]
}

/// Runs the session.
pub fn run(programs: &Programs, agent: &'static Agent, trusted: bool) -> Result<Session, String> {
    let desk = Desk::new(programs)?;
    // The page is served by a model of its own: the script must know its address.
    let page = Model::start(Box::new(|_| Turn::Say(String::new())))?;
    let work = desk.folder().join(agent.name).join("work");
    let script: Vec<_> = acts(&work, &page.url).iter().map(|act| vec![agent.call(act)]).collect();
    let model = Model::start(turns(script, |line| agent.call(&Act::Shell(line.to_owned()))))?;
    let seat = desk.seat(agent, &model.url)?;
    project(&work)?;
    desk.install(&seat, desk.program(), 120)?;
    if trusted {
        desk.said(&["trust", &work.display().to_string()])?;
    }
    let before = contents(&work);
    let mut session = Session { trusted, prompts: Vec::new(), calls: 0, faults: Vec::new() };
    attend(&desk, &seat, &model, &mut session)?;
    let results = model.results();
    session.calls = results.iter().filter(|result| redirected(result).is_none()).count();
    look(&seat, &results, &mut session);
    taken_back(&desk, &work, &before, &mut session)?;
    Ok(session)
}

/// The person, as long as the agent runs.
fn attend(desk: &Desk<'_>, seat: &Seat, model: &Model, session: &mut Session) -> Result<(), String> {
    let mut running = seat.start(model)?;
    let until = Instant::now() + MOST;
    let mut since: BTreeMap<String, Instant> = BTreeMap::new();
    while Instant::now() < until {
        let is_over = running.is_over();
        for item in desk.inbox()?.into_iter().rev() {
            let first = *since.entry(item.id.clone()).or_insert_with(Instant::now);
            if item.untried && first.elapsed() < UNTRIED {
                continue;
            }
            match desk.confirm(&item.id) {
                Ok(true) => session.prompts.push(item.what),
                Ok(false) => {}
                Err(why) => session.faults.push(why),
            }
        }
        if is_over {
            break;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    let ended = running.wait(Duration::from_secs(1));
    if !ended.status.is_some_and(|status| status.success()) {
        let end: String = ended.said.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
        session.faults.push(format!("the agent ended with {:?}: {end}", ended.status));
    }
    Ok(())
}

/// Checks what the session has left, and that nobody was asked about a read.
fn look(seat: &Seat, results: &[String], session: &mut Session) {
    let mut check = |ok: bool, fault: &str| {
        if !ok {
            session.faults.push(fault.to_owned());
        }
    };
    let price = seat.text("shop/price.py").unwrap_or_default();
    check(price.contains("n * 0.9") && price.contains("cost together"), "the edits did not land");
    check(seat.text("CHANGES.md").is_some_and(|text| text.contains("Ten cost less")), "nothing was written");
    check(
        seat.text("tests/test_price.py").is_some_and(|text| text.contains("test_ten")),
        "nothing was appended",
    );
    check(seat.text("README.md").is_some_and(|text| text.contains("less for ten")), "sed changed nothing");
    check(seat.text("OLD.md").is_none(), "nothing was deleted");
    check(git(&seat.at.work, &["log", "--oneline"]).is_ok_and(|log| log.lines().count() == 2), "no commit");
    let all = results.join("\n");
    check(all.contains("OK"), "the tests did not run");
    check(all.contains("the price of ten is nine"), "the page was not fetched");
    let reads = ["git log", "git show", "grep", "cat ", "python3 -m unittest"];
    let is_read = |what: &&String| reads.iter().any(|read| what.starts_with(read)) && !what.contains(">>");
    let asked = session.prompts.iter().filter(is_read);
    session.faults.extend(asked.map(|what| format!("a person was asked about a read: {what}")));
}

/// Takes everything back with one command, and compares.
fn taken_back(desk: &Desk<'_>, work: &Path, before: &Contents, session: &mut Session) -> Result<(), String> {
    let told = desk.json(&["run", "list"])?;
    let runs: Vec<&str> =
        told["runs"].as_array().into_iter().flatten().filter_map(|run| run["id"].as_str()).collect();
    if runs.len() != 1 {
        session.faults.push(format!("{} runs instead of one", runs.len()));
    }
    let mut said = String::new();
    for run in runs {
        said.push_str(&desk.said(&["run", "rollback", run, "--best-effort"])?.1);
    }
    let after = contents(work);
    let differs = |path: &&PathBuf| before.get(*path) != after.get(*path);
    let mut left: Vec<String> =
        before.keys().chain(after.keys()).filter(differs).map(|path| path.display().to_string()).collect();
    left.sort();
    left.dedup();
    if !left.is_empty() {
        let said: Vec<&str> = said.lines().take(6).collect();
        session.faults.push(format!(
            "not as before after one rollback: {} ({})",
            left.join(", "),
            said.join("; ")
        ));
    }
    Ok(())
}

type Contents = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// Everything in a folder: the content of each file.
fn contents(at: &Path) -> Contents {
    let (mut all, mut open) = (BTreeMap::new(), vec![at.to_owned()]);
    while let Some(path) = open.pop() {
        let Ok(about) = path.symlink_metadata() else { continue };
        let content = about.is_file().then(|| fs::read(&path).unwrap_or_default());
        if about.is_dir() {
            open.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
        all.insert(path.strip_prefix(at).unwrap_or(&path).to_owned(), content);
    }
    all
}

/// Makes the repository.
fn project(work: &Path) -> Result<(), String> {
    let test = "import unittest\n\nfrom shop.price import price\n\n\nclass Price(unittest.TestCase):\n    \
        def test_one(self):\n        self.assertEqual(price(1), 1)\n";
    let files = [
        ("shop/__init__.py", ""),
        ("shop/price.py", "def price(n):\n    \"\"\"Returns what n pieces cost.\"\"\"\n    return n\n"),
        ("tests/__init__.py", ""),
        ("tests/test_price.py", test),
        ("README.md", "# Shop\n\nPrices.\n"),
        ("OLD.md", "Nobody needs this.\n"),
        (".gitignore", "__pycache__/\ndist/\n"),
    ];
    for (name, text) in files {
        let path = work.join(name);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| fs::write(&path, text)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    git(work, &["init", "-q", "-b", "main"])?;
    git(work, &["config", "user.name", "Ana"])?;
    git(work, &["config", "user.email", "ana@example.com"])?;
    git(work, &["add", "-A"])?;
    git(work, &["commit", "-q", "-m", "first"]).map(drop)
}

fn git(at: &Path, args: &[&str]) -> Result<String, String> {
    let mut git = Command::new("git");
    git.args(args).current_dir(at).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = git.output().map_err(|e| format!("git: {e}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("git {args:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}
