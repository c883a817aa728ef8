//! `data.query_sqlite`: rows of a database opened read-only by SQLite.

use std::path::Path;

use countersign_core::{Error, Result, world::Ask};
use countersign_words::say;
use rusqlite::{
    Batch, Statement,
    fallible_iterator::FallibleIterator as _,
    hooks::{AuthContext, Authorization},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    Data,
    cell::Cell,
    database::{copy, failed, limit_time, only_reads, read_only},
    place, write,
};

const LIMIT: usize = 200;
const LIMIT_MAX: usize = 10_000;
/// An answer is truncated at this many bytes of values.
const ANSWER_BYTES_MAX: usize = 1 << 20;

/// Values for the parameters of a statement: a list for `?`, an object for `:name`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Params {
    /// In order.
    List(Vec<Value>),
    /// By name, with or without its first sign.
    Named(Map<String, Value>),
    /// None.
    #[default]
    None,
}

impl Params {
    /// Whether there are none.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Binds each parameter of `statement`; too few or too many is an error.
    pub fn bind(&self, statement: &mut Statement<'_>) -> Result<()> {
        let wanted = statement.parameter_count();
        let given = match self {
            Self::None => 0,
            Self::List(values) => values.len(),
            Self::Named(values) => values.len(),
        };
        if wanted != given {
            return Err(Error::invalid(say!("effect-db-parameters", n = wanted, m = given)));
        }
        match self {
            Self::None => {}
            Self::List(values) => {
                for (i, value) in values.iter().enumerate() {
                    statement.raw_bind_parameter(i + 1, Cell::parameter(value)?).map_err(|e| failed(&e))?;
                }
            }
            Self::Named(values) => {
                for i in 1..=wanted {
                    let name = statement.parameter_name(i).unwrap_or_default().to_owned();
                    let value = values.get(&name).or_else(|| values.get(name.get(1..).unwrap_or_default()));
                    let value = value.ok_or_else(|| Error::invalid(say!("effect-db-parameter", name)))?;
                    statement.raw_bind_parameter(i, Cell::parameter(value)?).map_err(|e| failed(&e))?;
                }
            }
        }
        Ok(())
    }
}

/// The arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// The database file.
    pub database: String,
    /// One statement that reads.
    pub sql: String,
    /// Values for its parameters.
    #[serde(default, skip_serializing_if = "Params::is_none")]
    pub params: Params,
    /// At most this many rows (200 unless told, at most 10000).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

impl Query {
    /// Runs it; the run's own pending writes are visible as if applied.
    pub fn run(&self, data: &Data, ask: &Ask) -> Result<Value> {
        let path = place::existing(ask.cwd.as_deref(), &self.database)?;
        let pending = write::pending(ask, &path);
        if pending.is_empty() || write::size(&path)? > data.capture_max {
            return self.ask(data, &path);
        }
        let scratch = data.scratch()?;
        let seen = scratch.path().join("seen.db");
        copy(&path, &seen)?;
        let built_on = write::replay(&seen, pending)?;
        let mut answer = self.ask(data, &seen)?;
        answer["pending"] = json!(built_on);
        Ok(answer)
    }

    fn ask(&self, data: &Data, path: &Path) -> Result<Value> {
        let mut conn = read_only(path)?;
        let judge = |context: AuthContext<'_>| {
            if only_reads(context.action) { Authorization::Allow } else { Authorization::Deny }
        };
        conn.authorizer(Some(judge)).map_err(|e| failed(&e))?;
        limit_time(&mut conn, data.query_time)?;
        let mut batch = Batch::new(&conn, &self.sql);
        let statement = batch.next().map_err(|e| failed(&e))?;
        let mut statement = statement.ok_or_else(|| Error::invalid(say!("effect-db-no-statement")))?;
        if batch.next().map_err(|e| failed(&e))?.is_some() {
            return Err(Error::invalid(say!("effect-db-one-query")));
        }
        self.params.bind(&mut statement)?;
        self.rows(&mut statement)
    }

    fn rows(&self, statement: &mut Statement<'_>) -> Result<Value> {
        let limit = self.limit.unwrap_or(LIMIT).min(LIMIT_MAX);
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let (mut found, mut truncated, mut bytes) = (Vec::new(), false, 0);
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next().map_err(|e| failed(&e))? {
            if found.len() == limit || bytes > ANSWER_BYTES_MAX {
                truncated = true;
                break;
            }
            let mut values = Vec::with_capacity(columns.len());
            for i in 0..columns.len() {
                let value = Cell::of(row.get_ref(i).map_err(|e| failed(&e))?).shown();
                bytes += value.as_str().map_or(8, str::len);
                bytes += value.get("base64").and_then(Value::as_str).map_or(0, str::len);
                values.push(value);
            }
            found.push(values);
        }
        Ok(json!({ "columns": columns, "row_count": found.len(), "rows": found, "truncated": truncated }))
    }
}
