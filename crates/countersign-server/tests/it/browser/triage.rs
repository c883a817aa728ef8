//! A recorded run: fifty things of five agents are gone through by keyboard, and by thumb. Every key, touch and scroll is a
//! real one; the page measures what of each thing was on the screen when it was answered, and the log says the same.
//! `COUNTERSIGN_TRIAGE=1 cargo nextest run -p countersign-server -j1 -E 'test(h6_h7_fifty)'` writes the numbers, with the
//! measured times, into `docs/web.md`.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    driver::{LAPTOP, Screen, TELEPHONE, Tab},
    signed_in,
};
use crate::world::World;

const AGENTS: [&str; 5] = ["claude-code", "codex", "cursor", "goose", "opencode"];

/// What is done to a thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    /// One key.
    Yes,
    No,
    Later,
    /// A yes to what no key confirms: by its button.
    Press,
    /// The first choice of a question.
    Choose,
}

/// One agent, and what it has proposed.
struct Agent<'w> {
    world: &'w World,
    name: &'static str,
    n: usize,
    token: String,
    all: Vec<(String, Answer)>,
}

impl Agent<'_> {
    fn put(&self, name: &str, text: &str) {
        let file = self.world.work.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn propose(&mut self, tool: &str, args: Value, says: &str, answer: Answer) {
        let input = json!({"tool": tool, "args": args, "human_summary": says});
        let told = self.world.at_work(&self.token, "call.propose", input);
        let item = told["item"]["id"].as_str().unwrap_or_else(|| panic!("{told}"));
        self.all.push((item.to_owned(), answer));
    }

    /// Rewrites a file: every ninth line differs, or every third of a long one.
    fn edit(&mut self, n: usize, lines: usize, every: usize, answer: Answer) {
        let name = format!("src/{}/module_{n}.rs", self.name);
        let body = |changed: bool| -> String {
            let line = |l: usize| match changed && l % every == n % every {
                true => format!("    total += self.rates[{l}] * days;  // module {n}\n"),
                false => format!("    total += self.rates[{l}] * hours;\n"),
            };
            (0..lines).map(line).collect()
        };
        self.put(&name, &body(false));
        let args = json!({"path": name, "content": body(true)});
        self.propose("filesystem.write_file", args, "Bill by days, not by hours", answer);
    }

    /// A command whose rehearsal shows what it changes.
    fn command(&mut self) {
        for note in ["rates", "terms", "letter"] {
            let text = format!("# {note}\n\nWe bill per hour, and round up.\n\nAsk us first.\n");
            self.put(&format!("notes/{}/{note}.md", self.name), &text);
        }
        let command = format!("sed -i 's/per hour/per day/' notes/{}/*.md", self.name);
        self.propose("shell.run", json!({"command": command}), "The letters say so too", Answer::Yes);
    }

    /// Something that carries a warning or a flag.
    fn odd(&mut self) {
        if self.n.is_multiple_of(2) {
            let command = format!("echo done >> ../{}.log", self.name);
            self.propose("shell.run", json!({"command": command}), "Keep a log", Answer::Press);
        } else {
            let title = format!("Pay invoice {}\u{202e}00", self.n);
            self.propose("task.create_task", json!({"title": title}), "Urgent", Answer::No);
        }
    }

    /// A deletion, or a file that no page shows.
    fn weighty(&mut self) {
        if self.n < 4 {
            let old = format!("src/{}/old.rs", self.name);
            self.put(&old, "// nobody uses this\n");
            let args = json!({"path": old});
            self.propose("filesystem.delete_file", args, "Nobody uses it", Answer::Press);
        } else {
            self.put("data/export.bin", &"x".repeat(5 << 20));
            let args = json!({"path": "data/copy.bin", "source": "data/export.bin"});
            self.propose("filesystem.write_file", args, "A copy", Answer::No);
        }
    }

    fn question(&mut self) {
        let ask = json!({"text": format!("Which rate is right for customer {}?", self.n), "choices": ["300 a day", "45 an hour"]});
        let told = self.world.at_work(&self.token, "question.ask", ask);
        let id = told["id"].as_str().unwrap_or_else(|| panic!("{told}"));
        self.all.push((id.to_owned(), Answer::Choose));
    }

    fn day(&mut self) {
        for n in 0..3 {
            self.edit(n, 20 + 7 * ((n + self.n) % 4), 9, if n == 1 { Answer::No } else { Answer::Yes });
        }
        self.edit(3, 110, 3, Answer::Yes);
        let table: String = (0..12).map(|l| format!("2026-11-{:02},{},{}\n", l + 1, self.n, l * 3)).collect();
        let args = json!({"path": format!("data/{}.csv", self.name), "content": table});
        self.propose("filesystem.write_file", args, "New rates", Answer::Yes);
        let title = format!("Check invoice {} by hand", self.n);
        let later = if self.n.is_multiple_of(2) { Answer::Yes } else { Answer::Later };
        self.propose("task.create_task", json!({"title": title}), "For later", later);
        self.command();
        self.odd();
        self.weighty();
        self.question();
    }
}

/// What five agents propose and ask during a day: edits, some of them long, new files, tasks, rehearsed commands, what
/// carries warnings and flags, deletions, a file that no page shows, and questions.
pub fn fifty(world: &World) -> Vec<(String, Answer)> {
    let mut all = Vec::new();
    for (n, name) in AGENTS.into_iter().enumerate() {
        let made = world.token_of(json!({"kind": "agent", "name": name})).json();
        let token = made["token"].as_str().unwrap().to_owned();
        let mut agent = Agent { world, name, n, token, all: Vec::new() };
        if n == 0 {
            for folder in ["docs", "data"] {
                agent.put(&format!("{folder}/README.md"), "# About these\n");
            }
        }
        agent.day();
        all.append(&mut agent.all);
    }
    assert_eq!(all.len(), 50);
    all
}

/// The thing on the page, once it is there with nothing under way.
pub fn here(tab: &Tab) -> String {
    tab.until("document.querySelector('[data-panel]') && !document.querySelector('main [aria-busy]')");
    tab.eval("document.querySelector('[data-panel]').dataset.item").as_str().unwrap().to_owned()
}

/// Notes which lines of each thing were on the screen until it was answered, and how long the next one took to come.
const WATCH: &str = "(() => {
    window.took = []; window.answered = [];
    const panel = () => document.querySelector('[data-panel]');
    const parts = () => [...document.querySelectorAll('[data-panel] :is(.rows tbody tr, .chain li, .warnings li, .asks)')];
    let [since, last, seen] = [0, panel()?.dataset.item, new WeakSet()];
    const look = () => {
        const answers = document.querySelector('.decide');
        const sticks = answers && getComputedStyle(answers).position === 'sticky';
        const bar = document.querySelector('#bar .bar')?.getBoundingClientRect().top ?? innerHeight;
        const floor = Math.min(bar, sticks ? answers.getBoundingClientRect().top : innerHeight);
        for (const part of parts()) {
            const { top, bottom } = part.getBoundingClientRect();
            if (bottom > 0 && bottom <= floor + 1 && top < floor) seen.add(part);
        }
    };
    addEventListener('scroll', look, {capture: true, passive: true});
    for (const what of ['keydown', 'touchstart', 'click']) addEventListener(what, () => (look(), since = performance.now()), true);
    addEventListener('submit', ({ target, submitter }) => {
        look();
        const all = parts();
        answered.push({ item: panel()?.dataset.item, op: submitter?.dataset.op ?? target.dataset.op,
                        lines: all.length, unseen: all.filter((part) => !seen.has(part)).length });
    }, true);
    new MutationObserver(() => {
        look();
        if (panel()?.dataset.item === last) return;
        last = panel()?.dataset.item;
        const from = since;
        requestAnimationFrame(() => took.push(performance.now() - from));
    }).observe(document.body, {childList: true, subtree: true});
    look();
})()";

/// How often the hands of the reader did something.
#[derive(Debug, Default, Clone, Copy)]
struct Hands {
    keys: usize,
    taps: usize,
    scrolls: usize,
}

fn answered(tab: &Tab) -> u64 {
    tab.eval("answered.length").as_u64().unwrap()
}

/// Waits until what has just come on the screen can be answered.
fn settled(tab: &Tab) {
    tab.until("!('fresh' in document.body.dataset) && !document.querySelector('main [aria-busy]')");
}

impl Hands {
    /// A key, and again as long as it only shows more.
    fn key(&mut self, tab: &Tab, key: &str) {
        let before = answered(tab);
        for _ in 0..20 {
            settled(tab);
            tab.key_at_once(key, false);
            self.keys += 1;
            if answered(tab) > before {
                return;
            }
        }
        panic!("{key} never answered: {}", tab.eval("document.querySelector('main').innerText"));
    }

    fn by_keyboard(&mut self, tab: &Tab, answer: Answer) {
        match answer {
            Answer::Yes => self.key(tab, "y"),
            Answer::No => self.key(tab, "n"),
            Answer::Later => self.key(tab, "d"),
            Answer::Press | Answer::Choose => {
                settled(tab);
                tab.key_at_once("g", false);
                self.keys += 1;
                tab.until("document.activeElement.matches('[data-key=g] *')");
                self.key(tab, "Enter");
            }
        }
    }

    fn by_thumb(&mut self, tab: &Tab, answer: Answer) {
        let button = match answer {
            Answer::Yes | Answer::Press => "form.confirm button",
            Answer::No => "form[data-op=\"item.reject\"] button",
            Answer::Later => ".ways [data-op=\"item.defer\"]",
            Answer::Choose => "[data-key=g] button",
        };
        let is_yes = matches!(answer, Answer::Yes | Answer::Press);
        let before = answered(tab);
        for _ in 0..30 {
            settled(tab);
            // Whoever wants to say yes reads to the end, and whatever is touched must be there.
            let place = format!(
                "(() => {{ const r = document.querySelector('{button}').getBoundingClientRect(); const end = document.querySelector('[data-end]'); \
                 const top = (one) => document.querySelector(one)?.getBoundingClientRect().top ?? innerHeight; \
                 const read = !{is_yes} || !end || end.getBoundingClientRect().top <= Math.min(top('.decide'), top('#bar .bar'), innerHeight) + 1; \
                 return [r.x + r.width / 2, r.y + r.height / 2, read && r.bottom < innerHeight, innerHeight]; }})()"
            );
            let place = tab.eval(&place);
            if place[2] != true {
                tab.flick(480.0);
                self.scrolls += 1;
                continue;
            }
            if answer != Answer::Choose {
                let (y, height) = (place[1].as_f64().unwrap(), place[3].as_f64().unwrap());
                assert!(y > height * 0.6, "the answers are in reach of a thumb: {place}");
            }
            tab.tap(place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
            self.taps += 1;
            if within(tab, &format!("answered.length > {before}"), 2) {
                return;
            }
        }
        panic!("{answer:?} never came about: {}", tab.eval("document.querySelector('main').innerText"));
    }
}

/// Whether an expression becomes true within so many seconds.
fn within(tab: &Tab, on: &str, seconds: u64) -> bool {
    let until = Instant::now() + Duration::from_secs(seconds);
    while tab.eval(&format!("!!({on})")) != true {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// The numbers of a run.
struct Run {
    hands: Hands,
    seconds: f64,
    /// How many of the fifty were on the screen to the last line when they were answered.
    read: usize,
    /// From the last key or touch to the picture of the next thing, at the median.
    next_ms: u64,
}

/// Goes through all fifty, and checks that none was confirmed unseen.
fn triage(screen: Screen, act: fn(&mut Hands, &Tab, Answer)) -> Run {
    let world = World::new();
    let tab = signed_in(&world, screen);
    let all = fifty(&world);
    tab.go(&format!("http://{}/", world.address));
    assert_eq!(tab.eval("document.querySelectorAll('.dense li').length"), 50);
    let rows = "[...document.querySelectorAll('.dense li')].filter(e => e.getBoundingClientRect().bottom < innerHeight).length";
    let fit = tab.eval(rows).as_u64().unwrap();
    assert!(fit >= if screen.touch { 8 } else { 20 }, "{fit} lines are on the screen");
    let begun = Instant::now();
    let mut hands = Hands::default();
    settled(&tab);
    if screen.touch {
        let way =
            "(({ x, y }) => [x + 9, y + 9])(document.querySelector('.looks a').getBoundingClientRect())";
        let way = tab.eval(way);
        tab.tap(way[0].as_f64().unwrap(), way[1].as_f64().unwrap());
        hands.taps += 1;
    } else {
        tab.key_at_once("ArrowDown", false);
        tab.key_at_once("Enter", false);
        hands.keys += 2;
    }
    tab.until("document.querySelector('[data-panel]') && document.readyState === 'complete'");
    tab.eval(WATCH);
    for n in 0..all.len() {
        let thing = here(&tab);
        let (_, answer) = all.iter().find(|(id, _)| *id == thing).unwrap();
        let keyed = tab.eval("document.querySelectorAll('form.confirm [data-key=y]').length");
        assert!(*answer != Answer::Press || keyed == 0, "{n}, {thing}: one key confirms it");
        act(&mut hands, &tab, *answer);
        tab.until(
            match n + 1 == all.len() {
                true => "location.pathname === '/'".to_owned(),
                false => format!(
                    "(document.querySelector('[data-panel]')?.dataset.item ?? '{thing}') !== '{thing}'"
                ),
            }
            .as_str(),
        );
    }
    let seconds = begun.elapsed().as_secs_f64();
    let next_ms = tab.eval("Math.round(took.sort((a, b) => a - b)[took.length >> 1])").as_u64().unwrap();
    let read = proof(&world, &all, &tab.eval("answered"));
    Run { hands, seconds, read, next_ms }
}

/// Checks what became of all things, what was on the screen when they were answered, and that the log says so; returns how
/// many were read to the end.
fn proof(world: &World, all: &[(String, Answer)], answered: &Value) -> usize {
    let answered = answered.as_array().unwrap();
    assert_eq!(answered.len(), all.len(), "each was answered once: {answered:?}");
    let listed = world.at_work(&world.ana, "decision.list", json!({"limit": 100}));
    let listed = listed["decisions"].as_array().unwrap();
    let mut read = 0;
    for (id, answer) in all {
        let on_screen = answered.iter().find(|one| one["item"] == *id).unwrap();
        let unseen = on_screen["unseen"].as_u64().unwrap();
        if *answer == Answer::Choose {
            let asked = world.at_work(&world.ana, "question.show", json!({"id": id}));
            assert_eq!((&asked["status"], unseen), (&json!("answered"), 0), "{asked}");
            read += 1;
            continue;
        }
        let decided = listed.iter().find(|one| one["item"] == *id).unwrap();
        let shown = &decided["shown"];
        assert_eq!((&shown["opened"], &shown["from"]), (&json!(true), &json!("web")), "{id}: {decided}");
        let want = match answer {
            Answer::No => "rejected",
            Answer::Later => "deferred",
            Answer::Yes | Answer::Press | Answer::Choose => "applied",
        };
        assert_eq!(world.show(id)["status"], want, "{id}: {answer:?}");
        let is_read = unseen == 0 && shown["whole"] == true;
        assert!(is_read || want != "applied", "{id} was confirmed unseen: {on_screen} {decided}");
        read += usize::from(is_read);
    }
    read
}

/// Prints a row of the table, and writes it into the document if asked to.
#[expect(clippy::print_stdout, reason = "the numbers of the run")]
fn record(how: &str, run: &Run) {
    let Run { hands: Hands { keys, taps, scrolls }, seconds, read, next_ms } = run;
    let number = |n: &usize| if *n == 0 { "–".to_owned() } else { n.to_string() };
    let row = format!(
        "| {how} | {} | {} | {} | {read} of 50 | {:.1} s | {next_ms} ms |",
        number(keys),
        number(taps),
        number(scrolls),
        seconds / 50.0
    );
    println!("{row}");
    if std::env::var_os("COUNTERSIGN_TRIAGE").is_none() {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/web.md");
    let text = fs::read_to_string(&file).unwrap();
    let begins = format!("| {how} |");
    assert!(text.contains(&begins), "{} has no row for it", file.display());
    let lines = text.lines().map(|line| if line.starts_with(&begins) { row.as_str() } else { line });
    fs::write(file, lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

#[test]
fn h6_h7_fifty_things_of_five_agents_are_gone_through_by_keyboard_and_none_is_decided_unseen() {
    let run = triage(LAPTOP, Hands::by_keyboard);
    record("by keyboard", &run);
    assert!(run.hands.keys <= 140 && run.hands.taps + run.hands.scrolls == 0, "{:?}", run.hands);
}

#[test]
fn h6_h7_fifty_things_of_five_agents_are_gone_through_by_thumb_and_none_is_decided_unseen() {
    let run = triage(TELEPHONE, Hands::by_thumb);
    record("by thumb", &run);
    assert!(run.hands.keys == 0 && run.hands.taps <= 60, "{:?}", run.hands);
}
