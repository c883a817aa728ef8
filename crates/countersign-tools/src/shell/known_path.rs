//! Which variables of an agent's environment find programs only where a person put them: such a search path is used and
//! shown, and does not make a command opaque.

use std::{
    os::unix::fs::MetadataExt as _,
    path::{Component, Path, PathBuf},
};

use super::{Shell, judged::resolved};

/// Variables that name one folder of a tool chain.
const FOLDERS: &[&str] =
    &["CARGO_HOME", "CONDA_PREFIX", "GOPATH", "GOROOT", "JAVA_HOME", "NVM_BIN", "RUSTUP_HOME", "VIRTUAL_ENV"];
/// Variables that name a version, or an environment that is found by its name.
const NAMES: &[&str] = &["CONDA_DEFAULT_ENV", "PYENV_VERSION", "RUSTUP_TOOLCHAIN"];

/// Where the machine's own programs are.
const OF_MACHINE: &[&str] = &[
    "/bin",
    "/home/linuxbrew",
    "/lib",
    "/nix",
    "/opt",
    "/sbin",
    "/snap",
    "/usr",
    "/Applications",
    "/Library",
];
/// Where commands leave files that nobody is asked about.
const TEMPORARY: &[&str] = &["/dev", "/proc", "/run", "/tmp", "/var/tmp"];
/// Folders of a home in which people install programs, besides hidden ones.
const OF_HOME: &[&str] = &["anaconda3", "bin", "go", "miniconda3", "miniforge3", "sdk"];
/// Hidden folders of a home that programs and agents fill while they run.
const FILLED: &[&str] = &[
    ".cache", ".claude", ".codex", ".copilot", ".cursor", ".gemini", ".kilo", ".npm", ".pi", ".qwen", ".tmp",
];

/// Whether a variable only says where programs are that a person installed: in the daemon's own search path, or in
/// folders outside the workspace that nobody else can write.
///
/// # Limitations
/// A folder in a person's home counts if it is hidden (`~/.nvm`) or is one of a few names, except caches and the state
/// of agents: other folders there may be projects.
pub(super) fn is_known(shell: &Shell, roots: &[PathBuf], name: &str, value: &str) -> bool {
    let home = shell.home.clone().or_else(|| std::env::var_os("HOME").map(PathBuf::from));
    let home = home.filter(|home| home.is_absolute() && home.parent().is_some()).map(|home| resolved(&home));
    let own = std::env::var("PATH").unwrap_or_default();
    let places = Places { roots, home: home.as_deref(), own: &own, kept: &shell.own };
    match name {
        "PATH" => value.split(':').all(|folder| places.is_known(folder)),
        _ if FOLDERS.contains(&name) => places.is_known(value),
        _ if NAMES.contains(&name) => {
            value.starts_with(|c: char| c.is_ascii_alphanumeric())
                && value.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
        }
        _ => false,
    }
}

/// What a folder of programs is compared with.
struct Places<'a> {
    roots: &'a [PathBuf],
    home: Option<&'a Path>,
    /// The daemon's own search path.
    own: &'a str,
    /// Countersign's own folders.
    kept: &'a [PathBuf],
}

impl Places<'_> {
    fn is_known(&self, folder: &str) -> bool {
        let path = Path::new(folder);
        let plain = |part: Component<'_>| matches!(part, Component::RootDir | Component::Normal(_));
        if !path.is_absolute() || !path.components().all(plain) || folder.chars().any(char::is_control) {
            return false;
        }
        let real = resolved(path);
        [path, &*real].iter().all(|path| self.is_apart(path))
            && (self.own.split(':').any(|own| own == folder) || (self.is_installed(&real) && is_safe(&real)))
    }

    /// Whether a folder is outside the workspace, temporary folders and Countersign's own.
    fn is_apart(&self, path: &Path) -> bool {
        let below = |folder: &Path| path.starts_with(folder);
        let temporary = std::env::temp_dir();
        let is_ours = self.roots.iter().chain(self.kept).any(|folder| below(folder));
        let is_temporary = TEMPORARY.iter().any(|folder| below(Path::new(folder)));
        !is_ours && !is_temporary && (temporary.parent().is_none() || !below(&temporary))
    }

    /// Whether programs are installed there, by the machine's administrator or by the person.
    fn is_installed(&self, path: &Path) -> bool {
        if let Some(rest) = self.home.and_then(|home| path.strip_prefix(home).ok()) {
            let Some(Component::Normal(first)) = rest.components().next() else { return false };
            let first = first.to_string_lossy();
            return OF_HOME.contains(&&*first) || (first.starts_with('.') && !FILLED.contains(&&*first));
        }
        OF_MACHINE.iter().any(|folder| path.starts_with(folder))
    }
}

/// Whether only root and this user can write a folder and the folders above it. What is not there yet could be made only
/// in such a folder, too.
fn is_safe(path: &Path) -> bool {
    let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    path.ancestors().filter_map(|folder| folder.symlink_metadata().ok()).all(|about| {
        let mode = about.mode();
        about.is_dir()
            && [0, uid].contains(&about.uid())
            && mode & 0o002 == 0
            && (mode & 0o020 == 0 || [0, gid].contains(&about.gid()))
    })
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::*;

    /// A home outside temporary folders, with a version manager and a project.
    fn home() -> tempfile::TempDir {
        let at = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp");
        fs::create_dir_all(&at).unwrap();
        let dir = tempfile::tempdir_in(at.canonicalize().unwrap()).unwrap();
        for folder in [".nvm/v22/bin", ".cache/x/bin", "shop/bin", "other/bin", "go/bin", ".open/bin"] {
            fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        fs::set_permissions(dir.path().join(".open"), fs::Permissions::from_mode(0o777)).unwrap();
        std::os::unix::fs::symlink(dir.path().join("shop/bin"), dir.path().join(".link")).unwrap();
        dir
    }

    fn known(home: &Path, name: &str, value: &str) -> bool {
        let shell = Shell { home: Some(home.to_owned()), ..Shell::default() };
        is_known(&shell, &[home.join("shop")], name, &value.replace('~', &home.display().to_string()))
    }

    #[test]
    fn a5_a_search_path_is_known_only_where_a_person_installs_programs() {
        let home = home();
        for path in ["/usr/bin:/bin", "~/.nvm/v22/bin:/usr/bin", "~/go/bin", "~/.nvm/missing/bin:/usr/games"]
        {
            assert!(known(home.path(), "PATH", path), "{path}");
        }
        for path in [
            "",
            ":/usr/bin",
            "/usr/bin:",
            "bin:/usr/bin",
            "/tmp/x:/usr/bin",
            "/usr/bin:/dev/shm/x",
            "~/shop/bin:/usr/bin",
            "~/.nvm/../shop/bin:/usr/bin",
            "~/.link:/usr/bin",
            "~/other/bin:/usr/bin",
            "~/.cache/x/bin:/usr/bin",
            "~/.open/bin:/usr/bin",
            "~:/usr/bin",
            "/:/usr/bin",
            "/srv/x:/usr/bin",
            "/usr/bin:~/.nvm/v22/bin\n",
        ] {
            assert!(!known(home.path(), "PATH", path), "{path:?}");
        }
    }

    #[test]
    fn a5_other_variables_are_known_as_one_folder_or_a_plain_name() {
        let home = home();
        for (name, value) in
            [("NVM_BIN", "~/.nvm/v22/bin"), ("RUSTUP_TOOLCHAIN", "1.95.0"), ("CARGO_HOME", "~/.cargo")]
        {
            assert!(known(home.path(), name, value), "{name}");
        }
        for (name, value) in [
            ("VIRTUAL_ENV", "~/shop/.venv"),
            ("RUSTUP_TOOLCHAIN", "/w/evil"),
            ("PYENV_VERSION", ""),
            ("NODE_OPTIONS", "/usr/bin"),
            ("LD_PRELOAD", "/usr/lib/x.so"),
        ] {
            assert!(!known(home.path(), name, value), "{name}");
        }
    }
}
