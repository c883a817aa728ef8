//! Whoever cannot see the page, or cannot use a mouse: held by axe-core, on every page, in both themes and sizes.

use serde_json::{Value, json};

use super::{
    driver::{LAPTOP, Screen, TELEPHONE, Tab},
    installed, signed_in,
};
use crate::world::World;

/// The pages that are looked at.
const PAGES: &[&str] = &["/"];

/// What axe finds on a page, in a line each.
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

#[test]
fn every_page_can_be_read_and_used_by_everybody() {
    let world = World::new();
    for n in 0..3 {
        world.propose(&format!("Write report {n}"));
    }
    let axe = std::fs::read_to_string(installed("node_modules/axe-core/axe.min.js")).unwrap();
    let tab = signed_in(&world, LAPTOP);
    let mut all = Vec::new();
    for screen in [LAPTOP, TELEPHONE] {
        for dark in [false, true] {
            tab.screen(Screen { dark, ..screen });
            for page in PAGES {
                tab.go(&format!("http://{}{page}", world.address));
                let wide =
                    tab.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
                if wide.as_i64() != Some(0) {
                    all.push(format!("{page} at {}: {wide} px wider than the screen", screen.width));
                }
                let found = found(&tab, &axe);
                all.extend(found.iter().map(|f| format!("{page} at {}, dark: {dark}: {f}", screen.width)));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
