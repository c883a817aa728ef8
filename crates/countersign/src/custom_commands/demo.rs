//! `demo`: a scripted agent in a scratch folder. The engine, the store, rehearsals, the stage, undo and the log are
//! real; only the agent's lines are scripted. At a terminal a person answers with keys; elsewhere it plays itself.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{
    Actor, Engine, Error, ErrorCode, Origin, Request, Result, audit,
    call::propose::CallPropose,
    item::view::ItemView,
    judge::Policy,
    op::read_output,
    receipt::{Receipt, operations::ReceiptList},
    run::operations::RunStart,
    stage::land::StageDiff,
    store::Store,
};
use countersign_store::SqliteStore;
use countersign_tui::choose;
use countersign_words::{Message, say};
use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};

use super::decide;
use crate::{
    exit,
    home::Home,
    render::{Tone, View, shown},
    session,
    session::Session,
};

/// The most lines that are shown of a difference.
const DIFF: usize = 9;

/// What robin runs: something that changes nothing, something that does, and what it does on a stage.
const LOOKS: &str = "sh report.sh";
const CHANGES: &str = "sed -i s/1.0.0/1.1.0/ shop.toml && rm old.md";
const STAGED: [&str; 2] =
    ["echo '1.1.0: fewer files' > NEWS", "echo 'echo shop 1.1.0' > report.sh && sh report.sh"];

/// Adds `--yes`.
pub fn args(command: Command) -> Command {
    let yes = Arg::new("yes").long("yes").action(ArgAction::SetTrue);
    command.arg(yes.help(String::from(say!("command-arg-demo-yes"))))
}

/// Runs the demo, and removes its folder however it ends.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let is_left = leave_with_ctrl_c()?;
    let scratch = tempfile::Builder::new().prefix("countersign-demo-").tempdir().map_err(failed)?;
    let asks = decide::can_ask(session) && !matches.get_flag("yes");
    let played = Demo::new(session, scratch.path(), asks, is_left).and_then(|demo| demo.play());
    let played = match played {
        Err(Leave::Failed(error)) => Err(error),
        Err(Leave::Person) => {
            session.screen.note(&say!("command-demo-left"));
            Ok(exit::FAILED)
        }
        Ok(()) => Ok(exit::DONE),
    };
    scratch.close().map_err(failed)?;
    played
}

/// Notes Ctrl-C, so that the demo can end by itself and remove its folder. Every step of it is short.
fn leave_with_ctrl_c() -> Result<Arc<AtomicBool>> {
    crate::progress::leave_ctrl_c();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Error::bug)?;
    let mut pressed = {
        let _inside = runtime.enter();
        signal(SignalKind::interrupt()).map_err(Error::bug)?
    };
    let is_left = Arc::new(AtomicBool::new(false));
    let noted = is_left.clone();
    std::thread::spawn(move || {
        runtime.block_on(pressed.recv());
        noted.store(true, Ordering::SeqCst);
    });
    Ok(is_left)
}

fn failed(e: io::Error) -> Error {
    Error::new(ErrorCode::Store, say!("command-demo-unusable", error = e))
}

/// Why a demo ends before its end.
enum Leave {
    /// The person left it.
    Person,
    /// Something failed.
    Failed(Error),
}

impl From<Error> for Leave {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

type Played<T = ()> = std::result::Result<T, Leave>;

struct Demo<'a> {
    session: &'a Session,
    engine: Engine,
    origin: Origin,
    workspace: PathBuf,
    asks: bool,
    is_left: Arc<AtomicBool>,
}

impl<'a> Demo<'a> {
    fn new(session: &'a Session, scratch: &Path, asks: bool, is_left: Arc<AtomicBool>) -> Played<Self> {
        let scratch = scratch.canonicalize().map_err(failed)?;
        let workspace = scratch.join("shop");
        lay_out(&workspace).map_err(failed)?;
        let home = Home::locate(Some(scratch.join("home").into()))?;
        home.create()?;
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&home.database())?);
        let world = home.builtins(vec![workspace.clone()], &[]);
        let engine = session::engine(store, session::setup(Policy::default()), world);
        let cwd = Some(workspace.display().to_string());
        let origin = Origin { cwd, language: session.screen.language(), ..Origin::from("demo") };
        Ok(Self { session, engine, origin, workspace, asks, is_left })
    }

    fn call(&self, actor: Actor, op: &str, input: Value) -> Played<Value> {
        if self.is_left.load(Ordering::SeqCst) {
            return Err(Leave::Person);
        }
        let request = Request { actor, op: op.to_owned(), input, key: None, origin: self.origin.clone() };
        let answer = self.engine.call(request)?.value;
        if self.is_left.load(Ordering::SeqCst) { Err(Leave::Person) } else { Ok(answer) }
    }

    fn robin(&self, op: &str, input: Value) -> Played<Value> {
        self.call(Actor::agent("robin"), op, input)
    }

    fn you(&self, op: &str, input: Value) -> Played<Value> {
        self.call(Actor::person("you"), op, input)
    }

    /// Lets robin run a command, and prints both.
    fn runs(&self, command: &str) -> Played<Value> {
        self.print(&format!("  {} {command}", self.view().paint.dim("robin$")))?;
        self.robin("call.propose", json!({"tool": "shell.run", "args": {"command": command}}))
    }

    fn view(&self) -> View {
        self.session.screen.view()
    }

    fn print(&self, text: &str) -> Played {
        if !self.session.screen.json {
            self.session.screen.text(text)?;
        }
        Ok(())
    }

    /// Prints a heading after an empty line.
    fn tell(&self, message: &Message) -> Played {
        self.print(&format!("\n{}", self.view().paint.strong(&self.session.screen.say(message))))
    }

    fn play(&self) -> Played {
        self.print(&self.session.screen.say(&say!("command-demo-begin", path = self.workspace.display())))?;
        self.tell(&say!("command-demo-rehearsed"))?;
        let seen = read_output::<CallPropose>(self.runs(LOOKS)?)?;
        self.print(&format!("  {}", shown(seen.result["stdout"].as_str().unwrap_or_default().trim_end())))?;
        self.tell(&say!("command-demo-waits"))?;
        let held = read_output::<CallPropose>(self.runs(CHANGES)?)?;
        let item = held.item.ok_or_else(|| Error::bug("what changes files waits"))?;
        self.change(&item)?;
        let staged = self.stage()?;
        self.undo()?;
        self.log(&staged)
    }

    fn change(&self, item: &ItemView) -> Played {
        let shown = self.you("show", json!({"id": item.id}))?;
        let diff = shown["item"]["preview"]["diff"].as_str().unwrap_or_default().to_owned();
        self.differs(&diff)?;
        let answer = match self.ask(&say!("command-demo-ask-land"))? {
            true => self.you("item.confirm", json!({"id": item.id, "typed": item.typed}))?,
            false => self.you("item.reject", json!({"id": item.id}))?,
        };
        self.ended(&answer["message"])
    }

    /// Returns the run that worked on the stage.
    fn stage(&self) -> Played<String> {
        self.tell(&say!("command-demo-stage"))?;
        let run = read_output::<RunStart>(self.robin("run.start", json!({"stage": true}))?)?;
        let stage = run.stage.ok_or_else(|| Error::bug("a staged run has a stage"))?;
        for command in STAGED {
            self.runs(command)?;
        }
        let diff = read_output::<StageDiff>(self.you("stage.diff", json!({"id": stage}))?)?;
        self.differs(diff.preview.diff.as_deref().unwrap_or_default())?;
        let answer = match self.ask(&say!("command-demo-ask-land"))? {
            true => {
                self.you("stage.land", json!({"id": stage, "digest": diff.digest, "typed": diff.typed}))?
            }
            false => Value::Null,
        };
        self.ended(&answer["message"])?;
        self.robin("run.end", json!({"id": run.id}))?;
        self.you("stage.drop", json!({"id": stage}))?;
        Ok(run.id)
    }

    fn undo(&self) -> Played {
        let receipts = read_output::<ReceiptList>(self.you("receipt.list", json!({}))?)?.receipts;
        let Some(last) = receipts.iter().find(|receipt| receipt.undo_action.is_some()) else { return Ok(()) };
        self.tell(&say!("command-demo-undo"))?;
        if self.ask(&say!("command-demo-ask-undo"))? {
            let answer = self.you("receipt.undo", json!({"id": last.id}))?;
            self.ended(&answer["message"])?;
        }
        Ok(())
    }

    /// Lists what landed; calls of the staged run did so only on its stage.
    fn log(&self, staged: &str) -> Played {
        self.tell(&say!("command-demo-log"))?;
        let (view, receipts) = (self.view(), self.you("receipt.list", json!({}))?);
        let landed =
            |receipt: &Receipt| receipt.run.as_deref() != Some(staged) || receipt.tool != "shell.run";
        for receipt in read_output::<ReceiptList>(receipts)?.receipts.into_iter().filter(landed) {
            let mark = if receipt.undone.is_some() { "↶" } else { "✓" };
            let summary = self.near(&self.session.screen.say(&receipt.summary));
            self.print(&format!("  {mark} {} {}", view.paint.dim(&view.time(receipt.at)), shown(&summary)))?;
        }
        let setup = self.engine.setup();
        let mut found = None;
        self.engine.store().view(&mut |base| {
            found = Some(audit::verify(base, &setup, &[], None)?);
            Ok(())
        })?;
        let found = found.ok_or_else(|| Error::bug("verifying did not run"))?;
        if !found.ok {
            return Err(Error::bug("the demo's own log does not verify").into());
        }
        if self.session.screen.json {
            self.session.screen.value(&json!({"ok": true, "events": found.events}))?;
        }
        self.print(&self.session.screen.say(&say!("command-demo-whole", n = found.events)))?;
        self.print(&format!("\n{}", self.session.screen.say(&say!("command-demo-end"))))
    }

    /// Asks the person; by itself the answer is yes.
    fn ask(&self, question: &Message) -> Played<bool> {
        let (view, question) = (self.view(), self.session.screen.say(question));
        if !self.asks {
            self.print(&format!("  {question} {}", view.t("tui-key-yes")))?;
            return Ok(true);
        }
        let keys = [('y', view.t("tui-key-yes")), ('n', view.t("tui-key-no"))];
        match choose(&format!("  {question}"), &keys)? {
            Some(key) => Ok(key == 'y'),
            None => Err(Leave::Person),
        }
    }

    /// Prints the lines of a difference, with paths as one would type them.
    fn differs(&self, diff: &str) -> Played {
        let paint = self.view().paint;
        let lines: Vec<&str> = diff.lines().filter(|line| !line.starts_with("@@")).collect();
        for line in lines.iter().take(DIFF) {
            let text = shown(&self.near(line));
            let text = match line.chars().next() {
                Some('+') => paint.tone(Tone::Good, &text),
                Some('-') => paint.tone(Tone::Bad, &text),
                _ => text,
            };
            self.print(&format!("    {text}"))?;
        }
        if lines.len() > DIFF { self.print("    …") } else { Ok(()) }
    }

    fn near(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.workspace.display()), "")
    }

    fn ended(&self, message: &Value) -> Played {
        match message.as_str().filter(|text| !text.is_empty()) {
            Some(text) => self.print(&format!("  {}", shown(&self.near(text)))),
            None => Ok(()),
        }
    }
}

fn lay_out(workspace: &Path) -> io::Result<()> {
    fs::create_dir_all(workspace)?;
    fs::write(workspace.join("shop.toml"), "name = \"shop\"\nversion = \"1.0.0\"\n")?;
    fs::write(workspace.join("old.md"), "# What nobody needs\n")?;
    fs::write(workspace.join("report.sh"), "echo shop 1.0.0\n")
}
