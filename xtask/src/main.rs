//! The project's chores: `cargo xtask test | tidy | docgen | documents | docs | recording | corpus | soak | conformance | bench | quiet | packages | frameworks | dist`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool for developers")]

mod agents;
mod behaviours;
mod conformance;
mod dist;
mod docgen;
mod documents;
mod installed;
#[cfg(test)]
mod operations;
mod packages;
mod quick;
mod quiet;
mod recording;
mod reference;
mod schemathesis;
mod site;
mod soak;
mod source;
mod steps;
mod tidy;
mod tree;

use std::{env, process::ExitCode};

use tree::Tree;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test             everything that must pass: format, tidy, clippy, tests, doc tests, schemathesis, licences
  test --quick     format, tidy and the tests that matter for what has changed since the last commit; says what it left out
  tidy             the rules of ARCHITECTURE.md that no compiler checks
  docgen           writes the pages of docs/ that are generated (behaviours, documents, operations, settings, codes) and openapi.json
  docs             builds the documentation as a site, target/site/index.html, and checks every link
  recording [--program PATH]
                   runs `countersign demo` and draws it: docs/img/demo.svg, the picture of the README
  documents [--run]
                   checks that each statement of the founding documents has tests, and writes docs/documents.md; --run runs them
  corpus [DIR]     judges the labelled command lines, and prints the misses by class; DIR has others of the same form
  soak             kills, random cases, every page with axe and a million generated commands, and writes docs/soak.md
  install          brings the servers and agents from npm and PyPI that tests run with, into target/
  conformance      runs the protocol's official suite against the gateway, and writes docs/conformance.md
  schemathesis     throws requests at the HTTP API that fit its document, and ones that do not
  packages         runs the tests of packages/ against a real daemon
  frameworks [NAME]
                   runs each adapter of packages/ with its real framework and a scripted model, and writes docs/frameworks.md
  dist             builds the program as it is shipped, target/dist/countersign: in the order, and with the effort, that
                   suits what is done most, which a first build counted
  bench [--dist] [--full]
                   measures, prints a table and writes docs/bench.md; --dist measures the program as it is shipped; --full goes
                   to a million events; --files, --small, --commands, --daemon, --gateway, --pages, --rehearsal and --web
                   only measure and print what those cost
  agents [--only NAME]… [--part session|trusted|scenes|broken] [--inbox] [--program PATH]
                   starts real agents with our hook against a scripted model, prints what they did and writes
                   docs/agents.md; with --only, only their part of it
  quiet [--all] [--only NAME] [--verbose] [--program PATH]
                   runs sessions of agents in real projects, directly and behind the gate, and prints how often a person was
                   asked and what differed; --all runs those kept aside, too, and writes docs/quiet.md
";

/// Flags of the bench; checked here, since building takes minutes.
const BENCH_FLAGS: [&str; 10] = [
    "--full",
    "--files",
    "--small",
    "--commands",
    "--daemon",
    "--gateway",
    "--pages",
    "--rehearsal",
    "--team",
    "--web",
];

fn is_bench(flags: &[&str]) -> bool {
    matches!(flags, []) || matches!(flags, [flag] if BENCH_FLAGS.contains(flag))
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let root = tree::repo_root();
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => steps::test(&root),
        ["test", "--quick"] => quick::run(&root),
        ["tidy"] => Tree::load(&root).and_then(|tree| tidy::report(&tree)),
        ["docgen"] => docgen::write(&root),
        ["docs"] => site::build(&root),
        ["recording"] => recording::run(&root, None),
        ["recording", "--program", program] => recording::run(&root, Some(program)),
        ["documents", rest @ ..] if matches!(rest, [] | ["--run"]) => documents::now(&root, rest),
        ["corpus"] => steps::corpus(&root, None),
        ["corpus", dir] => steps::corpus(&root, Some(dir)),
        ["soak"] => soak::run(&root),
        ["install"] => installed::now(&root),
        ["conformance"] => conformance::run(&root),
        ["schemathesis"] => schemathesis::run(&root).map(drop),
        ["packages"] => packages::step(&root).map(drop),
        ["frameworks"] => packages::frameworks(&root, None),
        ["frameworks", only] => packages::frameworks(&root, Some(only)),
        ["dist"] => dist::run(&root),
        ["agents", rest @ ..] => agents::run(&root, rest),
        ["quiet", rest @ ..] => quiet::run(&root, rest),
        ["bench", "--dist", rest @ ..] if is_bench(rest) => dist::bench(&root, rest),
        ["bench", rest @ ..] if is_bench(rest) => steps::bench(&root, rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        other => {
            eprintln!("error: xtask does not know `{}`\n\n{USAGE}", other.join(" "));
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
