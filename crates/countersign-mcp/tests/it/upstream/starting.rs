//! Servers start on first use, one per agent, and failures are reported and retried later.

use std::sync::{Arc, Mutex};

use countersign_mcp::{ServerSettings, upstream::Limits};
use serde_json::json;

use super::*;

#[test]
fn a_server_is_started_on_first_use_and_once_for_each_agent() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts").display().to_string();
    let world = World::new(&[("odd", script("odd.py", &["well", &starts]))]);
    let count = || std::fs::read_to_string(&starts).map_or(0, |s| s.lines().count());
    assert_eq!(count(), 0);
    assert!(world.upstreams.status()[0].instances.is_empty());
    let echoed = world.read("odd.echo", json!({"text": "hi"})).unwrap();
    assert_eq!(said(&echoed), "hi");
    assert_eq!(echoed["_meta"]["said"], "so", "what comes along is passed on");
    world.read("odd.echo", json!({"text": "again"})).unwrap();
    assert_eq!(count(), 1);
    let other = Ask { agent: "codex".to_owned(), ..world.ask("odd.echo", json!({"text": "me too"})) };
    world.upstreams.read(&other).unwrap();
    assert_eq!(count(), 2);
    let status = world.upstreams.status().remove(0);
    assert_eq!((status.kind, status.instances.len()), ("stdio", 2));
    assert!(status.instances.iter().all(|i| i.running && i.error.is_none()));
}

#[test]
fn many_first_uses_at_once_start_one() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts").display().to_string();
    let world = World::new(&[("odd", script("odd.py", &["well", &starts]))]);
    std::thread::scope(|scope| {
        for n in 0..8 {
            let world = &world;
            scope.spawn(move || {
                let text = format!("caller {n}");
                assert_eq!(said(&world.read("odd.echo", json!({"text": text})).unwrap()), text);
            });
        }
    });
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 1);
}

#[test]
fn a_server_that_does_not_start_says_why_and_is_not_started_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts").display().to_string();
    let world =
        World::new(&[("odd", script("odd.py", &["never", &starts])), ("well", script("odd.py", &[]))]);
    for _ in 0..2 {
        let down = world.read("odd.echo", json!({})).unwrap_err();
        assert!(down.message.contains("did not start"), "{down}");
        assert!(down.message.contains("exit code 1; it last wrote: no configuration found"), "{down}");
    }
    for _ in 0..3 {
        let down = world.read("odd.echo", json!({})).unwrap_err();
        assert!(
            down.message.contains("is down") && down.message.contains("no configuration found"),
            "{down}"
        );
        assert!(down.hint.unwrap().contains("started again in"));
    }
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 2);
    let status = world.upstreams.status().remove(0);
    assert!(status.instances[0].error.as_ref().unwrap().contains("no configuration"));
    assert_eq!(said(&world.read("well.echo", json!({"text": "fine"})).unwrap()), "fine", "others go on");
}

#[test]
fn a_program_that_is_not_there_is_an_error_of_its_tools_alone() {
    let missing =
        ServerSettings { command: Some("no-such-program-at-all".to_owned()), ..ServerSettings::default() };
    let world = World::new(&[("missing", missing), ("well", script("odd.py", &[]))]);
    let error = world.read("missing.x", json!({})).unwrap_err();
    assert!(error.message.contains("cannot find this program"), "{error}");
    assert!(error.hint.unwrap().contains("[server.missing]"));
    assert!(world.read("well.echo", json!({})).is_ok());
}

#[test]
fn a_server_that_says_nothing_is_given_up() {
    let limits = Limits { start: Duration::from_millis(300), ..limits() };
    let world = World::with(&[("odd", script("odd.py", &["silent"]))], limits);
    let error = world.read("odd.echo", json!({})).unwrap_err();
    assert!(error.message.contains("did not start within"), "{error}");
}

#[test]
fn a_server_that_crashed_is_started_again_on_its_next_use() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    for _ in 0..3 {
        let crashed = world.read("odd.crash", json!({})).unwrap_err();
        assert!(crashed.message.contains("exit code 3; it last wrote: out of cheese"), "{crashed}");
        // A call that works clears earlier failures.
        assert_eq!(said(&world.read("odd.echo", json!({"text": "back"})).unwrap()), "back");
    }
    world.read("odd.crash", json!({})).unwrap_err();
    world.read("odd.crash", json!({})).unwrap_err();
    let down = world.read("odd.echo", json!({})).unwrap_err();
    assert!(down.message.contains("is down"), "two crashes in a row are followed by a pause: {down}");
}

#[test]
fn changed_settings_end_what_ran_and_others_stay() {
    let odd = script("odd.py", &[]);
    let world = World::new(&[("one", odd.clone()), ("two", odd.clone())]);
    let (one, two) = (world.instance("one").unwrap(), world.instance("two").unwrap());
    let given = ServerSettings { env: [("GIVEN".to_owned(), "a word".to_owned())].into(), ..odd.clone() };
    world.upstreams.configure(named(&[("one", given), ("two", odd)]));
    eventually("the end of the first", || one.ended().is_some());
    assert!(two.is_running());
    assert_eq!(said(&world.read("one.environment", json!({})).unwrap()), ";a word");
    assert!(Arc::ptr_eq(&two, &world.instance("two").unwrap()));
    world.upstreams.configure(named(&[]));
    assert!(world.read("two.echo", json!({})).unwrap_err().message.contains("there is no server two"));
    eventually("the end of the second", || two.ended().is_some());
}

#[test]
fn stopping_ends_every_process() {
    let world = World::new(&[("odd", script("odd.py", &[])), ("more", script("odd.py", &[]))]);
    let running = [world.instance("odd").unwrap(), world.instance("more").unwrap()];
    world.runtime.block_on(world.upstreams.stop());
    assert!(running.iter().all(|i| !i.is_running() && i.ended().is_some()));
}

#[test]
fn a_list_is_learnt_and_told_and_told_again_when_it_changes() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let told: Arc<Mutex<Vec<Vec<String>>>> = Arc::default();
    let hears = told.clone();
    world.upstreams.on_listed(Box::new(move |server, tools| {
        assert_eq!(server, "odd");
        hears.lock().unwrap().push(tools.into_iter().map(|t| t.name).collect());
    }));
    let mut news = world.upstreams.subscribe();
    let desk = world.desk().display().to_string();
    let list = || world.runtime.block_on(world.upstreams.list("claude", "odd", Some(&desk))).unwrap();
    let first = list();
    assert!(first.iter().all(|t| t.name.starts_with("odd.") && t.server == "odd"));
    assert!(first.iter().any(|t| t.name == "odd.no_schema"), "a tool without a schema is a tool");
    assert!(first.iter().any(|t| t.name == "odd.task.create_task"), "our names are theirs under their own");
    assert!(!first.iter().any(|t| t.name == "odd."), "a tool without a name is none");
    list();
    assert_eq!(told.lock().unwrap().len(), 1, "what is the same is not told twice");
    assert_eq!(said(&world.read("odd.grow", json!({})).unwrap()), "grown", "a list may change during a call");
    eventually("the changed list", || told.lock().unwrap().len() == 2);
    assert!(told.lock().unwrap()[1].contains(&"odd.grown".to_owned()));
    assert!(list().iter().any(|t| t.doc.contains("mails what you say")));
    let heard =
        world.runtime.block_on(async { tokio::time::timeout(Duration::from_secs(20), news.recv()).await });
    let heard = heard.unwrap().unwrap();
    assert_eq!((heard.agent.as_str(), heard.server.as_str()), ("claude", "odd"));
}

#[test]
fn what_gives_authority_over_us_is_not_handed_on() {
    // Uses its own process for the variables: a test must not change those of all tests.
    let exe = std::env::current_exe().unwrap();
    if std::env::var_os("COUNTERSIGN_TOKEN").is_none() {
        let name = "upstream::starting::what_gives_authority_over_us_is_not_handed_on";
        let mut again = std::process::Command::new(exe);
        again.args([name, "--exact"]).env("COUNTERSIGN_TOKEN", "secret").env("COUNTERSIGN_HOME", "/nowhere");
        assert!(again.status().unwrap().success());
        return;
    }
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    assert_eq!(said(&world.read("odd.environment", json!({})).unwrap()), ";");
}

#[test]
fn a_server_runs_in_the_folder_of_its_agent_and_is_told_of_it() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let desk = world.desk().display().to_string();
    assert_eq!(said(&world.read("odd.folder", json!({})).unwrap()), format!("{desk};file://{desk}"));
}
