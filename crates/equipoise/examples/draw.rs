//! Writes a puzzle and its solution as SVG, and in the formats of files.

fn main() -> Result<(), equipoise::Error> {
    let puzzle = equipoise::open("aztec/seed-3a")?;
    for svg in [puzzle.draw().svg(), puzzle.solve()?.draw().svg()] {
        println!("{}...", &svg[..4]);
    }
    println!("{}", puzzle.draw().ascii()?);
    println!("{}\n{}", puzzle.to_json(), puzzle.to_text());
    Ok(())
}
