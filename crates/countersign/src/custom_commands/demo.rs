//! `demo`: a scripted agent in a scratch folder. The engine, the store, the file tools, undo and the log are real; only
//! the agent's lines are scripted.

use std::{
    fs, io,
    io::{BufRead, Write as _},
    path::Path,
    sync::Arc,
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{
    Actor, Engine, Error, Origin, Request, Result, audit,
    call::propose::CallPropose,
    item::view::ItemView,
    judge::Policy,
    op::read_output,
    receipt::operations::ReceiptList,
    show::{self, Show},
    store::Store,
};
use countersign_store::SqliteStore;
use countersign_words::{Message, say};
use serde_json::{Value, json};

use crate::{exit, home::Home, session, session::Session};

/// Adds `--yes`.
pub fn args(command: Command) -> Command {
    let yes = Arg::new("yes").long("yes").action(ArgAction::SetTrue);
    command.arg(yes.help(String::from(say!("command-arg-demo-yes"))))
}

/// The scripted agent's proposals, and a careful person's replies.
static SCRIPT: &[(&str, &str, &str, Reply)] = &[
    (
        "filesystem.edit_file",
        r##"{"path": "README.md", "edits": [{"old_text": "# Teh tool", "new_text": "# The tool"}]}"##,
        "Fix the typo in the title",
        Reply::Yes,
    ),
    (
        "filesystem.write_file",
        r##"{"path": "CHANGES.md", "content": "# Changes\n\n- The title is spelt right.\n"}"##,
        "Add a change log",
        Reply::Yes,
    ),
    ("filesystem.move_file", r##"{"from": "notes.txt", "to": "docs/notes.txt"}"##, "Tidy up", Reply::Yes),
    (
        "filesystem.delete_file",
        r##"{"path": "ledger.csv"}"##,
        "Format the ledger",
        Reply::No(say!("command-demo-accounting")),
    ),
];

#[derive(Clone)]
enum Reply {
    Yes,
    /// Why not.
    No(Message),
}

/// Runs the demo.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let scratch = tempfile::Builder::new().prefix("countersign-demo-").tempdir().map_err(failed)?;
    let workspace = scratch.path().join("workspace");
    lay_out(&workspace).map_err(failed)?;
    let stage = Stage::new(session, scratch.path(), &workspace, matches.get_flag("yes"))?;
    stage.play()?;
    stage.say(&say!("command-demo-end", path = scratch.path().display()))?;
    Ok(exit::DONE)
}

fn failed(e: io::Error) -> Error {
    Error::new(countersign_core::ErrorCode::Store, say!("command-demo-unusable", error = e))
}

fn lay_out(workspace: &Path) -> io::Result<()> {
    fs::create_dir_all(workspace.join("docs"))?;
    fs::write(workspace.join("README.md"), "# Teh tool\n\nIt does one thing well.\n")?;
    fs::write(workspace.join("notes.txt"), "Call Ben about the release.\n")?;
    fs::write(workspace.join("ledger.csv"), "day,amount\n2026-11-01,120\n2026-11-02,80\n")
}

struct Stage<'a> {
    session: &'a Session,
    engine: Engine,
    origin: Origin,
    yes: bool,
}

impl<'a> Stage<'a> {
    fn new(session: &'a Session, scratch: &Path, workspace: &Path, yes: bool) -> Result<Self> {
        let home = Home::locate(Some(scratch.join("home").into()))?;
        home.create()?;
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&home.database())?);
        let engine = session::engine(
            store,
            session::setup(Policy::default()),
            home.builtins(vec![workspace.to_path_buf()], &[]),
        );
        let cwd = Some(workspace.display().to_string());
        let origin = Origin { cwd, language: session.screen.language(), ..Origin::from("demo") };
        Ok(Self { session, engine, origin, yes })
    }

    fn call(&self, actor: Actor, op: &str, input: Value) -> Result<Value> {
        let request = Request { actor, op: op.to_owned(), input, key: None, origin: self.origin.clone() };
        Ok(self.engine.call(request)?.value)
    }

    fn agent(&self, tool: &str, args: Value, says: &str) -> Result<Value> {
        let input = json!({"tool": tool, "args": args, "human_summary": says});
        self.call(Actor::agent("robin"), "call.propose", input)
    }

    fn you(&self, op: &str, input: Value) -> Result<Value> {
        self.call(Actor::person("you"), op, input)
    }

    /// Prints a message after an empty line.
    fn say(&self, message: &Message) -> Result<()> {
        if self.session.screen.json {
            return Ok(());
        }
        self.session.screen.text(&format!("\n{}\n", self.session.screen.say(message)))
    }

    fn show(&self, op: &str, value: &Value) -> Result<()> {
        self.session.screen.answer(op, value)
    }

    fn play(&self) -> Result<()> {
        if !self.session.screen.json {
            self.session.screen.told(&say!("command-demo-begin"))?;
        }
        self.show("call.propose", &self.agent("filesystem.list_dir", json!({"path": "."}), "Look around")?)?;
        self.say(&say!("command-demo-held"))?;
        let mut set = String::new();
        for (tool, args, says, _) in SCRIPT {
            let args = serde_json::from_str(args).map_err(Error::bug)?;
            let answer = read_output::<CallPropose>(self.agent(tool, args, says)?)?;
            set = answer.change_set.map_or(set, |joined| joined.id);
        }
        let shown = self.you("show", json!({"id": set}))?;
        self.show("show", &shown)?;
        let show::Output::ChangeSet { items, .. } = read_output::<Show>(shown)? else {
            return Err(Error::bug("a change set is shown as one"));
        };
        self.decide(&items)?;
        self.take_back()?;
        self.say(&say!("command-demo-context"))?;
        self.show("context", &self.call(Actor::agent("robin"), "context", json!({}))?)?;
        self.verify()
    }

    fn decide(&self, items: &[ItemView]) -> Result<()> {
        for (item, (_, _, _, careful)) in items.iter().zip(SCRIPT) {
            let id = &item.id;
            self.show("show", &self.you("show", json!({"id": id}))?)?;
            let answer = match self.ask(careful)? {
                Reply::Yes => self.you("item.confirm", json!({"id": id, "typed": item.typed}))?,
                Reply::No(reason) => self.you(
                    "item.reject",
                    json!({"id": id, "reason": reason.in_language(self.origin.language)}),
                )?,
            };
            self.show("set.confirm_all", &json!({"results": [answer]}))?;
        }
        Ok(())
    }

    /// Asks the person, or gives the careful answer; end of input means no.
    fn ask(&self, careful: &Reply) -> Result<Reply> {
        if self.yes {
            return Ok(careful.clone());
        }
        loop {
            let asked = format!("  {} ", self.session.screen.say(&say!("command-demo-ask")));
            self.session.screen.bytes(asked.as_bytes())?;
            io::stdout().flush().map_err(failed)?;
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line).map_err(failed)?;
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(Reply::Yes),
                "n" | "no" => return Ok(Reply::No(say!("command-demo-no"))),
                _ if read == 0 => return Ok(Reply::No(say!("judge-flaw-nobody"))),
                _ => {}
            }
        }
    }

    fn take_back(&self) -> Result<()> {
        let receipts = self.you("receipt.list", json!({}))?;
        let listed = read_output::<ReceiptList>(receipts.clone())?.receipts;
        let Some(latest) = listed.first() else { return Ok(()) };
        self.say(&say!("command-demo-receipts"))?;
        self.show("receipt.list", &receipts)?;
        self.say(&say!("command-demo-undo"))?;
        self.show("receipt.undo", &self.you("receipt.undo", json!({"id": latest.id}))?)
    }

    fn verify(&self) -> Result<()> {
        let setup = self.engine.setup();
        let mut found = None;
        self.engine.store().view(&mut |base| {
            found = Some(audit::verify(base, &setup, &[], None)?);
            Ok(())
        })?;
        let found = found.ok_or_else(|| Error::bug("verifying did not run"))?;
        self.say(&say!("command-demo-whole", n = found.events))?;
        if found.ok { Ok(()) } else { Err(Error::bug("the demo's own log does not verify")) }
    }
}
