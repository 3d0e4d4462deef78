//! What has changed between two drawings, so that a page puts nothing else into place.

/// Something to do to the groups of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'d> {
    /// Puts this group in the place of the one with this number.
    Replace(usize, &'d str),
    /// Adds this group at the end.
    Add(&'d str),
    /// Takes away the group with this number.
    Remove(usize),
}

/// What makes the groups that are shown the others; none where it is quicker to draw all of them. Numbers are those of
/// the groups shown at first.
pub fn few_changes<'d>(shown: &[String], others: &'d [String]) -> Option<Vec<Change<'d>>> {
    let changes: Vec<Change<'d>> = changes(shown, others).collect();
    (3 * changes.len() < others.len()).then_some(changes)
}

fn changes<'d>(shown: &[String], others: &'d [String]) -> impl Iterator<Item = Change<'d>> {
    let pairs = shown.iter().zip(others).enumerate().filter(|(_, (before, now))| before != now);
    let replaced = pairs.map(|(number, (_, now))| Change::Replace(number, now));
    let added = others.iter().skip(shown.len()).map(|group| Change::Add(group));
    replaced.chain(added).chain((others.len()..shown.len()).map(Change::Remove))
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::View;
    use scene::picture::{Pieces, SvgRenderer};

    fn made(mut shown: Vec<String>, others: &[String]) -> (Vec<String>, usize) {
        let all: Vec<Change<'_>> = changes(&shown, others).collect();
        // The last first, so that the numbers stay as they are.
        for change in all.iter().rev() {
            match change {
                Change::Replace(number, group) => shown[*number] = (*group).to_owned(),
                Change::Remove(number) => drop(shown.remove(*number)),
                Change::Add(_) => {}
            }
        }
        shown.extend(all.iter().filter_map(|change| match change {
            Change::Add(group) => Some((*group).to_owned()),
            _ => None,
        }));
        (shown, all.len())
    }

    #[test]
    fn one_drawing_becomes_another() {
        let groups = |text: &str| -> Vec<String> { text.chars().map(String::from).collect() };
        for (shown, others, count) in
            [("", "", 0), ("abc", "abc", 0), ("abc", "axc", 1), ("abc", "ab", 1), ("ab", "xbcd", 3), ("abc", "", 3)]
        {
            assert_eq!(made(groups(shown), &groups(others)), (groups(others), count), "{shown} {others}");
        }
    }

    /// A move changes the drawing near it alone: this is what makes moves quick.
    #[test]
    fn a_move_redraws_little() {
        let (mut few, mut all) = (0, 0);
        for name in puzzles::builtin_names() {
            let document = puzzles::builtin(&name).expect("it is built in");
            let (puzzle, Some(solution)) = (document.puzzle, document.solution) else { continue };
            let pieces = |board: &puzzles::Board| -> Pieces {
                let mut picture = puzzle.draw(&View::of(board).labels().tipping()).picture();
                picture.description.clear();
                SvgRenderer::for_page().pieces(&picture)
            };
            let mut board = puzzle.givens();
            let mut shown = pieces(&board);
            for place in (0..board.len()).filter(|&place| puzzle.givens().get(place).is_none()) {
                board.set(place, solution.get(place));
                let now = pieces(&board);
                assert_eq!(shown.head, now.head, "{name}");
                let (groups, count) = made(shown.groups, &now.groups);
                assert_eq!(groups, now.groups, "{name}");
                assert!(count <= 12, "{name}: {count} of {} groups", groups.len());
                few += usize::from(3 * count < groups.len());
                all += 1;
                shown = now;
            }
        }
        assert!(few * 10 > all * 9, "{few} of {all} moves");
    }
}
