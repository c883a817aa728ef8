//! Calls made of other calls. Parts that touch different things share commits: their intents are made durable
//! together, their effects run in parallel, and their outcomes are recorded together, always in the parts'
//! order. While the effects of one chunk run, the outcomes of the previous one are recorded and the next one
//! is begun.

use std::{
    collections::BTreeMap,
    iter::Peekable,
    sync::{Mutex, PoisonError},
    vec::IntoIter,
};

use countersign_words::say;

use super::{Engine, Report, Request, going_on::PartsSoFar};
use crate::{
    error::{Error, Result},
    execute::Call,
    op::{Answer, Part, Ran},
    world::{Job, World},
};

/// The maximum number of parts that share commits. Two chunks are in progress at a time: that many may need
/// recovery after a crash, and finish despite a freeze.
const TOGETHER: usize = 32;

type Numbered = (usize, Part);

/// Parts in progress: first as requests, then with answers that order effects, then with the outcomes.
#[derive(Default)]
struct Chunk {
    touched: Vec<String>,
    requests: Vec<Request>,
    calls: Vec<Result<Call>>,
    answers: Vec<Result<Answer>>,
    /// The effects, each with the number of its part.
    jobs: Vec<(usize, Job)>,
    /// Those of them that were done, until that is recorded.
    performed: BTreeMap<usize, Job>,
    /// The calls that record the outcomes.
    reports: Vec<(usize, Call)>,
}

impl Engine {
    /// Makes the calls of a composite and joins their answers. What became of each is told to `so_far` meanwhile.
    pub(super) fn call_parts(
        &self,
        call: &Call,
        parts: Vec<Part>,
        so_far: Option<&PartsSoFar>,
    ) -> Result<Answer> {
        if let Some(so_far) = so_far {
            so_far.begin(parts.clone());
        }
        let parts = self.alone_if_elsewhere(call, parts)?;
        let total = parts.len();
        let mut answers = Vec::with_capacity(total);
        let name = call.op.spec().name;
        let under_way = self.works.begin(self.told(call, name, name.replace(['.', '_'], " ")), total);
        let mut rest = parts.into_iter().enumerate().collect::<Vec<_>>().into_iter().peekable();
        let (mut running, mut ended): (Option<Chunk>, Option<Chunk>) = (None, None);
        let mut left: Option<String> = None;
        while rest.peek().is_some() || running.is_some() || ended.is_some() {
            if let Some(by) = under_way.ended_by() {
                // Parts that have begun finish; the others never start.
                rest = Vec::new().into_iter().peekable();
                left = Some(by);
            }
            let quiet = running.is_none() && ended.is_none();
            if quiet && let Some(alone) = rest.next_if(|(_, part)| part.touches.is_none()) {
                answers.push(self.call(self.part(call, alone)));
                under_way.did(1);
                tell(so_far, &answers);
                continue;
            }
            let besides = running.as_ref().map_or(&[][..], |chunk| &chunk.touched);
            let mut next = next_chunk(&mut rest, besides).map(|parts| self.chunk(call, parts));
            self.advance(&mut ended, &mut running, &mut next);
            let before = answers.len();
            answers.extend(ended.map(|chunk| chunk.answers).into_iter().flatten());
            under_way.did(answers.len() - before);
            tell(so_far, &answers);
            (ended, running) = (running, next);
        }
        if let Some(by) = left {
            let never = || {
                Err(Error::conflict(say!("judge-ended-before", who = by))
                    .hint(say!("judge-ended-before-hint")))
            };
            answers.resize_with(total, never);
        }
        let event = answers.iter().rev().flatten().find_map(|a| a.event.clone());
        let (value, outcome) = call.pending.join(answers, call.origin.language)?;
        Ok(Answer { value, outcome, event, jobs: Vec::new() })
    }

    /// Lets parts that must be made by another host run each on its own.
    fn alone_if_elsewhere(&self, call: &Call, mut parts: Vec<Part>) -> Result<Vec<Part>> {
        if call.setup.hosts.own.is_none() {
            return Ok(parts);
        }
        for part in &mut parts {
            let made = self.prepare(self.part(call, (0, part.clone())))?;
            if self.elsewhere(&made, false)?.is_some() {
                part.touches = None;
            }
        }
        Ok(parts)
    }

    pub(super) fn part(&self, call: &Call, (i, part): Numbered) -> Request {
        Request {
            actor: call.actor.clone(),
            op: part.op.to_owned(),
            input: part.input,
            key: call.key.as_ref().map(|k| format!("{k}#{i}")),
            origin: call.origin.clone(),
        }
    }

    fn chunk(&self, call: &Call, parts: Vec<Numbered>) -> Chunk {
        let touched = parts.iter().flat_map(|(_, part)| part.touches.iter().flatten()).cloned().collect();
        let requests: Vec<Request> = parts.into_iter().map(|part| self.part(call, part)).collect();
        let calls = requests.iter().map(|r| self.ready(r.clone())).collect();
        Chunk { touched, requests, calls, ..Chunk::default() }
    }

    fn ready(&self, request: Request) -> Result<Call> {
        let call = self.prepare(request)?;
        call.authority().map(|()| call)
    }

    /// Advances three chunks by one step: records the outcomes of `ended` and begins `next`, in this order
    /// and with one commit; at the same time the effects of `running` happen.
    fn advance(&self, ended: &mut Option<Chunk>, running: &mut Option<Chunk>, next: &mut Option<Chunk>) {
        let recorded: Mutex<Vec<Result<Ran<Answer>>>> = Mutex::default();
        let performed: Mutex<Vec<Option<Report>>> = Mutex::default();
        let reports = ended.iter().flat_map(|c| &c.reports).map(|(_, call)| call);
        let calls: Vec<Call> =
            reports.chain(next.iter().flat_map(|c| c.calls.iter().flatten())).cloned().collect();
        let jobs = running.as_ref().map_or(&[][..], |chunk| &chunk.jobs);
        let record = || {
            if !calls.is_empty() {
                *recorded.lock().unwrap_or_else(PoisonError::into_inner) = self.submit_all(calls.clone());
            }
        };
        let perform = || {
            *performed.lock().unwrap_or_else(PoisonError::into_inner) =
                side_by_side(&*self.world, jobs, |(_, job)| self.perform(job));
        };
        match (calls.is_empty(), jobs.is_empty()) {
            (false, false) => self.world.side_by_side(2, &|i| if i == 0 { record() } else { perform() }),
            (true, _) => perform(),
            (_, true) => record(),
        }
        let mut recorded = recorded.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter();
        if let Some(chunk) = ended {
            self.settle(chunk, &mut recorded);
        }
        if let Some(chunk) = running {
            self.report(chunk, performed.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        if let Some(chunk) = next {
            self.begun(chunk, &mut recorded);
        }
    }

    /// Takes the store's answers to the parts, and the effects that they order.
    fn begun(&self, chunk: &mut Chunk, submitted: &mut dyn Iterator<Item = Result<Ran<Answer>>>) {
        let requests = std::mem::take(&mut chunk.requests);
        for (i, (ready, request)) in chunk.calls.iter().zip(requests).enumerate() {
            let mut answer = match ready {
                Err(e) => Err(e.clone()),
                Ok(_) => match submitted.next() {
                    // It has questions for the world: run it on its own, like any other call.
                    Some(Ok(Ran::Asks(_))) => self.call(request),
                    Some(Ok(Ran::Done(answer))) => Ok(answer),
                    Some(Err(e)) => Err(e),
                    None => Err(Error::bug("the store answered fewer calls than it was given")),
                },
            };
            if let Ok(answer) = &mut answer {
                chunk.jobs.extend(std::mem::take(&mut answer.jobs).into_iter().map(|job| (i, job)));
            }
            chunk.answers.push(answer);
        }
    }

    /// Creates the calls that record the outcomes.
    fn report(&self, chunk: &mut Chunk, performed: Vec<Option<Report>>) {
        for ((i, job), report) in std::mem::take(&mut chunk.jobs).into_iter().zip(performed) {
            let Some(Report { op, input }) = report else { continue };
            chunk.performed.insert(i, job);
            let origin = chunk.calls[i].as_ref().map(|c| c.origin.clone()).unwrap_or_default();
            let actor = crate::Actor::system();
            match self.ready(Request { actor, op: op.to_owned(), input, key: None, origin }) {
                Ok(call) => chunk.reports.push((i, call)),
                Err(e) => chunk.answers[i] = Err(e),
            }
        }
    }

    /// Puts the outcomes of the effects into the parts' answers.
    fn settle(&self, chunk: &mut Chunk, recorded: &mut dyn Iterator<Item = Result<Ran<Answer>>>) {
        let missing = || Err(Error::bug("the store answered fewer calls than it was given"));
        for (i, report) in std::mem::take(&mut chunk.reports) {
            let recorded = recorded.next().unwrap_or_else(missing).and_then(Ran::done);
            if let (Err(e), Some(job)) = (&recorded, chunk.performed.get(&i)) {
                self.leave(job, e);
            }
            let settled = recorded.and_then(|mut answer| match std::mem::take(&mut answer.jobs) {
                jobs if jobs.is_empty() => Ok(answer),
                jobs => self.finish(&report, answer, jobs),
            });
            let Ok(call) = &chunk.calls[i] else { continue };
            chunk.answers[i] = match (&chunk.answers[i], settled) {
                (Ok(begun), Ok(finished)) => call.pending.landed(begun.value.clone(), finished),
                (_, settled) => settled,
            };
        }
    }
}

fn tell(so_far: Option<&PartsSoFar>, answers: &[Result<Answer>]) {
    if let Some(so_far) = so_far {
        so_far.tell(answers);
    }
}

/// Returns the next parts that may share commits: none touches what another of them, or a part in progress,
/// touches.
fn next_chunk(rest: &mut Peekable<IntoIter<Numbered>>, under_way: &[String]) -> Option<Vec<Numbered>> {
    let mut touched: Vec<String> = under_way.to_vec();
    let mut chunk = Vec::new();
    while chunk.len() < TOGETHER
        && let Some(next) =
            rest.next_if(|(_, part)| part.touches.as_ref().is_some_and(|t| apart(&touched, t)))
    {
        touched.extend(next.1.touches.iter().flatten().cloned());
        chunk.push(next);
    }
    (!chunk.is_empty()).then_some(chunk)
}

/// Whether two lists of targets are disjoint, also as a folder and its contents.
fn apart(a: &[String], b: &[String]) -> bool {
    let within = |x: &str, y: &str| {
        x.strip_prefix(y).is_some_and(|r| r.is_empty() || r.starts_with('/') || y.ends_with('/'))
    };
    !a.iter().any(|a| b.iter().any(|b| within(a, b) || within(b, a)))
}

/// Maps `f` over all, in order; the world decides how many run in parallel.
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
        let next = || next_chunk(&mut rest, &[]).or_else(|| rest.next().map(|alone| vec![alone]));
        std::iter::from_fn(next).map(|c| c.into_iter().map(|(i, _)| i).collect()).collect()
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
    fn c3_what_touches_something_under_way_waits() {
        let parts = vec![part(Some(&["/w/b"])), part(Some(&["/w/a/c"])), part(Some(&["/w/d"]))];
        let mut rest = parts.into_iter().enumerate().collect::<Vec<_>>().into_iter().peekable();
        let under_way = ["/w/a".to_owned()];
        assert_eq!(next_chunk(&mut rest, &under_way).map(|c| c.len()), Some(1));
        assert_eq!(next_chunk(&mut rest, &under_way).map(|c| c.len()), None);
        assert_eq!(next_chunk(&mut rest, &[]).map(|c| c.len()), Some(2));
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
