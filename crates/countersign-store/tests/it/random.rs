//! Random calls: in any order and grouping, SQLite answers and stores the same as memory.

use countersign_core::{
    Answer, Ran, Result,
    execute::{Call, execute},
    memory::MemoryStore,
    store::{Batch, Store},
};
use proptest::prelude::*;

use crate::world::{Home, Index, Note, Step, call, everything, read};

fn id() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["n1", "n2", "n3", "n4", "n5", "n1-a", "né"]).prop_map(str::to_owned)
}

fn note() -> impl Strategy<Value = Note> {
    let title = prop::sample::select(vec!["one", "two", "née\n\"x\""]).prop_map(str::to_owned);
    (id(), title, 0..5_u64, prop::option::of(id())).prop_map(|(id, title, rank, parent)| Note {
        id,
        title,
        rank,
        parent,
    })
}

fn scan() -> impl Strategy<Value = Step> {
    let index = prop::sample::select(vec![Index::Rank, Index::Parent]);
    let prefix = prop::sample::select(vec!["", "000", "0002", "n1/", "n"]).prop_map(str::to_owned);
    (index, prefix, any::<bool>(), 0..6_usize).prop_map(|(index, prefix, reverse, limit)| Step::Scan {
        index,
        prefix,
        reverse,
        limit,
    })
}

/// Steps that cannot fail: their answers can be compared wherever in a batch they ran.
fn step() -> impl Strategy<Value = Step> {
    let run = prop::sample::select(vec!["r1", "r2"]).prop_map(str::to_owned);
    prop_oneof![
        6 => note().prop_map(Step::Put),
        2 => id().prop_map(Step::Delete),
        1 => Just(Step::New("new".to_owned())),
        2 => id().prop_map(Step::Get),
        1 => prop::sample::select(vec!["n", "n1", "x"]).prop_map(|s| Step::Find(s.to_owned())),
        4 => scan(),
        1 => run.clone().prop_map(|run| Step::About { run: Some(run), tool: None }),
        1 => run.prop_map(|run| Step::Events { run }),
        1 => (0..3_u8, 0..4_usize).prop_map(|(fill, len)| Step::PutBlob { fill, len }),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 0..5)
}

fn cases() -> ProptestConfig {
    // Every case opens a file and commits to it durably.
    ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn one_after_the_other_both_stores_answer_and_hold_the_same(
        scripts in prop::collection::vec((steps(), prop::option::weighted(0.2, Just(Step::Fail))), 1..25),
    ) {
        let (memory, home) = (MemoryStore::new(), Home::new());
        let sqlite = home.open();
        for (n, (mut steps, fail)) in scripts.into_iter().enumerate() {
            steps.extend(fail);
            let call = call(n as u64, steps);
            prop_assert_eq!(memory.submit(call.clone()), sqlite.submit(call));
        }
        let all = everything(&sqlite);
        all.check();
        prop_assert_eq!(&everything(&memory), &all);
        drop(sqlite);
        prop_assert_eq!(everything(&home.open()), all);
    }

    #[test]
    fn over_one_overlay_calls_answer_as_one_after_the_other(
        stored in prop::collection::vec(steps(), 0..6),
        overlaid in prop::collection::vec(steps(), 1..12),
    ) {
        let (memory, home) = (MemoryStore::new(), Home::new());
        let sqlite = home.open();
        for (n, steps) in stored.into_iter().enumerate() {
            let call = call(n as u64, steps);
            prop_assert_eq!(memory.submit(call.clone()), sqlite.submit(call));
        }
        let calls: Vec<Call> = overlaid.into_iter().zip(100..).map(|(steps, n)| call(n, steps)).collect();
        let (answers, head) = read(&sqlite, |base| {
            let mut batch = Batch::after(base.head()?);
            let answers: Vec<Result<Answer>> =
                calls.iter().map(|c| execute(base, &mut batch, c)?.done()?.answer(c.origin.language)).collect();
            Ok((answers, batch.head))
        });
        let expected: Vec<Result<Answer>> = calls.into_iter().map(|c| memory.submit(c)?.done()).collect();
        prop_assert_eq!(answers, expected);
        prop_assert_eq!(head, everything(&memory).head);
    }

    #[test]
    fn from_many_threads_calls_answer_as_in_the_order_of_the_log(
        groups in prop::collection::vec(prop::collection::vec(steps(), 2..9), 1..5),
    ) {
        let (memory, home) = (MemoryStore::new(), Home::new());
        let sqlite = home.open();
        let mut n = 0;
        let mut calls = Vec::new();
        for group in groups {
            let group: Vec<Call> = group
                .into_iter()
                .map(|steps| {
                    n += 1;
                    call(n, steps)
                })
                .collect();
            let answers: Vec<Answer> = std::thread::scope(|scope| {
                let threads: Vec<_> = group.iter().map(|c| scope.spawn(|| sqlite.submit(c.clone()))).collect();
                threads.into_iter().map(|t| t.join().unwrap().unwrap().done().unwrap()).collect()
            });
            calls.extend(group.into_iter().zip(answers));
        }
        // Each call has its own time, so the log shows the order in which they ran.
        let all = everything(&sqlite);
        all.check();
        for event in &all.events {
            let (call, answer) = calls.iter().find(|(c, _)| c.at == event.at).unwrap();
            prop_assert_eq!(memory.submit(call.clone()).and_then(Ran::done), Ok(answer.clone()));
        }
        prop_assert_eq!(everything(&memory), all);
    }

    #[test]
    fn over_two_handles_by_turns_calls_answer_as_over_one(
        scripts in prop::collection::vec((any::<bool>(), steps()), 1..25),
    ) {
        let (memory, home) = (MemoryStore::new(), Home::new());
        let (one, other) = (home.open(), home.open());
        for (n, (turn, steps)) in scripts.into_iter().enumerate() {
            let call = call(n as u64, steps);
            let (writes, reads) = if turn { (&one, &other) } else { (&other, &one) };
            prop_assert_eq!(memory.submit(call.clone()), writes.submit(call));
            prop_assert_eq!(everything(&memory), everything(reads));
        }
        let left = home.as_if_it_died();
        prop_assert_eq!(everything(&memory), everything(&left.open()));
        drop((one, other));
        prop_assert_eq!(everything(&memory), everything(&home.open()));
    }
}
