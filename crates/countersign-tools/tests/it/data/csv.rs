//! Tests writing CSV files.

use std::os::unix::fs::PermissionsExt as _;

use super::*;

fn forecast_of(desk: &Desk, args: Value) -> Result<Forecast, Error> {
    desk.data.forecast(&desk.ask("data.write_csv", args))
}

fn write(desk: &Desk, id: &str, args: Value) -> Landed {
    let order = desk.order(id, "data.write_csv", forecast_of(desk, args).unwrap());
    desk.data.apply(&order).unwrap()
}

fn text(desk: &Desk) -> String {
    fs::read_to_string(desk.dir.path().join("r.csv")).unwrap()
}

#[test]
fn values_are_quoted_as_readers_expect() {
    let desk = Desk::new();
    let rows = json!([["a,b", "say \"hi\""], ["two\nlines", null], [1.5, true], ["", "=1+1"]]);
    write(&desk, "e1", json!({ "path": "r.csv", "header": ["x", "y"], "rows": rows }));
    assert_eq!(text(&desk), "x,y\n\"a,b\",\"say \"\"hi\"\"\"\n\"two\nlines\",\n1.5,true\n,=1+1\n");
    let forecast = forecast_of(&desk, json!({ "path": "n.csv", "rows": [["=1+1"]] })).unwrap();
    assert!(forecast.preview.warnings.iter().any(|w| w.contains("formulas")));
    write(&desk, "e2", json!({ "path": "r.csv", "rows": [["=1+1", -5, "-5"]], "formula_safe": true }));
    assert_eq!(text(&desk), "'=1+1,-5,'-5\n");
}

#[test]
fn rows_can_be_added_under_the_header_that_stands() {
    let desk = Desk::new();
    fs::write(desk.dir.path().join("r.csv"), "b,a\n1,2").unwrap();
    write(
        &desk,
        "e1",
        json!({ "path": "r.csv", "rows": [{ "a": "x", "b": "y" }, { "a": "z" }], "append": true }),
    );
    assert_eq!(text(&desk), "b,a\n1,2\ny,x\n,z\n");
    let refused = |args: Value| forecast_of(&desk, args).unwrap_err().code;
    assert_eq!(refused(json!({ "path": "r.csv", "rows": [{ "c": 1 }], "append": true })), ErrorCode::Invalid);
    assert_eq!(
        refused(json!({ "path": "r.csv", "rows": [[1]], "header": ["q"], "append": true })),
        ErrorCode::Invalid
    );
    assert_eq!(
        refused(json!({ "path": "r.csv", "rows": [[1], [1, 2]], "header": ["q"] })),
        ErrorCode::Invalid
    );
    assert_eq!(refused(json!({ "path": "r.csv", "rows": [] })), ErrorCode::Invalid);
    assert_eq!(refused(json!({ "path": "none/r.csv", "rows": [[1]] })), ErrorCode::NotFound);
    assert_eq!(refused(json!({ "path": "..", "rows": [[1]] })), ErrorCode::Invalid);
}

#[test]
fn e9_undo_restores_bytes_mode_and_time_or_absence() {
    let desk = Desk::new();
    let path = desk.dir.path().join("r.csv");
    let landed = write(&desk, "e1", json!({ "path": "r.csv", "rows": [[1]] }));
    let undone = desk.data.revert("u1", &landed.inverse.unwrap()).unwrap();
    assert!(!path.exists());
    desk.data.revert("u2", &undone.inverse.unwrap()).unwrap();
    assert_eq!(text(&desk), "1\n");

    fs::write(&path, "old\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let was = path.metadata().unwrap();
    let landed = write(&desk, "e2", json!({ "path": "r.csv", "rows": [["new"]] }));
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    let inverse = landed.inverse.unwrap();
    let first = desk.data.revert("u3", &inverse).unwrap();
    assert_eq!(desk.data.revert("u3", &inverse).unwrap(), first);
    let is = path.metadata().unwrap();
    assert_eq!(text(&desk), "old\n");
    assert_eq!((is.permissions(), is.modified().unwrap()), (was.permissions(), was.modified().unwrap()));
}

#[test]
fn d2_e3_a_file_that_changed_is_left_as_it_is() {
    let desk = Desk::new();
    let order = desk.order(
        "e1",
        "data.write_csv",
        forecast_of(&desk, json!({ "path": "r.csv", "rows": [[1]] })).unwrap(),
    );
    fs::write(desk.dir.path().join("r.csv"), "mine\n").unwrap();
    assert_eq!(desk.data.apply(&order).unwrap_err().code, ErrorCode::Stale);
    assert_eq!(text(&desk), "mine\n");
    let landed = write(&desk, "e2", json!({ "path": "r.csv", "rows": [[2]] }));
    fs::write(desk.dir.path().join("r.csv"), "mine again\n").unwrap();
    let error = desk.data.revert("u1", &landed.inverse.unwrap()).unwrap_err();
    assert_eq!(error.code, ErrorCode::Stale);
    assert!(error.detail.is_some());
    assert_eq!(text(&desk), "mine again\n");
}

#[test]
fn d4_after_a_crash_the_file_itself_tells() {
    let desk = Desk::new();
    let order = desk.order(
        "e1",
        "data.write_csv",
        forecast_of(&desk, json!({ "path": "r.csv", "rows": [[1]] })).unwrap(),
    );
    assert_eq!(desk.data.check(&order).unwrap(), RecoveryState::NotBegun);
    desk.data.apply(&order).unwrap();
    assert!(matches!(desk.data.check(&order).unwrap(), RecoveryState::Landed(_)));
    fs::remove_file(desk.dir.path().join("r.csv")).unwrap();
    assert_eq!(desk.data.check(&order).unwrap(), RecoveryState::NotBegun);
    fs::write(desk.dir.path().join("r.csv"), "else\n").unwrap();
    assert!(matches!(desk.data.check(&order).unwrap(), RecoveryState::Unknown(_)));
}

#[test]
fn b5_writing_what_stands_already_is_a_no_op_and_links_are_followed_to_the_file() {
    let desk = Desk::new();
    fs::write(desk.dir.path().join("real.csv"), "1\n").unwrap();
    std::os::unix::fs::symlink("real.csv", desk.dir.path().join("link.csv")).unwrap();
    let forecast = forecast_of(&desk, json!({ "path": "link.csv", "rows": [[1]] })).unwrap();
    assert_eq!(forecast.facts.writes, [desk.path("real.csv")]);
    assert!(forecast.noop.is_some());
    let forecast =
        forecast_of(&desk, json!({ "path": "/tmp/countersign-never-written.csv", "rows": [[1]] })).unwrap();
    assert!(forecast.facts.outside);
}
