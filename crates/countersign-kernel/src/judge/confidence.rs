//! Confidence: how strongly the evidence supports a step, in millionths, exact at the borders of the bands.
//!
//! Only evidence that was gathered here or reported by a verifier counts. An agent's own statement about its
//! work can only lower the score; callers of [`score`] must ensure that.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::Mode;

/// How long a call or a step of medium confidence waits for an objection.
pub const WAIT_MS: u64 = 10_000;

/// A number between 0 and 1, exact to the millionth. In JSON it is a plain number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millionths(u32);

impl Millionths {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// All.
    pub const ONE: Self = Self(1_000_000);

    /// Creates a value from millionths, at most 1,000,000.
    pub const fn new(millionths: u32) -> Self {
        Self(if millionths > 1_000_000 { 1_000_000 } else { millionths })
    }

    /// The millionths.
    pub fn get(self) -> u32 {
        self.0
    }

    /// Converts a plain number to the nearest value; None if it is not between 0 and 1.
    pub fn from_number(number: f64) -> Option<Self> {
        // Out-of-range values and NaN fail the comparison.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 1")]
        (0.0..=1.0).contains(&number).then(|| Self((number * 1e6).round() as u32))
    }

    /// The plain number.
    pub fn number(self) -> f64 {
        f64::from(self.0) / 1e6
    }
}

countersign_words::arguments!(Millionths);

impl std::fmt::Display for Millionths {
    /// Two digits, truncated and never rounded up: 0.799999 is not 0.80.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:02}", self.0 / 1_000_000, self.0 % 1_000_000 / 10_000)
    }
}

impl Serialize for Millionths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number())
    }
}

impl<'de> Deserialize<'de> for Millionths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Self::from_number(number).ok_or_else(|| D::Error::custom(say!("judge-not-between", number)))
    }
}

impl JsonSchema for Millionths {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Millionths".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "number", "minimum": 0, "maximum": 1})
    }
}

/// What is known of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Basis {
    /// How many checks passed.
    pub passed: u32,
    /// How many checks were made; with 0 this part does not apply.
    pub checks: u32,
    /// The verifier's confidence, if there was one.
    pub verified: Option<Millionths>,
    /// How many times it was retried.
    pub retries: u32,
    /// How often it may be.
    pub max_retries: u32,
    /// Whether anything in it is destructive.
    pub destructive: bool,
    /// How many of its calls succeeded.
    pub succeeded: u32,
    /// How many it made.
    pub calls: u32,
    /// Whether anybody said they are not sure of it.
    pub uncertain: bool,
    /// Whether similar work was decided before, mostly with yes.
    pub history: bool,
}

/// How sure one can be, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Confidence {
    /// The number that counts.
    pub value: Millionths,
    /// What the parts alone would give.
    pub raw: Millionths,
    /// The parts, in words.
    pub parts: Vec<Message>,
    /// What caps it, in words.
    pub caps: Vec<Message>,
    /// Whether nobody looked at it at all: then a person is asked, however low the number that would do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unproved: bool,
}

impl Confidence {
    /// Returns the band in that mode, as [`band`] does for its number. Without any evidence, a person is
    /// asked.
    pub fn band(&self, mode: Mode, threshold: Option<Millionths>, critical: bool) -> Band {
        let band = band(self.value, mode, threshold, critical);
        if self.unproved { band.max(Band::Ask) } else { band }
    }

    /// `3 of 4 checks passed, one retry, nothing destructive, no history`.
    pub fn words(&self) -> Message {
        Message::joined(", ", &self.parts)
    }
}

/// What becomes of something with that confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// It goes on.
    Proceed,
    /// It goes on if nobody objects in time.
    ProceedAfter,
    /// A person decides.
    Ask,
    /// It is stopped, and a person says how to go on.
    Stop,
}

impl Band {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proceed => "proceed",
            Self::ProceedAfter => "proceed_after",
            Self::Ask => "ask",
            Self::Stop => "stop",
        }
    }

    /// Returns the next lower band, for critical steps.
    fn worse(self) -> Self {
        match self {
            Self::Proceed => Self::ProceedAfter,
            Self::ProceedAfter => Self::Ask,
            Self::Ask | Self::Stop => Self::Stop,
        }
    }
}

const HIGH: Millionths = Millionths::new(800_000);
const MEDIUM: Millionths = Millionths::new(500_000);
const LOW: Millionths = Millionths::new(200_000);
/// The default threshold.
pub const THRESHOLD: Millionths = HIGH;

/// Returns the band for a confidence in a mode.
pub fn band(value: Millionths, mode: Mode, threshold: Option<Millionths>, critical: bool) -> Band {
    let band = match mode {
        Mode::Manual => return Band::Ask,
        Mode::ConfidenceThreshold if value >= threshold.unwrap_or(THRESHOLD) => Band::Proceed,
        // In this mode the one threshold decides everything.
        Mode::ConfidenceThreshold => return Band::Ask,
        Mode::Auto if value >= HIGH => Band::Proceed,
        Mode::Auto if value >= MEDIUM => Band::ProceedAfter,
        Mode::Auto if value >= LOW => Band::Ask,
        Mode::Auto => Band::Stop,
    };
    if critical { band.worse() } else { band }
}

/// One summand: `weight` tenths, scaled by `have` / `of`.
struct Share {
    weight: u128,
    have: u128,
    of: u128,
}

/// Scores a step.
pub fn score(basis: &Basis) -> Confidence {
    let share = |weight, have: u32, of: u32| Share { weight, have: u128::from(have), of: u128::from(of) };
    let mut shares = Vec::new();
    if basis.checks > 0 {
        shares.push(share(3, basis.passed.min(basis.checks), basis.checks));
    }
    if let Some(verified) = basis.verified {
        shares.push(share(3, verified.get(), Millionths::ONE.get()));
    }
    let (retried, retries) = match (basis.retries, basis.max_retries) {
        (0, _) => (0, 1),
        (_, 0) => (1, 1),
        (n, most) => (n.min(most), most),
    };
    shares.push(share(2, retries - retried, retries));
    shares.push(share(1, u32::from(!basis.destructive), 1));
    let (succeeded, calls) = if basis.calls == 0 { (1, 1) } else { (basis.succeeded, basis.calls) };
    shares.push(share(1, succeeded.min(calls), calls));
    let raw = sum(&shares);
    let (value, caps) = capped(basis, raw);
    let unproved = basis.checks == 0 && basis.verified.is_none();
    Confidence { value, raw, parts: parts(basis), caps, unproved }
}

/// Returns the weighted mean, truncated to millionths: a value below a border stays below it.
fn sum(shares: &[Share]) -> Millionths {
    let (mut have, mut of) = (0u128, 1u128);
    for share in shares {
        have = have * share.of + share.weight * share.have * of;
        of *= share.of;
        let common = gcd(have, of).max(1);
        (have, of) = (have / common, of / common);
    }
    let whole = of * shares.iter().map(|s| s.weight).sum::<u128>();
    // Digit by digit, because a multiplication by a million might overflow.
    let (mut millionths, mut rest) = (have / whole, have % whole);
    for _ in 0..6 {
        (millionths, rest) = (millionths * 10 + rest * 10 / whole, rest * 10 % whole);
    }
    Millionths::new(u32::try_from(millionths).unwrap_or(u32::MAX))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn capped(basis: &Basis, raw: Millionths) -> (Millionths, Vec<Message>) {
    let (asks, new) = (Millionths::new(490_000), Millionths::new(790_000));
    let mut caps = Vec::new();
    let mut value = raw;
    let mut cap = |most: Millionths, applies: bool, why: Message| {
        if applies {
            value = value.min(most);
            caps.push(say!("judge-cap", most, said = why));
        }
    };
    cap(asks, basis.checks == 0 && basis.verified.is_none(), say!("judge-cap-none"));
    cap(asks, basis.passed < basis.checks, say!("judge-cap-check"));
    // Otherwise a verifier with no confidence would be worth more than none.
    cap(asks, basis.verified.is_some_and(|v| v < MEDIUM), say!("judge-cap-verifier"));
    cap(asks, basis.uncertain, say!("judge-cap-unsure"));
    cap(new, !basis.history, say!("judge-cap-new"));
    (value, caps)
}

fn parts(basis: &Basis) -> Vec<Message> {
    let mut parts = Vec::new();
    match basis.checks {
        0 => parts.push(say!("judge-part-no-checks")),
        n => parts.push(say!("judge-part-checks", passed = basis.passed.min(n), n)),
    }
    if let Some(verified) = basis.verified {
        parts.push(say!("judge-part-verifier", sure = verified));
    }
    match basis.retries {
        0 => {}
        1 => parts.push(say!("judge-part-one-retry")),
        n => parts.push(say!("judge-part-retries", n)),
    }
    parts.push(
        if basis.destructive { say!("judge-part-destructive") } else { say!("judge-part-harmless") }
            .to_owned(),
    );
    if basis.succeeded < basis.calls {
        parts.push(say!("judge-part-calls", n = basis.succeeded, calls = basis.calls));
    }
    if basis.uncertain {
        parts.push(say!("judge-part-uncertain"));
    }
    parts.push(
        if basis.history { say!("judge-part-before") } else { say!("judge-part-no-history") }.to_owned(),
    );
    parts
}

#[cfg(test)]
mod tests;
