//! Hashes contents. Large files are hashed in a second thread while they are read or written.

use std::{
    fs::File,
    io::{self, Read as _},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
};

use blake3::Hasher;

/// Bytes per read or write.
const CHUNK: usize = 256 * 1024;
/// Size from which a second thread is worth starting.
const LARGE: u64 = 4 * 1024 * 1024;
/// Maximum number of chunks in flight.
const CHUNKS: usize = 4;

/// Receives content piece by piece.
pub(super) enum Feed {
    Here(Box<Hasher>, Vec<u8>),
    Beside { full: SyncSender<(Vec<u8>, usize)>, empty: Receiver<Vec<u8>> },
}

impl Feed {
    /// Lets `fill` put the next piece into a buffer, and returns its length.
    pub fn next(&mut self, fill: impl FnOnce(&mut [u8]) -> io::Result<usize>) -> io::Result<usize> {
        match self {
            Self::Here(hasher, buffer) => {
                let n = fill(buffer)?;
                hasher.update(&buffer[..n]);
                Ok(n)
            }
            Self::Beside { full, empty } => {
                let mut buffer = empty.recv().map_err(io::Error::other)?;
                let n = fill(&mut buffer)?;
                full.send((buffer, n)).map_err(io::Error::other)?;
                Ok(n)
            }
        }
    }

    /// Receives zeros, as in a hole.
    pub fn zeros(&mut self, mut count: u64) -> io::Result<()> {
        while count > 0 {
            count -= self.next(|buffer| {
                let n = usize::try_from(count).map_or(buffer.len(), |n| n.min(buffer.len()));
                buffer[..n].fill(0);
                Ok(n)
            })? as u64;
        }
        Ok(())
    }
}

/// Hashes what `feeding` supplies, which is about `size` bytes.
pub(super) fn hashed(size: u64, feeding: impl FnOnce(&mut Feed) -> io::Result<()>) -> io::Result<String> {
    if size < LARGE {
        // One more byte, so that a reader finds the end with the same call.
        let room = usize::try_from(size + 1).map_or(CHUNK, |room| room.clamp(4096, CHUNK));
        let mut feed = Feed::Here(Box::default(), vec![0; room]);
        feeding(&mut feed)?;
        let Feed::Here(hasher, _) = feed else { return Err(io::Error::other("BUG: the feed changed")) };
        return Ok(hasher.finalize().to_hex().to_string());
    }
    let (full, filled) = sync_channel::<(Vec<u8>, usize)>(CHUNKS);
    let (emptied, empty) = sync_channel(CHUNKS);
    for _ in 0..CHUNKS {
        emptied.send(vec![0; CHUNK]).map_err(io::Error::other)?;
    }
    std::thread::scope(|scope| {
        let hashing = scope.spawn(move || {
            let mut hasher = Hasher::new();
            for (buffer, n) in filled {
                hasher.update(&buffer[..n]);
                // The feeder may have ended already.
                let _not_needed = emptied.send(buffer);
            }
            hasher.finalize().to_hex().to_string()
        });
        let mut feed = Feed::Beside { full, empty };
        let fed = feeding(&mut feed);
        drop(feed);
        let hash = hashing.join().map_err(|_| io::Error::other("BUG: hashing panicked"))?;
        fed.map(|()| hash)
    })
}

/// Hashes the rest of a file.
pub(super) fn hash_file(file: &mut File) -> io::Result<String> {
    let size = file.metadata()?.len();
    hashed(size, |feed| {
        loop {
            match feed.next(|buffer| file.read(buffer)) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_hash_is_the_same_on_either_side_of_the_threshold() {
        for size in [0, 1, CHUNK - 1, CHUNK + 1, 5 * 1024 * 1024 + 3] {
            let content: Vec<u8> = (0..size).map(|n| u8::try_from(n % 251).unwrap()).collect();
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&content).unwrap();
            io::Seek::rewind(&mut file).unwrap();
            assert_eq!(hash_file(&mut file).unwrap(), blake3::hash(&content).to_hex().to_string(), "{size}");
        }
    }

    #[test]
    fn a_failed_read_ends_the_hashing_too() {
        let failing = hashed(LARGE, |feed| feed.next(|_| Err(io::Error::other("no"))).map(drop));
        assert_eq!(failing.unwrap_err().to_string(), "no");
        assert_eq!(hashed(LARGE, |feed| feed.zeros(3)).unwrap(), blake3::hash(&[0; 3]).to_hex().to_string());
    }
}
