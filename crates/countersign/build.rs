//! Asks the linker for relocations in few words where the C library of this machine reads them so. A program of this size
//! has many of them, and every process of it would hold two megabytes of nothing else.

use std::{env, fs, path::Path};

/// What a C library that reads them calls that.
const WORD: &[u8] = b"GLIBC_ABI_DT_RELR";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let said = |name: &str| env::var(name).unwrap_or_default();
    let is_native = said("HOST") == said("TARGET") && said("TARGET").contains("linux-gnu");
    let own = format!("lib/{}-linux-gnu", said("CARGO_CFG_TARGET_ARCH"));
    let reads_them = |folder: &&str| {
        let library = fs::read(Path::new("/").join(folder).join("libc.so.6"));
        library.is_ok_and(|bytes| bytes.windows(WORD.len()).any(|bytes| bytes == WORD))
    };
    if is_native && [own.as_str(), "lib64", "lib", "usr/lib64", "usr/lib"].iter().any(reads_them) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
