//! Pictures of all pages for the documents: `COUNTERSIGN_PICTURES=docs/img cargo nextest run browser::pictures` writes them
//! again. Otherwise some are taken anyway, and checked to show something. `COUNTERSIGN_LOOK=FOLDER` saves every page
//! there, in full, in all sizes and themes, for development.

use std::path::{Path, PathBuf};

use super::triage::fifty;
use super::{
    browser,
    busy::{Busy, busy},
    driver::{LAPTOP, Screen, TELEPHONE, Tab},
    signed_in,
};
use crate::world::{Ask, World};

/// The pages that are looked at in every test run.
const CHECKED: [&str; 4] = ["inbox", "item", "run", "history"];
const WIDE: Screen = Screen { width: 1440, ..LAPTOP };
const TABLET: Screen = Screen { width: 820, height: 1180, ..TELEPHONE };

/// The folder for pictures.
fn folder(variable: &str) -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let to = root.join(std::env::var_os(variable)?);
    std::fs::create_dir_all(&to).unwrap();
    Some(to)
}

/// Calls `take` for each size and theme, with the name of the picture.
fn each(tab: &Tab, url: &str, name: &str, to: &Path, take: impl Fn(Screen, &Path)) {
    for (size, screen) in [("laptop", WIDE), ("tablet", TABLET), ("telephone", TELEPHONE)] {
        for (theme, dark) in [("light", false), ("dark", true)] {
            let screen = Screen { dark, ..screen };
            tab.screen(screen);
            tab.go(url);
            let file = to.join(format!("{name}-{size}-{theme}.webp"));
            take(screen, &file);
            let length = std::fs::metadata(&file).unwrap().len();
            assert!(length > 5_000, "{}: nothing is seen", file.display());
        }
    }
}

#[test]
fn pictures_of_the_main_pages() {
    let Busy { world, pages } = busy();
    let scratch = tempfile::tempdir().unwrap();
    let to = folder("COUNTERSIGN_PICTURES").unwrap_or_else(|| scratch.path().to_owned());
    let tab = signed_in(&world, LAPTOP);
    let url = |path: &str| format!("http://{}{path}", world.address);
    let all = std::env::var_os("COUNTERSIGN_PICTURES").is_some();
    for (name, path) in &pages {
        if all || CHECKED.contains(name) {
            each(&tab, &url(path), name, &to, |_, file| tab.picture(file));
        }
    }
    let Some(to) = folder("COUNTERSIGN_LOOK") else { return };
    for (name, path) in &pages {
        each(&tab, &url(path), name, &to, |screen, file| tab.whole_picture(screen, file));
    }
    let log = world.send(Ask::get("/audit/export.pdf").bearer(&world.ana));
    std::fs::write(to.join("audit.pdf"), log.body()).unwrap();
    let stranger = browser().tab(LAPTOP);
    each(&stranger, &url("/"), "locked", &to, |screen, file| stranger.whole_picture(screen, file));
}

#[test]
fn pictures_of_fifty_things_that_wait() {
    let world = World::new();
    let all = fifty(&world);
    let scratch = tempfile::tempdir().unwrap();
    let to = folder("COUNTERSIGN_PICTURES").unwrap_or_else(|| scratch.path().to_owned());
    let tab = signed_in(&world, LAPTOP);
    for (name, path) in [("list", "/".to_owned()), ("beside", format!("/items/{}", all[1].0))] {
        let url = format!("http://{}{path}", world.address);
        each(&tab, &url, name, &to, |_, file| tab.picture(file));
    }
}
