//! `cargo xtask quiet`: how often people would be asked. Runs sessions as agents have them, in real projects: directly,
//! behind the gate with the default policy, with a trusted folder, and in a stage. Results go to `docs/quiet.md`.

mod compare;
mod direct;
mod folder;
mod gate;
mod page;
mod session;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use session::Session;

use crate::steps;

/// What a command printed and how it ended.
#[derive(Debug, Clone, Default)]
pub struct Output {
    /// Its exit code; none if it has none, or if there was no result at all.
    pub code: Option<i64>,
    /// Standard output; none if it was too long to be kept whole.
    pub stdout: Option<String>,
    /// Standard error, likewise.
    pub stderr: Option<String>,
    /// Why there is no result.
    pub error: Option<String>,
    /// How long it took, with everything that the gate did.
    pub took: Duration,
    /// What a person was asked about it.
    pub asked: Option<Question>,
}

/// Why a person was asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The index in `gate::CAUSES`.
    pub cause: usize,
    /// The reasons, as the person reads them.
    pub why: String,
}

/// A way to run a session behind the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is set up.
    Defaults,
    /// A person trusts the project's folder.
    Trust,
    /// The run works in a stage, which lands at the end.
    Stage,
}

/// A session as it went behind the gate, compared with running it directly.
pub struct Measured {
    pub session: String,
    pub about: String,
    pub aside: bool,
    pub mode: Mode,
    pub commands: Vec<Compared>,
}

/// One command.
pub struct Compared {
    pub command: String,
    pub asked: Option<Question>,
    /// What was other than directly, in words.
    pub difference: Option<String>,
    /// How much longer it took than directly.
    pub added_ms: f64,
}

#[derive(Default)]
struct Options {
    all: bool,
    verbose: bool,
    only: Option<String>,
    mode: Option<Mode>,
    program: Option<PathBuf>,
}

fn options(args: &[&str]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "--all" => options.all = true,
            "--verbose" => options.verbose = true,
            "--only" => {
                options.only = Some(args.next().ok_or("--only needs the name of a session")?.to_string())
            }
            "--mode" => options.mode = Some(mode(args.next().copied().unwrap_or_default())?),
            "--program" => options.program = Some(args.next().ok_or("--program needs a path")?.into()),
            other => return Err(format!("quiet does not know `{other}`")),
        }
    }
    Ok(options)
}

fn mode(name: &str) -> Result<Mode, String> {
    match name {
        "defaults" => Ok(Mode::Defaults),
        "trust" => Ok(Mode::Trust),
        "stage" => Ok(Mode::Stage),
        _ => Err("--mode needs defaults, trust or stage".to_owned()),
    }
}

/// Runs the sessions, prints what was asked, and writes the page if all sessions were run.
pub fn run(root: &Path, args: &[&str]) -> Result<(), String> {
    let options = options(args)?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
    let program = match &options.program {
        Some(path) => path.canonicalize().map_err(|e| format!("cannot use {}: {e}", path.display()))?,
        None => {
            steps::cargo(root, &["build", "--package", "countersign"])?;
            target.join("debug/countersign")
        }
    };
    let mut notes = Vec::new();
    let mut modes = vec![Mode::Defaults];
    if knows_trust(&program) {
        modes.push(Mode::Trust);
    } else {
        notes.push("not measured with a trusted folder: this program has no `countersign trust`".to_owned());
    }
    modes.push(Mode::Stage);
    modes.retain(|mode| options.mode.is_none_or(|only| *mode == only));
    let mut measured = Vec::new();
    for session in session::all(&root.join("xtask/quiet/sessions"))? {
        let wanted =
            options.only.as_ref().map_or(options.all || !session.aside, |name| *name == session.name);
        if !wanted {
            continue;
        }
        if let Some(missing) = session.missing() {
            notes.push(format!("{} was left out: there is no {missing} here", session.name));
            continue;
        }
        measured.extend(measure(&session, &target.join("quiet"), &program, &modes)?);
    }
    let page = page::measured(&measured, &notes);
    print!("{page}");
    if options.verbose {
        print!("{}", page::questions(&measured));
    }
    if options.all && options.only.is_none() && options.mode.is_none() {
        page::write(&root.join("docs/quiet.md"), &(page + &page::differences(&measured)))?;
    } else {
        print!("{}", page::differences(&measured));
    }
    Ok(())
}

fn knows_trust(program: &Path) -> bool {
    Command::new(program).args(["trust", "--help"]).output().is_ok_and(|output| output.status.success())
}

/// Runs one session: twice directly, since what then differs says nothing, and in each mode.
fn measure(session: &Session, quiet: &Path, program: &Path, modes: &[Mode]) -> Result<Vec<Measured>, String> {
    let project = quiet.join("projects").join(&session.name);
    session.fetch(&project)?;
    let place = quiet.join("run").join(&session.name);
    let fresh = || session::fresh(&project, &place).map(|()| place.join("project"));
    eprintln!("{}: directly", session.name);
    let directly = || -> Result<_, String> {
        let at = fresh()?;
        Ok((direct::run(session, &at)?, folder::by_git(&at)?))
    };
    let ((first, left_first), (second, left_second)) = (directly()?, directly()?);
    let mut measured = Vec::new();
    for mode in modes.iter().copied() {
        eprintln!("{}: behind the gate, {mode:?}", session.name);
        let begun = Instant::now();
        let (gated, landing) = gate::run(session, &fresh()?, program, mode)?;
        eprintln!("{}: took {:.0} s", session.name, begun.elapsed().as_secs_f64());
        let directly = first.iter().zip(&second);
        let commands =
            session.commands.iter().zip(directly.zip(gated)).map(|(command, (directly, gated))| {
                let quicker = directly.0.took.min(directly.1.took);
                Compared {
                    command: command.clone(),
                    difference: compare::difference(directly.0, directly.1, &gated),
                    added_ms: (gated.took.as_secs_f64() - quicker.as_secs_f64()) * 1000.0,
                    asked: gated.asked,
                }
            });
        let (name, about) = (session.name.clone(), session.about.clone());
        let mut commands: Vec<Compared> = commands.collect();
        commands.extend(landing.map(|landing| Compared {
            command: "(landing)".to_owned(),
            asked: Some(landing.asked),
            difference:
                landing.error.or_else(|| folder::difference(&left_first, &left_second, &landing.left)),
            added_ms: landing.took.as_secs_f64() * 1000.0,
        }));
        measured.push(Measured { session: name, about, aside: session.aside, mode, commands });
    }
    fs::remove_dir_all(&place).map_err(|e| format!("cannot remove {}: {e}", place.display()))?;
    Ok(measured)
}
