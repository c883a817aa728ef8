//! Pages and assets are compressed for browsers that take it, and how well says nothing of what proves a form.

use miniz_oxide::inflate::decompress_to_vec;
use serde_json::json;

use super::{
    desk::{Desk, attribute},
    world::{Ask, Reply, World},
};

fn gzipped(path: &str) -> Ask {
    Ask::get(path).header("Accept-Encoding", "gzip, deflate, br")
}

/// Checks the head and the end of a gzip file, and unpacks it.
#[track_caller]
fn unpacked(reply: &Reply) -> String {
    assert_eq!(reply.header("content-encoding"), Some("gzip"), "{}", reply.status);
    let body = reply.body();
    assert_eq!(reply.header("content-length"), Some(body.len().to_string().as_str()));
    let (head, rest) = body.split_at(10);
    assert_eq!(head[..4], [0x1f, 0x8b, 8, 0]);
    let text = decompress_to_vec(&rest[..rest.len() - 8]).unwrap();
    let length = u32::from_le_bytes(rest[rest.len() - 4..].try_into().unwrap());
    assert_eq!(length as usize, text.len());
    String::from_utf8(text).unwrap()
}

fn word(html: &str) -> String {
    let meta = html.split("<meta ").find(|m| m.starts_with("name=\"csrf\"")).unwrap();
    attribute(&format!(" {meta}"), "content").unwrap()
}

#[test]
fn pages_and_assets_are_packed_for_who_takes_that_and_for_nobody_else() {
    let world = World::new();
    for n in 0..20 {
        world.propose(&format!("Task {n}"));
    }
    let desk = Desk::new(&world);
    let plain = desk.ask(Ask::get("/"));
    assert_eq!((plain.header("content-encoding"), plain.status), (None, 200));
    let packed = desk.ask(gzipped("/"));
    let text = unpacked(&packed);
    assert!(text.contains("Task 19") && text.ends_with("</html>"));
    assert!(
        packed.body().len() * 3 < plain.body().len(),
        "{} of {}",
        packed.body().len(),
        plain.body().len()
    );
    for reply in [&plain, &packed] {
        let vary: Vec<&str> = reply.headers("vary");
        assert!(
            vary.iter().any(|v| v.contains("Accept-Encoding")) && vary.iter().any(|v| v.contains("Cookie"))
        );
        assert!(reply.header("content-security-policy").unwrap().contains("default-src 'none'"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    }
    for asset in ["/assets/desk.js", "/assets/desk.css", "/sw.js"] {
        let plain = desk.ask(Ask::get(asset));
        let packed = desk.ask(gzipped(asset));
        assert_eq!(unpacked(&packed).as_bytes(), plain.body(), "{asset}");
        assert_eq!(packed.header("cache-control"), plain.header("cache-control"));
        assert_eq!(packed.header("content-type"), plain.header("content-type"));
    }
    let icon = desk.ask(gzipped("/assets/icon-192.png"));
    assert_eq!((icon.header("content-encoding"), icon.header("vary")), (None, None));
    for (accept, encoding) in [("gzip", Some("gzip")), ("br", None)] {
        let ask = |method, path| desk.ask(Ask::new(method, path).header("Accept-Encoding", accept));
        let (head, whole) = (ask("HEAD", "/assets/desk.js"), ask("GET", "/assets/desk.js"));
        assert_eq!((head.status, head.body()), (200, &[][..]));
        assert_eq!(head.header("content-encoding"), encoding);
        assert_eq!(head.header("content-length"), Some(whole.body().len().to_string().as_str()));
        let page = ask("HEAD", "/");
        assert_eq!((page.status, page.header("content-encoding"), page.body()), (200, encoding, &[][..]));
    }
}

#[test]
fn what_answers_a_form_or_a_program_and_what_streams_is_never_packed() {
    let world = World::new();
    let desk = Desk::new(&world);
    let item = world.propose("Write the report");
    let page = desk.open("/settings");
    let csrf = word(&page.html);
    let made = Ask::post("/do/link.create").form(&format!("csrf={csrf}&label=telephone"));
    let once = desk.ask(made.header("Accept-Encoding", "gzip"));
    assert_eq!((once.status, once.header("content-encoding")), (200, None));
    assert!(once.text().contains("cs_link_"), "a secret that is shown once");
    let show = Ask::post(&format!("/v1/show/{item}")).bearer(&world.ana).header("Accept-Encoding", "gzip");
    assert_eq!(world.send(show).header("content-encoding"), None);
    let log = gzipped("/audit/log.jsonl").header("Accept", "*/*");
    assert_eq!(desk.ask(log).header("content-encoding"), None);
    let missing = desk.ask(gzipped("/items/i999999"));
    assert_eq!((missing.status, missing.header("content-encoding")), (404, None));
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(world.address).unwrap();
    let head = format!(
        "GET /v1/events HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nAccept: text/event-stream\r\n\
         Accept-Encoding: gzip\r\n\r\n",
        world.address, world.ana
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut begin = [0; 512];
    let read = stream.read(&mut begin).unwrap();
    let begin = String::from_utf8_lossy(&begin[..read]).to_lowercase();
    assert!(begin.starts_with("http/1.1 200") && begin.contains("text/event-stream"), "{begin}");
    assert!(!begin.contains("content-encoding"), "{begin}");
}

#[test]
fn two_loads_of_a_page_prove_forms_with_different_words_and_both_count() {
    let world = World::new();
    let desk = Desk::new(&world);
    let (first, second) =
        (word(&unpacked(&desk.ask(gzipped("/settings")))), word(&desk.open("/settings").html));
    assert_ne!(first, second);
    // No run of characters is in both: what compresses well in one says nothing of the other.
    let shared = (0..first.len() - 8).filter(|at| second.contains(&first[*at..at + 8])).count();
    assert_eq!(shared, 0);
    let own: Vec<String> = desk
        .open("/settings")
        .tags("input")
        .filter(|i| i.contains("name=\"csrf\""))
        .map(str::to_owned)
        .collect();
    assert!(own.len() > 3 && own.iter().all(|i| *i == own[0]), "one page has one word");
    for word in [&first, &second, &first] {
        let sent = desk.ask(Ask::post("/do/freeze").form(&format!("csrf={word}&reason=x")));
        assert_eq!(sent.status, 303, "{}", sent.text());
        let sent = desk.ask(Ask::post("/v1/thaw").header("Countersign-CSRF", word).json(json!({})));
        assert_eq!(sent.status, 200, "{}", sent.text());
    }
    // Halves of two words are none, nor is the unmasked half.
    let mixed = format!("{}{}", &first[..64], &second[64..]);
    for forged in [mixed.as_str(), &first[64..], &first[..64], &"0".repeat(128)] {
        let sent = desk.ask(Ask::post("/do/freeze").form(&format!("csrf={forged}&reason=x")));
        assert_eq!(sent.status, 403, "{forged}");
    }
}

/// Fewer bytes than a page of a thousand things, or of one with a large difference, may have when it is sent.
const SENT: usize = 60_000;

#[test]
fn an_inbox_of_a_thousand_and_a_large_difference_are_small_pages() {
    let world = World::new();
    for n in 0..1_000 {
        let title = format!("Rename part {n} of module {} to account_{}", n % 37, n * 7_919 % 1_000);
        world.held(json!({"tool": "task.create_task", "args": {"title": title}}));
    }
    // As large as the arguments of a call may be.
    let line = |n: usize, word: &str| {
        let (day, rate) = (n * 7_919 % 10_007, n * 104_729 % 99_991);
        format!(
            "    total += self.{word}[{rate}] * days_{day}(quarter_{});  // line {n} of the {word} ledger\n",
            n % 7
        )
    };
    let text = |word: &str| (0..11_000).map(|n| line(n, word)).collect::<String>();
    std::fs::write(world.work.join("large.txt"), text("hours")).unwrap();
    let args = json!({"path": "large.txt", "content": text("rates")});
    let item = world.held(json!({"tool": "filesystem.write_file", "args": args}));
    let desk = Desk::new(&world);
    for page in ["/", "/?view=cards", &format!("/items/{item}")] {
        let reply = desk.ask(gzipped(page));
        let text = unpacked(&reply);
        assert!(text.ends_with("</html>"), "{page}");
        assert!(reply.body().len() < SENT, "{page}: {} of {} bytes", reply.body().len(), text.len());
        println!("{page}: {} bytes, {} when unpacked", reply.body().len(), text.len());
    }
}
