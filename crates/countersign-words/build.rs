//! Compiles the English messages into a table, so that an unknown id or argument fails the build, and English
//! needs no file at run time.

use std::{collections::BTreeMap, env, fmt::Write, fs, path::Path};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey},
    parser,
};

/// The areas whose messages the code creates by id with arguments.
const AREAS: &[&str] = &[
    "advice",
    "analysis",
    "commands",
    "effects",
    "fields",
    "hub",
    "judging",
    "operations",
    "personal",
    "problems",
    "tables",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locales/en");
    let mut found = BTreeMap::new();
    for area in AREAS {
        let path = Path::new("locales/en").join(format!("{area}.ftl"));
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let resource =
            parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{}: {}", path.display(), errors[0]));
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let Some(pattern) = message.value else { panic!("{} says nothing", message.id.name) };
            assert!(
                found.insert(message.id.name.clone(), pattern).is_none(),
                "{} is there twice",
                message.id.name
            );
        }
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo names the folder")).join("english.rs");
    fs::write(out, table(&found)).expect("the folder of the build can be written");
}

/// Returns the table of messages, sorted by id, and the lookup from texts without arguments to their ids.
fn table(messages: &BTreeMap<String, Pattern<String>>) -> String {
    let mut out = format!("pub(crate) static ENTRIES: [Entry; {}] = [\n", messages.len());
    let mut plain = BTreeMap::new();
    for (number, (id, pattern)) in messages.iter().enumerate() {
        let mut args = Vec::new();
        let pieces = match fixed(pattern) {
            Some(text) => format!("Piece::Text({text:?})"),
            None => pieces(id, pattern, &mut args),
        };
        let _ = writeln!(out, "Entry {{ id: {id:?}, args: &{args:?}, pieces: &[{pieces}] }},");
        if let Some(text) = fixed(pattern) {
            plain.entry(text).or_insert(number);
        }
    }
    out.push_str("];\n");
    let _ = writeln!(out, "pub(crate) static PLAIN: [(&str, u16); {}] = [", plain.len());
    for (text, number) in plain {
        let _ = writeln!(out, "({text:?}, {number}),");
    }
    out.push_str("];\n");
    out
}

/// Returns the text of a message without arguments.
fn fixed(pattern: &Pattern<String>) -> Option<String> {
    let text = |element: &PatternElement<String>| match element {
        PatternElement::TextElement { value } => Some(value.clone()),
        PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::StringLiteral { value }),
        } => Some(value.clone()),
        PatternElement::Placeable { .. } => None,
    };
    pattern.elements.iter().map(text).collect()
}

fn pieces(id: &str, pattern: &Pattern<String>, args: &mut Vec<String>) -> String {
    let mut out = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value }
            | PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => {
                let _ = write!(out, "Piece::Text({value:?}), ");
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                let _ = write!(out, "Piece::Arg({}), ", place(id, inline, args));
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                let place = place(id, selector, args);
                let _ = write!(out, "Piece::Select({place}, &[");
                let default = variants.iter().filter(|variant| variant.default);
                for variant in variants.iter().filter(|variant| !variant.default).chain(default) {
                    let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) =
                        &variant.key;
                    let _ = write!(out, "({key:?}, &[{}]), ", pieces(id, &variant.value, args));
                }
                out.push_str("]), ");
            }
        }
    }
    out
}

fn place(id: &str, inline: &InlineExpression<String>, args: &mut Vec<String>) -> usize {
    let InlineExpression::VariableReference { id: variable } = inline else {
        panic!("{id} has something in braces that is neither a variable nor a text")
    };
    args.iter().position(|known| *known == variable.name).unwrap_or_else(|| {
        args.push(variable.name.clone());
        args.len() - 1
    })
}
