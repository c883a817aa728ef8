//! Data in files: databases and tables. SQLite itself enforces read-only access. A write is tried before it
//! is shown, applied in one transaction, and can be undone while its changes are untouched.

mod anomalies;
mod cell;
mod csv_file;
pub(crate) mod database;
mod diff;
mod drawer;
mod duplicates;
mod place;
mod query;
mod records;
mod schema;
mod standing;
mod statements;
mod write;

use std::{path::PathBuf, time::Duration};

use countersign_core::{
    Error, Result,
    judge::{Class, Facts},
    tool::{Forecast, Preview, Reversal, Tool},
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted},
};
use countersign_words::{Message, say};
use serde_json::Value;
use tempfile::TempDir;

use crate::{
    call::{Spec, fields, parse, tool},
    files::protect,
};
use anomalies::Anomalies;
use csv_file::WriteCsv;
use drawer::{Drawer, kept};
use duplicates::Duplicates;
use query::Query;
use write::Write;

/// Maximum size of a database of which the previous state is kept: 256 MiB.
pub const CAPTURE_MAX: u64 = 256 << 20;
/// Maximum duration of a query: 10 s.
pub const QUERY_TIME: Duration = Duration::from_secs(10);

const QUERY: &str = "data.query_sqlite";
const WRITE: &str = "data.write_sqlite";
const CSV: &str = "data.write_csv";
const DUPLICATES: &str = "data.deduplicate_records";
const ANOMALIES: &str = "data.summarize_anomalies";

/// Implements the `data.` tools.
pub struct Data {
    /// Folder for previous states, one folder per effect.
    pub trash: PathBuf,
    /// The workspace; empty: the folder that a call comes from.
    pub roots: Vec<PathBuf>,
    /// Countersign's own home and settings: always asked about.
    pub own: Vec<PathBuf>,
    /// Changes of databases with more bytes cannot be undone.
    pub capture_max: u64,
    /// Maximum duration of a query.
    pub query_time: Duration,
}

impl Data {
    /// Keeps previous states under `trash`.
    pub fn new(trash: impl Into<PathBuf>) -> Self {
        Self {
            trash: trash.into(),
            roots: Vec::new(),
            own: Vec::new(),
            capture_max: CAPTURE_MAX,
            query_time: QUERY_TIME,
        }
    }

    /// Inspects a call; changes nothing.
    pub fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        match ask.tool.as_str() {
            QUERY => {
                let mut query: Query = parse(QUERY, &ask.args)?;
                query.database = place::text(&place::existing(ask.cwd.as_deref(), &query.database)?)?;
                let path = query.database.clone();
                let summary = say!("sum-data-query", path);
                let mut forecast = self.forecast_of_read(ask, fields(&query)?, Some(&path), summary)?;
                forecast.built_on =
                    write::pending(ask, path.as_ref()).into_iter().map(|(id, _)| id).collect();
                Ok(forecast)
            }
            DUPLICATES => {
                let mut call: Duplicates = parse(DUPLICATES, &ask.args)?;
                let path = call.source.resolve(ask.cwd.as_deref())?;
                let summary = match &path {
                    Some(path) => say!("sum-data-duplicates", path),
                    None => say!("sum-data-duplicates-given"),
                };
                self.forecast_of_read(ask, fields(&call)?, path.as_deref(), summary)
            }
            ANOMALIES => {
                let mut call: Anomalies = parse(ANOMALIES, &ask.args)?;
                let path = call.source.resolve(ask.cwd.as_deref())?;
                let summary = match &path {
                    Some(path) => say!("sum-data-anomalies", path),
                    None => say!("sum-data-anomalies-given"),
                };
                self.forecast_of_read(ask, fields(&call)?, path.as_deref(), summary)
            }
            WRITE => parse::<Write>(WRITE, &ask.args)?.forecast(self, ask),
            CSV => parse::<WriteCsv>(CSV, &ask.args)?.forecast(self, ask),
            other => Err(unknown(other)),
        }
    }

    /// Runs a call that only reads.
    pub fn read(&self, ask: &Ask) -> Result<Value> {
        let cwd = ask.cwd.as_deref();
        match ask.tool.as_str() {
            QUERY => parse::<Query>(QUERY, &ask.args)?.run(self, ask),
            DUPLICATES => parse::<Duplicates>(DUPLICATES, &ask.args)?.run(cwd),
            ANOMALIES => parse::<Anomalies>(ANOMALIES, &ask.args)?.run(cwd),
            other => Err(unknown(other)),
        }
    }

    /// Carries out an order.
    pub fn apply(&self, order: &Order) -> Result<Landed> {
        match order.tool.as_str() {
            WRITE => parse::<Write>(WRITE, &order.args)?.apply(self, order),
            CSV => parse::<WriteCsv>(CSV, &order.args)?.apply(self, order),
            other => Err(unknown(other)),
        }
    }

    /// Determines the state of an order after a crash.
    pub fn check(&self, order: &Order) -> Result<RecoveryState> {
        match order.tool.as_str() {
            WRITE => write::check(self, order),
            CSV => csv_file::check(self, order),
            other => Err(unknown(other)),
        }
    }

    /// Undoes an effect, or reports what changed meanwhile and touches nothing.
    pub fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        match inverse.tool.as_str() {
            WRITE => write::revert(self, id, inverse),
            CSV => csv_file::revert(self, id, inverse),
            other => Err(unknown(other)),
        }
    }

    /// Discards the state kept under an id.
    pub fn forget(&self, id: &str) -> Result<()> {
        Drawer::of(&self.trash, id)?.remove()
    }

    fn forecast_of_read(
        &self,
        ask: &Ask,
        args: countersign_core::record::Doc,
        path: Option<&str>,
        summary: Message,
    ) -> Result<Forecast> {
        let outside = path.is_some_and(|p| place::is_outside(&self.roots, ask.cwd.as_deref(), p.as_ref()));
        let why = path.and_then(|p| protect::reading(p.as_ref(), &self.own));
        let protected = why.into_iter().collect();
        let reads = path.map(str::to_owned).into_iter().collect();
        let target = path.map_or_else(|| say!("effect-target-records"), Message::from);
        Ok(Forecast {
            args,
            facts: Facts { reads, outside, protected, ..Facts::default() },
            summary,
            preview: Preview { target, ..Preview::default() },
            reversal: Reversal::None,
            typed: String::new(),
            ..Forecast::default()
        })
    }

    /// Returns the resolved trash: SQLite rejects paths with links here.
    fn trash(&self) -> Result<PathBuf> {
        drawer::make_private(&self.trash)
            .and_then(|()| self.trash.canonicalize())
            .map_err(|e| kept(say!("effect-do-open-trash"), &e))
    }

    /// Creates a temporary folder that is removed on drop.
    fn scratch(&self) -> Result<TempDir> {
        tempfile::Builder::new()
            .prefix(".look-")
            .tempdir_in(self.trash()?)
            .map_err(|e| kept(say!("effect-do-try-folder"), &e))
    }
}

const QUERY_SPEC: Spec = Spec {
    name: QUERY,
    doc: "Runs one statement that reads an SQLite database, which is opened for reading only.",
    example: r#"{"database": "shop.db", "sql": "SELECT id, total FROM orders WHERE total > ?", "params": [100]}"#,
    class: Class::Read,
    rerun: true,
    action: "read",
};

const WRITE_SPEC: Spec = Spec {
    name: WRITE,
    doc: "Applies statements to an SQLite database in one transaction, after showing which rows they change.",
    example: r#"{"database": "shop.db", "sql": "UPDATE orders SET state = 'sent' WHERE id = ?", "params": [7]}"#,
    class: Class::Mutable,
    rerun: true,
    action: "write",
};

const CSV_SPEC: Spec = Spec {
    name: CSV,
    doc: "Writes rows to a CSV file, or adds them to its end.",
    example: r#"{"path": "report.csv", "header": ["name", "total"], "rows": [["Ada", 12.5], ["Bob", 3]]}"#,
    class: Class::Mutable,
    rerun: true,
    action: "write",
};

const DUPLICATES_SPEC: Spec = Spec {
    name: DUPLICATES,
    doc: "Finds records that stand more than once, by some of their fields or by all; removes nothing.",
    example: r#"{"path": "people.csv", "keys": ["email"]}"#,
    class: Class::Read,
    rerun: true,
    action: "read",
};

const ANOMALIES_SPEC: Spec = Spec {
    name: ANOMALIES,
    doc: "Tells for each field of records what is missing, of mixed type or far from the rest.",
    example: r#"{"path": "sales.csv"}"#,
    class: Class::Read,
    rerun: true,
    action: "read",
};

/// Returns the `data.` tools.
pub fn tools() -> Vec<Tool> {
    vec![
        tool::<Query>(&QUERY_SPEC),
        tool::<Write>(&WRITE_SPEC),
        tool::<WriteCsv>(&CSV_SPEC),
        tool::<Duplicates>(&DUPLICATES_SPEC),
        tool::<Anomalies>(&ANOMALIES_SPEC),
    ]
}

fn unknown(tool: &str) -> Error {
    Error::bug(format!("{tool} is none of the data tools"))
}
