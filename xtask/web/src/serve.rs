//! A small server of files, for looking at the app on this machine.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The longest line of a request that is read.
const MOST_LINE: u64 = 8192;

/// Listens for browsers on this machine; the address to type. Port 0 stands for any that is free.
pub(crate) fn listen(port: u16) -> Result<(TcpListener, String), String> {
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|error| format!("port {port}: {error}"))?;
    let port = listener.local_addr().map_or(port, |address| address.port());
    Ok((listener, format!("http://127.0.0.1:{port}/")))
}

/// Serves the files of a folder until it is stopped. The folder is found under any path, as on any host.
pub(crate) fn serve(site: &Path, listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        let site = site.to_owned();
        // A browser opens several connections at once.
        thread::spawn(move || _ = answer(&site, stream));
    }
}

fn answer(site: &Path, stream: TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut line = String::new();
    let mut reader = BufReader::new(&stream);
    std::io::Read::take(&mut reader, MOST_LINE).read_line(&mut line)?;
    // The headers do not matter, but a browser wants them read.
    let mut header = String::new();
    while std::io::Read::take(&mut reader, MOST_LINE).read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = line.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let file = file_of(site, path).filter(|_| method == "GET" || method == "HEAD");
    let found = file.and_then(|file| Some((kind_of(&file), fs::read(&file).ok()?)));
    let (status, kind, body) = match found {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain; charset=utf-8", b"There is no such file.\n".to_vec()),
    };
    let mut out = &stream;
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method == "HEAD" { Ok(()) } else { out.write_all(&body) }
}

/// The file for a path: the last part of it names a file of the folder, which has no folders in it.
fn file_of(site: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let name = if name.is_empty() { "index.html" } else { name };
    let plain =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) && !name.starts_with('.');
    plain.then(|| site.join(name))
}

fn kind_of(file: &Path) -> &'static str {
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
        let site = Path::new("/site");
        let file = |path: &str| file_of(site, path);
        assert_eq!(file("/"), Some(site.join("index.html")));
        assert_eq!(file("/any/path/app.js?x=1"), Some(site.join("app.js")));
        for path in ["/..", "/.git", "/a%2f..%2fb", "/a\\b", "/c:d"] {
            assert_eq!(file(path), None, "{path}");
        }
    }
}
