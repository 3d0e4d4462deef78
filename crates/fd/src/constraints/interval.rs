//! Bounds as 64-bit numbers, for arithmetic that leaves the range of values.

/// The nearest `i32`: beyond ±2^30 no variable has values, so that as a bound
/// it says the same.
#[inline]
pub(super) fn saturated(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
