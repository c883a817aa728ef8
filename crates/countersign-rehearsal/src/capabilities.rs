//! Probes once which isolation features this machine supports.

use std::sync::OnceLock;

use countersign_words::Message;

/// The supported features.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// User, mount, process and network namespaces can be created.
    pub namespaces: bool,
    /// An overlay can be mounted in them.
    pub overlay: bool,
    /// System calls can be intercepted and answered. Without this, nothing runs in a world.
    pub watching: bool,
    /// A command can be confined to its folders, so every denied attempt is seen. Required to call a command
    /// harmless.
    pub confined: bool,
    /// What is missing and why, each with advice.
    pub missing: Vec<Message>,
}

/// Returns the supported features; probes on the first call and caches the result.
pub fn capabilities() -> &'static Capabilities {
    static MEANS: OnceLock<Capabilities> = OnceLock::new();
    MEANS.get_or_init(tried)
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn tried() -> Capabilities {
    let missing = countersign_words::say!("effect-world-only-linux-copied");
    Capabilities { missing: vec![missing], ..Capabilities::default() }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn tried() -> Capabilities {
    trial::capabilities()
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod trial {
    //! Runs a small command in a small world and interprets its failure.

    use std::{
        env, fs, io,
        path::{Path, PathBuf},
        process,
        sync::atomic::{AtomicU64, Ordering},
        time::Duration,
    };

    use countersign_words::{Message, say};

    use super::Capabilities;
    use crate::{
        Ended, Layers, Limits, Manner, Network, Program, World,
        layers::remove,
        linux::{Part, lacking},
        start,
    };

    /// Timeout of the probe.
    const TIME: Duration = Duration::from_secs(20);
    /// A temporary folder on disk.
    const ON_DISK: &str = "/var/tmp";

    pub fn capabilities() -> Capabilities {
        let mut capabilities = Capabilities::default();
        let tried = Folder::make(&env::temp_dir()).map(|folder| (folder.run(Manner::Overlay), folder));
        let (overlaid, folder) = match tried {
            // Not every kernel can overlay tmpfs, and homes are not on tmpfs: probe on disk as well.
            Ok((Err(e), first)) if lacking(&e) == Some(Part::Overlay) => {
                let disk =
                    Folder::make(Path::new(ON_DISK)).map(|folder| (folder.run(Manner::Overlay), folder));
                disk.unwrap_or((Err(e), first))
            }
            Ok(tried) => tried,
            Err(e) => {
                let what = say!("effect-means-untried", path = env::temp_dir().display(), error = e);
                capabilities.missing.push(what);
                return capabilities;
            }
        };
        let ended = match overlaid {
            Err(e) if lacking(&e) == Some(Part::Overlay) => {
                capabilities
                    .missing
                    .push(Message::joined("; ", [Message::of_error(&e), advice(Part::Overlay)]));
                folder.run(Manner::Copy)
            }
            ended => {
                capabilities.overlay = ended.is_ok();
                ended
            }
        };
        match ended {
            Ok(ended) => {
                (capabilities.namespaces, capabilities.watching, capabilities.confined) =
                    (true, true, ended.all_seen);
                if !ended.all_seen {
                    capabilities.missing.push(say!("effect-means-landlock"));
                }
            }
            Err(e) => {
                let part = lacking(&e).unwrap_or(Part::Namespaces);
                capabilities.namespaces = part != Part::Namespaces;
                capabilities.overlay &= capabilities.namespaces;
                capabilities.missing.push(Message::joined("; ", [Message::of_error(&e), advice(part)]));
            }
        }
        capabilities
    }

    /// Advice for a missing part.
    fn advice(part: Part) -> Message {
        let says = |path: &str, value: &str| fs::read_to_string(path).is_ok_and(|text| text.trim() == value);
        let contained = ["/.dockerenv", "/run/.containerenv"].iter().any(|path| Path::new(path).exists());
        match part {
            Part::Overlay | Part::PrivateLayers | Part::Asides => {
                say!("effect-means-overlay")
            }
            Part::Watching => say!("effect-means-watching"),
            Part::Namespaces if says("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") => {
                say!("effect-means-apparmor")
            }
            Part::Namespaces if says("/proc/sys/kernel/unprivileged_userns_clone", "0") => {
                say!("effect-means-userns")
            }
            Part::Namespaces if says("/proc/sys/user/max_user_namespaces", "0") => {
                say!("effect-means-max-userns")
            }
            Part::Namespaces if contained => {
                say!("effect-means-container")
            }
            Part::Namespaces => say!("effect-means-linux"),
        }
    }

    /// How many folder names to try.
    const TRIES: usize = 100;

    /// A temporary folder for the probe, removed on drop.
    struct Folder(PathBuf);

    impl Folder {
        fn make(within: &Path) -> io::Result<Self> {
            static MADE: AtomicU64 = AtomicU64::new(0);
            let within = within.canonicalize()?;
            // A killed process with the same pid may have left its folder behind.
            let made = (0..TRIES).find_map(|_| {
                let n = MADE.fetch_add(1, Ordering::Relaxed);
                let at = within.join(format!("countersign-trial-{}-{n}", process::id()));
                match fs::create_dir(&at) {
                    Err(e) if e.kind() == io::ErrorKind::AlreadyExists => None,
                    other => Some(other.map(|()| Self(at))),
                }
            });
            let folder = made.unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()))?;
            for path in ["work", "layers/0/upper", "layers/0/work", "layers/0/copy"] {
                fs::create_dir_all(folder.0.join(path))?;
            }
            Ok(folder)
        }

        fn run(&self, manner: Manner) -> io::Result<Ended> {
            let root = self.0.join("work");
            let layers = Layers { folder: self.0.join("layers"), roots: vec![root.clone()], manner };
            let world = World {
                layers: &layers,
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
                limits: Limits { time: Some(TIME), ..Limits::default() },
            };
            let argv = ["/bin/sh", "-c", ": > made"].map(Into::into).to_vec();
            let ended =
                start(&world, &Program { argv, cwd: root.clone(), ..Program::default() })?.wait(None)?;
            if ended.code != Some(0) || root.join("made").exists() {
                return Err(io::Error::other(say!("effect-means-odd")));
            }
            Ok(ended)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            // The overlay's work folder cannot be entered and may block removal. A leftover in a temporary
            // folder is harmless.
            let _ = remove::tree(&self.0);
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn everything_is_had_here() {
            let capabilities = capabilities();
            let (namespaces, overlay, watching, confined) = (true, true, true, true);
            assert_eq!(
                capabilities,
                Capabilities { namespaces, overlay, watching, confined, missing: Vec::new() }
            );
        }

        #[test]
        fn what_a_killed_process_left_is_not_in_the_way() {
            let dir = tempfile::tempdir().unwrap();
            for n in 0..20 {
                fs::create_dir(dir.path().join(format!("countersign-trial-{}-{n}", process::id()))).unwrap();
            }
            assert!(Folder::make(dir.path()).unwrap().0.join("work").is_dir());
        }

        #[test]
        fn each_part_that_is_missing_comes_with_advice() {
            for part in [Part::Namespaces, Part::Overlay, Part::Watching] {
                assert!(advice(part).contains("Linux") || advice(part).contains('`'), "{part:?}");
            }
        }
    }
}
