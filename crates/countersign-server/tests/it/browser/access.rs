//! Accessibility, for people who cannot see the page or use a mouse: checked by axe-core, on every page, in both themes
//! and sizes.

use serde_json::{Value, json};

use super::{
    browser,
    busy::{Busy, busy},
    driver::{LAPTOP, Screen, TELEPHONE, Tab},
    installed, signed_in,
};
use crate::web_diff::{showing, table_and_notebook};

/// The findings of axe on a page, one per line.
fn found(tab: &Tab, axe: &str) -> Vec<String> {
    tab.eval(axe);
    let rules = json!({"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]});
    let report = tab.eval(&format!("axe.run(document, {rules}).then(r => r.violations)"));
    let told = |v: &Value| {
        let nodes = v["nodes"].as_array().unwrap();
        let first = nodes.iter().take(3).map(|n| format!("{} {}", n["html"], n["failureSummary"]));
        format!(
            "{}: {} ({} times)\n    {}",
            v["id"],
            v["help"],
            nodes.len(),
            first.collect::<Vec<_>>().join("\n    ")
        )
    };
    report.as_array().unwrap().iter().map(told).collect()
}

/// How much wider than the screen a page is, if it is.
fn too_wide(tab: &Tab, name: &str) -> Option<String> {
    let wide = tab.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    (wide.as_i64() != Some(0)).then(|| format!("{name}: {wide} px wider than the screen"))
}

/// The problems of a page on a screen.
fn wrong(tab: &Tab, axe: &str, url: &str, name: &str) -> Vec<String> {
    tab.go(url);
    too_wide(tab, name).into_iter().chain(found(tab, axe).iter().map(|f| format!("{name}: {f}"))).collect()
}

/// The widths in which pages are checked, and whether such a screen is touched.
const WIDTHS: [(u32, bool); 3] = [(390, true), (820, true), (1440, false)];

/// Every page in each width. Themes take turns, so that each page is checked in both; with `COUNTERSIGN_ACCESS_ALL`, which
/// `cargo xtask soak` sets, both are checked in each width, and once more with all parts open.
#[test]
fn every_page_can_be_read_and_used_by_everybody() {
    let Busy { world, pages } = busy();
    let axe = std::fs::read_to_string(installed("node_modules/axe-core/axe.min.js")).unwrap();
    let (tab, stranger) = (signed_in(&world, LAPTOP), browser().tab(LAPTOP));
    let whole = std::env::var_os("COUNTERSIGN_ACCESS_ALL").is_some();
    let url = |path: &str| format!("http://{}{path}", world.address);
    let (mut all, mut checks) = (Vec::new(), 0);
    for (w, (width, touch)) in WIDTHS.into_iter().enumerate() {
        for dark in [false, true] {
            let screen = Screen { width, height: 900, touch, dark };
            tab.screen(screen);
            stranger.screen(screen);
            let on = |name: &str| format!("{name} at {width}, dark: {dark}");
            for (_, (name, path)) in
                pages.iter().enumerate().filter(|(n, _)| whole || ((n + w) % 2 == 1) == dark)
            {
                all.extend(wrong(&tab, &axe, &url(path), &on(name)));
                checks += 1;
                if whole {
                    tab.eval("document.querySelectorAll('main details').forEach((d) => (d.open = true))");
                    all.extend(found(&tab, &axe).iter().map(|f| format!("{}, all open: {f}", on(name))));
                    checks += 1;
                }
            }
            all.extend(wrong(&stranger, &axe, &url("/"), &on("locked")));
            checks += 1;
        }
    }
    // The narrowest telephones: nothing is wider than the screen.
    tab.screen(Screen { width: 360, height: 640, ..TELEPHONE });
    for (name, path) in &pages {
        tab.go(&url(path));
        all.extend(too_wide(&tab, &format!("{name} at 360")));
    }
    println!(
        "checked with axe: {} pages in both themes and {} widths, {checks} checks",
        pages.len() + 1,
        WIDTHS.len()
    );
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn insight_and_what_always_covers_can_be_read_by_everybody_on_each_screen_with_all_tables_open() {
    let Busy { world, pages } = busy();
    let axe = std::fs::read_to_string(installed("node_modules/axe-core/axe.min.js")).unwrap();
    let tab = signed_in(&world, LAPTOP);
    let mut all = Vec::new();
    for (width, touch) in [(390, true), (820, true), (1440, false)] {
        for dark in [false, true] {
            tab.screen(Screen { width, height: 900, touch, dark });
            for (name, path) in
                pages.iter().filter(|(name, _)| ["insight", "item", "rehearsed"].contains(name))
            {
                let on = format!("{name} at {width}, dark: {dark}");
                tab.go(&format!("http://{}{path}", world.address));
                let opened = tab.eval("document.querySelectorAll('main details').forEach((d) => (d.open = true)) || document.querySelectorAll('main details').length");
                assert!(opened.as_u64().unwrap_or_default() > 0, "{on}: nothing to open");
                let wide =
                    tab.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
                all.extend(
                    (wide.as_i64() != Some(0)).then(|| format!("{on}: {wide} px wider than the screen")),
                );
                // Labels on axes are large enough to be read.
                let small = tab.eval("[...document.querySelectorAll('.tick')].map((t) => t.getBoundingClientRect().height).filter((h) => h < 9).length");
                all.extend(
                    (small.as_i64() != Some(0)).then(|| format!("{on}: {small} labels are too small")),
                );
                all.extend(found(&tab, &axe).iter().map(|f| format!("{on}: {f}")));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn a_difference_of_many_files_can_be_read_by_everybody_with_all_its_parts_open() {
    let world = showing(table_and_notebook());
    let path = world.work.join("a.txt").display().to_string();
    let id = world.held(json!({"tool": "filesystem.write_file", "args": {"path": path, "content": "x\n"}}));
    let axe = std::fs::read_to_string(installed("node_modules/axe-core/axe.min.js")).unwrap();
    let tab = signed_in(&world, LAPTOP);
    let mut all = Vec::new();
    let narrow = Screen { width: 360, height: 640, ..TELEPHONE };
    for screen in [LAPTOP, Screen { dark: true, ..LAPTOP }, narrow] {
        tab.screen(screen);
        for query in ["", "?view=split", "?space=hide"] {
            let on = format!("{query:?} at {}, dark: {}", screen.width, screen.dark);
            tab.go(&format!("http://{}/items/{id}{query}", world.address));
            tab.until("document.querySelectorAll('.viewed input').length === 6");
            tab.eval("document.querySelectorAll('main details').forEach((d) => (d.open = true))");
            let wide =
                tab.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            all.extend((wide.as_i64() != Some(0)).then(|| format!("{on}: {wide} px wider than the screen")));
            all.extend(found(&tab, &axe).iter().map(|f| format!("{on}: {f}")));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
