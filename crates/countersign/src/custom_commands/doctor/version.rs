//! Which version of an agent is installed, read from the package that its program lies in: nothing is started.

use std::{fs, path::Path};

use countersign_probe::{Agent as Probed, is_newer};
use countersign_words::{Message, say};
use serde_json::Value;

use super::probe::on_path;
use crate::agents::Agent;

/// How many folders above a program are looked at.
const ABOVE: usize = 4;

/// Says that the installed agent is newer than the one with which its adapter was tested. Says nothing where the version
/// is not known.
pub fn newer(agent: &Agent) -> Option<Message> {
    let tested = Probed::named(agent.name)?.tested;
    let version = of(&on_path(agent.program)?, agent.program)?;
    let program = agent.program;
    is_newer(&version, tested).then(|| say!("command-doctor-hooks-newer", program, version, tested))
}

/// Returns the version in the `package.json` that says that it brings this program.
fn of(path: &Path, program: &str) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let package = |folder: &Path| -> Option<Value> {
        let text = fs::read(folder.join("package.json")).ok()?;
        serde_json::from_slice(&text).ok()
    };
    let brings = |package: &Value| match &package["bin"] {
        Value::Object(programs) => programs.contains_key(program),
        Value::String(_) => {
            package["name"].as_str().and_then(|name| name.rsplit('/').next()) == Some(program)
        }
        _ => false,
    };
    let found = path.ancestors().skip(1).take(ABOVE).filter_map(package).find(brings)?;
    let version = found["version"].as_str()?;
    version.starts_with(|c: char| c.is_ascii_digit()).then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_version_is_that_of_the_package_that_brings_the_program_and_else_unknown() {
        let dir = tempfile::tempdir().unwrap();
        let (package, bin) = (dir.path().join("lib/node_modules/@x/agent"), dir.path().join("bin"));
        fs::create_dir_all(package.join("dist")).unwrap();
        fs::create_dir_all(&bin).unwrap();
        fs::write(package.join("dist/cli.js"), "").unwrap();
        symlink(package.join("dist/cli.js"), bin.join("agent")).unwrap();
        let of_text = |text: &str| {
            fs::write(package.join("package.json"), text).unwrap();
            of(&bin.join("agent"), "agent")
        };
        let version = Some("2.10.0".to_owned());
        assert_eq!(
            of_text(r#"{"name":"@x/agent","version":"2.10.0","bin":{"agent":"dist/cli.js"}}"#),
            version
        );
        assert_eq!(of_text(r#"{"name":"@x/agent","version":"2.10.0","bin":"dist/cli.js"}"#), version);
        for other in [
            r#"{"name":"shim","version":"2.10.0","bin":{"shim":"dist/cli.js"}}"#,
            r#"{"name":"@x/agent","version":"2.10.0"}"#,
            r#"{"name":"@x/agent","bin":{"agent":"x"}}"#,
            "{",
        ] {
            assert_eq!(of_text(other), None, "{other}");
        }
        fs::remove_file(package.join("package.json")).unwrap();
        assert_eq!(of(&bin.join("agent"), "agent"), None);
        assert_eq!(of(&bin.join("missing"), "agent"), None);
    }
}
