//! Makes three puzzles and prints each with its grade.

fn main() -> Result<(), equipoise::Error> {
    for puzzle in equipoise::generate("trid").size(5).seed(1).into_iter().take(3) {
        let puzzle = puzzle?;
        println!("{puzzle}\n{}\n", puzzle.grade()?.difficulty.name());
    }
    Ok(())
}
