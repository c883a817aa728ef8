//! Tests of the signed content.

use super::*;

#[test]
fn each_part_of_a_statement_changes_its_challenge() {
    let decide = |item: &str, digest: &str, decision| {
        Statement::Decide { item: item.into(), digest: digest.into(), decision }.challenge("ana", "n", 1)
    };
    let yes = DecisionWord::Confirmed;
    let statement = Statement::Decide { item: "i1".into(), digest: "d".into(), decision: yes };
    let all = [
        decide("i1", "d", yes),
        decide("i2", "d", yes),
        decide("i1", "e", yes),
        decide("i1d", "", yes),
        decide("i1", "d", DecisionWord::Rejected),
        statement.challenge("ben", "n", 1),
        statement.challenge("ana", "m", 1),
        statement.challenge("ana", "n", 2),
        Statement::Revoke { passkey: "i1".into() }.challenge("ana", "n", 1),
    ];
    let apart: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(apart.len(), all.len());
    assert_eq!(decode(&all[0], 32).unwrap().len(), 32);
}
