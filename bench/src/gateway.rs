//! The gateway compared with a bare passthrough and with other gateways: one client, one upstream server, one tool, one
//! run.

mod measured;
mod peers;

use std::path::{Path, PathBuf};

use countersign_core::{Error, Result};
use tokio::runtime::Runtime;

use crate::{
    program::{self, built},
    report::{Report, Target},
};
use measured::{Beside, Measured, Subject};

/// How many rounds are measured; the report has medians.
const ROUNDS: usize = 3;

/// The peers and their transport: stdio is compared with stdio, HTTP with HTTP.
const SLOW_PEERS: &[(&str, &str)] = &[
    (peers::PYPI_MCP_PROXY, HTTP),
    (peers::FASTMCP, STDIO),
    (peers::SUPERGATEWAY, HTTP),
    (peers::NPM_MCP_PROXY, HTTP),
];

const STDIO: &str = "Countersign, stdio";
const HTTP: &str = "Countersign, HTTP";
const FLOOR_HTTP: &str = "bare passthrough, HTTP";
const FLOOR_TWO_HOPS: &str = "bare passthrough, stdio, two hops";

/// Makes calls through our own gateway, over both transports, without reporting.
pub fn ours() -> Result<()> {
    let (fixture, runtime) = begin()?;
    for name in [STDIO, HTTP] {
        let subject = Subject::countersign(name, &program::countersign()?, &fixture)?;
        runtime.block_on(subject.measure())?;
    }
    Ok(())
}

/// Returns the upstream server, and sets up TLS for the measuring client, which has no provider of its own.
fn begin() -> Result<(PathBuf, Runtime)> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok((built("examples/fixture")?, Runtime::new().map_err(Error::bug)?))
}

/// Measures every installed peer, and reports the missing ones.
pub fn measure(report: &mut Report) -> Result<()> {
    let (fixture, runtime) = begin()?;
    let subjects = subjects(&fixture)?;
    let mut all: Vec<(&Subject, Vec<Measured>)> = subjects.iter().map(|s| (s, Vec::new())).collect();
    for _ in 0..ROUNDS {
        for (subject, rounds) in &mut all {
            match runtime.block_on(subject.measure()) {
                Ok(measured) => rounds.push(measured),
                Err(e) => {
                    println!("{}: cannot be measured: {e} {}", subject.name, e.internal().unwrap_or(""))
                }
            }
        }
    }
    let found: Vec<(&Subject, Measured)> = all
        .iter()
        .filter(|(_, rounds)| !rounds.is_empty())
        .map(|(s, rounds)| (*s, Measured::median(rounds)))
        .collect();
    for (subject, measured) in &found {
        measured.tell(report, subject.name);
    }
    ratios(report, &found, &|ours, theirs| {
        let beside = runtime.block_on(ours.beside(theirs));
        beside.inspect_err(|e| println!("{} beside {}: {e}", ours.name, theirs.name)).ok()
    });
    Ok(())
}

fn ratios(
    report: &mut Report,
    found: &[(&Subject, Measured)],
    beside: &dyn Fn(&Subject, &Subject) -> Option<Beside>,
) {
    let of = |name: &str| found.iter().find(|(s, _)| s.name == name);
    let compared = |name: &str, other: &str| beside(of(name)?.0, of(other)?.0);
    if let Some(floor) = compared(HTTP, FLOOR_HTTP) {
        let least = Target::AtLeast(0.8);
        report.add("gateway over HTTP, p50 of the bare passthrough / ours", floor.p50, "×", least);
        report.add("gateway over HTTP, calls/s / the bare passthrough's", floor.per_s, "×", least);
    }
    if let Some(rust) = compared(HTTP, peers::RUST_MCP_PROXY) {
        report.add("gateway over HTTP, p50 of Rust mcp-proxy / ours", rust.p50, "×", Target::None);
        report.add("gateway over HTTP, calls/s / Rust mcp-proxy's", rust.per_s, "×", Target::None);
    }
    if let Some(floor) = compared(STDIO, FLOOR_TWO_HOPS) {
        let most = Target::AtMost(2.0);
        report.add("gateway on stdio, p50 / a bare passthrough of as many hops", 1.0 / floor.p50, "×", most);
    }
    for (peer, our_name) in SLOW_PEERS {
        let (Some((_, ours)), Some((_, theirs))) = (of(our_name), of(peer)) else { continue };
        let least = Target::AtLeast(4.0);
        if let Some(slow) = compared(our_name, peer) {
            report.add(&format!("p50, {peer} / ours"), slow.p50, "×", least);
            report.add(&format!("calls/s, ours / {peer}"), slow.per_s, "×", least);
        }
        report.add(&format!("CPU per call, {peer} / ours"), theirs.cpu_us / ours.cpu_us, "×", least);
        report.add(&format!("cold start, {peer} / ours"), theirs.cold_ms / ours.cold_ms, "×", least);
    }
    if let Some((_, ours)) = of(STDIO) {
        report.add("gateway, first answer cold", ours.cold_ms, "ms", Target::Below(80.0));
        report.add("gateway, memory of the bridge", ours.first_mib, "MiB", Target::Below(12.0));
    }
    if let Some((_, ours)) = of(HTTP) {
        report.add("gateway, memory of the daemon", ours.first_mib, "MiB", Target::Below(40.0));
    }
}

fn subjects(fixture: &Path) -> Result<Vec<Subject>> {
    let own = std::env::current_exe().map_err(Error::bug)?;
    let (own, fixture_text) = (own.display().to_string(), fixture.display().to_string());
    let line = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    let mut subjects = vec![
        Subject::stdio("no gateway, stdio", line(&[&fixture_text])),
        Subject::http("no gateway, HTTP", line(&[&fixture_text, "--http"])),
        Subject::stdio(
            "bare passthrough, stdio",
            line(&[&own, "--passthrough", "stdio", "command", &fixture_text]),
        ),
        Subject::http(FLOOR_HTTP, line(&[&own, "--passthrough", "http", "command", &fixture_text])),
        Subject::chain(
            FLOOR_TWO_HOPS,
            line(&[&own, "--passthrough", "http", "command", &fixture_text]),
            line(&[&own, "--passthrough", "stdio", "url"]),
        ),
    ];
    let binary = program::countersign()?;
    if has_gateway(&binary) {
        subjects.push(Subject::countersign(STDIO, &binary, fixture)?);
        subjects.push(Subject::countersign(HTTP, &binary, fixture)?);
    } else {
        println!("this countersign has no `mcp`: it is not measured");
    }
    for peer in peers::all(fixture) {
        match peer {
            Ok(subject) => subjects.push(subject),
            Err((name, why)) => println!("{name}: not installed here: {why}"),
        }
    }
    Ok(subjects)
}

fn has_gateway(binary: &Path) -> bool {
    std::process::Command::new(binary).args(["mcp", "--help"]).output().is_ok_and(|o| o.status.success())
}
