//! Environment variables that change what commands do.

use countersign_words::say;

use crate::{
    facts::{Class, Effect, Facts, Span},
    walk::{Input, Walk},
};

/// Variables whose content is run, loaded, or used to find programs.
const RUNNING: &[&str] = &[
    "PATH",
    "POSIXLY_CORRECT",
    "_POSIX2_VERSION",
    "ENV",
    "PROMPT_COMMAND",
    "SHELL",
    "SHELLOPTS",
    "BASHOPTS",
    "EDITOR",
    "VISUAL",
    "FCEDIT",
    "BROWSER",
    "LESSOPEN",
    "LESSCLOSE",
    "LESS",
    "MANOPT",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "PYTHONSTARTUP",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONINSPECT",
    "PYTHONWARNINGS",
    "PYTHONBREAKPOINT",
    "PERL5OPT",
    "PERL5LIB",
    "PERLLIB",
    "PERL5DB",
    "RUBYOPT",
    "RUBYLIB",
    "NODE_OPTIONS",
    "NODE_PATH",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "CLASSPATH",
    "GCONV_PATH",
    "LUA_INIT",
    "LUA_PATH",
    "LUA_CPATH",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTFLAGS",
    "CC",
    "CXX",
    "LD",
    "AR",
    "MAKEFLAGS",
    "MAKEFILES",
    "TAR_OPTIONS",
    "GREP_OPTIONS",
    "ZIPOPT",
    "UNZIP",
    "GZIP",
    "RSYNC_RSH",
    "CVS_RSH",
    "SVN_SSH",
    "HGRCPATH",
    "PGSERVICEFILE",
    "PSQLRC",
    "PSQL_EDITOR",
    "PSQL_PAGER",
    "MYSQL_PS1",
    "KUBE_EDITOR",
    "KUBECONFIG",
    "DOCKER_HOST",
    "DOCKER_CONFIG",
    "AWS_CONFIG_FILE",
    "OPENSSL_CONF",
    "OPENSSL_MODULES",
    "OPENSSL_ENGINES",
    "GTK_MODULES",
    "QT_PLUGIN_PATH",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "R_PROFILE",
    "R_PROFILE_USER",
    "R_ENVIRON",
    "JULIA_LOAD_PATH",
    "ERL_FLAGS",
    "ERL_AFLAGS",
    "ELIXIR_ERL_OPTIONS",
    "VIMINIT",
    "EXINIT",
    "VIM",
    "VIMRUNTIME",
    "INPUTRC",
    "TERMINFO",
    "HOME",
    "CDPATH",
    "GLOBIGNORE",
    "FIGNORE",
    "EXECIGNORE",
    "MAILPATH",
    "HISTFILE",
    "FPATH",
    "fpath",
    "path",
    "ZDOTDIR",
    "TIMEFMT",
    "NULLCMD",
    "READNULLCMD",
    "LOCPATH",
    "NLSPATH",
    "HOSTALIASES",
    "RESOLV_HOST_CONF",
    "TERMCAP",
    "GETCONF_DIR",
    "TZDIR",
    "HOSTFILE",
    "MAGIC",
    "PKG_CONFIG",
    "PKG_CONFIG_PATH",
    "MANPATH",
    "GROFF_COMMAND_PREFIX",
    "RIPGREP_CONFIG_PATH",
    "BAT_CONFIG_PATH",
    "FZF_DEFAULT_COMMAND",
    "FZF_DEFAULT_OPTS",
    "ACKRC",
    "CURL_HOME",
    "WGETRC",
    "NETRC",
    "XDG_CONFIG_HOME",
    "npm_config_script_shell",
    "npm_config_userconfig",
    "NPM_CONFIG_USERCONFIG",
    "PIP_CONFIG_FILE",
    "PIP_INDEX_URL",
    "UV_INDEX_URL",
    "CARGO_HOME",
    "GOFLAGS",
    "GOPATH",
    "GOROOT",
    "CGO_CFLAGS",
    "CGO_LDFLAGS",
    "TF_CLI_CONFIG_FILE",
    "TF_CLI_ARGS",
    "ANSIBLE_CONFIG",
    "HELM_PLUGINS",
];
/// Prefixes of such variables.
const RUNNING_PREFIXES: &[&str] = &[
    "LD_",
    "DYLD_",
    "GIT_",
    "BASH_",
    "CARGO_",
    "MALLOC_",
    "GLIBC_",
    "TF_VAR_",
    "TF_CLI_ARGS_",
    "PYTHON",
    "PERL",
    "RUBY",
    "NODE_",
    "LUA_",
    "npm_config_",
    "NPM_CONFIG_",
    "YARN_",
    "PIP_",
    "UV_",
    "RUSTC",
    "RUSTUP_",
    "JAVA_",
    "GRADLE_",
    "MAVEN_",
    "DOCKER_",
    "KUBE",
    "HELM_",
    "ANSIBLE_",
    "OPENSSL_",
    "GEM_",
    "BUNDLE_",
    "COMPOSER_",
    "DENO_",
    "BUN_",
    "LESS",
    "RIPGREP_",
    "VIM",
    "EMACS",
    "BORG_",
    "RESTIC_",
    "RCLONE_",
    "FF",
    "AV_LOG",
    "GST_",
    "SSL",
    "FZF_",
    "XDG_",
    "DIRENV_",
    "EDITOR",
    "MAIL",
];
/// Suffixes of such variables.
const RUNNING_SUFFIXES: &[&str] = &[
    "COMMAND",
    "_CMD",
    "_FILE",
    "_LOG",
    "_LOGFILE",
    "_REPORT",
    "_TRACE",
    "_CONFIG",
    "_CONF",
    "RC",
    "_EDITOR",
    "_DIFF",
    "_OPTIONS",
    "_OPTS",
    "_SHELL",
    "_WRAPPER",
    "_RUNNER",
    "_HOOK",
    "_ASKPASS",
    "_PROGRAM",
    "_EXEC",
    "_BROWSER",
    "_PLUGIN",
    "_PLUGINS",
    "_PRELOAD",
    "_INIT",
    "_RSH",
    "_SSH",
    "_PROXY_COMMAND",
];
/// Git variables that name no program, no file and no other configuration.
const TAME: &[&str] = &[
    "GIT_TERMINAL_PROMPT",
    "GIT_OPTIONAL_LOCKS",
    "GIT_AUTHOR_NAME",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_DATE",
    "GIT_COMMITTER_NAME",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_DATE",
    "GIT_MERGE_AUTOEDIT",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_FLUSH",
    "GIT_PS1_SHOWDIRTYSTATE",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_PAGER_IN_USE",
    "GIT_ADVICE",
    "LD_BIND_NOW",
    "BASH_REMATCH",
    "TERM",
    "PYTHONUNBUFFERED",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
    "PYTHONHASHSEED",
    "PYTHONFAULTHANDLER",
    "PYTHONSAFEPATH",
    "PYTHONNOUSERSITE",
    "NODE_ENV",
    "NODE_NO_WARNINGS",
    "NODE_DISABLE_COLORS",
    "DOCKER_CLI_HINTS",
    "DOCKER_BUILDKIT",
    "DOCKER_SCAN_SUGGEST",
    "CARGO_TERM_COLOR",
    "CARGO_TERM_QUIET",
    "CARGO_TERM_VERBOSE",
    "CARGO_TERM_PROGRESS_WHEN",
    "CARGO_NET_OFFLINE",
    "PIP_DISABLE_PIP_VERSION_CHECK",
    "PIP_NO_INPUT",
    "PIP_NO_COLOR",
    "NPM_CONFIG_LOGLEVEL",
    "npm_config_loglevel",
    "NPM_CONFIG_COLOR",
    "NPM_CONFIG_FUND",
    "NPM_CONFIG_UPDATE_NOTIFIER",
    "RUST_LOG",
    "LESSSECURE",
    "XDG_SESSION_TYPE",
    "NPM_CONFIG_PROGRESS",
    "UV_NO_PROGRESS",
    "LESSCHARSET",
    "ANSIBLE_NOCOLOR",
    "ANSIBLE_FORCE_COLOR",
];
/// Programs that only show text, or do nothing.
const PAGERS: &[&str] = &[
    "",
    "cat",
    "less",
    "more",
    "less -R",
    "less -FRX",
    "less -F",
    "less -S",
    "true",
    ":",
    "head",
    "/bin/cat",
    "cat -",
];

/// Variables that only affect display or locale, or choose between accounts.
const SHOWN: &[&str] = &[
    "TZ",
    "LANG",
    "LANGUAGE",
    "TMPDIR",
    "TMP",
    "TEMP",
    "COLUMNS",
    "LINES",
    "OLDPWD",
    "PWD",
    "PGHOST",
    "COLORTERM",
    "LS_COLORS",
    "GREP_COLORS",
];

/// Notes a variable that is put into the environment of commands. An unknown variable may name a program or a
/// file to some command, so a value that could be one counts.
pub(crate) fn env_raises(walk: &mut Walk<'_>, name: &str, value: Option<&str>, span: Span) {
    if walk.assigned.len() < Facts::KEPT {
        walk.assigned.push(value.map(|value| format!("{name}={value}")));
    }
    let odd = |v: &str| v.contains(|c: char| c.is_whitespace() || "/`$;|&<>".contains(c));
    let shown = SHOWN.contains(&name) || TAME.contains(&name) || name.starts_with("LC_");
    let running = set_raises(walk, name, value, span);
    if !running && !shown && value.is_some_and(odd) {
        walk.note(Effect::Change, say!("analysis-sets-which-may-name-a-program-or-a-file", name), span);
    }
    // The value may be run: a program with its words. Lists of folders and program options are not run.
    let text = value.unwrap_or_default().trim_start_matches(['|', '@', '-', '!']).trim();
    if !shown && !name.ends_with("PATH") && text.contains(char::is_whitespace) {
        let first = text.split_whitespace().next().unwrap_or_default();
        if crate::command::is_known(first) {
            walk.apart(|walk| super::script(walk, text, span, &Input::Unknown));
        }
    }
}

/// Notes a variable set for one command whose value is known only at run time.
pub(super) fn unknown_raises(walk: &mut Walk<'_>, name: &str, span: Span) {
    if !SHOWN.contains(&name) && !TAME.contains(&name) && !name.starts_with("LC_") && name != "IFS" {
        walk.note(Effect::Change, say!("analysis-sets-to-what-only-running-tells", name), span);
    }
}

/// Notes a shell variable that changes what commands do; returns whether it is a known one.
pub(super) fn set_raises(walk: &mut Walk<'_>, name: &str, value: Option<&str>, span: Span) -> bool {
    if name.starts_with("COUNTERSIGN_") {
        walk.note_on(Effect::Protected, name, say!("analysis-is-countersign-own-setting"), span);
        walk.note(Effect::Change, say!("analysis-sets-which-is-countersign-own", name), span);
        return true;
    }
    // Prompts are expanded like text in double quotes whenever they are shown, after their own escapes.
    if matches!(name, "PS0" | "PS1" | "PS2" | "PS3" | "PS4" | "PROMPT" | "RPROMPT" | "SPROMPT") {
        let escapes =
            |v: &str| v.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let runs = |v: &str| ["$(", "`", "${", "$["].iter().any(|sign| v.contains(sign)) || escapes(v);
        if value.is_none_or(runs) {
            walk.note(
                Effect::Destroy,
                say!("analysis-runs-what-holds-whenever-the-prompt-is-shown", name),
                span,
            );
        }
        return true;
    }
    let pager = name.ends_with("PAGER");
    let shows =
        pager || matches!(name, "EDITOR" | "VISUAL" | "GIT_EDITOR" | "GIT_SEQUENCE_EDITOR" | "BROWSER");
    if shows && value.is_some_and(|v| PAGERS.contains(&v)) || TAME.contains(&name) {
        return true;
    }
    // Flags of less cannot run anything; its prompts and its log can.
    if name == "LESS"
        && value.is_some_and(|v| {
            v.bytes().all(|b| b.is_ascii_alphabetic() || b"- ".contains(&b)) && !v.contains(['o', 'O'])
        })
    {
        return true;
    }
    let running = pager
        || RUNNING.contains(&name)
        || RUNNING_PREFIXES.iter().any(|p| name.starts_with(p))
        || RUNNING_SUFFIXES.iter().any(|s| name.ends_with(s));
    if running {
        walk.note(Effect::Change, say!("analysis-sets-which-decides-what-is-run-or-where", name), span);
    }
    if matches!(name, "BASH_ALIASES" | "BASH_CMDS") {
        walk.opaque(Class::Destructive, say!("analysis-gives-a-command-another-meaning"), span);
    }
    running
}

/// Notes the removal of a variable that changes what commands do.
pub(super) fn unset_raises(walk: &mut Walk<'_>, name: &str, span: Span) {
    match name {
        "PATH" => walk.note(Effect::Change, say!("analysis-unsets-path"), span),
        "IFS" => walk.scope.odd_splitting = true,
        _ if name.starts_with("COUNTERSIGN_") => {
            set_raises(walk, name, None, span);
        }
        _ if name.starts_with("GIT_CONFIG") => {
            walk.note(Effect::Execute, say!("analysis-lets-git-run-what-its-settings-name"), span);
        }
        _ => {}
    }
}
