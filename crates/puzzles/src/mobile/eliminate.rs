//! Equations that balance, worked out until each shape is told by one other.

/// An equation in which shapes balance, and how it follows from those of the bars.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// How many times each shape: all together make 0.
    pub(super) shapes: Vec<i64>,
    /// How many times the equation of each bar.
    by: Vec<i64>,
}

impl Row {
    pub(super) fn says_something(&self) -> bool {
        self.shapes.iter().any(|&factor| factor != 0)
    }

    /// The bars that it follows from.
    pub(super) fn bars(&self) -> Vec<usize> {
        (0..self.by.len()).filter(|&bar| self.by[bar] != 0).collect()
    }

    /// The shapes that it is about.
    pub(super) fn about(&self) -> Vec<usize> {
        (0..self.shapes.len()).filter(|&shape| self.shapes[shape] != 0).collect()
    }

    /// So many times this one, less so many times another, without common divisors; `None` for too large numbers.
    fn less(&self, times: i64, other: &Row, others: i64) -> Option<Row> {
        let combined = |own: &[i64], other: &[i64]| -> Option<Vec<i64>> {
            let pairs = own.iter().zip(other);
            pairs.map(|(own, other)| own.checked_mul(times)?.checked_sub(other.checked_mul(others)?)).collect()
        };
        let row = Row { shapes: combined(&self.shapes, &other.shapes)?, by: combined(&self.by, &other.by)? };
        let divisor = row.shapes.iter().chain(&row.by).fold(0, |divisor, &factor| gcd(divisor, factor)).max(1);
        let divided = |factors: Vec<i64>| factors.into_iter().map(|factor| factor / divisor).collect();
        Some(Row { shapes: divided(row.shapes), by: divided(row.by) })
    }
}

/// The equations with each shape but the last one in at most one of them, as far as that goes (Gauss and Jordan);
/// `None` where the numbers become too large.
pub(super) fn eliminated(equations: &[Vec<i32>], last: usize) -> Option<Vec<Row>> {
    let row = |(bar, factors): (usize, &Vec<i32>)| Row {
        shapes: factors.iter().copied().map(i64::from).collect(),
        by: (0..equations.len()).map(|other| i64::from(other == bar)).collect(),
    };
    let mut rows: Vec<Row> = equations.iter().enumerate().map(row).collect();
    let mut done = 0;
    let shapes = equations.first().map_or(0, Vec::len);
    for shape in (0..shapes).filter(|&shape| shape != last) {
        let Some(found) = (done..rows.len()).find(|&row| rows[row].shapes[shape] != 0) else { continue };
        rows.swap(done, found);
        for other in (0..rows.len()).filter(|&other| other != done) {
            let (own, here) = (rows[done].shapes[shape], rows[other].shapes[shape]);
            if here != 0 {
                rows[other] = rows[other].less(own, &rows[done], here)?;
            }
        }
        done += 1;
    }
    Some(rows)
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
