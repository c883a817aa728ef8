//! What a world costs. Nothing is asserted about time: it is printed, and `cargo xtask bench` measures it properly.

use std::{
    fs,
    process::Command,
    time::{Duration, Instant},
};

use crate::place::{Place, as_everyone};

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn timed(n: usize, mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    median((0..n).map(|_| once(&mut work)).collect())
}

#[test]
fn a_small_command_and_a_large_tree_are_measured() {
    as_everyone("speed::a_small_command_and_a_large_tree_are_measured", || {
        let mut place = Place::new();
        for folder in 0..100 {
            let folder = place.real().join(folder.to_string());
            fs::create_dir(&folder).unwrap();
            for file in 0..100 {
                fs::write(folder.join(file.to_string()), "some text\n").unwrap();
            }
        }
        let direct = timed(21, || assert!(Command::new("/bin/true").status().unwrap().success()));
        let world = timed(21, || drop(place.run(&["/bin/true"]).harmless()));
        println!("true: direct {direct:?}, in a world {world:?}");
        let argv = ["/bin/grep", "-rc", "nothing", "."];
        let direct = timed(5, || {
            let grep = Command::new(argv[0]).args(&argv[1..]).current_dir(place.real()).output().unwrap();
            assert_eq!(grep.stdout.iter().filter(|byte| **byte == b'\n').count(), 10_000);
        });
        for watch_files in [true, false] {
            place.watch_files = watch_files;
            let world = timed(5, || {
                assert_eq!(place.run(&argv).stdout.lines().count(), 10_000);
            });
            println!(
                "reading 10,000 files: direct {direct:?}, in a world {world:?} (watching: {watch_files})"
            );
        }
        let program = "import os, sys\nfor n in range(2000):\n  open(sys.argv[1] + str(n), 'w').close(); os.unlink(sys.argv[1] + str(n))";
        let direct = timed(5, || {
            let mut made = Command::new("/usr/bin/python3");
            assert!(made.args(["-c", program, "f"]).current_dir(place.real()).status().unwrap().success());
        });
        for watch_files in [true, false] {
            place.watch_files = watch_files;
            let world = timed(5, || {
                assert_eq!(place.run(&["/usr/bin/python3", "-c", program, "f"]).ended.code, Some(0))
            });
            println!(
                "making 2,000 files and taking them away: direct {direct:?}, in a world {world:?} (watching: {watch_files})"
            );
        }
    });
}
