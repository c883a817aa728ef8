//! Mutates command lines: inserts, swaps and removes words and operators, and changes quoting.

use std::{fs, path::Path};

use super::{grammar::Grammar, random::Random};

/// Text with a meaning to a shell.
const MARKS: &[&str] = &[
    "'",
    "\"",
    "\\",
    "`",
    "$",
    "$(",
    ")",
    "(",
    "{",
    "}",
    "${",
    "[",
    "]",
    "$((",
    "))",
    ";",
    "&",
    "|",
    "&&",
    "||",
    "<",
    ">",
    ">>",
    "<<<",
    "<(",
    ">(",
    "#",
    "!",
    "*",
    "?",
    "~",
    "=",
    "+=",
    "\n",
    " ",
    "\t",
    "--",
    "-",
    "$'",
    "$\"",
    ":",
    "@",
    "%",
    ",",
    "..",
    "{a,b}",
    "2>&1",
    ">/dev/null",
    "<<E\n",
    "\nE\n",
    "\\\n",
];
/// Separators of commands.
const JOINTS: &[&str] = &[" ; ", " && ", " || ", " | ", "\n", " & ", " |& "];

/// The original lines.
pub struct Lines {
    /// Those that change nothing.
    harmless: Vec<String>,
    /// All others.
    others: Vec<String>,
}

impl Lines {
    /// Reads the labelled lines in a folder and adds the tables' examples.
    pub fn load(corpus: &Path, grammar: &Grammar) -> Self {
        let read = |name: &str| -> Vec<String> {
            let text = fs::read_to_string(corpus.join(name)).unwrap();
            let parsed = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
            parsed.map(|line| line["command"].as_str().unwrap().to_owned()).collect()
        };
        let mut others = grammar.examples.clone();
        for name in ["changing.jsonl", "destroying.jsonl", "hiding.jsonl"] {
            others.extend(read(name));
        }
        Self { harmless: read("harmless.jsonl"), others }
    }

    /// Returns a mutated harmless line.
    pub fn mutated(&self, grammar: &Grammar, random: &mut Random) -> String {
        let mut line = match random.percent(75) {
            true => random.one(&self.harmless).clone(),
            false => random.one(&self.others).clone(),
        };
        for _ in 0..=random.below(3) {
            line = self.change(&line, grammar, random);
        }
        line
    }

    fn change(&self, line: &str, grammar: &Grammar, random: &mut Random) -> String {
        let mut words = words(line);
        let at = random.below(words.len().max(1));
        let other = |random: &mut Random| {
            let line = if random.percent(60) { random.one(&self.others) } else { random.one(&self.harmless) };
            self::words(line).iter().map(|w| w.trim().to_owned()).collect::<Vec<_>>()
        };
        match random.below(13) {
            0 => {
                let from = other(random);
                words.insert(at, format!("{} ", random.one(&from)));
            }
            1 => {
                let from = other(random);
                words[at] = format!("{} ", random.one(&from));
            }
            2 => words[at] = format!("{} ", grammar.part("hidden", 3, random)),
            3 => words.insert(at, format!("{} ", grammar.part("hidden", 3, random))),
            4 => drop(words.remove(at)),
            5 => {
                let to = random.below(words.len());
                words.swap(at, to);
            }
            6 => {
                let tail = other(random);
                let from = random.below(tail.len());
                words.truncate(at + 1);
                words.push(format!(" {}", tail[from..].join(" ")));
            }
            7 => words.insert(0, format!("{}; ", grammar.part("state", 3, random))),
            8 => words.push(format!("{}{}", random.pick(JOINTS), random.one(&self.harmless))),
            9 => words.insert(at, format!("{} ", grammar.part("option", 3, random))),
            10 => words[at] = disguised(&words[at], random),
            11 => words.push(format!(" {}", grammar.part("redirect", 3, random))),
            _ => return marked(line, random),
        }
        words.concat()
    }
}

/// Inserts, removes or doubles text with a meaning to a shell.
pub fn marked(line: &str, random: &mut Random) -> String {
    let places: Vec<usize> = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
    let at = *random.one(&places);
    let (before, after) = line.split_at(at);
    match random.below(4) {
        0 | 1 => format!("{before}{}{after}", random.pick(MARKS)),
        2 => format!("{before}{}", after.chars().skip(1).collect::<String>()),
        _ => format!("{before}{}{after}", after.chars().take(1).collect::<String>()),
    }
}

/// Writes a word differently with the same meaning to a shell.
fn disguised(word: &str, random: &mut Random) -> String {
    let plain = word.trim_end();
    let space = &word[plain.len()..];
    let middle = plain.char_indices().map(|(at, _)| at).nth(plain.chars().count() / 2).unwrap_or(0);
    let (before, after) = plain.split_at(middle);
    match random.below(7) {
        0 => format!("{before}\"\"{after}{space}"),
        1 => format!("{before}\\{after}{space}"),
        2 => format!("{before}''{after}{space}"),
        3 => format!("${{u}}{plain}{space}"),
        4 => format!("\"{plain}\"{space}"),
        5 => format!("{before}$u{after}{space}"),
        _ => format!("{{{plain},}}{space}"),
    }
}

/// Returns the words of a line, each with the space after it.
pub fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = line.split_inclusive([' ', '\n']).map(str::to_owned).collect();
    if words.is_empty() {
        words.push(String::new());
    }
    words
}
