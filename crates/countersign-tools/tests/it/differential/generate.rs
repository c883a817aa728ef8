//! Generates the command line of a case.

use std::path::Path;

use super::{grammar::Grammar, mutate, mutate::Lines, random::Random};

/// Variables of the grammar, set in lines that use them.
const VARIABLES: &[(&str, &str)] = &[("FILE", "a.txt"), ("INDEX", "'arr[$(touch p)]'")];

/// Generates command lines, each from its seed and number alone.
pub struct Generator {
    grammar: Grammar,
    lines: Lines,
}

impl Generator {
    /// Loads the tables and the labelled lines of the analysis.
    pub fn new() -> Self {
        let analysis = Path::new(env!("CARGO_MANIFEST_DIR")).join("../countersign-analysis");
        let grammar = Grammar::load(&analysis.join("tables"));
        let lines = Lines::load(&analysis.join("corpus"), &grammar);
        Self { grammar, lines }
    }

    /// Returns the line of a case.
    pub fn line(&self, seed: usize, case: usize) -> String {
        let mut random = Random::of_case(seed as u64, case as u64);
        let line = match random.percent(30) {
            true => self.lines.mutated(&self.grammar, &mut random),
            false => self.grammar.line(&mut random),
        };
        let line = if random.percent(8) { mutate::marked(&line, &mut random) } else { line };
        let set = VARIABLES.iter().filter(|(name, _)| line.contains(name));
        set.map(|(name, value)| format!("{name}={value}; ")).chain([line.clone()]).collect()
    }
}
