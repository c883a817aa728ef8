//! The pages of the review desk as a signed-in browser asks for them: how large they are, how long the server takes, and
//! how soon the next thing is there after an answer. Sizes do not depend on the build.

use std::{fs, path::Path, time::Instant};

use countersign_core::{Error, Result, op::route::escape};
use serde_json::json;

use crate::{
    daemon::{Client, Daemon},
    report::{Report, Target, median},
    web, world,
};

/// How many items wait in the measured inbox.
const PENDING: usize = 1_000;
/// How often each page is requested, and how many things are answered.
const ROUNDS: usize = 30;
/// The size of the large difference, and how many lines each of its files has.
const LARGE: usize = 5 << 20;
const LINES: usize = 900;
/// How many files the measured stage changes, in how many folders.
const STAGED: usize = 1_000;
const FOLDERS: usize = 20;

/// Measures them.
pub fn measure(report: &mut Report) -> Result<()> {
    let daemon = Daemon::start()?;
    let agent = daemon.token(&daemon.person, "agent", "codex")?;
    let mut client = Client::of(&daemon)?;
    for n in 0..PENDING {
        web::propose(&mut client, &agent, &format!("Task {n}"))?;
    }
    let mut reader = Reader::of(&daemon)?;
    let page = reader.measured("/")?;
    report.add("the inbox page with 1,000 items, made by the server", page.ms, "ms", Target::Below(50.0));
    report.add("the same, its size", page.kb, "KB", Target::Below(200.0));
    report.add("the same, compressed", page.packed_kb, "KB", Target::Below(60.0));
    answers(report, &mut reader)?;
    // The daemon closes connections that rest for long.
    let (mut client, mut reader) = (Client::of(&daemon)?, Reader::of(&daemon)?);
    let (_folder, item) = large(&agent, &mut client)?;
    let page = reader.measured(&format!("/items/{item}"))?;
    report.add("the page of a 5 MB difference, made by the server", page.ms, "ms", Target::Below(300.0));
    report.add("the page of that difference, its size", page.kb, "KB", Target::None);
    report.add("the same page, compressed", page.packed_kb, "KB", Target::Below(60.0));
    let mut client = Client::of(&daemon)?;
    let (_folder, stage) = staged(&agent, &mut client)?;
    let page = Reader::of(&daemon)?.measured(&format!("/stages/{stage}"))?;
    report.add("the page of a stage of 1,000 files, made by the server", page.ms, "ms", Target::Below(300.0));
    report.add("the page of that stage, its size", page.kb, "KB", Target::Below(300.0));
    report.add("the page of that stage, compressed", page.packed_kb, "KB", Target::None);
    Ok(())
}

/// What one page costs.
struct Page {
    ms: f64,
    kb: f64,
    packed_kb: f64,
}

/// A browser in which a person is signed in.
struct Reader {
    client: Client,
    cookie: String,
}

impl Reader {
    fn of(daemon: &Daemon) -> Result<Self> {
        let mut client = Client::of(daemon)?;
        let link = client.ask(&daemon.person, "/v1/links", &json!({}))?;
        let (head, _) =
            client.exchange("POST", "/login", &form(&[("code", &world::text(&link, "/code")?)]))?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        Ok(Self { client, cookie: cookie.ok_or_else(|| Error::bug(format!("nobody is signed in: {head}")))? })
    }

    fn page(&mut self, path: &str, takes: &str) -> Result<Vec<u8>> {
        let more =
            format!("cookie: {}\r\naccept: text/html\r\naccept-encoding: {takes}\r\n\r\n", self.cookie);
        let (head, body) = self.client.exchange("GET", path, &more)?;
        match head.starts_with("HTTP/1.1 200") && head.contains("content-encoding: gzip") == (takes == "gzip")
        {
            true => Ok(body),
            false => Err(Error::bug(format!("{path}: {head}"))),
        }
    }

    fn measured(&mut self, path: &str) -> Result<Page> {
        let kb = self.page(path, "identity")?.len() as f64 / 1000.0;
        let mut times = Vec::new();
        let mut packed_kb = 0.0;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            packed_kb = self.page(path, "gzip")?.len() as f64 / 1000.0;
            times.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(Page { ms: median(times), kb, packed_kb })
    }

    /// Sends a form, and returns the page that it leads to.
    fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> Result<String> {
        let more = format!("cookie: {}\r\n{}", self.cookie, form(fields));
        let (head, _) = self.client.exchange("POST", path, &more)?;
        let to = head.lines().find_map(|line| line.strip_prefix("location: "));
        to.map(str::to_owned).ok_or_else(|| Error::bug(format!("{path}: {head}")))
    }
}

/// The end of the head of a request with a form, and the form.
fn form(fields: &[(&str, &str)]) -> String {
    let mut body = String::new();
    for (name, value) in fields {
        body.push_str(if body.is_empty() { "" } else { "&" });
        body.push_str(&format!("{name}="));
        escape(&mut body, value);
    }
    format!("content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// Goes through some of the inbox; each answer and the page of the next thing are measured together.
fn answers(report: &mut Report, reader: &mut Reader) -> Result<()> {
    let inbox = reader.page("/?view=list", "identity")?;
    let mut at = value(&String::from_utf8_lossy(&inbox), "class=\"summary\" href=")?;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let page = reader.page(&at, "identity")?;
        let page = String::from_utf8_lossy(&page);
        let (_, confirm) = page.split_once("action=\"/do/item.confirm\"").ok_or_else(|| Error::bug(&page))?;
        let of = |name: &str| value(confirm, &format!("name=\"{name}\" value="));
        let (csrf, id, digest) = (of("csrf")?, of("id")?, of("digest")?);
        // The last one counts, as in a browser.
        let (_, own) = confirm.split_once("name=\"digest\"").ok_or_else(|| Error::bug("no digest"))?;
        let back = value(own, "name=\"back\" value=")?;
        let begun = Instant::now();
        let fields = [("csrf", &*csrf), ("id", &*id), ("digest", &*digest), ("back", &*back)];
        let to = reader.send("/do/item.confirm", &fields)?;
        reader.page(&to, "gzip")?;
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        if !to.contains("did=item.confirm") || back == at {
            return Err(Error::bug(format!("{at}: an answer did not lead on: {to}")));
        }
        at = back;
    }
    let what = "an answer and the page of the next of 1,000 items, made by the server";
    report.add(what, median(times), "ms", Target::Below(100.0));
    Ok(())
}

/// Returns the value of the first attribute that begins so.
fn value(html: &str, begins: &str) -> Result<String> {
    let found = html.split_once(&format!("{begins}\"")).and_then(|(_, rest)| rest.split('"').next());
    let found = found.ok_or_else(|| Error::bug(format!("no {begins}")))?;
    Ok(found.replace("&quot;", "\"").replace("&amp;", "&"))
}

/// Proposes a command that changes every line of many files, a difference of 5 MB. Returns its item.
fn large(agent: &str, client: &mut Client) -> Result<(tempfile::TempDir, String)> {
    let folder = tempfile::tempdir().map_err(Error::bug)?;
    let line = |n: usize| format!("{n:>8} old some words that fill a line well\n");
    let (text, files) = ((0..LINES).map(line).collect::<String>(), LARGE / (2 * LINES * line(0).len()) + 1);
    for n in 0..files {
        fs::write(folder.path().join(format!("f{n}.txt")), &text).map_err(Error::bug)?;
    }
    let call = json!({"tool": "shell.run", "args": {"command": "sed -i s/old/new/ *.txt"}});
    let item =
        world::text(&client.ask_from(&named(folder.path()), agent, "/v1/runs/-/calls", &call)?, "/item/id")?;
    Ok((folder, item))
}

/// Runs a command in a stage that changes two lines of each of many files. Returns the stage.
fn staged(agent: &str, client: &mut Client) -> Result<(tempfile::TempDir, String)> {
    let folder = tempfile::tempdir().map_err(Error::bug)?;
    for n in 0..STAGED {
        let part = folder.path().join(format!("crates/part-{:02}/src", n % FOLDERS));
        fs::create_dir_all(&part).map_err(Error::bug)?;
        let text = (1..=30).map(|line| format!("let value_{line} = {n};\n")).collect::<String>();
        fs::write(part.join(format!("module_{n:03}.rs")), text).map_err(Error::bug)?;
    }
    let at = named(folder.path());
    let run = client.ask_from(&at, agent, "/v1/runs", &json!({"title": "Rename", "stage": true}))?;
    let run = world::text(&run, "/id")?;
    let command = "sed -i 's/value_3 /total_3 /; s/value_28 /total_28 /' crates/*/src/*.rs";
    let call = json!({"tool": "shell.run", "args": {"command": command}});
    client.ask_from(&at, agent, &format!("/v1/runs/{run}/calls"), &call)?;
    let (_, shown) = client.exchange(
        "GET",
        &format!("/v1/runs/{run}"),
        &format!("authorization: Bearer {agent}\r\n\r\n"),
    )?;
    Ok((folder, world::text(&serde_json::from_slice(&shown)?, "/stage")?))
}

fn named(folder: &Path) -> String {
    folder.display().to_string()
}
