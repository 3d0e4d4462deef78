//! FlatZinc: whatever is read is answered or stopped by its limit.
#![no_main]

use fd::Limits;
use fzn::{Options, Problem};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(problem) = Problem::read(text) else { return };
    for free in [false, true] {
        let options = Options { free, statistics: true, ..Options::default() };
        problem.solve(&options, Limits::none().nodes(200).work(20_000), &mut Vec::new()).expect("memory can be written to");
    }
});
