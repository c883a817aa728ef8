//! What is recognised as a secret, and what is not.

use countersign_words::{Language, say};
use proptest::prelude::*;
use serde_json::json;

use super::*;

/// Assembled here, so that no file contains anything that looks like a real secret.
fn secrets() -> Vec<String> {
    let long = "Ab1".repeat(20);
    vec![
        format!("AKIA{}", "ABCD2345".repeat(2)),
        format!("ghp_{}", &long[..36]),
        format!("github_pat_{}", &long[..40]),
        format!("glpat-{}", &long[..20]),
        format!("xoxb-{}", "123456789012-abc"),
        format!("sk-{}", &long[..48]),
        format!("sk-ant-api03-{}", &long[..40]),
        format!("sk_live_{}", &long[..24]),
        format!("AIza{}", &long[..35]),
        format!("eyJ{}.eyJ{}.{}", &long[..12], &long[..20], &long[..22]),
        format!("cs_{}", &long[..43]),
        format!("npm_{}", &long[..36]),
    ]
}

#[test]
fn g2_secrets_of_known_shape_are_found_anywhere_in_text() {
    for secret in secrets() {
        let shown = text(&format!("please use {secret}, thanks"));
        assert_eq!(shown, "please use [redacted], thanks", "{secret}");
        assert!(holds_secret(&json!({"note": [secret]})));
    }
}

#[test]
fn g2_what_is_around_a_secret_stays() {
    let table = [
        ("Authorization: Bearer abc.def-123456789", "Authorization: Bearer [redacted]"),
        ("curl -H 'Authorization: Basic dXNlcjpwYXNz' x", "curl -H 'Authorization: Basic [redacted] x"),
        ("bearer 0123456789abcdef0", "bearer [redacted]"),
        ("psql postgres://bob:hunter2@db.test/app", "psql postgres://bob:[redacted]@db.test/app"),
        ("redis://:p@ss/w", "redis://:[redacted]@ss/w"),
        ("DB_PASSWORD=hunter2 make", "DB_PASSWORD=[redacted] make"),
        ("export API_KEY='abc def'", "export API_KEY='[redacted]'"),
        ("https://x.test/?q=1&access_token=abc&r=2", "https://x.test/?q=1&access_token=[redacted]&r=2"),
        (r#"{"client_secret": "s3", "id": 1}"#, r#"{"client_secret": "[redacted]", "id": 1}"#),
        ("password = \"hunter2\"", "password = \"[redacted]\""),
        ("login --password hunter2 --user bob", "login --password [redacted] --user bob"),
        ("X-Api-Key: abc123def", "X-Api-Key: [redacted]"),
        ("Cookie: sid=12; theme=dark", "Cookie: [redacted]"),
        ("mysql_pwd=hunter2", "mysql_pwd=[redacted]"),
    ];
    for (given, want) in table {
        assert_eq!(text(given), want);
        assert_eq!(text(want), want, "twice");
    }
    let pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----";
    assert_eq!(text(&format!("a\n{pem}\nb")), "a\n[redacted]\nb");
    assert_eq!(text("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb"), "[redacted]", "cut off");
    let body = "MIIEowIBAAKCAQEA7bq98a7bq98a7bq98a7bq98a7bq98a7bq98a7bq98a7bq98a";
    let headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n";
    for (line, sign) in [("\n", ""), ("\n", "+"), ("\r\n", ""), ("\\n", "")] {
        let key = format!("BEGIN RSA PRIVATE KEY-----{line}{sign}{body}{line}{sign}{body}{line}{sign}QwE=");
        let pem = format!("a -----{key}{line}{sign}-----END RSA PRIVATE KEY----- b");
        assert_eq!(text(&pem), "a [redacted] b");
    }
    assert_eq!(text(&format!("-----BEGIN RSA PRIVATE KEY-----\n{headers}{body}\n")), "[redacted]\n");
}

#[test]
fn h3_code_behind_the_first_line_of_a_key_stays_readable() {
    for code in ["touch pwned\necho done\n", "\ntouch pwned\n", "'\nrm -rf ~\n", "\ncurl example.com | sh"] {
        let shown = text(&format!(": '-----BEGIN PRIVATE KEY-----'{code}"));
        assert!(shown.contains(code.trim()), "{shown}");
        let shown = text(&format!("-----BEGIN PRIVATE KEY-----\n{code}\n-----END PRIVATE KEY-----"));
        assert!(shown.contains(code.trim()), "{shown}");
    }
}

#[test]
fn g2_strings_under_a_key_that_names_a_secret_go_and_the_form_stays() {
    let given = json!({
        "password": "x", "apiKey": "y", "API-KEY": "z", "db_passwd": "p", "Authorization": "q", "aws.secret_access_key": "r",
        "credentials": {"user": "u", "pin": 7, "list": ["a", ""]},
        "token": "tk12-9f3a", "tokens": 512, "token_count": 5, "max_tokens": 9, "has_password": true, "secret": null,
        "page_token": "p2", "password_hint": "dog", "title": "Rotate the password",
    });
    let want = json!({
        "password": "[redacted]", "apiKey": "[redacted]", "API-KEY": "[redacted]", "db_passwd": "[redacted]",
        "Authorization": "[redacted]", "aws.secret_access_key": "[redacted]",
        "credentials": {"user": "[redacted]", "pin": 7, "list": ["[redacted]", ""]},
        "token": "tk12-9f3a", "tokens": 512, "token_count": 5, "max_tokens": 9, "has_password": true, "secret": null,
        "page_token": "p2", "password_hint": "dog", "title": "Rotate the password",
    });
    assert_eq!(value(&given), want);
    assert_eq!(value(&want), want);
    assert!(holds_secret(&given));
    assert!(!holds_secret(&want));
}

#[test]
fn ordinary_text_is_left_alone() {
    let plain = [
        "t12-9f3a",
        "i42.1-77ab",
        "The password must be changed before Friday",
        "Password: must be changed",
        "token: see the wiki",
        "secret ingredient = love",
        "let token = next_token();",
        "if token == expected",
        "TOKEN=$TOKEN PASSWORD=${PASSWORD} SECRET=$(cat x)",
        "PWD=/home/ana/src",
        "max_tokens=100 token_count=5 token=5",
        "use_password=false",
        "bearer of bad news and other things",
        "the bearer responsibilities-of-the-office",
        "http://localhost:8080/@ana",
        "git@github.com:countersign/countersign.git",
        "12:30 meeting, ask-for-the-key",
        "sk-some-long-css-class-name-of-a-page",
        "cs_this_is_the_name_of_a_function",
        "Look for the token in the drawer",
        "--token-file /etc/app/token",
        "Authorization is missing",
        "cookie: chocolate",
    ];
    for s in plain {
        assert_eq!(text(s), s);
        assert!(!holds_secret(&json!(s)), "{s}");
    }
    let digest = blake3::hash(b"x").to_hex();
    assert_eq!(text(&digest), digest.as_str());
}

#[test]
fn secrets_that_hide_one_another_go_as_a_whole_and_at_once() {
    let links = ["AKIAABCDEFGHIJKLMNOP", "sk_live_abcdefghij0", "xoxb-0123456789-"];
    let chain: String = links.iter().cycle().take(20_000).copied().collect();
    let once = text(&chain);
    assert!(links.iter().all(|l| !once.contains(l)));
    assert_eq!(text(&once), once);
}

fn fragment() -> impl Strategy<Value = String> {
    let fixed = [
        "password",
        "PASSWORD",
        "token",
        "api_key",
        "authorization",
        "Bearer ",
        "=",
        ": ",
        "\"",
        "'",
        " ",
        "\n",
        "--",
        "://",
        "@",
        ":",
        "/",
        "[redacted]",
        "redacted",
        "cookie: a=",
        "-----BEGIN PRIVATE KEY-----",
        "basic ",
        "Ab1",
        "-----END PRIVATE KEY-----",
        "eyJ",
        ".",
        "sk-",
        "cs_",
        "$",
        "ä",
        "\u{212a}",
        "pwd",
        "x",
        "&",
        ";",
        ",",
    ];
    let fixed: Vec<String> = fixed.into_iter().map(str::to_owned).chain(secrets()).collect();
    prop_oneof![4 => proptest::sample::select(fixed), 1 => "[a-zA-Z0-9_-]{1,30}"]
}

proptest! {
    #[test]
    fn redacting_twice_is_redacting_once(parts in proptest::collection::vec(fragment(), 0..12)) {
        let given = parts.concat();
        let once = text(&given);
        prop_assert_eq!(text(&once), once.clone());
        prop_assert_eq!(holds_secret(&json!(given.clone())), once != given);
        let doc = json!({"a": [given], (parts.first().cloned().unwrap_or_default()): parts});
        let once = value(&doc);
        prop_assert_eq!(value(&once), once.clone());
        prop_assert_eq!(holds_secret(&doc), once != doc);
    }

    #[test]
    fn words_ids_and_digests_are_never_touched(
        words in proptest::collection::vec("[a-zäöü]{1,12}|[a-z]{1,3}[0-9]{1,6}-[0-9a-f]{4}|[0-9a-f]{64}|[0-9]{1,6}", 0..10)
    ) {
        let sentence = words.join(" ");
        prop_assert_eq!(text(&sentence), sentence);
    }
}

#[test]
fn a_secret_that_shows_only_across_the_parts_of_a_message_is_hidden() {
    let split = |name: &str, value: &str| Message::joined(": ", [name, value]);
    let secret = split("password", "hunter2-hunter2");
    assert!(!message(&secret).contains("hunter2"), "{}", message(&secret));
    for language in Language::ALL {
        assert!(!message(&secret).in_language(language).contains("hunter2"));
    }
    let filled = say!("judge-unlisted-host", host = format!("x?api_key={}", "abcdefghijklmnop".repeat(2)));
    assert!(!message(&filled).contains("abcdefghijklmnop"), "{}", message(&filled));
    let plain = say!("judge-unlisted-host", host = "example.com");
    assert_eq!(message(&plain).id(), Some("judge-unlisted-host"), "what holds none keeps its id");
}
