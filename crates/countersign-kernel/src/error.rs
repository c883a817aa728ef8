//! Errors and outcomes: a closed code to branch on, words for people, and nothing internal for clients.
//!
//! An error rolls its operation back. What must be remembered though it is no success (a held call, a stale
//! item, a refusing verdict) is an answer with an [`Outcome`]. Each transport maps both with one exhaustive match.

use std::fmt;

use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};

use crate::world::Landed;

/// The result of everything in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of failure it was; transports branch on this and on nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request itself is malformed: unknown words, broken JSON, missing fields.
    Usage,
    /// The request is well-formed but its content cannot be accepted.
    Invalid,
    /// Nothing has that id or name.
    NotFound,
    /// The state does not allow it now.
    Conflict,
    /// What was shown or expected has moved since.
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

    /// The code as it is written in problem objects.
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

/// What went wrong, what to do about it, and (for tracing only) what was underneath.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// The closed code.
    pub code: ErrorCode,
    /// What happened, in words for a person; a lowercase fragment.
    pub message: Message,
    /// What to do next, where there is something to do.
    pub hint: Option<Message>,
    /// More to show, where there is more: the difference that stands in the way.
    pub detail: Option<Message>,
    internal: Option<String>,
    doubt: bool,
    known: Option<Box<Landed>>,
    redefined: bool,
}

impl Error {
    /// Makes an error of `code`.
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

    /// Nothing by that name.
    pub fn not_found(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::NotFound, message)
    }

    /// The state forbids it.
    pub fn conflict(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Conflict, message)
    }

    /// What was expected has moved.
    pub fn stale(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Stale, message)
    }

    /// The caller lacks the authority.
    pub fn refused(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::Refused, message)
    }

    /// A defect of ours; `internal` is what a developer needs.
    pub fn bug(internal: impl fmt::Display) -> Self {
        Self::new(ErrorCode::Internal, say!("judge-internal")).because(internal)
    }

    /// Adds what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Message>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds more to show.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<Message>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds what was underneath; it reaches tracing, never a client.
    #[must_use]
    pub fn because(mut self, internal: impl fmt::Display) -> Self {
        self.internal = Some(internal.to_string());
        self
    }

    /// An effect that was begun and may have happened: nobody can tell.
    pub fn doubt(message: impl Into<Message>) -> Self {
        Self { doubt: true, ..Self::conflict(message) }
    }

    /// The same, with what is known to have landed, and how that is taken back.
    #[must_use]
    pub fn known(mut self, landed: Landed) -> Self {
        (self.doubt, self.known) = (true, Some(Box::new(landed)));
        self
    }

    /// Takes what is known to have landed although the outcome is in doubt.
    pub fn take_known(&mut self) -> Option<Landed> {
        self.known.take().map(|known| *known)
    }

    /// Whether what failed may have happened all the same.
    pub fn is_doubt(&self) -> bool {
        self.doubt
    }

    /// Nothing was called: the tool's definition is not the accepted one any more, so the call must be judged anew.
    pub fn redefined(message: impl Into<Message>) -> Self {
        Self { redefined: true, ..Self::stale(message) }
    }

    /// Whether the call failed only because its tool's definition changed after it was judged.
    pub fn is_redefined(&self) -> bool {
        self.redefined
    }

    /// What an operation gets that asked the world something, until that is answered. Nobody else ever sees it: an operation that
    /// has asked is run again, whatever it made of this.
    pub fn unanswered() -> Self {
        Self::bug("the world was asked and has not answered yet")
    }

    /// What was underneath, for tracing.
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
