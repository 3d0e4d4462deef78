//! Numbers for people.

/// A count with thousands separators, such as `12,027,966`.
pub fn with_separators(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in seconds for people: two or three figures in the unit that suits it.
pub fn spoken_seconds(seconds: f64) -> String {
    match seconds {
        ..1e-4 => format!("{:.0} µs", seconds * 1e6),
        1e-4..1e-3 => format!("{:.2} ms", seconds * 1e3),
        1e-3..1e-2 => format!("{:.1} ms", seconds * 1e3),
        1e-2..1.0 => format!("{:.0} ms", seconds * 1e3),
        1.0..10.0 => format!("{seconds:.2} s"),
        10.0..100.0 => format!("{seconds:.1} s"),
        _ => format!("{seconds:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1000, 12_027_966].map(with_separators), ["0", "999", "1,000", "12,027,966"]);
        let spoken = [0.000_012, 0.000_34, 0.0056, 0.078, 1.234, 56.78, 391.24].map(spoken_seconds);
        assert_eq!(spoken, ["12 µs", "0.34 ms", "5.6 ms", "78 ms", "1.23 s", "56.8 s", "391 s"]);
    }
}
