//! The engine: the only way to make a call, from any surface.

mod elsewhere;
mod going_on;
mod grown;
mod left;
mod life;
mod parts;
mod quick;
pub mod read_cache;
pub mod token_cache;
pub mod work;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, RwLock},
};

use countersign_words::{Message, kept, say};
use serde_json::{Value, json};

pub use self::{
    going_on::GoingOn,
    life::{Next, Waiting},
    quick::Reading,
};
use self::{grown::Grown, read_cache::ReadCache, token_cache::TokenCache};
use crate::{
    actor::{Actor, ActorKind, Origin, Role},
    effect::{
        large_result,
        operations::{EffectBegun, Ended},
    },
    engine::work::{UnderWay, WorkLabel, WorkView, Works},
    error::{Error, ErrorCode, Result},
    event,
    execute::{self, Call, Setup},
    op::{Answer, AnyOp, Executed, NeverRun, Op as _, Part, Pending, Ran},
    operations as ops,
    record::{Doc, Key, Record},
    redact,
    store::{Base, Batch, Scan, Store},
    token::Token,
    tx::Tx,
    world::{Job, Landed, Need, NoWorld, Order, Precondition, RecoveryState, World, WorldAnswer},
};

/// A request from a transport.
#[derive(Debug, Clone)]
pub struct Request {
    /// The caller, from [`Engine::authenticate`].
    pub actor: Actor,
    /// The operation.
    pub op: String,
    /// Its input.
    pub input: Value,
    /// The caller's idempotency key.
    pub key: Option<String>,
    /// Where it came from.
    pub origin: Origin,
}

/// A store, a setup and an environment: everything a call needs.
pub struct Engine {
    store: Arc<dyn Store>,
    setup: RwLock<Arc<Setup>>,
    env: Box<dyn crate::Env>,
    world: Box<dyn World>,
    listener: Option<Arc<dyn Fn() + Send + Sync>>,
    tokens: TokenCache,
    read_cache: ReadCache,
    works: Works,
    grown: Arc<Grown>,
    /// What was ordered and could not be done, or not be reported, while the store could not be reached.
    left: Mutex<Vec<Job>>,
}

/// Called each time the log may have grown.
pub type Listener = Box<dyn Fn() + Send + Sync>;

/// How many questions an operation may ask the world before it fails because the world keeps changing: a plan
/// asks about each of its steps.
const QUESTIONS: usize = 128;

impl Engine {
    /// Creates an engine.
    pub fn new(store: Arc<dyn Store>, setup: Setup, env: Box<dyn crate::Env>) -> Self {
        Self {
            store,
            setup: RwLock::new(Arc::new(setup)),
            env,
            world: Box::new(NoWorld),
            listener: None,
            tokens: TokenCache::default(),
            read_cache: ReadCache::default(),
            works: Works::default(),
            grown: Arc::default(),
            left: Mutex::default(),
        }
    }

    /// Sets the world to act on.
    #[must_use]
    pub fn with_world(mut self, world: Box<dyn World>) -> Self {
        self.world = world;
        self
    }

    /// Adds a listener that is called when the log may have grown.
    #[must_use]
    pub fn with_listener(mut self, listener: Listener) -> Self {
        let grown = self.grown.clone();
        let listener: Arc<dyn Fn() + Send + Sync> = Arc::new(move || {
            grown.tell();
            listener();
        });
        self.store.on_written(listener.clone());
        self.listener = Some(listener);
        self
    }

    /// Replaces the setup; calls that have begun keep theirs.
    pub fn set_setup(&self, setup: Setup) {
        *self.setup.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(setup);
    }

    /// Changes the setup; calls that have begun keep theirs. Concurrent changes are serialised.
    pub fn amend_setup(&self, amend: impl FnOnce(&mut Setup)) {
        let mut held = self.setup.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut setup = Setup::clone(&held);
        amend(&mut setup);
        *held = Arc::new(setup);
    }

    /// The setup in force.
    pub fn setup(&self) -> Arc<Setup> {
        self.setup.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The clock.
    pub fn env(&self) -> &dyn crate::Env {
        &*self.env
    }

    /// Returns the actor of a token. Without one, only the first person of an empty home is let in: as soon
    /// as any token exists, an agent must not become a person by dropping its token from the environment.
    pub fn authenticate(&self, token: Option<&str>) -> Result<Actor> {
        let mut actor = Err(Error::bug("authentication did not run"));
        let hash = token.map(Token::hash);
        let now = self.env.now_ms();
        self.store.view(&mut |base| {
            actor = find_actor(base, hash.as_deref(), now);
            Ok(())
        })?;
        actor
    }

    /// Returns the record of a valid token, for callers that need more than its actor: where it may come
    /// from, and whether a browser keeps it.
    pub fn token(&self, token: &str) -> Result<Token> {
        let (at, hash) = (self.store.identities_at(), Token::hash(token));
        let mut found = Err(Error::bug("authentication did not run"));
        self.store.view(&mut |base| {
            found = find_token(base, &hash, self.env.now_ms());
            Ok(())
        })?;
        found.inspect(|token| self.tokens.remember(at, token))
    }

    /// Like [`Engine::token`], from the cache only; None if unknown.
    pub fn remembered_token(&self, token: &str) -> Option<Token> {
        let found = self.tokens.by_hash(self.store.identities_at(), &Token::hash(token));
        found.filter(|token| token.lapsed(self.env.now_ms()).is_none())
    }

    /// Refuses an actor whose token has expired or been revoked since: for connections that stay open.
    pub fn still_counts(&self, actor: &Actor) -> Result<()> {
        let Some(id) = &actor.token else { return Ok(()) };
        let (key, now, at) = (Key::of::<Token>(id), self.env.now_ms(), self.store.identities_at());
        if self.tokens.by_id(at, id).is_some_and(|token| token.lapsed(now).is_none()) {
            return Ok(());
        }
        let mut found = Ok(None);
        self.store.view(&mut |base| {
            found = base.get(&key)?.map(|stored| stored.row.read::<Token>()).transpose();
            Ok(())
        })?;
        let found: Option<Token> = found?;
        if let Some(token) = &found {
            self.tokens.remember(at, token);
        }
        match found.map_or(Some(say!("judge-token-unknown")), |token| token.lapsed(now)) {
            None => Ok(()),
            Some(why) => Err(Error::new(ErrorCode::Unauthenticated, why).hint(say!("judge-token-new-agent"))),
        }
    }

    /// What takes a while and is under way.
    pub fn works(&self) -> Vec<WorkView> {
        self.works.list()
    }

    /// What an actor has begun of it.
    pub fn works_of(&self, actor: &Actor) -> Vec<WorkView> {
        self.works.of(actor)
    }

    /// Ends work in progress as soon as possible, at a person's request: a rehearsal, a landing or an undo, or those of
    /// many parts that have not begun. Whoever cannot decide cannot end what was decided either.
    pub fn end_work(&self, id: &str, by: &Actor, origin: &Origin) -> Result<WorkView> {
        const NAME: &str = "work.end";
        if by.kind != ActorKind::Person {
            return Err(Error::refused(say!("judge-only-persons-end")));
        }
        if by.role < Role::Approver {
            return Err(Error::refused(say!(
                "judge-role-may-not",
                who = by,
                role = by.role.as_str(),
                op = NAME
            ))
            .hint(say!("judge-takes-role", role = Role::Approver.as_str())));
        }
        if !by.in_scope(NAME) {
            return Err(Error::refused(say!("judge-token-not-for", who = by, op = NAME))
                .hint(say!("judge-token-is-for", scopes = by.scopes.join(", "))));
        }
        if let Some(agent) = &origin.agent_process {
            return Err(Error::refused(say!("judge-from-process", who = by, op = NAME, agent))
                .hint(say!("judge-from-process-hint")));
        }
        self.works.end(id, &by.name)
    }

    fn told(&self, call: &Call, kind: &str, what: impl Into<Message>) -> WorkLabel {
        let Actor { kind: by_kind, name: by, .. } = call.actor.clone();
        let (kind, by_kind) = (kind.to_owned(), Some(by_kind));
        WorkLabel { kind, what: what.into(), by, by_kind, begun_at: self.env.now_ms(), can_end: true }
    }

    /// Takes a call that was tried to its end: answers its questions and carries out its orders.
    fn ended(&self, mut call: Call, tried: Result<Ran<Answer>>) -> Result<Answer> {
        let mut answer = self.answer(&mut call, tried);
        self.let_go(&call, &answer);
        match &mut answer {
            Ok(done) if !done.jobs.is_empty() => {
                let jobs = std::mem::take(&mut done.jobs);
                self.finish(&call, answer?, jobs)
            }
            _ => answer,
        }
    }

    /// Runs an operation again until all its questions are answered; its orders are still to be carried out.
    fn answer(&self, call: &mut Call, mut tried: Result<Ran<Answer>>) -> Result<Answer> {
        for _ in 0..QUESTIONS {
            match tried? {
                Ran::Done(answer) => return Ok(answer),
                Ran::Asks(needs) => {
                    if let Some(holder) = self.elsewhere(call, true)? {
                        if !self.not_known_here(call, &needs) {
                            return self.hand_over(call, &holder);
                        }
                        tried = self.once(call);
                        continue;
                    }
                    if !self.ask_world(call, &needs) {
                        break;
                    }
                    tried = self.once(call);
                }
            }
        }
        Err(Error::conflict(say!("judge-world-moved")).hint(say!("judge-try-again")))
    }

    /// Releases the rehearsal made for a call if no item came of it: a twin blocked it, or it failed.
    fn let_go(&self, call: &Call, answer: &Result<Answer>) {
        let rehearsed = call.seen.values().filter_map(|seen| match seen {
            WorldAnswer::Rehearsed(forecast) => forecast.as_ref().as_ref().ok()?.as_ref(),
            _ => None,
        });
        let jobs = answer.as_ref().map_or(&[][..], |answer| &answer.jobs);
        let is_kept = |id: &str| jobs.iter().any(|job| matches!(job, Job::Keep { id: kept } if kept == id));
        let fresh = rehearsed.filter_map(|forecast| {
            let state = Precondition::rehearsal(&forecast.preconditions)?;
            // The item still depends on the rehearsal that the person chose from.
            let chosen = state.get("land").and_then(Value::as_array).is_some_and(|land| !land.is_empty());
            state.get("id").and_then(Value::as_str).filter(|_| !chosen)
        });
        for id in fresh {
            if !is_kept(id) {
                // If this fails, the next start removes it.
                drop(self.world.forget(id));
            }
        }
    }

    fn once(&self, call: &Call) -> Result<Ran<Answer>> {
        let spec = call.op.spec();
        if (spec.lazy || !spec.write)
            && let Some(ran) = self.query(call)?
        {
            return Ok(ran);
        }
        if spec.write {
            return self.submit(call.clone());
        }
        Err(Error::bug(format!("{} is a query and writes", spec.name)))
    }

    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        let answer = self.store.submit(call);
        self.tell();
        answer
    }

    fn submit_all(&self, calls: Vec<Call>) -> Vec<Result<Ran<Answer>>> {
        let answers = self.store.submit_all(calls);
        self.tell();
        answers
    }

    fn tell(&self) {
        if let Some(listener) = &self.listener {
            listener();
        }
    }

    /// Answers an operation's questions; false if all were answered before.
    fn ask_world(&self, call: &mut Call, needs: &[Need]) -> bool {
        let mut is_new = false;
        for need in needs {
            let begun = self.env.now_ms();
            let seen = match need {
                Need::Forecast(ask) => WorldAnswer::Forecast(Box::new(self.world.forecast(ask))),
                Need::Read(ask) => match self.world.read(ask) {
                    Err(e) if self.is_judged_anew(call, &e) => return true,
                    result => WorldAnswer::Result(Box::new(result)),
                },
                Need::Rehearse(ask) => {
                    let _under_way =
                        self.works.begin(self.told(call, "rehearsal", line_of(&ask.args, &ask.tool)), 0);
                    WorldAnswer::Rehearsed(Box::new(self.world.rehearse(ask)))
                }
                Need::Merge(inverse) => WorldAnswer::Merged(Box::new(self.world.merge(inverse))),
                Need::Standing(effects) => WorldAnswer::Standing(self.world.standing(effects)),
                Need::Recheck(order) => {
                    let _under_way =
                        self.works.begin(self.told(call, "rehearsal", line_of(&order.args, &order.tool)), 0);
                    WorldAnswer::Rechecked(self.world.recheck(order))
                }
            };
            call.asked_ms += self.env.now_ms().saturating_sub(begun);
            is_new |= call.seen.insert(need.key(), seen).is_none();
        }
        is_new
    }

    /// Carries out an operation's orders, and records the outcomes.
    fn finish(&self, call: &Call, answer: Answer, jobs: Vec<Job>) -> Result<Answer> {
        let mut finished = None;
        for job in jobs {
            let _under_way = self.work_of(call, &job);
            finished = self.run_job(&job, &call.origin)?.or(finished);
        }
        match finished {
            Some(report) => call.pending.landed(answer.value, report),
            // Only cleanup was ordered.
            None => Ok(answer),
        }
    }

    /// Lists an effect as work in progress. Whether it can be cancelled is for whoever does it to say.
    fn work_of(&self, call: &Call, job: &Job) -> Option<UnderWay<'_>> {
        let (kind, what) = match job {
            Job::Apply(order) => ("landing", line_of(&order.args, &order.tool)),
            Job::Revert { receipt, .. } => ("undo", receipt.clone()),
            Job::Forget { .. } | Job::Keep { .. } | Job::Bind { .. } => return None,
        };
        Some(self.works.begin(WorkLabel { can_end: false, ..self.told(call, kind, what) }, 0))
    }

    fn run_job(&self, job: &Job, origin: &Origin) -> Result<Option<Answer>> {
        let Some(report) = self.perform(job) else { return Ok(None) };
        // The waiting caller gets the whole result; it is stored only once.
        let whole = large_result::in_report(&report.input).map(redact::value);
        let mut answer = self.system(report.op, report.input, origin).inspect_err(|e| self.leave(job, e))?;
        if let Some((whole, told)) = whole.zip(answer.value.pointer_mut("/receipt/result")) {
            *told = whole;
        }
        Ok(Some(answer))
    }

    /// Carries out one order; the outcome is still to be recorded.
    fn perform(&self, job: &Job) -> Option<Report> {
        if matches!(job, Job::Apply(_) | Job::Revert { .. })
            && let Err(e) = self.store.may_act()
        {
            self.leave(job, &e);
            return None;
        }
        match job {
            // Its host comes for it.
            Job::Apply(order) if self.setup().hosts.elsewhere(order.host.as_deref()).is_some() => None,
            Job::Apply(order) => Some(Report::applied(order, self.world.apply(order))),
            // If this fails, the file stays on disk and does no harm.
            Job::Forget { id } => self.world.forget(id).ok().and(None),
            Job::Keep { .. } => None,
            Job::Bind { item } => {
                // If this fails, the item stays blocked: the next approval or the next start tries again.
                let origin = Origin::from(crate::call::binding::SURFACE);
                drop(self.system("item.bind", json!({"id": item}), &origin));
                None
            }
            Job::Revert { receipt, id, inverse } => {
                let begun = self.env.now_ms();
                let outcome = Ended::of(self.world.revert(id, inverse));
                let ms = self.env.now_ms().saturating_sub(begun);
                let input =
                    kept(|| json!({"receipt": receipt, "id": id, "outcome": outcome, "duration_ms": ms}));
                Some(Report { op: "effect.reverted", input })
            }
        }
    }

    fn system(&self, op: &str, input: Value, origin: &Origin) -> Result<Answer> {
        let (actor, op) = (Actor::system(), op.to_owned());
        let call = self.prepare(Request { actor, op, input, key: None, origin: origin.clone() })?;
        if let Some(told) = large_result::told_report(&call.input) {
            // It cannot have been set before.
            let _first = call.told.set(event::opening(&redact::value(&told), &call.origin));
        }
        self.make(call)
    }

    /// Determines the state of effects that were begun and never reported, and takes each to a legal end.
    /// Call it only when nobody else is about to report them.
    pub fn recover(&self) -> Result<Vec<Answer>> {
        let origin = Origin::from(crate::effect::landing::RECOVERY);
        let begun = self.system(EffectBegun::NAME, json!({}), &origin)?.output::<EffectBegun>()?;
        let jobs = begun.jobs.into_iter().map(serde_json::from_value::<Job>);
        let jobs = jobs.collect::<Result<Vec<_>, _>>().map_err(Error::bug)?;
        let mut answers = Vec::new();
        for job in jobs {
            answers.push(self.take_up(&job, &origin)?);
        }
        // If this fails, the next start removes them.
        drop(self.world.keep_only(&[begun.rehearsals, begun.runs].concat()));
        Ok(answers.into_iter().flatten().collect())
    }

    /// Takes an effect that was ordered, and perhaps begun, to a legal end.
    fn take_up(&self, job: &Job, origin: &Origin) -> Result<Option<Answer>> {
        let Job::Apply(order) = job else { return self.run_job(job, origin) };
        Ok(match self.world.check(order) {
            Ok(RecoveryState::NotBegun) => self.run_job(job, origin)?,
            Ok(RecoveryState::Landed(landed)) => {
                let report = Report::applied(order, Ok(*landed));
                Some(self.system(report.op, report.input, origin)?)
            }
            Ok(RecoveryState::Unknown(why)) => Some(self.doubt(order, why, origin)?),
            Err(e) => Some(self.doubt(order, e.message, origin)?),
        })
    }

    /// Deletes undo data older than `days`; the receipts say so from then on.
    pub fn sweep(&self, days: u32) -> Result<Answer> {
        self.system("retention.sweep", json!({"days": days}), &Origin::from("timer"))
    }

    fn doubt(&self, order: &Order, why: Message, origin: &Origin) -> Result<Answer> {
        let report = Report::ended(order, Ended::Doubt(why));
        self.system(report.op, report.input, origin)
    }

    /// Creates the call for a request, without waiting. Invalid input is an error only for callers who may
    /// make the call: others are refused regardless, and the attempt is logged.
    pub fn prepare(&self, request: Request) -> Result<Call> {
        let Request { actor, op, input, key, origin } = request;
        let op = find_op(&op)?;
        let pending: Arc<dyn Pending> = match op.prepare(input.clone()) {
            Ok(pending) => pending.into(),
            Err(e) => match execute::authority(&op.spec(), &actor, &origin) {
                Ok(()) => return Err(e),
                Err(_) => Arc::new(NeverRun),
            },
        };
        let (at, seed) = (self.env.now_ms(), self.env.seed());
        let (setup, seen) = (self.setup(), BTreeMap::new());
        let origin = origin.plain();
        let told = OnceLock::new();
        Ok(Call { actor, op, input, pending, at, seed, key, origin, setup, seen, asked_ms: 0, told })
    }

    fn parts(&self, call: &Call) -> Result<Option<Vec<Part>>> {
        let mut parts = Ok(None);
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            let mut tx = Tx::reader(base, &mut batch, call);
            parts = call.pending.parts(&mut tx);
            if tx.is_asking() {
                parts = Err(Error::bug("the parts of a call cannot depend on the world"));
            }
            Ok(())
        })?;
        parts
    }

    /// Runs a call on a snapshot; None if it turned out to need a write.
    fn query(&self, call: &Call) -> Result<Option<Ran<Answer>>> {
        if call.op.spec().of_log {
            // The log can be read even if it cannot be written.
            drop(self.store.settle());
        }
        let mut answer = Err(Error::bug("the query did not run"));
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            let mut tx = match call.origin.read_only {
                // What it writes is thrown away.
                true => Tx::writer(base, &mut batch, call),
                false => Tx::reader(base, &mut batch, call),
            };
            let result = call.pending.run(&mut tx);
            answer = if tx.is_asking() {
                Ok(Some(Ran::Asks(tx.take_asks())))
            } else if tx.wanted_write() {
                Ok(None)
            } else {
                result
                    .and_then(|(output, outcome)| {
                        Executed { output, outcome, event: None, jobs: Vec::new() }
                            .answer(call.origin.language)
                    })
                    .map(|answer| Some(Ran::Done(answer)))
            };
            Ok(())
        })?;
        answer
    }
}

/// The outcome of work in the world, as the call that records it.
struct Report {
    op: &'static str,
    input: Value,
}

impl Report {
    fn applied(order: &Order, landed: Result<Landed>) -> Self {
        Self::ended(order, Ended::of_effect(landed))
    }

    fn ended(order: &Order, outcome: Ended<Landed>) -> Self {
        let input = kept(|| json!({"item": order.id, "outcome": outcome}));
        Self { op: "effect.finish", input }
    }
}

/// Returns what a call is about, without secrets: its command, or else its tool.
fn line_of(args: &Doc, tool: &str) -> String {
    let command = args.get("command").and_then(Value::as_str);
    crate::text::line(&redact::text(command.unwrap_or(tool)), 200)
}

fn find_op(name: &str) -> Result<&'static dyn AnyOp> {
    ops::find(name).ok_or_else(|| Error::usage(say!("judge-no-operation", name = format!("{:?}", name))))
}

fn find_actor(base: &mut dyn Base, hash: Option<&str>, now: u64) -> Result<Actor> {
    let Some(hash) = hash else {
        // A browser session created in an empty home does not count.
        let mut tokens = Vec::new();
        for hit in base.scan(&Scan::prefix(Token::KIND.name, "token.at", ""))? {
            tokens.push(hit.stored.row.read::<Token>()?);
        }
        if tokens.iter().all(|t| t.session) {
            return Ok(Actor::new(ActorKind::Person, "owner"));
        }
        return Err(Error::new(ErrorCode::Unauthenticated, say!("judge-token-missing"))
            .hint(say!("judge-token-missing-hint")));
    };
    find_token(base, hash, now).map(Actor::from)
}

fn find_token(base: &mut dyn Base, hash: &str, now: u64) -> Result<Token> {
    let bad = |why: Message| Error::new(ErrorCode::Unauthenticated, why).hint(say!("judge-token-new"));
    let token = Token::by_hash(base, hash)?.ok_or_else(|| bad(say!("judge-token-unknown")))?;
    token.lapsed(now).map_or(Ok(token), |why| Err(bad(why)))
}
