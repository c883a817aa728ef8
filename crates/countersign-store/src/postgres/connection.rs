//! The PostgreSQL driver: a connection, its settings, and its errors.
//!
//! PostgreSQL stores no NUL in a text. A text is stored with NUL as the bytes 1 1, and 1 as 1 2, which keeps the order of
//! all texts.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use bytes::BytesMut;
use countersign_kernel::{Error, ErrorCode, Result, event::Hash};
use countersign_words::{Message, say};
use tokio_postgres::{
    Row, Statement,
    error::SqlState,
    types::{FromSql, IsNull, ToSql, Type, to_sql_checked},
};

use super::{address::Address, client::Client, lease::Lease, schema};
use crate::driver::{Columns, Driver, EachRow, Param, damaged, disk_full, not_writable};

/// How many prepared statements a connection caches.
const STATEMENTS_KEPT: usize = 64;

/// What holds for every connection. A commit is durable when it is answered, whatever the server's default is; a process
/// that stops in the middle of a transaction loses it, so that others can go on.
const SETTINGS: &str = "SET lock_timeout = '20s'; SET idle_in_transaction_session_timeout = '60s'; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// What holds for a writer besides: all others wait for its transactions, which never wait for anything but the database.
const WRITER_SETTINGS: &str = "SET idle_in_transaction_session_timeout = '10s'";

/// The state of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    No,
    Yes,
    /// A statement failed: the server would answer a commit with a rollback.
    Failed,
}

/// A connection to a team's schema.
pub struct Connection {
    address: Arc<Address>,
    /// The place of the daemon that it writes for; None if it only reads.
    writes_for: Option<Arc<Lease>>,
    client: Client,
    statements: HashMap<String, Statement>,
    open: Open,
}

impl Connection {
    /// Connects as the only writer of its home, and migrates the schema to this program's version. A newer one is not
    /// touched.
    pub fn writer(address: Arc<Address>, lease: Arc<Lease>) -> Result<Self> {
        Self::connect(address, Some(lease))
    }

    /// Connects for reading.
    pub fn reader(address: Arc<Address>) -> Result<Self> {
        Self::connect(address, None)
    }

    fn connect(address: Arc<Address>, writes_for: Option<Arc<Lease>>) -> Result<Self> {
        let mut client = address.connect()?;
        // The name of a schema holds nothing that ends quotes.
        let path = format!("SET search_path TO \"{}\"; {SETTINGS}", address.schema());
        client.run(&path)?;
        match &writes_for {
            Some(lease) => {
                client.run(WRITER_SETTINGS)?;
                schema::join(&mut client, address.schema())?;
                lease.take(&client, address.schema())?;
            }
            None => schema::check_readable(&client)?,
        }
        Ok(Self { address, writes_for, client, statements: HashMap::new(), open: Open::No })
    }

    /// Begins a transaction; a connection that was lost meanwhile is made again.
    fn begin(&mut self, sql: &str) -> Result<()> {
        if !self.client.is_lost() {
            match self.client.run(sql) {
                Ok(()) => {
                    self.open = Open::Yes;
                    return Ok(());
                }
                // It was cut while nobody used it.
                Err(_) if self.client.is_cut() => {}
                Err(e) => return Err(e),
            }
        }
        *self = Self::connect(self.address.clone(), self.writes_for.clone())?;
        self.client.run(sql)?;
        self.open = Open::Yes;
        Ok(())
    }

    /// The client, for what is no part of any transaction; connects again if it was lost.
    pub fn client(&mut self) -> Result<&Client> {
        if self.client.is_lost() {
            *self = Self::connect(self.address.clone(), self.writes_for.clone())?;
        }
        Ok(&self.client)
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        if self.statements.len() >= STATEMENTS_KEPT {
            self.statements.clear();
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Notes a failure: nothing after it in the transaction counts.
    fn noted<T>(&mut self, result: Result<T>) -> Result<T> {
        if result.is_err() && self.open == Open::Yes {
            self.open = Open::Failed;
        }
        result
    }

    fn run(&mut self, sql: &str, params: &[Param<'_>], width: usize) -> Result<()> {
        let statement = self.prepared(sql)?;
        for row in params.chunks(width.max(1)) {
            self.client.execute(&statement, &references(row))?;
        }
        Ok(())
    }

    fn read(&mut self, sql: &str, params: &[Param<'_>], each: EachRow<'_>) -> Result<()> {
        let statement = self.prepared(sql)?;
        self.client.rows(&statement, &references(params), &mut |row| each(row))
    }
}

fn references<'a>(params: &'a [Param<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|param| param as _).collect()
}

impl Driver for Connection {
    const ROWS_PER_STATEMENT: usize = 64;

    fn begin_write(&mut self) -> Result<()> {
        // The lock is the first statement: what follows sees all that was committed before.
        let begin = format!(
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; \
             SELECT pg_advisory_xact_lock(hashtextextended('log of {}', 0))",
            self.address.schema()
        );
        self.begin(&begin)?;
        let Some(lease) = self.writes_for.clone() else { return Ok(()) };
        let holds = lease.check(&self.client);
        self.noted(holds)
    }

    fn begin_read(&mut self) -> Result<()> {
        self.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    fn grew(&mut self, records: bool, identities: bool) -> Result<()> {
        if records {
            let changed = "UPDATE changed SET records = records + 1, identities = identities + $1";
            self.execute(changed, &[i64::from(identities).into()])?;
        }
        let channel = self.address.schema().to_owned();
        self.query("SELECT pg_notify($1, '')", &[channel.as_str().into()], &mut |_| {
            Ok(std::ops::ControlFlow::Continue(()))
        })
    }

    fn in_transaction(&self) -> bool {
        self.open == Open::Yes
    }

    fn commit(&mut self) -> Result<()> {
        if self.open != Open::Yes {
            self.rollback();
            return Err(Error::new(ErrorCode::Store, say!("problem-store-gave-up")));
        }
        self.open = Open::No;
        self.client.run("COMMIT")
    }

    fn rollback(&mut self) {
        if self.open != Open::No {
            self.open = Open::No;
            // If even this fails, the next transaction cannot begin and reports it.
            let _ = self.client.run("ROLLBACK");
        }
    }

    fn execute(&mut self, sql: &str, params: &[Param<'_>]) -> Result<()> {
        self.execute_each(sql, params, params.len())
    }

    fn execute_each(&mut self, sql: &str, params: &[Param<'_>], width: usize) -> Result<()> {
        let done = self.run(sql, params, width);
        self.noted(done)
    }

    fn query(&mut self, sql: &str, params: &[Param<'_>], each: EachRow<'_>) -> Result<()> {
        let done = self.read(sql, params, each);
        self.noted(done)
    }

    fn damage(&mut self) -> Result<Vec<Message>> {
        let found = schema::differences(&self.client);
        self.noted(found)
    }
}

impl ToSql for Param<'_> {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match *self {
            Param::Text(text) => text.map(stored).as_deref().to_sql(ty, out),
            Param::Int(number) => number.to_sql(ty, out),
            Param::Bytes(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::TEXT | Type::INT8 | Type::BYTEA)
    }

    to_sql_checked!();
}

impl Columns for Row {
    fn text(&self, i: usize) -> Result<String> {
        column::<&str>(self, i).map(told)
    }

    fn text_or_null(&self, i: usize) -> Result<Option<String>> {
        Ok(column::<Option<&str>>(self, i)?.map(told))
    }

    fn int(&self, i: usize) -> Result<i64> {
        column(self, i)
    }

    fn hash(&self, i: usize) -> Result<Hash> {
        let bytes: &[u8] = column(self, i)?;
        bytes.try_into().map_err(|_| damaged(format!("a hash of {} bytes", bytes.len())))
    }

    fn bytes_or_null(&self, i: usize) -> Result<Option<Vec<u8>>> {
        column(self, i)
    }
}

fn column<'a, T: FromSql<'a>>(row: &'a Row, i: usize) -> Result<T> {
    row.try_get(i).map_err(damaged)
}

/// Returns a text as it is stored.
fn stored(text: &str) -> Cow<'_, str> {
    if text.contains(['\0', '\u{1}']) {
        Cow::Owned(text.replace('\u{1}', "\u{1}\u{2}").replace('\0', "\u{1}\u{1}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the text that was stored.
fn told(text: &str) -> String {
    if !text.contains('\u{1}') {
        return text.to_owned();
    }
    let (mut told, mut rest) = (String::with_capacity(text.len()), text.chars());
    while let Some(c) = rest.next() {
        told.push(match (c, rest.as_str().starts_with('\u{1}')) {
            ('\u{1}', true) => '\0',
            _ => c,
        });
        if c == '\u{1}' {
            rest.next();
        }
    }
    told
}

/// Returns an error with what caused it.
fn told_whole(e: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(e.source(), |cause| cause.source());
    causes.fold(e.to_string(), |told, cause| format!("{told}: {cause}"))
}

/// The error for a database that does not answer.
pub fn unreachable(internal: String) -> Error {
    Error::new(ErrorCode::Store, say!("problem-store-unreachable"))
        .hint(say!("problem-store-unreachable-hint"))
        .because(internal)
}

/// Converts an error of PostgreSQL.
pub fn fault(e: &tokio_postgres::Error) -> Error {
    let error = |message: Message, hint: Message| {
        Error::new(ErrorCode::Store, message).hint(hint).because(told_whole(e))
    };
    let Some(state) = e.code() else { return unreachable(told_whole(e)) };
    match state.code().get(..2).unwrap_or_default() {
        "08" | "57" if *state != SqlState::QUERY_CANCELED => {
            return unreachable(told_whole(e));
        }
        "28" | "3D" => return error(say!("problem-store-login"), say!("problem-store-login-hint")),
        "22" => return damaged(e),
        _ => {}
    }
    match *state {
        SqlState::DISK_FULL | SqlState::OUT_OF_MEMORY => disk_full(e),
        SqlState::READ_ONLY_SQL_TRANSACTION | SqlState::INSUFFICIENT_PRIVILEGE => {
            not_writable(e).hint(say!("problem-store-rights-hint"))
        }
        SqlState::LOCK_NOT_AVAILABLE | SqlState::QUERY_CANCELED => {
            error(say!("problem-store-busy"), say!("problem-store-busy-hint"))
        }
        SqlState::TOO_MANY_CONNECTIONS => {
            error(say!("problem-store-connections"), say!("problem-store-connections-hint"))
        }
        SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED | SqlState::UNDEFINED_TABLE => damaged(e),
        _ => error(say!("problem-store-refused"), say!("problem-store-refused-hint")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_text_is_stored_without_nul_in_the_same_order_and_comes_back(
            a in "[\\x00\\x01\\x02a\u{10FFFF}]{0,6}", b in "[\\x00\\x01\\x02a\u{10FFFF}]{0,6}",
        ) {
            for text in [&a, &b] {
                prop_assert!(!stored(text).contains('\0'));
                prop_assert_eq!(&told(&stored(text)), text);
            }
            prop_assert_eq!(stored(&a).as_bytes().cmp(stored(&b).as_bytes()), a.as_bytes().cmp(b.as_bytes()));
        }
    }
}
