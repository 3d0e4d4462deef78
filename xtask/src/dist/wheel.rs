//! The package for Python: one wheel for all versions from 3.10.

use super::{Dist, build_dir, empty, names};
use crate::python::{folder, module_of_tools};
use crate::shell::{program, run as run_command};
use std::path::{Path, PathBuf};

/// Builds it.
pub(super) fn make(dist: &Dist) -> Result<(), String> {
    let mut maturin = module_of_tools("maturin")?;
    maturin.args(["build", "--locked", "--profile", "wheel", "--strip", "--manifest-path"]);
    maturin.arg(folder().join("Cargo.toml")).arg("--target-dir").arg(build_dir()).arg("--out").arg(&dist.out);
    // Archives note the time otherwise.
    maturin.env("SOURCE_DATE_EPOCH", &dist.time);
    run_command(maturin)
}

/// The wheel that was built.
fn file(dist: &Dist) -> Result<PathBuf, String> {
    let all = names(&dist.out)?;
    let wheels: Vec<&String> = all.iter().filter(|name| name.ends_with(".whl")).collect();
    match wheels.as_slice() {
        [wheel] if wheel.contains("-cp310-abi3-") => Ok(dist.out.join(wheel)),
        _ => Err(format!("expected one wheel for every Python from 3.10, found {wheels:?}")),
    }
}

/// What is tried: every part of the package, and types as users see them.
const TRIED: &str = "\
import equipoise, pickle, sys
for kind in equipoise.kinds():
    puzzle = kind.example()
    assert puzzle.solve() == pickle.loads(pickle.dumps(puzzle)).solve()
    assert equipoise.score(puzzle, puzzle.solve().to_text()).solved
    assert '<svg' in puzzle.explain()._repr_html_()
assert equipoise.print_book([puzzle]).startswith(b'%PDF')
assert len(list(equipoise.dataset('aztec', 5, seed=1, sizes={'aztec': 3}))) == 5
assert not {'numpy', 'pandas', 'pyarrow'} & set(sys.modules)
print('the wheel works')
";

/// It is installed into an environment in which there is nothing else, without a network, and tried there.
pub(super) fn check(dist: &Dist, place: &Path) -> Result<(), String> {
    empty(place)?;
    let mut make = program("python3", "-m venv");
    make.arg(place);
    run_command(make)?;
    let python = place.join("bin/python").to_string_lossy().into_owned();
    let mut install = program(&python, "-m pip install --quiet --disable-pip-version-check --no-index");
    install.arg(file(dist)?);
    run_command(install)?;
    // Isolated: neither the folder nor the environment has anything for it.
    let mut tried = program(&python, "-I -c");
    tried.arg(TRIED).current_dir(place);
    run_command(tried)
}
