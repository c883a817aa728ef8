//! Forwards HTTP requests from one port of 127.0.0.1 to another and adds a token, which the suite cannot send.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

/// The maximum length of a request head.
const HEAD_MAX: usize = 64 * 1024;
/// How long a client may take to close a connection whose answer has ended. Node's client fails as a whole if a connection
/// ends before it has read the answer, and some answers it never reads.
const PATIENCE: Duration = Duration::from_secs(600);

/// Forwards requests to the port that it returns; runs until the process exits.
pub fn start(to: &str, token: &str) -> Result<String, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|e| format!("cannot listen: {e}"))?;
    let from = listener.local_addr().map_err(|e| format!("no address: {e}"))?.to_string();
    let route = Arc::new(Route { from: from.clone(), to: to.to_owned(), token: token.to_owned() });
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let route = route.clone();
            thread::spawn(move || {
                // Either side may disconnect; the other then notices.
                let _ = route.pass(client);
            });
        }
    });
    Ok(from)
}

struct Route {
    from: String,
    to: String,
    token: String,
}

impl Route {
    /// Forwards one request on one connection, which both sides close after it.
    fn pass(&self, client: TcpStream) -> io::Result<()> {
        client.set_nodelay(true)?;
        let mut reader = BufReader::new(client.try_clone()?);
        let (head, length) = self.head(&mut reader)?;
        let mut server = TcpStream::connect(&self.to)?;
        server.set_nodelay(true)?;
        server.write_all(head.as_bytes())?;
        io::copy(&mut reader.by_ref().take(length), &mut server)?;
        // A client that disconnects ends the request, as it would without the forwarder.
        let (watched, ended) = (client.try_clone()?, server.try_clone()?);
        let (open, closed) = mpsc::channel::<()>();
        thread::spawn(move || {
            let _ = io::copy(&mut reader, &mut io::sink());
            let _ = watched.shutdown(std::net::Shutdown::Both);
            let _ = ended.shutdown(std::net::Shutdown::Both);
            drop(open);
        });
        copy_at_once(server, &client)?;
        let _ = closed.recv_timeout(PATIENCE);
        client.shutdown(std::net::Shutdown::Both)
    }

    /// Reads the request head, rewrites it, and returns it with the length of the body.
    fn head(&self, reader: &mut impl BufRead) -> io::Result<(String, u64)> {
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            let read = reader.by_ref().take(HEAD_MAX as u64).read_line(&mut line)?;
            if read == 0 || head.len() > HEAD_MAX {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let Some((name, value)) = line.trim_end().split_once(':') else {
                if !line.trim_end().is_empty() {
                    head.push_str(&line);
                    continue;
                }
                head.push_str(&format!("Authorization: Bearer {}\r\nConnection: close\r\n\r\n", self.token));
                return Ok((head, length));
            };
            match name.to_ascii_lowercase().as_str() {
                "connection" | "keep-alive" | "authorization" => continue,
                "content-length" => {
                    length = value.trim().parse().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
                }
                // The server checks that the host is its own.
                "host" | "origin" => line = line.replace(&self.from, &self.to),
                _ => {}
            }
            head.push_str(&line);
        }
    }
}

/// Copies without buffering: an event stream may be silent for a while.
fn copy_at_once(mut from: TcpStream, mut to: &TcpStream) -> io::Result<()> {
    let mut buffer = [0; 16 * 1024];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(()),
            n => to.write_all(&buffer[..n])?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_passed_on_with_the_token_and_the_answer_comes_back() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let to = server.local_addr().unwrap().to_string();
        let from = start(&to, "t0ken").unwrap();
        let answering = thread::spawn(move || {
            let (mut stream, _) = server.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = Vec::new();
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                if line.trim_end().is_empty() {
                    break;
                }
                head.push(line.trim_end().to_owned());
            }
            let mut body = [0; 4];
            reader.read_exact(&mut body).unwrap();
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhere").unwrap();
            (head, body)
        });
        let mut client = TcpStream::connect(&from).unwrap();
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {from}\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nbody"
        );
        client.write_all(request.as_bytes()).unwrap();
        let mut told = Vec::new();
        while !told.ends_with(b"here") {
            let mut byte = [0];
            client.read_exact(&mut byte).unwrap();
            told.extend(byte);
        }
        let (head, body) = answering.join().unwrap();
        assert_eq!(&body, b"body");
        assert!(head.contains(&"Authorization: Bearer t0ken".to_owned()), "{head:?}");
        assert!(head.contains(&format!("Host: {to}")) && !head.iter().any(|l| l.contains("keep-alive")));
    }
}
