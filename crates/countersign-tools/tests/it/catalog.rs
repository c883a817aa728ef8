//! Tests invariants of every tool.

use std::collections::BTreeSet;

use countersign_core::{judge::Class, tool::Hold};
use serde_json::{Value, json};

#[test]
fn every_tool_that_was_promised_is_there_once() {
    let names: Vec<String> = countersign_tools::journal::catalog().into_iter().map(|t| t.name).collect();
    let expected = [
        "audit.export_audit_pdf",
        "audit.generate_audit_report",
        "audit.get_session_summary",
        "audit.get_tool_log",
        "calendar.create_event",
        "calendar.create_time_block",
        "calendar.find_free_slots",
        "calendar.list_events",
        "task.add_checklist_item",
        "task.add_checklist_items",
        "task.assign_label",
        "task.assign_labels",
        "task.create_task",
        "task.daily_briefing",
        "task.get_overdue",
        "task.link_tasks",
        "task.list_tasks",
        "task.record_observations",
        "task.set_due_date",
        "task.set_estimate",
        "task.set_language",
        "task.set_priority",
        "task.set_status",
        "task.set_title",
        "task.update_checklist_item",
        "task.update_checklist_items",
        "task.update_report",
        "task.update_task",
    ];
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
}

#[test]
fn b4_every_schema_takes_its_examples_and_nothing_unknown() {
    for tool in countersign_tools::journal::catalog() {
        let name = &tool.name;
        let valid = jsonschema::validator_for(&tool.schema).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(tool.schema["additionalProperties"], json!(false), "{name}");
        let examples = tool.schema["examples"].as_array().unwrap_or_else(|| panic!("{name} has no examples"));
        assert!(!examples.is_empty(), "{name} has no examples");
        for example in examples {
            assert!(valid.is_valid(example), "{name} refuses its own example {example}");
            let mut more = example.clone();
            more["confirmed"] = Value::Bool(true);
            assert!(!valid.is_valid(&more), "{name} takes an unknown field");
        }
        assert!(!valid.is_valid(&json!([])), "{name} takes a list");
    }
}

#[test]
fn every_tool_and_every_argument_is_documented() {
    for tool in countersign_tools::journal::catalog() {
        assert!(tool.doc.ends_with('.') && tool.doc.len() > 10, "{} lacks a sentence", tool.name);
        assert_eq!(tool.server, tool.name.split('.').next().unwrap());
        for (argument, schema) in tool.schema["properties"].as_object().unwrap() {
            let doc = schema["description"].as_str().unwrap_or_default();
            assert!(doc.len() > 5, "{} of {} is not described: {schema}", argument, tool.name);
        }
    }
}

#[test]
fn a1_what_reads_is_a_read_and_what_writes_is_not() {
    for tool in countersign_tools::journal::catalog() {
        let expected = if tool.action == "read" { Class::Read } else { Class::Mutable };
        assert_eq!(tool.class, expected, "{}", tool.name);
    }
}

#[test]
fn only_an_agents_own_words_and_the_language_are_not_held() {
    let unheld: BTreeSet<String> = countersign_tools::journal::catalog()
        .into_iter()
        .filter(|t| t.hold == Some(Hold::None))
        .map(|t| t.name)
        .collect();
    let expected = ["task.record_observations", "task.set_language", "task.update_report"];
    assert_eq!(unheld, expected.map(str::to_owned).into());
}

#[test]
fn b2_every_batch_comes_apart_into_a_tool_that_takes_its_elements() {
    let tools = countersign_tools::journal::catalog();
    let mut batches = 0;
    for tool in &tools {
        let Some(apart) = &tool.explode else { continue };
        batches += 1;
        let single = tools.iter().find(|t| t.name == apart.into).expect("the singular tool exists");
        let valid = jsonschema::validator_for(&single.schema).unwrap();
        let args = tool.schema["examples"][0].as_object().unwrap();
        for element in args[&apart.field].as_array().unwrap() {
            let one = apart.element(args, element).expect("the example's elements are well-formed");
            assert!(valid.is_valid(&Value::Object(one.clone())), "{}: {one:?}", tool.name);
        }
        assert_eq!(apart.element(args, &json!(7)), None, "a number is no element of {}", tool.name);
    }
    assert_eq!(batches, 3);
}

#[test]
fn kinds_are_domain_and_children_name_indexes_of_known_kinds() {
    for kind in countersign_tools::KINDS {
        assert!(kind.domain, "{}", kind.name);
        for child in kind.children {
            let owner = child.split('.').next().unwrap();
            assert!(countersign_tools::KINDS.iter().any(|k| k.name == owner), "{child} belongs to no kind");
        }
    }
}
