//! Prints `openapi.json`; `cargo xtask docgen` runs it.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

fn main() {
    print!("{}", countersign_server::openapi::text());
}
