//! Tests that commands in a stage find the caches of the workspace and their own scratch files, and none of it is real.

use std::{
    fs,
    path::{Path, PathBuf},
};

use countersign_tools::stage::{Command, Stages};

use super::{Desk, has_means};

/// A workspace, and the folder of its stages.
struct Staged {
    desk: Desk,
    stages: Stages,
    /// A name that nothing else has.
    name: String,
}

impl Staged {
    fn new() -> Self {
        let desk = Desk::new();
        let stages = Stages { folder: super::outside_tmp().keep().join("stages"), ..Stages::default() };
        let name = format!("countersign-test-{}", std::process::id());
        Self { desk, stages, name }
    }

    /// Runs a script in a stage, and asserts that it succeeded.
    #[track_caller]
    fn run(&self, stage: &str, script: &str) {
        self.run_through(stage, script, &[]);
    }

    #[track_caller]
    fn run_through(&self, stage: &str, script: &str, through: &[PathBuf]) {
        // A process that another test starts at this moment may still have the lock of the command before.
        let held = (0..500).find_map(|_| {
            let held = self.stages.hold(stage).ok();
            held.or_else(|| {
                std::thread::sleep(std::time::Duration::from_millis(10));
                None
            })
        });
        let held = held.unwrap();
        let layers = self.stages.layers(&held, stage, &[self.desk.work()]).unwrap();
        let script = script.replace("NAME", &self.name);
        let variables = ["HOME", "PATH"].map(|name| (name.into(), std::env::var_os(name).unwrap()));
        let command = Command {
            argv: ["/bin/sh", "-ec", &script].map(Into::into).to_vec(),
            env: variables.to_vec(),
            cwd: self.desk.work(),
            through: through.to_vec(),
            ..Command::default()
        };
        let ended = self.stages.run(stage, &layers, &command, drop).unwrap();
        assert_eq!(ended.code, Some(0), "{script}: {ended:?}");
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        let _ = countersign_rehearsal::remove_tree(self.stages.folder.parent().unwrap());
    }
}

fn home() -> PathBuf {
    std::env::var_os("HOME").unwrap().into()
}

#[test]
fn a16_stages_use_the_caches_of_the_workspace_and_have_scratch_files_of_their_own() {
    if !has_means() {
        return;
    }
    let staged = Staged::new();
    staged.run(
        "sg1-a",
        "mkdir -p ~/.cache/NAME ~/go/pkg/NAME; echo kept > ~/.cache/NAME/x; echo mine > /tmp/NAME",
    );
    staged.run("sg1-a", "grep -q kept ~/.cache/NAME/x; grep -q mine /tmp/NAME; test -d ~/go/pkg/NAME");
    staged.run("sg2-b", "grep -q kept ~/.cache/NAME/x; test ! -e /tmp/NAME");
    for real in [home().join(".cache"), home().join("go/pkg"), PathBuf::from("/tmp")] {
        assert!(!real.join(&staged.name).exists(), "{}", real.display());
    }
    staged.stages.forget("sg1-a").unwrap();
    staged.run("sg1-a", "test ! -e /tmp/NAME");
    let through = staged.desk.dir.path().canonicalize().unwrap().join("through");
    fs::create_dir(&through).unwrap();
    staged.run_through(
        "sg1-a",
        &format!("echo real > {}/x", through.display()),
        std::slice::from_ref(&through),
    );
    assert_eq!(fs::read_to_string(through.join("x")).unwrap(), "real\n", "what is let through stays real");
}

#[test]
fn a16_a_stage_goes_on_building_after_a_second_package() {
    let on_path = |name: &str| {
        std::env::split_paths(&std::env::var_os("PATH").unwrap()).any(|at| at.join(name).is_file())
    };
    if !has_means() || !on_path("go") {
        return;
    }
    let staged = Staged::new();
    let cache = home().join(".cache/go-build");
    let before = modified(&cache);
    staged.desk.put("go.mod", "module shop\n\ngo 1.19\n");
    staged.desk.put("main.go", "package main\n\nfunc main() { println(\"one\") }\n");
    staged.run("sg1-a", "go build -o app . && ./app");
    let second = "mkdir price; printf 'package price\\n\\nfunc Price() int { return 42 }\\n' > price/price.go; \
                  printf 'package main\\n\\nimport \"shop/price\"\\n\\nfunc main() { println(price.Price()) }\\n' > main.go";
    staged.run("sg1-a", second);
    staged.run("sg1-a", "go vet ./... && go build -o app . && ./app 2>&1 | grep -qx 42");
    staged.run("sg1-a", "go build -o app . && touch /tmp/NAME.log");
    assert_eq!(modified(&cache), before, "the real cache is as it was");
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    path.metadata().ok()?.modified().ok()
}
