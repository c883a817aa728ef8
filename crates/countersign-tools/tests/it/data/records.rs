//! Tests the tools that read records.

use super::*;

fn read(desk: &Desk, tool: &str, args: Value) -> Value {
    desk.data.read(&desk.ask(tool, args)).unwrap()
}

#[test]
fn duplicates_are_found_by_some_fields_or_by_all() {
    let desk = Desk::new();
    fs::write(desk.dir.path().join("p.csv"), "name,mail\nAda,a@x\nADA,A@x \nBob,\nCyd,\nBob,b@x\n").unwrap();
    let told = read(&desk, "data.deduplicate_records", json!({ "path": "p.csv", "keys": ["mail"] }));
    assert_eq!((&told["records"], &told["redundant"], &told["unique"]), (&json!(5), &json!(1), &json!(4)));
    assert_eq!(told["duplicates"][0]["positions"], json!([0, 1]));
    let exact = json!({ "path": "p.csv", "keys": ["mail"], "exact": true });
    assert_eq!(read(&desk, "data.deduplicate_records", exact)["redundant"], 0);
    let given = json!({ "records": [{ "a": 1 }, { "a": 1 }, { "a": 2 }] });
    assert_eq!(read(&desk, "data.deduplicate_records", given)["groups"], 1);
    let wrong = desk.ask("data.deduplicate_records", json!({ "path": "p.csv", "keys": ["phone"] }));
    assert_eq!(desk.data.read(&wrong).unwrap_err().code, ErrorCode::Invalid);
    let both = desk.ask("data.deduplicate_records", json!({ "path": "p.csv", "records": [] }));
    assert_eq!(desk.data.forecast(&both).unwrap_err().code, ErrorCode::Invalid);
}

#[test]
fn anomalies_are_outliers_gaps_and_mixed_types() {
    let desk = Desk::new();
    let mut lines = String::from("price,kind,zip\n");
    for i in 0..20 {
        lines += &format!("{},a,0{}\n", 100 + i % 3, 1000 + i);
    }
    lines += "9000,,x\n,b,5\n";
    fs::write(desk.dir.path().join("s.csv"), lines).unwrap();
    let told = read(&desk, "data.summarize_anomalies", json!({ "path": "s.csv" }));
    assert_eq!(told["records"], 22);
    let field = |name: &str| {
        let fields = told["fields"].as_array().unwrap();
        fields.iter().find(|f| f["name"] == name).unwrap().clone()
    };
    let price = field("price");
    assert_eq!((&price["missing"], &price["outlier_count"]), (&json!(1), &json!(1)));
    assert_eq!(
        (&price["outliers"][0]["value"], &price["outliers"][0]["position"]),
        (&json!(9000.0), &json!(20))
    );
    assert_eq!(field("kind")["missing"], 1);
    assert_eq!(field("zip")["types"], json!({ "number": 1, "text": 21 }));
    assert_eq!(told["anomalous_fields"], json!(["kind", "price", "zip"]));
    let same = json!({ "records": [{ "x": 5 }, { "x": 5 }, { "x": 5 }, { "x": 5 }, { "x": 5 }, { "x": 6 }] });
    assert_eq!(read(&desk, "data.summarize_anomalies", same)["fields"][0]["outlier_count"], 1);
    assert_eq!(read(&desk, "data.summarize_anomalies", json!({ "records": [] }))["fields"], json!([]));
}

#[test]
fn b4_every_schema_takes_its_example_and_nothing_unknown() {
    for tool in countersign_tools::data::tools().into_iter().chain(countersign_tools::shell::tools()) {
        let validator = jsonschema::validator_for(&tool.schema).unwrap();
        let mut example = tool.schema["examples"][0].clone();
        assert!(validator.is_valid(&example), "{}", tool.name);
        example["confirmed"] = json!(true);
        assert!(!validator.is_valid(&example), "{} takes anything", tool.name);
    }
}
