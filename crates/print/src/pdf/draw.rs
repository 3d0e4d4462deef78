//! Items of a page, drawn on a PDF surface.

use crate::font::Face;
use crate::look::start;
use crate::page::Item;
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::paint::{Fill, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use scene::picture::{Paint, Picture, Primitive, Style};

/// What draws: the fonts, in the order of [`Face::ALL`].
pub(super) struct Pen {
    pub(super) fonts: [Font; 3],
}

/// How far the control points of a quarter circle are from its ends, as a share
/// of the radius.
const ARC: f64 = 0.552_284_75;

impl Pen {
    pub(super) fn draw(&self, item: &Item, surface: &mut Surface<'_>) {
        match item {
            Item::Text { at, size, face, text } => {
                surface.set_fill(Some(Fill::default()));
                surface.set_stroke(None);
                self.write(*face, *at, *size, text, false, surface);
            }
            Item::Picture { at: (x, y), scale, picture } => {
                let scale = *scale as f32;
                surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, *x as f32, *y as f32));
                self.picture(picture, surface);
                surface.pop();
            }
        }
    }

    fn picture(&self, picture: &Picture, surface: &mut Surface<'_>) {
        for group in &picture.groups {
            for (part, primitive) in &group.items {
                self.primitive(primitive, &picture.sheet.style(&group.roles, *part), surface);
            }
        }
    }

    fn primitive(&self, primitive: &Primitive, style: &Style, surface: &mut Surface<'_>) {
        let (fill, stroke) = (fill(style), stroke(style));
        let path = match primitive {
            Primitive::Text { at, anchor, size, upward, text } => {
                let face = if style.bold { Face::Bold } else { Face::Plain };
                let start = start(*anchor, face.width(*size, text));
                let turn = if *upward { -90.0 } else { 0.0 };
                surface.push_transform(&Transform::from_translate(at.0 as f32, at.1 as f32));
                surface.push_transform(&Transform::from_rotate(turn));
                if style.halo {
                    // Drawn as shapes: as text it would be read and copied twice.
                    surface.set_fill(None);
                    surface.set_stroke(stroke);
                    self.write(face, (start, 0.0), *size, text, true, surface);
                }
                surface.set_fill(fill);
                surface.set_stroke(None);
                self.write(face, (start, 0.0), *size, text, false, surface);
                surface.pop();
                surface.pop();
                return;
            }
            Primitive::Path { points, closed } => polygon(points, *closed),
            Primitive::Rect { at, width, height, radius } => rounded(*at, *width, *height, *radius),
            Primitive::Circle { centre: (x, y), radius } => {
                rounded((x - radius, y - radius), 2.0 * radius, 2.0 * radius, *radius)
            }
        };
        // A shape without area, or with nothing to paint, shows nothing.
        if let Some(path) = path.filter(|_| fill.is_some() || stroke.is_some()) {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&path);
        }
    }

    fn write(&self, face: Face, at: (f64, f64), size: f64, text: &str, outlined: bool, surface: &mut Surface<'_>) {
        let glyphs = face.glyphs(text).into_iter().map(|glyph| KrillaGlyph {
            glyph_id: GlyphId::new(glyph.id),
            text_range: glyph.text,
            x_advance: glyph.advance as f32,
            x_offset: glyph.offset.0 as f32,
            y_offset: glyph.offset.1 as f32,
            y_advance: 0.0,
            location: None,
        });
        let glyphs: Vec<KrillaGlyph> = glyphs.collect();
        let start = Point::from_xy(at.0 as f32, at.1 as f32);
        surface.draw_glyphs(start, &glyphs, self.fonts[face as usize].clone(), text, size as f32, outlined);
    }
}

fn colour(paint: Option<Paint>) -> Option<krilla::paint::Paint> {
    let Some(Paint::Colour { light, .. }) = paint else { return None };
    let [_, red, green, blue] = light.to_be_bytes();
    let grey = red == green && green == blue;
    Some(if grey { luma::Color::new(red).into() } else { rgb::Color::new(red, green, blue).into() })
}

fn fill(style: &Style) -> Option<Fill> {
    Some(Fill { paint: colour(style.fill)?, ..Fill::default() })
}

fn stroke(style: &Style) -> Option<Stroke> {
    let dash = style.dash.map(|[dash, gap]| StrokeDash { array: vec![dash as f32, gap as f32], offset: 0.0 });
    let width = style.width.unwrap_or(1.0) as f32;
    Some(Stroke { paint: colour(style.stroke)?, width, dash, ..Stroke::default() })
}

fn polygon(points: &[(f64, f64)], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (i, (x, y)) in points.iter().enumerate() {
        let (x, y) = (*x as f32, *y as f32);
        if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// A rectangle with round corners, or a circle.
fn rounded((left, top): (f64, f64), wide: f64, high: f64, radius: f64) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let radius = radius.min(wide / 2.0).min(high / 2.0);
    let (right, bottom) = (left + wide, top + high);
    if radius <= 0.0 {
        let rect = Rect::from_ltrb(left as f32, top as f32, right as f32, bottom as f32)?;
        builder.push_rect(rect);
        return builder.finish();
    }
    let away = radius * (1.0 - ARC);
    // The corner, the directions to it and from it, and where the arc ends.
    let corners = [
        ((right - radius, top), (right - away, top), (right, top + away), (right, top + radius)),
        ((right, bottom - radius), (right, bottom - away), (right - away, bottom), (right - radius, bottom)),
        ((left + radius, bottom), (left + away, bottom), (left, bottom - away), (left, bottom - radius)),
        ((left, top + radius), (left, top + away), (left + away, top), (left + radius, top)),
    ];
    builder.move_to((left + radius) as f32, top as f32);
    for (start, one, other, end) in corners {
        builder.line_to(start.0 as f32, start.1 as f32);
        builder.cubic_to(one.0 as f32, one.1 as f32, other.0 as f32, other.1 as f32, end.0 as f32, end.1 as f32);
    }
    builder.close();
    builder.finish()
}
