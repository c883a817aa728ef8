//! Tests commands in real worlds on the real kernel, as root and as an unprivileged user.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "some tests run themselves again and read what is said")]

mod asides;
mod bounds;
mod builds;
mod client;
mod everyday;
mod hidden;
mod nested;
mod network;
mod ordinary;
mod place;
mod private;
mod shared;
mod terminal;
mod ways_out;
