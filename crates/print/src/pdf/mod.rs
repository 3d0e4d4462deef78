//! Pages as PDF: vector graphics, text with its fonts, and tags for screen
//! readers (PDF/UA-1).

mod draw;

use crate::Pages;
use crate::font::Face;
use crate::page::{Element, Page, Piece};
use draw::Pen;
use krilla::action::LinkAction;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Rect};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::tagging::{
    Artifact, ArtifactType, BBox, ContentTag, Identifier, ListNumbering, Node, SpanTag, Tag, TagGroup, TagTree,
};
use krilla::text::Font;
use krilla::{Document, SerializeSettings};
use std::num::NonZero;

/// Why a PDF could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the PDF cannot be written: {0}")]
pub struct PdfError(String);

const LANGUAGE: &str = "en";

impl Pages {
    /// The book as PDF. The library that writes it checks it against PDF/UA-1.
    ///
    /// # Errors
    /// When it breaks that standard, or a limit of the format.
    pub fn pdf(&self) -> Result<Vec<u8>, PdfError> {
        let configuration = ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1).finish();
        let configuration = configuration.map_err(|error| PdfError(format!("{error:?}")))?;
        let settings = SerializeSettings { configuration, ..SerializeSettings::default() };
        let mut document = Document::new_with(settings);
        let fonts = Face::ALL.map(|face| Font::new(face.bytes().into(), 0));
        let [Some(plain), Some(bold), Some(mono)] = fonts else {
            return Err(PdfError("a font is broken".to_owned()));
        };
        let pen = Pen { fonts: [plain, bold, mono] };
        let mut tree = Vec::new();
        for (number, page) in self.pages.iter().enumerate() {
            tree.extend(write_page(page, number, &pen, &mut document)?);
        }
        let mut outline = Outline::new();
        outline_of(&self.pages).into_iter().for_each(|node| outline.push_child(node));
        document.set_outline(outline);
        let mut tags = TagTree::new().with_lang(Some(LANGUAGE.to_owned()));
        join_lists(tree).into_iter().for_each(|group| tags.push(group));
        document.set_tag_tree(tags);
        let metadata = Metadata::new().title(self.title.clone()).language(LANGUAGE.to_owned());
        document.set_metadata(metadata.creator(format!("equipoise {}", env!("CARGO_PKG_VERSION"))));
        document.finish().map_err(|error| PdfError(format!("{error:?}")))
    }
}

/// Draws a page, and returns its tags in the order of reading.
fn write_page(page: &Page, number: usize, pen: &Pen, document: &mut Document) -> Result<Vec<TagGroup>, PdfError> {
    let settings = PageSettings::from_wh(page.width as f32, page.height as f32);
    let settings = settings.ok_or_else(|| PdfError("a page has no size".to_owned()))?;
    let mut sheet = document.start_page_with(settings);
    let mut surface = sheet.surface();
    let mut drawn: Vec<Vec<Identifier>> = Vec::new();
    for piece in &page.pieces {
        let tag = match &piece.element {
            Element::Folio => ContentTag::Artifact(Artifact::with_kind(ArtifactType::PageNumber)),
            Element::Figure(_) => ContentTag::Other,
            _ => ContentTag::Span(SpanTag::empty()),
        };
        // The label of an item is tagged apart from its text.
        let label = if piece.element == Element::ListItem { 1 } else { 0 };
        let (before, after) = piece.items.split_at(label.min(piece.items.len()));
        let mut identifiers = Vec::new();
        for items in [before, after].into_iter().filter(|items| !items.is_empty()) {
            identifiers.push(surface.start_tagged(tag));
            items.iter().for_each(|item| pen.draw(item, &mut surface));
            surface.end_tagged();
        }
        drawn.push(identifiers);
    }
    surface.finish();
    let mut groups = Vec::new();
    for (piece, identifiers) in page.pieces.iter().zip(drawn) {
        let annotation = match &piece.element {
            Element::Link(address) => {
                let action = Target::Action(LinkAction::new(address.clone()).into());
                rect(piece).map(|rect| {
                    let link = Annotation::new_link(LinkAnnotation::new(rect, action), Some(address.clone()));
                    sheet.add_tagged_annotation(link)
                })
            }
            _ => None,
        };
        groups.extend(group(piece, number, annotation.into_iter().chain(identifiers)));
    }
    sheet.finish();
    Ok(groups)
}

fn rect(piece: &Piece) -> Option<Rect> {
    let [left, top, right, bottom] = piece.bounds().map(|side| side as f32);
    Rect::from_ltrb(left, top, right, bottom)
}

/// The tag of a piece with what belongs to it.
fn group(piece: &Piece, page: usize, identifiers: impl Iterator<Item = Identifier>) -> Option<TagGroup> {
    let mut leaves = identifiers.map(Node::Leaf);
    let children: Vec<Node> = match &piece.element {
        Element::Folio => return None,
        Element::ListItem => {
            let label = TagGroup::with_children(Tag::Lbl, leaves.next().into_iter().collect());
            let body = TagGroup::with_children(Tag::LBody, leaves.collect());
            vec![Node::Group(label), Node::Group(body)]
        }
        Element::Verbatim => vec![Node::Group(TagGroup::with_children(Tag::Code, leaves.collect()))],
        _ => leaves.collect(),
    };
    Some(match &piece.element {
        Element::Heading(level, text) => {
            let level = NonZero::new(*level).unwrap_or(NonZero::<u16>::MIN);
            TagGroup::with_children(Tag::Hn(level, Some(text.clone())), children)
        }
        Element::Figure(alt) => {
            let bounds = rect(piece).map(|rect| BBox::new(page, rect));
            TagGroup::with_children(Tag::Figure(Some(alt.clone())).with_bbox(bounds), children)
        }
        Element::ListItem => TagGroup::with_children(Tag::LI, children),
        Element::Link(_) => TagGroup::with_children(Tag::Link, children),
        _ => TagGroup::with_children(Tag::P, children),
    })
}

/// Items that follow one another become a list.
fn join_lists(groups: Vec<TagGroup>) -> Vec<TagGroup> {
    let is_item = |group: &TagGroup| matches!(group.tag, krilla::tagging::TagKind::LI(_));
    let mut joined: Vec<TagGroup> = Vec::new();
    let mut in_list = false;
    for group in groups {
        match joined.last_mut() {
            Some(list) if in_list && is_item(&group) => list.push(group),
            _ if is_item(&group) => {
                joined.push(TagGroup::with_children(Tag::L(ListNumbering::None), vec![Node::Group(group)]));
                in_list = true;
            }
            _ => {
                joined.push(group);
                in_list = false;
            }
        }
    }
    joined
}

/// The outline: headings of the second level below those of the first.
fn outline_of(pages: &[Page]) -> Vec<OutlineNode> {
    let mut nodes: Vec<OutlineNode> = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        for piece in &page.pieces {
            let Element::Heading(level, text) = &piece.element else { continue };
            let [left, top, ..] = piece.bounds();
            let at = Point::from_xy(left as f32, top as f32);
            let node = OutlineNode::new(text.clone(), XyzDestination::new(number, at));
            match nodes.last_mut() {
                Some(last) if *level > 1 => last.push_child(node),
                _ => nodes.push(node),
            }
        }
    }
    nodes
}
