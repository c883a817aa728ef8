//! Measures the cost of judging one call: class, rules, verdict.

use std::{fmt::Write, hint::black_box, time::Instant};

use countersign_core::{
    Error, Result,
    judge::{self, Case, Class, Facts, Policy},
    record::Doc,
};
use serde_json::{Value, json};

use crate::{
    report::{Report, Target, median},
    world,
};

const ROUNDS: usize = 11;
const CALLS: u32 = 2_000;

/// Measures the default policy, and one of twenty rules of which three match the called tool.
pub fn measure(report: &mut Report) -> Result<()> {
    report.add("judging, default policy", cost_us(&Policy::default()), "µs", Target::Below(25.0));
    let rules = Policy::parse(&twenty_rules(), &world::catalog())?;
    if rules.rules().len() != 20 {
        return Err(Error::bug("the policy does not have twenty rules"));
    }
    report.add("judging, 20 rules, 3 of them about the tool", cost_us(&rules), "µs", Target::None);
    Ok(())
}

fn twenty_rules() -> String {
    let mut text = String::from("version = 1\n");
    for i in 0..20 {
        let tools = if i < 3 { "task.*".to_owned() } else { format!("server{i}.*") };
        let _ = write!(
            text,
            "\n[[rule]]\nname = \"rule {i}\"\ntools = [\"{tools}\"]\n\
             when = 'args.title.startsWith(\"release {i}\") && facts.writes.exists(w, w.contains(\"prod\"))'\n\
             then = \"ask\"\n"
        );
    }
    text
}

fn cost_us(policy: &Policy) -> f64 {
    let facts = Facts::write("task t1-aaaa");
    let args: Doc =
        json!({"task": "t1-aaaa", "title": "Mend the login page"}).as_object().cloned().unwrap_or_default();
    let run = json!({"id": "r1-aaaa", "subject": "login", "cwd": "/bench"});
    let once = || judge_once(policy, &facts, &args, &run);
    let mut costs = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        for _ in 0..CALLS {
            black_box(once());
        }
        costs.push(begun.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS));
    }
    median(costs)
}

/// Runs the same steps as the gate, without its reads from the store.
fn judge_once(policy: &Policy, facts: &Facts, args: &Doc, run: &Value) -> judge::Verdict {
    let entry = policy.tool("task", "task.set_title");
    let class = judge::class_of(Class::Mutable, entry.and_then(|e| e.class), facts);
    let hits = policy.hits("task.set_title", class, facts, args, "agent", run);
    judge::judge(&Case {
        rehearsed: false,
        stage: None,
        trust: None,
        tainted: None,
        class,
        facts,
        known_tool: true,
        unaccepted: false,
        frozen: false,
        stopped: false,
        paused: false,
        hits: &hits,
        plan_step: None,
        grant: None,
        listed_hosts: policy.hosts(),
        evidence: None,
        by_policy: false,
    })
}
