//! Servers in each agent's format, and what they are imported as.

use super::*;

fn why(agent: Agent, value: Value) -> Message {
    read(agent, &value, None).unwrap_err()
}

#[test]
fn each_agents_words_come_to_the_same() {
    let expected = Definition {
        command: Some("npx".into()),
        args: vec!["-y".into(), "x".into()],
        env: BTreeMap::from([("A".into(), "1".into())]),
        ..Definition::default()
    };
    let plain = json!({"command": "npx", "args": ["-y", "x"], "env": {"A": "1"}});
    for agent in [Agent::ClaudeCode, Agent::Codex, Agent::Cursor, Agent::VsCode] {
        assert_eq!(read(agent, &plain, None).unwrap(), expected, "{agent:?}");
    }
    let opencode =
        json!({"type": "local", "command": ["npx", "-y", "x"], "environment": {"A": "1"}, "enabled": true});
    assert_eq!(read(Agent::Opencode, &opencode, None).unwrap(), expected);

    let remote = Definition {
        url: Some("https://a/mcp".into()),
        headers: BTreeMap::from([("X".into(), "y".into())]),
        ..Definition::default()
    };
    for (agent, value) in [
        (Agent::ClaudeCode, json!({"type": "http", "url": "https://a/mcp", "headers": {"X": "y"}})),
        (Agent::Codex, json!({"url": "https://a/mcp", "http_headers": {"X": "y"}, "tool_timeout_sec": 60})),
        (Agent::Cursor, json!({"url": "https://a/mcp", "headers": {"X": "y"}})),
        (Agent::Opencode, json!({"type": "remote", "url": "https://a/mcp", "headers": {"X": "y"}})),
        (Agent::VsCode, json!({"type": "http", "url": "https://a/mcp", "headers": {"X": "y"}})),
    ] {
        assert_eq!(read(agent, &value, None).unwrap(), remote, "{agent:?}");
    }
}

#[test]
fn what_would_not_be_the_same_is_left_with_its_reason() {
    for (agent, value, said) in [
        (Agent::Codex, json!({"command": "x", "enabled": false}), "disabled"),
        (Agent::Cursor, json!({"command": "x", "disabled": true}), "disabled"),
        (Agent::Codex, json!({"url": "https://a", "bearer_token_env_var": "T"}), "bearer_token_env_var"),
        (Agent::Codex, json!({"command": "x", "enabled_tools": ["a"]}), "restricts"),
        (Agent::VsCode, json!({"command": "x", "envFile": "/e"}), "envFile"),
        (Agent::VsCode, json!({"command": "x", "env": {"K": "${input:key}"}}), "variable"),
        (Agent::Cursor, json!({"command": "x", "args": ["${workspaceFolder}"]}), "variable"),
        (Agent::ClaudeCode, json!({"url": "${BASE:-https://a}/mcp"}), "variable"),
        (Agent::ClaudeCode, json!({"command": "sh", "args": ["-c", "ls $HOME"]}), "variable"),
        (
            Agent::Opencode,
            json!({"type": "remote", "url": "https://a", "headers": {"K": "{env:K}"}}),
            "variable",
        ),
        (Agent::Opencode, json!({"type": "remote", "url": "https://a", "oauth": {}}), "oauth"),
        (Agent::Opencode, json!({"enabled": true}), "neither"),
        (Agent::ClaudeCode, json!({"type": "sse", "url": "https://a/sse"}), "SSE"),
        (Agent::ClaudeCode, json!({"type": "ws", "url": "wss://a"}), "not known"),
        (Agent::ClaudeCode, json!({"url": "file:///etc"}), "neither http"),
        (Agent::ClaudeCode, json!({"command": "x", "url": "https://a"}), "both"),
        (Agent::ClaudeCode, json!({"command": " "}), "empty"),
        (Agent::ClaudeCode, json!({"command": ["x"]}), "not text"),
        (Agent::ClaudeCode, json!({"command": "x", "args": [1]}), "not text"),
        (Agent::ClaudeCode, json!({"command": "x", "args": "a b"}), "not a list"),
        (Agent::ClaudeCode, json!({"command": "x", "env": {"A": null}}), "not text"),
        (Agent::ClaudeCode, json!({"command": "x\0y"}), "zero byte"),
        (Agent::ClaudeCode, json!({"command": "./x"}), "where the agent is"),
        (Agent::ClaudeCode, json!({"command": "x", "cwd": "y"}), "where the agent is"),
        (Agent::ClaudeCode, json!("x"), "not an object"),
    ] {
        let why = why(agent, value.clone());
        assert!(why.contains(said), "{value}: {why}");
    }
}

#[test]
fn what_only_looks_like_a_variable_is_taken() {
    assert!(read(Agent::Codex, &json!({"command": "sh", "args": ["-c", "ls ${HOME}"]}), None).is_ok());
    assert!(read(Agent::ClaudeCode, &json!({"command": "x", "env": {"P": "pa$sword$1"}}), None).is_ok());
}

#[test]
fn a_projects_relative_paths_become_whole() {
    let value = json!({"command": "./bin/x", "args": ["./y"]});
    let read = read(Agent::ClaudeCode, &value, Some(Path::new("/w"))).unwrap();
    assert_eq!((read.command.as_deref(), &*read.args), (Some("/w/bin/x"), &["./y".to_owned()][..]));
}

#[test]
fn a4_a_pack_is_offered_only_for_what_really_starts_the_reference_server() {
    for (command, args, pack) in [
        ("npx", &["-y", "@modelcontextprotocol/server-filesystem", "/w"][..], Some("filesystem")),
        ("/usr/bin/npx", &["@modelcontextprotocol/server-memory@2026.1.14"], Some("memory")),
        ("npx", &["-y", "@modelcontextprotocol/server-everything"], Some("everything")),
        ("uvx", &["mcp-server-git", "--repository", "/w"], Some("git")),
        ("uvx", &["mcp-server-time==1.2"], Some("time")),
        ("python3", &["-m", "mcp_server_fetch"], Some("fetch")),
        ("mcp-server-sqlite", &["--db-path", "/x.db"], Some("sqlite")),
        ("mcp-server-filesystem", &["/w"], Some("filesystem")),
        ("npx", &["-y", "evil", "@modelcontextprotocol/server-filesystem"], None),
        ("npx", &["--package=evil", "@modelcontextprotocol/server-filesystem"], None),
        ("uvx", &["--from", "evil", "mcp-server-git"], None),
        ("evil", &["@modelcontextprotocol/server-filesystem"], None),
        ("npx", &["@modelcontextprotocol/server-filesystem-evil"], None),
        ("npx", &["@evil/server-filesystem"], None),
        ("./npx", &["@modelcontextprotocol/server-filesystem"], None),
        ("/w/npx", &["@modelcontextprotocol/server-filesystem"], None),
        ("python3", &["mcp_server_fetch"], None),
        ("npx", &["@modelcontextprotocol/server-sequential-thinking"], None),
        ("npx", &[], None),
    ] {
        let args = args.iter().map(|a| (*a).to_owned()).collect();
        let definition = Definition { command: Some(command.into()), args, ..Definition::default() };
        assert_eq!(definition.pack(None), pack, "{definition:?}");
    }
}

#[test]
fn a4_an_environment_that_says_what_runs_gets_no_pack() {
    let args = vec!["-y".to_owned(), "@modelcontextprotocol/server-memory".to_owned()];
    let with = |name: &str| {
        let env = BTreeMap::from([(name.to_owned(), "x".to_owned())]);
        Definition { command: Some("npx".into()), args: args.clone(), env, ..Definition::default() }
            .pack(None)
    };
    assert_eq!(with("MEMORY_FILE_PATH"), Some("memory"));
    for name in ["PATH", "NODE_OPTIONS", "npm_config_registry", "LD_PRELOAD"] {
        assert_eq!(with(name), None, "{name}");
    }
}

#[test]
fn our_own_entry_is_known() {
    assert!(is_countersign(&json!({"command": "/opt/bin/countersign", "args": ["mcp", "--agent", "codex"]})));
    assert!(is_countersign(&json!({"command": ["/opt/bin/countersign", "mcp"]})));
    assert!(!is_countersign(&json!({"command": "countersign", "args": ["demo"]})));
    assert!(!is_countersign(&json!({"command": "npx", "args": ["mcp"]})));
}
