//! `equipoise serve`: the web app for browsers, from a folder of files.
//!
//! The app is static, and any host can serve it; this is for a single machine and for containers. It answers `GET` and
//! `HEAD` with the files of one folder and nothing else.

use crate::args::whole;
use crate::failure::{Exit, Failure};
use crate::input::read_regular;
use crate::interrupt::Interrupt;
use crate::output;
use clap::Args;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The folder with the app [default: the one that was installed with the program]
    folder: Option<PathBuf>,

    /// The address to listen at; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// The port; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = 8000, value_parser = whole::<u16>(0..=65535))]
    port: u16,
}

/// The longest request that is read, how long a browser may take over it, and how many are answered at once.
const MOST_REQUEST: u64 = 64 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);
const MOST_AT_ONCE: usize = 64;

pub(crate) fn run(arguments: &Serve) -> Result<Exit, Failure> {
    let folder = arguments.folder.clone().or_else(installed).ok_or_else(|| {
        Failure::usage("the web app is not installed beside this program: name the folder that `cargo xtask web` built")
    })?;
    if !folder.join("index.html").is_file() {
        return Err(Failure::usage("expected a folder with the web app, but it has no index.html").at(&folder));
    }
    let address = (arguments.host, arguments.port);
    let failed = |error: io::Error| Failure::io(&error).of(&format!("{}:{}", address.0, address.1));
    let listener = TcpListener::bind(address).map_err(failed)?;
    let exit = output::print(format!("http://{}/\n", listener.local_addr().map_err(failed)?).as_bytes());
    if exit != Exit::Fine {
        return Ok(exit);
    }
    let folder = Arc::new(folder);
    let answered = Arc::new(AtomicUsize::new(0));
    // A signal ends the program: there is nothing to finish.
    Interrupt::install(None).while_waiting(|| {
        for stream in listener.incoming().flatten() {
            let (folder, answered) = (Arc::clone(&folder), Arc::clone(&answered));
            if answered.fetch_add(1, Ordering::Relaxed) < MOST_AT_ONCE {
                // A browser that goes away in the middle is no error of ours.
                let answer = move || {
                    let _ = answer(&folder, &stream);
                    answered.fetch_sub(1, Ordering::Relaxed);
                };
                let _ = thread::Builder::new().spawn(answer);
            } else {
                answered.fetch_sub(1, Ordering::Relaxed);
            }
        }
    });
    Ok(Exit::Fine)
}

/// The app in `share/equipoise/web` beside the `bin` that has this program.
fn installed() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?.parent()?.join("share/equipoise/web");
    folder.is_dir().then_some(folder)
}

fn answer(folder: &Path, stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.take(MOST_REQUEST));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    // The headers do not matter, but a browser wants them read.
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = request.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let file = file_of(folder, path).filter(|_| method == "GET" || method == "HEAD");
    let found = file.and_then(|file| Some((type_of(&file), read_regular(&file).ok()?)));
    let (status, media, body) = match found {
        Some((media, body)) => ("200 OK", media, body),
        None => ("404 Not Found", "text/plain; charset=utf-8", b"There is no such file.\n".to_vec()),
    };
    let mut out = stream;
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method == "HEAD" { Ok(()) } else { out.write_all(&body) }
}

/// The file for a path: the last part of it names a file of the folder, which has no folders in it. So the app is found
/// under any path, as on any host.
fn file_of(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let name = if name.is_empty() { "index.html" } else { name };
    let plain =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) && !name.starts_with('.');
    plain.then(|| folder.join(name))
}

fn type_of(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_served() {
        let folder = Path::new("/site");
        let file = |path: &str| file_of(folder, path);
        assert_eq!(file("/"), Some(folder.join("index.html")));
        assert_eq!(file("/any/path/app.js?x=1"), Some(folder.join("app.js")));
        for path in ["/..", "/.git", "/a%2f..%2fb", "/a\\b", "/c:d"] {
            assert_eq!(file(path), None, "{path}");
        }
    }
}
