//! The time, for limits and statistics.

use crate::interrupt::Interrupt;
use equipoise::fd::{Clock, Limits};
use std::time::{Duration, Instant};

/// Time since its creation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }
}

impl Clock for Stopwatch {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// CPU time of this thread, so that other work on the machine does not count: what the
/// lab and certificates measure, beside counts, which are the same everywhere.
/// Wall-clock time where the system does not report it.
#[cfg(unix)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct CpuClock;
#[cfg(not(unix))]
pub(crate) type CpuClock = Stopwatch;

#[cfg(unix)]
impl CpuClock {
    pub(crate) fn start() -> CpuClock {
        CpuClock
    }
}

#[cfg(unix)]
impl Clock for CpuClock {
    fn now(&self) -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        Duration::from_secs(seconds) + Duration::from_nanos(u64::try_from(time.tv_nsec).unwrap_or(0))
    }
}

/// A time for people.
pub(crate) fn spoken(time: Duration) -> String {
    equipoise::studio::spoken_seconds(time.as_secs_f64())
}

/// What the searches for one puzzle may use: the time that was asked for, and
/// nothing more once the run is interrupted.
pub(crate) fn limits<'a>(time: Option<Duration>, clock: &'a Stopwatch, interrupt: &'a Interrupt) -> Limits<'a> {
    let limits = Limits::none().clock(clock).cancel(interrupt.flag());
    time.map_or(limits, |time| limits.time(time, clock))
}

/// Reads a time such as `10s`, `500ms`, `1.5m` or `2h`; a bare number is seconds.
pub(crate) fn read_duration(text: &str) -> Result<Duration, String> {
    let expected = "expected a time such as 10s, 500ms, 1.5m or 2h";
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = match unit.trim() {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected.to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| expected)?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| "that is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read() {
        assert_eq!(read_duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(read_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(read_duration("2"), Ok(Duration::from_secs(2)));
        for wrong in ["", "s", "10x", "-1s", "1.2.3s", "ten"] {
            assert!(read_duration(wrong).is_err(), "{wrong}");
        }
        assert!(read_duration("99999999999999999999h").is_err());
    }
}
