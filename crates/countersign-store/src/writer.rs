//! The one thread that executes calls: it takes what has queued up, runs it over one overlay, and makes all
//! of it durable with one commit.

use std::{
    any::Any,
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    thread::JoinHandle,
};

use countersign_core::{
    Answer, Error, ErrorCode, Result,
    event::Head,
    execute::{Call, execute},
    op::Executed,
    record::Key,
    store::{Base, Batch, Held},
};

use crate::{base::SqlBase, blobs::Blobs, driver::Driver, flush::flush, sql};

/// With so many calls a commit waits for no more; what was queued as one stays together.
const CALLS_PER_COMMIT: usize = 256;

/// How many records are kept from one commit to the next.
const RECORDS_KEPT: usize = 1024;

/// What the last batch read and wrote. It still holds while the log ends where that batch left it, since nothing
/// is written without an event.
#[derive(Default)]
struct Kept {
    head: Head,
    rows: BTreeMap<Key, Held>,
}

impl Kept {
    /// What is worth keeping of a batch: what was read. What it made is seldom read soon.
    fn of(batch: Batch) -> Self {
        let first = batch.events.first().map_or(u64::MAX, |e| e.seq);
        let is_new = |held: &Held| held.stored.as_ref().is_some_and(|s| s.row.created_by() >= first);
        let mut rows = batch.rows;
        rows.retain(|_, held| !is_new(held));
        if rows.len() > RECORDS_KEPT {
            rows.clear();
        }
        rows.values_mut().for_each(|held| held.dirty = false);
        Self { head: batch.head, rows }
    }
}

/// The way to the writer's thread. Dropping it lets the thread finish what was queued and waits for its end.
pub struct Writer {
    queue: Option<Sender<Vec<Job>>>,
    thread: Option<JoinHandle<()>>,
}

struct Job {
    call: Call,
    reply: SyncSender<Result<Executed>>,
}

impl Writer {
    /// Starts the thread; the connection is opened, used and closed on it, since not every driver may change
    /// threads.
    pub fn start<D: Driver>(blobs: Blobs, open: impl FnOnce() -> Result<D> + Send + 'static) -> Result<Self> {
        let (queue, jobs) = channel();
        let (opened, ready) = sync_channel(1);
        let body = move || match open() {
            Ok(mut driver) => {
                // Nobody listens only if the starter itself is gone; then the queue is closed as well.
                let _ = opened.send(Ok(()));
                serve(&mut driver, &blobs, &jobs);
            }
            Err(e) => {
                let _ = opened.send(Err(e));
            }
        };
        let thread =
            std::thread::Builder::new().name("countersign-writer".to_owned()).spawn(body).map_err(|e| {
                Error::new(ErrorCode::Store, "the store's writer could not be started").because(e)
            })?;
        let writer = Self { queue: Some(queue), thread: Some(thread) };
        ready.recv().unwrap_or_else(|_| Err(gone()))?;
        Ok(writer)
    }

    /// Queues a call and waits until it is durable.
    pub fn submit(&self, call: Call) -> Result<Answer> {
        self.submit_all(vec![call]).pop().unwrap_or_else(|| Err(gone()))
    }

    /// Queues calls as one, so that they share a commit, and waits until all are durable.
    pub fn submit_all(&self, calls: Vec<Call>) -> Vec<Result<Answer>> {
        let job = |call| {
            let (reply, answer) = sync_channel(1);
            (Job { call, reply }, answer)
        };
        let (jobs, answers): (Vec<_>, Vec<_>) = calls.into_iter().map(job).unzip();
        // Where nobody takes them any more they are dropped, and with them the way to answer.
        drop(self.queue.as_ref().map(|queue| queue.send(jobs)));
        answers.into_iter().map(answered).collect()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A panic there was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// Waits for an answer; it is encoded here, on the caller's thread.
fn answered(answer: Receiver<Result<Executed>>) -> Result<Answer> {
    answer.recv().unwrap_or_else(|_| Err(gone()))?.answer()
}

fn gone() -> Error {
    Error::new(ErrorCode::Store, "the store's writer has ended").hint("open the store again")
}

fn serve<D: Driver>(driver: &mut D, blobs: &Blobs, queue: &Receiver<Vec<Job>>) {
    let mut kept = Kept::default();
    while let Ok(mut jobs) = queue.recv() {
        while jobs.len() < CALLS_PER_COMMIT
            && let Ok(more) = queue.try_recv()
        {
            jobs.extend(more);
        }
        let answers = write(driver, blobs, &jobs, &mut kept).unwrap_or_else(|e| {
            driver.rollback();
            jobs.iter().map(|_| Err(e.clone())).collect()
        });
        for (job, answer) in jobs.into_iter().zip(answers) {
            // A caller that no longer waits still had its call executed.
            let _ = job.reply.send(answer);
        }
    }
}

/// Executes `jobs` and makes them durable together. An error is everybody's, and nothing was written.
fn write<D: Driver>(
    driver: &mut D,
    blobs: &Blobs,
    jobs: &[Job],
    kept: &mut Kept,
) -> Result<Vec<Result<Executed>>> {
    driver.begin_write()?;
    // Taken out, so that a failure leaves nothing that may not be true.
    let (answers, batch) = execute_all(&mut SqlBase { driver, blobs }, jobs, std::mem::take(kept))?;
    if batch.events.is_empty() {
        driver.rollback();
        *kept = Kept::of(batch);
        return Ok(answers);
    }
    // A failed read can end the transaction behind our back; flushing without one would write by halves.
    if !driver.in_transaction() {
        return Err(Error::new(
            ErrorCode::Store,
            "the database gave up the transaction; nothing was written",
        ));
    }
    flush(driver, blobs, &batch)?;
    driver.commit()?;
    remove_dropped(driver, blobs, &batch);
    *kept = Kept::of(batch);
    Ok(answers)
}

/// Executes each call over one overlay. A call that panics may have left half of itself in there, so the
/// overlay is thrown away and the others run again: they carry their time and seed, and come out the same.
fn execute_all(base: &mut dyn Base, jobs: &[Job], kept: Kept) -> Result<(Vec<Result<Executed>>, Batch)> {
    let head = base.head()?;
    let mut rows = if kept.head == head { kept.rows } else { BTreeMap::new() };
    let mut panics: BTreeMap<usize, Error> = BTreeMap::new();
    'again: loop {
        let mut batch = Batch { rows: std::mem::take(&mut rows), ..Batch::after(head) };
        let mut answers = Vec::with_capacity(jobs.len());
        for (i, job) in jobs.iter().enumerate() {
            if let Some(e) = panics.get(&i) {
                answers.push(Err(e.clone()));
                continue;
            }
            match catch_unwind(AssertUnwindSafe(|| execute(base, &mut batch, &job.call))) {
                Ok(answer) => answers.push(answer),
                Err(panic) => {
                    let op = job.call.op.spec().name;
                    panics.insert(i, Error::bug(format!("{op} panicked: {}", words(&*panic))));
                    continue 'again;
                }
            }
        }
        return Ok((answers, batch));
    }
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
