//! A5: what is always asked about, category by category, whatever was remembered or allowed.

use std::fs;

use serde_json::json;

use super::{effects::Desk, world::ana};

#[test]
fn a5_each_category_that_is_always_gated_is_asked_about_whatever_a_rule_allows() {
    let d = Desk::with_policy(
        "version = 1\n[[rule]]\nname = \"all\"\ntools = [\"*\"]\nthen = \"allow\"\n\
         classes = [\"read\", \"mutable\", \"destructive\"]\n",
    );
    fs::write(d.path("a.txt"), "one\n").unwrap();
    for (command, why) in [
        ("rm a.txt", "deletes or empties"),
        ("find . -name '*.txt' -delete", "deletes"),
        ("psql -c 'drop table users'", "table:users"),
        ("sqlite3 x.db 'drop table users'", "table:users"),
        ("cp a.txt config/production.yml", "production"),
        ("terraform apply", "changes production"),
        ("apt install vim", "system packages"),
        ("brew install jq", "system packages"),
        ("git reset --hard", "discards uncommitted work"),
        ("dd if=/dev/zero of=/dev/sda", "raw device"),
        ("cat .env", ".env"),
        ("echo A=1 > .env", ".env"),
    ] {
        let call = json!({"tool": "shell.run", "args": {"command": command}});
        let judged = d.ask(&ana(), "policy.check", call);
        assert_eq!(
            (&judged["verdict"], &judged["row"]),
            (&json!("ask"), &json!("protected")),
            "{command}: {judged}"
        );
        assert!(judged["facts"]["protected"].to_string().contains(why), "{command}: {judged}");
    }
    let plain =
        d.ask(&ana(), "policy.check", json!({"tool": "shell.run", "args": {"command": "cp a.txt b.txt"}}));
    assert_eq!(plain["verdict"], "proceed", "the rule allows what is in none of them: {plain}");
}
