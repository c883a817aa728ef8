//! The review desk in a real Chromium: what people see and do, with script and without, on a laptop and on a phone.
//! `cargo xtask install` installs what this needs.

mod access;
mod accident;
mod busy;
mod drills;
mod driver;
mod flows;
mod hostile;
mod layout;
mod live;
mod panes;
mod passkeys;
mod pictures;
mod plain;
mod push;
mod review;
mod sign_in;
mod slow;
mod triage;

use std::{path::PathBuf, sync::OnceLock};

use self::driver::{Browser, Screen, Tab};
use super::world::{Ask, World};

/// The browser shared by the tests of this process; each test has its own profile in it.
fn browser() -> &'static Browser {
    static BROWSER: OnceLock<Browser> = OnceLock::new();
    BROWSER.get_or_init(Browser::start)
}

/// A tab in which Ana is signed in.
fn signed_in(world: &World, screen: Screen) -> Tab {
    let tab = browser().tab(screen);
    sign_in(&tab, world, &world.address.to_string());
    tab.until("location.pathname === '/' && document.querySelector('main')");
    tab
}

/// Signs Ana in; she ends up on the page that she wanted.
fn sign_in(tab: &Tab, world: &World, at: &str) {
    let link = world.send(Ask::post("/v1/links").bearer(&world.ana).json(serde_json::json!({})));
    let code = link.json()["code"].as_str().unwrap().to_owned();
    tab.go(&format!("http://{at}/login?code={code}"));
    tab.click("button");
    // The module runs before a page is complete; an earlier key is lost.
    tab.until("location.pathname !== '/login' && document.querySelector('#act') && document.readyState === 'complete'");
}

/// Something for the browser that `cargo xtask install` installed.
fn installed(path: &str) -> PathBuf {
    installed_in("browser", path)
}

/// Something that `cargo xtask install` installed in a folder of the target folder.
pub fn installed_in(folder: &str, path: &str) -> PathBuf {
    // The test runs from somewhere under the target folder.
    let own = std::env::current_exe().unwrap();
    let target = own.ancestors().find(|at| at.join(folder).join(path).exists());
    target
        .map(|at| at.join(folder).join(path))
        .unwrap_or_else(|| panic!("{path} is missing: cargo xtask install"))
}
