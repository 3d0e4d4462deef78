//! Drawings in the style of the five puzzles: prints them as text, and writes
//! them as SVG into the directory given as argument.

#[path = "gallery/boards.rs"]
mod boards;

use std::error::Error;
use std::path::PathBuf;

use scene::{SvgRenderer, TextRenderer};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args_os().nth(1).map(PathBuf::from);
    for (name, scene) in boards::all() {
        println!("{}\n\n{}", scene.title(), TextRenderer::new().render(&scene)?);
        for overlap in scene.overlaps()? {
            eprintln!("{name}: {:?} and {:?} overlap", scene.marks()[overlap.first], scene.marks()[overlap.second]);
        }
        if let Some(directory) = &directory {
            std::fs::write(directory.join(format!("{name}.svg")), SvgRenderer::new().render(&scene))?;
        }
    }
    Ok(())
}
