//! A workspace in a temporary folder, and the worlds that commands run in there.

use std::{
    env, fs,
    io::Read as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use countersign_rehearsal::{
    Aside, Ended, Io, Layers, Limits, Manner, Network, Program, Shared, World, start,
};

/// Set when a test runs again as an unprivileged user.
const AGAIN: &str = "REHEARSAL_TEST_AGAIN";

/// A workspace, its layers, and how commands run in it.
pub struct Place {
    _folder: tempfile::TempDir,
    pub layers: Layers,
    pub asides: Vec<Aside>,
    pub on_top: Vec<(PathBuf, PathBuf)>,
    pub still: Vec<PathBuf>,
    pub hidden: Vec<PathBuf>,
    pub instead: Vec<(PathBuf, String)>,
    pub closed: Vec<PathBuf>,
    pub through: Vec<PathBuf>,
    pub network: Network,
    pub shared: Option<Shared>,
    pub apart: bool,
    pub watch_files: bool,
    pub limits: Limits,
    pub env: Vec<(String, String)>,
}

/// How a command ended, and what it wrote.
pub struct Outcome {
    pub ended: Ended,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    /// Creates an empty workspace.
    pub fn new() -> Self {
        Self::in_folder(tempfile::tempdir().unwrap())
    }

    /// Creates an empty workspace where the real files around it are visible: not in a private folder of
    /// worlds.
    pub fn outside_tmp() -> Self {
        let built = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let places = [built, Path::new("/var/cache"), Path::new("/opt"), Path::new("/srv")];
        let mut outside =
            places.iter().filter(|place| !place.starts_with("/tmp") && !place.starts_with("/var/tmp"));
        let everyone = outside.find_map(|place| {
            let folder = place.join("countersign-tests");
            fs::create_dir_all(&folder).is_ok().then_some(folder)
        });
        let everyone = everyone.expect("build outside of /tmp, or as somebody who may write elsewhere");
        // Fails if another user created it, who has then done this.
        let _ = fs::set_permissions(&everyone, fs::Permissions::from_mode(0o1777));
        Self::in_folder(tempfile::tempdir_in(&everyone).unwrap())
    }

    fn in_folder(folder: tempfile::TempDir) -> Self {
        // Other users need access, as in a home.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let at = folder.path().canonicalize().unwrap();
        let real = at.join("work");
        for path in ["work", "layers/0/upper", "layers/0/work"] {
            fs::create_dir_all(at.join(path)).unwrap();
        }
        let layers = Layers { folder: at.join("layers"), roots: vec![real], manner: Manner::Overlay };
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
        Self {
            _folder: folder,
            layers,
            asides: Vec::new(),
            on_top: Vec::new(),
            still: Vec::new(),
            hidden: Vec::new(),
            instead: Vec::new(),
            closed: Vec::new(),
            through: Vec::new(),
            network: Network::None,
            shared: None,
            apart: false,
            watch_files: true,
            limits,
            env: Vec::new(),
        }
    }

    /// Returns the real path of the workspace.
    pub fn real(&self) -> &Path {
        &self.layers.roots[0]
    }

    /// Returns a path beside the workspace: outside.
    pub fn outside(&self, name: &str) -> PathBuf {
        self.real().parent().unwrap().join(name)
    }

    /// Returns where the changes are kept.
    pub fn upper(&self) -> PathBuf {
        self.layers.upper(0).0
    }

    pub fn world(&self) -> World<'_> {
        World {
            layers: &self.layers,
            asides: self.asides.clone(),
            on_top: self.on_top.clone(),
            still: self.still.clone(),
            hidden: self.hidden.clone(),
            instead: self.instead.clone(),
            closed: self.closed.clone(),
            through: self.through.clone(),
            network: self.network.clone(),
            shared: self.shared.as_ref(),
            apart: self.apart,
            watch_files: self.watch_files,
            limits: self.limits,
        }
    }

    pub fn program(&self, argv: &[&str]) -> Program {
        self.program_in(argv, self.real())
    }

    pub fn program_in(&self, argv: &[&str], cwd: &Path) -> Program {
        let given = self.env.iter().map(|(name, value)| (name.into(), value.into()));
        let usual =
            [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/")].map(|(n, v)| (n.into(), v.into()));
        Program {
            argv: argv.iter().map(|word| (*word).into()).collect(),
            env: usual.into_iter().chain(given).collect(),
            cwd: cwd.to_owned(),
            io: Io::Pipes,
        }
    }

    /// Runs a command to its end.
    pub fn run(&self, argv: &[&str]) -> Outcome {
        let mut running = start(&self.world(), &self.program(argv)).unwrap();
        drop(running.stdin.take());
        let (mut out, mut err) = (running.stdout.take().unwrap(), running.stderr.take().unwrap());
        let reading = thread::spawn(move || {
            let mut text = Vec::new();
            err.read_to_end(&mut text).unwrap();
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut text = Vec::new();
        out.read_to_end(&mut text).unwrap();
        let ended = running.wait(None).unwrap();
        let stdout = String::from_utf8_lossy(&text).into_owned();
        Outcome { ended, stdout, stderr: reading.join().unwrap() }
    }

    /// Runs a script to its end.
    pub fn sh(&self, script: &str) -> Outcome {
        self.run(&["/bin/bash", "-c", script])
    }

    /// Runs a Python program to its end.
    pub fn python(&self, program: &str) -> Outcome {
        self.run(&["/usr/bin/python3", "-c", program])
    }
}

impl Outcome {
    /// Asserts that it succeeded and nothing was denied; returns its output.
    #[track_caller]
    pub fn harmless(self) -> String {
        let Self { ended, stdout, stderr } = self;
        assert_eq!(ended.code, Some(0), "{ended:?}\n{stdout}\n{stderr}");
        assert_eq!(
            (&ended.denied[..], &ended.over[..], ended.all_seen),
            (&[][..], &[][..], true),
            "{stderr}"
        );
        stdout
    }
}

/// Runs a test as the current user and, if that is root, again as an unprivileged user.
pub fn as_everyone(name: &str, test: impl FnOnce()) {
    test();
    if !rustix::process::geteuid().is_root() {
        return;
    }
    assert!(env::var_os(AGAIN).is_none(), "setpriv left us root");
    // A folder of ours, so that we can remove what that user leaves.
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o1777)).unwrap();
    let again = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"])
        .arg(env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(AGAIN, "1")
        .env("HOME", "/")
        .env("TMPDIR", folder.path())
        .output()
        .expect("setpriv is needed to become a user without rights");
    let text = String::from_utf8_lossy(&again.stdout);
    assert!(
        again.status.success() && text.contains("1 passed"),
        "as a user without rights:\n{text}\n{}",
        String::from_utf8_lossy(&again.stderr)
    );
}
