//! What a person looks for in the inbox: words that must all occur, and `agent:`, `tool:`, `in:`, `risk:`, `older:`,
//! `newer:` and `for:` (who is to decide it) with a value.

use countersign_words::{Language, Words, say};
use serde_json::Value;

use crate::{
    error::{Error, Result},
    item::{Item, view::Waits},
    judge::RiskLevel,
    record::Doc,
    when,
};

/// The longest text.
pub const MOST: usize = 400;
/// How deep arguments are looked into.
const DEEP: usize = 8;

/// See the module.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Find {
    words: Vec<String>,
    agents: Vec<String>,
    tools: Vec<String>,
    paths: Vec<String>,
    /// Who is to decide it.
    persons: Vec<String>,
    risk: Option<RiskLevel>,
    /// In milliseconds.
    older: Option<u64>,
    newer: Option<u64>,
}

impl Find {
    /// Reads it; an empty text finds everything.
    pub fn parse(text: &str) -> Result<Self> {
        if text.chars().count() > MOST {
            return Err(Error::invalid(say!("op-find-too-long", most = MOST)).hint(say!("op-hint-find")));
        }
        let mut find = Self::default();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once(':').unwrap_or(("", word));
            let low = value.to_lowercase();
            match key {
                "agent" => find.agents.push(low),
                "tool" => find.tools.push(low),
                "in" => find.paths.push(low),
                "for" => find.persons.push(low),
                "risk" => find.risk = Some(risk(&low)?),
                "older" => find.older = Some(time(&low)?),
                "newer" => find.newer = Some(time(&low)?),
                // `https://…` and `C:` are words.
                _ => find.words.push(word.to_lowercase()),
            }
        }
        Ok(find)
    }

    /// Puts the caller in the place of `me`.
    pub fn asked_by(mut self, me: &str) -> Self {
        self.persons.iter_mut().filter(|p| *p == "me").for_each(|p| *p = me.to_lowercase());
        self
    }

    /// Whether an item is looked for.
    pub fn has_item(&self, item: &Item, now: u64) -> bool {
        let own = |texts: &mut dyn FnMut(&str)| {
            for text in [&item.id, &item.set, &item.run, &item.agent, &item.tool, &item.subject] {
                texts(text);
            }
            texts(item.summary.as_ref());
            item.human_summary.iter().for_each(|said| texts(said));
            of_args(&item.args, texts);
        };
        let in_args = |path: &String| {
            let mut found = false;
            let mut look = |text: &str| found = found || text.to_lowercase().contains(path.as_str());
            of_args(&item.args, &mut look);
            of_effects(item, &mut look);
            look(&item.subject);
            found
        };
        // Only where nothing else has the word: a summary is put together anew for each language.
        let besides = |texts: &mut dyn FnMut(&str)| {
            of_effects(item, texts);
            Language::ALL.iter().for_each(|language| texts(&Words::of(*language).say(&item.summary)));
        };
        self.fits(&item.agent, item.class.risk_level(), item.created_at, now)
            && self.tools.iter().all(|tool| item.tool.to_lowercase().contains(tool))
            && self.persons.iter().all(|p| is_for(item, p))
            && self.paths.iter().all(in_args)
            && self.has_words(own, besides)
    }

    /// Whether something else that waits is looked for: it has no tool and no arguments.
    pub fn has_other(&self, one: &Waits, now: u64) -> bool {
        let own = |texts: &mut dyn FnMut(&str)| {
            for text in [&one.id, &one.run, &one.agent] {
                texts(text);
            }
            texts(one.title.as_ref());
            texts(one.kind.as_str());
        };
        let title = one.title.to_string().to_lowercase();
        self.fits(&one.agent, one.risk_level, one.at, now)
            && self.tools.is_empty()
            && self.persons.is_empty()
            && self.paths.iter().all(|path| title.contains(path.as_str()))
            && self.has_words(own, |texts: &mut dyn FnMut(&str)| {
                Language::ALL.iter().for_each(|language| texts(&Words::of(*language).say(&one.title)));
            })
    }

    fn fits(&self, agent: &str, risk: RiskLevel, at: u64, now: u64) -> bool {
        let age = now.saturating_sub(at);
        self.agents.iter().all(|wanted| agent.to_lowercase().contains(wanted.as_str()))
            && self.risk.is_none_or(|wanted| wanted == risk)
            && self.older.is_none_or(|least| age >= least)
            && self.newer.is_none_or(|most| age <= most)
    }

    fn has_words(
        &self,
        texts: impl Fn(&mut dyn FnMut(&str)),
        besides: impl Fn(&mut dyn FnMut(&str)),
    ) -> bool {
        self.words.iter().all(|word| {
            let mut found = false;
            let mut look = |text: &str| found = found || text.to_lowercase().contains(word.as_str());
            texts(&mut look);
            if !found {
                besides(&mut |text| found = found || text.to_lowercase().contains(word.as_str()));
            }
            found
        })
    }
}

/// Whether an item was assigned to a person; `nobody` finds what was assigned to nobody.
fn is_for(item: &Item, person: &str) -> bool {
    match &item.assigned_to {
        Some(assigned) => assigned.to_lowercase() == person,
        None => person == "nobody",
    }
}

/// Gives the paths that an item would change, as far as its preview names them: what a rehearsal did too.
fn of_effects(item: &Item, texts: &mut dyn FnMut(&str)) {
    let preview = &item.preview;
    texts(preview.target.as_ref());
    preview.changes.iter().for_each(|change| texts(change.label.as_ref()));
    preview.lost.iter().for_each(|lost| texts(&lost.path));
    let headings = |line: &&str| {
        ["+++ ", "--- ", "rename from ", "rename to "].iter().any(|begin| line.starts_with(begin))
    };
    preview.diff.iter().flat_map(|diff| diff.lines().filter(headings)).for_each(texts);
}

/// Gives all texts of arguments.
fn of_args(args: &Doc, texts: &mut dyn FnMut(&str)) {
    args.values().for_each(|value| of_value(value, DEEP, texts));
}

fn of_value(value: &Value, deep: usize, texts: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => texts(text),
        Value::Array(list) if deep > 0 => list.iter().for_each(|one| of_value(one, deep - 1, texts)),
        Value::Object(fields) if deep > 0 => fields.values().for_each(|one| of_value(one, deep - 1, texts)),
        Value::Number(number) => texts(&number.to_string()),
        _ => {}
    }
}

fn risk(value: &str) -> Result<RiskLevel> {
    match value {
        "high" | "destructive" => Ok(RiskLevel::High),
        "medium" => Ok(RiskLevel::Medium),
        "low" | "read" => Ok(RiskLevel::Low),
        _ => Err(Error::invalid(say!("op-find-risk", value)).hint(say!("op-hint-find"))),
    }
}

fn time(value: &str) -> Result<u64> {
    when::duration_ms(value)
        .ok_or_else(|| Error::invalid(say!("op-find-time", value)).hint(say!("op-hint-find")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_words_and_what_has_a_name() {
        let find = Find::parse("  Deploy agent:codex risk:HIGH older:2h https://x.y in:src/ ").unwrap();
        assert_eq!(find.words, ["deploy", "https://x.y"]);
        assert_eq!(
            (find.agents.as_slice(), find.paths.as_slice()),
            (&["codex".to_owned()][..], &["src/".to_owned()][..])
        );
        assert_eq!((find.risk, find.older, find.newer), (Some(RiskLevel::High), Some(7_200_000), None));
        assert_eq!(Find::parse("").unwrap(), Find::default());
    }

    #[test]
    fn h1_what_cannot_be_meant_is_an_error_that_says_what_can() {
        let long = "x".repeat(MOST + 1);
        for bad in
            ["risk:huge", "older:soon", "older:", "newer:9", "older:é", "older:99999999999999999d", &long]
        {
            let e = Find::parse(bad).unwrap_err();
            assert!(e.hint.is_some_and(|hint| hint.to_string().contains("older:2h")), "{bad}");
        }
    }
}
