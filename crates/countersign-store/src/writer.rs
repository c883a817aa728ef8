//! The one thread that executes calls: it takes what has queued up, runs it over one overlay, and makes all
//! of it durable with one commit.

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

/// With so many calls a commit waits for no more; what was queued as one stays together.
const CALLS_PER_COMMIT: usize = 256;

/// How many records are kept from one commit to the next.
const RECORDS_KEPT: usize = 1024;

/// What says who somebody is.
const IDENTITIES: [&str; 2] = [Token::KIND.name, AgentProcess::KIND.name];

/// What batches read and wrote so far. It still holds while the log ends where the last one left it, since nothing
/// is written without an event.
#[derive(Default)]
struct Kept {
    head: Head,
    known: BTreeMap<Key, Option<Arc<Stored>>>,
}

impl Kept {
    /// Keeps what a batch read and wrote.
    fn of(batch: Batch) -> Self {
        let mut known = batch.known;
        known.extend(batch.rows);
        if known.len() > RECORDS_KEPT {
            known.clear();
        }
        Self { head: batch.head, known }
    }
}

/// The way to the writer's thread. Dropping it lets the thread finish what was queued and waits for its end.
pub struct Writer {
    queue: Arc<Queue>,
    posts: Arc<Posts>,
    changed: Arc<Changed>,
    thread: Option<JoinHandle<()>>,
}

/// How often something has changed, as far as this process can tell.
#[derive(Default)]
struct Changed {
    identities: AtomicU64,
    /// Odd while a change of records is on its way.
    records: AtomicU64,
}

impl Changed {
    /// Says that records change until what is given back is dropped.
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

/// Where the writer writes, and whom it tells.
#[derive(Clone, Copy)]
struct Target<'a> {
    blobs: &'a Blobs,
    changed: &'a Changed,
}

struct Job {
    /// None where somebody only wants to know that all before is durable.
    call: Option<Call>,
    /// None where nobody waits.
    reply: Option<Reply>,
}

/// The queue as its only taker holds it: it is abandoned when that ends, however it does.
struct Abandoned(Arc<Queue>);

impl Drop for Abandoned {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

impl Writer {
    /// Starts the thread; the connection is opened, used and closed on it, since not every driver may change
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
                // Nobody listens only if the starter itself is gone; then the queue is closed as well.
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

    /// Queues calls as one, so that they share a commit, and waits until all are durable.
    pub fn submit_all(&self, calls: Vec<Call>) -> Vec<Result<Ran<Answer>>> {
        self.ask(calls.into_iter().map(Some)).into_iter().map(answered).collect()
    }

    /// Queues a call; `reply` is told when it is durable.
    pub fn send(&self, call: Call, reply: Reply) {
        call.told();
        // Where nobody takes it any more it is dropped, and with it the way to answer.
        self.queue.push(vec![Job { call: Some(call), reply: Some(reply) }]);
    }

    fn ask(&self, calls: impl Iterator<Item = Option<Call>>) -> Vec<Receiver<Replied>> {
        let job = |call: Option<Call>| {
            if let Some(call) = &call {
                call.told();
            }
            let (tell, answer) = sync_channel(1);
            // A caller that no longer waits still had its call executed.
            let reply: Reply = Box::new(move |replied| drop(tell.send(replied)));
            (Job { call, reply: Some(reply) }, answer)
        };
        let (jobs, answers): (Vec<_>, Vec<_>) = calls.map(job).unzip();
        // Where nobody takes them any more they are dropped, and with them the way to answer.
        self.queue.push(jobs);
        answers
    }

    /// Queues a call that nobody waits for; true if it had to be waited for, since too many are queued.
    pub fn post(&self, call: Call) -> Result<bool> {
        if !self.posts.begin() {
            return self.submit(call).map(|_| true);
        }
        let taken = self.queue.push(vec![Job { call: Some(call), reply: None }]);
        if taken { Ok(false) } else { Err(ended()) }
    }

    /// Waits until everything that was posted is durable.
    pub fn settle(&self) -> Result<()> {
        if self.posts.waiting() == 0 {
            return Ok(());
        }
        self.ask(std::iter::once(None)).into_iter().try_for_each(|answer| answered(answer).map(drop))
    }

    /// How often what says who somebody is has changed, as far as this process can tell.
    pub fn identities_at(&self) -> u64 {
        self.changed.identities.load(Ordering::SeqCst)
    }

    /// How often records have changed, as far as this process can tell; None while they do.
    pub fn records_at(&self) -> Option<u64> {
        Some(self.changed.records.load(Ordering::SeqCst)).filter(|at| at % 2 == 0)
    }

    /// What is known of calls that nobody waits for.
    pub fn posts(&self) -> &Posts {
        &self.posts
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            // A panic there was reported when it happened.
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
        // What failed was done all the same: it stays until it is in the log.
        jobs = posted.into_iter().filter(|(_, answer)| answer.is_err()).map(|(job, _)| job).collect();
        posts.written(count - jobs.len(), jobs.len());
        for (job, answer) in waited_for {
            if let Some(reply) = job.reply {
                reply((answer, job.call));
            }
        }
        // Whoever waited makes the next call meanwhile.
        kept = left.map_or_else(Kept::default, Kept::of);
    }
    if !jobs.is_empty() {
        // The last try: what cannot be written now is lost with the process.
        drop(write(driver, target, &jobs, &mut kept));
    }
}

/// What became of each job.
type Answers = Vec<Result<Ran<Executed>>>;

/// Executes `jobs` and makes them durable together; gives the answers, and what [`Kept::of`] is for. An error is everybody's,
/// and nothing was written.
fn write<D: Driver>(
    driver: &mut D,
    target: &Target<'_>,
    jobs: &[Job],
    kept: &mut Kept,
) -> Result<(Answers, Batch)> {
    let Target { blobs, changed } = *target;
    driver.begin_write()?;
    let left_at = kept.head;
    // Taken out, so that a failure leaves nothing that may not be true.
    let Kept { head, known } = std::mem::take(kept);
    let mut base = SqlBase { driver, blobs };
    let (answers, batch) = execute_all(&mut base, jobs, head, known)?;
    // Another process may have written in the meantime; what that changed, nobody here knows.
    let is_first = batch.events.first().map_or(batch.head.hash, |e| e.prev) == left_at.hash;
    if batch.events.is_empty() {
        driver.rollback();
        if !is_first {
            drop(changed.begin());
            changed.identities.fetch_add(1, Ordering::SeqCst);
        }
        return Ok((answers, batch));
    }
    // A failed read can end the transaction behind our back; flushing without one would write by halves.
    if !driver.in_transaction() {
        return Err(Error::new(ErrorCode::Store, say!("problem-store-gave-up")));
    }
    let change = (!is_first || !batch.rows.is_empty()).then(|| changed.begin());
    flush(driver, blobs, &batch)?;
    let committed = driver.commit();
    // Also when it is in doubt whether that was durable.
    if !is_first || batch.rows.keys().any(|key| IDENTITIES.contains(&key.kind)) {
        changed.identities.fetch_add(1, Ordering::SeqCst);
    }
    drop(change);
    committed?;
    remove_dropped(driver, blobs, &batch);
    Ok((answers, batch))
}

/// Executes each call over one overlay. A call that panics may have left half of itself in there, so the
/// overlay is thrown away and the others run again: they carry their time and seed, and come out the same.
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

/// What executing nothing gives.
fn nothing() -> Ran<Executed> {
    Ran::Done(Executed { output: Box::new(()), outcome: Outcome::Done, event: None, jobs: Vec::new() })
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}

/// Removes the files of blobs that a durable batch dropped. Another process may write one of them anew at any
/// time, but only while it holds the write lock: so each is looked up once more under that lock. What cannot
/// be removed stays as a file without a row, which harms nothing.
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
