//! Handles a call of a tool: proposes, waits, answers.

use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use countersign_core::{
    Answer, Error, Op as _, Outcome, Request, Result,
    agent::news::{self, AgentNews},
    call::propose::{self, CallPropose, CallStatus},
    item::{
        ItemStatus,
        status::{self, ItemStatusOp},
    },
    judge::TableRow,
    op::read_output,
    question::{Question, operations::QuestionAsk},
    receipt::handle::Handle,
    record::Doc,
    tool::{Hold, Tool},
};
use countersign_words::Message;
use rmcp::{
    ErrorData,
    model::{CallToolResponse, CallToolResult, CreateTaskResult, ErrorCode as McpCode, InputRequiredResult},
    service::{RequestContext, RoleServer},
};
use serde_json::{Value, json};

use super::{
    Gateway, Line, Table, WAIT, answer,
    beside::Beside,
    mark::Voice,
    offer, own,
    session::Me,
    wait::{Awaited, Waited},
};
use crate::{
    Caller,
    upstream::{INPUT_RESPONSES, REQUEST_STATE},
};

/// The operation that answers an agent's permission prompt; it cannot wait itself.
const PROMPT: &str = "handover.approve";

/// The operation that asks a person a question.
const ASK: &str = "question.ask";

/// A server's error that asks the client to send its user to a URL.
const URL_ELICITATION_REQUIRED: McpCode = McpCode(-32042);

/// The result of a call so far.
pub(super) enum Ended {
    /// It was done, or there was nothing to do.
    Done { result: Value, message: Message, landed: Option<Handle> },
    /// A person decided while it waited.
    Decided(Box<status::Output>),
    /// It waits for a person.
    Queued { item: String, summary: Message, why: Option<Message> },
    /// A batch call, with the outcomes of its items while it waited.
    Batch { answer: Box<propose::Output>, became: Vec<status::Output> },
    /// A batch call of a server's tool of which all landed, in that tool's own shape.
    Whole { result: Box<CallToolResult>, landed: Vec<Handle> },
    /// The policy or a person refused it, or its arguments are invalid.
    No { message: Message, hint: Option<Message>, voice: NoVoice },
    /// A server answered with a protocol error.
    Refused { error: Error, said: ErrorData },
}

/// Whose words a refusal is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoVoice {
    /// Ours: the policy or a person refused it.
    Ours,
    /// Possibly those of the called server or command.
    Anybody,
}

impl Me {
    /// Builds a request of an operation by this agent.
    pub(super) fn request(&self, op: &str, input: Value) -> Request {
        Request {
            actor: self.actor.clone(),
            op: op.to_owned(),
            input,
            key: None,
            origin: self.origin.clone(),
        }
    }
}

impl Gateway {
    /// Calls a tool by the name that the agent uses.
    pub(super) async fn call_tool(
        &self,
        me: &Me,
        name: &str,
        args: Doc,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(wait) = self.meter.get().filter(|_| me.who.counts).and_then(|m| m.admit(&me.actor)) {
            let wait = format!("{:.1} s", wait.as_secs_f64());
            let hint = format!("wait {wait} before the next call");
            let mut result = answer::failed("you call too often", Some(&hint));
            me.mark.put_on(&mut result, &Voice::Ours);
            return Ok(result.into());
        }
        // What is called by way of another tool is judged as itself.
        let (name, args) = match name == offer::CALL {
            true => offer::named(args)?,
            false => (name.to_owned(), args),
        };
        let mut told = match own::find(&name) {
            _ if name == offer::FIND => Told::new(self.find_tools(me, &args).await, Voice::Operation),
            Some(op) => {
                let result = Box::pin(self.call_own(me, op.spec().name, args, context)).await?;
                Told::new(result, Voice::Operation)
            }
            None if args.values().any(|value| me.mark.is_in(value)) => Told::new(holds_mark(), Voice::Ours),
            None => self.call_known(me, &name, args, context).await?,
        };
        if let CallToolResponse::Complete(result) = &mut told.response {
            me.mark.put_on(result, &told.voice);
            let news = if context.ct.is_cancelled() { None } else { Box::pin(self.news(me)).await };
            let beside = Beside { landed: told.landed, news, structured: told.structured };
            beside.put_on(result, &me.mark);
        }
        Ok(told.response)
    }

    async fn call_own(
        &self,
        me: &Me,
        op: &str,
        mut args: Doc,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let named = match op {
            "run.end" => Some("id"),
            ASK | "plan.propose" | "step.begin" | "step.check" | "step.report" => Some("run"),
            _ => None,
        };
        if let (Some(run), Some(field)) = (&me.run, named) {
            args.entry(field).or_insert_with(|| run.as_str().into());
        }
        let request = me.request(op, Value::Object(args));
        let answered = match op {
            PROMPT => self.prompted(me, request, context).await,
            ASK => self.asked(me, request, context).await,
            _ => self.call(request, None).await,
        };
        match answered {
            // A denial is an answer too.
            Ok(Answer { value, .. }) if op == PROMPT => Ok(own::answered(value, Outcome::Done)),
            Ok(Answer { value, outcome, .. }) => Ok(own::answered(value, outcome)),
            Err(e) => answer::error(&e, false),
        }
    }

    /// Answers the permission prompt of an agent; repeats it while a person may still approve, until time is up.
    async fn prompted(
        &self,
        me: &Me,
        request: Request,
        context: &RequestContext<RoleServer>,
    ) -> Result<Answer> {
        let until = Instant::now() + self.settings(&me.actor.name).wait.unwrap_or(WAIT);
        let mut growth = (self.growth)();
        loop {
            growth.mark_unchanged();
            let answer = self.call(request.clone(), None).await?;
            let rest = until.saturating_duration_since(Instant::now());
            if answer.outcome != Outcome::Held || rest.is_zero() {
                return Ok(answer);
            }
            tokio::select! {
                biased;
                () = me.who.gone.cancelled() => return Ok(answer),
                () = context.ct.cancelled() => return Ok(answer),
                grown = growth.changed() => if grown.is_err() { return Ok(answer) },
                () = tokio::time::sleep(rest) => {}
            }
        }
    }

    /// Asks a person and waits for the answer like for an approval; after that it comes with the news, or when asked
    /// again.
    async fn asked(&self, me: &Me, request: Request, context: &RequestContext<RoleServer>) -> Result<Answer> {
        let mut answer = self.call(request.clone(), None).await?;
        if answer.outcome != Outcome::Held {
            return Ok(answer);
        }
        let Question { id, text, .. } = read_output::<QuestionAsk>(answer.value)?.question;
        let settings = self.settings(&me.actor.name);
        let waited = match settings.hold {
            Some(Hold::Queue) => Waited::Over,
            Some(Hold::None | Hold::Wait) | None => {
                let about = format!("waits for an answer to {id}, {}", answer::shown(&text));
                let time = settings.wait.unwrap_or(WAIT);
                self.wait(&[Awaited::Question(id.clone())], time, &about, &me.who, context).await?
            }
        };
        if waited == Waited::Decided {
            return self.call(request, None).await;
        }
        answer.value = json!({
            "status": "queued", "question": id,
            "message": "Question queued for the user. Go on with what does not depend on it; the answer is told with a \
                        later call, and asking the same again gives it, too.",
        });
        Ok(answer)
    }

    async fn call_known(
        &self,
        me: &Me,
        name: &str,
        args: Doc,
        context: &RequestContext<RoleServer>,
    ) -> Result<Told, ErrorData> {
        let mut table = self.table();
        if table.tool(name).is_none() {
            // A client may know the tool from before, when the server has not listed it again yet.
            Box::pin(self.learn(&me.actor.name, me.origin.cwd.as_deref(), true)).await;
            table = self.table();
        }
        let Some(tool) = table.tool(name) else {
            let message = format!("there is no tool {}", answer::shown(name));
            return Err(ErrorData::invalid_params(message, None));
        };
        if tool.upstream.is_some() {
            self.works_for(&me.actor.name, &tool.server);
        }
        match self.propose(me, &table, tool, args, context).await {
            Ok(Ended::Refused { error, said }) => {
                refused(me, tool, &error, said).map(|response| Told::new(response, theirs(tool)))
            }
            Ok(ended) => Ok(Told { structured: !has_output_schema(tool), ..told(tool, ended) }),
            // The error may contain the words of a server or of a command.
            Err(e) => {
                answer::error(&e, tool.upstream.is_some()).map(|result| Told::new(result, theirs(tool)))
            }
        }
    }

    /// Sends a call through the gate, and waits for a person if it must and may.
    pub(super) async fn propose(
        &self,
        me: &Me,
        table: &Table,
        tool: &Tool,
        args: Doc,
        context: &RequestContext<RoleServer>,
    ) -> Result<Ended> {
        let (hold, time) = self.hold(table, tool, &me.actor.name);
        let mut input = json!({"tool": tool.name, "args": args});
        if let Some(run) = &me.run {
            input["run"] = run.as_str().into();
        }
        if hold != Hold::None {
            input["hold"] = json!(hold);
        }
        if let Some(question) = context.meta.get("countersign/question") {
            input["question"] = question.clone();
        }
        let until = Instant::now() + time;
        let (answer, said) = loop {
            let (answer, said) =
                match self.under_way(me, input.clone(), tool.upstream.is_some(), context).await {
                    (Ok(answer), said) => (Box::new(answer.output::<CallPropose>()?), said),
                    (Err(error), Some(said)) => return Ok(Ended::Refused { error, said }),
                    (Err(error), None) => return Err(error),
                };
            let left = until.saturating_duration_since(Instant::now());
            if hold == Hold::Queue || !Box::pin(self.let_go_on(me, &answer, left, context)).await? {
                break (answer, said);
            }
        };
        match answer.status {
            CallStatus::Queued | CallStatus::Waiting => {
                let time = (hold == Hold::Wait).then_some(time);
                match Box::pin(self.held(me, answer, time, context)).await? {
                    Ended::Batch { answer, became } => self.batch(me, table, tool, answer, became).await,
                    ended => Ok(ended),
                }
            }
            _ if !answer.elements.is_empty() => self.batch(me, table, tool, answer, Vec::new()).await,
            CallStatus::Done => {
                let landed = answer.receipt.as_ref().map(Handle::from);
                Ok(Ended::Done { result: answer.result, message: answer.message, landed })
            }
            CallStatus::Rejected | CallStatus::Refused | CallStatus::Invalid => {
                let refused = is_refused(answer.status);
                let voice = if refused { NoVoice::Ours } else { NoVoice::Anybody };
                let (message, hint) = (answer.message, answer.hint);
                Ok(match said {
                    Some(said) => {
                        let error = Error::invalid(message);
                        Ended::Refused { error: hint.into_iter().fold(error, Error::hint), said }
                    }
                    None => Ended::No { message, hint, voice },
                })
            }
        }
    }

    /// Waits if a call was refused because a person holds its run. Returns whether it may be made again now.
    async fn let_go_on(
        &self,
        me: &Me,
        answer: &propose::Output,
        left: Duration,
        context: &RequestContext<RoleServer>,
    ) -> Result<bool> {
        let refused = is_refused(answer.status);
        let Some(run) = answer.run.as_ref().filter(|_| refused && !left.is_zero()) else {
            return Ok(false);
        };
        let held = [Awaited::Run(run.clone())];
        if !self.any_waits(&held).await? {
            // It was refused for something else, or the run was let go in between.
            return Ok(answer.why.as_ref().is_some_and(|why| why.row == TableRow::Paused));
        }
        let told = format!("waits: a person has paused the run {run}");
        Ok(self.wait(&held, left, &told, &me.who, context).await? == Waited::Decided)
    }

    /// Makes the call; the caller can end its upstream wait by cancelling or disconnecting. Also returns the protocol
    /// error of a server.
    async fn under_way(
        &self,
        me: &Me,
        input: Value,
        upstream: bool,
        context: &RequestContext<RoleServer>,
    ) -> (Result<Answer>, Option<ErrorData>) {
        let gone = context.ct.child_token();
        let mut meta = context.meta.clone();
        for (key, value) in [(INPUT_RESPONSES, &me.said.0), (REQUEST_STATE, &me.said.1)] {
            // A client must not set these keys itself.
            meta.0.0.remove(key);
            meta.0.0.extend(value.clone().map(|value| (key.to_owned(), value)));
        }
        if let Some(level) = me.level {
            meta.set_log_level(level);
        }
        let caller = Arc::new(Caller {
            peer: context.peer.clone(),
            line: Line::of(context),
            progress: context.meta.get_progress_token(),
            reached: Arc::new(f64::NEG_INFINITY.into()),
            meta,
            gone: gone.clone(),
            refusal: Arc::default(),
        });
        let refusal = caller.refusal.clone();
        let request = me.request(CallPropose::NAME, input);
        let call = async {
            match upstream {
                true => self.call_upstream(request, caller).await,
                false => Box::pin(self.call(request, Some(caller))).await,
            }
        };
        let mut call = std::pin::pin!(call);
        let answer = tokio::select! {
            biased;
            answer = &mut call => answer,
            () = me.who.gone.cancelled() => {
                gone.cancel();
                call.await
            }
        };
        let said = refusal.lock().unwrap_or_else(PoisonError::into_inner).take();
        (answer, said)
    }

    async fn held(
        &self,
        me: &Me,
        mut answer: Box<propose::Output>,
        time: Option<Duration>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Ended> {
        let batch = answer.item.is_none();
        let items = answer.item.take().map_or_else(|| std::mem::take(&mut answer.items), |item| vec![item]);
        let ids: Vec<String> = items.iter().map(|i| i.id.clone()).collect();
        let summary = items.first().map(|i| i.summary.clone()).unwrap_or_default();
        let waited = match time {
            Some(time) if !ids.is_empty() => {
                let about = match ids.as_slice() {
                    [one] => format!("item {one}, {}", answer::shown(&summary)),
                    many => format!("{} items, {} and more", many.len(), many[0]),
                };
                let items: Vec<Awaited> = ids.iter().cloned().map(Awaited::Item).collect();
                self.wait(&items, time, &format!("waits for a person: {about}"), &me.who, context).await?
            }
            _ => Waited::Over,
        };
        if batch {
            let mut became = Vec::new();
            for item in items {
                became.push(match waited {
                    // Asking would count as telling.
                    Waited::Gone => answer::undecided(item),
                    Waited::Decided | Waited::Over => self.status(me, &item.id).await?,
                });
            }
            answer.add_outcomes(&became);
            return Ok(Ended::Batch { answer, became });
        }
        match (waited, ids.into_iter().next()) {
            (Waited::Decided, Some(id)) => self.status(me, &id).await.map(Box::new).map(Ended::Decided),
            (_, Some(item)) => Ok(Ended::Queued { item, summary, why: why(&answer) }),
            (_, None) => Err(Error::bug("a call is held and has no item")),
        }
    }

    /// Returns the outcome of an item; from now on it counts as told to the agent.
    pub(super) async fn status(&self, me: &Me, id: &str) -> Result<status::Output> {
        let request = me.request(ItemStatusOp::NAME, json!({"id": id}));
        self.call(request, None).await?.output::<ItemStatusOp>()
    }

    /// Returns persons' messages to the agent's run, and outcomes of its questions and proposals since its last call,
    /// once.
    async fn news(&self, me: &Me) -> Option<String> {
        if me.who.gone.is_cancelled() {
            return None;
        }
        if !self.may_have_news(&me.actor.name) {
            return None;
        }
        let input = me.run.as_ref().map_or_else(|| json!({}), |run| json!({"run": run}));
        let news = self.call(me.request(AgentNews::NAME, input), None).await;
        match news.and_then(Answer::output::<AgentNews>) {
            // Its length is bounded where it is written, because it must be sent in full.
            Ok(news) => {
                let told = Some(news.text).filter(|text| !text.is_empty())?;
                Some(countersign_core::text::visible_multiline(told.trim_end()).text)
            }
            Err(e) => {
                tracing::warn!(error = %e, internal = e.internal(), "an agent's news cannot be told");
                None
            }
        }
    }

    /// Returns whether there may be news for an agent.
    fn may_have_news(&self, agent: &str) -> bool {
        let mut any = false;
        let looked = self.engine.read_cached(&mut |base| {
            any = news::may_wait(base, agent)?;
            Ok(())
        });
        // If this check fails, the query itself will fail and report it.
        any || looked.is_err()
    }
}

/// Converts a server's error for the caller of its tool: a protocol error if the client must act on it, otherwise text
/// for the model.
fn refused(me: &Me, tool: &Tool, error: &Error, said: ErrorData) -> Result<CallToolResponse, ErrorData> {
    // Errors in data from an earlier round are for the client to fix.
    let brought = me.said.1.is_some() && said.code == McpCode::INVALID_PARAMS;
    match said.code {
        McpCode::MISSING_REQUIRED_CLIENT_CAPABILITY | URL_ELICITATION_REQUIRED => {
            Err(answer::passed(said, &tool.server))
        }
        _ if brought => Err(answer::passed(said, &tool.server)),
        _ => answer::error(error, tool.upstream.is_some()).map(CallToolResponse::Complete),
    }
}

/// What a model reads of a call.
struct Told {
    response: CallToolResponse,
    /// Whose words these are.
    voice: Voice,
    /// What landed.
    landed: Vec<Handle>,
    /// Whether its structure has room for what Countersign says beside it.
    structured: bool,
}

impl Told {
    fn new(response: impl Into<CallToolResponse>, voice: Voice) -> Self {
        Self { response: response.into(), voice, landed: Vec::new(), structured: true }
    }
}

/// Returns whether a client checks the structure of a tool's results.
fn has_output_schema(tool: &Tool) -> bool {
    tool.upstream.as_ref().is_some_and(|definition| definition.get("outputSchema").is_some())
}

/// Returns what a model reads of a call of a tool.
fn told(tool: &Tool, ended: Ended) -> Told {
    let unread = || answer::failed(&format!("what {} answered cannot be read", tool.server), None).into();
    let is = |result: &Value, kind: &str| tool.upstream.is_some() && result["resultType"] == kind;
    let landed = match &ended {
        Ended::Done { landed, .. } => landed.iter().cloned().collect(),
        Ended::Whole { landed, .. } => landed.clone(),
        // Of what is in doubt, only a part may have landed.
        Ended::Decided(status) if status.status == ItemStatus::Applied => {
            status.receipt.iter().map(Handle::from).collect()
        }
        Ended::Decided(_)
        | Ended::Queued { .. }
        | Ended::Batch { .. }
        | Ended::No { .. }
        | Ended::Refused { .. } => Vec::new(),
    };
    let (result, voice) = match ended {
        Ended::Done { result, .. } if is(&result, "input_required") => {
            let asked = serde_json::from_value::<InputRequiredResult>(result);
            return Told::new(asked.map_or_else(|_| unread(), CallToolResponse::InputRequired), theirs(tool));
        }
        Ended::Done { result, .. } if is(&result, "task") => {
            let begun = serde_json::from_value::<CreateTaskResult>(result);
            return Told::new(begun.map_or_else(|_| unread(), CallToolResponse::Task), theirs(tool));
        }
        Ended::Done { result, message, .. } => {
            let voice = if result.is_null() { Voice::Ours } else { theirs(tool) };
            (answer::landed(tool, result, &message), voice)
        }
        Ended::Decided(status) => {
            let voice = match status.status {
                ItemStatus::Applied if !status.result.is_null() => theirs(tool),
                ItemStatus::Failed => theirs(tool),
                ItemStatus::Applied
                | ItemStatus::Pending
                | ItemStatus::Deferred
                | ItemStatus::Blocked
                | ItemStatus::Confirmed
                | ItemStatus::Applying
                | ItemStatus::Stale
                | ItemStatus::NeedsReview
                | ItemStatus::Rejected
                | ItemStatus::Retracted
                | ItemStatus::Expired => Voice::Ours,
            };
            (answer::decided(Some(tool), *status), voice)
        }
        Ended::Queued { item, summary, why } => {
            (answer::queued(&item, &summary, why.as_deref()), Voice::Ours)
        }
        Ended::Batch { answer, became } => (answer::batch(*answer, &became), Voice::Operation),
        Ended::Whole { result, .. } => (*result, theirs(tool)),
        Ended::No { message, hint, voice } => {
            let voice = if voice == NoVoice::Ours { Voice::Ours } else { theirs(tool) };
            (answer::failed(&message, hint.as_deref()), voice)
        }
        Ended::Refused { error, .. } => (answer::failed(&error.message, error.hint.as_deref()), theirs(tool)),
    };
    Told { landed, ..Told::new(result, voice) }
}

/// Returns whose words a result of a tool is.
fn theirs(tool: &Tool) -> Voice {
    match tool.upstream {
        Some(_) => Voice::Server(tool.server.clone()),
        None => Voice::Tool(tool.flat_name()),
    }
}

/// Refuses a call that would reveal the mark.
fn holds_mark() -> CallToolResult {
    let told = "the call was not made: its arguments hold the mark of Countersign, which no tool may learn";
    answer::failed(told, Some("leave the mark out"))
}

/// Returns the engine's reason, unless it is the standard one.
fn why(answer: &propose::Output) -> Option<Message> {
    Some(&answer.message).filter(|m| *m != answer::QUEUED && !m.is_empty()).map(|m| m.clone().then("."))
}

/// Returns whether the policy or a person refused it.
fn is_refused(status: CallStatus) -> bool {
    match status {
        CallStatus::Refused | CallStatus::Rejected => true,
        CallStatus::Done | CallStatus::Queued | CallStatus::Waiting | CallStatus::Invalid => false,
    }
}
