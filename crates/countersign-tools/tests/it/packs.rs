//! Tests the packs that come with Countersign, and the errors for broken ones.

use countersign_core::{ErrorCode, judge::Class, record::Doc};
use countersign_tools::packs::{Pack, names, pack};
use serde_json::{Value, json};

#[test]
fn every_pack_is_read_and_each_of_its_tools_has_an_example_that_holds() {
    let all: Vec<&str> = names().collect();
    let known = ["everything", "fetch", "filesystem", "git", "localcowork", "memory", "sqlite", "time"];
    assert_eq!(all, known);
    for name in all {
        let pack = pack(name).unwrap();
        assert!(!pack.doc.is_empty() && !pack.tools.is_empty(), "{name}");
        for tool in pack.tools.values() {
            assert!(!tool.examples.is_empty(), "{name}: {} has no example", tool.name);
        }
    }
    assert!(pack("unheard-of").is_none());
}

#[test]
fn a4_the_tools_of_localcowork_are_classified_as_its_control_flow_says() {
    let pack = pack("localcowork").unwrap();
    let count = |class| pack.tools.values().filter(|t| t.class == class).count();
    assert_eq!((count(Class::Read), count(Class::Mutable), count(Class::Destructive)), (37, 25, 2));
    let sends: Vec<&str> = pack.tools.values().filter(|t| t.sends).map(|t| t.name.as_str()).collect();
    assert_eq!(sends, ["email.send_draft"]);
    let class = |server: &str, tool: &str| pack.class(server, tool, &Doc::new());
    assert_eq!(class("email", "send_draft"), Class::Destructive);
    assert_eq!(class("cowork", "email.send_draft"), Class::Destructive);
    assert_eq!(class("ocr", "extract_table"), Class::Read);
    assert_eq!(class("security", "encrypt_file"), Class::Mutable);
}

#[test]
fn a4_each_tool_that_the_control_flow_names_has_the_category_it_names() {
    let named = [
        (
            Class::Read,
            "filesystem: list_dir read_file search_files get_metadata
             ocr: extract_text_from_image extract_text_from_pdf extract_structured_data extract_table
             document: extract_text diff_documents read_spreadsheet
             security: scan_for_pii scan_for_secrets find_duplicates propose_cleanup
             knowledge: search_documents ask_about_files get_related_chunks
             calendar: list_events find_free_slots
             email: list_drafts search_emails summarize_thread
             task: list_tasks get_overdue daily_briefing
             data: query_sqlite deduplicate_records summarize_anomalies
             audit: get_tool_log get_session_summary generate_audit_report
             clipboard: get_clipboard clipboard_history
             system: get_system_info take_screenshot list_processes",
        ),
        (
            Class::Mutable,
            "filesystem: write_file move_file copy_file watch_folder
             document: convert_format create_pdf fill_pdf_form merge_pdfs create_docx
             knowledge: index_folder update_index
             calendar: create_event create_time_block
             email: draft_email
             task: create_task update_task
             data: write_csv write_sqlite
             audit: export_audit_pdf
             clipboard: set_clipboard
             system: open_application open_file_with
             meeting: generate_minutes
             security: encrypt_file decrypt_file",
        ),
        (Class::Destructive, "filesystem: delete_file\n email: send_draft"),
    ];
    let pack = pack("localcowork").unwrap();
    let mut count = 0;
    for (class, lines) in named {
        for line in lines.lines() {
            let (server, tools) = line.trim().split_once(": ").unwrap();
            for tool in tools.split(' ') {
                count += 1;
                assert_eq!(pack.class(server, tool, &Doc::new()), class, "{server}.{tool}");
                // All of them behind one server, with their own names.
                let whole = format!("{server}.{tool}");
                assert_eq!(pack.class("cowork", &whole, &Doc::new()), class, "{whole}");
            }
        }
    }
    assert_eq!(count, pack.tools.len(), "and it names no others");
}

#[test]
fn a4_a_tool_that_a_bound_pack_does_not_know_is_mutable() {
    let pack = pack("filesystem").unwrap();
    assert_eq!(pack.class("files", "read_text_file", &Doc::new()), Class::Read);
    assert_eq!(pack.class("files", "read_anything", &Doc::new()), Class::Mutable);
    assert_eq!(pack.class("files", "READ_TEXT_FILE", &Doc::new()), Class::Mutable);
}

#[test]
fn a5_a12_secrets_and_sending_are_facts_of_their_own() {
    let env = pack("everything").unwrap().find("x", "get-env").unwrap();
    assert_eq!(env.facts(&Doc::new()).protected.len(), 1);
    let fetch = pack("fetch").unwrap().find("x", "fetch").unwrap();
    assert!(fetch.facts(&Doc::new()).sends_out());
    let drop = pack("memory").unwrap().find("x", "delete_entities").unwrap();
    assert_eq!(drop.class, Class::Destructive);
}

#[test]
fn e9_paths_and_inverse_calls_are_told() {
    let tool = pack("filesystem").unwrap().find("files", "move_file").unwrap();
    let args = json!({ "source": "/w/a", "destination": "/w/b" });
    assert_eq!(tool.touched(args.as_object().unwrap()), ["/w/a", "/w/b"]);
    assert_eq!(tool.facts(args.as_object().unwrap()).writes, ["/w/a", "/w/b"]);
    let entry = tool.entry("files");
    assert_eq!((entry.server.as_str(), entry.name.as_str()), ("files", "move_file"));
    assert_eq!(entry.undo.unwrap().args["source"], "args.destination");
    let many = pack("filesystem").unwrap().find("files", "read_multiple_files").unwrap();
    let args = json!({ "paths": ["/w/a", "/w/b", "/w/a", 7] });
    assert_eq!(many.touched(args.as_object().unwrap()), ["/w/a", "/w/b"]);
    let cowork = pack("localcowork").unwrap();
    let entry = cowork.find("email", "send_draft").unwrap().entry("email");
    assert_eq!(entry.name, "send_draft");
    let touched = |tool: &str, args: Value| {
        let tool = cowork.find("filesystem", tool).unwrap();
        assert!(tool.local && tool.capture, "what it changes can be restored");
        tool.touched(args.as_object().unwrap())
    };
    assert_eq!(touched("delete_file", json!({"path": "/w/a"})), ["/w/a"]);
    assert_eq!(touched("write_file", json!({"path": "/w/a", "content": "x"})), ["/w/a"]);
    assert_eq!(touched("move_file", json!({"source": "/w/a", "destination": "/w/b"})), ["/w/a", "/w/b"]);
    assert_eq!(touched("copy_file", json!({"from": "/w/a", "to": "/w/b"})), ["/w/a", "/w/b"]);
    for (server, tool, args, paths, whole) in [
        ("data", "write_csv", json!({"output_path": "/w/a.csv"}), &["/w/a.csv"][..], true),
        ("data", "write_sqlite", json!({"db_path": "/w/a.db"}), &["/w/a.db"], false),
        ("audit", "export_audit_pdf", json!({"output_path": "/w/a.pdf"}), &["/w/a.pdf"], true),
        ("security", "encrypt_file", json!({"path": "/w/a"}), &["/w/a"], false),
        (
            "security",
            "decrypt_file",
            json!({"path": "/w/a", "output_path": "/w/b"}),
            &["/w/a", "/w/b"],
            false,
        ),
    ] {
        let found = cowork.find(server, tool).unwrap();
        assert!(found.capture && found.local == whole, "{tool}");
        assert_eq!(found.touched(args.as_object().unwrap()), paths, "{tool}");
    }
}

#[test]
fn a_broken_pack_says_what_is_wrong() {
    for (text, wrong) in [
        ("doc = 1", "expected a string"),
        ("doc = \"x\"\nunknown = 1", "unknown field"),
        ("doc = \"x\"\n[[tool]]\nname = \"a\"\nclass = \"harmless\"", "unknown variant"),
        ("doc = \"x\"\n[[tool]]\nname = \"a\"", "missing field `class`"),
        ("doc = \"x\"\n[[tool]]\nname = \"a\"\nclass = \"read\"\nhold = \"none\"", "only for built-in"),
        ("doc = \"x\"\n[[tool]]\nname = \"a\"\nclass = \"read\"\nundo = { tool = \"b\" }", "not in the pack"),
        ("doc = \"x\"\n[[tool]]\nname = \"a\"\nclass = \"read\"\npaths = [\"path\"]", "not a path into"),
        (
            "doc = \"x\"\n[[tool]]\nname = \"a\"\nclass = \"read\"\nexamples = [{ class = \"mutable\" }]",
            "example 1 is read, not mutable",
        ),
        (
            "doc = \"x\"\n[[tool]]\nname = \"a\"\nclass = \"read\"\n[[tool]]\nname = \"a\"\nclass = \"read\"",
            "two",
        ),
    ] {
        let error = Pack::parse("test", text).expect_err(text);
        assert_eq!(error.code, ErrorCode::Settings);
        assert!(error.message.contains(wrong), "{wrong}: {}", error.message);
    }
    let text = "doc = \"x\"\n[[tool]]\nname = \"many\"\nclass = \"mutable\"\nhold = \"queue\"\n\
        explode = { field = \"items\", into = \"one\" }\n[[tool]]\nname = \"one\"\nclass = \"mutable\"";
    assert_eq!(Pack::parse("test", text).unwrap().tools["many"].explode.as_ref().unwrap().into, "one");
}
