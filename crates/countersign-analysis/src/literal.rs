//! The short list of command lines that may run unasked outside of any confinement: literal words, vetted
//! programs and options, and no protected path. Anything not certainly one of these is not vetted.

use std::path::Path;

use crate::path;

/// The kind of a program's operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// Any amount of text.
    Text,
    /// Files that are read.
    Paths,
    /// At most one file: a second one would be written.
    OnePath,
    /// A pattern, unless `-e` gave it, and files.
    Pattern,
    /// A format that begins with `+`.
    Format,
}

/// A program with its vetted options. Its other options are not vetted.
struct Program {
    name: &'static str,
    /// One-letter options without a value.
    flags: &'static str,
    /// One-letter options with a value, attached or in the next word.
    values: &'static str,
    /// Long options, separated by blanks: `all`, and `format=` if the value is attached.
    long: &'static str,
    operands: Operands,
}

const fn program(
    name: &'static str,
    flags: &'static str,
    values: &'static str,
    long: &'static str,
    operands: Operands,
) -> Program {
    Program { name, flags, values, long, operands }
}

/// Programs that read their files and print: no option below writes, runs or connects, and no project file
/// changes what they do. `diff` and recursive searches are missing: they would print secrets in the folders.
static PROGRAMS: &[Program] = &[
    program(
        "ls",
        "aAlhtrSR1dFisnogpGXvucUQBCxmLHk",
        "",
        "all almost-all color color= full-time human-readable \
        group-directories-first recursive reverse size sort= time= time-style= directory inode",
        Operands::Paths,
    ),
    program("pwd", "LP", "", "", Operands::Text),
    program("echo", "neE", "", "", Operands::Text),
    program(
        "cat",
        "nbsETAvet",
        "",
        "number number-nonblank show-all show-ends show-tabs squeeze-blank",
        Operands::Paths,
    ),
    program("head", "qv0123456789", "nc", "lines= bytes= quiet verbose", Operands::Paths),
    program("tail", "qv0123456789", "nc", "lines= bytes= quiet verbose", Operands::Paths),
    program("wc", "lwcmL", "", "lines words bytes chars max-line-length", Operands::Paths),
    program("grep", "ivnclLowxEFsqhHbaIzyG0123456789", "ABCme", GREP, Operands::Pattern),
    program("egrep", "ivnclLowxEFsqhHbaIzyG0123456789", "ABCme", GREP, Operands::Pattern),
    program("fgrep", "ivnclLowxEFsqhHbaIzyG0123456789", "ABCme", GREP, Operands::Pattern),
    program("true", "", "", "", Operands::Text),
    program("false", "", "", "", Operands::Text),
    program(
        "date",
        "uRI",
        "d",
        "utc universal rfc-email iso-8601 iso-8601= rfc-3339= date=",
        Operands::Format,
    ),
    program("whoami", "", "", "", Operands::Text),
    program("id", "ugGnraz", "", "user group groups name real", Operands::Text),
    program("groups", "", "", "", Operands::Text),
    program("nproc", "", "", "all", Operands::Text),
    program("arch", "", "", "", Operands::Text),
    program("uname", "asnrvmpio", "", "all kernel-name kernel-release machine", Operands::Text),
    program("which", "a", "", "", Operands::Text),
    program("stat", "Lt", "c", "format= printf= dereference terse", Operands::Paths),
    program("file", "biL", "", "brief mime mime-type mime-encoding dereference", Operands::Paths),
    program("basename", "az", "s", "multiple suffix= zero", Operands::Text),
    program("dirname", "z", "", "zero", Operands::Text),
    program(
        "realpath",
        "emsLPqz",
        "",
        "canonicalize-existing canonicalize-missing no-symlinks quiet",
        Operands::Paths,
    ),
    program(
        "readlink",
        "femnqsz",
        "",
        "canonicalize canonicalize-existing canonicalize-missing no-newline",
        Operands::Paths,
    ),
    program(
        "sort",
        "bdfghiMnrRVuscCz",
        "kt",
        "reverse unique numeric-sort version-sort human-numeric-sort key= \
        field-separator= ignore-case stable",
        Operands::Paths,
    ),
    program("uniq", "cduDiz", "fsw", "count repeated unique ignore-case", Operands::OnePath),
    program(
        "cut",
        "snz",
        "dfcb",
        "delimiter= fields= characters= bytes= complement only-delimited output-delimiter=",
        Operands::Paths,
    ),
    program("tr", "dscCt", "", "delete squeeze-repeats complement truncate-set1", Operands::Text),
    program("nl", "p", "bnwsvhfild", "body-numbering= number-format= number-width=", Operands::Paths),
    program("tac", "br", "s", "before regex separator=", Operands::Paths),
    program("rev", "", "", "", Operands::Paths),
    program("cmp", "sbl", "ni", "silent quiet verbose print-bytes", Operands::Paths),
    program("comm", "123iz", "", "check-order nocheck-order total", Operands::Paths),
    program("paste", "sz", "d", "serial delimiters=", Operands::Paths),
    program("fold", "bs", "w", "bytes spaces width=", Operands::Paths),
    program("expand", "i", "t", "initial tabs=", Operands::Paths),
    program(
        "du",
        "shacbkmxlSH0",
        "d",
        "summarize human-readable all total max-depth= apparent-size bytes",
        Operands::Paths,
    ),
    program("df", "hTkiaHPl", "t", "human-readable print-type inodes all total", Operands::Paths),
    program("md5sum", "bt", "", "binary text tag", Operands::Paths),
    program("sha1sum", "bt", "", "binary text tag", Operands::Paths),
    program("sha256sum", "bt", "", "binary text tag", Operands::Paths),
    program("sha512sum", "bt", "", "binary text tag", Operands::Paths),
    program("cksum", "", "", "", Operands::Paths),
    program("od", "abcdfiloxsv", "AtjN", "address-radix= format= read-bytes= skip-bytes=", Operands::Paths),
];
const GREP: &str = "ignore-case invert-match line-number count files-with-matches files-without-match only-matching \
    word-regexp line-regexp extended-regexp fixed-strings no-messages quiet silent no-filename with-filename color color= \
    colour colour= context= after-context= before-context= max-count= regexp= text null";
/// Vetted arguments of `git rev-parse`: none reads settings that name programs, or objects that must be
/// fetched.
const REV_PARSE: &[&str] = &[
    "HEAD",
    "--show-toplevel",
    "--show-prefix",
    "--show-cdup",
    "--git-dir",
    "--absolute-git-dir",
    "--git-common-dir",
    "--is-inside-work-tree",
    "--is-inside-git-dir",
    "--is-bare-repository",
    "--abbrev-ref",
    "--short",
    "--verify",
    "-q",
    "--quiet",
];
/// Tests of `find` without a value, and with one.
const FIND: &[&str] =
    &["-empty", "-print", "-xdev", "-mount", "-readable", "-executable", "-o", "-a", "-not"];
const FIND_VALUES: &[&str] = &[
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-type",
    "-maxdepth",
    "-mindepth",
    "-size",
    "-mtime",
    "-mmin",
    "-newer",
];
/// Limits on the length of a line and the number of commands in it.
const BYTES: usize = 2_000;
const COMMANDS: usize = 20;

/// Whether a command line may run unasked outside of any confinement.
///
/// # Limitations
/// The working folder is not known here: the caller must also judge the line in that folder.
pub fn is_vetted(line: &str) -> bool {
    let Some(commands) = (line.len() <= BYTES).then(|| commands(line)).flatten() else { return false };
    !commands.is_empty()
        && commands.len() <= COMMANDS
        && commands.iter().all(|words| is_vetted_command(words))
}

/// Whether a program with these words may run unasked outside of any confinement, without a shell.
///
/// # Limitations
/// As for [`is_vetted`].
pub fn is_vetted_argv(words: &[String]) -> bool {
    let plain = |word: &String| word.bytes().all(|b| (b' '..=b'~').contains(&b));
    words.iter().map(String::len).sum::<usize>() <= BYTES && words.iter().all(plain) && {
        let words: Vec<Literal> =
            words.iter().map(|text| Literal { text: text.clone(), quoted: false }).collect();
        is_vetted_command(&words)
    }
}

/// A literal word.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Literal {
    text: String,
    quoted: bool,
}

/// Returns the simple commands of a line; None unless it only has literal words, pipes and lists.
fn commands(line: &str) -> Option<Vec<Vec<Literal>>> {
    let mut all = Vec::new();
    let mut words: Vec<Literal> = Vec::new();
    let mut chars = line.chars().peekable();
    // Whether an operator came last, which a command must follow.
    let mut open = false;
    while let Some(c) = chars.next() {
        match c {
            ' ' => {}
            '|' | ';' | '&' => {
                let double = chars.peek() == Some(&c);
                if double != (c == '&') || words.is_empty() {
                    return None;
                }
                if double {
                    chars.next();
                }
                all.push(std::mem::take(&mut words));
                open = true;
            }
            '\'' | '"' => {
                let mut text = String::new();
                loop {
                    let inside = chars.next()?;
                    if inside == c {
                        break;
                    }
                    let odd = matches!(inside, '$' | '`' | '\\' | '!') || !(' '..='~').contains(&inside);
                    (!odd).then(|| text.push(inside))?;
                }
                // No other text may be attached to it.
                if !matches!(chars.peek(), None | Some(' ' | '|' | ';' | '&')) {
                    return None;
                }
                words.push(Literal { text, quoted: true });
                open = false;
            }
            c if is_plain(c) => {
                let mut text = String::from(c);
                while let Some(next) = chars.peek().copied().filter(|c| is_plain(*c)) {
                    text.push(next);
                    chars.next();
                }
                if !matches!(chars.peek(), None | Some(' ' | '|' | ';' | '&')) || text.starts_with('=') {
                    return None;
                }
                words.push(Literal { text, quoted: false });
                open = false;
            }
            _ => return None,
        }
    }
    if open {
        return None;
    }
    all.extend((!words.is_empty()).then_some(words));
    Some(all)
}

/// Whether a character inside a word is special to no shell.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ',' | ':' | '=' | '+' | '@' | '%')
}

fn is_vetted_command(words: &[Literal]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    if first.quoted {
        return false;
    }
    let texts: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
    match first.text.as_str() {
        "git" => match texts.as_slice() {
            ["--version"] => true,
            ["rev-parse", rest @ ..] => !rest.is_empty() && rest.iter().all(|word| REV_PARSE.contains(word)),
            _ => false,
        },
        "command" => matches!(texts.as_slice(), ["-v", name] if is_name(name)),
        "sed" => matches!(texts.as_slice(), ["-n", script, files @ ..]
            if prints_lines(script) && files.iter().all(|file| !file.starts_with('-') && is_open(file))),
        "find" => finds(&texts),
        name => PROGRAMS.iter().find(|program| program.name == name).is_some_and(|p| p.takes(&texts)),
    }
}

impl Program {
    /// Whether all words after the program name are vetted.
    fn takes(&self, words: &[&str]) -> bool {
        let mut operands: Vec<&str> = Vec::new();
        let mut pattern = false;
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            if word == "--" {
                operands.extend(words.by_ref());
            } else if let Some(long) = word.strip_prefix("--") {
                pattern |= long.starts_with("regexp=");
                let (name, value) =
                    long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
                let known = self.long.split_ascii_whitespace().any(|known| match value {
                    Some(_) => known.strip_suffix('=') == Some(name),
                    None => known == name,
                });
                if !known || !value.is_none_or(is_open) {
                    return false;
                }
            } else if let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) {
                match self.cluster(letters) {
                    Cluster::Flags => {}
                    Cluster::Value(letter, attached) => {
                        pattern |= letter == 'e';
                        let value = if attached.is_empty() { words.next() } else { Some(attached) };
                        if !value.is_some_and(is_value) {
                            return false;
                        }
                    }
                    Cluster::Unknown => return false,
                }
            } else {
                operands.push(word);
            }
        }
        self.takes_operands(&operands, pattern)
    }

    fn cluster<'w>(&self, letters: &'w str) -> Cluster<'w> {
        for (at, letter) in letters.char_indices() {
            if self.values.contains(letter) {
                let attached = letters.get(at + letter.len_utf8()..).unwrap_or_default();
                return Cluster::Value(letter, attached);
            }
            if !self.flags.contains(letter) {
                return Cluster::Unknown;
            }
        }
        Cluster::Flags
    }

    fn takes_operands(&self, operands: &[&str], pattern: bool) -> bool {
        match self.operands {
            Operands::Text => true,
            Operands::Paths => operands.iter().all(|path| is_open(path)),
            Operands::OnePath => operands.len() <= 1 && operands.iter().all(|path| is_open(path)),
            Operands::Pattern if pattern => operands.iter().all(|path| is_open(path)),
            Operands::Pattern => operands.iter().skip(1).all(|path| is_open(path)),
            Operands::Format => operands.iter().all(|format| format.starts_with('+')),
        }
    }
}

/// A word of one-letter options.
enum Cluster<'w> {
    /// Flags only.
    Flags,
    /// An option with its attached value, or an empty one.
    Value(char, &'w str),
    /// Something that is not vetted.
    Unknown,
}

/// Whether the value of an option cannot be mistaken for another option or a secret.
fn is_value(text: &str) -> bool {
    let number =
        text.strip_prefix('-').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    (number || !text.starts_with('-')) && is_open(text)
}

/// Whether a path may be read: not a secret, not a device, and no `..`, which may lead anywhere.
fn is_open(text: &str) -> bool {
    let mut parts = text.split('/');
    let outside = ["/dev/", "/proc", "/sys/"].iter().any(|root| text.starts_with(root));
    let doubled = text.starts_with("//");
    !outside
        && !doubled
        && !parts.any(|part| part == "..")
        && path::reading(Path::new(text), &[]).is_none()
        // A bare name means a file with accounts if the command runs in `/etc`, and a process's data in
        // `/proc`.
        && ["/etc", "/proc/1", "/root"].iter().all(|folder| path::reading(&Path::new(folder).join(text), &[]).is_none())
}

fn is_name(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
        && !text.starts_with('-')
}

/// Whether a `sed` script only prints lines by their numbers: `5p`, `1,20p`.
fn prints_lines(script: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let lines = |lines: &str| match lines.split_once(',') {
        Some((from, to)) => number(from) && number(to),
        None => number(lines),
    };
    script.strip_suffix('p').is_some_and(lines)
}

/// Whether `find` only looks for names.
fn finds(words: &[&str]) -> bool {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let fine = if FIND_VALUES.contains(word) {
            words.next().is_some_and(|value| !value.starts_with("..") && !value.contains("/proc"))
        } else {
            FIND.contains(word) || !word.starts_with(['-', '(', ')', '!', ',']) && is_open(word)
        };
        if !fine {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests;
