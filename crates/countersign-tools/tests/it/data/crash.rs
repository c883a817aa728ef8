//! Killed at any moment, a write or its undo has happened or has not, and it can be told which.

use std::{
    env,
    process::{Command, Stdio},
    thread,
};

use super::*;

const ROUNDS: u64 = 16;
const NAME: &str = "data::crash::d4_a_write_killed_at_any_moment_has_landed_or_has_not";
/// One that is taken back by rows, and one that is taken back as a whole.
const WRITES: [&str; 2] = [
    "UPDATE many SET x = x + 1; DELETE FROM many WHERE id % 3 = 0",
    "DROP TABLE tags; CREATE TABLE tags (name TEXT); UPDATE many SET x = x + 1",
];

fn many(desk: &Desk) {
    desk.sql(
        "CREATE TABLE many (id INTEGER PRIMARY KEY, x INTEGER, pad TEXT);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         INSERT INTO many SELECT i, i, hex(randomblob(40)) FROM n;",
    );
}

/// What the child does that is going to be killed.
fn act(dir: &str) {
    let data = Data::new(Path::new(dir).join("trash"));
    let order = fs::read_to_string(Path::new(dir).join("order.json")).unwrap();
    let order: Order = serde_json::from_str(&order).unwrap();
    fs::write(Path::new(dir).join("begun"), "").unwrap();
    let landed = data.apply(&order).unwrap();
    data.revert("u1", &landed.inverse.unwrap()).unwrap();
}

#[test]
fn d4_a_write_killed_at_any_moment_has_landed_or_has_not() {
    if let Ok(dir) = env::var("CRASH_TEST_DIR") {
        return act(&dir);
    }
    for round in 0..ROUNDS {
        let desk = Desk::new();
        many(&desk);
        let before = desk.content();
        let sql = WRITES[usize::from(round % 2 == 1)];
        let order = desk.order("e1", "data.write_sqlite", desk.forecast(sql).unwrap());
        fs::write(desk.path("order.json"), serde_json::to_string(&order).unwrap()).unwrap();
        let mut child = Command::new(env::current_exe().unwrap())
            .args([NAME, "--exact"])
            .env("CRASH_TEST_DIR", desk.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !Path::new(&desk.path("begun")).exists() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(round * 30));
        child.kill().unwrap();
        child.wait().unwrap();

        let landed = match desk.data.check(&order).unwrap() {
            RecoveryState::Landed(landed) => *landed,
            RecoveryState::NotBegun => {
                assert_eq!(desk.content(), before, "round {round}");
                desk.data.apply(&order).unwrap()
            }
            RecoveryState::Unknown(why) => panic!("round {round}: {why}"),
        };
        assert_ne!(desk.content(), before, "round {round}");
        desk.data.revert("u1", &landed.inverse.unwrap()).unwrap();
        assert_eq!(desk.content(), before, "round {round}");
    }
}
