//! Reading a resource, getting a prompt and querying a task of an upstream server, as tools that the gate judges. They
//! are never listed: agents use `resources/read`, `prompts/get` and `tasks/…`.

use std::{sync::Arc, time::Instant};

use countersign_core::{
    Error, Result,
    judge::{Class, Facts},
    record::Doc,
    tool::{Effect, FieldChange, Forecast, Preview, Reversal, Tool},
    world::{Ask, Inverse, Landed, MergedUndo, Order, RecoveryState, Reverted, Standing, Undoable, World},
};
use countersign_words::{Message, say};
use serde_json::{Value, json};
use tokio::runtime::Handle;

use super::answer::shown;
use crate::{
    Upstreams,
    upstream::{
        Asked, OfTask,
        address::{Named, named},
    },
};

/// The server name of these tools; reserved.
pub const SERVER: &str = "mcp";
/// Reads a resource.
pub const RESOURCE: &str = "mcp.read_resource";
/// Gets a prompt.
pub const PROMPT: &str = "mcp.get_prompt";
/// Completes an argument.
pub const COMPLETE: &str = "mcp.complete";
/// Gets the state of a task.
pub const GET_TASK: &str = "mcp.get_task";
/// Sends a task the client's answers to its questions.
pub const UPDATE_TASK: &str = "mcp.update_task";
/// Cancels a task.
pub const CANCEL_TASK: &str = "mcp.cancel_task";

/// The tools.
pub fn tools() -> Vec<Tool> {
    let text = json!({"type": "string"});
    let tool = |name: &str, doc: &str, schema: Value| Tool {
        server: SERVER.to_owned(),
        name: name.to_owned(),
        doc: doc.to_owned(),
        schema,
        class: Class::Read,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::World,
        upstream: None,
    };
    let resource = json!({"type": "object", "properties": {"server": text, "uri": text},
        "required": ["server", "uri"], "additionalProperties": false});
    let prompt = json!({"type": "object",
        "properties": {"server": text, "name": text, "arguments": {"type": "object"}},
        "required": ["server", "name"], "additionalProperties": false});
    let complete = json!({"type": "object",
        "properties": {"server": text, "request": {"type": "object"}},
        "required": ["server", "request"], "additionalProperties": false});
    let task = json!({"type": "object", "properties": {"task": text}, "required": ["task"],
        "additionalProperties": false});
    vec![
        tool(RESOURCE, "Read a resource of a server.", resource),
        tool(PROMPT, "Get a prompt of a server.", prompt),
        tool(COMPLETE, "Ask a server how an argument might go on.", complete),
        tool(GET_TASK, "Ask a server how a task is.", task.clone()),
        tool(UPDATE_TASK, "Hand a task what it asked the client for.", task.clone()),
        tool(CANCEL_TASK, "Ask a server to end a task.", task),
    ]
}

/// A world extended by these tools.
pub struct Readings<W> {
    world: W,
    upstreams: Arc<Upstreams>,
    runtime: Handle,
}

fn is_ours(tool: &str) -> bool {
    matches!(tool, RESOURCE | PROMPT | COMPLETE) || of_task(tool).is_some()
}

/// Returns the task request of a tool, if it is one.
fn of_task(tool: &str) -> Option<OfTask> {
    match tool {
        GET_TASK => Some(OfTask::Get),
        UPDATE_TASK => Some(OfTask::Update),
        CANCEL_TASK => Some(OfTask::Cancel),
        _ => None,
    }
}

fn word<'d>(args: &'d Doc, name: &str) -> &'d str {
    args.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the arguments of a prompt, or the text to complete, for a person.
fn given(args: &Doc) -> Vec<FieldChange> {
    let all = args.get("arguments").or_else(|| args.get("request")).and_then(Value::as_object);
    let one = |(label, value): (&String, &Value)| {
        let after = value.as_str().map_or_else(|| shown(&value.to_string()), shown);
        FieldChange::new(shown(label), Value::Null, after)
    };
    all.into_iter().flatten().take(50).map(one).collect()
}

impl<W: World> Readings<W> {
    /// Extends a world; servers are called on that runtime.
    pub fn new(world: W, upstreams: Arc<Upstreams>, runtime: Handle) -> Self {
        Self { world, upstreams, runtime }
    }

    /// Returns what such a call touches, and to whom it sends data.
    fn facts(&self, ask: &Ask) -> Facts {
        let mut facts = self.touched(ask);
        let of_task = self.upstreams.task(&ask.agent, word(&ask.args, "task"));
        let server = of_task.map_or_else(|| word(&ask.args, "server").to_owned(), |task| task.server.clone());
        if !self.upstreams.is_trusted(&server) {
            facts.foreign.push(shown(&server));
        }
        if let Some(host) = self.upstreams.remote_host(word(&ask.args, "server")).filter(|_| self.tells(ask))
        {
            facts.sends = true;
            facts.hosts.push(host);
        }
        facts
    }

    /// Returns whether a call tells the server something new: a URI that it does not list, or an argument.
    fn tells(&self, ask: &Ask) -> bool {
        let args = &ask.args;
        match ask.tool.as_str() {
            RESOURCE => !self.upstreams.lists_resource(word(args, "server"), word(args, "uri")),
            PROMPT => args.get("arguments").and_then(Value::as_object).is_some_and(|all| !all.is_empty()),
            COMPLETE => true,
            _ => false,
        }
    }

    /// Returns what reading a resource touches, by its URI: a file is judged like a file.
    fn touched(&self, ask: &Ask) -> Facts {
        let like_a_file = |path: String| {
            let args = Doc::from_iter([("path".to_owned(), path.into())]);
            let ask = Ask { tool: "filesystem.read_file".to_owned(), args, imagined: true, ..ask.clone() };
            self.world.forecast(&ask).ok().map(|forecast| forecast.facts)
        };
        let unclear = || Facts { opaque: true, ..Facts::default() };
        match named(word(&ask.args, "uri")) {
            Named::File(path) => like_a_file(path).unwrap_or_else(unclear),
            Named::Unclear => unclear(),
            Named::Other => Facts::default(),
        }
    }

    /// Asks the server; `direct` if the result is the caller's answer.
    fn get(&self, tool: &str, args: &Doc, agent: &str, cwd: Option<&str>, direct: bool) -> Result<Value> {
        let way = self.upstreams.reading(direct);
        let instance = async |server: &str| self.upstreams.instance(agent, server, cwd).await;
        let asked = async {
            if let Some(what) = of_task(tool) {
                let known = self.upstreams.task(agent, word(args, "task"));
                let known = known.ok_or_else(|| Error::not_found(say!("problem-up-no-task")))?;
                return instance(&known.server).await?.of_task(what, &known.task, &way).await;
            }
            if tool == COMPLETE {
                let request = args.get("request").cloned().unwrap_or_default();
                let request = serde_json::from_value(request).map_err(|e| Error::invalid(e.to_string()))?;
                return instance(word(args, "server")).await?.complete(request, &way).await;
            }
            let asked = match tool {
                RESOURCE => Asked::Resource(word(args, "uri")),
                _ => Asked::Prompt(word(args, "name"), args.get("arguments").and_then(Value::as_object)),
            };
            self.upstreams.obtain(agent, word(args, "server"), cwd, asked, &way).await
        };
        self.runtime.block_on(asked)
    }
}

impl<W: World> World for Readings<W> {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        if !is_ours(&ask.tool) {
            return self.world.forecast(ask);
        }
        let task = self.upstreams.task(&ask.agent, word(&ask.args, "task"));
        let server = shown(task.as_ref().map_or(word(&ask.args, "server"), |task| &task.server));
        let task = task.map(|task| shown(&task.task)).unwrap_or_default();
        let (summary, target) = match (ask.tool.as_str(), of_task(&ask.tool)) {
            (_, Some(OfTask::Get)) => (say!("problem-up-look-task", task, server), task),
            (_, Some(OfTask::Update)) => (say!("problem-up-answer-task", task, server), task),
            (_, Some(OfTask::Cancel)) => (say!("problem-up-end-task", task, server), task),
            (RESOURCE, None) => {
                let resource = shown(word(&ask.args, "uri"));
                (say!("problem-up-read-resource", resource, server), resource)
            }
            (COMPLETE, None) => {
                let argument = ask.args.get("request").and_then(|r| r.pointer("/argument"));
                let argument = shown(&argument.unwrap_or(&Value::Null).to_string());
                (say!("problem-up-complete", argument, server), argument)
            }
            (_, None) => {
                let prompt = shown(word(&ask.args, "name"));
                (say!("problem-up-get-prompt", prompt, server), prompt)
            }
        };
        Ok(Forecast {
            args: ask.args.clone(),
            facts: self.facts(ask),
            summary,
            preview: Preview {
                target: target.as_str().into(),
                changes: given(&ask.args),
                ..Preview::default()
            },
            reversal: Reversal::None,
            typed: target,
            ..Forecast::default()
        })
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        match is_ours(&ask.tool) {
            true => self.get(&ask.tool, &ask.args, &ask.agent, ask.cwd.as_deref(), true),
            false => self.world.read(ask),
        }
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        if !is_ours(&order.tool) {
            return self.world.apply(order);
        }
        let begun = Instant::now();
        let result = self.get(&order.tool, &order.args, &order.agent, order.cwd.as_deref(), false)?;
        let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Landed { result, effects: Vec::new(), inverse: None, caveats: Vec::new(), duration_ms })
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        // Reading twice is harmless.
        if is_ours(&order.tool) { Ok(RecoveryState::NotBegun) } else { self.world.check(order) }
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.world.revert(id, inverse)
    }

    fn forget(&self, id: &str) -> Result<()> {
        self.world.forget(id)
    }

    fn rehearse(&self, ask: &Ask) -> Result<Option<Forecast>> {
        if is_ours(&ask.tool) { Ok(None) } else { self.world.rehearse(ask) }
    }

    fn merge(&self, inverse: &Inverse) -> Result<MergedUndo> {
        self.world.merge(inverse)
    }

    fn standing(&self, effects: &[Undoable]) -> Vec<Standing> {
        self.world.standing(effects)
    }

    fn recheck(&self, order: &Order) -> Option<Message> {
        self.world.recheck(order)
    }

    fn keep_only(&self, rehearsals: &[String]) -> Result<()> {
        self.world.keep_only(rehearsals)
    }

    fn side_by_side(&self, count: usize, f: &(dyn Fn(usize) + Sync)) {
        self.world.side_by_side(count, f);
    }
}
