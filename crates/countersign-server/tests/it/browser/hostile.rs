//! Hostile text: it is shown, and does nothing.

use serde_json::json;

use super::{
    driver::{LAPTOP, TELEPHONE},
    signed_in,
};
use crate::world::World;

const EVIL: &str = "</textarea></title><script>alert(1)</script><img src=x onerror=alert(2)>\u{1b}[31mred\u{202e}txt\u{200b}\
                    <svg onload=alert(3)><style>*{display:none}</style><a href=\"javascript:alert(4)\">x</a>";

#[test]
fn h2_h3_hostile_text_is_shown_and_does_nothing() {
    let world = World::new();
    let call = |tool: &str, args: serde_json::Value| {
        world.held(json!({"tool": tool, "args": args, "human_summary": EVIL}))
    };
    let file = |name: &str| world.work.join(name);
    let ids = [
        call(
            "filesystem.write_file",
            json!({"path": file("<img src=x onerror=alert(5)>\u{202e}gpj"), "content": EVIL}),
        ),
        call(
            "filesystem.write_file",
            json!({"path": file("long"), "content": format!("{}{EVIL}\n", "x".repeat(1_000_000))}),
        ),
        call(
            "filesystem.write_file",
            json!({"path": file("blank"), "content": format!("{}{EVIL}\n", "\n".repeat(500))}),
        ),
        call(
            "shell.run",
            json!({"command": format!("echo fine{}rm -rf /srv/data # {EVIL}", "\n".repeat(500))}),
        ),
        call("task.create_task", json!({"title": EVIL})),
    ];
    world.at_work(
        &world.codex,
        "question.ask",
        json!({"text": EVIL, "choices": ["<script>alert(6)</script>", "no"]}),
    );
    let set = world.show(&ids[0])["change_set"].as_str().unwrap().to_owned();
    let mut pages = vec![
        "/".to_owned(),
        format!("/sets/changes/{set}"),
        "/palette".to_owned(),
        "/runs".to_owned(),
        "/audit".to_owned(),
    ];
    pages.extend(ids.iter().flat_map(|id| [format!("/items/{id}"), format!("/items/{id}?edit=1")]));
    for screen in [LAPTOP, TELEPHONE] {
        let tab = signed_in(&world, screen);
        for page in &pages {
            tab.go(&format!("http://{}{page}", world.address));
            let made = tab.eval(
                "[document.scripts.length, document.querySelectorAll('main img, main svg[onload], main style, [onerror], \
                 a[href^=\"javascript\"]').length, getComputedStyle(document.querySelector('main')).display !== 'none']",
            );
            assert_eq!(made, json!([1, 0, true]), "{page}");
            let hidden =
                tab.eval("/[\\u202e\\u200b\\u001b]/.test(document.querySelector('main').textContent)");
            assert_eq!(hidden, false, "{page}: what cannot be seen is spelt out");
        }
        tab.go(&format!("http://{}/items/{}", world.address, ids[3]));
        tab.says("rm -rf /srv/data");
        tab.says("499 blank lines");
        // The module's rendering of it is inert too.
        tab.go(&format!("http://{}/", world.address));
        tab.key("k", true);
        tab.until("document.querySelector('#palette')?.open");
        tab.key("Escape", false);
        let last = format!("[data-item=\"{}\"]", ids[4]);
        tab.eval(&format!("document.querySelector('{last}').focus()"));
        tab.key("m", false);
        tab.until("document.querySelector('#menu').open && document.querySelector('#menu h2').textContent.includes('<script>')");
        tab.key("Escape", false);
        world.propose(EVIL);
        tab.until("document.title.startsWith('(')");
        assert_eq!(tab.eval("document.scripts.length"), 1);
    }
}
