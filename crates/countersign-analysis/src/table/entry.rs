//! One entry of a table, compiled so that matching words against it is cheap.

use countersign_words::{Message, say};
use serde::Deserialize;

use crate::facts::Class;

/// The kind of an operand or an option's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Has no effect.
    Text,
    /// A path that is read.
    Read,
    /// A path that is created or written to.
    Write,
    /// A path that is deleted.
    Delete,
    /// A path that is truncated to nothing.
    Empty,
    /// A folder that the command works in from then on.
    Dir,
    /// A program that is run.
    Exec,
    /// A file whose content is run or used as configuration.
    Load,
    /// The beginning of another command.
    Command,
    /// Text that a shell runs.
    Shell,
    /// Text that an interpreter runs.
    Code,
    /// SQL, of this dialect.
    Sql(&'static str),
    /// A host that is contacted.
    Host,
    /// An address that is contacted.
    Url,
    /// A local path that is read, or a remote one.
    From,
    /// A local path that is written, or a remote one.
    To,
    /// A file or a text that is sent out.
    Send,
    /// An assignment for the environment of what is run.
    Env,
}

/// The dialects that a table may name.
const DIALECTS: [&str; 10] = [
    "generic",
    "postgres",
    "mysql",
    "sqlite",
    "mssql",
    "bigquery",
    "duckdb",
    "clickhouse",
    "snowflake",
    "oracle",
];

impl Kind {
    fn parse(text: &str) -> Result<Self, String> {
        let kind = match text {
            "text" => Self::Text,
            "read" => Self::Read,
            "write" => Self::Write,
            "delete" => Self::Delete,
            "empty" => Self::Empty,
            "dir" => Self::Dir,
            "exec" => Self::Exec,
            "load" => Self::Load,
            "command" => Self::Command,
            "shell" => Self::Shell,
            "code" => Self::Code,
            "sql" => Self::Sql("generic"),
            "host" => Self::Host,
            "url" => Self::Url,
            "from" => Self::From,
            "to" => Self::To,
            "send" => Self::Send,
            "env" => Self::Env,
            other => {
                let dialect = other.strip_prefix("sql:");
                let found = dialect.and_then(|d| DIALECTS.iter().find(|known| **known == d));
                return found.map(|d| Self::Sql(d)).ok_or_else(|| format!("no such kind: {other}"));
            }
        };
        Ok(kind)
    }

    /// Returns the worst class of an unknown word of this kind.
    pub fn worst(self) -> Class {
        match self {
            Self::Text | Self::Read | Self::Dir => Class::Read,
            Self::Write | Self::Exec | Self::Load | Self::Host | Self::Url => Class::Mutable,
            Self::From | Self::To | Self::Send | Self::Env => Class::Mutable,
            Self::Delete | Self::Empty | Self::Command | Self::Shell | Self::Code | Self::Sql(_) => {
                Class::Destructive
            }
        }
    }
}

/// The kinds of the operands, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Operands {
    /// Those before the repeated one.
    pub head: Vec<Kind>,
    /// The repeated one, which takes all remaining operands.
    pub many: Option<Kind>,
    /// Those after it.
    pub tail: Vec<Kind>,
}

impl Operands {
    /// Operands without an effect.
    pub const fn text() -> Self {
        Self { head: Vec::new(), many: Some(Kind::Text), tail: Vec::new() }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut operands = Self::default();
        for word in text.split_whitespace() {
            if let Some(word) = word.strip_suffix('*') {
                if operands.many.replace(Kind::parse(word)?).is_some() {
                    return Err(format!("more than one `*` in operands: {text}"));
                }
            } else if operands.many.is_some() {
                operands.tail.push(Kind::parse(word)?);
            } else {
                operands.head.push(Kind::parse(word)?);
            }
        }
        Ok(operands)
    }

    /// Returns all their kinds.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.head.iter().copied().chain(self.many).chain(self.tail.iter().copied())
    }

    /// Returns the worst class among them.
    pub fn worst(&self) -> Class {
        self.kinds().map(Kind::worst).max().unwrap_or(Class::Read)
    }

    /// Returns them without the first, which an option replaced.
    pub fn without_first(&self) -> Self {
        let mut rest = self.clone();
        if !rest.head.is_empty() {
            rest.head.remove(0);
        }
        rest
    }

    /// Whether they begin with assignments.
    pub fn env_first(&self) -> bool {
        self.head.first().copied().or(self.many) == Some(Kind::Env)
    }

    /// Returns them without the leading assignments.
    pub fn without_env(&self) -> Self {
        let mut rest = self.clone();
        rest.head.retain(|k| *k != Kind::Env);
        rest.many = rest.many.filter(|k| *k != Kind::Env);
        if rest.many.is_none() {
            let tail = std::mem::take(&mut rest.tail);
            rest.head.extend(tail);
        }
        rest
    }

    /// Returns how many operands precede the one that begins another command.
    pub fn before_command(&self) -> Option<usize> {
        match self.head.iter().position(|k| *k == Kind::Command) {
            None if self.many == Some(Kind::Command) => Some(self.head.len()),
            found => found,
        }
    }
}

/// One statement of an entry about a call or an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The kind of the option's value.
    Value(Kind),
    /// Changes something, with the reason.
    Mutable(Message),
    /// Destroys something, with the reason.
    Destructive(Message),
    /// Runs code that is not in the text.
    Executes(Message),
    /// Contacts a host that is not in the words: which one, if its settings name no other.
    Sends(Message, Option<Box<str>>),
    /// Runs with more rights.
    Privilege,
    /// Is always asked about.
    Protected(Message),
    /// Is not known from the text.
    Opaque(Message),
    /// Standard input is run.
    Stdin(Kind),
    /// Replaces the operands.
    Operands(Operands),
    /// The option replaces the first operand.
    First,
    /// The call only reads.
    Dry,
    /// Options end here: the following words belong to this one's value.
    Ends,
}

impl Meaning {
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        // Table texts are looked up here, once, and not for each command.
        let why = |other: Message| if rest.is_empty() { other } else { Message::known(rest.to_owned()) };
        let after = |verb: &str, other: Message| match rest {
            "" => other,
            rest => Message::known(format!("{verb} {rest}")),
        };
        if let Some(host) = word.strip_prefix("sends@") {
            return Ok(Self::Sends(after("sends", say!("analysis-sends")), Some(host.into())));
        }
        let meaning = match word {
            "mutable" => Self::Mutable(why(say!("analysis-changes-something"))),
            "destructive" => Self::Destructive(why(say!("analysis-destroys-something"))),
            "executes" => Self::Executes(after("runs", say!("analysis-runs-code-that-is-not-in-the-text"))),
            "sends" => Self::Sends(after("sends", say!("analysis-sends")), None),
            "privilege" => Self::Privilege,
            "protected" => Self::Protected(why(say!("analysis-is-always-asked-about"))),
            "opaque" => Self::Opaque(why(say!("analysis-cannot-be-told-from-the-text"))),
            "stdin" => match Kind::parse(rest)? {
                kind @ (Kind::Shell | Kind::Code | Kind::Sql(_)) => Self::Stdin(kind),
                _ => return Err(format!("stdin can be shell, code or sql: {text}")),
            },
            "operands" => Self::Operands(Operands::parse(rest)?),
            "first" => Self::First,
            "dry" => Self::Dry,
            "ends" => Self::Ends,
            kind if rest.is_empty() => Self::Value(Kind::parse(kind)?),
            _ => return Err(format!("no such effect: {text}")),
        };
        Ok(meaning)
    }

    fn parse_all(text: &str) -> Result<Vec<Self>, String> {
        text.split(';').filter(|part| !part.trim().is_empty()).map(Self::parse).collect()
    }

    /// Returns the worst class this can mean for unknown words.
    pub fn worst(&self) -> Class {
        match self {
            Self::Dry | Self::First | Self::Ends => Class::Read,
            Self::Value(kind) => kind.worst(),
            Self::Operands(operands) => operands.worst(),
            Self::Destructive(_) | Self::Stdin(_) => Class::Destructive,
            Self::Mutable(_) | Self::Executes(_) | Self::Sends(..) | Self::Privilege => Class::Mutable,
            Self::Protected(_) | Self::Opaque(_) => Class::Mutable,
        }
    }
}

/// Whether an option has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// It has none.
    Nothing,
    /// It has one, attached or as the next word.
    Value,
    /// It may have one, attached.
    Attached,
}

/// One option.
#[derive(Debug)]
pub(crate) struct Choice {
    /// Its name in the table.
    pub name: Box<str>,
    /// Whether it has a value.
    pub takes: Takes,
    /// The only value it applies to.
    pub only: Option<Box<str>>,
    line: usize,
}

/// The options of an entry, sorted by name.
#[derive(Debug, Default)]
pub(crate) struct Options {
    choices: Vec<Choice>,
    lines: Vec<Vec<Meaning>>,
}

impl Options {
    fn parse(lines: &[String], style: Option<Style>) -> Result<Self, String> {
        let mut options = Self::default();
        for text in lines {
            let (names, meaning) = text.split_once(" : ").unwrap_or((text.as_str(), ""));
            let line = options.lines.len();
            options.lines.push(Meaning::parse_all(meaning)?);
            for name in names.split_whitespace() {
                let (bare, takes, only) = match name.split_once('=') {
                    None => (name, Takes::Nothing, None),
                    Some((bare, "")) => match bare.strip_suffix('?') {
                        Some(bare) => (bare, Takes::Attached, None),
                        None => (bare, Takes::Value, None),
                    },
                    Some((bare, only)) => (bare, Takes::Value, Some(only.into())),
                };
                let sign = bare.starts_with(['-', '+']) || style == Some(Style::Keys);
                if !sign || bare.contains(';') || matches!(bare, "-" | "--" | "+" | "") {
                    return Err(format!("not an option: {name}"));
                }
                options.choices.push(Choice { name: bare.into(), takes, only, line });
            }
        }
        options.choices.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(options)
    }

    /// Returns the options of exactly this name.
    pub fn exact(&self, name: &str) -> &[Choice] {
        let from = self.choices.partition_point(|c| &*c.name < name);
        let rest = self.choices.get(from..).unwrap_or_default();
        let len = rest.iter().take_while(|c| &*c.name == name).count();
        rest.get(..len).unwrap_or_default()
    }

    /// Returns the options with this prefix.
    pub fn beginning(&self, prefix: &str) -> &[Choice] {
        let from = self.choices.partition_point(|c| &*c.name < prefix);
        let rest = self.choices.get(from..).unwrap_or_default();
        let len = rest.iter().take_while(|c| c.name.starts_with(prefix)).count();
        rest.get(..len).unwrap_or_default()
    }

    /// Returns the meanings of an option.
    pub fn meanings(&self, choice: &Choice) -> &[Meaning] {
        self.lines.get(choice.line).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the worst class among the options with this prefix.
    pub fn worst(&self, prefix: &str) -> Class {
        let meanings = self.beginning(prefix).iter().flat_map(|c| self.meanings(c));
        meanings.map(Meaning::worst).max().unwrap_or(Class::Read)
    }

    /// Whether an option that makes the command read-only also does so in its subcommands: `-v` may be the
    /// version of one and the verbosity of the other.
    pub fn dries_subcommands(&self, name: &str) -> bool {
        let beside =
            |c: &Choice| self.choices.iter().any(|other| other.line == c.line && says_dry(&other.name));
        match name {
            "--help" | "-help" | "-h" | "-?" => true,
            "-n" | "-s" | "-c" => self.exact(name).iter().any(beside),
            _ => says_dry(name),
        }
    }

    /// Whether an option with this prefix makes the call read-only.
    pub fn dries(&self, name: &str) -> bool {
        self.beginning(name).iter().any(|c| self.meanings(c).contains(&Meaning::Dry))
    }
}

/// Whether a name means that nothing is done, or that something is only shown.
fn says_dry(name: &str) -> bool {
    let bare = name.trim_start_matches('-');
    if name == "--list" || name.starts_with("--get") {
        return true;
    }
    let whole =
        ["simulate", "just-print", "recon", "no-act", "whatif", "what-if", "check", "generate-cli-skeleton"];
    bare.replace('_', "-").contains("dry-run") || whole.contains(&bare)
}

/// The syntax of options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Style {
    /// Anywhere until `--`; short ones can be joined, long ones abbreviated.
    Gnu,
    /// Like `Gnu`, until the first operand.
    Posix,
    /// One dash and a word.
    Long,
    /// `name=value`.
    Keys,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Unlisted {
    Ask,
    Fine,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    #[serde(rename = "man")]
    _man: String,
    #[serde(default)]
    does: String,
    operands: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    style: Option<Style>,
    unknown: Option<Unlisted>,
    special: Option<String>,
    #[serde(rename = "examples")]
    _examples: serde::de::IgnoredAny,
}

/// The table entry of a command or subcommand.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Effects of running it at all.
    pub does: Vec<Meaning>,
    /// Its operands, if specified.
    pub operands: Option<Operands>,
    /// Its options.
    pub options: Options,
    /// The syntax of its options, if specified.
    pub style: Option<Style>,
    /// Whether unlisted options are harmless.
    pub unlisted_fine: bool,
    /// The handler that also analyses the words.
    pub special: Option<String>,
    /// The worst class among its options.
    pub options_worst: Class,
}

impl Entry {
    /// Compiles the lines below a header.
    pub fn parse(text: &str) -> Result<Self, String> {
        let body: Body = toml::from_str(text).map_err(|e| e.to_string())?;
        let options = Options::parse(&body.options, body.style)?;
        let options_worst = options.worst("");
        Ok(Self {
            does: Meaning::parse_all(&body.does)?,
            operands: body.operands.as_deref().map(Operands::parse).transpose()?,
            options,
            style: body.style,
            unlisted_fine: body.unknown == Some(Unlisted::Fine),
            special: body.special,
            options_worst,
        })
    }

    /// Returns the worst class of a call. With a handler, that is the worst class there is.
    pub fn worst(&self) -> Class {
        if self.special.is_some() {
            return Class::Destructive;
        }
        let does = self.does.iter().filter(|m| !matches!(m, Meaning::Sends(..))).map(Meaning::worst).max();
        let operands = self.operands.as_ref().map(Operands::worst);
        does.into_iter().chain(operands).chain([self.options_worst]).max().unwrap_or(Class::Read)
    }
}
