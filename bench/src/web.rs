//! The review desk: what its pages take to make, and how soon what happens is on the screen.

// The one driver of the browser, which the tests of the server have.
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

/// How many things wait in the inbox that is measured.
const PENDING: usize = 1_000;
/// How often each page is asked for.
const ROUNDS: usize = 30;
/// How large the file is whose change is looked at.
const LARGE: usize = 5 << 20;

/// Measures pages and the way to the screen.
pub fn measure(report: &mut Report) -> Result<()> {
    let daemon = Daemon::start()?;
    let agent = daemon.token(&daemon.person, "agent", "codex")?;
    let mut client = Client::of(&daemon)?;
    screen(report, &daemon, &agent, &mut client)?;
    for n in 0..PENDING {
        propose(&mut client, &agent, &format!("Task {n}"))?;
    }
    let (ms, bytes) = page(&mut client, &daemon.person, "/")?;
    report.add("the inbox page with 1,000 items, made by the server", ms, "ms", Target::Below(50.0));
    report.add("the same, its size", bytes as f64 / 1000.0, "KB", Target::Below(200.0));
    let item = large(&daemon, &agent, &mut client)?;
    let (ms, bytes) = page(&mut client, &daemon.person, &format!("/items/{item}"))?;
    report.add("the page of a 5 MB change, made by the server", ms, "ms", Target::Below(300.0));
    report.add("the same, its size", bytes as f64 / 1000.0, "KB", Target::None);
    Ok(())
}

fn propose(client: &mut Client, agent: &str, title: &str) -> Result<String> {
    let call = json!({"tool": "task.create_task", "args": {"title": title}});
    world::text(&client.ask(agent, "/v1/runs/-/calls", &call)?, "/item/id")
}

/// How long a page takes, and how large it is.
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

/// A file of 5 MB of which every line changes, proposed as a whole.
fn large(daemon: &Daemon, agent: &str, client: &mut Client) -> Result<String> {
    let folder = daemon.home.path().join("work");
    std::fs::create_dir_all(&folder).map_err(Error::bug)?;
    let text = |word: &str| -> String {
        (0..LARGE / 50).map(|n| format!("{n:>8} {word} some words that fill a line well\n")).collect()
    };
    std::fs::write(folder.join("large.txt"), text("old")).map_err(Error::bug)?;
    std::fs::write(folder.join("source.txt"), text("new")).map_err(Error::bug)?;
    let (to, from) = (folder.join("large.txt"), folder.join("source.txt"));
    let call = json!({"tool": "filesystem.write_file", "args": {"path": to, "source": from}});
    world::text(&client.ask(agent, "/v1/runs/-/calls", &call)?, "/item/id")
}

/// From the answer to a proposal until the page shows it.
fn screen(report: &mut Report, daemon: &Daemon, agent: &str, client: &mut Client) -> Result<()> {
    let link = client.ask(&daemon.person, "/v1/links", &json!({}))?;
    let browser = Browser::start();
    let tab = browser.tab(LAPTOP);
    tab.go(&format!("http://{}/login?code={}", daemon.address, world::text(&link, "/code")?));
    tab.click("button");
    tab.until("location.pathname === '/' && document.querySelector('main')");
    // The page itself notes when it first shows each title, by the clock that we have, too.
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
