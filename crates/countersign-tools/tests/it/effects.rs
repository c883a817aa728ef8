//! Tests effects of real commands in real overlays: shown, landed, undone.

mod choosing;
mod crashing;
mod landing;
mod merging;
mod random;
mod repository;
mod showing;

use std::{
    cell::Cell,
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    process::Command,
};

use countersign_core::{
    Error, Result,
    world::{Inverse, Landed, Reverted},
};
use countersign_rehearsal::{Effects, Layers, Manner};
use countersign_tools::files::{Chosen, Files, Moved, Shown};
use tempfile::TempDir;

/// A workspace, the trash, and layers over the workspace.
struct Desk {
    _home: TempDir,
    work: PathBuf,
    home: PathBuf,
    files: Files,
    next: Cell<u32>,
}

impl Desk {
    fn new() -> Self {
        Self::in_dir(&std::env::temp_dir())
    }

    /// Creates one with the trash on the disk of `dir`.
    fn in_dir(dir: &Path) -> Self {
        let (base, beside) = (TempDir::new().unwrap(), TempDir::new_in(dir).unwrap().keep());
        let base_path = base.path().canonicalize().unwrap();
        let (work, home) = (base_path.join("work"), beside.canonicalize().unwrap());
        fs::create_dir(&work).unwrap();
        let files = Files { trash: home.join("trash"), own: vec![home.clone()], ..Files::default() };
        Self { _home: base, work, home, files, next: Cell::new(0) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.join(name)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn layers(&self) -> Layers {
        let at = self.work.with_file_name(format!("layers-{}", self.id()));
        Layers::make(&at, std::slice::from_ref(&self.work), Manner::Overlay, 0).unwrap()
    }

    /// Runs a script in new layers.
    fn rehearse(&self, script: &str) -> Effects {
        let layers = self.layers();
        run(&layers, script);
        layers.effects(10_000).unwrap()
    }

    fn id(&self) -> String {
        self.next.set(self.next.get() + 1);
        format!("e{}", self.next.get())
    }

    fn show(&self, effects: &Effects) -> Shown {
        self.files.show_effects(effects, Some(self.work.to_str().unwrap())).unwrap()
    }

    fn show_part(&self, effects: &Effects, chosen: &[Chosen]) -> Result<Shown> {
        self.files.show_part(effects, chosen, Some(self.work.to_str().unwrap()))
    }

    fn land(&self, effects: &Effects, chosen: &[Chosen]) -> Result<Landed> {
        self.files.land_effects(&self.id(), effects, chosen, Moved::Refuse)
    }

    fn revert(&self, inverse: &Option<Inverse>) -> Result<Reverted> {
        self.files.revert(&self.id(), inverse.as_ref().unwrap())
    }

    fn chosen(&self, name: &str, hunks: &[usize]) -> Chosen {
        Chosen { path: self.path(name), hunks: hunks.to_vec() }
    }

    /// Returns the exact content of the workspace.
    fn picture(&self) -> Vec<String> {
        picture(&self.work)
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _leftover = fs::remove_dir_all(&self.home);
    }
}

/// Runs a script that sees the workspace through layers, and returns its final content.
fn run(layers: &Layers, script: &str) -> Vec<String> {
    let (upper, work) = layers.upper(0);
    let mount = "mount -t overlay overlay -o userxattr,lowerdir=\"$1\",upperdir=\"$2\",workdir=\"$3\" \"$1\" && \
         cd \"$1\" && sh -euc \"$4\" && exec \"$5\" --exact effects::painter --nocapture";
    let output = Command::new("unshare")
        .args(["-Urm", "sh", "-euc", mount, "sh"])
        .args([&layers.roots[0], &upper, &work])
        .arg(script)
        .arg(std::env::current_exe().unwrap())
        .env("COUNTERSIGN_TEST_PAINTER", &layers.roots[0])
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{script}: {err}");
    out.lines().filter_map(|line| line.strip_prefix("painted ")).map(str::to_owned).collect()
}

/// Prints the content of a folder as seen inside the overlay.
#[test]
fn painter() {
    let Ok(root) = std::env::var("COUNTERSIGN_TEST_PAINTER") else { return };
    let lines: String = picture(Path::new(&root)).iter().map(|line| format!("painted {line}\n")).collect();
    std::io::Write::write_all(&mut std::io::stdout(), format!("\n{lines}").as_bytes()).unwrap();
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
    let program = folder.path().join("it");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program)
        .arg("effects::")
        .current_dir("/")
        .env("TMPDIR", folder.path())
        .output()
        .expect("setpriv, of util-linux, is needed to become a normal user");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("test result: ok"), "{told}");
}

fn picture(root: &Path) -> Vec<String> {
    let mut all = Vec::new();
    paint(root, root, &mut all);
    all.sort();
    all
}

fn paint(root: &Path, path: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let meta = path.symlink_metadata().unwrap();
        let mut line = format!("{:?} {:o}", path.strip_prefix(root).unwrap(), meta.permissions().mode());
        if meta.is_dir() {
            paint(root, &path, all);
        } else {
            line += &format!(" {}.{} ", meta.mtime(), meta.mtime_nsec());
            line += &match (meta.is_symlink(), meta.is_file()) {
                (true, _) => format!("{:?}", fs::read_link(&path).unwrap()),
                (_, true) => blake3::hash(&fs::read(&path).unwrap()).to_string(),
                _ => "neither".to_owned(),
            };
        }
        all.push(line);
    }
}

#[track_caller]
fn refused<T>(result: Result<T>, code: &str, words: &str) -> Error {
    let error = result.err().expect("refused");
    assert_eq!(error.code.as_str(), code, "{error}");
    assert!(error.message.contains(words), "{error}");
    error
}
