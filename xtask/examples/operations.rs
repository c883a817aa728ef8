//! Prints `docs/operations.md`; `cargo xtask docgen` runs it.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

#[path = "../src/operations.rs"]
mod operations;

fn main() {
    print!("{}", operations::page());
}
