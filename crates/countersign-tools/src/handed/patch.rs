//! Patches in Codex's format: the files they touch, and their new contents where these are certain.

use countersign_core::{Error, Result};
use countersign_words::say;

use crate::files::handed::{To, Wanted};

/// Lines to replace, after a named line if there is one.
#[derive(Debug, Default, Clone, PartialEq)]
struct Chunk {
    after: Option<String>,
    old: Vec<String>,
    new: Vec<String>,
    at_end: bool,
}

/// Parses a patch.
pub(super) fn wanted(patch: &str) -> Result<Vec<Wanted>> {
    let bad = |line: &str| Error::invalid(say!("effect-patch-unread", line = format!("{:?}", line)));
    let mut lines = patch.trim().lines().peekable();
    match lines.next() {
        Some("*** Begin Patch") => {}
        other => return Err(bad(other.unwrap_or_default())),
    }
    let named = |path: &str| match path.is_empty() || path.trim() != path {
        // Codex trims the blanks around a name.
        true => Err(bad(path)),
        false => Ok(path.to_owned()),
    };
    let mut wanted = Vec::new();
    loop {
        let line = lines.next().ok_or_else(|| bad("its end"))?;
        let mut body = Vec::new();
        while let Some(next) = lines.next_if(|l| !l.starts_with("*** ") || *l == "*** End of File") {
            body.push(next);
        }
        if line == "*** End Patch" {
            match body.first().copied().or_else(|| lines.next()) {
                Some(more) => return Err(bad(more)),
                None => break,
            }
        } else if let Some(path) = line.strip_prefix("*** Add File: ") {
            let text: Option<Vec<&str>> = body.iter().map(|l| l.strip_prefix('+')).collect();
            let text = text.ok_or_else(|| bad(line))?;
            let text = text.iter().map(|l| format!("{l}\n")).collect::<String>();
            wanted.push(Wanted { path: named(path)?, to: To::Bytes(text.into_bytes()) });
        } else if let Some(path) = line.strip_prefix("*** Delete File: ") {
            if let Some(more) = body.first() {
                return Err(bad(more));
            }
            wanted.push(Wanted { path: named(path)?, to: To::Gone });
        } else if let Some(path) = line.strip_prefix("*** Update File: ") {
            let moved = lines.next_if(|l| l.starts_with("*** Move to: ") && body.is_empty());
            if moved.is_some() {
                while let Some(next) = lines.next_if(|l| !l.starts_with("*** ") || *l == "*** End of File") {
                    body.push(next);
                }
            }
            let moved = moved.and_then(|l| l.strip_prefix("*** Move to: ")).map(named).transpose()?;
            update(&mut wanted, named(path)?, moved, &body)?;
        } else {
            return Err(bad(line));
        }
    }
    match wanted.is_empty() {
        true => Err(Error::invalid(say!("effect-patch-nothing"))),
        false => Ok(wanted),
    }
}

fn update(wanted: &mut Vec<Wanted>, path: String, moved: Option<String>, body: &[&str]) -> Result<()> {
    let chunks = chunks(body)?;
    match moved {
        // Its content under the new name depends on a file of another name: only the agent knows it.
        Some(to) => wanted.extend([Wanted { path, to: To::Gone }, Wanted { path: to, to: To::Unknown }]),
        None => wanted.push(Wanted { path, to: To::Edited(Box::new(move |old| applied(old?, &chunks))) }),
    }
    Ok(())
}

fn chunks(body: &[&str]) -> Result<Vec<Chunk>> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for line in body {
        if *line == "@@" || line.starts_with("@@ ") {
            let after = line.strip_prefix("@@ ").filter(|a| !a.is_empty()).map(str::to_owned);
            chunks.push(Chunk { after, ..Chunk::default() });
            continue;
        }
        if chunks.is_empty() {
            chunks.push(Chunk::default());
        }
        let Some(chunk) = chunks.last_mut() else { continue };
        let (sign, rest) = line.split_at(line.chars().next().map_or(0, char::len_utf8));
        match sign {
            _ if *line == "*** End of File" => chunk.at_end = true,
            "" | " " => {
                chunk.old.push(rest.to_owned());
                chunk.new.push(rest.to_owned());
            }
            "-" => chunk.old.push(rest.to_owned()),
            "+" => chunk.new.push(rest.to_owned()),
            _ => return Err(Error::invalid(say!("effect-patch-unread", line = format!("{:?}", line)))),
        }
    }
    Ok(chunks)
}

/// Returns the text after all chunks, if each matches in exactly one way.
fn applied(text: &str, chunks: &[Chunk]) -> Option<String> {
    let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
    let mut out: Vec<&str> = Vec::new();
    let mut at = 0;
    for chunk in chunks {
        let mut from = at;
        if let Some(after) = &chunk.after {
            from += lines[from..].iter().position(|l| l == after)? + 1;
        }
        if chunk.old.is_empty() {
            // Additions at the end may be handled differently by each version of the agent.
            return None;
        }
        let found = match chunk.at_end {
            true => lines.len().checked_sub(chunk.old.len()).filter(|n| *n >= from)?,
            false => from + lines[from..].windows(chunk.old.len()).position(|w| w == chunk.old)?,
        };
        if lines[found..found + chunk.old.len()] != chunk.old {
            return None;
        }
        out.extend(&lines[at..found]);
        out.extend(chunk.new.iter().map(String::as_str));
        at = found + chunk.old.len();
    }
    out.extend(&lines[at..]);
    Some(out.iter().map(|l| format!("{l}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(patch: &str, text: &str) -> Option<String> {
        let wanted = wanted(patch).unwrap();
        match &wanted[0].to {
            To::Edited(edit) => edit(Some(text)),
            _ => panic!("{patch}"),
        }
    }

    #[test]
    fn a_patch_says_what_becomes_of_each_file() {
        let patch = "*** Begin Patch\n*** Add File: a\n+x\n+y\n*** Delete File: b\n*** Update File: c\n*** Move to: d\n@@\n-1\n+2\n*** End Patch\n";
        let wanted = wanted(patch).unwrap();
        let paths: Vec<_> = wanted.iter().map(|w| w.path.as_str()).collect();
        assert_eq!(paths, ["a", "b", "c", "d"]);
        assert!(matches!(&wanted[0].to, To::Bytes(b) if b == b"x\ny\n"));
        assert!(matches!(wanted[1].to, To::Gone) && matches!(wanted[2].to, To::Gone));
        assert!(matches!(wanted[3].to, To::Unknown));
    }

    #[test]
    fn an_update_is_foretold_where_it_fits_exactly_and_not_elsewhere() {
        let patch = "*** Begin Patch\n*** Update File: a\n@@ two\n three\n-four\n+4\n*** End Patch";
        assert_eq!(edited(patch, "four\ntwo\nthree\nfour\nfive\n").unwrap(), "four\ntwo\nthree\n4\nfive\n");
        assert_eq!(edited(patch, "one\ntwo\nthree\nFOUR\n"), None);
        let end = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End of File\n*** End Patch";
        assert_eq!(edited(end, "x\nz\nx").unwrap(), "x\nz\ny\n");
        assert_eq!(edited(end, "x\nz"), None);
    }

    #[test]
    fn a6_what_is_no_patch_from_end_to_end_is_told() {
        for patch in [
            "",
            "hello",
            "*** Begin Patch\n*** End Patch",
            "*** Begin Patch\n*** Add File: a\nx\n*** End Patch",
            "*** Begin Patch\n*** Add File: a\n+x",
            "*** Begin Patch\n*** Update File: a\n@@$(x)\n-a\n+a\n*** End Patch",
            "*** Begin Patch\n*** Update File: a\n@@@\n-a\n+a\n*** End Patch",
            "*** Begin Patch\n*** Update File: a\n@@\n-a\n+a\n*** End Patch\n$(x)",
            "*** Begin Patch\n*** Add File: a\n+a\n*** End Patch\n`x`\n*** End Patch",
            "*** Begin Patch\n*** Add File: a\n+a\n*** End Patch\n*** Delete File: b\n*** End Patch",
            "*** Begin Patch\n*** Add File: a\n+a\n*** End Patch\n*** End Patch",
            "*** Begin Patch\n*** Delete File: a\n$(x)\n*** End Patch",
            "*** Begin Patch\n*** Delete File: a \n*** End Patch",
            "*** Begin Patch\n*** Update File: a\n@@\n-1\n+2\n*** Move to: b\n*** End Patch",
            "*** Begin Patch\n*** Update File: a\n*** Move to:  b\n@@\n-1\n+2\n*** End Patch",
        ] {
            assert!(wanted(patch).is_err(), "{patch}");
        }
    }
}
