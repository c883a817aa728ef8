//! Servers that a person bound to a pack: only their tools are known.

use crate::Home;

fn verdict(home: &Home, tool: &str, args: &str) -> (String, String) {
    let judged = home.run("", &["check", "--tool", tool, "--args", args, "--json"]).expect(0).json();
    (judged["class"].as_str().unwrap().to_owned(), judged["verdict"].as_str().unwrap().to_owned())
}

fn pair(class: &str, verdict: &str) -> (String, String) {
    (class.to_owned(), verdict.to_owned())
}

#[test]
fn a4_a_name_says_nothing_until_a_person_binds_its_server() {
    let home = Home::new();
    assert_eq!(verdict(&home, "email.search_emails", "{}"), pair("mutable", "ask"));
    home.write("config.toml", "[server.email]\npack = \"localcowork\"\n");
    assert_eq!(verdict(&home, "email.search_emails", "{}"), pair("read", "proceed"));
    assert_eq!(verdict(&home, "email.send_draft", "{}"), pair("destructive", "ask"));
    assert_eq!(verdict(&home, "email.forward_everything", "{}"), pair("mutable", "ask"), "not in the pack");
    assert_eq!(verdict(&home, "mail.search_emails", "{}"), pair("mutable", "ask"), "another server");
}

#[test]
fn a4_the_persons_own_word_on_a_tool_comes_first() {
    let home = Home::new();
    home.write("config.toml", "[server.email]\npack = \"localcowork\"\n");
    home.write(
        "policy.toml",
        "version = 1\n[[tool]]\nserver = \"email\"\nname = \"search_emails\"\nclass = \"mutable\"\n",
    );
    assert_eq!(verdict(&home, "email.search_emails", "{}"), pair("mutable", "ask"));
}

#[test]
fn an_unknown_pack_is_told_with_those_there_are() {
    let home = Home::new();
    home.write("config.toml", "[server.email]\npack = \"nonsense\"\n");
    let ended = home.run("", &["inbox"]).expect(1);
    assert!(ended.err.contains("nonsense") && ended.err.contains("localcowork"), "{}", ended.err);
}
