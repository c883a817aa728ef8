//! Shells and interpreters: finds the code that they run, in the words or the input.

use countersign_words::say;

use super::{
    module, name_of,
    options::{Options, Parsed},
    shells, span_of,
    switches::{PERL_SWITCHES, RUBY_SWITCHES},
};
use crate::{
    code::{self, listed},
    command::{self, Given},
    facts::{Class, Effect, Span},
    walk::{Input, Output, Walk},
    word::Word,
};

/// Notes what the code does.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    let name = name_of(given.words);
    let words = given.words.get(1..).unwrap_or_default();
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    if matches!(base, "python" | "pypy") {
        warnings(walk, given);
    }
    match base {
        "bash" | "rbash" | "sh" | "dash" | "ash" | "ksh" | "mksh" | "oksh" | "yash" | "zsh" | "rzsh" => {
            shells::posix(walk, base.ends_with("zsh"), words, input)
        }
        "fish" | "csh" | "tcsh" => shells::foreign(walk, base, words, input),
        "python" | "pypy" | "pythonw" | "ipython" | "bpython" | "ptpython" => python(walk, words, input),
        "node" | "nodejs" | "tsx" | "ts-node" => node(walk, words, input),
        "perl" => perl(walk, words, input),
        "ruby" | "jruby" | "truffleruby" | "mruby" | "irb" | "pry" => ruby(walk, words, input),
        "php" | "php-cgi" => php(walk, words, input),
        "lua" | "luajit" | "luau" => lua(walk, words, input),
        "R" | "Rscript" | "littler" | "r" => r(walk, words, input),
        "deno" | "bun" => runtime(walk, given, input),
        _ => other(walk, given, input),
    }
}

/// JavaScript runtimes with subcommands: code in the words or the input.
fn runtime(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    const CODE: [&str; 4] = ["-e", "--eval", "-p", "--print"];
    let deno = given.path.first().is_some_and(|name| name == "deno");
    let task = given.path.get(1).map(String::as_str);
    let texts = given.options.iter().filter(|o| !deno && task.is_none() && CODE.contains(&o.name.as_str()));
    texts.filter_map(|o| o.value.as_ref()).for_each(|text| code::note(walk, "node", text));
    let first = given.operands.first();
    if deno && task == Some("eval") {
        first.into_iter().for_each(|text| code::note(walk, "node", text));
    } else if first.is_some_and(|word| word.known().as_deref() == Some("-")) {
        match input {
            Input::Text(text, span) => code::note_text(walk, "node", text, *span),
            other => input_elsewhere(walk, other, span_of(given.words)),
        }
    }
    Output::Unknown
}

/// Notes code on standard input that is not known.
pub(super) fn input_elsewhere(walk: &mut Walk<'_>, input: &Input, span: Span) {
    match input {
        Input::Inherited => {
            walk.note(Effect::Change, say!("analysis-opens-a-console-in-which-anything-can-be-run"), span)
        }
        _ => walk.opaque(Class::Destructive, say!("analysis-runs-what-comes-in-by-standard-input"), span),
    }
}

/// Text in an unsupported language counts as unknown.
pub(super) fn opaque_text(input: &Input) -> Input {
    if matches!(input, Input::Text(..)) { Input::Unknown } else { input.clone() }
}

/// Handles a call without code in the words: a script, or the input.
fn script_or_input(walk: &mut Walk<'_>, language: &str, operands: &[Word], words: &[Word], input: &Input) {
    match operands.first().map(|word| (word, word.known())) {
        Some((script, Some(text))) if text != "-" && !super::is_open_file(&text) => {
            walk.path(Effect::Execute, script, say!("analysis-runs-a-script"));
            framework(walk, &text, operands, input);
        }
        Some((word, Some(text)))
            if !matches!(text.as_str(), "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") =>
        {
            walk.opaque(
                Class::Destructive,
                say!("analysis-runs-a-script-that-only-running-tells"),
                word.span,
            );
        }
        Some((word, None)) => {
            walk.opaque(Class::Destructive, say!("analysis-runs-a-script-that-only-running-tells"), word.span)
        }
        _ => match input {
            Input::Text(text, span) if language == "php" => match text.trim_start().strip_prefix("<?php") {
                Some(code) => code::note_text(walk, language, code, *span),
                None => walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-what-comes-in-by-standard-input"),
                    *span,
                ),
            },
            Input::Text(text, span) => {
                code::note_text(walk, language, text, *span);
                code::note_arguments(walk, operands);
            }
            other => input_elsewhere(walk, other, span_of(words)),
        },
    }
}

/// Scripts that frameworks put into every project, with the same words everywhere.
fn framework(walk: &mut Walk<'_>, script: &str, operands: &[Word], input: &Input) {
    let (Some(first), Some(task)) = (operands.first(), operands.get(1)) else { return };
    let known = task.known().unwrap_or_default();
    match script.rsplit('/').next().unwrap_or_default() {
        "manage.py" if listed("shell shell_plus dbshell", &known) => {
            walk.opaque(
                Class::Destructive,
                say!("analysis-opens-a-console-of-the-application-or-its-database"),
                task.span,
            );
        }
        "manage.py" => {
            let name = Word::known_as("manage.py", first.span);
            let words: Vec<Word> = std::iter::once(name).chain(operands.iter().skip(1).cloned()).collect();
            command::run_inner(walk, &words, input);
        }
        "artisan" if listed("migrate:fresh migrate:reset migrate:refresh db:wipe tinker", &known) => {
            walk.note(Effect::Destroy, say!("analysis-deletes-all-tables-of-the-application"), task.span);
        }
        _ => {}
    }
}

const PYTHON: Options = Options {
    short: "bBdEhiIOPqRsStuvVx3?c:m:W:X:Q:",
    long: &["version", "help", "help-all", "help-env", "help-xoptions", "check-hash-based-pycs:"],
    posix: true,
};

fn python(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    // The words after the code or the module are its arguments.
    let ends = |word: &Word| {
        let text = word.prefix();
        !text.starts_with("--")
            && text.starts_with('-')
            && text.contains(['c', 'm'])
            && !text.contains(['W', 'X', 'Q'])
    };
    let end = words.iter().position(ends);
    let attached = |word: &Word| {
        let text = word.prefix();
        text.find(['c', 'm']).is_some_and(|at| at + 1 < text.len()) || word.known().is_none()
    };
    let own = match end {
        Some(at) if words.get(at).is_some_and(attached) => at + 1,
        Some(at) => at + 2,
        None => words.len(),
    };
    let own = own.min(words.len());
    let parsed = PYTHON.parse(words.get(..own).unwrap_or_default());
    for value in parsed.values(&["W"]) {
        // Python imports the category of a warning.
        if value.known().is_none_or(|value| value.contains('.')) {
            walk.opaque(Class::Destructive, say!("analysis-imports-a-module-for-a-warning"), value.span);
        }
    }
    if !parsed.operands.is_empty() {
        script_or_input(walk, "python", &parsed.operands, words, input);
        return Output::Unknown;
    }
    if let Some(text) = parsed.values(&["c"]).next() {
        code::note(walk, "python", text);
        code::note_arguments(walk, words.get(own..).unwrap_or_default());
    } else if let Some(name) = parsed.values(&["m"]).next() {
        module::run(walk, name, words.get(own..).unwrap_or_default(), input);
    } else if !parsed.has(&["V", "h", "?", "version", "help", "help-all", "help-env", "help-xoptions"]) {
        script_or_input(walk, "python", &[], words, input);
        return Output::Unknown;
    }
    if parsed.has(&["i"]) && *input != Input::Inherited {
        input_elsewhere(walk, &Input::Unknown, span_of(words));
    }
    Output::Unknown
}

fn node(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let mut at = 0;
    let mut has_code = false;
    let mut reads_only = false;
    while let Some(word) = words.get(at) {
        let text = word.prefix();
        at += 1;
        if !text.starts_with('-') || text == "-" {
            at -= 1;
            break;
        }
        let (name, attached) = match text.split_once('=') {
            Some((name, _)) => (name.to_owned(), Some(word.skip(name.len() + 1))),
            None => (text.clone(), None),
        };
        let mut value = || {
            attached.clone().or_else(|| {
                at += 1;
                words.get(at - 1).cloned()
            })
        };
        match name.as_str() {
            "--" => break,
            "-e" | "-p" | "-pe" | "-ep" | "--eval" | "--print" => {
                has_code = true;
                match value() {
                    Some(text) => code::note(walk, "node", &text),
                    None => walk.opaque(
                        Class::Destructive,
                        say!("analysis-runs-code-that-is-not-given"),
                        word.span,
                    ),
                }
            }
            "-r"
            | "--require"
            | "--import"
            | "--loader"
            | "--experimental-loader"
            | "--env-file"
            | "--env-file-if-exists" => {
                if let Some(file) = value() {
                    walk.path(Effect::Execute, &file, say!("analysis-loads-code"));
                }
            }
            "-c" | "--check" | "-v" | "--version" | "-h" | "--help" | "--v8-options"
            | "--completion-bash" => reads_only = true,
            "-C"
            | "--conditions"
            | "--title"
            | "--input-type"
            | "--stack-trace-limit"
            | "--max-http-header-size" => {
                value();
            }
            // Joined flags, or code attached to its flag.
            _ if !name.starts_with("--") && (name.contains('e') || name.contains('p')) => {
                has_code = true;
                walk.opaque(Class::Destructive, say!("analysis-may-run-code"), word.span);
            }
            _ => {}
        }
    }
    if has_code {
        code::note_arguments(walk, words.get(at..).unwrap_or_default());
    } else if !reads_only {
        script_or_input(walk, "node", words.get(at..).unwrap_or_default(), words, input);
    }
    Output::Unknown
}

/// Python imports the category of a warning: `-W error::module.Category`.
fn warnings(walk: &mut Walk<'_>, given: &Given<'_>) {
    for value in given.options.iter().filter(|o| o.name == "-W").filter_map(|o| o.value.as_ref()) {
        let category = |text: String| text.split(':').nth(2).is_some_and(|category| category.contains('.'));
        if value.known().is_none_or(category) {
            walk.note(Effect::Execute, say!("analysis-imports-the-module-of-a-warning-category"), value.span);
        }
    }
}

const PERL: Options = Options {
    short: "ace:E:flnpsStTuUvwWXg0::C::F:x::I:m:M:d::D::i::hV::?",
    long: &["version", "help"],
    posix: true,
};

fn perl(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let parsed = PERL.parse(&PERL_SWITCHES.split(words));
    for pattern in parsed.values(&["F"]) {
        if pattern.known().is_none_or(|text| !code::perl_splits(&text)) {
            walk.opaque(
                Class::Destructive,
                say!("analysis-runs-code-in-the-pattern-to-split-by"),
                pattern.span,
            );
        }
    }
    if parsed.has(&["v", "V", "h", "?", "version", "help"]) && !parsed.has(&["e", "E"]) {
        return Output::Unknown;
    }
    for value in parsed.values(&["m", "M"]) {
        let known = value.known().unwrap_or_default();
        let name = known.split(['=', ' ']).next().unwrap_or_default().trim_start_matches('-').to_owned();
        if value.known().is_none() || known.contains([';', '(', '\n', '}']) {
            walk.opaque(Class::Destructive, say!("analysis-runs-code-where-a-module-is-named"), value.span);
        } else if !code::perl_module(&name) {
            walk.note_on(Effect::Execute, name, say!("analysis-loads-a-module"), value.span);
        }
    }
    let texts: Vec<&Word> = parsed.values(&["e", "E"]).collect();
    if texts.is_empty() {
        script_or_input(walk, "perl", &parsed.operands, words, input);
        return Output::Unknown;
    }
    let known: Option<Vec<String>> = texts.iter().map(|word| word.known()).collect();
    match known {
        Some(lines) => {
            let text = lines.join("\n");
            let span = texts.first().map_or_else(Span::default, |word| word.span);
            let looped = parsed.has(&["n", "p", "i", "F", "a"]);
            code::note_text(walk, if looped { code::PERL_LOOP } else { "perl" }, &text, span);
            let silent = parsed.has(&["n"]) && !parsed.has(&["p"]);
            if parsed.has(&["i"]) && silent && !text.contains("print") && !text.contains("say") {
                parsed
                    .operands
                    .iter()
                    .for_each(|file| walk.path(Effect::Delete, file, say!("analysis-empties-the-file")));
            }
        }
        None => {
            walk.opaque(Class::Destructive, say!("analysis-runs-code-that-is-made-elsewhere"), span_of(words))
        }
    }
    magic_names(walk, &parsed.operands);
    if parsed.has(&["i"]) {
        parsed
            .operands
            .iter()
            .for_each(|file| walk.path(Effect::Write, file, say!("analysis-rewrites-the-file-in-place")));
    }
    Output::Unknown
}

/// Notes file names that Perl opens as commands.
fn magic_names(walk: &mut Walk<'_>, operands: &[Word]) {
    for word in operands {
        let text = word.known().unwrap_or_default();
        let text = text.trim();
        if text.starts_with('|') || text.ends_with('|') || text.starts_with(['>', '+']) {
            walk.opaque(
                Class::Destructive,
                say!("analysis-opens-a-name-as-a-command-or-to-write"),
                word.span,
            );
        }
    }
}

const RUBY: Options = Options {
    short: "acde:lnpsSUvwhyW::0::C:E:F:I:K::r:T::x::X:i::",
    long: &[
        "version",
        "help",
        "copyright",
        "verbose",
        "debug",
        "yjit",
        "jit",
        "disable:",
        "enable:",
        "encoding:",
        "dump:",
        "external-encoding:",
        "internal-encoding:",
        "backtrace-limit:",
        "disable-gems",
        "parser:",
    ],
    posix: true,
};

fn ruby(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let parsed = RUBY.parse(&RUBY_SWITCHES.split(words));
    for library in parsed.values(&["r"]) {
        if library.known().is_none_or(|name| !code::ruby_library(&name)) {
            walk.path(Effect::Execute, library, say!("analysis-loads-code"));
        }
    }
    let silent = ["c", "version", "help", "h", "copyright", "y", "dump"];
    // Without a script it prints its version and exits.
    let reads = if parsed.operands.is_empty() { &["v"][..] } else { &[] };
    inline(walk, "ruby", &parsed, &["e"], &[&silent[..], reads].concat(), words, input);
    if parsed.has(&["i"]) {
        parsed
            .operands
            .iter()
            .for_each(|file| walk.path(Effect::Write, file, say!("analysis-rewrites-the-file-in-place")));
    }
    if parsed.has(&["n", "p"]) {
        magic_names(walk, &parsed.operands);
    }
    Output::Unknown
}

const PHP: Options = Options {
    short: "aeHnqClwsimvhr:B:R:E:F:f:d:c:z:S:t:T:b:",
    long: &[
        "run:",
        "process-begin:",
        "process-code:",
        "process-end:",
        "process-file:",
        "file:",
        "define:",
        "php-ini:",
        "zend-extension:",
        "server:",
        "docroot:",
        "syntax-check",
        "syntax-highlight",
        "strip",
        "info",
        "modules",
        "version",
        "help",
        "ini::",
        "rf:",
        "rc:",
        "re:",
        "rz:",
        "ri:",
        "interactive",
        "hide-args",
        "no-php-ini",
    ],
    posix: true,
};

fn php(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let parsed = PHP.parse(words);
    let code = ["r", "run", "B", "process-begin", "R", "process-code", "E", "process-end"];
    let reads = [
        "l",
        "syntax-check",
        "w",
        "strip",
        "s",
        "syntax-highlight",
        "i",
        "info",
        "m",
        "modules",
        "v",
        "version",
        "h",
        "help",
        "ini",
        "rf",
        "rc",
        "re",
        "rz",
        "ri",
        "S",
        "server",
    ];
    for file in parsed.values(&["f", "file", "F", "process-file"]) {
        walk.path(Effect::Execute, file, say!("analysis-runs-a-script"));
    }
    let elsewhere = parsed.has(&["f", "file", "F", "process-file"]);
    let reads = if elsewhere { &["f", "file", "F", "process-file"][..] } else { &reads[..] };
    inline(walk, "php", &parsed, &code, reads, words, input);
    Output::Unknown
}

const LUA: Options = Options { short: "e:l:ivEWb:j:O::", long: &["version", "help"], posix: true };

fn lua(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let parsed = LUA.parse(words);
    for library in parsed.values(&["l"]) {
        walk.path(Effect::Execute, library, say!("analysis-loads-code"));
    }
    if let Some(script) = parsed.operands.first().filter(|_| parsed.has(&["e"])) {
        walk.path(Effect::Execute, script, say!("analysis-runs-a-script"));
    }
    inline(walk, "lua", &parsed, &["e"], &["v", "version", "help"], words, input);
    Output::Unknown
}

const R: Options = Options {
    short: "e:f:g:d:qsh",
    long: &[
        "version",
        "help",
        "vanilla",
        "slave",
        "no-echo",
        "quiet",
        "silent",
        "save",
        "no-save",
        "no-environ",
        "no-site-file",
        "no-init-file",
        "restore",
        "no-restore",
        "interactive",
        "verbose",
        "file:",
        "args",
        "default-packages:",
        "gui:",
        "encoding:",
    ],
    posix: true,
};

fn r(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let parsed = R.parse(words);
    for file in parsed.values(&["f", "file"]) {
        walk.path(Effect::Execute, file, say!("analysis-runs-a-script"));
    }
    inline(walk, "r", &parsed, &["e"], &["version", "help", "h", "f", "file"], words, input);
    Output::Unknown
}

/// Notes code in the options, else a script or the input, unless an option prevents running anything.
fn inline(
    walk: &mut Walk<'_>,
    language: &str,
    parsed: &Parsed,
    code: &[&str],
    reads: &[&str],
    words: &[Word],
    input: &Input,
) {
    let mut any = false;
    for text in parsed.values(code) {
        any = true;
        code::note(walk, language, text);
    }
    if any {
        code::note_arguments(walk, &parsed.operands);
    } else if !parsed.has(reads) {
        script_or_input(walk, language, &parsed.operands, words, input);
    }
}

/// An interpreter of an unsupported language.
fn other(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    const CODE: [&str; 17] = [
        "-c",
        "-e",
        "-E",
        "-x",
        "-g",
        "-r",
        "--eval",
        "-eval",
        "--execute",
        "--commands",
        "--rpc-eval",
        "-batch",
        "-code",
        "-Command",
        "-command",
        "-EncodedCommand",
        "-ec",
    ];
    let mut any = false;
    for option in given.options.iter().filter(|option| CODE.contains(&option.name.as_str())) {
        any = true;
        let span = option.value.as_ref().map_or(option.span, |value| value.span);
        match &option.value {
            Some(text) if given.path.first().is_some_and(|name| name == "julia") => {
                code::note(walk, "julia", text)
            }
            _ => walk.opaque(Class::Destructive, say!("analysis-runs-code-that-nobody-here-can-read"), span),
        }
    }
    let stdin = |word: &Word| matches!(word.known().as_deref(), Some("-" | "/dev/stdin" | "/dev/fd/0"));
    if !any && given.operands.first().is_none_or(stdin) && !given.dry {
        input_elsewhere(walk, &opaque_text(input), span_of(given.words));
    }
    Output::Unknown
}
