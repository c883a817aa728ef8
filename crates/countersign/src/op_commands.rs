//! The command line, built from the table of operations: words become nested commands, slots become arguments, help
//! comes from the schemas. This module knows nothing about single operations.

use std::{collections::BTreeMap, ffi::OsString, io::Read};

use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Command, builder::PossibleValue, builder::PossibleValuesParser,
};
use countersign_core::{
    AnyOp, Error, Result,
    op::fields::{Field, Kind, fields},
};
use countersign_words::{Language, Message, say};
use serde_json::{Map, Value};

use crate::{
    command_table, field, help,
    template::{self, Form, Slot},
};

/// The id of the flag that every command has; no field can have this name.
pub const JSON: &str = "--json";

/// The option that also explains what only agents call.
pub const HELP_ALL: &str = "--help-all";

/// The field that tells an operation that it is one of several calls.
const TOGETHER: &str = "together";

/// Descriptions of words that only begin commands.
static FIRST_WORDS: &[(&str, Message)] = &[
    ("audit", say!("command-group-audit")),
    ("devices", say!("command-group-devices")),
    ("drills", say!("command-group-drills")),
    ("grants", say!("command-group-grants")),
    ("hook", say!("command-group-hook")),
    ("hub", say!("command-group-hub")),
    ("mode", say!("command-group-mode")),
    ("passkey", say!("command-group-passkey")),
    ("people", say!("command-group-people")),
    ("plan", say!("command-group-plan")),
    ("policy", say!("command-group-policy")),
    ("question", say!("command-group-question")),
    ("run", say!("command-group-run")),
    ("sets", say!("command-group-sets")),
    ("step", say!("command-group-step")),
    ("store", say!("command-group-store")),
    ("token", say!("command-group-token")),
    ("views", say!("command-group-views")),
    ("webhooks", say!("command-group-webhooks")),
    ("world", say!("command-group-world")),
];

/// One command and the operation that it calls.
pub struct Binding {
    /// The words.
    pub path: Vec<&'static str>,
    /// The operation.
    pub op: &'static dyn AnyOp,
    slots: Vec<Slot>,
}

/// One call that a command line makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// Its word, if the command makes one call per word.
    pub word: Option<String>,
    /// The operation's input.
    pub input: Value,
}

/// A command that is not an operation, or extends one.
pub struct Shape {
    /// The words.
    pub path: &'static [&'static str],
    /// One line; empty if the operation already has it.
    pub about: &'static str,
    /// Adds its arguments.
    pub args: fn(Command) -> Command,
}

/// Which commands get their arguments: building all of them takes longer than most commands run.
pub enum Detail<'a> {
    /// Those whose first word is on the command line; what only agents call is hidden.
    Named(&'a [OsString]),
    /// All, with what only agents call: for manual pages, `--help-all` and tests.
    All,
}

impl Detail<'_> {
    fn covers(&self, word: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(argv) => argv.iter().any(|a| a == word),
        }
    }
}

/// Binds every command of `ops`.
pub fn bindings(ops: &[&'static dyn AnyOp]) -> Result<Vec<Binding>> {
    let mut all = Vec::new();
    for op in ops {
        for template in template::parse(op.spec().cli)? {
            all.push(Binding { path: template.words, op: *op, slots: template.slots });
        }
    }
    Ok(all)
}

/// Builds the command tree of `bindings` and `shapes`, with help in a language.
pub fn tree(
    bindings: &[Binding],
    shapes: &[Shape],
    detail: &Detail<'_>,
    language: Language,
) -> Result<Command> {
    let mut root = Node::default();
    for binding in bindings {
        let node = root.at(&binding.path);
        node.about = binding.op.spec().doc.trim_end_matches('.').to_owned();
        node.runs = true;
        if detail.covers(binding.path[0]) {
            (node.args, node.groups) = binding.arguments(language)?;
        }
    }
    for shape in shapes {
        if shape.about.is_empty() && !bindings.iter().any(|b| b.path == shape.path) {
            continue;
        }
        let node = root.at(shape.path);
        node.runs = true;
        if !shape.about.is_empty() {
            node.about = shape.about.to_owned();
        }
        if detail.covers(shape.path[0]) {
            node.shape = Some(shape.args);
        }
    }
    let json = Arg::new(JSON)
        .long("json")
        .global(true)
        .action(ArgAction::SetTrue)
        .help(String::from(say!("command-arg-json")));
    let flag = |name: &'static str, help: Message| {
        Arg::new(name).long(name).global(true).action(ArgAction::SetTrue).help(String::from(help))
    };
    let help_all = Arg::new(HELP_ALL)
        .long("help-all")
        .action(ArgAction::Help)
        .help(String::from(say!("command-arg-help-all")));
    let all = matches!(detail, Detail::All);
    let root = root
        .into_command("countersign", "", all)
        .about(String::from(say!("command-about")))
        .version(env!("CARGO_PKG_VERSION"))
        .arg_required_else_help(true)
        .args([json, help_all])
        .arg(flag("verbose", say!("command-arg-verbose")).short('v'))
        .arg(flag("no-pager", say!("command-arg-no-pager")));
    Ok(help::spoken(root, language))
}

/// Returns the words of the typed command, and its own matches.
pub fn chosen(matches: &ArgMatches) -> (Vec<&str>, &ArgMatches) {
    let (mut path, mut own) = (Vec::new(), matches);
    while let Some((word, next)) = own.subcommand() {
        path.push(word);
        own = next;
    }
    (path, own)
}

#[derive(Default)]
struct Node {
    about: String,
    runs: bool,
    args: Vec<Arg>,
    groups: Vec<ArgGroup>,
    shape: Option<fn(Command) -> Command>,
    children: Vec<(&'static str, Node)>,
}

impl Node {
    fn at(&mut self, path: &[&'static str]) -> &mut Self {
        let Some((word, rest)) = path.split_first() else { return self };
        let index = self.children.iter().position(|(w, _)| w == word).unwrap_or_else(|| {
            let about = FIRST_WORDS
                .iter()
                .find(|(first, _)| first == word)
                .map_or("", |(_, about)| about.as_str())
                .to_owned();
            self.children.push((word, Self { about, ..Self::default() }));
            self.children.len() - 1
        });
        self.children[index].1.at(rest)
    }

    /// Builds the command; `above` are the words before its own, and `all` shows what only agents call.
    fn into_command(self, word: &'static str, above: &str, all: bool) -> Command {
        let is_shown = command_table::find(above).is_none_or(|row| command_table::is_shown(row.typed, all));
        let mut command = Command::new(word)
            .about(self.about)
            .args(self.args)
            .groups(self.groups)
            .hide(!is_shown)
            .disable_help_subcommand(true)
            .subcommand_required(!self.runs && !self.children.is_empty());
        for (word, child) in self.children {
            let words = format!("{above} {word}");
            command = command.subcommand(child.into_command(word, words.trim_start(), all));
        }
        match self.shape {
            Some(shape) => shape(command),
            None => command,
        }
    }
}

impl Binding {
    /// Whether it makes one call per word.
    pub fn fans_out(&self) -> bool {
        self.slots.iter().any(|s| s.form == Form::Words)
    }

    fn arguments(&self, language: Language) -> Result<(Vec<Arg>, Vec<ArgGroup>)> {
        let fields = fields(self.op);
        let mut args = Vec::new();
        let mut switches: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
        for slot in &self.slots {
            let field = self.field(&fields, slot)?;
            match slot.form {
                Form::Fixed(_) => {}
                Form::Switch { flag, value } => {
                    switches.entry(slot.field).or_default().push(flag);
                    args.push(
                        Arg::new(flag)
                            .long(flag)
                            .action(ArgAction::SetTrue)
                            .help(switch_help(field, value, language)),
                    );
                }
                _ => args.push(argument(slot, field, language)),
            }
        }
        let groups = switches.into_iter().map(|(name, flags)| {
            ArgGroup::new(name).args(flags).required(fields.get(name).is_some_and(|f| f.required))
        });
        Ok((args, groups.collect()))
    }

    fn field<'f>(&self, fields: &'f BTreeMap<String, Field>, slot: &Slot) -> Result<&'f Field> {
        fields.get(slot.field).ok_or_else(|| {
            Error::bug(format!(
                "the command {:?} fills {:?}, which {} does not take",
                self.path,
                slot.field,
                self.op.spec().name
            ))
        })
    }

    /// Reads the calls that `matches` asks for.
    pub fn calls(&self, matches: &ArgMatches, stdin: &mut dyn Read) -> Result<Vec<Wanted>> {
        let fields = fields(self.op);
        let mut input = Map::new();
        let mut words = None;
        for slot in &self.slots {
            let field = self.field(&fields, slot)?;
            let typed = || matches.get_one::<String>(slot.field);
            let value = match slot.form {
                Form::Words => {
                    let given = matches.get_many::<String>(slot.field).into_iter().flatten();
                    words = Some((slot.field, field, given.cloned().collect::<Vec<_>>()));
                    None
                }
                Form::Fixed(value) => Some(field::read(field, slot.field, value, stdin)?),
                Form::Switch { flag, value } if matches.get_flag(flag) => {
                    Some(field::read(field, flag, value, stdin)?)
                }
                Form::Switch { .. } => None,
                Form::Option(_) if field.kind == Kind::Boolean => {
                    matches.get_flag(slot.field).then_some(true.into())
                }
                Form::Option(flag) => {
                    typed().map(|t| field::read(field, &format!("--{flag}"), t, stdin)).transpose()?
                }
                Form::Word => typed().map(|t| field::read(field, slot.field, t, stdin)).transpose()?,
            };
            if let Some(value) = value {
                input.insert(slot.field.to_owned(), value);
            }
        }
        let Some((name, field, words)) = words else {
            return Ok(vec![Wanted { word: None, input: input.into() }]);
        };
        // Several at once: some operations have a field for that.
        if words.len() > 1 && fields.contains_key(TOGETHER) {
            input.insert(TOGETHER.to_owned(), true.into());
        }
        let each = words.into_iter().map(|word| {
            let mut input = input.clone();
            input.insert(name.to_owned(), field::read(field, name, &word, stdin)?);
            Ok(Wanted { word: Some(word), input: input.into() })
        });
        each.collect()
    }
}

fn argument(slot: &Slot, field: &Field, language: Language) -> Arg {
    let doc = Message::known(&field.doc);
    let said = |message: Message| message.in_language(language).into_owned();
    let mut arg = Arg::new(slot.field).help(field.doc.clone()).value_name(slot.field.to_uppercase());
    match slot.form {
        Form::Option(flag) if field.kind == Kind::Boolean => {
            return arg.long(flag).action(ArgAction::SetTrue);
        }
        Form::Option(flag) => arg = arg.long(flag),
        Form::Words => arg = arg.num_args(1..),
        _ => {}
    }
    match &field.kind {
        Kind::Choice(words) => {
            let values = words.iter().map(|(word, doc)| {
                let value = PossibleValue::new(word.clone());
                if doc.is_empty() { value } else { value.help(doc.clone()) }
            });
            arg = arg.value_parser(PossibleValuesParser::new(values));
        }
        Kind::Boolean => arg = arg.value_parser(["true", "false"]),
        Kind::Integer { .. } | Kind::Number => arg = arg.allow_negative_numbers(true),
        Kind::Json => {
            arg = arg.help(said(say!("command-arg-takes-json", said = doc))).value_name("JSON");
        }
        Kind::List => arg = arg.help(said(say!("command-arg-takes-list", said = doc))),
        Kind::Text => {}
    }
    arg.required(field.required)
}

fn switch_help(field: &Field, value: &str, language: Language) -> String {
    let meaning = match &field.kind {
        Kind::Choice(words) => words.iter().find(|(w, _)| w == value).map(|(_, doc)| doc.clone()),
        _ => None,
    };
    let of_field = || Message::joined(": ", [Message::known(&field.doc), value.into()]);
    let meaning = meaning.filter(|m| !m.is_empty()).map_or_else(of_field, Message::known);
    meaning.in_language(language).into_owned()
}

#[cfg(test)]
mod tests {
    use countersign_core::{ActorKind, ErrorCode, Op, Tx};
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Size {
        /// The small one.
        Small,
        /// The large one.
        Large,
    }

    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Input {
        /// The id.
        id: String,
        /// How many.
        #[serde(default)]
        count: Option<u32>,
        /// Whether.
        #[serde(default)]
        always: bool,
        /// How large.
        #[serde(default)]
        size: Option<Size>,
        /// The arguments.
        #[serde(default)]
        args: Option<Value>,
        /// Whether it landed.
        #[serde(default)]
        landed: Option<bool>,
    }

    struct Try;
    impl Op for Try {
        const NAME: &'static str = "try";
        const DOC: &'static str = "Tries it.";
        const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
        const HTTP: &'static str = "POST /v1/try";
        const CLI: &'static str = "try one {id} --count {count} --always {always} --size {size} --args {args} \
                                   | try many {id...} --size {size} | try fixed {id} {size=small} \
                                   | try landed {id} --applied {landed=true} --not-applied {landed=false}";
        type Input = Input;
        type Output = Value;
        fn run(&self, _: &mut Tx<'_>, _: &Input) -> Result<Value> {
            Ok(Value::Null)
        }
    }

    fn wanted(line: &str) -> Result<Vec<Wanted>, String> {
        let all = bindings(&[&Try]).unwrap();
        let root = tree(&all, &[], &Detail::All, Language::English).unwrap();
        let matches = root.try_get_matches_from(line.split(' ')).map_err(|e| e.to_string())?;
        let (path, own) = chosen(&matches);
        let binding = all.iter().find(|b| b.path == path).unwrap();
        binding.calls(own, &mut std::io::empty()).map_err(|e| e.message.into())
    }

    #[test]
    fn a_line_becomes_the_input_that_the_schema_asks_for() {
        for (line, want) in [
            ("c try one a", json!({"id": "a"})),
            ("c try one 7 --count 7 --always", json!({"id": "7", "count": 7, "always": true})),
            ("c try one a --size large --json", json!({"id": "a", "size": "large"})),
            (r#"c try one a --args {"x":[1]}"#, json!({"id": "a", "args": {"x": [1]}})),
            ("c try fixed a", json!({"id": "a", "size": "small"})),
            ("c try landed a --not-applied", json!({"id": "a", "landed": false})),
        ] {
            assert_eq!(wanted(line).unwrap(), [Wanted { word: None, input: want }], "{line}");
        }
    }

    #[test]
    fn several_words_are_several_calls_in_order() {
        let calls = wanted("c try many b a --size small").unwrap();
        let each = |w: &str| Wanted { word: Some(w.into()), input: json!({"id": w, "size": "small"}) };
        assert_eq!(calls, [each("b"), each("a")]);
    }

    #[test]
    fn a_wrong_line_says_what_is_wrong() {
        for (line, say) in [
            ("c try one", "<ID>"),
            ("c try many", "<ID>"),
            ("c try one a --size huge", "small, large"),
            ("c try one a --count -1", "--count"),
            ("c try one a --count x", "whole number"),
            ("c try one a --args {", "line 1 column 1"),
            ("c try landed a --applied --not-applied", "cannot be used with"),
            ("c tri", "try"),
            ("c try", "requires a subcommand"),
        ] {
            let text = wanted(line).unwrap_err();
            assert!(text.contains(say), "{line}: {text}");
        }
    }

    #[test]
    fn a_command_that_is_not_typed_gets_no_arguments() {
        let all = bindings(&[&Try]).unwrap();
        let lean = tree(&all, &[], &Detail::Named(&["inbox".into()]), Language::English).unwrap();
        let one = lean.find_subcommand("try").and_then(|c| c.find_subcommand("one")).unwrap();
        assert_eq!(one.get_arguments().count(), 0);
    }

    #[test]
    fn a_template_that_names_no_field_is_a_defect() {
        struct Bad;
        impl Op for Bad {
            const NAME: &'static str = "bad";
            const DOC: &'static str = "Bad.";
            const AUDIENCE: &'static [ActorKind] = &[];
            const HTTP: &'static str = "";
            const CLI: &'static str = "bad {nothing}";
            type Input = Input;
            type Output = Value;
            fn run(&self, _: &mut Tx<'_>, _: &Input) -> Result<Value> {
                Ok(Value::Null)
            }
        }
        let all = bindings(&[&Bad]).unwrap();
        assert_eq!(tree(&all, &[], &Detail::All, Language::English).unwrap_err().code, ErrorCode::Internal);
    }
}
