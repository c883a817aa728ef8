//! Tests folders aside: changes there stay in their store, for the next command, and reach nothing real.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use countersign_rehearsal::{Aside, Denied, Limit};

use super::place::{Place, as_everyone};

const MOST: u64 = 1 << 30;

impl Place {
    /// Adds a folder aside with a store of that name.
    pub fn aside(&mut self, path: &Path, store: &str) -> Aside {
        let aside = Aside::make(path, &self.outside("stores").join(store), None, MOST).unwrap();
        self.asides.push(aside.clone());
        aside
    }

    fn home(&self) -> PathBuf {
        let home = self.outside("home");
        fs::create_dir_all(home.join(".cache")).unwrap();
        fs::write(home.join(".cache/old"), "old\n").unwrap();
        home
    }
}

#[test]
fn a16_what_a_command_changes_aside_is_there_for_the_next_one_and_nowhere_else() {
    as_everyone(
        "asides::a16_what_a_command_changes_aside_is_there_for_the_next_one_and_nowhere_else",
        || {
            let mut place = Place::outside_tmp();
            let home = place.home();
            place.aside(&home.join(".cache"), "a");
            let at = home.join(".cache").display().to_string();
            place.sh(&format!("echo new > {at}/new && rm {at}/old && mkdir -p {at}/deep/er")).harmless();
            assert_eq!(fs::read_to_string(home.join(".cache/old")).unwrap(), "old\n");
            assert!(
                !home.join(".cache/new").exists() && place.layers.effects(10).unwrap().changes.is_empty()
            );
            assert_eq!(place.sh(&format!("ls {at}; cat {at}/new")).harmless(), "deep\nnew\nnew\n");
            place.asides.clear();
            place.aside(&home.join(".cache"), "b");
            assert_eq!(place.sh(&format!("ls {at}")).harmless(), "old\n", "another store");
            let outcome = place.sh(&format!("echo x > {}/outside", home.display()));
            assert_eq!(outcome.ended.denied, [Denied::Write(home.join("outside"))], "only there");
            let outcome = place.sh(&format!("rm -rf {at}"));
            assert_eq!(outcome.ended.denied, [Denied::Write(home.join(".cache"))], "not the folder itself");
        },
    );
}

#[test]
fn a16_a_folder_that_is_missing_is_empty_and_stays_missing() {
    as_everyone("asides::a16_a_folder_that_is_missing_is_empty_and_stays_missing", || {
        let mut place = Place::outside_tmp();
        let home = place.home();
        for (path, store) in [(".npm", "a"), ("go/pkg/mod", "b"), ("go/pkg/sum", "c"), (".cache", "d")] {
            place.aside(&home.join(path), store);
        }
        let at = home.display();
        let script = format!("mkdir -p {at}/.npm/_logs {at}/go/pkg/mod/x && echo 1 > {at}/.npm/_logs/1");
        place.sh(&script).harmless();
        let told = place.sh(&format!("cat {at}/.npm/_logs/1 {at}/.cache/old; ls {at}/go/pkg")).harmless();
        assert_eq!(told, "1\nold\nmod\nsum\n");
        assert!(!home.join(".npm").exists() && !home.join("go").exists());
        let outcome = place.sh(&format!("echo x > {at}/go/x; echo x > {at}/x"));
        assert_eq!(outcome.ended.denied, ["go/x", "x"].map(|path| Denied::Write(home.join(path))));
        assert!(!home.join("x").exists() && outcome.stderr.contains("Read-only"), "{}", outcome.stderr);
        // Now it exists.
        fs::create_dir(home.join(".npm")).unwrap();
        fs::write(home.join(".npm/real"), "").unwrap();
        assert_eq!(place.sh(&format!("ls {at}/.npm")).harmless(), "_logs\nreal\n");
    });
}

#[test]
fn a16_a_second_command_sees_the_store_of_the_first_and_leaves_it_as_it_is() {
    as_everyone("asides::a16_a_second_command_sees_the_store_of_the_first_and_leaves_it_as_it_is", || {
        let mut place = Place::outside_tmp();
        let home = place.home();
        let first = place.aside(&home.join(".cache"), "first");
        let at = home.join(".cache").display().to_string();
        place.sh(&format!("echo 1 > {at}/one; rm {at}/old")).harmless();
        let store = place.outside("stores/second");
        place.asides = vec![Aside::make(&first.path, &store, Some(&first.store), MOST).unwrap()];
        let told = place.sh(&format!("ls {at}; echo 2 > {at}/one; echo 2 > {at}/two; cat {at}/one"));
        assert_eq!(told.harmless(), "one\n2\n");
        place.asides = vec![first];
        assert_eq!(place.sh(&format!("ls {at}; cat {at}/one")).harmless(), "one\n1\n");
    });
}

#[test]
fn a16_tmp_may_be_aside_and_then_nothing_is_left_in_it() {
    as_everyone("asides::a16_tmp_may_be_aside_and_then_nothing_is_left_in_it", || {
        let mut place = Place::outside_tmp();
        place.aside(Path::new("/tmp"), "tmp");
        let outcome = place.sh("echo 1 > /tmp/scratch-of-a-run && echo 2 > here");
        assert_eq!(outcome.ended.left, Vec::<PathBuf>::new());
        outcome.harmless();
        assert!(!Path::new("/tmp/scratch-of-a-run").exists() && !place.real().join("here").exists());
        assert_eq!(place.sh("cat /tmp/scratch-of-a-run here").harmless(), "1\n2\n");
        let outer = place.outside("outer");
        fs::create_dir_all(outer.join("still")).unwrap();
        place.aside(&outer, "outer");
        place.still.push(outer.join("still"));
        let outcome = place.sh("cd ../outer; echo 3 > still/here; echo 4 > there; cat /tmp/scratch-of-a-run");
        assert_eq!(
            outcome.ended.denied,
            [Denied::Write(outer.join("still/here"))],
            "what is still is not aside"
        );
        assert_eq!((outcome.stdout.as_str(), outer.join("there").exists()), ("1\n", false));
    });
}

#[test]
fn a16_a_link_in_a_store_leads_nowhere_that_could_not_be_reached_without_it() {
    as_everyone("asides::a16_a_link_in_a_store_leads_nowhere_that_could_not_be_reached_without_it", || {
        let mut place = Place::outside_tmp();
        let home = place.home();
        fs::write(home.join(".bashrc"), "real\n").unwrap();
        fs::create_dir(home.join(".ssh")).unwrap();
        fs::write(home.join(".ssh/id"), "hunter2\n").unwrap();
        fs::create_dir(home.join(".cache/app")).unwrap();
        place.aside(&home.join(".cache"), "a");
        place.hidden.push(home.join(".ssh"));
        let at = home.display();
        let links = format!(
            "ln -s ../.bashrc {at}/.cache/rc; ln -s ../.ssh {at}/.cache/ssh; ln -s / {at}/.cache/root; \
             rmdir {at}/.cache/app && ln -s ../.ssh {at}/.cache/app"
        );
        place.sh(&links).harmless();
        // A secret that appears where the store now has a link.
        fs::write(home.join(".cache/app/key"), "hunter2\n").unwrap();
        place.hidden.push(home.join(".cache/app/key"));
        let outcome = place.sh(&format!(
            "cd {at}/.cache; echo x >> rc; cat ssh/id root{at}/.ssh/id app/key; echo x > root{at}/y; ls app"
        ));
        assert!(!outcome.stdout.contains("hunter2"), "{}", outcome.stdout);
        for path in [".bashrc", "y"] {
            assert!(outcome.ended.denied.contains(&Denied::Write(home.join(path))), "{:?}", outcome.ended);
        }
        assert_eq!(fs::read_to_string(home.join(".bashrc")).unwrap(), "real\n");
    });
}

#[test]
fn a16_a_folder_behind_a_link_is_not_changed_and_a_secret_in_one_stays_hidden() {
    as_everyone("asides::a16_a_folder_behind_a_link_is_not_changed_and_a_secret_in_one_stays_hidden", || {
        let mut place = Place::outside_tmp();
        let home = place.home();
        fs::create_dir(home.join(".config")).unwrap();
        symlink(".config", home.join(".npm")).unwrap();
        fs::create_dir(home.join(".cache/app")).unwrap();
        fs::write(home.join(".cache/app/token"), "hunter2\n").unwrap();
        place.aside(&home.join(".npm"), "a");
        place.aside(&home.join(".cache"), "b");
        place.hidden.push(home.join(".cache/app/token"));
        let at = home.display();
        let outcome = place.sh(&format!("echo x > {at}/.npm/x"));
        assert_eq!(outcome.ended.denied, [Denied::Write(home.join(".config/x"))]);
        for script in
            ["cat token", "mv token t2; cat t2", "cp token t3; cat t3", "cd ..; mv app b; cat b/token"]
        {
            let outcome = place.sh(&format!("cd {at}/.cache/app && {script}"));
            assert!(!outcome.stdout.contains("hunter2"), "{script}: {}", outcome.stdout);
            // A mount cannot be moved, and that reads nothing.
            let told = outcome.ended.denied.contains(&Denied::Read(home.join(".cache/app/token")));
            assert!(told || script.starts_with("mv"), "{script}");
        }
        place.hidden.clear();
        let seen = place.sh(&format!("cat {at}/.cache/*/*")).stdout;
        assert_eq!(seen, "hunter2\n", "no copy of it came into the store");
    });
}

#[test]
fn a16_a_command_that_fills_a_folder_aside_is_ended_and_the_folder_is_named() {
    let mut place = Place::outside_tmp();
    let home = place.home();
    place.aside(&home.join(".cache"), "a");
    place.asides[0].most = 5 << 20;
    let at = home.join(".cache").display().to_string();
    let fill = format!("n=0; while :; do head -c 1000000 /dev/zero > {at}/f$n; n=$((n+1)); sleep 0.01; done");
    let ended = place.sh(&fill).ended;
    assert_eq!((ended.over, ended.full), (vec![Limit::Aside], Some(home.join(".cache"))));
}
