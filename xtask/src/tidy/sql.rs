//! Checks SQL parameters. `rusqlite` numbers `$1` by first appearance, PostgreSQL by its digits: both agree only if
//! first uses ascend without gaps.

use super::Finding;
use crate::tree::Tree;

/// Finds statements whose parameters first appear out of order.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files().filter(|f| f.path.starts_with("crates/countersign-store/")) {
        let mut statements: Vec<(usize, &str)> = Vec::new();
        if let Some(source) = &file.source {
            statements.extend(source.literals.iter().map(|l| (l.at, l.text.as_str())));
        } else if file.path.ends_with(".sql") {
            let mut at = 0;
            for statement in file.text.split_inclusive(';') {
                statements.push((at, statement));
                at += statement.len();
            }
        }
        for (at, statement) in statements {
            if let Some(what) = flaw(statement) {
                findings.push(Finding::at(file, at, what));
            }
        }
    }
    findings
}

/// Returns what is wrong with the order of parameters. A fragment may begin at any number, a whole statement at `$1`.
fn flaw(statement: &str) -> Option<String> {
    let mut firsts: Vec<usize> = Vec::new();
    for part in statement.split('$').skip(1) {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(n) = digits.parse()
            && !firsts.contains(&n)
        {
            firsts.push(n);
        }
    }
    let first = *firsts.first()?;
    if is_whole(statement) && first != 1 {
        return Some(format!("the first parameter of this statement is ${first}, not $1"));
    }
    let (n, expected) = firsts.iter().copied().zip(first..).find(|(n, expected)| n != expected)?;
    Some(format!("${n} is used where ${expected} is next: order the parameters by their first use"))
}

fn is_whole(statement: &str) -> bool {
    let verb = statement.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
    matches!(verb.as_str(), "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "WITH" | "REPLACE" | "MERGE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_out_of_order_are_found() {
        assert_eq!(flaw("SELECT a FROM t WHERE b = $1 AND c = $2 AND d = $1"), None);
        assert_eq!(flaw(" AND run = $3 AND tool = $4"), None);
        assert_eq!(flaw("costs 5 $ or so"), None);
        assert!(flaw("SELECT $2, $1").is_some());
        assert!(flaw("INSERT INTO t VALUES ($1, $3)").is_some());
        assert!(flaw("UPDATE t SET a = $2").is_some());
        assert!(flaw(" AND a = $4 AND b = $3").is_some());
    }

    #[test]
    fn statements_are_found_in_code_and_in_sql_files() {
        let found = |path: &str, text: &str| check(&Tree::of(&[(path, text)]));
        let code = "const A: &str = \"SELECT $1\";\nconst B: &str = \"SELECT $2, $1\";";
        assert_eq!(
            found("crates/countersign-store/src/sql.rs", code)[0].place,
            "crates/countersign-store/src/sql.rs:2"
        );
        assert_eq!(found("crates/countersign-store/src/a.sql", "SELECT $1;\nSELECT $2, $1;").len(), 1);
        assert!(found("crates/countersign-core/src/a.rs", code).is_empty());
    }
}
