//! Tests random trees and commands: landing gives what the overlay showed, and undo restores everything.

use proptest::prelude::*;

use super::*;

const NAMES: [&str; 8] = ["a", "b", "c", "d", "d/a", "d/b", "d/c/a", "e/a"];

#[derive(Debug, Clone)]
enum Act {
    Write(usize, u8),
    Append(usize),
    Remove(usize),
    Mkdir(usize),
    Move(usize, usize),
    Link(usize, usize),
    Copy(usize, usize),
    Mode(usize, u8),
    Time(usize, u32),
}

fn act() -> impl Strategy<Value = Act> {
    let name = || 0..NAMES.len();
    prop_oneof![
        3 => (name(), any::<u8>()).prop_map(|(at, n)| Act::Write(at, n)),
        2 => name().prop_map(Act::Append),
        3 => name().prop_map(Act::Remove),
        2 => name().prop_map(Act::Mkdir),
        3 => (name(), name()).prop_map(|(from, to)| Act::Move(from, to)),
        1 => (name(), name()).prop_map(|(at, to)| Act::Link(at, to)),
        2 => (name(), name()).prop_map(|(from, to)| Act::Copy(from, to)),
        1 => (name(), 0..3_u8).prop_map(|(at, mode)| Act::Mode(at, mode)),
        1 => (name(), 0..2_000_000_000_u32).prop_map(|(at, time)| Act::Time(at, time)),
    ]
}

/// Returns a line of shell for it; empty if it is not possible.
fn line(act: &Act) -> String {
    let name = |n: &usize| NAMES[*n];
    let line = match act {
        Act::Write(at, n) => format!("echo {n} > {}", name(at)),
        Act::Append(at) => format!("echo more >> {}", name(at)),
        Act::Remove(at) => format!("rm -r {}", name(at)),
        Act::Mkdir(at) => format!("mkdir -p {}", name(at)),
        Act::Move(from, to) => format!("mv -T {} {}", name(from), name(to)),
        Act::Link(at, to) => format!("ln -s {} {}", name(to), name(at)),
        Act::Copy(from, to) => format!("cp -a {} {}", name(from), name(to)),
        Act::Mode(at, mode) => {
            // A normal user cannot look into a folder that denies access to everybody.
            let (file, folder) = [("600", "700"), ("755", "755"), ("4711", "2711")][usize::from(*mode)];
            format!("if [ -d {0} ]; then chmod {folder} {0}; else chmod {file} {0}; fi", name(at))
        }
        Act::Time(at, time) => format!("touch -h -d @{time} {}", name(at)),
    };
    format!("{{ {line}; }} 2>/dev/null || true\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn e2_landing_gives_what_was_seen_and_undo_what_was(
        before in prop::collection::vec(act(), 0..12),
        acts in prop::collection::vec(act(), 1..14),
    ) {
        let desk = Desk::new();
        let made: String = before.iter().map(line).collect();
        let status = Command::new("sh").args(["-c", &made]).current_dir(&desk.work).status().unwrap();
        prop_assert!(status.success());
        let original = desk.picture();
        let layers = desk.layers();
        let seen = run(&layers, &acts.iter().map(line).collect::<String>());
        let effects = layers.effects(1_000).unwrap();
        prop_assert_eq!(&desk.picture(), &original);
        desk.show(&effects);
        if effects.changes.is_empty() {
            prop_assert_eq!(original, seen);
            return Ok(());
        }
        let landed = desk.land(&effects, &[]).unwrap();
        prop_assert_eq!(&desk.picture(), &seen);
        let again = layers.effects(1_000).unwrap();
        prop_assert_eq!(again.changes, vec![], "once landed, nothing differs");
        let undone = desk.revert(&landed.inverse).unwrap();
        prop_assert_eq!(&desk.picture(), &original);
        desk.revert(&undone.inverse).unwrap();
        prop_assert_eq!(&desk.picture(), &seen);
    }
}
