//! Operations: what can be called, by whom, and its name on each surface. The table itself is in the crate
//! `countersign-core`.

pub mod fields;
pub mod route;

use countersign_words::{Language, said_in, say};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    actor::{ActorKind, Role},
    error::{Error, ErrorCode, Outcome, Result},
    execute::Setup,
    tx::Tx,
    world::{Job, Need},
};

/// Whether an operation's changes to domain records can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// Never: authority, bookkeeping, deliveries.
    Never,
    /// By inverting its domain changes.
    ByChanges,
}

/// One operation: synchronous, without IO, running inside a transaction.
pub trait Op: Send + Sync + 'static {
    /// `item.confirm`.
    const NAME: &'static str;
    /// One line for help pages and API documents.
    const DOC: &'static str;
    /// Who may call it; checked in one place, `execute`.
    const AUDIENCE: &'static [ActorKind];
    /// Whether its domain changes can be undone.
    const UNDO: Undo = Undo::Never;
    /// False for queries: they run on a reader's snapshot and append nothing.
    const WRITE: bool = true;
    /// True for operations that mostly read: they are tried on a snapshot first, and become a write only if
    /// they change something.
    const LAZY: bool = false;
    /// Whether it can be asked by GET, too, which answers and remembers nothing.
    const LOOKS: bool = Self::LAZY;
    /// True for queries over the log: posted calls are written first.
    const OF_LOG: bool = false;
    /// True for operations that are made of calls to others: see [`Op::parts`].
    const COMPOSITE: bool = false;
    /// The role that a person needs to call it.
    const ROLE: Role = if Self::WRITE { Role::Approver } else { Role::Viewer };
    /// `POST /v1/items/{id}/confirm`: `{x}` is a field of the input.
    const HTTP: &'static str;
    /// `confirm {id...} --type {typed}`: `{x...}` makes one call per word. Empty: not on the command line.
    const CLI: &'static str;
    /// Its name as a tool for agents.
    const MCP: Option<&'static str> = None;
    /// What it takes.
    type Input: DeserializeOwned + JsonSchema + Send + Sync;
    /// What it gives.
    type Output: Serialize + DeserializeOwned + JsonSchema + Send + 'static;

    /// For a composite: whether this call is split. Does not read the store.
    fn comes_apart(&self, _setup: &Setup, _input: &Self::Input) -> bool {
        Self::COMPOSITE
    }

    /// For a composite: returns its calls, determined on a snapshot. Each is executed on its own, in order,
    /// by the same actor; then [`Op::join`] combines the answers. None: it runs like any other operation.
    fn parts(&self, _view: &mut Tx<'_>, _input: &Self::Input) -> Result<Option<Vec<Part>>> {
        Ok(None)
    }

    /// Combines the answers of the parts.
    fn join(&self, _input: &Self::Input, _answers: Vec<Result<Answer>>) -> Result<Self::Output> {
        Err(Error::bug(format!("{} has parts and no join", Self::NAME)))
    }

    /// Whether this call may turn out to only read: then it is tried on a snapshot first.
    fn may_only_read(&self, _setup: &Setup, _input: &Self::Input) -> bool {
        false
    }

    /// For such a call: puts the data read from the world into the answer.
    fn with_result(&self, _output: &mut Value, _result: Value) {}

    /// Puts the result of its effects into the answer; by default that result is the answer.
    fn landed(&self, _output: Value, finished: Answer) -> Result<Answer> {
        Ok(finished)
    }

    /// How long its caller waits for its effects, in milliseconds. After that it goes on without them, and
    /// [`Op::so_far`] answers them. None: to the end.
    fn patience_ms(&self, _input: &Self::Input) -> Option<u64> {
        None
    }

    /// Says how a call stands that goes on without its caller, on a snapshot. `begun` is what it answered when its
    /// effects were ordered; None if it has not run yet.
    fn so_far(
        &self,
        _view: &mut Tx<'_>,
        _input: &Self::Input,
        _begun: Option<Self::Output>,
    ) -> Result<Self::Output> {
        Err(Error::bug(format!("{} does not go on by itself", Self::NAME)))
    }

    /// Runs it.
    fn run(&self, tx: &mut Tx<'_>, input: &Self::Input) -> Result<Self::Output>;

    /// Returns the outcome of an output.
    fn outcome(_output: &Self::Output) -> Outcome {
        Outcome::Done
    }
}

/// One call of a composite.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The operation's name.
    pub op: &'static str,
    /// Its input.
    pub input: Value,
    /// What it touches in the world: parts that touch different things may be made durable together. None: it
    /// may touch anything, and runs after all parts before it have finished.
    pub touches: Option<Vec<String>>,
}

/// The answer to a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The output.
    pub value: Value,
    /// Its outcome.
    pub outcome: Outcome,
    /// The event that recorded it; None for queries.
    pub event: Option<String>,
    /// Pending work in the world; the engine does it before it answers.
    pub jobs: Vec<Job>,
}

impl Answer {
    /// Reads the output as the type that the operation declares.
    pub fn output<O: Op>(self) -> Result<O::Output> {
        read_output::<O>(self.value)
    }
}

/// Reads an encoded output as the type that the operation declares.
pub fn read_output<O: Op>(value: Value) -> Result<O::Output> {
    serde_json::from_value(value)
        .map_err(|error| Error::bug(format!("the output of {} is not of its type: {error}", O::NAME)))
}

/// The constants of an operation, as values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spec {
    /// See [`Op::NAME`].
    pub name: &'static str,
    /// See [`Op::DOC`].
    pub doc: &'static str,
    /// See [`Op::AUDIENCE`].
    pub audience: &'static [ActorKind],
    /// See [`Op::ROLE`].
    pub role: Role,
    /// See [`Op::UNDO`].
    pub undo: Undo,
    /// See [`Op::WRITE`].
    pub write: bool,
    /// See [`Op::LAZY`].
    pub lazy: bool,
    /// See [`Op::LOOKS`].
    pub looks: bool,
    /// See [`Op::OF_LOG`].
    pub of_log: bool,
    /// See [`Op::COMPOSITE`].
    pub composite: bool,
    /// See [`Op::HTTP`].
    pub http: &'static str,
    /// See [`Op::CLI`].
    pub cli: &'static str,
    /// See [`Op::MCP`].
    pub mcp: Option<&'static str>,
}

impl Spec {
    /// Whether it is a write that only persons may make.
    pub fn is_persons_own(&self) -> bool {
        self.write && !self.audience.contains(&ActorKind::Agent)
    }
}

/// A type-erased operation, so that all can be in one table.
pub trait AnyOp: Send + Sync {
    /// Its constants.
    fn spec(&self) -> Spec;
    /// Parses an input, on the caller's thread.
    fn prepare(&'static self, input: Value) -> Result<Box<dyn Pending>>;
    /// The schema of its input.
    fn input_schema(&self, generator: &mut SchemaGenerator) -> Schema;
    /// The schema of its output; a named type becomes a reference into the generator's definitions.
    fn output_schema(&self, generator: &mut SchemaGenerator) -> Schema;
}

/// A call with its input parsed; it can be run more than once.
pub trait Pending: Send + Sync {
    /// See [`Op::comes_apart`].
    fn comes_apart(&self, setup: &Setup) -> bool;
    /// See [`Op::parts`].
    fn parts(&self, view: &mut Tx<'_>) -> Result<Option<Vec<Part>>>;
    /// See [`Op::join`].
    fn join(&self, answers: Vec<Result<Answer>>, language: Language) -> Result<(Value, Outcome)>;
    /// See [`Op::landed`].
    fn landed(&self, output: Value, finished: Answer) -> Result<Answer>;
    /// See [`Op::patience_ms`].
    fn patience_ms(&self) -> Option<u64> {
        None
    }
    /// See [`Op::so_far`].
    fn so_far(&self, _view: &mut Tx<'_>, _begun: Option<Value>) -> Result<(Box<dyn Produced>, Outcome)> {
        Err(Error::bug("a call that is only recorded does not go on"))
    }
    /// See [`Op::run`].
    fn run(&self, tx: &mut Tx<'_>) -> Result<(Box<dyn Produced>, Outcome)>;
    /// See [`Op::may_only_read`].
    fn may_only_read(&self, _setup: &Setup) -> bool {
        false
    }
    /// See [`Op::with_result`].
    fn with_result(&self, _output: &mut Value, _result: Value) {}
    /// Whether the call already happened and is only recorded.
    fn is_done(&self) -> bool {
        false
    }
}

/// The input of a call that is refused regardless of its input.
pub struct NeverRun;

impl Pending for NeverRun {
    fn comes_apart(&self, _setup: &Setup) -> bool {
        false
    }

    fn parts(&self, _view: &mut Tx<'_>) -> Result<Option<Vec<Part>>> {
        Ok(None)
    }

    fn join(&self, _answers: Vec<Result<Answer>>, _language: Language) -> Result<(Value, Outcome)> {
        Err(Error::bug("a call that must be refused came apart"))
    }

    fn landed(&self, _output: Value, _finished: Answer) -> Result<Answer> {
        Err(Error::bug("a call that must be refused landed"))
    }

    fn run(&self, _tx: &mut Tx<'_>) -> Result<(Box<dyn Produced>, Outcome)> {
        Err(Error::bug("a call that must be refused was run"))
    }
}

/// An output that is not encoded yet: encoding is done on the caller's thread, not on the writer's.
pub trait Produced: Send {
    /// Encodes it, with its messages in that language.
    fn encode(&self, language: Language) -> Result<Value>;
}

impl<T: Serialize + Send> Produced for T {
    fn encode(&self, language: Language) -> Result<Value> {
        said_in(language, || serde_json::to_value(self)).map_err(Error::bug)
    }
}

/// How far a call got.
#[derive(Debug, Clone, PartialEq)]
pub enum Ran<T> {
    /// It finished.
    Done(T),
    /// It needs these answers from the world first. Nothing it did counts, and it is run again with the
    /// answers.
    Asks(Vec<Need>),
}

impl<T> Ran<T> {
    /// Returns the result, or an error if it asked something.
    pub fn done(self) -> Result<T> {
        match self {
            Self::Done(done) => Ok(done),
            Self::Asks(_) => Err(Error::bug("a call that cannot ask the world asked it")),
        }
    }
}

impl Ran<Executed> {
    /// Encodes the answer for the caller.
    pub fn answer(self, language: Language) -> Result<Ran<Answer>> {
        match self {
            Self::Done(executed) => executed.answer(language).map(Ran::Done),
            Self::Asks(needs) => Ok(Ran::Asks(needs)),
        }
    }
}

/// The result of executing a call.
pub struct Executed {
    /// The output.
    pub output: Box<dyn Produced>,
    /// Its outcome.
    pub outcome: Outcome,
    /// The event that recorded it.
    pub event: Option<String>,
    /// Work to do in the world now that it is durable.
    pub jobs: Vec<Job>,
}

impl Executed {
    /// Encodes the answer for the caller.
    pub fn answer(self, language: Language) -> Result<Answer> {
        let value = self.output.encode(language)?;
        Ok(Answer { value, outcome: self.outcome, event: self.event, jobs: self.jobs })
    }
}

impl From<Ran<Answer>> for Ran<Executed> {
    fn from(ran: Ran<Answer>) -> Self {
        match ran {
            Ran::Done(Answer { value, outcome, event, jobs }) => {
                Self::Done(Executed { output: Box::new(value), outcome, event, jobs })
            }
            Ran::Asks(needs) => Self::Asks(needs),
        }
    }
}

struct Prepared<O: Op> {
    op: &'static O,
    input: O::Input,
}

impl<O: Op> Pending for Prepared<O> {
    fn comes_apart(&self, setup: &Setup) -> bool {
        self.op.comes_apart(setup, &self.input)
    }

    fn parts(&self, view: &mut Tx<'_>) -> Result<Option<Vec<Part>>> {
        self.op.parts(view, &self.input)
    }

    fn join(&self, answers: Vec<Result<Answer>>, language: Language) -> Result<(Value, Outcome)> {
        let output = self.op.join(&self.input, answers)?;
        let outcome = O::outcome(&output);
        Ok((output.encode(language)?, outcome))
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        self.op.landed(output, finished)
    }

    fn patience_ms(&self) -> Option<u64> {
        self.op.patience_ms(&self.input)
    }

    fn so_far(&self, view: &mut Tx<'_>, begun: Option<Value>) -> Result<(Box<dyn Produced>, Outcome)> {
        let begun = begun.map(read_output::<O>).transpose()?;
        let output = self.op.so_far(view, &self.input, begun)?;
        let outcome = O::outcome(&output);
        Ok((Box::new(output), outcome))
    }

    fn may_only_read(&self, setup: &Setup) -> bool {
        self.op.may_only_read(setup, &self.input)
    }

    fn with_result(&self, output: &mut Value, result: Value) {
        self.op.with_result(output, result);
    }

    fn run(&self, tx: &mut Tx<'_>) -> Result<(Box<dyn Produced>, Outcome)> {
        let output = self.op.run(tx, &self.input)?;
        let outcome = O::outcome(&output);
        Ok((Box::new(output), outcome))
    }
}

impl<O: Op> AnyOp for O {
    fn spec(&self) -> Spec {
        Spec {
            name: O::NAME,
            doc: O::DOC,
            role: O::ROLE,
            audience: O::AUDIENCE,
            undo: O::UNDO,
            write: O::WRITE,
            lazy: O::LAZY,
            looks: O::LOOKS,
            of_log: O::OF_LOG,
            composite: O::COMPOSITE,
            http: O::HTTP,
            cli: O::CLI,
            mcp: O::MCP,
        }
    }

    fn prepare(&'static self, input: Value) -> Result<Box<dyn Pending>> {
        let input = serde_json::from_value(input)
            .map_err(|e| Error::new(ErrorCode::Usage, say!("judge-op-input", op = O::NAME, error = e)))?;
        Ok(Box::new(Prepared { op: self, input }))
    }

    fn input_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        O::Input::json_schema(generator)
    }

    fn output_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<O::Output>()
    }
}
