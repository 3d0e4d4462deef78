//! What a person sees: the sessions in `tests/cmd` and in the README, written
//! as a terminal shows them. `TRYCMD=overwrite cargo test -p equipoise-cli sessions`
//! brings them up to date.

#[test]
fn sessions() {
    trycmd::TestCases::new().env("LC_ALL", "C.UTF-8").case("tests/cmd/*.trycmd").case("../../README.md");
}
