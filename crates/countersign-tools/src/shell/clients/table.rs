//! The table of package clients, and of variables that bring code into a process.

/// A client and the registry that it gets packages from.
pub(super) struct Known {
    /// Its name in `[rehearsal.registries]`.
    pub(super) name: &'static str,
    /// How it is started.
    pub(super) start: Start,
    /// The subcommands that only get packages, or what is known of them.
    pub(super) subcommands: &'static [&'static str],
    /// The hosts of its registry.
    pub(super) hosts: &'static [&'static str],
    /// What is set for it.
    pub(super) set: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Start {
    /// A program of its own, which starts nothing in its place.
    Program,
    /// A program that rustup chooses.
    Toolchain,
    /// A script of node, whose path ends so.
    Node(&'static str),
    /// A module of Python.
    Python(&'static str),
    /// Git, whose helper connects.
    Git,
}

/// The table. A subcommand that can publish, log in or run a program in the client's place must not be in it.
pub(super) const CLIENTS: &[Known] = &[
    Known {
        name: "npm",
        start: Start::Node("npm/bin/npm-cli.js"),
        subcommands: &[
            "add",
            "ci",
            "clean-install",
            "i",
            "info",
            "install",
            "outdated",
            "search",
            "show",
            "up",
            "update",
            "v",
            "view",
        ],
        hosts: &["registry.npmjs.org:443"],
        set: &[
            // An audit posts the list of all packages.
            ("npm_config_audit", "false"),
            ("npm_config_fund", "false"),
            ("npm_config_update_notifier", "false"),
            // Old versions load it into their own process.
            ("npm_config_onload_script", ""),
        ],
    },
    Known {
        name: "pip",
        start: Start::Python("pip"),
        subcommands: &["download", "index", "install", "wheel"],
        hosts: &["pypi.org:443", "files.pythonhosted.org:443"],
        set: &[("PIP_DISABLE_PIP_VERSION_CHECK", "1"), ("PIP_NO_INPUT", "1")],
    },
    Known {
        name: "uv",
        start: Start::Program,
        subcommands: &["add", "lock", "pip compile", "pip install", "pip sync", "sync"],
        hosts: &["pypi.org:443", "files.pythonhosted.org:443"],
        set: &[("UV_KEYRING_PROVIDER", "disabled"), ("UV_PYTHON_DOWNLOADS", "never")],
    },
    Known {
        name: "cargo",
        start: Start::Toolchain,
        subcommands: &[
            "add",
            "bench",
            "build",
            "check",
            "doc",
            "fetch",
            "generate-lockfile",
            "info",
            "metadata",
            "run",
            "search",
            "test",
            "tree",
            "update",
            "vendor",
        ],
        hosts: &["crates.io:443", "index.crates.io:443", "static.crates.io:443"],
        set: &[],
    },
    Known {
        name: "go",
        start: Start::Program,
        subcommands: &[
            "build",
            "get",
            "install",
            "list",
            "mod download",
            "mod graph",
            "mod tidy",
            "mod vendor",
            "mod verify",
            "mod why",
            "run",
            "test",
            "vet",
        ],
        hosts: &["proxy.golang.org:443", "sum.golang.org:443"],
        // Otherwise it runs another version of itself, from a cache.
        set: &[("GOTOOLCHAIN", "local"), ("GOAUTH", "off")],
    },
    Known {
        name: "git",
        start: Start::Git,
        subcommands: &["fetch", "ls-remote"],
        // Those of the repository's remotes.
        hosts: &[],
        set: &[],
    },
];

/// Variables that bring code into a process: for the client and all it starts they are unset.
pub(super) const CODE: &[&str] = &[
    "DYLD_",
    "GCONV_PATH",
    "GETCONF_DIR",
    "GLIBC_TUNABLES",
    "HOSTALIASES",
    "LD_",
    "LOCALDOMAIN",
    "LOCPATH",
    "MALLOC_",
    "NIS_PATH",
    "NLSPATH",
    "NODE_",
    "OPENSSL_",
    "PYTHON",
    "RESOLV_HOST_CONF",
    "RES_OPTIONS",
    "SSLKEYLOGFILE",
    "TZDIR",
    "npm_config_node_options",
    "npm_config_onload",
    "NPM_CONFIG_ONLOAD",
];
/// Those among them that bring none.
pub(super) const NO_CODE: &[&str] = &["NODE_ENV", "NODE_EXTRA_CA_CERTS"];

/// Whether a variable brings code into processes.
pub(in crate::shell) fn brings_code(name: &str) -> bool {
    CODE.iter().any(|code| name.starts_with(code)) && !NO_CODE.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a12_no_subcommand_of_the_table_publishes_logs_in_or_runs_something_else() {
        let sends = [
            "publish",
            "login",
            "adduser",
            "logout",
            "token",
            "owner",
            "yank",
            "deprecate",
            "unpublish",
            "push",
            "exec",
            "x",
            "run-script",
            "dist-tag",
            "access",
            "upload",
            "audit",
            "tool",
            "generate",
            "install-test",
        ];
        for known in CLIENTS {
            for sub in known.subcommands {
                assert!(!sends.contains(sub), "{} {sub}", known.name);
            }
            assert!(known.hosts.iter().all(|host| host.ends_with(":443")), "{}", known.name);
        }
    }

    #[test]
    fn a12_what_brings_code_into_a_process_is_unset() {
        for name in [
            "LD_PRELOAD",
            "LD_AUDIT",
            "NODE_OPTIONS",
            "NODE_PATH",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "OPENSSL_CONF",
            "GCONV_PATH",
        ] {
            assert!(brings_code(name), "{name}");
        }
        for name in ["NODE_ENV", "PATH", "HOME", "HTTPS_PROXY", "CARGO_HOME", "npm_config_registry"] {
            assert!(!brings_code(name), "{name}");
        }
    }
}
