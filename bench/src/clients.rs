//! Clients that propose and decide over HTTP, all on one thread: the CPU time they use is not available to the daemon
//! being measured.

use std::{future::Future, ops::Range, time::Instant};

use countersign_core::{Error, Result};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

/// An agent and the person who decides for it, on one connection.
pub struct Pair {
    /// Where the daemon listens.
    pub address: String,
    /// The agent's token.
    pub agent: String,
    /// The person's token.
    pub person: String,
}

/// Runs all pairs, first `warm` times unmeasured, then `each` times measured. Returns pairs per second.
pub fn pairs_per_s(pairs: Vec<Pair>, warm: usize, each: usize) -> Result<f64> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().map_err(Error::bug)?;
    runtime.block_on(async {
        let clients = all(pairs.into_iter().map(Client::start)).await?;
        let clients = all(clients.into_iter().map(|client| client.pairs(0..warm))).await?;
        let count = clients.len() * each;
        let begun = Instant::now();
        all(clients.into_iter().map(|client| client.pairs(warm..warm + each))).await?;
        Ok(count as f64 / begun.elapsed().as_secs_f64())
    })
}

/// Runs all clients and collects their results.
async fn all<T: Send + 'static>(
    tasks: impl Iterator<Item = impl Future<Output = Result<T>> + Send + 'static>,
) -> Result<Vec<T>> {
    let mut set: JoinSet<Result<T>> = tasks.collect();
    let mut done = Vec::new();
    while let Some(ended) = set.join_next().await {
        done.push(ended.map_err(Error::bug)??);
    }
    Ok(done)
}

struct Client {
    pair: Pair,
    run: String,
    stream: TcpStream,
    /// The response, head and body.
    answer: Vec<u8>,
}

#[derive(Deserialize)]
struct Started {
    id: String,
}

#[derive(Deserialize)]
struct Held {
    item: Shown,
}

#[derive(Deserialize)]
struct Shown {
    id: String,
    digest: String,
}

#[derive(Deserialize)]
struct Decided {
    status: String,
}

impl Client {
    async fn start(pair: Pair) -> Result<Self> {
        let stream = TcpStream::connect(&pair.address).await.map_err(Error::bug)?;
        stream.set_nodelay(true).map_err(Error::bug)?;
        let agent = pair.agent.clone();
        let mut client = Self { pair, run: String::new(), stream, answer: Vec::new() };
        client.run = client.ask::<Started>(&agent, "/v1/runs", "{}").await?.id;
        Ok(client)
    }

    /// Proposes and decides in sequence.
    async fn pairs(mut self, numbers: Range<usize>) -> Result<Self> {
        let (agent, person) = (self.pair.agent.clone(), self.pair.person.clone());
        for n in numbers {
            let title = format!("{}, attempt {n}", self.run);
            let call = json!({"tool": "task.create_task", "args": {"title": title}}).to_string();
            let path = format!("/v1/runs/{}/calls", self.run);
            let item = self.ask::<Held>(&agent, &path, &call).await?.item;
            let path = format!("/v1/items/{}/confirm", item.id);
            let yes = json!({"digest": item.digest}).to_string();
            let decided: Decided = self.ask(&person, &path, &yes).await?;
            if decided.status != "applied" {
                return Err(Error::bug(format!("it did not land: {}", decided.status)));
            }
        }
        Ok(self)
    }

    async fn ask<T: DeserializeOwned>(&mut self, token: &str, path: &str, body: &str) -> Result<T> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\ncountersign-folder: /\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.pair.address,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.map_err(Error::bug)?;
        self.answer.clear();
        let body = loop {
            if let Some(body) = body_of(&self.answer)? {
                break body;
            }
            if self.stream.read_buf(&mut self.answer).await.map_err(Error::bug)? == 0 {
                return Err(Error::bug("the daemon hung up"));
            }
        };
        serde_json::from_slice(&self.answer[body])
            .map_err(|e| Error::bug(format!("{e} in {}", String::from_utf8_lossy(&self.answer))))
    }
}

/// Returns the range of the body once the whole response has arrived.
fn body_of(answer: &[u8]) -> Result<Option<Range<usize>>> {
    const END: &[u8] = b"\r\n\r\n";
    let Some(end) = answer.windows(END.len()).position(|w| w == END) else { return Ok(None) };
    let head = std::str::from_utf8(&answer[..end]).map_err(Error::bug)?;
    let fields = head.lines().filter_map(|line| line.split_once(':'));
    let mut lengths = fields.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let (_, length) = lengths.next().ok_or_else(|| Error::bug(format!("no length in {head}")))?;
    let begin = end + END.len();
    let body = begin..begin + length.trim().parse::<usize>().map_err(Error::bug)?;
    Ok((body.end <= answer.len()).then_some(body))
}
