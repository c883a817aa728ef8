//! Tests that hidden files are empty and that opening them is reported; missing files stay missing.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::PathBuf,
};

use countersign_rehearsal::{Denied, Manner};

use crate::place::{Place, as_everyone};

fn read(path: PathBuf) -> Denied {
    Denied::Read(path)
}

/// A workspace with a secret in it and a folder of secrets beside it.
fn secrets() -> Place {
    let mut place = Place::new();
    let folder = place.outside("home");
    fs::create_dir_all(folder.join("keys/deep")).unwrap();
    for (path, text) in [("keys/id", "secret"), ("keys/deep/er", "secret"), ("other", "seen")] {
        fs::write(folder.join(path), text).unwrap();
    }
    fs::write(place.real().join(".env"), "TOKEN=secret").unwrap();
    fs::set_permissions(place.real().join(".env"), fs::Permissions::from_mode(0o600)).unwrap();
    place.hidden = vec![place.real().join(".env"), folder.join("keys")];
    place
}

#[test]
fn what_is_hidden_is_empty_and_opening_it_is_told() {
    as_everyone("hidden::what_is_hidden_is_empty_and_opening_it_is_told", || {
        let place = secrets();
        let keys = place.outside("home/keys");
        let outcome = place.sh(&format!("cat .env {0}/id {0}/deep/er; echo end", keys.display()));
        assert_eq!(outcome.stdout, "end\n");
        let want = [read(place.real().join(".env")), read(keys.join("id")), read(keys.join("deep/er"))];
        assert_eq!((&outcome.ended.denied[..], outcome.ended.all_seen), (&want[..], true));
    });
}

#[test]
fn listing_and_asking_for_what_is_not_there_is_no_reading() {
    as_everyone("hidden::listing_and_asking_for_what_is_not_there_is_no_reading", || {
        let place = secrets();
        let keys = place.outside("home/keys");
        let script = format!(
            "ls {0}; ls -A; test -e {0}/none || echo none; cat {0}/none 2>/dev/null; stat -c %a .env",
            keys.display()
        );
        assert_eq!(place.sh(&script).harmless(), "deep\nid\n.env\nnone\n600\n");
    });
}

#[test]
fn changing_what_is_hidden_is_denied_and_told() {
    as_everyone("hidden::changing_what_is_hidden_is_denied_and_told", || {
        let place = secrets();
        let env = place.real().join(".env");
        for script in
            ["echo x > .env", "rm -f .env", "mv .env moved", "chmod 644 .env", "ln .env linked && cat linked"]
        {
            let ended = place.sh(script).ended;
            let told = [Denied::Write(env.clone()), read(env.clone())];
            assert!(
                ended.denied.iter().any(|d| told.contains(d)) || script.starts_with("ln"),
                "{script}: {ended:?}"
            );
            assert_ne!(ended.code, Some(0), "{script}");
        }
        assert_eq!(fs::read_to_string(&env).unwrap(), "TOKEN=secret");
        let copied = place.sh("cp .env copied; cat copied").stdout;
        assert_eq!(copied, "");
    });
}

#[test]
fn a_secret_does_not_show_by_another_way() {
    as_everyone("hidden::a_secret_does_not_show_by_another_way", || {
        let mut place = secrets();
        symlink(".env", place.real().join("link")).unwrap();
        symlink(place.outside("home"), place.real().join("home")).unwrap();
        // Hiding a link hides its target.
        place.hidden[0] = place.real().join("link");
        let script = "cat link .env home/keys/id /proc/self/root$PWD/.env; grep -r secret . ; tar c . | grep -a secret; mv home/keys k; cat k/id";
        assert_eq!(place.sh(script).stdout, "");
        // Nor by the next command, after the folders around it were moved.
        fs::create_dir_all(place.real().join("a/b")).unwrap();
        fs::write(place.real().join("a/b/key"), "secret").unwrap();
        place.hidden.push(place.real().join("a/b/key"));
        place.sh("mv a c; mkdir -p a; mv c/b a/d; cat a/d/key c/b/key");
        assert_eq!(place.sh("grep -r secret . || echo none").stdout, "none\n");
    });
}

#[test]
fn a_secret_in_a_copy_cannot_be_carried_to_the_next_command() {
    as_everyone("hidden::a_secret_in_a_copy_cannot_be_carried_to_the_next_command", || {
        let mut place = Place::new();
        for folder in [place.real().to_owned(), place.layers.copy(0)] {
            fs::create_dir_all(folder.join("a/b")).unwrap();
            fs::write(folder.join("a/b/key"), "secret").unwrap();
        }
        place.layers.manner = Manner::Copy;
        place.hidden = vec![place.real().join("a/b/key")];
        let ended = place.sh("mv a c; mv a/b a/d; ls").ended;
        assert_eq!(ended.denied[..1], [Denied::Write(place.real().join("a"))], "{ended:?}");
        assert_eq!(
            place.sh("grep -r secret . || echo none; echo new > a/b/f; mv a/b/f f; cat f").stdout,
            "none\nnew\n"
        );
    });
}

#[test]
fn too_many_names_are_not_all_there_and_that_is_known() {
    as_everyone("hidden::too_many_names_are_not_all_there_and_that_is_known", || {
        let mut place = Place::new();
        let many = place.outside("many");
        fs::create_dir(&many).unwrap();
        for n in 0..2_100 {
            fs::write(many.join(n.to_string()), "secret").unwrap();
        }
        place.hidden = vec![many.clone()];
        assert!(place.sh("true").ended.all_seen);
        let outcome = place.sh(&format!("ls {}", many.display()));
        assert!(!outcome.ended.all_seen, "it saw less than there is");
        assert_eq!(place.sh(&format!("cat {}/7", many.display())).stdout, "");
    });
}

#[test]
fn of_what_is_closed_not_even_the_names_are_seen() {
    as_everyone("hidden::of_what_is_closed_not_even_the_names_are_seen", || {
        let mut place = secrets();
        let home = place.outside("home");
        place.hidden = vec![home.join("keys")];
        place.closed = vec![home.clone()];
        let shown = home.display();
        let script = format!("test -e {shown}/keys || echo none; cat {shown}/keys/id {shown}/other; true");
        let outcome = place.sh(&script);
        assert_eq!((outcome.stdout.as_str(), &outcome.ended.denied[..]), ("none\n", &[][..]));
        let outcome = place.sh(&format!("ls -A {shown}; find {shown} -type f; touch {shown}/x"));
        assert_eq!(outcome.stdout, "");
        // Opens and changes are reported through different channels, so their order varies.
        let mut denied = outcome.ended.denied;
        denied.sort();
        assert_eq!(denied, [Denied::Write(home.join("x")), read(home.clone())]);
        assert!(!home.join("x").exists());
    });
}

#[test]
fn what_is_let_through_within_something_hidden_is_there() {
    as_everyone("hidden::what_is_let_through_within_something_hidden_is_there", || {
        let mut place = secrets();
        let keys = place.outside("home/keys");
        place.hidden = vec![place.outside("home")];
        place.through = vec![keys.join("deep")];
        let script = format!(
            "cat {0}/deep/er; echo more >> {0}/deep/er; cat {1}/other",
            keys.display(),
            place.outside("home").display()
        );
        let outcome = place.sh(&script);
        assert_eq!(outcome.stdout, "secret");
        assert_eq!(outcome.ended.denied, [read(place.outside("home/other"))]);
        assert_eq!(fs::read_to_string(keys.join("deep/er")).unwrap(), "secretmore\n");
    });
}

#[test]
fn a5_a_file_that_is_shown_with_another_content_is_read_and_not_denied() {
    let mut place = Place::outside_tmp();
    let (settings, inside) = (place.outside("settings"), place.real().join(".npmrc"));
    for path in [&settings, &inside] {
        fs::write(path, "token = hunter2\nplain = 1\n").unwrap();
        place.instead.push((path.clone(), "plain = 1\n".to_owned()));
        place.hidden.push(path.clone());
    }
    let script = format!("cat {} .npmrc; cp .npmrc copy; cat copy", settings.display());
    let told = place.sh(&script);
    assert_eq!(
        (told.stdout.as_str(), &told.ended.denied[..]),
        ("plain = 1\nplain = 1\nplain = 1\n", &[][..])
    );
    assert_eq!(told.ended.instead, [settings.clone(), inside.clone()]);
    let written = place.sh(&format!("echo x >> {}", settings.display()));
    assert_eq!(written.ended.denied, [Denied::Write(settings.clone())]);
    let told = place.sh("echo x >> .npmrc; mv .npmrc y; cat y; rm -f .npmrc").stdout;
    assert!(!told.contains("hunter2"), "{told}");
    assert_eq!(fs::read_to_string(&settings).unwrap(), "token = hunter2\nplain = 1\n");
}
