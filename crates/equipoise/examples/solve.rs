//! Opens a puzzle, by name or path, and prints its solution.

use equipoise::Error;

fn main() -> Result<(), Error> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "weight/seed-5".to_owned());
    let puzzle = equipoise::open(&name)?;
    println!("{puzzle}\n");
    match puzzle.solve() {
        Ok(solution) => println!("one solution:\n{solution}"),
        Err(Error::NoSolution) => println!("no solution"),
        Err(Error::Several(two)) => println!("several solutions, such as\n{}\nand\n{}", two[0], two[1]),
        Err(error) => return Err(error),
    }
    Ok(())
}
