//! The one thread that executes calls: it takes all queued calls, runs them over one overlay, and makes them
//! durable with one commit.

mod posts;
mod queue;

use std::{
    any::Any,
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, sync_channel},
    },
    thread::JoinHandle,
};

use countersign_kernel::{
    Answer, Error, ErrorCode, Outcome, Result,
    event::Head,
    execute::{Call, execute},
    op::{Executed, Ran},
    process::AgentProcess,
    record::{Key, Record, Stored},
    store::{Base, Batch, Replied, Reply, ended},
    token::Token,
};
use countersign_words::{Language, say};

use self::{posts::Posts, queue::Queue};
use crate::{base::SqlBase, blobs::Blobs, driver::Driver, flush::flush, sql};

/// A commit with this many calls waits for no more; calls queued together stay together.
const CALLS_PER_COMMIT: usize = 256;

/// How many records are cached from one commit to the next.
const RECORDS_KEPT: usize = 1024;

/// The kinds of records that identify callers.
const IDENTITIES: [&str; 2] = [Token::KIND.name, AgentProcess::KIND.name];

/// The cache of what batches read and wrote. It is valid while the log ends where the last batch left it,
/// since nothing is written without an event.
#[derive(Default)]
struct Kept {
    head: Head,
    known: BTreeMap<Key, Option<Arc<Stored>>>,
}

impl Kept {
    /// Keeps the records that a batch read and wrote.
    fn of(batch: Batch) -> Self {
        let mut known = batch.known;
        known.extend(batch.rows);
        if known.len() > RECORDS_KEPT {
            known.clear();
        }
        Self { head: batch.head, known }
    }
}

/// A handle to the writer's thread. Dropping it lets the thread finish queued calls and waits for it.
pub struct Writer {
    queue: Arc<Queue>,
    posts: Arc<Posts>,
    changed: Arc<Changed>,
    thread: Option<JoinHandle<()>>,
}

/// Versions that count changes, as far as this process knows.
#[derive(Default)]
struct Changed {
    identities: AtomicU64,
    /// Odd while a change to records is in flight.
    records: AtomicU64,
}

impl Changed {
    /// Marks records as changing until the returned guard is dropped.
    fn begin(&self) -> impl Drop + '_ {
        struct Change<'a>(&'a AtomicU64);
        impl Drop for Change<'_> {
            fn drop(&mut self) {
                self.0.fetch_add(1, Ordering::SeqCst);
            }
        }
        self.records.fetch_add(1, Ordering::SeqCst);
        Change(&self.records)
    }
}

/// Where the writer writes, and whom it notifies.
#[derive(Clone, Copy)]
struct Target<'a> {
    blobs: &'a Blobs,
    changed: &'a Changed,
}

struct Job {
    /// None for a caller that only waits until everything before is durable.
    call: Option<Call>,
    /// None if nobody waits.
    reply: Option<Reply>,
}

/// The queue as held by its only consumer: it is abandoned when the consumer ends, even by a panic.
struct Abandoned(Arc<Queue>);

impl Drop for Abandoned {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

impl Writer {
    /// Starts the thread. The connection is opened, used and closed on it, since not every driver may change
    /// threads.
    pub fn start<D: Driver>(blobs: Blobs, open: impl FnOnce() -> Result<D> + Send + 'static) -> Result<Self> {
        let queue = Arc::<Queue>::default();
        let jobs = Abandoned(queue.clone());
        let posts = Arc::<Posts>::default();
        let posted = posts.clone();
        let changed = Arc::<Changed>::default();
        let counted = changed.clone();
        let (opened, ready) = sync_channel(1);
        let body = move || match open() {
            Ok(mut driver) => {
                // Nobody listens only if the starting thread is gone; then the queue is closed as well.
                let _ = opened.send(Ok(()));
                let target = Target { blobs: &blobs, changed: &counted };
                serve(&mut driver, &target, &jobs.0, &posted);
            }
            Err(e) => {
                let _ = opened.send(Err(e));
            }
        };
        let thread = std::thread::Builder::new()
            .name("countersign-writer".to_owned())
            .spawn(body)
            .map_err(|e| Error::new(ErrorCode::Store, say!("problem-store-writer-not-started")).because(e))?;
        let writer = Self { queue, posts, changed, thread: Some(thread) };
        ready.recv().unwrap_or_else(|_| Err(ended()))?;
        Ok(writer)
    }

    /// Queues a call and waits until it is durable.
    pub fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        self.submit_all(vec![call]).pop().unwrap_or_else(|| Err(ended()))
    }

    /// Queues calls together, so that they share a commit, and waits until all are durable.
    pub fn submit_all(&self, calls: Vec<Call>) -> Vec<Result<Ran<Answer>>> {
        self.ask(calls.into_iter().map(Some)).into_iter().map(answered).collect()
    }

    /// Queues a call; `reply` is called when it is durable.
    pub fn send(&self, call: Call, reply: Reply) {
        call.told();
        // If the writer has ended, the job is dropped, and its reply with it.
        self.queue.push(vec![Job { call: Some(call), reply: Some(reply) }]);
    }

    fn ask(&self, calls: impl Iterator<Item = Option<Call>>) -> Vec<Receiver<Replied>> {
        let job = |call: Option<Call>| {
            if let Some(call) = &call {
                call.told();
            }
            let (tell, answer) = sync_channel(1);
            // If the caller no longer waits, its call was executed anyway.
            let reply: Reply = Box::new(move |replied| drop(tell.send(replied)));
            (Job { call, reply: Some(reply) }, answer)
        };
        let (jobs, answers): (Vec<_>, Vec<_>) = calls.map(job).unzip();
        // If the writer has ended, the jobs are dropped, and their replies with them.
        self.queue.push(jobs);
        answers
    }

    /// Queues a call that nobody waits for. If too many are queued, waits for it and returns true.
    pub fn post(&self, call: Call) -> Result<bool> {
        if !self.posts.begin() {
            return self.submit(call).map(|_| true);
        }
        let taken = self.queue.push(vec![Job { call: Some(call), reply: None }]);
        if taken { Ok(false) } else { Err(ended()) }
    }

    /// Waits until everything posted is durable.
    pub fn settle(&self) -> Result<()> {
        if self.posts.waiting() == 0 {
            return Ok(());
        }
        self.ask(std::iter::once(None)).into_iter().try_for_each(|answer| answered(answer).map(drop))
    }

    /// Returns how often identities have changed, as far as this process knows.
    pub fn identities_at(&self) -> u64 {
        self.changed.identities.load(Ordering::SeqCst)
    }

    /// Returns how often records have changed, as far as this process knows; None while they are changing.
    pub fn records_at(&self) -> Option<u64> {
        Some(self.changed.records.load(Ordering::SeqCst)).filter(|at| at % 2 == 0)
    }

    /// Returns the state of posted calls.
    pub fn posts(&self) -> &Posts {
        &self.posts
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            // A panic there was already reported.
            let _ = thread.join();
        }
    }
}

/// Waits for an answer; it is encoded here, on the caller's thread.
fn answered(answer: Receiver<Replied>) -> Result<Ran<Answer>> {
    let (executed, call) = answer.recv().map_err(|_| ended())?;
    executed?.answer(call.map_or_else(Language::default, |call| call.origin.language))
}

fn serve<D: Driver>(driver: &mut D, target: &Target<'_>, queue: &Queue, posts: &Posts) {
    let mut kept = Kept::default();
    let mut jobs = Vec::new();
    while queue.gather(&mut jobs, posts) {
        let (answers, left) = match write(driver, target, &jobs, &mut kept) {
            Ok((answers, batch)) => (answers, Some(batch)),
            Err(e) => {
                driver.rollback();
                (jobs.iter().map(|_| Err(e.clone())).collect(), None)
            }
        };
        let (waited_for, posted): (Vec<_>, Vec<_>) =
            jobs.into_iter().zip(answers).partition(|(job, _)| job.reply.is_some());
        let count = posted.len();
        // A failed post did happen: keep it until it is in the log.
        jobs = posted.into_iter().filter(|(_, answer)| answer.is_err()).map(|(job, _)| job).collect();
        posts.written(count - jobs.len(), jobs.len());
        for (job, answer) in waited_for {
            if let Some(reply) = job.reply {
                reply((answer, job.call));
            }
        }
        // Updated after the replies, while callers prepare the next call.
        kept = left.map_or_else(Kept::default, Kept::of);
    }
    if !jobs.is_empty() {
        // The last attempt: what cannot be written now is lost with the process.
        drop(write(driver, target, &jobs, &mut kept));
    }
}

/// The result of each job.
type Answers = Vec<Result<Ran<Executed>>>;

/// Executes `jobs` and makes them durable together; returns the answers, and the input of [`Kept::of`]. An
/// error concerns all of them, and nothing was written.
fn write<D: Driver>(
    driver: &mut D,
    target: &Target<'_>,
    jobs: &[Job],
    kept: &mut Kept,
) -> Result<(Answers, Batch)> {
    let Target { blobs, changed } = *target;
    driver.begin_write()?;
    let left_at = kept.head;
    // Taken out, so that a failure leaves no stale cache.
    let Kept { head, known } = std::mem::take(kept);
    let mut base = SqlBase { driver, blobs };
    let (answers, batch) = execute_all(&mut base, jobs, head, known)?;
    // Another process may have written in the meantime, and its changes are unknown here.
    let is_first = batch.events.first().map_or(batch.head.hash, |e| e.prev) == left_at.hash;
    if batch.events.is_empty() {
        driver.rollback();
        if !is_first {
            drop(changed.begin());
            changed.identities.fetch_add(1, Ordering::SeqCst);
        }
        return Ok((answers, batch));
    }
    // A failed read can end the transaction; flushing without one would write only a part.
    if !driver.in_transaction() {
        return Err(Error::new(ErrorCode::Store, say!("problem-store-gave-up")));
    }
    let change = (!is_first || !batch.rows.is_empty()).then(|| changed.begin());
    let identities = batch.rows.keys().any(|key| IDENTITIES.contains(&key.kind));
    flush(driver, blobs, &batch)?;
    driver.grew(!batch.rows.is_empty(), identities)?;
    let committed = driver.commit();
    // Even if it is uncertain whether the commit was durable.
    if !is_first || identities {
        changed.identities.fetch_add(1, Ordering::SeqCst);
    }
    drop(change);
    committed?;
    remove_dropped(driver, blobs, &batch);
    Ok((answers, batch))
}

/// Executes each call over one overlay. A call that panics may leave partial changes, so the overlay is
/// discarded and the others run again: they carry their time and seed, and give the same results.
fn execute_all(
    base: &mut dyn Base,
    jobs: &[Job],
    left_at: Head,
    known: BTreeMap<Key, Option<Arc<Stored>>>,
) -> Result<(Answers, Batch)> {
    let head = base.head()?;
    let mut known = if left_at == head { known } else { BTreeMap::new() };
    let mut panics: BTreeMap<usize, Error> = BTreeMap::new();
    'again: loop {
        let mut batch = Batch { known: std::mem::take(&mut known), ..Batch::after(head) };
        let mut answers = Vec::with_capacity(jobs.len());
        for (i, job) in jobs.iter().enumerate() {
            if let Some(e) = panics.get(&i) {
                answers.push(Err(e.clone()));
                continue;
            }
            let Some(call) = &job.call else {
                answers.push(Ok(nothing()));
                continue;
            };
            match catch_unwind(AssertUnwindSafe(|| execute(base, &mut batch, call))) {
                Ok(answer) => answers.push(answer),
                Err(panic) => {
                    let op = call.op.spec().name;
                    panics.insert(i, Error::bug(format!("{op} panicked: {}", words(&*panic))));
                    continue 'again;
                }
            }
        }
        return Ok((answers, batch));
    }
}

/// The result of executing nothing.
fn nothing() -> Ran<Executed> {
    Ran::Done(Executed { output: Box::new(()), outcome: Outcome::Done, event: None, jobs: Vec::new() })
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}

/// Removes the files of blobs that a durable batch deleted. Another process may write one again at any time,
/// but only while it holds the write lock, so each is looked up once more under that lock. A file that cannot
/// be removed stays without a row, which does no harm.
fn remove_dropped<D: Driver>(driver: &mut D, blobs: &Blobs, batch: &Batch) {
    let is_file = |name: &&String| blobs.path(name).is_some_and(|p| p.exists());
    let dropped = batch.blobs.iter().filter(|(_, bytes)| bytes.is_none()).map(|(name, _)| name);
    let dropped: Vec<&String> = dropped.filter(is_file).collect();
    if dropped.is_empty() || driver.begin_write().is_err() {
        return;
    }
    for name in dropped {
        let mut is_kept = false;
        let looked = driver.query(sql::BLOB, &[name.as_str().into()], &mut |_| {
            is_kept = true;
            Ok(std::ops::ControlFlow::Break(()))
        });
        if looked.is_ok() && !is_kept {
            let _ = blobs.remove(name);
        }
    }
    driver.rollback();
}
