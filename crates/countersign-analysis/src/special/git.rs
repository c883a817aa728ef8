//! `git`: settings given with a call, addresses that run programs, and operands that are paths or branches.

use std::path::Path;

use countersign_words::{Message, say};

use super::{apart, span_of};
use crate::{
    command::{Chosen, Given},
    facts::{Class, Effect},
    path, shell,
    walk::{Input, Output, Walk},
    word::{Piece, Word},
};

/// Settings whose value git runs, or that make it run something; `*` matches any part.
const RUNS: &str = "core.pager core.editor core.sshcommand core.fsmonitor core.hookspath core.askpass core.gitproxy \
    core.alternaterefscommand core.attributesfile diff.external diff.*.command diff.*.textconv diff.tool \
    diff.guitool filter.* merge.*.driver merge.tool mergetool.* difftool.* gpg.program gpg.*.program \
    gpg.ssh.defaultkeycommand credential.* sequence.editor pager.* ssh.variant uploadpack.* receive.* \
    receivepack.* sendemail.* trailer.* man.* browser.* web.browser interactive.difffilter instaweb.* \
    init.templatedir uploadarchive.* imap.* guitool.* alias.* help.browser help.format";
/// Settings that only affect how something is shown, compared or recorded.
const TAME: &str = "color.* advice.* log.* i18n.* column.* blame.* grep.* status.* format.pretty format.notes user.* \
    author.* committer.* pull.* push.default push.autosetupremote fetch.prune fetch.parallel rebase.* \
    commit.gpgsign commit.verbose tag.gpgsign tag.sort branch.sort branch.autosetuprebase gc.auto \
    maintenance.auto feature.* index.* pack.* submodule.recurse versionsort.* rerere.* \
    init.defaultbranch checkout.defaultremote stash.* merge.conflictstyle merge.ff merge.renames \
    merge.renamelimit diff.renames diff.algorithm diff.noprefix diff.mnemonicprefix diff.colormoved \
    diff.colormovedws diff.context diff.interhunkcontext diff.statgraphwidth diff.statnamewidth \
    diff.submodule diff.renamelimit diff.wordregex diff.ignoresubmodules diff.suppressblankempty \
    diff.relative diff.orderfile diff.dirstat diff.indentheuristic core.quotepath core.abbrev \
    core.autocrlf core.filemode core.ignorecase core.precomposeunicode core.longpaths core.symlinks \
    core.checkstat core.trustctime core.untrackedcache core.preloadindex core.commentchar \
    core.whitespace core.eol core.safecrlf core.bigfilethreshold core.compression core.multipackindex \
    core.commitgraph core.notesref core.deltabasecachelimit core.packedgitlimit core.packedgitwindowsize \
    core.protecthfs core.protectntfs core.usereplacerefs core.warnambiguousrefs protocol.version \
    mailmap.* notes.* showbranch.* pretty.* apply.* am.* commitgraph.* http.postbuffer \
    http.lowspeedlimit http.lowspeedtime http.version http.useragent clean.requireforce revert.reference";
/// Values that run at most a program that shows text.
const NOTHING: &[&str] = &[
    "",
    "cat",
    "less",
    "more",
    "less -R",
    "less -FRX",
    "less -F",
    "less -S",
    "true",
    "false",
    ":",
    "no",
    "off",
    "0",
    "never",
    "/dev/null",
    "delta",
    "head",
];

/// Subcommands that print current or past file contents.
const SHOWS: &[&str] = &[
    "archive",
    "bundle",
    "cat-file",
    "checkout-index",
    "diff",
    "diff-files",
    "diff-index",
    "diff-tree",
    "difftool",
    "fast-export",
    "format-patch",
    "log",
    "merge-file",
    "merge-tree",
    "range-diff",
    "show",
    "stash",
    "unpack-file",
    "whatchanged",
    "blame",
    "annotate",
    "cherry",
    "request-pull",
    "filter-branch",
    "replace",
    "restore",
    "checkout",
];

/// Notes the effects of settings, addresses and operands.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    global(walk, given.words);
    let subcommand: Vec<&str> = given.path.iter().skip(1).map(String::as_str).collect();
    let words = given.words.get(1..).unwrap_or_default();
    let talks = [
        "clone",
        "fetch",
        "pull",
        "push",
        "ls-remote",
        "remote",
        "submodule",
        "archive",
        "fetch-pack",
        "send-pack",
    ];
    if subcommand.first().is_some_and(|s| talks.contains(s)) {
        words.iter().for_each(|word| address(walk, word));
    }
    if subcommand.first().is_some_and(|s| SHOWS.contains(s)) {
        stored(walk, given);
    }
    if prints_whole_store(&subcommand, given) {
        walk.note(Effect::Protected, say!("analysis-prints-whatever-git-has-stored"), span_of(given.words));
    }
    match subcommand.as_slice() {
        ["checkout"] => checkout(walk, given),
        ["push"] if !given.dry => push(walk, given),
        ["symbolic-ref"] if given.operands.len() > 1 => {
            walk.note(
                Effect::Change,
                say!("analysis-changes-what-a-symbolic-ref-points-to"),
                span_of(&given.operands),
            );
        }
        ["config"] if !given.dry && given.operands.len() > 1 => {
            walk.note(Effect::Change, say!("analysis-changes-git-settings"), span_of(&given.operands));
            walk.note(
                Effect::Protected,
                say!("analysis-settings-of-git-can-name-programs-to-run"),
                span_of(&given.operands),
            );
            for option in given.options.iter().filter(|o| o.name == "-f" || o.name == "--file") {
                if let Some(file) = &option.value {
                    walk.path(Effect::Write, file, say!("analysis-changes-a-file-of-settings"));
                }
            }
        }
        // A hook or a filter may run its input.
        ["hook", ..] if *input != Input::Inherited => {
            walk.opaque(Class::Mutable, say!("analysis-feeds-a-hook"), span_of(words));
        }
        _ => {}
    }
    printed(given, &subcommand)
}

/// Names of files, commits and branches do not begin with a dash.
fn printed(given: &Given<'_>, subcommand: &[&str]) -> Output {
    let has = |names: &[&str]| given.options.iter().any(|o| names.contains(&o.name.as_str()));
    // `rev-parse` prints unknown words unchanged.
    let passes = given.words.iter().skip(2).any(|word| {
        let text = word.prefix();
        text.starts_with('-')
            && !["--short", "--abbrev-ref", "--show-toplevel", "--verify", "--git-dir", "-q", "--quiet"]
                .contains(&text.as_str())
    });
    // These put arbitrary text before or around the output.
    let shaped = has(&["--line-prefix", "--output-indicator-new", "--output-indicator-old"]);
    let formats: Vec<_> =
        given.options.iter().filter(|o| o.name == "--format" || o.name == "--pretty").collect();
    let ids = |o: &&Chosen| {
        let format = o.value.as_ref().and_then(Word::known).unwrap_or_default();
        let format = format.trim_start_matches("format:").trim_start_matches("t");
        ["", "%H", "%h", "%T", "%P", "%ct", "%at", "%(refname)", "%(refname:short)", "%(objectname)"]
            .contains(&format)
    };
    let plain = formats.is_empty();
    let tame = match subcommand {
        _ if shaped => false,
        ["ls-files" | "merge-base" | "hash-object" | "describe" | "symbolic-ref"] => plain,
        ["rev-list"] => plain || formats.iter().all(ids),
        ["diff" | "ls-tree" | "diff-tree"] => plain && has(&["--name-only"]),
        ["log" | "show"] => {
            let only = !has(&[
                "-p",
                "-u",
                "--patch",
                "--stat",
                "--graph",
                "--numstat",
                "--shortstat",
                "--name-status",
            ]);
            !plain
                && formats.iter().all(ids)
                && only
                && (subcommand == ["log"] || has(&["--name-only", "-s", "--no-patch"]))
        }
        ["grep"] => has(&["-l", "--files-with-matches", "--name-only"]),
        ["branch"] => has(&["--show-current"]) || !plain && formats.iter().all(ids),
        ["for-each-ref"] => !plain && formats.iter().all(ids),
        ["tag"] => {
            (plain || formats.iter().all(ids))
                && has(&["-l", "--list", "--points-at", "--contains"])
                && !has(&["-n"])
        }
        ["rev-parse"] => !passes && !given.operands.iter().any(Word::may_be_option),
        _ => false,
    };
    if tame { Output::Paths } else { Output::Unknown }
}

/// Options before the subcommand.
fn global(walk: &mut Walk<'_>, words: &[Word]) {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let text = word.prefix();
        at += 1;
        match text.as_str() {
            "-c" => {
                if let Some(setting) = words.get(at) {
                    self::setting(walk, setting);
                }
                at += 1;
            }
            "--config-env" => at = config_env(walk, words.get(at), at),
            "-C" | "--git-dir" | "--work-tree" | "--namespace" | "--super-prefix" | "--attr-source" => {
                tree(walk, &text, words.get(at));
                at += 1;
            }
            _ if text.starts_with("--config-env=") => {
                config_env(walk, Some(&word.skip("--config-env=".len())), at);
            }
            _ if text.starts_with("--exec-path=") => {
                walk.path(
                    Effect::Execute,
                    &word.skip("--exec-path=".len()),
                    say!("analysis-runs-git-programs-from-another-folder"),
                );
            }
            _ if text.starts_with("--git-dir=") => {
                tree(walk, "--git-dir", Some(&word.skip("--git-dir=".len())))
            }
            _ if text.starts_with('-') => {}
            _ => return,
        }
    }
}

/// Another repository has its own settings, which can name programs.
fn tree(walk: &mut Walk<'_>, option: &str, value: Option<&Word>) {
    let usual =
        |text: String| text.trim_end_matches('/') == ".git" || text.trim_end_matches('/').ends_with("/.git");
    if option == "--git-dir" && !value.and_then(Word::known).is_some_and(usual) {
        let span = value.map_or_else(Default::default, |word| word.span);
        walk.note(Effect::Execute, say!("analysis-takes-git-settings-which-can-name-programs-to-run"), span);
    }
}

fn config_env(walk: &mut Walk<'_>, value: Option<&Word>, at: usize) -> usize {
    if let Some(value) = value {
        let key = value.prefix().split('=').next().unwrap_or_default().to_ascii_lowercase();
        if !matches(TAME, &key) {
            walk.opaque(
                Class::Destructive,
                say!("analysis-takes-a-setting-of-git-from-the-environment"),
                value.span,
            );
        }
    }
    at + 1
}

/// Reads one `key=value` of `-c`.
fn setting(walk: &mut Walk<'_>, word: &Word) {
    let prefix = word.prefix();
    let key = prefix.split('=').next().unwrap_or_default().to_ascii_lowercase();
    let has_value = prefix.contains('=');
    if !has_value && word.known().is_none() {
        return walk.opaque(
            Class::Destructive,
            say!("analysis-gives-git-a-setting-that-only-running-tells"),
            word.span,
        );
    }
    let value = if has_value { word.skip(key.len() + 1) } else { Word::known_as("true", word.span) };
    let known = value.known();
    let nothing = known.as_deref().is_some_and(|value| NOTHING.contains(&value));
    if matches(RUNS, &key) && nothing && key != "core.fsmonitor"
        || key == "core.fsmonitor" && is_off(known.as_deref())
    {
        return;
    }
    if matches(RUNS, &key) {
        walk.note(Effect::Execute, say!("analysis-makes-git-run-what-its-setting-says", key), word.span);
        let text = match known {
            Some(text) if key.starts_with("alias.") && !text.starts_with('!') => Some(format!("git {text}")),
            Some(text) => Some(text.trim_start_matches('!').to_owned()),
            None => None,
        };
        match text {
            Some(text) => {
                apart(walk, |walk| shell::script(walk, &text, word.span, &Input::Unknown));
            }
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-makes-git-run-text-that-is-made-elsewhere"),
                word.span,
            ),
        }
    } else if !matches(TAME, &key) {
        walk.note(Effect::Change, say!("analysis-gives-git-the-setting", key), word.span);
    }
}

fn is_off(value: Option<&str>) -> bool {
    matches!(value, Some("" | "false" | "no" | "off" | "0"))
}

fn matches(list: &str, key: &str) -> bool {
    list.split_ascii_whitespace().any(|pattern| match pattern.split_once('*') {
        None => pattern == key,
        Some((begins, ends)) => {
            key.len() >= begins.len() + ends.len() && key.starts_with(begins) && key.ends_with(ends)
        }
    })
}

/// Notes secrets in git's store or folder: `HEAD:.env`, `:0:.env`, `-L1,5:.env`, `:(top).env`.
fn stored(walk: &mut Walk<'_>, given: &Given<'_>) {
    let paths = given.options.iter().filter(|o| matches!(o.name.as_str(), "-L" | "--path"));
    let words = given.operands.iter().chain(paths.filter_map(|option| option.value.as_ref()));
    for word in words.cloned().collect::<Vec<_>>() {
        let text = word.shown();
        let inner = text.rsplit([':', ')']).next().unwrap_or_default();
        let inner = inner.trim_start_matches(['/', '!', '^']);
        let found = [text.as_str(), inner].iter().any(|path| path::reading(Path::new(path), &[]).is_some());
        if found {
            let path = if word.known().is_some() { Word::known_as(inner, word.span) } else { word };
            walk.path(Effect::Read, &path, say!("analysis-reads-what-git-has-stored-of-a-file"));
        }
    }
}

/// Whether it prints stored files without naming them, so a secret may be among them.
fn prints_whole_store(subcommand: &[&str], given: &Given<'_>) -> bool {
    let has = |names: &[&str]| given.options.iter().any(|option| names.contains(&option.name.as_str()));
    match subcommand {
        ["cat-file"] => has(&["--batch", "--batch-command"]),
        ["fast-export"] => given.operands.len() < 2,
        _ => false,
    }
}

/// Notes an address that runs a program: `ext::sh -c …`.
fn address(walk: &mut Walk<'_>, word: &Word) {
    let text = word.prefix();
    let address = text
        .split_once('=')
        .filter(|(name, _)| name.starts_with("--"))
        .map_or(text.as_str(), |(_, value)| value);
    if let Some(file) = path::of_file_url(address).filter(|_| word.known().is_some()) {
        walk.path(Effect::Read, &Word::known_as(file, word.span), say!("analysis-reads-another-repository"));
    }
    if let Some(command) = address.strip_prefix("ext::") {
        walk.note(Effect::Execute, say!("analysis-runs-a-command-as-a-transport"), word.span);
        match word.known() {
            Some(_) => {
                let text = command
                    .replace("% ", "\\ ")
                    .replace("%S", "git-upload-pack")
                    .replace("%s", "upload-pack");
                apart(walk, |walk| shell::script(walk, &text, word.span, &Input::Unknown));
            }
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-runs-a-command-that-only-running-tells"),
                word.span,
            ),
        }
        return;
    }
    let transport = address.split_once("::").map(|(name, _)| name);
    if transport
        .is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
    {
        walk.note(Effect::Execute, say!("analysis-runs-a-transport-program"), word.span);
    }
}

/// Notes files among the operands of `checkout`: their uncommitted content is lost.
fn checkout(walk: &mut Walk<'_>, given: &Given<'_>) {
    const OVERWRITES: Message = say!("analysis-overwrites-files-with-a-stored-version");
    let dashes = given.words.iter().position(|word| word.known().as_deref() == Some("--"));
    let after = dashes.and_then(|at| given.words.get(at + 1..)).unwrap_or_default();
    let creates =
        given.options.iter().any(|o| ["-b", "-B", "--orphan", "-t", "--track"].contains(&o.name.as_str()));
    if !after.is_empty() {
        return after.iter().for_each(|path| walk.path(Effect::Delete, path, OVERWRITES));
    }
    if dashes.is_some() || creates && given.operands.len() < 2 {
        return;
    }
    let starts_at = usize::from(given.operands.len() > 1);
    for (at, word) in given.operands.iter().enumerate() {
        if at >= starts_at && starts_at > 0 && !creates || is_path(word) {
            walk.path(Effect::Delete, word, OVERWRITES);
        } else if word.known().is_none() && word.prefix().is_empty() {
            walk.opaque(
                Class::Destructive,
                say!("analysis-perhaps-overwrites-files-with-a-stored-version"),
                word.span,
            );
        }
    }
}

/// Whether a word names files rather than a branch.
fn is_path(word: &Word) -> bool {
    if word.pieces.iter().any(|piece| matches!(piece, Piece::Glob(_))) {
        return true;
    }
    let text = word.shown();
    let last = text.rsplit('/').next().unwrap_or_default();
    let extension = last.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
    let named =
        !extension.is_empty() && extension.len() <= 5 && extension.chars().all(|c| c.is_ascii_alphabetic());
    matches!(text.as_str(), "." | ".." | "Makefile" | "Dockerfile" | "LICENSE" | "README")
        || ["./", "../", ":/", ":(", ":!", "/", "~"].iter().any(|begin| text.starts_with(begin))
        || text.ends_with('/')
        || named
}

/// Notes refspecs that overwrite or delete: `+main`, `:old`.
fn push(walk: &mut Walk<'_>, given: &Given<'_>) {
    for word in given.operands.iter().skip(1) {
        match (word.known().as_deref(), word.prefix()) {
            (Some(":"), _) => {}
            (_, text) if text.starts_with('+') => {
                walk.note(Effect::Destroy, say!("analysis-overwrites-published-history"), word.span);
            }
            (_, text) if text.starts_with(':') => {
                walk.note(Effect::Destroy, say!("analysis-deletes-a-branch-or-tag-at-the-remote"), word.span);
            }
            (None, text) if text.is_empty() => {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-perhaps-overwrites-or-deletes-at-the-remote"),
                    word.span,
                );
            }
            _ => {}
        }
    }
}
