//! Errors and outcomes: a closed code to branch on, text for people, and nothing internal for clients.
//!
//! An error rolls its operation back. A result that is not a success but must be recorded (a held call, a
//! stale item, a refusing verdict) is an answer with an [`Outcome`]. Each transport maps both with one
//! exhaustive match.

use std::fmt;

use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};

use crate::world::Landed;

/// The result of everything in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of failure. Transports branch on this and on nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request is malformed: unknown words, broken JSON, missing fields.
    Usage,
    /// The request is well-formed but its content is not acceptable.
    Invalid,
    /// Nothing has that id or name.
    NotFound,
    /// The state does not allow it now.
    Conflict,
    /// The state has changed since it was shown or expected.
    Stale,
    /// No valid token came with the call.
    Unauthenticated,
    /// The caller may never do this. The refusal itself is logged.
    Refused,
    /// The store cannot be opened, read or written.
    Store,
    /// A settings file cannot be used.
    Settings,
    /// A defect of ours.
    Internal,
}

impl ErrorCode {
    /// Every code, for tests that iterate them.
    pub const ALL: [Self; 10] = [
        Self::Usage,
        Self::Invalid,
        Self::NotFound,
        Self::Conflict,
        Self::Stale,
        Self::Unauthenticated,
        Self::Refused,
        Self::Store,
        Self::Settings,
        Self::Internal,
    ];

    /// Returns the code as written in problem objects.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Invalid => "invalid",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::Stale => "stale",
            Self::Unauthenticated => "unauthenticated",
            Self::Refused => "refused",
            Self::Store => "store",
            Self::Settings => "settings",
            Self::Internal => "internal",
        }
    }
}

/// What went wrong, what to do about it, and the internal cause (for tracing only).
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// The closed code.
    pub code: ErrorCode,
    /// What happened, in words for a person; a lowercase fragment.
    pub message: Message,
    /// What to do next, if anything.
    pub hint: Option<Message>,
    /// Additional text, such as the difference that caused the error.
    pub detail: Option<Message>,
    internal: Option<String>,
    doubt: bool,
    known: Option<Box<Landed>>,
    redefined: bool,
}

impl Error {
    /// Creates an error with `code`.
    pub fn new(code: ErrorCode, message: impl Into<Message>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: None,
            detail: None,
            internal: None,
            doubt: false,
            known: None,
            redefined: false,
        }
    }

    /// A malformed request.
    pub fn usage(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Usage, message)
    }

    /// Content that cannot be accepted.
    pub fn invalid(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Invalid, message)
    }

    /// Nothing has that name.
    pub fn not_found(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::NotFound, message)
    }

    /// The current state forbids it.
    pub fn conflict(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Conflict, message)
    }

    /// The state is not the expected one.
    pub fn stale(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Stale, message)
    }

    /// The caller lacks the authority.
    pub fn refused(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Refused, message)
    }

    /// A bug in Countersign; `internal` is the detail for developers.
    pub fn bug(internal: impl fmt::Display) -> Self {
        Self::new(ErrorCode::Internal, say!("judge-internal")).because(internal)
    }

    /// Adds a hint about what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Message>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds more detail to show.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<Message>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds the internal cause. It goes to tracing, never to a client.
    #[must_use]
    pub fn because(mut self, internal: impl fmt::Display) -> Self {
        self.internal = Some(internal.to_string());
        self
    }

    /// An effect that was started, and nobody can tell whether it happened.
    pub fn doubt(message: impl Into<Message>) -> Self {
        Self { doubt: true, ..Self::conflict(message) }
    }

    /// Adds the part of the effect that is known to have landed, and how to undo it.
    #[must_use]
    pub fn known(mut self, landed: Landed) -> Self {
        (self.doubt, self.known) = (true, Some(Box::new(landed)));
        self
    }

    /// Takes the part that is known to have landed although the outcome is in doubt.
    pub fn take_known(&mut self) -> Option<Landed> {
        self.known.take().map(|known| *known)
    }

    /// Whether the failed effect may have happened anyway.
    pub fn is_doubt(&self) -> bool {
        self.doubt
    }

    /// Nothing was called: the tool's definition is no longer the accepted one, so the call must be judged
    /// again.
    pub fn redefined(message: impl Into<Message>) -> Self {
        Self { redefined: true, ..Self::stale(message) }
    }

    /// Whether the call failed only because its tool's definition changed after it was judged.
    pub fn is_redefined(&self) -> bool {
        self.redefined
    }

    /// The placeholder error for an operation that asked the world a question. Nobody else ever sees it: the
    /// operation is run again with the answer, whatever it did with this error.
    pub fn unanswered() -> Self {
        Self::bug("the world was asked and has not answered yet")
    }

    /// Returns the internal cause, for tracing.
    pub fn internal(&self) -> Option<&str> {
        self.internal.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl countersign_words::Argument for Error {
    fn argument(&self) -> countersign_words::Arg {
        self.message.argument()
    }
}

impl From<serde_json::Error> for Error {
    fn from(e: serde_json::Error) -> Self {
        Self::usage(say!("judge-bad-json", error = e))
    }
}

/// How an operation that committed ended, beside its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was done.
    Done,
    /// It waits for a person.
    Held,
    /// What it was about has moved, or the state forbids it.
    Stale,
    /// The verdict, or a person, said no.
    Refused,
    /// The arguments cannot run.
    Invalid,
    /// It was tried and failed.
    Failed,
    /// Nothing has that id.
    Missing,
}

impl Outcome {
    /// Every outcome, for tests that iterate them.
    pub const ALL: [Self; 7] =
        [Self::Done, Self::Held, Self::Stale, Self::Refused, Self::Invalid, Self::Failed, Self::Missing];

    /// The outcome as it is written in events.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Held => "held",
            Self::Stale => "stale",
            Self::Refused => "refused",
            Self::Invalid => "invalid",
            Self::Failed => "failed",
            Self::Missing => "missing",
        }
    }
}
