//! A client that waits for the database on the caller's thread, also inside an asynchronous runtime: connections are served
//! by a thread of their own.

use std::{
    future::poll_fn,
    io,
    ops::ControlFlow,
    pin::pin,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use countersign_kernel::{Error, Result};
use futures::{StreamExt as _, TryFutureExt as _};
use pollster::block_on;
use tokio::{
    runtime::{Builder, Handle},
    task::AbortHandle,
    time::timeout,
};
use tokio_postgres::{
    AsyncMessage, Config, Row, Socket, Statement, ToStatement,
    tls::{MakeTlsConnect, TlsConnect},
    types::ToSql,
};

use super::connection::{fault, unreachable};

/// Called for each notification; must not block.
pub type Heard = Box<dyn Fn() + Send + Sync>;

/// See the module.
pub struct Client {
    inner: tokio_postgres::Client,
    served: AbortHandle,
    /// How long an answer may take.
    patience: Duration,
    /// Whether one took longer.
    is_stuck: AtomicBool,
}

/// Returns the runtime that serves all connections of this process.
fn server() -> Result<&'static Handle> {
    static SERVER: OnceLock<io::Result<Handle>> = OnceLock::new();
    let start = || {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let serve = move || runtime.block_on(std::future::pending::<()>());
        std::thread::Builder::new().name("countersign-postgres".to_owned()).spawn(serve)?;
        Ok(handle)
    };
    let started = SERVER.get_or_init(start).as_ref();
    started.map_err(|e| Error::bug(format!("the thread for PostgreSQL could not be started: {e}")))
}

impl Client {
    /// Connects; an answer may take as long as `patience`. `heard` is called for each notification, and when the connection
    /// ends.
    pub fn connect<T>(config: &Config, tls: T, patience: Duration, heard: Option<Heard>) -> Result<Self>
    where
        T: MakeTlsConnect<Socket> + Send + 'static,
        T::TlsConnect: Send,
        T::Stream: Send + Unpin,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let config = config.clone();
        let connecting = server()?.spawn(async move {
            let connected = timeout(patience, config.connect(tls)).await.map_err(|_| silent(patience))?;
            let (client, mut connection) = connected.map_err(|e| fault(&e))?;
            // How it ends is told to whoever uses the client.
            let served = tokio::spawn(async move {
                loop {
                    let message = poll_fn(|cx| connection.poll_message(cx)).await;
                    let (is_notice, is_over) = match message {
                        Some(Ok(AsyncMessage::Notification(_))) => (true, false),
                        Some(Ok(_)) => (false, false),
                        Some(Err(_)) | None => (true, true),
                    };
                    if let Some(heard) = heard.as_ref().filter(|_| is_notice) {
                        heard();
                    }
                    if is_over {
                        return;
                    }
                }
            });
            Ok::<_, Error>((client, served.abort_handle()))
        });
        let (inner, served) = block_on(connecting).map_err(Error::bug)??;
        Ok(Self { inner, served, patience, is_stuck: AtomicBool::new(false) })
    }

    /// Whether the connection was cut by the other side.
    pub fn is_cut(&self) -> bool {
        self.inner.is_closed() && !self.is_stuck.load(Ordering::Relaxed)
    }

    /// Whether the connection is of no use any more.
    pub fn is_lost(&self) -> bool {
        self.inner.is_closed() || self.is_stuck.load(Ordering::Relaxed)
    }

    /// Waits for an answer, but not for ever: a server that stands still keeps its connections.
    fn wait<T>(&self, answer: impl Future<Output = Result<T>>) -> Result<T> {
        let _timers = server()?.enter();
        block_on(timeout(self.patience, answer)).unwrap_or_else(|_| {
            self.is_stuck.store(true, Ordering::Relaxed);
            // The server lets go of its locks when it comes to itself and finds the connection closed.
            self.served.abort();
            Err(silent(self.patience))
        })
    }

    /// Runs statements without parameters.
    pub fn run(&self, sql: &str) -> Result<()> {
        self.wait(self.inner.batch_execute(sql).map_err(|e| fault(&e)))
    }

    /// Prepares a statement.
    pub fn prepare(&self, sql: &str) -> Result<Statement> {
        self.wait(self.inner.prepare(sql).map_err(|e| fault(&e)))
    }

    /// Runs a statement that writes.
    pub fn execute(&self, statement: &Statement, params: &[&(dyn ToSql + Sync)]) -> Result<()> {
        self.wait(self.inner.execute(statement, params).map_ok(drop).map_err(|e| fault(&e)))
    }

    /// Returns the only row of a statement.
    pub fn row<S: ?Sized + ToStatement>(&self, statement: &S, params: &[&(dyn ToSql + Sync)]) -> Result<Row> {
        self.wait(self.inner.query_one(statement, params).map_err(|e| fault(&e)))
    }

    /// Calls `each` with the rows of a statement, until it breaks.
    pub fn rows<S: ?Sized + ToStatement>(
        &self,
        statement: &S,
        params: &[&(dyn ToSql + Sync)],
        each: &mut dyn FnMut(&Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        self.wait(async {
            let rows =
                self.inner.query_raw(statement, params.iter().copied()).await.map_err(|e| fault(&e))?;
            let mut rows = pin!(rows);
            while let Some(row) = rows.next().await {
                if each(&row.map_err(|e| fault(&e))?)?.is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// The client, for the migrations.
    pub fn inner(&mut self) -> &mut tokio_postgres::Client {
        &mut self.inner
    }
}

/// The error for a server that says nothing.
fn silent(patience: Duration) -> Error {
    unreachable(format!("no answer in {} s", patience.as_secs()))
}
