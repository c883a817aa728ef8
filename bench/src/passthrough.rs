//! The baseline: a server that forwards each call to the upstream and does nothing else, made with the same library. It
//! is this program, started again by the bench: `countersign-bench --passthrough stdio|http command|url TO`.

use std::sync::Arc;

use countersign_core::{Error, Result};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rmcp::{
    ClientLifecycleMode, ErrorData, RoleClient, RoleServer, ServerHandler, ServiceError, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
        ServerCapabilities, ServerConfig,
    },
    service::{RequestContext, RunningService, serve_client_with_lifecycle},
    transport::{
        StreamableHttpClientTransport, StreamableHttpServerConfig, StreamableHttpService, TokioChildProcess,
        streamable_http_client::StreamableHttpClientTransportConfig,
        streamable_http_server::session::local::LocalSessionManager,
    },
};
use tokio::net::TcpListener;

#[path = "../../crates/countersign-mcp/examples/fixture/stdio.rs"]
mod stdio;

/// Which protocol revision a server over HTTP is called with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Speaks {
    /// The newest revision that it supports.
    Newest,
    /// Sessions, because it does not answer which revisions it supports.
    Sessions,
}

/// A client of some server.
pub type Client = RunningService<RoleClient, ()>;

#[derive(Clone)]
struct Passthrough {
    upstream: Arc<Client>,
}

fn told(error: ServiceError) -> ErrorData {
    match error {
        ServiceError::McpError(error) => error,
        other => ErrorData::internal_error(other.to_string(), None),
    }
}

impl ServerHandler for Passthrough {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<ListToolsResult, ErrorData> {
        self.upstream.list_tools(request).await.map_err(told)
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<CallToolResponse, ErrorData> {
        self.upstream.call_tool_once(call).await.map_err(told)
    }
}

/// Serves until the process that started it exits.
pub fn run(how: &str, kind: &str, to: &str) -> Result<()> {
    // The HTTP client has no TLS provider of its own.
    let _ = rustls::crypto::ring::default_provider().install_default();
    tokio::runtime::Runtime::new().map_err(Error::bug)?.block_on(serve(how, kind, to))
}

async fn serve(how: &str, kind: &str, to: &str) -> Result<()> {
    let upstream = match kind {
        "command" => over_command(tokio::process::Command::new(to)).await?,
        _ => over_http(to, None, Speaks::Newest).await?,
    };
    let passthrough = Passthrough { upstream: Arc::new(upstream) };
    if how == "stdio" {
        let (read, write) = stdio::open().map_err(Error::bug)?;
        let running = passthrough.serve((read, write)).await.map_err(Error::bug)?;
        return running.waiting().await.map(drop).map_err(Error::bug);
    }
    let service = StreamableHttpService::new(
        move || Ok(passthrough.clone()),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(Error::bug)?;
    println!("http://{}/mcp", listener.local_addr().map_err(Error::bug)?);
    loop {
        let (stream, _) = listener.accept().await.map_err(Error::bug)?;
        stream.set_nodelay(true).map_err(Error::bug)?;
        let service = TowerToHyperService::new(service.clone());
        tokio::spawn(async move {
            // A client may disconnect at any moment.
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// A client of a server on its standard streams.
pub async fn over_command(command: tokio::process::Command) -> Result<Client> {
    let (transport, _) = TokioChildProcess::builder(command)
        .stderr(std::process::Stdio::null())
        .spawn()
        .map_err(Error::bug)?;
    ().serve(transport).await.map_err(Error::bug)
}

/// A client of a server behind a URL.
pub async fn over_http(url: &str, token: Option<&str>, speaks: Speaks) -> Result<Client> {
    let mut config = StreamableHttpClientTransportConfig::with_uri(url).max_concurrent_requests(64);
    if let Some(token) = token {
        config = config.auth_header(token);
    }
    let http = reqwest::Client::builder().no_proxy().tcp_nodelay(true).build().map_err(Error::bug)?;
    let lifecycle = match speaks {
        Speaks::Newest => ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::LATEST],
            legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
        },
        Speaks::Sessions => ClientLifecycleMode::Initialize,
    };
    let transport = StreamableHttpClientTransport::with_client(http, config);
    serve_client_with_lifecycle((), transport, lifecycle).await.map_err(Error::bug)
}
