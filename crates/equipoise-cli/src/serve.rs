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
use std::thread;
use std::time::{Duration, Instant};

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

/// The longest request that is read, how long a browser may take over it, or between two pieces of the answer, and how
/// many are answered at once.
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
    // Each request that is being answered holds one; so does this.
    let turn = Arc::new(());
    // A signal ends the program: there is nothing to finish.
    Interrupt::install(None).while_waiting(|| {
        for stream in listener.incoming().flatten() {
            let (folder, turn) = (Arc::clone(&folder), Arc::clone(&turn));
            if Arc::strong_count(&turn) <= MOST_AT_ONCE + 1 {
                // A browser that goes away in the middle is no error of ours.
                let answer = move || {
                    let _ = answer(&folder, &stream, PATIENCE);
                    drop(turn);
                };
                let _ = thread::Builder::new().spawn(answer);
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

/// What a browser sends, however slowly, until its time is up.
struct Request<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for Request<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut stream = self.stream;
        stream.read(bytes)
    }
}

fn answer(folder: &Path, stream: &TcpStream, patience: Duration) -> io::Result<()> {
    stream.set_write_timeout(Some(patience))?;
    let request = Request { stream, end: Instant::now() + patience };
    let mut reader = BufReader::new(request.take(MOST_REQUEST));
    let mut request = Vec::new();
    reader.read_until(b'\n', &mut request)?;
    // The headers do not matter, but a browser wants them read.
    let mut header = Vec::new();
    while reader.read_until(b'\n', &mut header)? > 2 {
        header.clear();
    }
    let request = String::from_utf8_lossy(&request);
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

    /// The answer to what is sent by pieces, one each tenth of a second, and how long the server was at it.
    fn answered(patience: Duration, pieces: &[&[u8]]) -> (String, Duration) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let mut browser = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let server = thread::spawn(move || {
            let start = Instant::now();
            let _ = answer(Path::new("/nowhere"), &stream, patience);
            start.elapsed()
        });
        for piece in pieces {
            // The server may have given up.
            let _ = browser.write_all(piece);
            thread::sleep(Duration::from_millis(100));
        }
        let mut text = String::new();
        let _ = browser.read_to_string(&mut text);
        (text, server.join().unwrap())
    }

    #[test]
    fn a_request_that_comes_slowly_does_not_hold_the_server() {
        let (told, took) = answered(Duration::from_millis(300), &[&b"x"[..]; 20]);
        assert!(told.is_empty() && took < Duration::from_secs(1), "{took:?}: {told}");
        let (told, _) = answered(PATIENCE, &[b"GET /a.js HTTP/1.1\r\n", b"Odd: \xff\xfe\r\n", b"\r\n"]);
        assert!(told.starts_with("HTTP/1.1 404 "), "{told}");
    }

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
