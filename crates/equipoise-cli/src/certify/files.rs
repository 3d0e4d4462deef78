//! The files of a certificate.

use crate::failure::Failure;
use crate::files;
use equipoise::puzzles::Puzzle;
use equipoise::studio::{Certificate, Manifest};
use std::fs;
use std::path::{Path, PathBuf};

/// The endings of the names of a formula, a proof and a manifest.
const FORMULA: &str = "opb";
const PROOF: &str = "pbp";
const MANIFEST: &str = "manifest";

/// What is written for one puzzle.
#[derive(Debug)]
pub(crate) struct Files {
    pub(crate) formula: String,
    pub(crate) proof: String,
    pub(crate) manifest: Manifest,
}

/// A file of the certificate of this name.
fn path(directory: &Path, name: &str, ending: &str) -> PathBuf {
    directory.join(format!("{name}.{ending}"))
}

impl Files {
    pub(crate) fn of(certificate: &Certificate, puzzle: &dyn Puzzle) -> Files {
        let manifest = certificate.manifest(puzzle);
        Files { formula: certificate.claim.formula.clone(), proof: certificate.proof.clone(), manifest }
    }

    /// Writes them, the manifest last: if it exists, so do the others. A file that already has
    /// exactly these bytes may stay.
    pub(crate) fn write(&self, directory: &Path, name: &str, force: bool) -> Result<(), Failure> {
        let manifest = self.manifest.to_text();
        for (ending, text) in [(FORMULA, &self.formula), (PROOF, &self.proof), (MANIFEST, &manifest)] {
            let path = path(directory, name, ending);
            if !fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
                files::write(&path, force, text)?;
            }
        }
        Ok(())
    }
}

/// A certificate as it was found.
#[derive(Debug)]
pub(super) struct Found {
    /// Where the formula and the proof are.
    pub(super) paths: [PathBuf; 2],
    pub(super) formula: Vec<u8>,
    pub(super) proof: Vec<u8>,
    pub(super) manifest: Manifest,
}

/// Reads the certificate of this name.
pub(super) fn read(directory: &Path, name: &str) -> Result<Found, Failure> {
    let [formula, proof, manifest] = [FORMULA, PROOF, MANIFEST].map(|ending| path(directory, name, ending));
    let bytes = |path: &Path| fs::read(path).map_err(|error| Failure::file(path, &error));
    let text = String::from_utf8_lossy(&bytes(&manifest)?).into_owned();
    Ok(Found {
        formula: bytes(&formula)?,
        proof: bytes(&proof)?,
        manifest: Manifest::read(&text).map_err(|problem| Failure::refused(problem).at(&manifest))?,
        paths: [formula, proof],
    })
}
