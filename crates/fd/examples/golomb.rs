//! The shortest Golomb ruler with so many marks: no two pairs of marks are as
//! far apart as each other.
//!
//!     cargo run --release -p equipoise-fd --features clock --example golomb -- 10

use fd::constraints::{AllDifferent, Strength};
use fd::{Labelling, Limits, Model, ModelError, Search, Space, Var, WallClock};

/// The marks of a ruler, the first at 0.
fn ruler(marks: usize) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let longest = (marks * marks) as i32;
    let mark = model.vars(marks, 0..=longest)?;
    model.post(mark[0].is(0))?;
    let mut distances = Vec::new();
    for i in 0..marks {
        for j in i + 1..marks {
            // Between these marks lie others, and all their distances differ.
            let parts = (j - i) as i32;
            let distance = if i == 0 { mark[j] } else { model.var(1..=longest)? };
            model.post(distance.at_least(parts * (parts + 1) / 2))?;
            if i > 0 {
                model.post((mark[j] - mark[i]).equals(distance))?;
            }
            distances.push(distance);
        }
    }
    model.post(AllDifferent::new(&distances).strength(Strength::Bounds))?;
    // Of a ruler and its mirror image, the one that begins with the shorter step.
    if let [first, .., last] = distances[..] {
        model.post((first - last).at_most(-1))?;
    }
    Ok((model, mark))
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let marks = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(8);
    let (model, mark) = ruler(marks)?;
    let Some(&length) = mark.last() else { return Err("a ruler needs a mark".into()) };
    let clock = WallClock::start();
    let mut space = Space::new(&model);
    let labelling = Labelling::default().over(&mark);
    let mut search = Search::new(&mut space, labelling, Limits::none().clock(&clock)).minimising(length);
    while let Some(ruler) = search.next_solution()? {
        let marks: Vec<String> = mark.iter().map(|&x| ruler[x].to_string()).collect();
        println!("{}: {}", ruler[length], marks.join(" "));
    }
    println!("no shorter one: {}", search.statistics());
    Ok(())
}
