//! C1 for agents' own calls: in an agent's process, a person's token is worth no more than the agent's own.

use std::{fs, io::Write};

use serde_json::{Value, json};

use super::{Desk, http};

/// Requests by a child of the registered agent, one per line: method and path, more headers (`-`: none), body. It
/// prints each response on one line.
const ASK: &str = r#"while IFS='|' read -r line header body; do
    exec 3<>"/dev/tcp/127.0.0.1/$PORT"
    [ "$header" = - ] && header="Accept: */*"
    printf '%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n%s\r\n' "$line" "$PORT" "$header" >&3
    printf 'Content-Type: %s\r\nCountersign-Folder: %s\r\nAuthorization: Bearer %s\r\n' "$TYPE" "$FOLDER" "$COUNTERSIGN_TOKEN" >&3
    printf 'Content-Length: %s\r\n\r\n%s' "${#body}" "$body" >&3
    tr -d '\r\n' <&3
    echo
done < "$ASKS"
"#;

impl Desk {
    /// The responses to a child of the registered agent codex that uses ana's token.
    fn stolen(&self, of_type: &str, asks: &[(&str, &str, Value)]) -> Vec<String> {
        let (script, list) = (self.home.dir.path().join("ask.sh"), self.home.dir.path().join("asks"));
        let body = |body: &Value| body.as_str().map_or_else(|| body.to_string(), str::to_owned);
        let lines: String =
            asks.iter().map(|(line, header, b)| format!("{line}|{header}|{}\n", body(b))).collect();
        fs::write(&script, ASK).unwrap();
        fs::write(&list, lines).unwrap();
        let mut variables = self.loot("", None);
        variables.extend([
            ("ASKS", list.display().to_string()),
            ("TYPE", of_type.to_owned()),
            ("FOLDER", self.folder()),
        ]);
        let mut agent = self.waiting_agent(&script, variables);
        writeln!(agent.stdin.take().unwrap(), "go").unwrap();
        let output = String::from_utf8(agent.wait_with_output().unwrap().stdout).unwrap();
        let answers: Vec<String> = output.lines().map(str::to_owned).collect();
        assert_eq!(answers.len(), asks.len(), "{output}");
        answers
    }

    fn folder(&self) -> String {
        self.home.dir.path().canonicalize().unwrap().display().to_string()
    }

    /// The response to a caller with that token outside any agent's process.
    #[track_caller]
    fn asked(&self, token: &str, line: &str, body: &Value) -> Value {
        let (bearer, folder) =
            (format!("Authorization: Bearer {token}"), format!("Countersign-Folder: {}", self.folder()));
        let headers = [bearer.as_str(), &folder, "Content-Type: application/json"];
        let (status, answer) = http(&self.port, line, &headers, &body.to_string());
        assert!(status < 300, "{line}: {answer}");
        serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap()
    }

    fn write(&self, token: &str, content: &str) -> Value {
        self.asked(token, "POST /v1/runs/-/calls", &write(content))
    }
}

fn write(content: &str) -> Value {
    json!({"tool": "filesystem.write_file", "args": {"path": "g.txt", "content": content}})
}

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap_or_else(|| panic!("{value}")).to_owned()
}

#[test]
fn c1_a_stolen_token_starts_no_run_that_is_governed_as_a_persons() {
    let desk = Desk::new();
    let loose = json!({"mode": "confidence_threshold", "confidence_threshold": 0.0, "checks": ["true"]});
    let checked = json!({"checks": ["true"]});
    let said =
        desk.stolen("application/json", &[("POST /v1/runs", "-", loose), ("POST /v1/runs", "-", checked)]);
    assert!(said[0].starts_with("HTTP/1.1 403"), "{said:?}");
    // What the agent may do itself it still may, as itself: its own checks prove nothing.
    assert!(said[1].starts_with("HTTP/1.1 201"), "{said:?}");
    assert!(
        said[1].contains(r#""agent":"codex""#) && !said[1].contains(r#""checks_by_person":true"#),
        "{said:?}"
    );
    let log = desk.home.run(&desk.ana, &["audit", "export"]).expect(0).out;
    let refused = |line: &&str| line.contains("run.start") && line.contains("refused");
    assert!(log.lines().any(|line| refused(&line)), "the attempt is in the log: {log}");
}

#[test]
fn c1_a_stolen_token_does_nothing_to_what_is_held_or_another_agents() {
    let desk = Desk::new();
    let other =
        desk.home.json(&desk.ana, &["token", "agent", "other"], 0)["token"].as_str().unwrap().to_owned();
    // Ana lets the other agent write that file from now on, and holds a run of this one.
    let item = desk.write(&other, "1")["item"].clone();
    desk.home.run(&desk.ana, &["show", &id(&item)]).expect(0);
    let yes = json!({"digest": item["digest"], "always": "forever"});
    desk.asked(&desk.ana, &format!("POST /v1/items/{}/confirm", id(&item)), &yes);
    let task = json!({"tool": "task.create_task", "args": {"title": "x"}});
    let theirs = id(&desk.asked(&other, "POST /v1/runs/-/calls", &task)["item"]);
    let held = id(&desk.asked(&desk.codex, "POST /v1/runs", &json!({})));
    desk.asked(&desk.ana, &format!("POST /v1/runs/{held}/pause"), &json!({}));

    let (end, retract) = (format!("POST /v1/runs/{held}/end"), format!("POST /v1/items/{theirs}/retract"));
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
        "capabilities": {}, "clientInfo": {"name": "other", "version": "1"}}});
    let said = desk.stolen(
        "application/json",
        &[
            (&end, "-", json!({})),
            (&retract, "-", json!({})),
            ("POST /v1/runs/-/calls", "Countersign-Agent: other", write("2")),
            ("POST /v1/runs/-/calls", "Countersign-Agent: codex", write("3")),
            ("POST /mcp", "Accept: application/json, text/event-stream", hello),
        ],
    );
    assert!(said[0].starts_with("HTTP/1.1 409"), "{said:?}");
    assert!(said[1].starts_with("HTTP/1.1 404"), "{said:?}");
    for by_name in &said[2..4] {
        assert!(!by_name.contains(r#""status":"done""#) && by_name.contains("paused by"), "{said:?}");
    }
    assert!(said[4].starts_with("HTTP/1.1 200"), "an agent may connect as itself: {said:?}");
    assert_eq!(fs::read_to_string(desk.home.dir.path().join("g.txt")).unwrap(), "1");
    assert_eq!(desk.status(&theirs), "pending");
}

#[test]
fn c1_an_agents_process_is_refused_whatever_a_form_says_also_where_it_would_be_signed() {
    let desk = Desk::new();
    let asks = ["/do/passkey.revoke", "/sign/passkey.revoke", "/do/item.confirm", "/sign/item.confirm"];
    let lines: Vec<String> = asks.iter().map(|path| format!("POST {path}")).collect();
    for form in ["nonsense=1", "id=pk1", "%zz"] {
        let all: Vec<_> = lines.iter().map(|line| (line.as_str(), "-", json!(form))).collect();
        for (line, said) in lines.iter().zip(desk.stolen("application/x-www-form-urlencoded", &all)) {
            assert!(said.starts_with("HTTP/1.1 403"), "{line} {form}: {said}");
        }
    }
}
