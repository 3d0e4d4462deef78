//! Runs that are killed and resumed, sharded and merged, on disks that are full.

use super::commands::check;
use super::process::{self, Ended, Trouble};
use super::record::Record;
use equipoise::fd::Random;
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A run has no time limit here, but must not take forever.
const LONG: Duration = Duration::from_secs(30);

/// What a run makes: a few quick puzzles of some kind.
struct Wanted {
    request: String,
    count: u32,
    /// What an undisturbed run prints.
    whole: String,
}

impl Wanted {
    fn new(folder: &Path, random: &mut Random, record: &mut Record) -> Wanted {
        let sizes = [
            "gap --size 9",
            "aztec --size 3",
            "aztec --size 2",
            "trid --size 5",
            "weight --size 9",
            "multibalance --size 6",
        ];
        let kind = random.pick(&sizes).expect("there are some");
        let request = format!("generate {kind} --seed {}", random.below(1000));
        let count = 1 + random.below(40);
        let ended = process::run(folder, &words(&format!("{request} --count {count} --json")), None, Trouble::None);
        check(&ended, LONG, record);
        assert_eq!(ended.status, Some(0), "{}", ended.told());
        Wanted { request, count, whole: ended.stdout }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn killed(random: &mut Random) -> Trouble {
    let signals = [Signal::KILL, Signal::KILL, Signal::INT, Signal::TERM];
    let signal = *random.pick(&signals).expect("there are some");
    Trouble::Signal(signal, Duration::from_millis(u64::from(random.below(120))))
}

/// Whatever happens to a run, resuming it ends in the same bytes.
pub(crate) fn killed_and_resumed(folder: &Path, random: &mut Random, record: &mut Record) {
    let wanted = Wanted::new(folder, random, record);
    let directory = random.chance(1, 3);
    let out = if directory { "out" } else { "out.jsonl" };
    let command = words(&format!("{} --count {} --out {out} --resume", wanted.request, wanted.count));
    for _ in 0..random.below(6) {
        let full = random.chance(1, 4).then(|| 1 + random.below(16));
        let ended = process::run_in(folder, &command, None, killed(random), full);
        assert!(!ended.stderr.contains("panicked"), "{}", ended.told());
        let written = contents(&folder.join(out));
        assert!(is_beginning(&written, &wanted.whole), "{}\n{written}", ended.told());
    }
    let finished = finish(folder, &command, record);
    let same = if directory {
        contents(&folder.join(out)) == wanted.whole
    } else {
        fs::read_to_string(folder.join(out)).ok().as_deref() == Some(&wanted.whole)
    };
    assert!(same, "{}", finished.told());
    let before = listing(folder);
    finish(folder, &command, record);
    assert_eq!(listing(folder), before, "running it again changes nothing");
    assert!(before.keys().all(|name| !name.contains("equipoise-part")), "{before:?}");
}

fn finish(folder: &Path, command: &[String], record: &mut Record) -> Ended {
    let ended = process::run(folder, command, None, Trouble::None);
    check(&ended, LONG, record);
    assert_eq!(ended.status, Some(0), "{}", ended.told());
    ended
}

/// What is in a file of lines, or in the files of a directory, in order.
fn contents(path: &Path) -> String {
    let Ok(entries) = fs::read_dir(path) else { return fs::read_to_string(path).unwrap_or_default() };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("it can be read")).collect()
}

/// Whether all but a last line that was cut off is the beginning of the whole.
fn is_beginning(written: &str, whole: &str) -> bool {
    let lines = written.rfind('\n').map_or(0, |end| end + 1);
    whole.starts_with(&written[..lines])
}

/// Every file below a directory except those of standard output and error.
fn listing(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let name = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_string_lossy().into_owned();
        if name != "stdout" && name != "stderr" {
            files.insert(name, fs::read(entry.path()).expect("it can be read"));
        }
    }
    files
}

/// Shards, each killed now and then, merge into the run they belong to.
pub(crate) fn shared_out(folder: &Path, random: &mut Random, record: &mut Record) {
    let wanted = Wanted::new(folder, random, record);
    let of = 1 + random.below(4);
    let merge =
        format!("merge --count {} {}", wanted.count, (1..=of).map(|i| format!("{i}.jsonl ")).collect::<String>());
    // Equivalent puzzles take indices, too: shards go on until there are enough.
    for count in (0..12).map(|doubled| wanted.count << doubled) {
        for shard in 1..=of {
            let command =
                words(&format!("{} --count {count} --shard {shard}/{of} --out {shard}.jsonl --resume", wanted.request));
            if random.chance(1, 2) {
                process::run(folder, &command, None, killed(random));
            }
            finish(folder, &command, record);
        }
        let merged = process::run(folder, &words(&merge), None, Trouble::None);
        check(&merged, LONG, record);
        if merged.status == Some(0) {
            assert_eq!(merged.stdout, wanted.whole, "{}", merged.told());
            return;
        }
        assert!(
            merged.stdout.is_empty() && merged.stderr.contains("with --resume and a larger --count"),
            "{}",
            merged.told()
        );
    }
    panic!("no end of shards: {}", wanted.request);
}

/// Two runs into one file: one writes it, and the other says that it is taken, or comes later.
pub(crate) fn two_writers(folder: &Path, random: &mut Random, record: &mut Record) {
    let wanted = Wanted::new(folder, random, record);
    let command = words(&format!("{} --count {} --out out.jsonl --resume", wanted.request, wanted.count));
    let other = folder.join("other");
    fs::create_dir(&other).expect("it can be made");
    let there: Vec<String> = command.iter().map(|word| word.replace("out.jsonl", "../out.jsonl")).collect();
    let ends = std::thread::scope(|scope| {
        let beside = scope.spawn(|| process::run(&other, &there, None, Trouble::None));
        [process::run(folder, &command, None, Trouble::None), beside.join().expect("it does not panic")]
    });
    for ended in &ends {
        check(ended, LONG, record);
        let refused = ended.status == Some(1) && ended.stderr.contains("another run is writing it");
        assert!(ended.status == Some(0) || refused, "{}", ended.told());
    }
    assert!(ends.iter().any(|ended| ended.status == Some(0)));
    assert_eq!(
        fs::read_to_string(folder.join("out.jsonl")).ok().as_deref(),
        Some(&*wanted.whole),
        "{}",
        ends[0].told()
    );
}

/// Where nothing can be written, the run says so, and nothing else is lost.
pub(crate) fn nowhere_to_write(folder: &Path, random: &mut Random, record: &mut Record) {
    let wanted = Wanted::new(folder, random, record);
    let full = format!("{} --count {} --out full.jsonl", wanted.request, wanted.count);
    let ended = process::run_in(folder, &words(&full), None, Trouble::None, Some(random.below(4)));
    assert!(matches!(ended.status, Some(0 | 1)), "{}", ended.told());
    assert!(wanted.whole.starts_with(&contents(&folder.join("full.jsonl"))), "{}", ended.told());
    for out in ["/proc/out.jsonl", "/no/such/out.jsonl", "/dev/full/out.jsonl"] {
        let ended = process::run(folder, &words(&format!("{} --out {out}", wanted.request)), None, Trouble::None);
        check(&ended, LONG, record);
        assert_eq!(ended.status, Some(1), "{}", ended.told());
    }
}
