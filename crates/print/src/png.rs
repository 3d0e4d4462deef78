//! Pages as PNG, painted from their SVG. With the feature `png` only: painting takes some forty packages.

use crate::Pages;

/// Whether pages can be painted.
pub const HAS_PNG: bool = cfg!(feature = "png");

/// Why a page could not be painted.
#[derive(Debug, thiserror::Error)]
#[error("the page cannot be painted: {0}")]
pub struct PngError(String);

impl Pages {
    /// A page, from 0, as a PNG file with this many dots to an inch.
    ///
    /// # Errors
    /// When there is no such page, or not enough memory for it; always without [`HAS_PNG`].
    pub fn png(&self, number: usize, dpi: u32) -> Result<Vec<u8>, PngError> {
        let svg = self.svg(number).ok_or_else(|| PngError("there is no such page".to_owned()))?;
        paint(&svg, dpi).map_err(PngError)
    }
}

#[cfg(not(feature = "png"))]
fn paint(_: &str, _: u32) -> Result<Vec<u8>, String> {
    Err("this program was built without PNG".to_owned())
}

#[cfg(feature = "png")]
fn paint(svg: &str, dpi: u32) -> Result<Vec<u8>, String> {
    use crate::font::Face;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree, fontdb};
    use std::sync::{Arc, LazyLock};

    /// Our fonts and no others, so that pages look the same everywhere.
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        Face::ALL.iter().for_each(|face| fonts.load_font_data(face.bytes().to_vec()));
        Arc::new(fonts)
    });

    let options = Options { fontdb: Arc::clone(&FONTS), font_family: "Noto Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    // The reader of SVG has 96 pixels to an inch.
    let scale = dpi as f32 / 96.0;
    let size = tree.size().to_int_size().scale_by(scale);
    let size = size.ok_or("it is too large")?;
    // Four bytes for each dot, and as many again where it is encoded.
    let bytes = 8 * u64::from(size.width()) * u64::from(size.height());
    let is_room = usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    let pixmap = is_room.then(|| Pixmap::new(size.width(), size.height())).flatten();
    let mut pixmap = pixmap.ok_or("there is not enough memory for it")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| error.to_string())
}
