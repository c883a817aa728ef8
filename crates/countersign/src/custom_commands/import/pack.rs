//! Recognises the reference servers whose tools a pack describes: by the package that a command names, or, where it
//! names a program or a script, by what is installed there. The person sees the pack and accepts it.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::server::{Definition, steers};

/// Folders to which only the system's administrator installs programs.
const USUAL: &[&str] = &["/usr/", "/bin/", "/opt/homebrew/bin/"];
/// The largest file that is read to see what a package is.
const MANIFEST_BYTES: u64 = 1 << 20;
/// How many versions of Python one environment can have.
const PYTHONS: usize = 20;

/// Returns the pack of the reference server that a definition starts in `folder`, if it does.
pub fn of(server: &Definition, folder: Option<&Path>) -> Option<&'static str> {
    let command = Path::new(server.command.as_deref()?);
    let program = command.file_name()?.to_str()?;
    let args: Vec<&str> = server.args.iter().map(String::as_str).collect();
    let folder = server.cwd.as_deref().or(folder);
    // An environment that decides what a program runs may make it anything.
    if server.env.keys().any(|name| steers(name)) {
        return None;
    }
    let is_bare = command.components().count() == 1 && !server.command.as_deref()?.contains('/');
    if is_bare || USUAL.iter().any(|usual| command.starts_with(usual)) {
        return named(program, &args, folder);
    }
    match program {
        "node" if is_node(command) => script(&args, folder),
        _ if is_python(program) => {
            let (pack, environment) = (module(&args)?, environment(command)?);
            in_environment(&environment, pack).then_some(pack)
        }
        _ => installed(command),
    }
}

/// Returns the pack of the package that the arguments of a known program name.
fn named(program: &str, args: &[&str], folder: Option<&Path>) -> Option<&'static str> {
    match (program, args) {
        ("npx" | "bunx", rest) => of_npx(after(rest, &["-y", "--yes", "-q", "--quiet"])),
        ("npm", ["exec", rest @ ..]) => of_npx(after(rest, &["-y", "--yes", "--"])),
        ("pnpm", ["dlx", package, ..]) => of_npm(package),
        ("uvx", rest) | ("uv", ["tool", "run", rest @ ..]) => of_runner(rest, "--from"),
        ("pipx", ["run", rest @ ..]) => of_runner(rest, "--spec"),
        ("uv", rest) => of_uv(rest, folder),
        ("node", rest) => script(rest, folder),
        (python, rest) if is_python(python) => module(rest),
        (direct, _) => of_bin(direct),
    }
}

/// Returns the arguments after leading flags that change nothing.
fn after<'a, 's>(args: &'a [&'s str], flags: &[&str]) -> &'a [&'s str] {
    let count = args.iter().take_while(|arg| flags.contains(arg)).count();
    &args[count..]
}

/// `npx PACKAGE`, or `npx --package PACKAGE PROGRAM`.
fn of_npx(args: &[&str]) -> Option<&'static str> {
    match args {
        ["-p" | "--package", package, program, ..] => {
            of_npm(package).filter(|pack| of_bin(program) == Some(pack))
        }
        [package, ..] => of_npm(package),
        [] => None,
    }
}

/// `uvx PACKAGE`, `pipx run PACKAGE`, or with the package in an option before its program.
fn of_runner(args: &[&str], option: &str) -> Option<&'static str> {
    match after(args, &["-q", "--quiet", "--no-cache"]) {
        ["--python" | "-p", _version, rest @ ..] => of_runner(rest, option),
        [given, package, program, ..] if *given == option => {
            of_pypi(package).filter(|pack| of_pypi(program) == Some(pack))
        }
        [package, ..] => of_pypi(package),
        [] => None,
    }
}

/// `uv run PROGRAM`: of a package that it names itself, or that is installed in the project's environment.
fn of_uv(args: &[&str], folder: Option<&Path>) -> Option<&'static str> {
    let (mut rest, mut folder, mut has_run) = (args, folder.map(Path::to_owned), false);
    let mut with = None;
    loop {
        rest = match rest {
            ["-q" | "--quiet" | "--frozen" | "--locked" | "--no-sync", more @ ..] => more,
            ["--directory" | "--project", named, more @ ..] => {
                folder = absolute(named, folder.as_deref());
                more
            }
            ["--with", package, more @ ..] if has_run => {
                with = Some(of_pypi(package)?);
                more
            }
            ["run", more @ ..] if !has_run => {
                has_run = true;
                more
            }
            _ => break,
        };
    }
    let pack = match rest {
        _ if !has_run => None,
        [python, module_args @ ..] if is_python(python) => module(module_args),
        [program, ..] => of_pypi(program),
        [] => None,
    }?;
    let is_there = || in_environment(&folder?.join(".venv"), pack).then_some(());
    (with == Some(pack) || is_there().is_some()).then_some(pack)
}

/// `node SCRIPT`: a script that an installed package declares as its program.
fn script(args: &[&str], folder: Option<&Path>) -> Option<&'static str> {
    let script = args.first().filter(|first| !first.starts_with('-'))?;
    of_script(&absolute(script, folder)?)
}

/// `python -m MODULE`.
fn module(args: &[&str]) -> Option<&'static str> {
    match args {
        ["-m", module, ..] if module.starts_with("mcp_server_") => of_pypi(&module.replace('_', "-")),
        _ => None,
    }
}

/// Returns the pack of a program by the package that installed it: of npm, or of a Python environment.
fn installed(command: &Path) -> Option<&'static str> {
    let real = std::fs::canonicalize(command).ok()?;
    if let Some(pack) = of_script(&real) {
        return (of_bin(command.file_name()?.to_str()?) == Some(pack)).then_some(pack);
    }
    let pack = of_pypi(command.file_name()?.to_str()?)?;
    let is_same = real.file_name() == command.file_name();
    (is_same && in_environment(&environment(&real)?, pack)).then_some(pack)
}

/// Returns the pack of a script, if the package around it is a reference server and declares it as its program.
fn of_script(script: &Path) -> Option<&'static str> {
    let script = std::fs::canonicalize(script).ok()?;
    let root = script.ancestors().skip(1).find(|folder| folder.join("package.json").is_file())?;
    let manifest: Value = serde_json::from_str(&text_of(&root.join("package.json"))?).ok()?;
    let name = manifest["name"].as_str()?;
    let pack = of_npm(name).filter(|_| !name.trim_start_matches('@').contains('@'))?;
    // The folder is part of what the person sees.
    let is_named = root.file_name()?.to_str()? == format!("server-{pack}");
    let program = &manifest["bin"][format!("mcp-server-{pack}")];
    let declared = std::fs::canonicalize(root.join(program.as_str()?)).ok()?;
    (is_named && declared == script).then_some(pack)
}

/// Returns the Python environment whose `bin` holds a program.
fn environment(program: &Path) -> Option<PathBuf> {
    let bin = program.parent()?;
    let environment = bin.parent()?;
    let is_one = bin.file_name()? == "bin" && environment.join("pyvenv.cfg").is_file();
    is_one.then(|| environment.to_owned())
}

/// Returns whether the package of a pack is installed in a Python environment.
fn in_environment(environment: &Path, pack: &str) -> bool {
    if !environment.join("pyvenv.cfg").is_file() {
        return false;
    }
    let Ok(pythons) = std::fs::read_dir(environment.join("lib")) else { return false };
    pythons.take(PYTHONS).flatten().any(|python| {
        let Ok(packages) = std::fs::read_dir(python.path().join("site-packages")) else { return false };
        packages.flatten().any(|package| {
            let is_its =
                |name: &str| name.starts_with(&format!("mcp_server_{pack}-")) && name.ends_with(".dist-info");
            package.file_name().to_str().is_some_and(is_its)
                && text_of(&package.path().join("METADATA"))
                    .is_some_and(|text| text.lines().any(|line| line == format!("Name: mcp-server-{pack}")))
        })
    })
}

/// Returns whether this is the `node` of an installation of Node: npm came with it.
fn is_node(command: &Path) -> bool {
    let root = command.parent().filter(|bin| bin.ends_with("bin")).and_then(Path::parent);
    root.is_some_and(|root| root.join("lib/node_modules/npm/package.json").is_file())
}

fn is_python(program: &str) -> bool {
    let version = program.strip_prefix("python").unwrap_or("-");
    version.chars().all(|c| c.is_ascii_digit() || c == '.')
}

fn absolute(path: &str, folder: Option<&Path>) -> Option<PathBuf> {
    let path = Path::new(path);
    if path.is_absolute() { Some(path.to_owned()) } else { Some(folder?.join(path)) }
}

fn text_of(path: &Path) -> Option<String> {
    let is_small = std::fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() <= MANIFEST_BYTES);
    is_small.then(|| std::fs::read_to_string(path).ok()).flatten()
}

/// The pack of a program by its own name.
fn of_bin(program: &str) -> Option<&'static str> {
    let name = program.strip_prefix("mcp-server-")?;
    of_npm(&format!("@modelcontextprotocol/server-{name}")).or_else(|| of_pypi(program))
}

fn of_npm(package: &str) -> Option<&'static str> {
    let name = package.strip_prefix("@modelcontextprotocol/server-")?;
    let name = name.split_once('@').map_or(name, |(name, _)| name);
    ["everything", "filesystem", "memory"].into_iter().find(|known| *known == name)
}

fn of_pypi(package: &str) -> Option<&'static str> {
    let name = package.strip_prefix("mcp-server-")?;
    let (name, version) = name.split_at(name.find(['@', '=', '<', '>', '~', '[', ' ']).unwrap_or(name.len()));
    // `NAME @ ADDRESS` is a package from elsewhere.
    if version.contains("/") {
        return None;
    }
    ["fetch", "git", "sqlite", "time"].into_iter().find(|known| *known == name)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder with installed packages.
    struct Installed(tempfile::TempDir);

    impl Installed {
        fn new() -> Self {
            let found = Self(tempfile::tempdir().unwrap());
            for (place, name) in [("", "filesystem"), ("evil/", "filesystem"), ("other/", "memory")] {
                let root = format!("{place}node_modules/@modelcontextprotocol/server-{name}");
                let real = if place.is_empty() { name } else { "evil" };
                found.write(
                    &format!("{root}/package.json"),
                    &format!(
                        r#"{{"name": "@modelcontextprotocol/server-{real}", "bin": {{"mcp-server-{name}": "dist/index.js"}}}}"#
                    ),
                );
                found.write(&format!("{root}/dist/index.js"), "");
                found.write(&format!("{root}/dist/other.js"), "");
                let bin = found.path(&format!("{place}node_modules/.bin"));
                std::fs::create_dir_all(&bin).unwrap();
                let to = format!("../@modelcontextprotocol/server-{name}/dist/index.js");
                symlink(to, bin.join(format!("mcp-server-{name}"))).unwrap();
            }
            found.write("node_modules/.bin/mcp-server-memory", "#!/bin/sh\n");
            for environment in [".venv", "pipx/venvs/mcp-server-git"] {
                found.write(&format!("{environment}/pyvenv.cfg"), "");
                found.write(&format!("{environment}/bin/mcp-server-git"), "");
                found.write(&format!("{environment}/bin/mcp-server-time"), "");
                found.write(&format!("{environment}/bin/python3.11"), "");
                let info = "lib/python3.11/site-packages/mcp_server_git-2026.1.dist-info/METADATA";
                found
                    .write(&format!("{environment}/{info}"), "Metadata-Version: 2.4\nName: mcp-server-git\n");
            }
            found.write("plain/bin/mcp-server-git", "");
            found.write("plain/bin/python3", "");
            symlink(found.path("pipx/venvs/mcp-server-git/bin/mcp-server-git"), found.path("mcp-server-git"))
                .unwrap();
            found.write("node22/bin/node", "");
            found.write("node22/lib/node_modules/npm/package.json", "{}");
            found.write("tools/node", "");
            found
        }

        fn path(&self, name: &str) -> PathBuf {
            std::fs::canonicalize(self.0.path()).unwrap().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.path(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }

        /// The pack of a command line, in which `%` is this folder.
        fn pack(&self, line: &str, folder: bool) -> Option<&'static str> {
            let root = self.path("").display().to_string();
            let line = line.replace('%', root.trim_end_matches('/'));
            let mut words = line.split(' ').map(str::to_owned);
            let server = Definition { command: words.next(), args: words.collect(), ..Definition::default() };
            of(&server, folder.then(|| self.path("")).as_deref())
        }
    }

    #[test]
    fn a4_a_server_that_is_installed_locally_is_recognised_by_its_package() {
        let installed = Installed::new();
        let script = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";
        for (line, pack) in [
            ("%/node_modules/.bin/mcp-server-filesystem /w", "filesystem"),
            (&format!("node %/{script} /w"), "filesystem"),
            (&format!("/usr/bin/node %/{script} /w"), "filesystem"),
            (&format!("%/node22/bin/node %/{script} /w"), "filesystem"),
            (&format!("node {script} /w"), "filesystem"),
            ("%/.venv/bin/mcp-server-git --repository /w", "git"),
            ("%/mcp-server-git", "git"),
            ("%/.venv/bin/python3.11 -m mcp_server_git", "git"),
            ("uv run mcp-server-git", "git"),
            ("uv run --frozen python -m mcp_server_git", "git"),
            ("uv --directory % run mcp-server-git", "git"),
            ("uv run --with mcp-server-fetch mcp-server-fetch", "fetch"),
            ("uvx --from mcp-server-git==2026.1 mcp-server-git", "git"),
            ("pipx run mcp-server-time", "time"),
            ("pipx run --spec mcp-server-time mcp-server-time", "time"),
            ("npx -y -p @modelcontextprotocol/server-memory mcp-server-memory", "memory"),
        ] {
            assert_eq!(installed.pack(line, true), Some(pack), "{line}");
        }
    }

    #[test]
    fn a4_what_only_has_the_name_of_a_reference_server_gets_no_pack() {
        let installed = Installed::new();
        let package = "node_modules/@modelcontextprotocol/server-filesystem";
        for line in [
            // A script that another package, or none, installed under that name.
            "%/node_modules/.bin/mcp-server-memory",
            "%/evil/node_modules/.bin/mcp-server-filesystem",
            &format!("node %/evil/{package}/dist/index.js"),
            &format!("node %/{package}/dist/other.js"),
            &format!("node --require /tmp/evil.js %/{package}/dist/index.js"),
            &format!("%/tools/node %/{package}/dist/index.js"),
            &format!("sh %/{package}/dist/index.js"),
            // Programs beside which the package is not installed.
            "%/plain/bin/mcp-server-git",
            "%/plain/bin/python3 -m mcp_server_git",
            "%/.venv/bin/mcp-server-time",
            "%/.venv/bin/python3.11 -m evil",
            "%/.venv/bin/python3.11 mcp_server_git",
            "uv run mcp-server-time",
            "uv run --with evil mcp-server-git",
            "uv run --with mcp-server-git --with evil mcp-server-git",
            "uv --directory /nowhere run mcp-server-git",
            "uv run --index evil mcp-server-git",
            "uvx --from evil mcp-server-git",
            "uvx mcp-server-git@git+https://evil.example/x",
            "pipx run --spec evil mcp-server-git",
            "pipx run --pip-args=--index-url=evil mcp-server-git",
            "npx -p @modelcontextprotocol/server-memory evil",
        ] {
            assert_eq!(installed.pack(line, true), None, "{line}");
        }
        assert_eq!(installed.pack(&format!("node {package}/dist/index.js"), false), None, "whose folder?");
        assert_eq!(installed.pack("uv run mcp-server-git", false), None);
    }
}
