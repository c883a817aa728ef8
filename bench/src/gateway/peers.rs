//! Other gateways, installed once under `target/bench-peers`, in pinned versions.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
};

use super::measured::Subject;
use crate::passthrough::Speaks;

pub const RUST_MCP_PROXY: &str = "mcp-proxy 0.6.0 (Rust), HTTP";
pub const PYPI_MCP_PROXY: &str = "mcp-proxy 0.13.0 (PyPI), HTTP";
pub const FASTMCP: &str = "fastmcp 4.1.2, stdio";
pub const SUPERGATEWAY: &str = "supergateway 4.0.0, HTTP";
pub const NPM_MCP_PROXY: &str = "mcp-proxy 6.7.19 (npm), HTTP";

/// A peer, or its name and why it is missing.
type Peer = Result<Subject, (&'static str, String)>;

/// All peers.
pub fn all(fixture: &Path) -> Vec<Peer> {
    let fixture = fixture.display().to_string();
    vec![
        rust_mcp_proxy(&fixture).map_err(|e| (RUST_MCP_PROXY, e)),
        pypi_mcp_proxy(&fixture).map_err(|e| (PYPI_MCP_PROXY, e)),
        fastmcp(&fixture).map_err(|e| (FASTMCP, e)),
        supergateway(&fixture).map_err(|e| (SUPERGATEWAY, e)),
        npm_mcp_proxy(&fixture).map_err(|e| (NPM_MCP_PROXY, e)),
    ]
}

fn rust_mcp_proxy(fixture: &str) -> Result<Subject, String> {
    let folder = installed("rust", |folder| {
        let mut cargo = Command::new("cargo");
        cargo
            .args(["install", "mcp-proxy", "--version", "0.6.0", "--locked", "--quiet", "--root"])
            .arg(folder);
        run(&mut cargo)
    })?;
    let port = free_port()?;
    let settings = folder.join("proxy.toml");
    let text = format!(
        "[proxy]\nname = \"bench\"\n\n[proxy.listen]\nhost = \"127.0.0.1\"\nport = {port}\n\n\
         [[backends]]\nname = \"fixture\"\ntransport = \"stdio\"\ncommand = {fixture:?}\n"
    );
    fs::write(&settings, text).map_err(|e| e.to_string())?;
    let line = words(&[&path(&folder, "bin/mcp-proxy"), "--config", &settings.display().to_string()]);
    Ok(Subject::http_at(RUST_MCP_PROXY, line, format!("http://127.0.0.1:{port}/"), Speaks::Sessions))
}

fn pypi_mcp_proxy(fixture: &str) -> Result<Subject, String> {
    let folder = pip("pypi-mcp-proxy", "mcp-proxy==0.13.0")?;
    let port = free_port()?;
    let program = path(&folder, "bin/mcp-proxy");
    let line = words(&[&program, "--host", "127.0.0.1", "--port", &port.to_string(), fixture]);
    Ok(Subject::http_at(PYPI_MCP_PROXY, line, format!("http://127.0.0.1:{port}/mcp"), Speaks::Newest))
}

fn fastmcp(fixture: &str) -> Result<Subject, String> {
    let folder = pip("fastmcp", "fastmcp==4.1.2")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/fastmcp_proxy.py");
    let line = words(&[&path(&folder, "bin/python"), &script.display().to_string(), fixture]);
    Ok(Subject::stdio(FASTMCP, line))
}

fn supergateway(fixture: &str) -> Result<Subject, String> {
    let folder = npm("supergateway", "supergateway@4.0.0")?;
    let port = free_port()?;
    let line = words(&[
        &path(&folder, "node_modules/.bin/supergateway"),
        "--stdio",
        fixture,
        "--outputTransport",
        "streamableHttp",
        "--stateful",
        "--port",
        &port.to_string(),
    ]);
    Ok(Subject::http_at(SUPERGATEWAY, line, format!("http://127.0.0.1:{port}/mcp"), Speaks::Newest))
}

fn npm_mcp_proxy(fixture: &str) -> Result<Subject, String> {
    let folder = npm("npm-mcp-proxy", "mcp-proxy@6.7.19")?;
    let port = free_port()?;
    let program = path(&folder, "node_modules/.bin/mcp-proxy");
    let line = words(&[&program, "--host", "127.0.0.1", "--port", &port.to_string(), "--", fixture]);
    Ok(Subject::http_at(NPM_MCP_PROXY, line, format!("http://127.0.0.1:{port}/mcp"), Speaks::Newest))
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

fn path(folder: &Path, inner: &str) -> String {
    folder.join(inner).display().to_string()
}

/// Finds a free port: these peers do not report which port they got.
fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|e| e.to_string())?;
    listener.local_addr().map(|a| a.port()).map_err(|e| e.to_string())
}

fn pip(name: &str, package: &str) -> Result<PathBuf, String> {
    installed(name, |folder| {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
        let mut pip = Command::new(folder.join("bin/python"));
        run(pip.args(["-m", "pip", "install", "--quiet", package]))
    })
}

fn npm(name: &str, package: &str) -> Result<PathBuf, String> {
    installed(name, |folder| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]).arg(folder);
        run(npm.arg(package))
    })
}

fn installed(name: &str, install: impl Fn(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench-peers/gateways").join(name);
    if !folder.join("ready").is_file() {
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        install(&folder)?;
        fs::write(folder.join("ready"), "").map_err(|e| e.to_string())?;
    }
    Ok(folder)
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(said.lines().last().unwrap_or("it failed").to_owned())
}
