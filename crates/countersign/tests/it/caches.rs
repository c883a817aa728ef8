//! What commands keep in tools' caches, with the real program: the settings in force, and `world reset`.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Ended, Home, ended, eventually};

/// A home of Countersign, and the home of a user who has a cache.
struct Desk {
    home: Home,
    /// Not in `/tmp`, which is private in a world if Countersign's data is there.
    user: TempDir,
    person: String,
    agent: String,
}

impl Desk {
    /// None on a machine without worlds.
    fn new() -> Option<Self> {
        let means = countersign_rehearsal::capabilities();
        let all = means.namespaces && means.overlay && means.watching;
        let skips = std::env::var_os("COUNTERSIGN_TESTS_WITHOUT_WORLDS").is_some();
        assert!(all || skips, "this machine cannot rehearse: {:?}", means.missing);
        let home = Home::new();
        let user = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        for folder in [".cache", ".tool/cache"] {
            fs::create_dir_all(user.path().join(folder)).unwrap();
        }
        let desk = Self { person: String::new(), agent: String::new(), home, user };
        fs::create_dir(desk.at("work")).unwrap();
        // The first command starts the daemon, which has its home.
        let token = |by: &str, kind: &str, name: &str| {
            let told = desk.run(by, &["token", kind, name, "--json"]).expect(0).json();
            told["token"].as_str().unwrap().to_owned()
        };
        let person = token("", "person", "ana");
        let agent = token(&person, "agent", "codex");
        all.then_some(Self { person, agent, ..desk })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap().join(name)
    }

    fn run(&self, token: &str, args: &[&str]) -> Ended {
        let mut command = self.home.command(token, args);
        command.current_dir(self.at("work")).env("HOME", self.user.path()).env("PATH", "/usr/bin:/bin");
        ended(command, "")
    }

    #[track_caller]
    fn call(&self, line: &str) -> Value {
        let args = json!({"command": line}).to_string();
        self.run(&self.agent, &["call", "shell.run", "--args", &args, "--json"]).expect(0).json()["result"]
            .clone()
    }
}

#[test]
fn a16_world_reset_removes_what_commands_kept_unless_one_of_them_goes_on() {
    let Some(desk) = Desk::new() else { return };
    fs::write(desk.at("work/s.sh"), "mkdir ~/.cache/t; echo kept > ~/.cache/t/x").unwrap();
    let told = desk.call("bash s.sh");
    assert_eq!(told["exit_code"], 0, "{told}");
    assert_eq!(desk.call("cat ~/.cache/t/x")["stdout"], "kept\n");
    assert!(!desk.user.path().join(".cache/t").exists(), "it never reaches the home");

    desk.call("sleep 300 > /dev/null 2>&1 &");
    let busy = desk.run(&desk.person, &["world", "reset"]);
    assert!(busy.code != 0 && busy.err.contains(desk.at("work").to_str().unwrap()), "{busy:?}");
    assert_eq!(desk.call("cat ~/.cache/t/x; pkill sleep")["stdout"], "kept\n");

    let mut told = None;
    eventually("nothing of the workspace goes on", || {
        let reset = desk.run(&desk.person, &["world", "reset"]);
        let done = reset.code == 0;
        told = Some(reset);
        done
    });
    let told = told.unwrap();
    let expected = format!("Removed what commands kept for {}.", desk.at("work").display());
    assert!(told.out.contains(&expected), "{told:?}");
    assert_eq!(desk.call("cat ~/.cache/t/x")["exit_code"], 1);
    let nothing = desk.run(&desk.person, &["world", "reset", "--json", desk.user.path().to_str().unwrap()]);
    assert_eq!(nothing.expect(0).json(), json!({"reset": []}));
}

#[test]
fn a16_a_stage_uses_the_caches_that_the_policy_in_force_adds() {
    let Some(desk) = Desk::new() else { return };
    let stage = |script: &str| desk.run(&desk.person, &["stage", "--", "sh", "-c", script]);
    let writes = "echo kept > ~/.tool/cache/x";
    assert_ne!(stage(writes).code, 0, "it is no cache yet");
    desk.home.write("policy.toml", "version = 1\n[rehearsal]\ncaches = [\".tool/cache\"]\n");
    let mut digest = String::new();
    eventually("it waits for a person", || {
        let all = desk.run(&desk.person, &["policy", "changes", "--json"]).expect(0).json();
        let policy = all["settings"].as_array().unwrap().iter().find(|s| s["name"] == "policy").cloned();
        digest = policy.unwrap_or_default()["waiting"]["digest"].as_str().unwrap_or_default().to_owned();
        !digest.is_empty()
    });
    assert_ne!(stage(writes).code, 0, "what nobody has accepted does not count");
    desk.run(&desk.person, &["policy", "accept", &digest]).expect(0);
    eventually("it is in force", || {
        desk.run(&desk.person, &["policy", "show", "--json"]).json()["rehearsal"]["caches"]
            == json!([".tool/cache"])
    });
    stage(writes).expect(0);
    stage("grep -q kept ~/.tool/cache/x").expect(0);
    assert!(!desk.user.path().join(".tool/cache/x").exists());
}
