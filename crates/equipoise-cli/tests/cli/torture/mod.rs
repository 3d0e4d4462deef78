//! Anything that people, other programs and bad luck do to the command: it ends in
//! time, with a status that is documented, without panic, below a cap on memory, and
//! with its files whole.
//!
//! It is short by default. `cargo xtask torture --minutes 60` runs longer; the seed
//! is printed, and `EQUIPOISE_TORTURE_SEED` repeats it.

mod commands;
mod hostile;
mod making;
mod process;
mod record;

use equipoise::fd::Random;
use record::Record;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn torture() {
    let seed = setting("EQUIPOISE_TORTURE_SEED", 1);
    let end = Instant::now() + Duration::from_secs(setting("EQUIPOISE_TORTURE_SECONDS", 30));
    let slack = Duration::from_secs(setting("EQUIPOISE_TORTURE_SLACK", 4));
    let mut record = Record::new(slack);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("torture");
    let mut rounds = 0;
    while rounds == 0 || Instant::now() < end {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a directory for files");
        let precious = folder.join("precious");
        fs::write(&precious, "mine").expect("it can be written");
        for name in ["book.pdf", "book-1.svg", "full.jsonl", "out.jsonl"] {
            let part = folder.join(format!(".{name}.equipoise-part"));
            symlink(&precious, part).expect("a link in the way");
        }
        // Names of ours: those of pages and of certificates.
        for name in ["book-1.svg", "certificates/gap-seed-1.opb"] {
            let link = folder.join(name);
            fs::create_dir_all(link.parent().expect("it is in a directory")).expect("it can be made");
            symlink(&precious, link).expect("a link in the way");
        }
        println!("seed {seed}, round {rounds}");
        let mut random = Random::numbered(seed, rounds);
        match random.below(10) {
            0 => making::killed_and_resumed(&folder, &mut random, &mut record),
            1 => making::shared_out(&folder, &mut random, &mut record),
            2 => making::two_writers(&folder, &mut random, &mut record),
            3 => making::nowhere_to_write(&folder, &mut random, &mut record),
            _ => commands::round(&folder, &mut random, &mut record),
        }
        assert_eq!(fs::read(&precious).expect("it is there"), b"mine", "no link is followed");
        rounds += 1;
    }
    println!("{rounds} rounds with seed {seed}\n{record}");
}
