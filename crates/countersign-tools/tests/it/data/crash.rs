//! Tests that a write or undo killed at any point has happened or not, and that recovery knows which.

use std::{
    env, io,
    io::Write as _,
    os::unix::process::ExitStatusExt,
    process::{Child, Command, Stdio},
    thread,
};

use super::*;

const NAME: &str = "data::crash::d4_a_write_killed_at_any_point_has_landed_or_has_not";
const WRITES: [(TakenBack, &str); 2] = [
    (TakenBack::ByRows, "UPDATE many SET x = x + 1; DELETE FROM many WHERE id % 3 = 0"),
    (TakenBack::AsAWhole, "DROP TABLE tags; CREATE TABLE tags (name TEXT); UPDATE many SET x = x + 1"),
];

/// How a write is undone.
#[derive(Debug, Clone, Copy)]
enum TakenBack {
    ByRows,
    AsAWhole,
}

/// Where the child is killed. It waits there, for a lock that this process holds or for its input, so every kill hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Point {
    /// It is about to lock other writers out.
    Locking,
    /// The data for undo is kept, and nothing is committed.
    Kept,
    /// It is committed.
    Landed,
    /// The undo is prepared, and not committed.
    UndoKept,
    /// The undo is committed.
    Undone,
}

impl Point {
    const ALL: [Self; 5] = [Self::Locking, Self::Kept, Self::Landed, Self::UndoKept, Self::Undone];

    /// Returns the file that exists once the child has reached this point.
    fn mark(self) -> &'static str {
        match self {
            Self::Locking => "trash/e1",
            Self::Kept => "trash/e1/plan.json",
            Self::Landed => "landed",
            Self::UndoKept => "trash/u1/plan.json",
            Self::Undone => "undone",
        }
    }

    /// Returns the lock that stops the child at this point: against other writers, commits, or readers of the kept data.
    fn lock(self, taken_back: TakenBack) -> Option<(&'static str, &'static str)> {
        const COMMITS: &str = "BEGIN; SELECT count(*) FROM many";
        match (self, taken_back) {
            (Self::Locking, _) => Some(("shop.db", "BEGIN IMMEDIATE")),
            (Self::Kept, _) | (Self::UndoKept, TakenBack::ByRows) => Some(("shop.db", COMMITS)),
            (Self::UndoKept, TakenBack::AsAWhole) => Some(("trash/e1/before.db", "BEGIN EXCLUSIVE")),
            (Self::Landed | Self::Undone, _) => None,
        }
    }

    fn is_of_undo(self) -> bool {
        matches!(self, Self::UndoKept | Self::Undone)
    }
}

fn many(desk: &Desk) {
    desk.sql(
        "CREATE TABLE many (id INTEGER PRIMARY KEY, x INTEGER, pad TEXT);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         INSERT INTO many SELECT i, i, hex(randomblob(40)) FROM n;",
    );
}

/// The work of the child that will be killed. It waits for a go-ahead after each half.
fn act(dir: &Path) {
    let data = Data::new(dir.join("trash"));
    let order = fs::read_to_string(dir.join("order.json")).unwrap();
    let order: Order = serde_json::from_str(&order).unwrap();
    let wait = |mark: &str| {
        fs::write(dir.join(mark), "").unwrap();
        io::stdin().read_line(&mut String::new()).unwrap();
    };
    let landed = data.apply(&order).unwrap();
    wait("landed");
    data.revert("u1", &landed.inverse.unwrap()).unwrap();
    wait("undone");
}

/// Waits until the child has reached a point.
fn reached(child: &mut Child, desk: &Desk, point: Point) {
    while !Path::new(&desk.path(point.mark())).exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it was killed: {point:?}");
        thread::yield_now();
    }
}

/// Lets a child carry out the order, and kills it at a point.
fn kill(desk: &Desk, taken_back: TakenBack, point: Point) {
    let lock = || {
        point.lock(taken_back).map(|(database, sql)| {
            let other = Connection::open(desk.path(database)).unwrap();
            other.execute_batch(sql).unwrap();
            other
        })
    };
    // The lock ends with its connection.
    let mut held = if point.is_of_undo() { None } else { lock() };
    let mut child = Command::new(env::current_exe().unwrap())
        .args([NAME, "--exact"])
        .env("CRASH_TEST_DIR", desk.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    if point.is_of_undo() {
        reached(&mut child, desk, Point::Landed);
        held = lock();
        child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    }
    reached(&mut child, desk, point);
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9), "it ended before it was killed: {point:?}");
    drop(held);
}

#[test]
fn d4_a_write_killed_at_any_point_has_landed_or_has_not() {
    if let Ok(dir) = env::var("CRASH_TEST_DIR") {
        return act(Path::new(&dir));
    }
    for ((taken_back, sql), point) in
        WRITES.into_iter().flat_map(|write| Point::ALL.map(|point| (write, point)))
    {
        let desk = Desk::new();
        many(&desk);
        let before = desk.content();
        let order = desk.order("e1", "data.write_sqlite", desk.forecast(sql).unwrap());
        fs::write(desk.path("order.json"), serde_json::to_string(&order).unwrap()).unwrap();
        kill(&desk, taken_back, point);

        let has_landed = matches!(point, Point::Landed | Point::UndoKept);
        let landed = match desk.data.check(&order).unwrap() {
            RecoveryState::Landed(landed) if has_landed => *landed,
            RecoveryState::NotBegun if !has_landed => {
                assert_eq!(desk.content(), before, "{point:?}: {sql}");
                desk.data.apply(&order).unwrap()
            }
            found => panic!("{point:?}: {sql}: {found:?}"),
        };
        assert_ne!(desk.content(), before, "{point:?}: {sql}");
        desk.data.revert("u1", &landed.inverse.unwrap()).unwrap();
        assert_eq!(desk.content(), before, "{point:?}: {sql}");
    }
}
