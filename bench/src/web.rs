//! The review desk in a browser: how soon an event is on the screen.

// The browser driver is shared with the tests of the server.
#[path = "../../crates/countersign-server/tests/it/browser/driver.rs"]
#[expect(
    dead_code,
    clippy::unwrap_used,
    reason = "the tests use all of it, and a browser that fails ends the bench"
)]
mod driver;

use countersign_core::{Error, Result};
use serde_json::json;

use self::driver::{Browser, LAPTOP};
use crate::{
    daemon::{Client, Daemon},
    pages,
    report::{Report, Target, median},
    world,
};

/// How many proposals are watched.
const ROUNDS: usize = 30;

/// Measures pages and the time until an event is on the screen.
pub fn measure(report: &mut Report) -> Result<()> {
    let daemon = Daemon::start()?;
    let agent = daemon.token(&daemon.person, "agent", "codex")?;
    screen(report, &daemon, &agent, &mut Client::of(&daemon)?)?;
    pages::measure(report)
}

/// Proposes a task and returns its item.
pub fn propose(client: &mut Client, agent: &str, title: &str) -> Result<String> {
    let call = json!({"tool": "task.create_task", "args": {"title": title}});
    world::text(&client.ask(agent, "/v1/runs/-/calls", &call)?, "/item/id")
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
