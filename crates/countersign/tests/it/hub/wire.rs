//! The way between a gate and its hub, which the test can cut, and on which it can change what the hub says.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// Replaces text in what the hub answers: as long as before, so that the length stays true.
pub type Lie = (&'static str, &'static str);

#[derive(Default)]
struct State {
    cut: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
    lie: Mutex<Option<Lie>>,
}

/// A proxy in front of a hub.
pub struct Wire {
    pub port: u16,
    state: Arc<State>,
}

/// Returns a port that nobody listens on.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Wire {
    pub fn to(hub: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, state) = (listener.local_addr().unwrap().port(), Arc::new(State::default()));
        let shared = state.clone();
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                if shared.cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(far) = TcpStream::connect(("127.0.0.1", hub)) else { continue };
                let mut open = shared.open.lock().unwrap();
                open.extend([near.try_clone().unwrap(), far.try_clone().unwrap()]);
                drop(open);
                pump(near.try_clone().unwrap(), far.try_clone().unwrap(), None);
                pump(far, near, Some(shared.clone()));
            }
        });
        Self { port, state }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Cuts all connections, and lets no new one through.
    pub fn cut(&self) {
        self.state.cut.store(true, Ordering::SeqCst);
        for stream in self.state.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub fn mend(&self) {
        self.state.cut.store(false, Ordering::SeqCst);
    }

    /// From now on the hub says something else.
    pub fn lie(&self, lie: Option<Lie>) {
        assert!(lie.is_none_or(|(is, said)| is.len() == said.len()));
        *self.state.lie.lock().unwrap() = lie;
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream, state: Option<Arc<State>>) {
    thread::spawn(move || {
        let mut bytes = [0; 1 << 16];
        while let Ok(n @ 1..) = from.read(&mut bytes) {
            if let Some((is, said)) = state.as_ref().and_then(|state| *state.lie.lock().unwrap()) {
                replace(&mut bytes[..n], is.as_bytes(), said.as_bytes());
            }
            if to.write_all(&bytes[..n]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}

fn replace(bytes: &mut [u8], is: &[u8], said: &[u8]) {
    let found: Vec<usize> =
        (0..bytes.len().saturating_sub(is.len() - 1)).filter(|at| bytes[*at..].starts_with(is)).collect();
    for at in found {
        bytes[at..at + said.len()].copy_from_slice(said);
    }
}
