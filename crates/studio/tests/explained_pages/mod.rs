//! The pages of `docs/explained`: ten puzzles of each kind, and the way to the solution of
//! each. `cargo xtask explained` writes them, and a test compares them.

use fd::Limits;
use puzzles::{Puzzle, Request, View, builtin};
use scene::{SvgRenderer, TextRenderer};
use std::collections::BTreeMap;
use std::fmt::Write;
use studio::{Explanation, Grade, Level, Outcome, Position, Workshop};

/// Where the puzzles come from.
#[derive(Debug, Clone, Copy)]
enum Source {
    BuiltIn(&'static str),
    /// A size and a seed.
    Made(usize, u64),
}

use Source::{BuiltIn, Made};

/// Small and large ones, easy and hard ones.
const PUZZLES: [(&str, [Source; 10]); 5] = [
    (
        "weight",
        [
            BuiltIn("weight/seed-5"),
            BuiltIn("weight/seed-6"),
            BuiltIn("weight/seed-8"),
            Made(9, 1),
            Made(10, 2),
            Made(11, 3),
            Made(12, 4),
            Made(15, 5),
            BuiltIn("weight/seed-17"),
            BuiltIn("weight/seed-20"),
        ],
    ),
    (
        "gap",
        [
            BuiltIn("gap/seed-1"),
            BuiltIn("gap/seed-2"),
            Made(9, 9),
            Made(9, 4),
            Made(9, 8),
            Made(9, 6),
            Made(10, 3),
            Made(10, 5),
            Made(12, 4),
            Made(13, 2),
        ],
    ),
    (
        "aztec",
        [
            BuiltIn("aztec/seed-3a"),
            BuiltIn("aztec/seed-3b"),
            Made(4, 1),
            Made(4, 2),
            Made(5, 1),
            Made(5, 2),
            BuiltIn("aztec/seed-6a"),
            BuiltIn("aztec/seed-6b"),
            Made(7, 4),
            Made(7, 5),
        ],
    ),
    (
        "trid",
        [
            BuiltIn("trid/seed-5"),
            Made(5, 7),
            Made(5, 5),
            Made(5, 6),
            Made(5, 1),
            Made(5, 2),
            Made(5, 4),
            Made(6, 1),
            Made(6, 7),
            Made(7, 1),
        ],
    ),
    (
        "multibalance",
        [
            BuiltIn("multibalance/seed-1"),
            Made(6, 1),
            Made(6, 2),
            Made(6, 3),
            Made(7, 1),
            Made(8, 1),
            Made(8, 2),
            Made(9, 1),
            Made(9, 2),
            Made(10, 4),
        ],
    ),
];

/// All files, by name.
pub(crate) fn pages() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut index = INTRODUCTION.to_owned();
    for (kind, sources) in PUZZLES {
        for (source, number) in sources.into_iter().zip(1..) {
            let page = Page::new(kind, source, format!("{kind}-{number}"));
            page.list(&mut index);
            page.write(&mut files);
        }
    }
    files.insert("README.md".to_owned(), index);
    files
}

const INTRODUCTION: &str = "\
# Fifty puzzles explained

`cargo xtask explained` writes these pages; a test compares them. Ten puzzles of each kind, from the papers or
made by `equipoise generate`, with every step on the way to the solution. How the steps are found and what the
scores mean: [grading.md](../grading.md).

| puzzle | size | band | steps | words | hardest step |
| --- | --- | --- | ---: | ---: | ---: |
";

struct Page {
    /// Its name, without an ending.
    name: String,
    /// Which puzzle it is, in words.
    which: String,
    puzzle: Box<dyn Puzzle>,
    explanation: Explanation,
    texts: Vec<String>,
}

impl Page {
    fn new(kind: &str, source: Source, name: String) -> Page {
        let (puzzle, which) = match source {
            BuiltIn(name) => (builtin(name).expect("it is built in").puzzle, format!("`{name}`, from its paper")),
            Made(size, seed) => {
                let kind = puzzles::kind(kind).expect("it is a kind");
                let mut workshop = Workshop::new(kind, Request::of_size(size)).expect("there are such puzzles");
                let made = workshop.make(seed, 0, Limits::none()).expect("one is found");
                (made.puzzle, format!("`equipoise generate {} --size {size} --seed {seed}`", kind.name))
            }
        };
        let explanation = studio::explain(&*puzzle, Limits::none()).expect("it is small");
        assert!(matches!(explanation.outcome, Outcome::Solved(_)), "{which}: {:?}", explanation.outcome);
        let texts = explanation.steps.iter().map(|step| explanation.context.text(step)).collect();
        Page { name, which, puzzle, explanation, texts }
    }

    fn title(&self) -> String {
        format!("{}, {}", self.puzzle.kind().title, self.puzzle.size_in_words())
    }

    fn list(&self, index: &mut String) {
        let Grade { difficulty: band, hardest, .. } = self.explanation.grade();
        let words: usize = self.texts.iter().map(|text| text.split_whitespace().count()).sum();
        let (name, steps) = (&self.name, self.texts.len());
        let (kind, size) = (self.puzzle.kind().title, self.puzzle.size_in_words());
        let _ = writeln!(index, "| [{kind}]({name}.md) | {size} | {} | {steps} | {words} | {hardest} |", band.name());
    }

    /// The text, and two drawings: the puzzle, and the hardest step.
    fn write(&self, files: &mut BTreeMap<String, String>) {
        let Page { name, which, puzzle, explanation, texts } = self;
        let start = puzzle.draw(&View::of(&explanation.start).labels());
        files.insert(format!("{name}.svg"), SvgRenderer::new().render(&start));
        let mut text = format!("# {}\n\n![The puzzle]({name}.svg)\n\n", self.title());
        let _ = writeln!(text, "({which}; {})\n", explanation.summary().trim_end_matches('.'));
        let hardest = explanation.steps.iter().map(|step| step.cost).max();
        let hardest = explanation.steps.iter().position(|step| Some(step.cost) == hardest);
        for (i, (says, step)) in texts.iter().zip(&explanation.steps).enumerate() {
            let level = if step.level == Level::Single { String::new() } else { format!("*{}:* ", step.level.name()) };
            let _ = writeln!(text, "{}. {level}{says}", i + 1);
            if Some(i) == hardest {
                files.insert(format!("{name}-hardest.svg"), self.hardest(i));
                let _ = writeln!(text, "\n   ![Step {}]({name}-hardest.svg)\n", i + 1);
            }
        }
        if let Outcome::Solved(board) = &explanation.outcome {
            let drawing = TextRenderer::new().render(&puzzle.draw(&View::of(board))).expect("it is small");
            let _ = write!(text, "\n```text\n{drawing}```\n");
        }
        files.insert(format!("{name}.md"), text);
    }

    /// The drawing of a step, with the candidates that are left.
    fn hardest(&self, i: usize) -> String {
        let Explanation { context, steps, .. } = &self.explanation;
        let Position { board, notes } = self.explanation.position_after(i + 1);
        let scene = context.draw(&*self.puzzle, &View::of(&board).labels().notes(&notes), &steps[i]);
        SvgRenderer::new().render(&scene)
    }
}
