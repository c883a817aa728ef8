//! Who started whom in a world: a debugger may reach into what it has started, and into what its parent has
//! started beside it (`gdb -p $!`), never into what started it, unless both have the same memory anyway, as the
//! helper has with which a leak detector looks at its own program.

use std::{fs, path::Path};

use super::sys;

/// Maximum number of processes looked at.
const MOST: usize = 4_096;

/// Whether a caller may reach into the process or thread that its world numbers `target`.
pub fn may_reach_into(caller: u32, target: i32) -> bool {
    let Some(own) = process_of(caller) else { return false };
    // Whoever has lost its parent was given to the first process, which has started everything.
    let parent = field(own, "PPid:").filter(|parent| !is_first(*parent));
    if parent.is_some_and(|parent| has_thread(parent, target) && sys::share_memory(own, parent)) {
        return true;
    }
    let mut open = children(parent.unwrap_or(own));
    if parent.is_none() {
        open.push(own);
    }
    let mut looked_at = 0;
    while let Some(process) = open.pop() {
        if has_thread(process, target) {
            return true;
        }
        looked_at += 1;
        if looked_at > MOST {
            return false;
        }
        open.extend(children(process));
    }
    false
}

/// Whether the world of a process has one of that number.
pub fn is_in_world_of(process: u32, number: i32) -> bool {
    Path::new(&format!("/proc/{process}/root/proc/{number}")).exists()
}

/// Whether the machine has a process of that number.
pub fn exists(number: i32) -> bool {
    Path::new(&format!("/proc/{number}")).exists()
}

/// Whether a process is the first of its world: its parent is outside of that.
fn is_first(process: i32) -> bool {
    let depth = |process: i32| {
        let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("NStgid:"));
        line.map_or(0, |line| line.split_whitespace().count())
    };
    field(process, "PPid:").is_none_or(|parent| depth(parent) < depth(process))
}

fn process_of(thread: u32) -> Option<i32> {
    field(i32::try_from(thread).ok()?, "Tgid:")
}

/// Returns the last number of a line: of several namespaces, the one in the innermost.
pub fn field(process: i32, name: &str) -> Option<i32> {
    field_of(Path::new(&format!("/proc/{process}")), name)
}

fn field_of(folder: &Path, name: &str) -> Option<i32> {
    let text = fs::read_to_string(folder.join("status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().last()?.parse().ok()
}

fn threads(process: i32) -> Vec<std::path::PathBuf> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    tasks.map(|task| task.path()).collect()
}

fn has_thread(process: i32, number: i32) -> bool {
    threads(process).iter().any(|thread| field_of(thread, "NSpid:") == Some(number))
}

/// Returns what the threads of a process have started.
pub fn children(process: i32) -> Vec<i32> {
    let texts =
        threads(process).into_iter().filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
    texts
        .flat_map(|text| text.split_whitespace().filter_map(|n| n.parse().ok()).collect::<Vec<_>>())
        .collect()
}
