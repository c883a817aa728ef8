//! `python -m`: modules that are programs.

use countersign_words::say;

use crate::{
    code::listed,
    command,
    facts::{Class, Effect},
    walk::{Input, Output, Walk},
    word::Word,
};

/// Modules that only read their arguments and print.
const READERS: &str = "this platform site tokenize dis ast calendar tabnanny symtable pyclbr keyword getopt \
    inspect locale nturl2path mimetypes textwrap difflib quopri base64";
/// Modules that are programs of the same name.
const COMMANDS: &str = "pip pytest black ruff flake8 mypy isort pylint pyflakes pycodestyle bandit coverage build twine uv \
    poetry pipx virtualenv pre_commit sphinx tox nox pyright yamllint pygments";

/// Analyses a module and its arguments.
pub(super) fn run(walk: &mut Walk<'_>, module: &Word, arguments: &[Word], input: &Input) -> Output {
    let Some(name) = module.known() else {
        walk.opaque(Class::Destructive, say!("analysis-runs-a-module-that-only-running-tells"), module.span);
        return Output::Unknown;
    };
    let flags: Vec<String> =
        arguments.iter().map(|word| word.prefix()).filter(|text| text.starts_with('-')).collect();
    let has = |names: &[&str]| flags.iter().any(|flag| names.contains(&flag.as_str()));
    let files: Vec<&Word> = arguments.iter().filter(|word| !word.prefix().starts_with('-')).collect();
    match name.as_str() {
        "pip" | "pip3" => return as_command(walk, "pip", module, arguments, input),
        "json" | "json.tool" => json_tool(walk, &files, arguments),
        "zipfile" | "tarfile"
            if has(&["-l", "--list", "-t", "--test"]) && !has(&["-c", "--create", "-e", "--extract"]) =>
        {
            files.iter().for_each(|file| walk.path(Effect::Read, file, say!("analysis-reads-an-archive")));
        }
        "zipfile" | "tarfile" => {
            walk.note(Effect::Change, say!("analysis-creates-or-extracts-an-archive"), module.span)
        }
        "sysconfig" if flags.is_empty() => {}
        "gzip" | "uu" | "sysconfig" => walk.note(Effect::Change, say!("analysis-writes-a-file"), module.span),
        "http.server" | "SimpleHTTPServer" | "pydoc" | "ensurepip" | "venv" | "py_compile" | "compileall"
        | "zipapp" | "lib2to3" | "cProfile" | "profile" | "pdb" | "trace" | "timeit" | "runpy"
        | "unittest" | "doctest" | "code" | "pickle" | "idlelib" | "webbrowser" | "antigravity" => {
            standard(walk, &name, module, arguments)
        }
        _ if listed(READERS, &name) => {
            // Inspecting a module imports it.
            if matches!(name.as_str(), "inspect") && !files.is_empty() {
                walk.note_on(Effect::Execute, name, say!("analysis-imports-a-module"), module.span);
            }
            files.iter().for_each(|file| walk.path(Effect::Read, file, say!("analysis-reads-a-file")));
        }
        _ if listed(COMMANDS, &name) => {
            return as_command(walk, &name.replace('_', "-"), module, arguments, input);
        }
        _ => walk.note_on(Effect::Execute, name.clone(), say!("analysis-runs-the-module", name), module.span),
    }
    Output::Unknown
}

fn as_command(walk: &mut Walk<'_>, name: &str, module: &Word, arguments: &[Word], input: &Input) -> Output {
    let first = Word::known_as(name, module.span);
    let words: Vec<Word> = std::iter::once(first).chain(arguments.iter().cloned()).collect();
    command::run_inner(walk, &words, input)
}

/// Its second operand is the output file.
fn json_tool(walk: &mut Walk<'_>, files: &[&Word], arguments: &[Word]) {
    // The number after --indent is not a file.
    let indent = arguments.iter().position(|word| word.known().as_deref() == Some("--indent"));
    let number = indent.and_then(|at| arguments.get(at + 1)).map(|word| word.span);
    let files: Vec<&Word> = files.iter().copied().filter(|word| Some(word.span) != number).collect();
    if let Some(file) = files.first() {
        walk.path(Effect::Read, file, say!("analysis-reads-a-file"));
    }
    if let Some(file) = files.get(1) {
        walk.path(Effect::Write, file, say!("analysis-writes-the-json-to-a-file"));
    }
    if files.iter().any(|word| word.may_split()) {
        walk.opaque(
            Class::Mutable,
            say!("analysis-may-write-to-a-file"),
            files.first().map_or_else(Default::default, |f| f.span),
        );
    }
}

fn standard(walk: &mut Walk<'_>, name: &str, module: &Word, arguments: &[Word]) {
    let span = module.span;
    let asks = |text: &str| arguments.first().and_then(Word::known).is_some_and(|first| first == text);
    if asks("--help") || asks("-h") || asks("--version") {
        return;
    }
    match name {
        "http.server" | "SimpleHTTPServer" => {
            walk.note(Effect::Change, say!("analysis-starts-a-web-server"), span)
        }
        "venv" | "ensurepip" => {
            walk.note(Effect::Change, say!("analysis-installs-python-into-a-folder"), span)
        }
        "py_compile" | "compileall" | "zipapp" | "lib2to3" => {
            walk.note(Effect::Change, say!("analysis-writes-files"), span)
        }
        // A pickle names the functions it calls.
        "pickle" => walk.opaque(Class::Destructive, say!("analysis-runs-what-a-pickle-says"), span),
        "timeit" => walk.opaque(Class::Destructive, say!("analysis-runs-code-that-may-do-anything"), span),
        "pydoc" => {
            let listed = arguments.iter().all(|word| {
                word.known().is_some_and(|text| {
                    !text.starts_with('-') && !text.contains(['/', '.']) && listed(STANDARD, &text)
                })
            });
            if arguments.is_empty() || !listed {
                walk.note_on(
                    Effect::Execute,
                    name,
                    say!("analysis-imports-a-module-to-describe-it-or-starts-a"),
                    span,
                );
            }
        }
        _ => walk.note_on(Effect::Execute, name, say!("analysis-runs-code-by", name), span),
    }
}

/// Modules whose documentation is read without running project code.
const STANDARD: &str = "json sys os re math datetime collections itertools functools pathlib subprocess string str list dict \
    print open len argparse logging random time typing dataclasses asyncio csv hashlib shutil tempfile \
    unittest keywords modules topics int set tuple range zip map filter sorted enumerate threading \
    multiprocessing socket urllib";
