//! Calls that consist of calls. Parts that touch different things share commits: their intents are made durable
//! together, their effects run side by side, and their outcomes are recorded together, always in the parts' order.

use std::{
    iter::Peekable,
    sync::{Mutex, PoisonError},
    vec::IntoIter,
};

use super::{Engine, Report, Request};
use crate::{
    error::{Error, Result},
    execute::Call,
    op::{Answer, Part},
    world::{Job, World},
};

/// How many parts share their commits at most: so much may have to be looked at after a crash, and runs to its end
/// when somebody freezes.
const TOGETHER: usize = 64;

type Numbered = (usize, Part);

impl Engine {
    /// Makes the calls of a composite and joins their answers.
    pub(super) fn call_parts(&self, call: &Call, parts: Vec<Part>) -> Result<Answer> {
        let mut answers = Vec::with_capacity(parts.len());
        let mut rest = parts.into_iter().enumerate().collect::<Vec<_>>().into_iter().peekable();
        while let Some(chunk) = next_chunk(&mut rest) {
            answers.extend(self.call_chunk(call, chunk));
        }
        let event = answers.iter().rev().flatten().find_map(|a| a.event.clone());
        let (value, outcome) = call.pending.join(answers)?;
        Ok(Answer { value, outcome, event, jobs: Vec::new() })
    }

    fn part(&self, call: &Call, (i, part): Numbered) -> Request {
        Request {
            actor: call.actor.clone(),
            op: part.op.to_owned(),
            input: part.input,
            key: call.key.as_ref().map(|k| format!("{k}#{i}")),
            origin: call.origin.clone(),
        }
    }

    fn call_chunk(&self, call: &Call, mut chunk: Vec<Numbered>) -> Vec<Result<Answer>> {
        if chunk.len() == 1 {
            return chunk.drain(..).map(|part| self.call(self.part(call, part))).collect();
        }
        let requests: Vec<Request> = chunk.into_iter().map(|part| self.part(call, part)).collect();
        let calls: Vec<Result<Call>> = requests.iter().map(|r| self.ready(r.clone())).collect();
        let submitted = self.submit_all(calls.iter().flatten().cloned().collect());
        let mut submitted = submitted.into_iter();
        let answers = calls.iter().zip(requests).map(|(ready, request)| match ready {
            Err(e) => Err(e.clone()),
            Ok(_) => match submitted.next() {
                // It must know more of the world: on its own, as any other call.
                Some(Err(e)) if e.need().is_some() => self.call(request),
                Some(answer) => answer,
                None => Err(Error::bug("the store answered fewer calls than it was given")),
            },
        });
        let answers = answers.collect();
        self.finish_all(&calls, answers)
    }

    fn ready(&self, request: Request) -> Result<Call> {
        let call = self.prepare(super::find_op(&request.op)?, request)?;
        call.authority().map(|()| call)
    }

    /// Does to the world what the answers order, side by side, and records what became of it, in order.
    fn finish_all(&self, calls: &[Result<Call>], mut answers: Vec<Result<Answer>>) -> Vec<Result<Answer>> {
        let mut jobs: Vec<(usize, Job)> = Vec::new();
        for (i, answer) in answers.iter_mut().enumerate() {
            let Ok(answer) = answer else { continue };
            jobs.extend(std::mem::take(&mut answer.jobs).into_iter().map(|job| (i, job)));
        }
        let reports = side_by_side(&*self.world, &jobs, |(_, job)| self.perform(job));
        let mut waiting: Vec<(usize, Call)> = Vec::new();
        for ((i, _), report) in jobs.iter().zip(reports) {
            let Some(Report { op, input }) = report else { continue };
            let origin = calls[*i].as_ref().map(|c| c.origin.clone()).unwrap_or_default();
            match self.ready(Request {
                actor: crate::Actor::system(),
                op: op.to_owned(),
                input,
                key: None,
                origin,
            }) {
                Ok(call) => waiting.push((*i, call)),
                Err(e) => answers[*i] = Err(e),
            }
        }
        let recorded = self.submit_all(waiting.iter().map(|(_, call)| call.clone()).collect());
        for ((i, report), recorded) in waiting.into_iter().zip(recorded) {
            let settled = recorded.and_then(|mut answer| match std::mem::take(&mut answer.jobs) {
                jobs if jobs.is_empty() => Ok(answer),
                jobs => self.finish(&report, answer, jobs),
            });
            let Ok(call) = &calls[i] else { continue };
            answers[i] = match (&answers[i], settled) {
                (Ok(begun), Ok(finished)) => call.pending.landed(begun.value.clone(), finished),
                (_, settled) => settled,
            };
        }
        answers
    }
}

/// The next parts that may share their commits: none touches what another of them touches.
fn next_chunk(rest: &mut Peekable<IntoIter<Numbered>>) -> Option<Vec<Numbered>> {
    let first = rest.next()?;
    let mut touched = first.1.touches.clone();
    let mut chunk = vec![first];
    while let Some(mine) = &mut touched
        && chunk.len() < TOGETHER
        && let Some(next) = rest.next_if(|(_, part)| part.touches.as_ref().is_some_and(|t| apart(mine, t)))
    {
        mine.extend(next.1.touches.iter().flatten().cloned());
        chunk.push(next);
    }
    Some(chunk)
}

/// Whether two lists of targets have nothing in common, not even as a folder and what is in it.
fn apart(a: &[String], b: &[String]) -> bool {
    let within = |x: &str, y: &str| {
        x.strip_prefix(y).is_some_and(|r| r.is_empty() || r.starts_with('/') || y.ends_with('/'))
    };
    !a.iter().any(|a| b.iter().any(|b| within(a, b) || within(b, a)))
}

/// What `f` gives for each, in their order; as many at a time as the world lets run.
fn side_by_side<T: Sync, R: Send>(world: &dyn World, all: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let done: Vec<Mutex<Option<R>>> = all.iter().map(|_| Mutex::new(None)).collect();
    world.side_by_side(all.len(), &|i| {
        if let (Some(one), Some(slot)) = (all.get(i), done.get(i)) {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(f(one));
        }
    });
    done.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn part(touches: Option<&[&str]>) -> Part {
        let touches = touches.map(|t| t.iter().map(|t| (*t).to_owned()).collect());
        Part { op: "item.confirm", input: Value::Null, touches }
    }

    fn chunks(parts: Vec<Part>) -> Vec<Vec<usize>> {
        let mut rest = parts.into_iter().enumerate().collect::<Vec<_>>().into_iter().peekable();
        std::iter::from_fn(|| next_chunk(&mut rest))
            .map(|c| c.into_iter().map(|(i, _)| i).collect())
            .collect()
    }

    #[test]
    fn c3_parts_that_touch_the_same_thing_never_share_a_commit() {
        let all = vec![
            part(Some(&["/w/a"])),
            part(Some(&["/w/b"])),
            part(Some(&["/w/a"])),
            part(Some(&["/w/ab", "/w/c/d"])),
            part(Some(&["/w/c"])),
            part(Some(&["/x"])),
            part(Some(&["/"])),
        ];
        assert_eq!(chunks(all), [vec![0, 1], vec![2, 3], vec![4, 5], vec![6]]);
    }

    #[test]
    fn a_part_that_may_touch_anything_runs_alone() {
        let all = vec![part(Some(&["/a"])), part(None), part(Some(&["/b"])), part(Some(&["/c"])), part(None)];
        assert_eq!(chunks(all), [vec![0], vec![1], vec![2, 3], vec![4]]);
        let many = (0..TOGETHER + 1).map(|n| part(Some(&[&format!("/{n}")]))).collect();
        assert_eq!(chunks(many).iter().map(Vec::len).collect::<Vec<_>>(), [TOGETHER, 1]);
    }

    #[test]
    fn results_come_back_in_order() {
        let all: Vec<usize> = (0..100).collect();
        assert_eq!(
            side_by_side(&crate::world::NoWorld, &all, |n| n * 2),
            all.iter().map(|n| n * 2).collect::<Vec<_>>()
        );
    }
}
