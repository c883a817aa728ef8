//! Generates command lines from the parts in `*.txt` and from the commands and options of the analysis tables.

use std::{collections::BTreeMap, fs, path::Path};

use super::random::Random;

const TEXTS: &[&str] = &[include_str!("grammar.txt"), include_str!("code.txt"), include_str!("programs.txt")];
/// Parts nested deeper use their first form.
const DEEPEST: usize = 7;
/// Values for options and operands.
const VALUES: &[&str] = &[
    "a.txt",
    "a.txt",
    "a.txt",
    "b.txt",
    "p",
    "p",
    "p",
    ".env",
    "./evil",
    "1",
    "x",
    ".",
    "sub",
    "data.json",
    "$PWD/p",
    "--",
    "-",
    "'a b.txt'",
    "HEAD",
    "touch p",
    "'touch p'",
    "src/main.c",
    "conf.py",
    "192.0.2.1:9",
    "http://192.0.2.1:9/",
    "sock",
    "file:p",
    "|./evil",
    "@a.txt",
    "*.txt",
    "./--help",
];
/// Commonly installed programs: options of missing ones would show nothing.
const PROGRAMS: &[&str] = &[
    "addr2line",
    "apropos",
    "ar",
    "arch",
    "as",
    "awk",
    "b2sum",
    "base32",
    "base64",
    "basename",
    "bash",
    "bc",
    "bzip2",
    "c++filt",
    "cal",
    "cat",
    "chroot",
    "cksum",
    "cmp",
    "column",
    "comm",
    "compgen",
    "cp",
    "cpio",
    "csplit",
    "curl",
    "cut",
    "date",
    "dd",
    "declare",
    "df",
    "diff",
    "diff3",
    "dir",
    "dirname",
    "dpkg",
    "dpkg-deb",
    "dpkg-query",
    "du",
    "echo",
    "egrep",
    "env",
    "expand",
    "export",
    "expr",
    "factor",
    "file",
    "find",
    "findmnt",
    "flock",
    "fmt",
    "fold",
    "free",
    "gcc",
    "getconf",
    "getent",
    "getopt",
    "git",
    "grep",
    "groups",
    "gzip",
    "hash",
    "head",
    "hexdump",
    "history",
    "hostname",
    "iconv",
    "id",
    "infocmp",
    "install",
    "join",
    "jq",
    "kill",
    "last",
    "ldd",
    "less",
    "let",
    "ln",
    "local",
    "locale",
    "look",
    "ls",
    "lsblk",
    "lscpu",
    "lsof",
    "make",
    "mapfile",
    "md5sum",
    "mkdir",
    "mktemp",
    "more",
    "mount",
    "mv",
    "namei",
    "nice",
    "nl",
    "nm",
    "node",
    "nohup",
    "nproc",
    "numfmt",
    "objdump",
    "od",
    "openssl",
    "paste",
    "perl",
    "pgrep",
    "pinky",
    "pmap",
    "pr",
    "printenv",
    "printf",
    "ps",
    "ptx",
    "pwd",
    "python3",
    "read",
    "readelf",
    "readlink",
    "realpath",
    "rev",
    "rm",
    "rsync",
    "sdiff",
    "sed",
    "seq",
    "sha256sum",
    "shasum",
    "shuf",
    "size",
    "sort",
    "split",
    "sqlite3",
    "ssh-keygen",
    "stat",
    "stdbuf",
    "strace",
    "strings",
    "stty",
    "sum",
    "tac",
    "tail",
    "tar",
    "tee",
    "test",
    "timeout",
    "touch",
    "tput",
    "tr",
    "tree",
    "truncate",
    "tsort",
    "type",
    "uname",
    "unexpand",
    "uniq",
    "unzip",
    "uptime",
    "vim",
    "vmstat",
    "wc",
    "whatis",
    "whereis",
    "which",
    "who",
    "xargs",
    "xmllint",
    "xxd",
    "xz",
    "zcat",
    "zgrep",
    "zip",
    "zipinfo",
    "zstd",
];

/// The parts, and the tables' commands.
pub struct Grammar {
    parts: BTreeMap<&'static str, Vec<String>>,
    commands: Vec<Listed>,
    /// Every option of every command.
    options: Vec<String>,
    /// The tables' examples.
    pub examples: Vec<String>,
}

/// A command of the tables.
struct Listed {
    words: String,
    /// Options; those with a value end with `=`.
    options: Vec<String>,
    operands: bool,
}

impl Grammar {
    /// Reads the parts and the tables in a folder.
    pub fn load(tables: &Path) -> Self {
        let mut parts: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        let mut part = "";
        for line in TEXTS.iter().flat_map(|text| text.lines().skip_while(|line| !line.is_empty())) {
            match line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                Some(name) if name.chars().all(|c| c.is_ascii_alphanumeric()) => part = name,
                // A form that looks like a comment contains a part.
                _ if part.is_empty()
                    || line.is_empty()
                    || (line.starts_with("# ") && !line.contains('«')) => {}
                _ => parts.entry(part).or_default().push(line.replace('⏎', "\n")),
            }
        }
        let mut grammar = Self { parts, commands: Vec::new(), options: Vec::new(), examples: Vec::new() };
        let mut files: Vec<_> = fs::read_dir(tables).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "toml")) {
            let table: toml::Table = fs::read_to_string(file).unwrap().parse().unwrap();
            table.iter().for_each(|(name, entry)| grammar.list(name, entry));
        }
        grammar.options.sort();
        grammar.options.dedup();
        grammar
    }

    fn list(&mut self, name: &str, entry: &toml::Value) {
        let lines = |key: &str| {
            let list = entry.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
            list.iter().filter_map(|line| line.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        let options: Vec<String> = lines("options")
            .iter()
            .filter_map(|line| line.split(" : ").next())
            .flat_map(str::split_whitespace)
            .map(|option| option.replace('?', "").replace('#', "3"))
            .collect();
        let first = |word: &str| word.split('|').next().unwrap_or_default().to_owned();
        let words: Vec<String> = name.split(' ').map(first).collect();
        self.examples
            .extend(lines("examples").iter().filter_map(|line| Some(line.split_once(": ")?.1.to_owned())));
        self.options.extend(options.iter().map(|option| option.trim_end_matches('=').to_owned()));
        if PROGRAMS.contains(&words[0].as_str()) {
            let operands = entry.get("operands").is_some();
            self.commands.push(Listed { words: words.join(" "), options, operands });
        }
    }

    /// Generates one command line.
    pub fn line(&self, random: &mut Random) -> String {
        self.part("line", 0, random)
    }

    /// Generates one form of a part.
    pub fn part(&self, name: &str, depth: usize, random: &mut Random) -> String {
        match name {
            "table" => return self.table(random),
            "option" => return random.one(&self.options).clone(),
            _ => {}
        }
        let forms = self.parts.get(name).unwrap_or_else(|| panic!("the grammar has no part {name}"));
        let form = if depth > DEEPEST { &forms[0] } else { random.one(forms) };
        let mut made = String::new();
        let mut rest = form.as_str();
        while let Some((before, after)) = rest.split_once('«') {
            let (inner, after) = after.split_once('»').expect("« has its »");
            made.push_str(before);
            made.push_str(&self.part(inner, depth + 1, random));
            rest = after;
        }
        made.push_str(rest);
        made
    }

    /// Generates a command of the tables with options.
    fn table(&self, random: &mut Random) -> String {
        let listed = random.one(&self.commands);
        let mut made = listed.words.clone();
        let value = |random: &mut Random| match random.percent(15) {
            true => self.part(random.pick(&["secret", "payload0", "hidden", "bad"]), 3, random),
            false => random.pick(VALUES).to_owned(),
        };
        for _ in 0..random.below(4) {
            let Some(option) = (!listed.options.is_empty()).then(|| random.one(&listed.options)) else {
                break;
            };
            let plain = option.trim_end_matches('=');
            let with_value = option.ends_with('=') || random.percent(10);
            let value = if with_value { value(random) } else { String::new() };
            let long = plain.starts_with("--");
            let cut = match random.percent(8) && long && plain.len() > 5 {
                true => plain.get(..plain.len() - 1 - random.below(plain.len() - 5)).unwrap_or(plain),
                false => plain,
            };
            let between = match (with_value, long, random.below(3)) {
                (false, ..) => "",
                (_, true, 0 | 1) => "=",
                (_, false, 0) => "",
                _ => " ",
            };
            made.push_str(&format!(" {cut}{between}{value}"));
        }
        if listed.operands || random.percent(30) {
            for _ in 0..random.below(3) {
                made.push_str(&format!(" {}", value(random)));
            }
        }
        if random.percent(6) {
            made.push_str(random.pick(&[" --help", " --version", " -n", " --dry-run", " -h", " -V"]));
        }
        made
    }
}
