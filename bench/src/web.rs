//! The review desk: how long its pages take to render, and how soon an event is on the screen.

// The browser driver is shared with the tests of the server.
#[path = "../../crates/countersign-server/tests/it/browser/driver.rs"]
#[expect(
    dead_code,
    clippy::unwrap_used,
    reason = "the tests use all of it, and a browser that fails ends the bench"
)]
mod driver;

use std::time::Instant;

use countersign_core::{Error, Result};
use serde_json::json;

use self::driver::{Browser, LAPTOP};
use crate::{
    daemon::{Client, Daemon},
    report::{Report, Target, median},
    world,
};

/// How many items wait in the measured inbox.
const PENDING: usize = 1_000;
/// How often each page is requested.
const ROUNDS: usize = 30;
/// The size of the large diff, and how many lines each of its files has.
const LARGE: usize = 5 << 20;
const LINES: usize = 900;

/// Measures pages and the time until an event is on the screen.
pub fn measure(report: &mut Report) -> Result<()> {
    let daemon = Daemon::start()?;
    let agent = daemon.token(&daemon.person, "agent", "codex")?;
    screen(report, &daemon, &agent, &mut Client::of(&daemon)?)?;
    pages(report)
}

/// Measures only pages, which needs no browser.
pub fn pages(report: &mut Report) -> Result<()> {
    let daemon = Daemon::start()?;
    let agent = daemon.token(&daemon.person, "agent", "codex")?;
    let mut client = Client::of(&daemon)?;
    for n in 0..PENDING {
        propose(&mut client, &agent, &format!("Task {n}"))?;
    }
    let (ms, bytes) = page(&mut client, &daemon.person, "/")?;
    report.add("the inbox page with 1,000 items, made by the server", ms, "ms", Target::Below(50.0));
    report.add("the same, its size", bytes as f64 / 1000.0, "KB", Target::Below(200.0));
    let (_folder, item) = large(&agent, &mut client)?;
    let (ms, bytes) = page(&mut client, &daemon.person, &format!("/items/{item}"))?;
    report.add("the page of a 5 MB difference, made by the server", ms, "ms", Target::Below(300.0));
    report.add("the page of that difference, its size", bytes as f64 / 1000.0, "KB", Target::None);
    Ok(())
}

fn propose(client: &mut Client, agent: &str, title: &str) -> Result<String> {
    let call = json!({"tool": "task.create_task", "args": {"title": title}});
    world::text(&client.ask(agent, "/v1/runs/-/calls", &call)?, "/item/id")
}

/// Returns how long a page takes, and its size.
fn page(client: &mut Client, person: &str, path: &str) -> Result<(f64, usize)> {
    let mut times = Vec::new();
    let mut bytes = 0;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        bytes = client.page(person, path)?.len();
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    Ok((median(times), bytes))
}

/// Proposes a command that changes every line of many files, a diff of 5 MB. Returns its item.
fn large(agent: &str, client: &mut Client) -> Result<(tempfile::TempDir, String)> {
    let folder = tempfile::tempdir().map_err(Error::bug)?;
    let line = |n: usize| format!("{n:>8} old some words that fill a line well\n");
    let (text, files) = ((0..LINES).map(line).collect::<String>(), LARGE / (2 * LINES * line(0).len()) + 1);
    for n in 0..files {
        std::fs::write(folder.path().join(format!("f{n}.txt")), &text).map_err(Error::bug)?;
    }
    let call = json!({"tool": "shell.run", "args": {"command": "sed -i s/old/new/ *.txt"}});
    let from = folder.path().display().to_string();
    let item = world::text(&client.ask_from(&from, agent, "/v1/runs/-/calls", &call)?, "/item/id")?;
    Ok((folder, item))
}

/// Measures the time from the response to a proposal until the page shows it.
fn screen(report: &mut Report, daemon: &Daemon, agent: &str, client: &mut Client) -> Result<()> {
    let link = client.ask(&daemon.person, "/v1/links", &json!({}))?;
    let browser = Browser::start();
    let tab = browser.tab(LAPTOP);
    tab.go(&format!("http://{}/login?code={}", daemon.address, world::text(&link, "/code")?));
    tab.click("button");
    tab.until("location.pathname === '/' && document.querySelector('main')");
    // The page records when it first shows each title, by the same clock as ours.
    tab.eval(
        "globalThis.seen = {}; new MutationObserver(() => { for (const m of document.body.innerText.matchAll(/Seen (\\d+)/g)) \
         seen[m[1]] ??= Date.now(); }).observe(document.body, {childList: true, subtree: true})",
    );
    let mut times = Vec::new();
    for n in 0..ROUNDS {
        propose(client, agent, &format!("Seen {n}"))?;
        let answered =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_err(Error::bug)?;
        tab.until(&format!("seen[{n}]"));
        let at = tab.eval(&format!("seen[{n}]")).as_f64().unwrap_or_default();
        times.push((at - answered.as_secs_f64() * 1000.0).max(0.0));
    }
    report.add("a proposal on the screen, after it was answered", median(times), "ms", Target::Below(100.0));
    Ok(())
}
