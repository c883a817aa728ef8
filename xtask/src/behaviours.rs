//! The behaviours that tests name by number, and the page that lists the tests of each.

use std::fmt::Write;

use crate::tree::Tree;

/// The path of the generated page.
pub const PAGE: &str = "docs/behaviours.md";

/// One numbered behaviour.
pub struct Behaviour {
    /// Its number (`B5`).
    pub number: &'static str,
    /// A short title.
    pub title: &'static str,
    /// Whether it is claimed to work; then it needs at least one test.
    pub claimed: bool,
}

const fn claimed(number: &'static str, title: &'static str) -> Behaviour {
    Behaviour { number, title, claimed: true }
}

const fn to_come(number: &'static str, title: &'static str) -> Behaviour {
    Behaviour { number, title, claimed: false }
}

/// All of them, in order.
pub const BEHAVIOURS: &[Behaviour] = &[
    claimed("A1", "a read runs at once and is logged as automatic"),
    claimed(
        "A2",
        "what changes something asks with a preview, what destroys with a warning and typed confirmation",
    ),
    claimed("A3", "what is unknown or broken is asked about or refused, never run"),
    claimed("A4", "what an agent says of itself never lowers anything"),
    claimed("A5", "some things are always asked about"),
    claimed("A6", "every path goes through the same gate"),
    claimed("A7", "every verdict carries reasons, facts and the row that gave it"),
    claimed("A8", "modes govern what a step would otherwise ask"),
    claimed("A9", "confidence comes from evidence, in integers"),
    claimed("A10", "timed approval proceeds only when nobody objects"),
    claimed("A11", "learned patterns never loosen anything by themselves"),
    claimed("A12", "sending data out asks unless the host is listed"),
    claimed(
        "A13",
        "every command of an agent runs in a world unless something with authority said yes to more",
    ),
    claimed("A14", "in a trusted folder, changes with exact undo land at once"),
    claimed("A15", "a run that has read secrets or foreign text asks before it sends"),
    claimed("A16", "caches, scratch and ignored build folders are never asked about"),
    claimed("B1", "a held call becomes an item of the run's open change set"),
    claimed("B2", "batch tools come apart into one item per element"),
    claimed("B3", "the agent's summary is a claim, apart from the facts"),
    claimed("B4", "arguments are validated when proposed"),
    claimed("B5", "no-ops are suppressed, invented ids rejected"),
    claimed("B6", "duplicates are blocked, and a person can lift that"),
    claimed("B7", "a full set starts another, and runs nothing"),
    claimed("B8", "items may depend on earlier ones"),
    claimed("B9", "an agent may retract its open proposals"),
    claimed("B10", "each run has its own sets"),
    claimed("B11", "what nobody decides expires"),
    claimed("B12", "one notification per run and subject"),
    claimed("B13", "agents are told of undo, rollback and expiry of what they did"),
    claimed(
        "B14",
        "what a parent's result puts into a child is judged and shown again before the child can be confirmed",
    ),
    claimed("C1", "only persons decide"),
    claimed("C2", "a decision carries the digest that was seen, and counts once"),
    claimed("C3", "confirming several goes in order and gives a result for each"),
    claimed("C4", "an edit is validated, judged and previewed again"),
    claimed("C5", "reject with a reason, defer, dismiss"),
    claimed("C6", "\"always\" makes a grant over facts, limited and revocable"),
    claimed("C7", "a decision can be withdrawn until it had consequences"),
    claimed("C8", "a rule may ask for several approvers"),
    claimed("C9", "a person may claim an item for a while"),
    claimed("C10", "several approvers are several humans"),
    claimed("C11", "a person sets mode, threshold and trust from any surface"),
    claimed("D1", "the intent is durable before the effect, the result after"),
    claimed("D2", "everything is checked again just before the effect"),
    claimed("D3", "a failed dispatch returns the item with the error"),
    claimed("D4", "killed at any point, every item is in one legal state"),
    claimed("D5", "only idempotent or keyed calls are retried by themselves"),
    claimed("D6", "a failed notification undoes nothing"),
    claimed("D7", "freeze stops new effects"),
    claimed("D8", "what landed is never reported as failed"),
    claimed("E1", "every landed effect gives a receipt"),
    claimed("E2", "state is captured before the effect"),
    claimed("E3", "undo takes an exact handle, and refuses when stale"),
    claimed("E4", "a person's undo is the decision, an agent's a proposal"),
    claimed("E5", "a run rolls back in reverse order, and can be resumed"),
    claimed("E6", "a handle stays, is shown disabled, or is gone"),
    claimed("E7", "deleted files go to the trash"),
    claimed("E8", "reruns pass the gate"),
    claimed("E9", "what undo covers: files, the store, declared inverses"),
    to_come("E10", "the same handle in every place that offers undo"),
    claimed("E11", "an answer can be taken back until it was delivered"),
    claimed("E12", "links undo by the state of the pair"),
    claimed("E13", "stale is computed when a receipt is shown"),
    claimed("E14", "where the target moved, undo is offered as a merge"),
    claimed("E15", "every answer that landed something carries its handle"),
    claimed("F1", "approving a plan covers exactly its steps"),
    claimed("F2", "read steps flow, others pause"),
    claimed("F3", "a failed step pauses and explains"),
    claimed("F4", "steering arrives in order, once"),
    claimed("F5", "the first answer to a question wins"),
    claimed("F6", "working sets, each change undoable"),
    claimed("G1", "one hash-chained log in which any edit shows"),
    claimed("G2", "secrets are redacted, and retention keeps the chain"),
    claimed("G3", "the log can be queried, summed up and exported"),
    claimed(
        "G4",
        "a log whose bodies, changes, views or schema were altered beyond retention does not verify",
    ),
    claimed("H1", "facts first, the agent's words second"),
    claimed("H2", "hidden and look-alike characters are made visible"),
    claimed("H3", "nothing dangerous hides past a fold"),
    claimed("H4", "floods are limited and grouped"),
    claimed("H5", "one inbox, ordered by risk"),
    claimed("H6", "nobody decides by accident"),
    claimed("H7", "what was not shown whole says so and has no one-key yes"),
    claimed("H8", "a person in a terminal is told within a second and answers with one key"),
    claimed("I1", "the agent reads the person's recent decisions"),
];

/// A test whose name begins with behaviour numbers.
pub struct NamedTest {
    /// The numbers (`B5`).
    pub numbers: Vec<String>,
    /// Its name.
    pub name: String,
    /// Its file.
    pub path: String,
}

/// Collects all tests that name a behaviour, by file.
pub fn tests(tree: &Tree) -> Vec<NamedTest> {
    let mut found = Vec::new();
    for (file, source) in tree.rust() {
        for function in source.functions().iter().filter(|f| f.is_test) {
            let numbers = numbers(function.name);
            if !numbers.is_empty() {
                found.push(NamedTest { numbers, name: function.name.to_owned(), path: file.path.clone() });
            }
        }
    }
    found
}

/// Parses the numbers at the start of a name: `b2_b7_a_long_batch` gives B2 and B7.
fn numbers(name: &str) -> Vec<String> {
    let is_number = |part: &&str| {
        let digits = part.strip_prefix(|c| ('a'..='i').contains(&c)).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    name.split('_').take_while(is_number).map(str::to_uppercase).collect()
}

/// Renders the page: each behaviour that is claimed or tested, and its tests.
pub fn page(tree: &Tree) -> String {
    let tests = tests(tree);
    let mut page = String::from(
        "# Behaviours and the tests that show them\n\n\
         Generated by `cargo xtask docgen` from the names of the tests; do not edit.\n\n\
         | number | behaviour | tests |\n|---|---|---|\n",
    );
    for Behaviour { number, title, .. } in BEHAVIOURS {
        let named: Vec<String> = tests
            .iter()
            .filter(|t| t.numbers.iter().any(|n| n == number))
            .map(|t| format!("[`{}`](../{})", t.name, t.path))
            .collect();
        if !named.is_empty() {
            let _ = writeln!(page, "| {number} | {title} | {} |", named.join("<br>"));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_beginning_of_a_name() {
        assert_eq!(numbers("b5_a_no_op_is_suppressed"), ["B5"]);
        assert_eq!(numbers("b2_b10_two_at_once"), ["B2", "B10"]);
        assert!(numbers("a_read_of_b5_runs").is_empty());
        assert!(numbers("e2e_story").is_empty());
    }

    #[test]
    fn the_page_lists_each_behaviour_with_its_tests() {
        let tree =
            Tree::of(&[("crates/x/src/lib.rs", "#[test]\nfn a1_reads_run() {}\n#[test]\nfn b1_a1_too() {}")]);
        let page = page(&tree);
        assert!(page.contains("[`a1_reads_run`](../crates/x/src/lib.rs)<br>[`b1_a1_too`]"));
        assert!(page.contains("| B1 |") && !page.contains("| B2 |"));
    }
}
