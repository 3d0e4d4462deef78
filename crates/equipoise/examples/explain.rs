//! Tells how a person could solve a puzzle, and how hard that is.

fn main() -> Result<(), equipoise::Error> {
    let explanation = equipoise::open("aztec/seed-3a")?.explain()?;
    print!("{explanation}");
    println!("The first step:\n{}", explanation.draw(1));
    Ok(())
}
