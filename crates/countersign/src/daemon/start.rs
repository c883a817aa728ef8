//! Starts the daemon of a home, and runs it to its end.

use std::{
    fs::{self, File},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use countersign_core::{Env, Error, ErrorCode, Level, Result, site::Site};
use countersign_mcp::{Gateway, Upstreams, gateway::reading::Readings, upstream::Worlds};
use countersign_server::{
    App, Growth, Listeners, Settings, Stop, Users, check_exposure,
    far::{Offer, PhoneAddress, addresses::own_address},
    run, tls,
};
use countersign_words::say;
use tokio::{
    runtime::Runtime,
    signal::unix::{SignalKind, signal},
};

use super::{
    Info, VERSION, end, listen,
    lock::Lock,
    log,
    settings::{self, Watch},
    socket, socket_path, told, unusable,
};
use crate::{
    home::{self, Config, Home, System, read_settings},
    session::{self, Opened},
};

/// The default address.
pub const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 4114);

/// How long the socket is kept aside before it is certain that no connection is on its way.
const ASIDE_TIME: Duration = Duration::from_millis(100);

/// How often it is tried to take over: commands may start another daemon in between.
const TAKE_OVERS: usize = 20;

/// How often the size of the log is checked.
const LOG_TIME: Duration = Duration::from_secs(60);

/// Options for starting a daemon.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Its address; `None` for the default, or for any free port if that is taken and a command started it.
    pub listen: Option<SocketAddr>,
    /// Whether it encrypts.
    pub tls: Tls,
    /// Whether it may listen to other machines without TLS.
    pub insecure: bool,
    /// The idle time after which it exits.
    pub idle: Option<Duration>,
    /// Whether a command started it.
    pub auto: bool,
}

/// The certificate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Tls {
    /// No encryption.
    #[default]
    Off,
    /// The person's own.
    Files {
        /// The certificate, PEM.
        cert: PathBuf,
        /// Its key, PEM.
        key: PathBuf,
    },
    /// Self-signed.
    SelfSigned,
}

/// A daemon that listens but does not answer yet.
pub struct Running {
    /// Its description of itself.
    pub info: Info,
    /// The fingerprint of a self-signed certificate.
    pub fingerprint: Option<String>,
    /// Tells a person at the daemon's terminal what happens; `None` if nobody is there.
    pub tell: Option<told::Tell>,
    /// Whether its log is the file in the home, which nothing else keeps short.
    pub logs_to_file: bool,
    home: Home,
    app: Arc<App>,
    upstreams: Arc<Upstreams>,
    listeners: Listeners,
    runtime: Runtime,
    idle: Option<Duration>,
    watch: Watch,
    effects: File,
    lock: Lock,
}

/// Makes this process the daemon of a home; first recovers what an earlier one left unfinished.
pub fn start(home: &Home, options: &Options) -> Result<Running> {
    let config_text = read_settings(&home.config())?.unwrap_or_default();
    let config = Arc::new(home::parse_config(&config_text, &home.config())?);
    let options = &merged(options, &config);
    if let Some(address) = options.listen {
        check_exposure(address, options.tls != Tls::Off, options.insecure)?;
    }
    home.create()?;
    let lock = Lock::take(home)?.ok_or_else(|| taken(home))?;
    let growth = Growth::default();
    // Passkeys are bound to the address, so that comes first; no request is answered yet.
    let bound = listen::bind(options.listen, options.auto)?;
    let address = bound.address;
    let site = site(address, &config.http.names, options.tls != Tls::Off);
    let passkeys_at = site.origins.first().cloned();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers()).enable_all().build();
    let runtime = runtime.map_err(|e| Error::bug(format!("no threads: {e}")))?;
    let Opened { engine, builtins, .. } =
        session::engine_of(home, &config, Some(site), || home.store()?.open())?;
    let upstreams = upstreams(home, &config, &runtime);
    let world = Worlds::new(builtins.clone(), upstreams.clone());
    let world = Readings::new(world, upstreams.clone(), runtime.handle().clone());
    let engine = engine.with_world(Box::new(world)).with_listener(growth.listener());
    let mut watch = Watch::new(home, config_text, builtins, upstreams.clone());
    watch.start(&engine)?;
    let effects = session::recovered(home, &engine)?;
    engine.sweep(config.retention.trash_days)?;
    crate::custom_commands::stage::sweep(home, &engine);
    let (url, far_url) = bound.urls(passkeys_at, &config.http.names, options.tls != Tls::Off);
    let (tls, fingerprint) = certificate(home, &options.tls, address, &config.http.names)?;
    let settings = settings(home, &config, url.clone())?;
    let level = settings.level;
    let unix = Some(socket::listen(home)?);
    let info = Info {
        pid: std::process::id(),
        address: address.to_string(),
        url,
        far_url,
        paired: None,
        socket: socket_path(home),
        version: VERSION.to_owned(),
        started_at: System.now_ms(),
        level,
        auto: options.auto,
    };
    let engine = Arc::new(engine);
    let grown = growth.clone();
    let gateway = Gateway::new(engine.clone(), move || grown.subscribe(), upstreams.clone(), config.agents());
    let app = App::new(engine, growth, settings);
    app.serve_mcp(gateway.clone());
    // Before the daemon is announced.
    watch_signals(&runtime, &app, home)?;
    info.write(home)?;
    if address.ip().is_loopback() {
        app.far.offer(for_phones(home, &info, address.port()));
    }
    Ok(Running {
        info,
        fingerprint,
        tell: None,
        logs_to_file: options.auto,
        home: home.clone(),
        app,
        upstreams,
        runtime,
        listeners: Listeners { tcp: bound.doors(tls), unix },
        idle: options.idle,
        watch: watch.with_gateway(gateway),
        effects,
        lock,
    })
}

/// How persons open a daemon for phones that listens to this machine alone. Its certificates are apart from the one of
/// `--tls-self-signed`, which programs may trust by its file.
fn for_phones(home: &Home, info: &Info, port: u16) -> Offer {
    let (own, info) = (home.clone(), info.clone());
    let told = move |opened: Option<&PhoneAddress>| {
        if let Err(e) = info.open_for_phones(opened).write(&own) {
            tracing::error!(internal = e.internal(), "{}", e.message);
        }
    };
    Offer { port, folder: home.data.join("tls"), told: Box::new(told) }
}

/// Returns the server settings of a home's daemon.
fn settings(home: &Home, config: &Config, url: String) -> Result<Settings> {
    let limits = config.limits.to_limits();
    let oidc = config.sign_in.oidc.clone().map(|oidc| oidc.checked(&home.config())).transpose()?;
    Ok(Settings {
        level: if config.system.is_some() { Level::OwnUser } else { Level::SameUser },
        names: config.http.names.clone(),
        url,
        users: config.system.as_ref().map(|s| Users::new(s.users.clone())),
        passes_on: true,
        oidc,
        otlp: config.telemetry.checked(&home.config())?,
        limits: countersign_server::Limits { trash_days: config.retention.trash_days, ..limits },
    })
}

/// Returns the upstream servers of a home; each is started on first use.
pub fn upstreams(home: &Home, config: &Config, runtime: &Runtime) -> Arc<Upstreams> {
    let own = vec![home.data.clone(), home.settings.clone()];
    let upstreams = Upstreams::new(home.data.join("trash"), own, runtime.handle().clone());
    upstreams.configure(config.servers());
    upstreams
}

/// Starts the daemon of a home in this process. One that a command started gives way: it ends in good order, and what
/// it had under way is in the store. One that a person started stays.
pub fn take_over(home: &Home, options: &Options) -> Result<Running> {
    for _ in 0..TAKE_OVERS {
        match (start(home, options), Info::read(home)) {
            (Err(e), Some(info)) if e.code == ErrorCode::Conflict && info.auto => {
                let config = home::config(&home.config())?;
                listen::check_free(merged(options, &config).listen, info.pid)?;
                tracing::info!(pid = info.pid, "takes over from a daemon that a command started");
                end::end(home)?;
            }
            // Another one is starting or ending.
            (Err(e), None) if e.code == ErrorCode::Conflict => std::thread::sleep(ASIDE_TIME),
            (started, _) => return started,
        }
    }
    start(home, options)
}

/// Merges command-line options over the settings.
fn merged(options: &Options, config: &Config) -> Options {
    let mut options = options.clone();
    let http = &config.http;
    options.listen = options.listen.or(http.listen);
    options.insecure |= http.insecure;
    if let (Tls::Off, Some(cert), Some(key)) = (&options.tls, &http.tls_cert, &http.tls_key) {
        options.tls = Tls::Files { cert: cert.clone(), key: key.clone() };
    }
    options
}

/// Returns the error for a home whose daemon runs.
pub fn taken(home: &Home) -> Error {
    let who = Info::read(home).map_or_else(|| say!("command-starting-or-ending"), |info| info.words());
    Error::conflict(say!("command-runs-already", said = who)).hint(say!("command-down-ends-it"))
}

/// Returns the number of threads that serve connections. Slow work runs elsewhere, so few are enough; more threads
/// would move calls between processors, which agents and their servers also need.
fn workers() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    (processors / 2).clamp(1, 4)
}

/// Returns where passkeys are used: under the first configured name, otherwise on this machine only. An IP address
/// cannot have passkeys.
fn site(address: SocketAddr, names: &[String], tls: bool) -> Site {
    let named = names.first().map(|name| name.to_ascii_lowercase());
    let named =
        named.map(|name| Site { rp_id: host(&name).to_owned(), origins: vec![format!("https://{name}")] });
    let counts = |site: &Site| site.rp_id != "localhost" && site.check().is_ok();
    named.filter(counts).unwrap_or_else(|| {
        let scheme = if tls { "https" } else { "http" };
        let origin = format!("{scheme}://localhost:{}", address.port());
        Site { rp_id: "localhost".to_owned(), origins: vec![origin] }
    })
}

type Certificate = (Option<Arc<rustls::ServerConfig>>, Option<String>);

fn certificate(home: &Home, tls: &Tls, address: SocketAddr, names: &[String]) -> Result<Certificate> {
    Ok(match tls {
        Tls::Off => (None, None),
        Tls::Files { cert, key } => (Some(Arc::new(tls::load(cert, key)?)), None),
        Tls::SelfSigned => {
            let mut hosts: Vec<String> = names.iter().map(|n| host(n).to_owned()).collect();
            hosts.extend(["localhost".to_owned(), USUAL.ip().to_string()]);
            hosts.extend(
                Some(address.ip())
                    .filter(|ip| !ip.is_unspecified())
                    .or_else(own_address)
                    .map(|ip| ip.to_string()),
            );
            let (config, fingerprint) = tls::self_signed(&home.data, &hosts)?;
            (Some(Arc::new(config)), Some(fingerprint))
        }
    })
}

/// Strips the port from a name.
fn host(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(host, _)| host)
}

impl Running {
    /// Serves until it is told to stop, or is idle.
    pub fn serve(self) -> Result<()> {
        let logs_to_file = self.logs_to_file;
        let Self { info, home, app, upstreams, listeners, runtime, idle, watch, effects, lock, tell, .. } =
            self;
        watch.tell(&app);
        let served = runtime.block_on(async {
            tokio::spawn(settings::watch(app.clone(), watch));
            if logs_to_file {
                tokio::spawn(keep_log_short(home.clone()));
            }
            if let Some(tell) = tell {
                tokio::spawn(told::follow(app.clone(), tell));
            }
            if let Some(quiet) = idle {
                tokio::spawn(end_when_idle(app.clone(), home.clone(), quiet));
            }
            let served = run(app.clone(), listeners).await;
            upstreams.stop().await;
            served
        });
        // New clients must not find the socket of a daemon that has stopped.
        for path in [socket_path(&home), socket::aside(&home)] {
            if let Err(e) = fs::remove_file(&path)
                && e.kind() != std::io::ErrorKind::NotFound
            {
                tracing::warn!("{}", unusable(&path, &e).message);
            }
        }
        info.remove(&home);
        // The store is closed before another process may open it.
        drop(runtime);
        drop(app);
        drop((effects, lock));
        served
    }
}

/// TERM and INT stop it gracefully; USR1 asks it to exit if idle.
fn watch_signals(runtime: &Runtime, app: &Arc<App>, home: &Home) -> Result<()> {
    let _inside = runtime.enter();
    let failed = |e: std::io::Error| Error::bug(format!("signals cannot be watched: {e}"));
    crate::progress::leave_ctrl_c();
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut told = signal(kind).map_err(failed)?;
        let stop: Stop = app.stop.clone();
        tokio::spawn(async move {
            told.recv().await;
            stop.stop();
        });
    }
    let mut asked = signal(SignalKind::user_defined1()).map_err(failed)?;
    let (app, home) = (app.clone(), home.clone());
    tokio::spawn(async move {
        while asked.recv().await.is_some() {
            // The process that asks has just disconnected.
            tokio::time::sleep(ASIDE_TIME).await;
            end_if_idle(&app, &home).await;
        }
    });
    Ok(())
}

/// Keeps the log file in the home short; nothing else rotates it.
async fn keep_log_short(home: Home) {
    loop {
        tokio::time::sleep(LOG_TIME).await;
        if let Err(e) = log::bound(&home) {
            tracing::warn!("{}", unusable(&log::path(&home), &e).message);
        }
    }
}

async fn end_when_idle(app: Arc<App>, home: Home, quiet: Duration) {
    while !app.stop.is_stopped() {
        let enough = Stop::default();
        tokio::select! {
            () = app.stop.stopped() => return,
            () = app.idle.stop_after(quiet, &enough) => end_if_idle(&app, &home).await,
        }
    }
}

/// Exits if idle, without losing clients that are connecting: the socket is moved aside first, so that new clients
/// start another daemon, and moved back if somebody connected before.
async fn end_if_idle(app: &App, home: &Home) {
    let (path, aside) = (socket_path(home), socket::aside(home));
    if fs::rename(&path, &aside).is_err() {
        return;
    }
    tokio::time::sleep(ASIDE_TIME).await;
    if app.idle.uses() == 0 {
        app.stop.stop();
    } else if let Err(e) = fs::rename(&aside, &path) {
        tracing::error!("{}", unusable(&path, &e).message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_are_for_the_first_name_else_for_this_machine_and_never_for_an_address() {
        let at = |names: &[&str], tls: bool| {
            let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
            let site = site("127.0.0.1:4114".parse().unwrap(), &names, tls);
            site.check().unwrap();
            (site.rp_id, site.origins.concat())
        };
        let local = |origin: &str| ("localhost".to_owned(), origin.to_owned());
        assert_eq!(at(&[], false), local("http://localhost:4114"));
        assert_eq!(at(&[], true), local("https://localhost:4114"));
        assert_eq!(at(&["localhost:4114"], false), local("http://localhost:4114"));
        assert_eq!(at(&["192.168.1.5:4114"], true), local("https://localhost:4114"));
        let named = ("desk.example.com".to_owned(), "https://desk.example.com:4114".to_owned());
        assert_eq!(at(&["Desk.example.com:4114", "other.example.com"], true), named);
    }
}
