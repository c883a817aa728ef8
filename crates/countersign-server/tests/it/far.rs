//! The listener that a person opens for phones while the daemon runs: the real shell, and a client that trusts its
//! certificate.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use countersign_server::{
    Listeners, TcpDoor,
    far::{Offer, PhoneAddress, addresses::Candidates},
    routes, serve, tls,
};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use serde_json::json;

use crate::{
    desk::Desk,
    world::{Ask, Reply, World, exchange},
};

/// Another loopback address stands for the address in a network.
const THERE: &str = "127.0.0.2";

struct Home {
    world: World,
    port: u16,
    told: Arc<Mutex<Vec<Option<PhoneAddress>>>>,
    folder: tempfile::TempDir,
    /// The listener that it has from the beginning, on 127.0.0.1.
    near: SocketAddr,
}

impl Home {
    fn new() -> Self {
        let world = World::new();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let near = listener.local_addr().unwrap();
        let (told, folder) = (Arc::new(Mutex::new(Vec::new())), tempfile::tempdir().unwrap());
        let news = told.clone();
        world.app.far.offer(Offer {
            port: near.port(),
            folder: folder.path().join("tls"),
            told: Box::new(move |opened| news.lock().unwrap().push(opened.cloned())),
        });
        let listeners = Listeners { tcp: vec![TcpDoor { listener, tls: None }], unix: None };
        world.runtime.spawn(serve(world.app.clone(), listeners, routes(&world.app)));
        Self { world, port: near.port(), told, folder, near }
    }

    fn open(&self, token: &str, address: &str) -> Reply {
        self.world.send(Ask::post("/v1/listener/open").bearer(token).json(json!({"address": address})))
    }

    fn close(&self, token: &str) -> Reply {
        self.world.send(Ask::post("/v1/listener/close").bearer(token).json(json!({})))
    }

    fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect((THERE, self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(stream)
    }

    fn phone(&self) -> impl Read + Write + use<> {
        let certificate = self.folder.path().join("tls").join(THERE).join(tls::CERTIFICATE);
        let name = ServerName::try_from(THERE).unwrap();
        StreamOwned::new(
            ClientConnection::new(trusting(&certificate), name).unwrap(),
            self.connect().unwrap(),
        )
    }

    /// Sends a request of a phone.
    fn far(&self, ask: &Ask) -> Reply {
        self.world.env.advance(1);
        exchange(self.phone(), &ask.bytes(&format!("{THERE}:{}", self.port)))
    }

    fn logged(&self, op: &str, status: &str) -> usize {
        self.world.logged("person:ana", op, status)
    }
}

fn trusting(certificate: &Path) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(certificate).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    Arc::new(config.with_root_certificates(roots).with_no_client_auth())
}

#[test]
fn c1_only_an_admin_opens_the_daemon_for_phones_and_every_try_is_in_the_log() {
    let home = Home::new();
    let ben = home.world.token_of(json!({"kind": "person", "name": "ben", "role": "approver"}));
    let ben = ben.json()["token"].as_str().unwrap().to_owned();
    for (who, token) in
        [("agent:codex", &home.world.codex), ("verifier:laura", &home.world.laura), ("person:ben", &ben)]
    {
        for (op, reply) in [("listener.open", home.open(token, THERE)), ("listener.close", home.close(token))]
        {
            reply.is_problem(403, "refused");
            assert_eq!(home.world.logged(who, op, "refused"), 1, "{who} {op}");
        }
    }
    // A person's token that speaks for an agent is that agent's.
    let ask = Ask::post("/v1/listener/open").bearer(&home.world.ana).header("Countersign-Agent", "codex");
    home.world.send(ask.json(json!({"address": THERE}))).is_problem(403, "refused");
    assert!(home.connect().is_err() && home.told.lock().unwrap().is_empty(), "nothing listens");

    let opened = home.open(&home.world.ana, THERE);
    assert_eq!(opened.status, 200, "{}", opened.text());
    home.close(&home.world.codex).is_problem(403, "refused");
    assert!(home.connect().is_ok(), "an agent closes nothing");
    assert_eq!(home.logged("listener.open", "done"), 1);
    let log = home.world.log();
    let event = log.iter().rfind(|e| e["op"] == "listener.open" && e["status"] == "done").unwrap();
    assert!(event.to_string().contains(THERE), "the log says where: {event}");
}

#[test]
fn c1_who_comes_through_the_listener_for_phones_passes_the_same_checks() {
    let home = Home::new();
    let before = home.world.app.idle.uses();
    let opened = home.open(&home.world.ana, THERE).json();
    let url = format!("https://{THERE}:{}", home.port);
    assert_eq!((&opened["open"], &opened["url"]), (&json!(true), &json!(url)));
    assert_eq!(opened["fingerprint"].as_str().unwrap().len(), 32 * 3 - 1);
    let told = home.told.lock().unwrap().clone();
    assert_eq!(told.last().unwrap().as_ref().map(|at| at.url.clone()), Some(url.clone()));
    assert!(home.world.app.idle.uses() > before, "a daemon that a command started stays");

    let inbox = Ask::get("/v1/inbox");
    assert_eq!(home.far(&Ask::get("/healthz")).status, 200);
    home.far(&inbox).is_problem(401, "unauthenticated");
    assert_eq!(home.far(&inbox.clone().bearer(&home.world.ana)).status, 200);
    for host in ["evil.example", "192.168.1.5:4114", THERE] {
        home.far(&inbox.clone().bearer(&home.world.ana).host(host)).is_problem(421, "misdirected");
    }
    let freeze = Ask::post("/v1/freeze").bearer(&home.world.ana).json(json!({}));
    home.far(&freeze.clone().header("Origin", "https://evil.example")).is_problem(403, "cross_site");
    let confirm = Ask::post("/v1/items/i1/confirm").bearer(&home.world.codex).json(json!({"digest": "x"}));
    home.far(&confirm).is_problem(403, "refused");
    let plain = {
        let mut stream = home.connect().unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    };
    assert!(!plain.starts_with(b"HTTP/"), "nothing is answered in the clear");

    let link =
        home.world.send(Ask::post("/v1/links").bearer(&home.world.ana).json(json!({"label": "telephone"})));
    let code = link.json()["code"].as_str().unwrap().to_owned();
    let login = home.far(&Ask::post("/login").form(&format!("code={code}")));
    assert_eq!(login.status, 303, "{}", login.text());
    let cookie = login.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-") && cookie.contains("Secure"), "{cookie}");

    // The listener on this machine is as it was: in the clear, without that cookie.
    let near =
        exchange(TcpStream::connect(home.near).unwrap(), &Ask::get("/healthz").bytes(&home.near.to_string()));
    assert_eq!(near.status, 200);
    let session = cookie.split(';').next().unwrap().to_owned();
    let ask = Ask::get("/v1/session").header("Cookie", &session);
    assert_eq!(home.far(&ask).status, 200);
    assert_eq!(
        exchange(TcpStream::connect(home.near).unwrap(), &ask.bytes(&home.near.to_string())).status,
        401
    );
}

#[test]
fn what_was_opened_for_phones_is_closed_at_once_and_can_be_opened_again() {
    let home = Home::new();
    let first = home.open(&home.world.ana, THERE).json();
    let again = home.open(&home.world.ana, THERE).json();
    assert_eq!(first, again, "it is open already");
    home.open(&home.world.ana, "127.0.0.3").is_problem(409, "conflict");
    let uses = home.world.app.idle.uses();
    let mut open = home.phone();
    open.write_all(&Ask::get("/v1/events").bearer(&home.world.ana).bytes(&format!("{THERE}:{}", home.port)))
        .unwrap();
    let mut head = [0; 12];
    open.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200", "a stream that would go on");

    let closed = home.close(&home.world.ana);
    assert_eq!((closed.status, closed.json()["open"].clone()), (200, json!(false)), "{}", closed.text());
    assert!(home.connect().is_err(), "nobody listens there when the answer comes");
    let _ = open.read_to_end(&mut Vec::new());
    assert!(home.world.app.idle.uses() <= uses, "the stream is over");
    assert_eq!(home.told.lock().unwrap().last(), Some(&None));
    home.close(&home.world.ana).is_problem(409, "conflict");
    assert_eq!(home.logged("listener.close", "done"), 1);

    let anew = home.open(&home.world.ana, THERE).json();
    assert_eq!(anew["fingerprint"], first["fingerprint"], "phones know the certificate");
    assert_eq!(home.far(&Ask::get("/healthz")).status, 200);
    // A phone can close it, and learns that it did.
    let close = Ask::post("/v1/listener/close").bearer(&home.world.ana).json(json!({}));
    assert_eq!(home.far(&close).status, 200);
    assert!(home.connect().is_err());
}

#[test]
fn an_address_that_cannot_be_opened_is_an_error_that_leaves_no_trace() {
    let home = Home::new();
    let before = home.world.log().len();
    let other = TcpListener::bind((THERE, home.port)).unwrap();
    let taken = home.open(&home.world.ana, THERE);
    taken.is_problem(409, "conflict");
    let own = std::process::id().to_string();
    let detail = taken.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains(&own) && detail.contains(THERE), "{detail}");
    for address in ["0.0.0.0", "::", "203.0.113.9", "desk.example.com", ""] {
        let refused = home.open(&home.world.ana, address);
        assert!((400..500).contains(&refused.status), "{address:?}: {}", refused.text());
        assert!(refused.json()["hint"].is_string(), "{address:?}");
    }
    // One that is private, and not this machine's.
    home.open(&home.world.ana, "10.255.254.253").is_problem(409, "conflict");
    assert_eq!(home.world.log().len(), before);
    drop(other);
    assert_eq!(home.open(&home.world.ana, THERE).status, 200);
    let world = World::new();
    let open = Ask::post("/v1/listener/open").bearer(&world.ana).json(json!({"address": THERE}));
    world.send(open).is_problem(409, "conflict");
}

#[test]
fn the_desk_opens_the_daemon_for_phones_and_its_links_lead_there() {
    let home = Home::new();
    let desk = Desk::new(&home.world);
    let page = desk.open("/settings");
    let offered = Candidates::find().chosen.is_some();
    assert_eq!(page.html.contains("/do/listener.open"), offered, "{}", page.text());
    home.open(&home.world.ana, THERE);
    let page = desk.open("/settings");
    assert!(page.says(&format!("https://{THERE}:{}", home.port)) && !page.html.contains("/do/listener.open"));
    let made = desk.fill(&page, "link.create", &[]);
    assert!(made.says(&format!("https://{THERE}:{}/login?code=cs_link_", home.port)), "{}", made.text());
    desk.fill(&page, "listener.close", &[]);
    assert!(home.connect().is_err());
    assert_eq!(desk.open("/settings").html.contains("/do/listener.open"), offered);
}
