//! Differences on the desk: colours, the tree of files, what is folded or switched off, renames, tables and notebooks.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use countersign_core::{
    Result,
    tool::{Forecast, Picture, PictureData},
    world::{Ask as Look, Inverse, Landed, Order, RecoveryState, Reverted, World as Tools},
};
use countersign_tools::Builtins;
use serde_json::{Value, json};

use super::{
    desk::{Desk, Sheet, attribute},
    web_details::{EVIL, is_inert, item, write},
    world::{Ask, World},
};

/// Tools with another diff and pictures, like rehearsals and stages.
struct Shows(Builtins, String, Vec<Picture>);

/// A world whose tools show this diff.
pub fn showing(diff: String) -> World {
    World::over(|tools| Box::new(Shows(tools, diff, Vec::new())))
}

/// How many lines it has.
const GREAT: usize = 100_000;

fn great() -> String {
    let half = GREAT / 2;
    let line = |n: usize| format!("+line {n} of a file that is long enough to be a bother\n");
    let lines = |from: usize| (from..from + half).map(line).collect::<String>();
    let (one, two) = (lines(0), lines(half));
    format!(
        "--- /dev/null\n+++ /w/one\n@@ -0,0 +1,{half} @@ hunk 1\n{one}--- /dev/null\n+++ /w/two\n@@ -0,0 +1,{half} @@ hunk 1\n{two}"
    )
}

impl Tools for Shows {
    fn forecast(&self, ask: &Look) -> Result<Forecast> {
        let mut sight = self.0.forecast(ask)?;
        sight.preview.diff = Some(self.1.clone());
        sight.preview.pictures = self.2.clone();
        Ok(sight)
    }
    fn read(&self, ask: &Look) -> Result<Value> {
        self.0.read(ask)
    }
    fn apply(&self, order: &Order) -> Result<Landed> {
        self.0.apply(order)
    }
    fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.0.check(order)
    }
    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.0.revert(id, inverse)
    }
    fn forget(&self, id: &str) -> Result<()> {
        self.0.forget(id)
    }
}

#[test]
fn h3_a_difference_has_the_colours_of_its_language_and_the_same_text_as_without() {
    let world = World::new();
    let content = format!("let price = \"<b>{EVIL}</b>\"; // {EVIL}\n/* {EVIL}\n*/ fn f() {{}}\n");
    let desk = Desk::new(&world);
    let lines = |page: &Sheet| -> String {
        let table = page.text();
        let from = table.find("+let price").unwrap_or_else(|| panic!("{}", page.html));
        table[from..].chars().take(200).collect()
    };
    let [coloured, plain] = ["a.rs", "a.unknown"].map(|name| item(&desk, &write(&world, name, &content)));
    assert_eq!(lines(&coloured), lines(&plain));
    assert!(coloured.html.contains("<span class=\"hk\">let</span>"), "{}", coloured.html);
    assert!(!plain.html.contains("class=\"hk\""), "{}", plain.html);
    is_inert(&coloured);
    is_inert(&plain);
}

#[test]
fn h3_a_difference_of_5_mb_is_shown_in_parts_that_say_how_much_there_is() {
    assert!(great().len() > 5_000_000);
    let world = showing(great());
    let id = write(&world, "a.txt", "x\n");
    let desk = Desk::new(&world);
    let page = item(&desk, &id);
    assert!(page.html.len() < 200_000, "{}", page.html.len());
    assert!(
        page.says("99202 more lines of 100002") && page.says("2 files") && page.says("+50000"),
        "{}",
        page.html
    );
    let to = |sheet: &Sheet, what: &str| {
        let links: Vec<&str> = sheet.html.split("<a ").filter(|a| a.contains(what)).collect();
        attribute(&format!(" {}", links[0].split('>').next().unwrap()), "href")
            .unwrap()
            .split('#')
            .next()
            .unwrap()
            .to_owned()
    };
    let second = desk.open(&to(&page, "more lines of"));
    assert!(
        second.says("line 799 of") && second.says("(continued)") && second.says("800 lines before this"),
        "{}",
        second.html
    );
    let two = desk.open(&to(&page, "/w/two"));
    assert!(two.says("line 50000 of") && two.says("/w/two"), "{}", two.html);
    let last = desk.open(&format!("/items/{id}?view=split&from=99990"));
    assert!(last.says("line 99999 of") && !last.says("more lines of"), "{}", last.html);
    let past = desk.open(&format!("/items/{id}?from=999999999"));
    assert!(past.says("100002 lines before this, of 100002"), "{}", past.html);
    let set = world.show(&id)["change_set"].as_str().unwrap().to_owned();
    let page = desk.open(&format!("/sets/changes/{set}"));
    assert!(page.says("99882 more lines of 100002") && page.html.len() < 100_000, "{}", page.html.len());
}

/// The difference of some files, each with that many new lines.
pub fn difference_of(files: &[(String, usize)]) -> String {
    let one = |(name, lines): &(String, usize)| {
        let body = (0..*lines).map(|n| format!("+let line_{n} = {n};\n")).collect::<String>();
        format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1,{lines} @@\n{body}")
    };
    files.iter().map(one).collect()
}

#[test]
fn h7_what_was_built_is_folded_to_a_line_only_where_no_key_can_confirm() {
    let built = (0..1_204).map(|n| (format!("/w/target/debug/{n}.out"), 3));
    let own = ["src/a.rs", "src/web/b.rs", "src/web/c.rs", "docs/d.md", "README.md", "Cargo.toml"];
    let own = own.map(|name| (format!("/w/{name}"), 2));
    let files: Vec<_> = own[..4].iter().cloned().chain(built).chain(own[4..].iter().cloned()).collect();
    let world = showing(difference_of(&files));
    let id = write(&world, "a.txt", "x\n");
    let desk = Desk::new(&world);
    let page = item(&desk, &id);
    assert!(page.says("/w/target/: 1204 files") && page.says("folded: not shown here"), "{}", page.html);
    assert!(
        page.says("src/: 3 files") && page.says("web/: 2 files") && !page.says("more lines of"),
        "{}",
        page.html
    );
    assert!(
        page.says("README.md") && page.html.matches("<details class=\"one\" open").count() == 6,
        "{}",
        page.html
    );
    assert!(page.html.contains("/do/item.confirm") && !page.html.contains("data-key=\"y\""), "{}", page.html);
    let all = page.tags("a").find_map(|a| attribute(a, "href").filter(|href| href.contains("built=shown")));
    let all = desk.open(all.unwrap().split('#').next().unwrap());
    assert!(all.says("/w/target/debug/0.out") && !all.says("folded: not shown here"), "{}", all.html);
    assert!(!all.html.contains("data-key=\"y\""), "{}", all.html);
    let (set, inbox) = (world.show(&id)["change_set"].as_str().unwrap().to_owned(), desk.open("/"));
    for page in [inbox, desk.open(&format!("/sets/changes/{set}"))] {
        assert!(!page.html.contains("/do/item.confirm\""), "{}", page.html);
        assert!(!page.html.contains("name=\"items[]\""), "it is in no answer to several: {}", page.html);
    }
}

#[test]
fn h7_what_was_built_is_shown_like_all_else_where_a_key_can_confirm() {
    let files: Vec<_> = (0..8).map(|n| (format!("/w/dist/{n}.js"), 3)).collect();
    let world = showing(difference_of(&files));
    let page = item(&Desk::new(&world), &write(&world, "a.txt", "x\n"));
    assert!(page.html.contains("data-key=\"y\"") && !page.says("folded: not shown here"), "{}", page.html);
    assert_eq!(page.html.matches("<details class=\"one\" open").count(), 8, "{}", page.html);
}

#[test]
fn h1_renames_rights_and_deleted_content_are_said_in_words_and_shown() {
    let text = "similarity index 91%\nrename from /w/old.rs\nrename to /w/new.rs\n--- /w/old.rs\n+++ /w/new.rs\n@@ -1 +1 @@\n-let a = 1;\n+let a = 2;\n\
                --- /w/gone.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-first\n-last\n--- /w/run (index)\n+++ /w/run (index)\nmode 100644 → 100755\n";
    let world = showing(text.to_owned());
    let id = write(&world, "a.txt", "x\n");
    let desk = Desk::new(&world);
    for view in ["", "?view=split"] {
        let page = desk.open(&format!("/items/{id}{view}"));
        assert!(page.says("renamed: /w/old.rs → /w/new.rs (91 % alike)"), "{}", page.html);
        assert!(page.says("It becomes executable: 100644 → 100755"), "{}", page.html);
        assert!(!page.says("rename from") && page.says("/w/gone.txt deleted"), "{}", page.html);
        assert!(page.html.contains("data-key=\"y\""), "all of it is shown: {}", page.html);
    }
    let page = item(&desk, &id);
    for line in ["first", "last"] {
        let row = page
            .html
            .split("<tr class=\"d\">")
            .skip(1)
            .any(|row| row.split("</tr>").next().unwrap().contains(line));
        assert!(row, "{line}: {}", page.html);
    }
}

#[test]
fn h7_a_page_that_ignores_spaces_says_so_takes_no_yes_and_counts_as_not_opened() {
    let lines = (0..30).map(|n| (format!("-if x {{ {n} }}\n"), format!("+\tif x {{ {n} }}\n")));
    let (old, new): (String, String) = lines.unzip();
    let text = format!("--- /w/a.rs\n+++ /w/a.rs\n@@ -1,30 +1,31 @@\n{old}{new}+let hidden = 1;\n");
    let world = showing(text);
    let id = write(&world, "a.txt", "x\n");
    let desk = Desk::new(&world);
    let needs = || {
        let needs =
            world.send(Ask::get("/v1/inbox").bearer(&world.ana)).json()["items"][0]["needs_page"].clone();
        needs.as_array().map_or(0, Vec::len)
    };
    assert_eq!(needs(), 1, "it has more than fifty lines");
    let page = desk.open(&format!("/items/{id}?space=hide&view=split"));
    assert!(
        page.says("60 changed lines differ only in spaces") && page.says("let hidden = 1;"),
        "{}",
        page.html
    );
    assert_eq!(page.html.matches("<td class=\"d\">").count(), 0, "{}", page.html);
    assert!(page.html.contains("/do/item.reject") && page.says("a yes needs the page"), "{}", page.html);
    assert!(
        !page.html.contains("/do/item.confirm") && !page.html.contains("data-key=\"y\""),
        "{}",
        page.html
    );
    assert_eq!(needs(), 1, "it was not opened by that");
    let whole =
        page.tags("a").find_map(|a| attribute(a, "href").filter(|href| href == &format!("/items/{id}#diff")));
    let whole = desk.open(whole.unwrap().split('#').next().unwrap());
    assert!(whole.html.contains("data-key=\"y\"") && whole.html.contains("space=hide"), "{}", whole.html);
    assert_eq!(needs(), 0);
}

/// The difference of a table, a notebook and four other files.
pub fn table_and_notebook() -> String {
    let table = "--- /w/ledger.csv\n+++ /w/ledger.csv\n@@ -1,3 +1,3 @@\n date,amount\n-2026-11-01,12.50\n+2026-11-01,99.50\n-2026-11-02,3.20\n+2026-11-02,\"<script>alert(1)</script>\"\n";
    let notebook = "--- /w/a.ipynb\n+++ /w/a.ipynb\n@@ -4,5 +4,5 @@\n    \"outputs\": [\n-     \"x\"\n+     \"y\"\n    ],\n    \"source\": [\n-    \"price = 1\\n\",\n+    \"price = \\\"2\\\"\\n\",\n";
    let others = (0..4).map(|n| (format!("/w/src/{n}.rs"), 2)).collect::<Vec<_>>();
    format!("{table}{notebook}{}", difference_of(&others))
}

#[test]
fn h1_a_table_and_a_notebook_are_shown_again_in_their_own_form_and_the_difference_is_decided() {
    let world = showing(table_and_notebook());
    let page = item(&Desk::new(&world), &write(&world, "a.txt", "x\n"));
    is_inert(&page);
    assert!(
        page.says("As a table: /w/ledger.csv") && page.says("As a notebook: /w/a.ipynb"),
        "{}",
        page.html
    );
    assert!(
        page.html.contains("<td class=\"changed\"><del>12.50</del> <ins>99.50</ins></td>"),
        "{}",
        page.html
    );
    assert!(page.says("price = \"2\"") && page.says("Changes in outputs and metadata:"), "{}", page.html);
    let (lines, again) =
        (page.text().find("−2026-11-01,12.50").unwrap(), page.text().find("As a table").unwrap());
    assert!(again < lines && page.html.contains("data-key=\"y\""), "{}", page.html);
}

const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn h6_pictures_are_shown_before_and_after_to_people_and_a_lie_is_never_an_image() {
    let data = |media_type: &str, base64: &str| {
        Some(PictureData { media_type: media_type.to_owned(), base64: base64.to_owned() })
    };
    let picture = |path: &str, before, after| Picture { path: path.to_owned(), before, after };
    let evil = STANDARD.encode(format!("<html>{EVIL}</html>"));
    let pictures = vec![
        picture("/w/new.png", None, data("image/png", PNG)),
        // What the file says that it is does not count.
        picture(
            &format!("/w/{EVIL}\"'.png"),
            data("image/svg+xml\" onerror=\"x", PNG),
            data("text/html", PNG),
        ),
        picture("/w/lie.png", None, data("image/png", &evil)),
        picture("/w/broken.png", data("image/png", "\"><script>alert(1)</script>"), None),
    ];
    let world = World::over(|tools| Box::new(Shows(tools, String::new(), pictures)));
    let id = write(&world, "a.txt", "x\n");
    let page = item(&Desk::new(&world), &id);
    let images = page.html.split("<img ").skip(1).map(|rest| rest.split('>').next().unwrap());
    let images: Vec<&str> = images.filter(|image| !image.starts_with("src=\"/assets/")).collect();
    let src = format!("src=\"data:image/png;base64,{PNG}\"");
    assert_eq!(images.len(), 3, "{images:?}");
    assert!(images.iter().all(|image| image.starts_with(&src) && image.contains(" alt=\"/w/")), "{images:?}");
    assert!(images[0].contains("alt=\"/w/new.png, after\"") && page.says("No file"), "{images:?}");
    assert!(
        !page.html.contains(&evil)
            && !page.html.contains("data:image/svg")
            && !page.html.contains("onerror=\"")
    );
    assert!(!page.says("/w/lie.png") && !page.says("/w/broken.png"), "{}", page.html);
    is_inert(&page);
}

#[test]
fn h1_what_is_not_shown_of_a_command_is_named_as_seen_from_its_folder() {
    let world = World::new();
    let id = world.held(json!({"tool": "shell.run", "args": {"command": "head -c 64 /dev/zero > a.bin"}}));
    let page = item(&Desk::new(&world), &id);
    assert!(page.says("Not shown in full: the diff of a.bin"), "{}", page.text());
    assert!(!page.text().contains(&format!("the diff of {}", world.work.display())), "{}", page.text());
}

#[test]
fn h6_rows_of_a_database_are_shown_as_a_table_and_its_difference_is_not_whole() {
    let diff = "--- /w/app.db\n+++ /w/app.db\nnot shown, since it is no text, or a very long one: file, 3 bytes → file, 4 bytes\n\
        --- /w/app.db (table users)\n+++ /w/app.db (table users)\n@@ -1,2 +1,1 @@ removed rows\n id,name\n-1,Ana\n\
        @@ -3,1 +2,1 @@ changed rows\n-2,\"Bo, <b>\"\n+2,Bob\n… (+7 rows)\n";
    let world = showing(diff.to_owned());
    let id = write(&world, "a.txt", "x\n");
    let page = item(&Desk::new(&world), &id);
    let table = page
        .html
        .split("As a table: /w/app.db (table users)")
        .nth(1)
        .unwrap_or_else(|| panic!("{}", page.html));
    for part in [
        "<tr><td></td><td>id</td><td>name</td></tr>",
        "<td>1</td><td>Ana</td>",
        "<td>2</td><td class=\"changed\"><del>Bo, &lt;b&gt;</del> <ins>Bob</ins></td>",
        "… (+7, not shown)",
    ] {
        assert!(table.contains(part), "{part}: {table}");
    }
    assert!(page.says("not whole") || page.html.contains("not-shown"), "{}", page.html);
}
