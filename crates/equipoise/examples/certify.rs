//! Writes a proof that a puzzle has one solution, for VeriPB.

fn main() -> Result<(), equipoise::Error> {
    let certificate = equipoise::open("aztec/seed-3a")?.certify()?;
    println!("{}: {}", certificate.verdict.name(), certificate.claim.conclusion);
    println!("the formula has {} lines", certificate.claim.formula.lines().count());
    println!("the proof ends in `{}`", certificate.proof.lines().last().unwrap_or_default());
    Ok(())
}
