//! Tests layers, effects and snapshots on real folders, with changes made by a real shell in a real overlay.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop at once")]

mod layers;
mod scan;
mod snapshot;

use std::{
    fs,
    os::unix::{ffi::OsStrExt as _, fs::PermissionsExt as _},
    path::{Path, PathBuf},
    process::Command,
};

use countersign_rehearsal::{Change, Effects, Kind, Layers, Manner};
use tempfile::TempDir;

/// A folder, and space for layers over it.
struct Desk {
    _home: TempDir,
    work: PathBuf,
    layers: PathBuf,
}

impl Desk {
    fn new() -> Self {
        let home = TempDir::new().unwrap();
        let base = home.path().canonicalize().unwrap();
        let (work, layers) = (base.join("work"), base.join("layers"));
        fs::create_dir(&work).unwrap();
        fs::create_dir(&layers).unwrap();
        Self { _home: home, work, layers }
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.work.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    fn make(&self, manner: Manner) -> Layers {
        Layers::make(&self.layers.join("one"), std::slice::from_ref(&self.work), manner, 1 << 30).unwrap()
    }

    /// Runs a script in new layers and returns its effects.
    fn effects(&self, manner: Manner, script: &str) -> Effects {
        let layers = self.make(manner);
        run(&layers, script);
        let effects = layers.effects(1_000).unwrap();
        layers.discard().unwrap();
        effects
    }

    /// Returns what a script did as text, and checks that both manners agree.
    #[track_caller]
    fn told(&self, script: &str) -> Vec<String> {
        let [overlay, copy] =
            [Manner::Overlay, Manner::Copy].map(|manner| words(&self.work, &self.effects(manner, script)));
        assert_eq!(overlay, copy, "the overlay on the left, the copy on the right");
        overlay
    }
}

/// Runs a script that sees the real folder through layers.
fn run(layers: &Layers, script: &str) {
    let root = &layers.roots[0];
    let mut command = Command::new("unshare");
    match layers.manner {
        Manner::Overlay => {
            let (upper, work) = layers.upper(0);
            let mount = "mount -t overlay overlay -o \
                userxattr,lowerdir=\"$1\",upperdir=\"$2\",workdir=\"$3\" \"$1\" && cd \"$1\" && exec sh -euc \"$4\"";
            command.args(["-Urm", "sh", "-euc", mount, "sh"]);
            command.args([root, &upper, &work]).arg(script);
        }
        Manner::Copy => {
            command.args(["-Ur", "sh", "-euc", script]).current_dir(layers.copy(0));
        }
    }
    let output = command.env("LC_ALL", "C").output().unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Root has more permissions than others: everything must hold for a normal user, too.
#[test]
fn everything_here_holds_for_a_normal_user() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = TempDir::new().unwrap();
    // A folder of ours, so that we can remove what that user leaves.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o1777)).unwrap();
    let program = folder.path().join("effects");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program)
        .current_dir("/")
        .env("TMPDIR", folder.path())
        .output()
        .expect("setpriv, of util-linux, is needed to become a normal user");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("test result: ok"), "{told}");
}

/// Formats each change as text.
fn words(root: &Path, effects: &Effects) -> Vec<String> {
    effects.changes.iter().map(|change| word(root, change)).collect()
}

fn word(root: &Path, change: &Change) -> String {
    let path = change.path.strip_prefix(root).unwrap();
    let path = String::from_utf8_lossy(path.as_os_str().as_bytes()).into_owned();
    let kind = |kind: Kind| format!("{kind:?}").to_lowercase();
    let what = match (&change.before, &change.after) {
        (None, Some(after)) => match &change.renamed_from {
            Some(from) => format!("{} from {}", kind(after.kind), from.strip_prefix(root).unwrap().display()),
            None => format!("new {} {:o}", kind(after.kind), after.mode),
        },
        (Some(before), None) => format!("no {}", kind(before.kind)),
        (Some(before), Some(after)) if before.kind != after.kind => {
            format!("{} for {}", kind(after.kind), kind(before.kind))
        }
        (Some(before), Some(after)) => {
            let mut parts = Vec::new();
            if (&before.hash, before.size) != (&after.hash, after.size) {
                parts.push(format!("{} bytes for {}", after.size, before.size));
            }
            if before.mode != after.mode {
                parts.push(format!("mode {:o} for {:o}", after.mode, before.mode));
            }
            if before.target != after.target {
                parts.push("target".to_owned());
            }
            if before.extended != after.extended {
                parts.push("attributes".to_owned());
            }
            if parts.is_empty() && before.mtime_ns != after.mtime_ns {
                parts.push("time".to_owned());
            }
            parts.join(", ")
        }
        (None, None) => "nothing at all".to_owned(),
    };
    format!("{path}: {what}")
}
