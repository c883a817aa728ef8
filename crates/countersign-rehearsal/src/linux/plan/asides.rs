//! Folders outside of the layers that a world may change: each is an overlay with a store of its own. And folders
//! that are shown with more on top.

use std::{
    collections::BTreeMap,
    ffi::CString,
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use countersign_words::say;

use super::{Bench, Build, Piece, c_path, folder, mount_points, mounted_below};
use crate::{
    Aside, Layers, World,
    linux::{
        birth::{Lacking, Part},
        hidden::ancestors,
        mounts::{Act, PLAIN},
        shared::Joining,
    },
};

/// Where the mount points of missing folders are created.
const POINTS_AT: &str = "/dev/points";

/// Returns the folders aside that can have an overlay, each with the existing folder around it. An overlay is not
/// possible if something is mounted in it, if it is reached through a link, or if it contains its own store.
pub fn can_be_aside(asides: &[Aside]) -> io::Result<Vec<(&Aside, &Path)>> {
    if asides.is_empty() {
        return Ok(Vec::new());
    }
    let mounts = mount_points()?;
    let is_plain = |path: &Path| !mounts.iter().any(|at| at.starts_with(path) && at != path);
    let can = asides.iter().filter_map(|aside| {
        let around = aside.path.ancestors().find(|path| path.is_dir())?;
        let resolved = around.canonicalize().is_ok_and(|real| real == around);
        let has_store = aside.store.starts_with(&aside.path);
        let can = resolved && !has_store && around != Path::new("/") && is_plain(around);
        can.then_some((aside, around))
    });
    Ok(can.collect())
}

/// Returns the step that mounts the overlay of a folder aside, and its work folder.
pub fn aside_overlay(aside: &Aside, slot: usize) -> io::Result<(Act, Bench)> {
    let bench = Bench::make(&aside.work())?;
    let lower = aside.lower().iter().map(|path| folder(path)).collect::<io::Result<_>>()?;
    let upper = Some((folder(&aside.upper())?, folder(&bench.0)?));
    Ok((Act::Overlay { lower, upper, part: Part::Asides, slot }, bench))
}

/// Returns the step that mounts the overlay of root number `n` of layers, with what is on top of it, and its work folder.
pub fn root_overlay(
    layers: &Layers,
    (n, root): (usize, &Path),
    on_top: &[(PathBuf, PathBuf)],
    slot: usize,
) -> io::Result<(Act, Bench)> {
    let (upper, work) = layers.upper(n);
    if upper.starts_with(root) {
        let what = say!("effect-plan-layers", path = root.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    if let Some(inner) = mounted_below(root)? {
        // The kernel refuses: otherwise a user could see what is below the mount.
        let what = say!("effect-plan-mounted", path = root.display(), at = inner.display());
        return Err(io::Error::new(io::ErrorKind::Unsupported, Lacking { part: Part::Overlay, text: what }));
    }
    let bench = Bench::make(&work)?;
    let (upper, work) = (folder(&upper)?, folder(&bench.0)?);
    let lower = lower_of(on_top, root)?;
    Ok((Act::Overlay { lower, upper: Some((upper, work)), part: Part::Overlay, slot }, bench))
}

impl Build {
    /// Prepares the folders aside. One that cannot have an overlay stays as it is, read-only. What is shared was mounted
    /// before.
    pub(super) fn asides(&mut self, asides: &[Aside], joining: Option<&Joining>) -> io::Result<()> {
        for (aside, around) in can_be_aside(asides)? {
            let slot = match joining.and_then(|joining| joining.place_of(aside)) {
                Some(held) => {
                    let slot = self.hold(&held, PLAIN)?;
                    self.acts.push(Act::Refresh { slot });
                    slot
                }
                // The others use what is shared.
                None if joining.is_some() => continue,
                None => {
                    let slot = self.slot();
                    let (overlay, bench) = aside_overlay(aside, slot)?;
                    self.acts.push(overlay);
                    self.benches.push(bench);
                    slot
                }
            };
            self.pieces.push((aside.path.clone(), Piece::Held(slot, true)));
            self.asides.push(aside.path.clone());
            if around != aside.path {
                self.missing.entry(around.to_owned()).or_default().push(aside.path.clone());
            }
        }
        Ok(())
    }

    /// Shows empty folders, as mount points, where folders aside are missing: nothing is created in the real
    /// folder around them.
    pub(super) fn missing_asides(&mut self) -> io::Result<()> {
        let missing: BTreeMap<PathBuf, Vec<PathBuf>> = std::mem::take(&mut self.missing);
        if !missing.is_empty() {
            self.acts.push(Act::Folder { at: CString::new(POINTS_AT)?, mode: 0o755 });
        }
        for (n, (around, paths)) in missing.into_iter().enumerate() {
            let at = Path::new(POINTS_AT).join(n.to_string());
            let mode = fs::metadata(&around)?.permissions().mode() & 0o7777;
            self.acts.push(Act::Folder { at: c_path(&at)?, mode });
            for inner in paths.iter().filter_map(|path| path.strip_prefix(&around).ok()) {
                for folder in ancestors(inner) {
                    self.acts.push(Act::Folder { at: c_path(&at.join(folder))?, mode: 0o755 });
                }
            }
            let (lower, slot) = (vec![c_path(&at)?, folder(&around)?], self.slot());
            self.acts.push(Act::Overlay { lower, upper: None, part: Part::Asides, slot });
            self.pieces.push((around.clone(), Piece::Held(slot, true)));
            // Also in a private folder, nothing else in it can be changed.
            self.covered.push(around);
        }
        Ok(())
    }

    /// Prepares the folders that cannot be changed and have something on top.
    pub(super) fn still_with_more(&mut self, world: &World<'_>) -> io::Result<()> {
        for root in world.still.iter().filter(|root| world.on_top.iter().any(|(under, _)| under == *root)) {
            if mounted_below(root)?.is_some() {
                continue;
            }
            let (lower, slot) = (lower_of(&world.on_top, root)?, self.slot());
            self.acts.push(Act::Overlay { lower, upper: None, part: Part::Asides, slot });
            self.pieces.push((root.clone(), Piece::Held(slot, true)));
            self.covered.push(root.clone());
        }
        Ok(())
    }
}

/// Returns the folders that a root shows, topmost first.
fn lower_of(on_top: &[(PathBuf, PathBuf)], root: &Path) -> io::Result<Vec<CString>> {
    let on_top = on_top.iter().filter(|(under, _)| under == root).map(|(_, over)| over.as_path());
    on_top.chain([root]).map(folder).collect()
}
