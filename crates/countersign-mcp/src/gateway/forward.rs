//! Notifications to agents: changed tools, resources and prompts, and log messages of servers.

#![expect(deprecated, reason = "older revisions have log messages")]

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use rmcp::{
    model::LoggingLevel,
    service::{Peer, RoleServer, ServiceError, SubscriptionSendError, SubscriptionSink},
};
use tokio::sync::{
    broadcast::{self, error::RecvError},
    watch,
};
use tokio_util::sync::CancellationToken;

use super::Gateway;
use crate::upstream::{News, UpstreamNews};

/// The subscriptions of a connection.
#[derive(Debug, Default)]
pub struct Wants {
    /// The resources it subscribed to.
    pub resources: BTreeSet<String>,
    /// The minimum level of log messages; `None` if unset.
    pub level: Option<LoggingLevel>,
}

impl Wants {
    /// Returns the minimum level of log messages, with a default.
    pub fn least(&self) -> LoggingLevel {
        self.level.unwrap_or(LoggingLevel::Info)
    }

    /// Whether it wants messages of a level.
    pub fn wants(&self, level: LoggingLevel) -> bool {
        self.least() as u8 <= level as u8
    }
}

/// Changes for one agent.
pub(super) struct Changes {
    agent: String,
    tools: watch::Receiver<()>,
    found: broadcast::Receiver<Arc<str>>,
    upstream: broadcast::Receiver<UpstreamNews>,
}

/// One change.
enum Change {
    Tools,
    Upstream(News),
    /// Some were missed: everything must be listed again.
    Missed,
}

impl Gateway {
    /// Subscribes to changes for an agent.
    pub(super) fn changes(&self, agent: &str) -> Changes {
        let (tools, upstream) = (self.tools.subscribe(), self.upstreams.subscribe());
        Changes { agent: agent.to_owned(), tools, found: self.found.subscribe(), upstream }
    }
}

impl Changes {
    /// Returns the next change; `None` at the end.
    async fn next(&mut self) -> Option<Change> {
        loop {
            tokio::select! {
                changed = self.tools.changed() => return changed.ok().map(|()| Change::Tools),
                found = self.found.recv() => match found {
                    Ok(agent) if *agent != *self.agent => {}
                    Ok(_) | Err(RecvError::Lagged(_)) => return Some(Change::Tools),
                    Err(RecvError::Closed) => return None,
                },
                news = self.upstream.recv() => match news {
                    Ok(news) if news.agent == self.agent => return Some(Change::Upstream(news.what)),
                    Ok(_) => {}
                    Err(RecvError::Lagged(_)) => return Some(Change::Missed),
                    Err(RecvError::Closed) => return None,
                },
            }
        }
    }

    /// Notifies a client of an older revision, until it is gone.
    pub(super) async fn tell(
        mut self,
        peer: Peer<RoleServer>,
        wants: Arc<Mutex<Wants>>,
        life: CancellationToken,
    ) {
        loop {
            let change = tokio::select! {
                () = life.cancelled() => return,
                change = self.next() => change,
            };
            let Some(change) = change else { return };
            if peer.is_transport_closed() || tell_one(&peer, &wants, change).await.is_err() {
                return;
            }
        }
    }

    /// Notifies a subscriber, until it is gone.
    pub(super) async fn listen(mut self, sink: &SubscriptionSink) {
        while let Some(change) = self.next().await {
            let sent = match change {
                Change::Tools => sink.notify_tool_list_changed().await,
                Change::Upstream(News::Resources) => sink.notify_resource_list_changed().await,
                Change::Upstream(News::Prompts) => sink.notify_prompt_list_changed().await,
                Change::Upstream(News::ResourceUpdated(told)) => sink.notify_resource_updated(told.uri).await,
                // Tools are reported when the catalogue has changed; log messages go with a request.
                Change::Upstream(News::Tools | News::Log(_)) => Ok(()),
                Change::Missed => sink.notify_resource_list_changed().await,
            };
            match sent {
                Ok(()) | Err(SubscriptionSendError::NotificationNotAccepted(_)) => {}
                Err(_) => return,
            }
        }
    }
}

async fn tell_one(peer: &Peer<RoleServer>, wants: &Mutex<Wants>, change: Change) -> Result<(), ServiceError> {
    let locked = || wants.lock().unwrap_or_else(PoisonError::into_inner);
    match change {
        Change::Tools => peer.notify_tool_list_changed().await,
        Change::Upstream(News::Resources) => peer.notify_resource_list_changed().await,
        Change::Upstream(News::Prompts) => peer.notify_prompt_list_changed().await,
        Change::Upstream(News::ResourceUpdated(told)) => {
            let wanted = locked().resources.contains(&told.uri);
            if wanted { peer.notify_resource_updated(told).await } else { Ok(()) }
        }
        Change::Upstream(News::Log(message)) => {
            let wanted = locked().wants(message.level);
            if wanted { peer.notify_logging_message(message).await } else { Ok(()) }
        }
        Change::Upstream(News::Tools) => Ok(()),
        Change::Missed => {
            peer.notify_resource_list_changed().await?;
            peer.notify_prompt_list_changed().await
        }
    }
}
