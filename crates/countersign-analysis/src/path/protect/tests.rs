//! Tests which paths are protected.

mod places;

use super::{
    places::{ENDINGS, FOLDERS, NAMES, items},
    *,
};

#[test]
fn a5_secrets_are_asked_about_even_to_read() {
    let own = [PathBuf::from("/home/ana/.countersign"), PathBuf::from("/srv/Data")];
    for path in [
        "/w/.env",
        "/w/.ENV.local",
        "/w/app.env",
        "/home/ana/.ssh/known_hosts",
        "/home/ana/.ssh/authorized_keys",
        "/home/ana/.aws/credentials",
        "/w/server.PEM",
        "/w/id_rsa",
        "/home/ana/.netrc",
        "/home/ana/.gnupg/x",
        "/home/ana/.countersign/store.db",
        "/home/ana/.local/share/countersign/store.db",
        "/srv/data/x",
        "/etc/shadow",
        "/etc/sudoers.d/x",
        "/etc/ssh/ssh_host_rsa_key",
        "/home/ana/.config/gh/hosts.yml",
        "/home/ana/.config/gcloud/x/y.json",
        "/home/ana/.docker/config.json",
        "/home/ana/.cargo/credentials.toml",
        "/w/terraform.tfstate",
        "/home/ana/.bash_history",
        "/home/ana/.mozilla/firefox/x.default/key4.db",
        "/home/ana/.config/google-chrome/Default/Login Data",
        "/home/ana/.config/google-chrome/Default/Cookies",
        "/proc/self/environ",
    ] {
        assert!(reading(Path::new(path), &own).is_some(), "{path}");
        assert!(writing(Path::new(path), &own).is_some(), "{path}");
    }
    for path in [
        "/w/env.rs",
        "/w/.env.example",
        "/w/key.rs",
        "/w/README.md",
        "/home/ana/.countersign-notes",
        "/home/ana/countersign/src/main.rs",
        "/home/ana/.ssh/id_ed25519.pub",
        "/w/.docker/Dockerfile",
        "/w/id_rsa.pub",
        "/etc/passwd",
        "/",
    ] {
        assert_eq!(reading(Path::new(path), &own), None, "{path}");
    }
    assert_eq!(writing(Path::new("/home/ana/.ssh/id_ed25519.pub"), &own), Some(Why::Secrets.what()));
}

#[test]
fn a5_no_name_that_makes_a_path_secret_is_plain() {
    let tables = Tables::get();
    let places = tables.places.values().flatten().chain(&tables.of_home);
    let last = places.filter_map(|place| place.last()).map(|name| (*name).to_owned());
    let own = OWN_PLACES.iter().filter_map(|place| place.last()).map(|name| (*name).to_owned());
    let names = items(NAMES).chain(items(FOLDERS)).map(str::to_owned);
    let endings = items(ENDINGS).flat_map(|end| [end.to_owned(), format!("a{end}"), format!("A.b{end}")]);
    let others =
        [".env", ".ENV", ".env.local", "x.env", "ssh_host_rsa_key", "environ", ".countersign", "café"];
    for name in last.chain(own).chain(names).chain(endings).chain(others.map(str::to_owned)) {
        assert!(!is_plain_name(&name) && !is_plain_name(&name.to_uppercase()), "{name}");
    }
    for name in ["main.rs", "README.md", "a", "f17.txt", "Cargo.lock", "environment.md", "keys"] {
        assert!(is_plain_name(name), "{name}");
        for folder in ["/w", "/h/.docker", "/h/.config", "/etc", "/proc/1", "/h/.m2"] {
            assert_eq!(reading(&Path::new(folder).join(name), &[]), None, "{folder}/{name}");
        }
    }
}

#[test]
fn a5_what_runs_later_is_asked_about_before_it_changes() {
    for (path, why) in [
        ("/home/ana/.bashrc", Why::Startup),
        ("/home/ana/.config/systemd/user/x.service", Why::Startup),
        ("/var/spool/cron/crontabs/ana", Why::Startup),
        ("/etc/cron.d/x", Why::Startup),
        ("/etc/profile.d/x.sh", Why::Startup),
        ("/w/.vscode/tasks.json", Why::Startup),
        ("/w/.git/config", Why::Git),
        ("/w/.GIT/hooks/pre-commit", Why::Git),
        ("/w/.husky/pre-push", Why::Git),
        ("/w/.gitmodules", Why::Git),
        ("/w/.claude/settings.json", Why::Agent),
        ("/w/.mcp.json", Why::Agent),
        ("/w/AGENTS.md", Why::Agent),
        ("/w/config/production.toml", Why::Production),
        ("/w/deploy/prod/values.yaml", Why::Production),
        ("/etc/passwd", Why::Accounts),
        ("/etc/ld.so.preload", Why::Accounts),
    ] {
        assert_eq!(writing(Path::new(path), &[]), Some(why.what()), "{path}");
        assert_eq!(reading(Path::new(path), &[]), None, "{path}");
    }
    for path in [
        "/w/src/product.rs",
        "/w/products.json",
        "/w/.github/workflows/ci.yml",
        "/w/production/main.rs",
        "/w/.vscode/extensions.json",
        "/w/.gitignore",
    ] {
        assert_eq!(writing(Path::new(path), &[]), None, "{path}");
    }
}
