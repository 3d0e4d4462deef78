//! The style sheet of the SVG.

/// Rules for everything below the element, which `@` stands for. The colours
/// are those of Okabe and Ito ("Color Universal Design", 2008), chosen to be
/// told apart with any kind of colour vision; the causes' dashes, the effects'
/// heavy outline and the hatching of what is wrong say the same in grey.
const RULES: &str = "\
@text{font:15px Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums;text-anchor:middle;fill:#000}
@.start{text-anchor:start}
@.end{text-anchor:end}
@path,@circle{fill:#000}
@.paper{fill:#fff}
@rect{fill:#fff;stroke:#000;stroke-width:1.5}
@.line{fill:none;stroke:#000;stroke-width:1.5;stroke-linecap:round}
@.hidden{stroke:#777;stroke-dasharray:1 4}
@.thick{stroke-width:4}
@rect.thick{stroke-width:2.5}
@.fine{stroke-width:.75}
@.clue text{font-weight:bold}
@.clue rect{fill:#e6e6e6}
@.blank text{fill:#666}
@.label text{fill:#555;font-size:13px}
@.cause .ring,@.cause .line{stroke:#0072b2;stroke-width:3;stroke-dasharray:6 3;stroke-linecap:butt}
@.cause .ring{fill:#d6ecfa}
@.cause .line{stroke-dasharray:12 4}
@.cause .pivot{fill:#0072b2}
@.effect .ring,@.effect .line{stroke:#e69f00;stroke-width:4}
@.effect .ring{fill:#fff3d6}
@.effect .pivot{fill:#e69f00}
@.wrong .ring,@.wrong .line{stroke:#d55e00;stroke-width:3}
@.wrong .ring{fill:url(#ID-hatch)}
@.wrong .pivot{fill:#d55e00}
@.cause .line.thick,@.effect .line.thick,@.wrong .line.thick{stroke-width:5}
";

/// The style sheet for the element with this id, and the hatching it uses.
///
/// Every rule names the element, as the style sheets of all pictures on a page
/// hold for the whole page.
pub(super) fn sheet(id: &str) -> String {
    let rules = RULES.replace('@', &format!("#{id} ")).replace("#ID-", &format!("#{id}-"));
    format!(
        "<style>\n{rules}</style>\n<defs><pattern id=\"{id}-hatch\" width=\"6\" height=\"6\" \
         patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <path class=\"paper\" d=\"M0 0h6v6h-6z\"/>\
         <path d=\"M0 0h1.5v6h-1.5z\" style=\"fill:#f3b58c\"/></pattern></defs>\n"
    )
}
