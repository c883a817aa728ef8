//! `cargo xtask recording`: the picture of the README. It runs the real `countersign demo` on a terminal and draws what it
//! printed as an animated SVG, without script, in the order and the colours in which it came.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use crate::docgen::put;

/// Where the picture is.
const PICTURE: &str = "docs/img/demo.svg";

/// The terminal: rows that are seen at once, the size of a cell and of the frame around, in pixels.
const ROWS: usize = 24;
const COLUMNS: usize = 92;
const CELL: f32 = 8.2;
const LINE: usize = 18;
const PAD: usize = 16;
const BAR: usize = 30;

/// How long each line takes, a heading, and the end, in tenths of a second.
const LINE_TIME: u32 = 4;
const HEADING_TIME: u32 = 16;
const END_TIME: u32 = 60;

/// Runs the demo and writes the picture; builds the program first, unless one is given.
pub fn run(root: &Path, program: Option<&str>) -> Result<(), String> {
    let program = match program {
        Some(program) => Path::new(program).to_owned(),
        None => built(root)?,
    };
    let home = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
    let typed = format!("stty cols {COLUMNS} rows 50; '{}' demo --yes", program.display());
    // `script` gives it a terminal, so that it prints colours.
    let run = Command::new("script")
        .args(["-qec", &typed, "/dev/null"])
        .env("HOME", home.path())
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .current_dir(home.path())
        .output()
        .map_err(|e| format!("cannot run script (of util-linux): {e}"))?;
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    if !run.status.success() {
        return Err(format!("the demo failed:\n{printed}"));
    }
    put(root, PICTURE, &drawn(&format!("\u{1b}[2m$\u{1b}[0m countersign demo\n{}", steady(&printed))))
}

fn built(root: &Path) -> Result<PathBuf, String> {
    let built =
        Command::new("cargo").args(["build", "--quiet", "-p", "countersign"]).current_dir(root).status();
    match built.map_err(|e| format!("cannot run cargo: {e}"))?.success() {
        true => Ok(root.join("target/debug/countersign")),
        false => Err("the program was not built".to_owned()),
    }
}

/// Takes out what is another each time: the name of the scratch folder.
fn steady(printed: &str) -> String {
    let mut out = String::new();
    let mut rest = printed;
    while let Some(at) = rest.find("countersign-demo-") {
        let start = rest[..at].rfind(' ').map_or(0, |space| space + 1);
        out.push_str(&rest[..start]);
        out.push_str("/tmp/countersign-demo");
        rest = rest[at..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '-');
    }
    out + rest
}

/// Draws a terminal's text.
fn drawn(printed: &str) -> String {
    let lines: Vec<&str> = printed.lines().map(|line| line.trim_end_matches('\r')).collect();
    let mut at = 8;
    let times: Vec<u32> = lines
        .iter()
        .map(|line| {
            at += if line.starts_with("\u{1b}[1m") { HEADING_TIME } else { LINE_TIME };
            at
        })
        .collect();
    let total = at + END_TIME;
    let percent = |time: u32| f64::from(time) * 100.0 / f64::from(total);
    let (mut style, mut text) = (String::new(), String::new());
    for (n, (line, time)) in lines.iter().zip(&times).enumerate() {
        let from = percent(*time);
        let _ = writeln!(
            style,
            "@keyframes l{n}{{0%,{from:.2}%{{opacity:0}}{:.2}%,100%{{opacity:1}}}}",
            from + 0.01
        );
        let y = (n + 1) * LINE;
        let _ = writeln!(
            text,
            "<text y=\"{y}\" style=\"animation:l{n} {:.1}s infinite\">{}</text>",
            f64::from(total) / 10.0,
            spans(line)
        );
    }
    let mut scroll = String::from("@keyframes scroll{0%{transform:translateY(0)}");
    for (n, time) in times.iter().enumerate().skip(ROWS) {
        let (up, before) = (n + 1 - ROWS, n - ROWS);
        let at = percent(*time);
        let px = |rows: usize| rows * LINE;
        let _ = write!(
            scroll,
            "{at:.2}%{{transform:translateY(-{}px)}}{:.2}%{{transform:translateY(-{}px)}}",
            px(before),
            at + 0.01,
            px(up)
        );
    }
    let end = lines.len().saturating_sub(ROWS) * LINE;
    let _ = writeln!(scroll, "100%{{transform:translateY(-{end}px)}}}}");
    framed(&(style + &scroll), &text, f64::from(total) / 10.0, end)
}

fn framed(style: &str, text: &str, seconds: f64, end: usize) -> String {
    let width = COLUMNS as f32 * CELL + 2.0 * PAD as f32;
    let (inner, height) = (ROWS * LINE + LINE / 2, ROWS * LINE + BAR + PAD + LINE / 2);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"ti\">\n\
         <title id=\"ti\">countersign demo: a command is rehearsed, a change waits for a yes, a stage lands, an undo takes it back</title>\n\
         <style>\n.frame{{fill:#151917;stroke:#2d3430}}text{{font:13.6px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e7ebe8;white-space:pre}}\n\
         .b{{font-weight:700;fill:#fff}}.d{{fill:#8b968f}}.g{{fill:#7fd6ab}}.r{{fill:#ff9c91}}.s{{animation:scroll {seconds:.1}s infinite}}\n\
         @media (prefers-color-scheme: dark){{.frame{{stroke:#55605a}}}}\n\
         {style}@media (prefers-reduced-motion: reduce){{text,.s{{animation:none !important}}.s{{transform:translateY(-{end}px)}}}}\n</style>\n\
         <rect class=\"frame\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"10\"/>\n\
         <circle cx=\"20\" cy=\"16\" r=\"5\" fill=\"#ff9c91\"/><circle cx=\"38\" cy=\"16\" r=\"5\" fill=\"#f2c66d\"/><circle cx=\"56\" cy=\"16\" r=\"5\" fill=\"#7fd6ab\"/>\n\
         <svg x=\"{PAD}\" y=\"{BAR}\" width=\"{}\" height=\"{inner}\"><g class=\"s\">\n{text}</g></svg>\n</svg>\n",
        width - 1.0,
        height - 1,
        width - 2.0 * PAD as f32,
    )
}

/// The parts of a line in their colours.
fn spans(line: &str) -> String {
    let mut out = String::new();
    for (n, part) in line.split("\u{1b}[").enumerate() {
        let (class, said) = match part.split_once('m').filter(|_| n > 0) {
            None => ("", part),
            Some((code, said)) => (class_of(code), said),
        };
        let said = said.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match (class, said.is_empty()) {
            (_, true) => {}
            ("", false) => out.push_str(&said),
            (class, false) => {
                let _ = write!(out, "<tspan class=\"{class}\">{said}</tspan>");
            }
        }
    }
    out
}

fn class_of(code: &str) -> &'static str {
    match code {
        "1" => "b",
        "2" => "d",
        "32" | "1;32" => "g",
        "31" | "1;31" => "r",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_was_told_is_drawn_without_its_codes() {
        let svg = drawn("\u{1b}[1m1. A <run>:\u{1b}[0m\r\n  \u{1b}[2mrobin$\u{1b}[0m a && b\r\n");
        assert!(svg.contains("<tspan class=\"b\">1. A &lt;run&gt;:</tspan>"), "{svg}");
        assert!(svg.contains("  <tspan class=\"d\">robin$</tspan> a &amp;&amp; b"), "{svg}");
        assert!(!svg.contains('\u{1b}') && !svg.contains('\r') && !svg.contains("<script"), "{svg}");
        assert!(svg.contains("prefers-reduced-motion"), "whoever wants no motion sees the end");
    }

    #[test]
    fn the_name_of_the_scratch_folder_is_left_out() {
        assert_eq!(
            steady("in /x/y/countersign-demo-Lur3B/shop.\nend"),
            "in /tmp/countersign-demo/shop.\nend"
        );
    }
}
