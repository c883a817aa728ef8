//! Reads where something is mounted.

use std::{
    ffi::OsString,
    fs, io,
    os::unix::ffi::OsStringExt as _,
    path::{Path, PathBuf},
};

/// Returns a mount point below a root, if any.
pub fn mounted_below(root: &Path) -> io::Result<Option<PathBuf>> {
    Ok(mount_points()?.into_iter().find(|path| path.starts_with(root) && path != root))
}

/// Returns all mount points.
pub fn mount_points() -> io::Result<Vec<PathBuf>> {
    let text = fs::read("/proc/self/mountinfo")?;
    let fields = text
        .split(|byte| *byte == b'\n')
        .filter_map(|line| line.split(|byte| *byte == b' ').nth(4))
        .map(|field| PathBuf::from(OsString::from_vec(unescaped(field))));
    Ok(fields.collect())
}

/// Decodes a path of the mount list: blanks and backslashes are three octal digits.
fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((first, tail)) = rest.split_first() {
        let digits = tail.get(..3).filter(|d| *first == b'\\' && d.iter().all(|c| (b'0'..=b'7').contains(c)));
        match digits {
            Some(digits) => {
                let value = digits.iter().fold(0u32, |n, c| n * 8 + u32::from(c - b'0'));
                plain.push(value as u8);
                rest = &tail[3..];
            }
            None => {
                plain.push(*first);
                rest = tail;
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_way_of_writing_blanks_is_read() {
        assert_eq!(unescaped(br"/a\040b\134c\0"), br"/a b\c\0");
    }
}
