//! Random parts of boards: regions and cages, blocked cells, lines.

use crate::rulefile::layout::Layout;
use fd::Random;
use std::collections::VecDeque;

/// The part of each position; `None` where there is none.
pub(super) type Parts = Vec<Option<i32>>;

/// Whether some cells hang together.
pub(super) fn is_connected(layout: &Layout, cells: &[usize]) -> bool {
    let Some(&first) = cells.first() else { return false };
    let mut seen = vec![first];
    let mut next = VecDeque::from([first]);
    while let Some(cell) = next.pop_front() {
        for near in layout.beside(cell) {
            if cells.contains(&near) && !seen.contains(&near) {
                seen.push(near);
                next.push_back(near);
            }
        }
    }
    seen.len() == cells.len()
}

/// The cells of a part.
pub(super) fn members(parts: &Parts, part: Option<i32>) -> Vec<usize> {
    (0..parts.len()).filter(|&cell| parts[cell] == part).collect()
}

/// Connected parts of these sizes, over and over: stripes of the board, in which cells were
/// exchanged often. `None` where the board is not open.
pub(super) fn striped(layout: &Layout, sizes: &[usize], random: &mut Random) -> Option<Parts> {
    if layout.is_triangle || sizes.contains(&0) || !layout.blocked().is_empty() {
        return None;
    }
    let mut parts = vec![None; layout.positions()];
    let numbers = (1..).zip(sizes.iter().cycle()).flat_map(|(number, &size)| std::iter::repeat_n(number, size));
    for (at, number) in (0..layout.cells.len()).zip(numbers) {
        let (row, column) = (at / layout.columns, at % layout.columns);
        // Row by row, to and fro: each cell is beside the one before.
        let column = if row.is_multiple_of(2) { column } else { layout.columns - 1 - column };
        parts[row * layout.columns + column] = Some(number);
    }
    for _ in 0..6 * layout.cells.len() {
        exchange(layout, &mut parts, random);
    }
    Some(parts)
}

/// Parts of two sizes or three, up to `most`: a few cells move from one to another.
pub(super) fn uneven(layout: &Layout, most: usize, random: &mut Random) -> Option<Parts> {
    let mut parts = striped(layout, &[most, most.saturating_sub(1).max(1)], random)?;
    for _ in 0..layout.cells.len() / 3 {
        let Some(&cell) = random.pick(&layout.cells) else { break };
        let own = members(&parts, parts[cell]);
        let near = layout.beside(cell).into_iter().map(|near| parts[near]).filter(|part| *part != parts[cell]);
        let room: Vec<Option<i32>> = near.filter(|&part| members(&parts, part).len() < most).collect();
        let rest: Vec<usize> = own.into_iter().filter(|&other| other != cell).collect();
        if let Some(&part) = random.pick(&room)
            && rest.len() > 1
            && is_connected(layout, &rest)
        {
            parts[cell] = part;
        }
    }
    Some(parts)
}

/// Moves a cell to a part beside it, and another one back.
fn exchange(layout: &Layout, parts: &mut Parts, random: &mut Random) {
    let Some(&cell) = random.pick(&layout.cells) else { return };
    let own = parts[cell];
    let near: Vec<usize> = layout.beside(cell).into_iter().filter(|&near| parts[near] != own).collect();
    let Some(other) = random.pick(&near).map(|&near| parts[near]) else { return };
    parts[cell] = other;
    let mut back = members(parts, other);
    back.retain(|&other| other != cell && layout.beside(other).iter().any(|&near| parts[near] == own));
    random.shuffle(&mut back);
    for &other_cell in back.iter().take(4) {
        parts[other_cell] = own;
        if is_connected(layout, &members(parts, own)) && is_connected(layout, &members(parts, other)) {
            return;
        }
        parts[other_cell] = other;
    }
    parts[cell] = own;
}

/// Connected parts that grow cell by cell, of sizes up to `most`. A cell joins a part only if it
/// fits; one that is left alone joins a part beside it if it can.
pub(super) fn grown(
    layout: &Layout,
    most: usize,
    fits: &dyn Fn(&[usize], usize) -> bool,
    random: &mut Random,
) -> Parts {
    let mut parts: Parts = vec![None; layout.positions()];
    let mut order = layout.cells.clone();
    random.shuffle(&mut order);
    let mut found: Vec<Vec<usize>> = Vec::new();
    for cell in order {
        if parts[cell].is_some() {
            continue;
        }
        let size = 2 + random.below(most.saturating_sub(1) as u32) as usize;
        let number = i32::try_from(found.len() + 1).ok();
        let mut part = vec![cell];
        parts[cell] = number;
        while part.len() < size {
            let free = |&near: &usize| parts[near].is_none() && fits(&part, near);
            let mut near: Vec<usize> = part.iter().flat_map(|&cell| layout.beside(cell)).filter(free).collect();
            near.sort_unstable();
            let Some(&near) = random.pick(&near) else { break };
            parts[near] = number;
            part.push(near);
        }
        found.push(part);
    }
    for number in 0..found.len() {
        let &[alone] = &found[number][..] else { continue };
        let near = layout.beside(alone).into_iter().filter_map(|near| Some(parts[near]? as usize - 1));
        let near: Vec<usize> = near.filter(|&part| found[part].len() < most && fits(&found[part], alone)).collect();
        if let Some(&part) = random.pick(&near) {
            parts[alone] = parts[found[part][0]];
            found[part].push(alone);
            found[number].clear();
        }
    }
    parts
}

/// Connected parts that cover the board, each around some of these cells. `None` when the cells
/// could not be brought together.
pub(super) fn around(layout: &Layout, seeds: &[usize], count: usize, random: &mut Random) -> Option<Parts> {
    if count == 0 || seeds.is_empty() || !seeds.len().is_multiple_of(count) {
        return None;
    }
    let mut parts: Parts = vec![None; layout.positions()];
    for (number, &seed) in (1..).zip(seeds) {
        parts[seed] = Some(number);
    }
    // Cells join at random, so some parts stay small.
    let mut edge: Vec<usize> = layout.cells.iter().copied().filter(|&cell| parts[cell].is_none()).collect();
    while !edge.is_empty() {
        let at = random.below(edge.len() as u32) as usize;
        let near: Vec<Option<i32>> =
            layout.beside(edge[at]).into_iter().map(|near| parts[near]).filter(Option::is_some).collect();
        match random.pick(&near) {
            Some(&part) => {
                parts[edge[at]] = part;
                edge.swap_remove(at);
            }
            // Cells that nothing can reach would go round for ever.
            None if edge.iter().all(|&cell| layout.beside(cell).iter().all(|&near| parts[near].is_none())) => {
                return None;
            }
            None => {}
        }
    }
    merged(layout, parts, seeds.len() / count, random)
}

/// Joins parts beside one another, always so many to one.
fn merged(layout: &Layout, parts: Parts, many: usize, random: &mut Random) -> Option<Parts> {
    let count = usize::try_from(parts.iter().flatten().max().copied()?).ok()?;
    'again: for _ in 0..50 {
        let mut into: Vec<Option<i32>> = vec![None; count + 1];
        let beside = |part: i32, into: &[Option<i32>]| {
            let cells = (0..parts.len()).filter(|&cell| parts[cell] == Some(part));
            let near = cells.flat_map(|cell| layout.beside(cell)).filter_map(|near| parts[near]);
            let mut near: Vec<i32> = near.filter(|&near| into[near as usize].is_none()).collect();
            near.sort_unstable();
            near.dedup();
            near
        };
        let mut number = 0;
        while into[1..].contains(&None) {
            // The one with the fewest free parts beside it first: it may be left alone otherwise.
            let mut free: Vec<i32> = (1..=count as i32).filter(|&part| into[part as usize].is_none()).collect();
            random.shuffle(&mut free);
            let Some(&first) = free.iter().min_by_key(|&&part| beside(part, &into).len()) else { break };
            number += 1;
            let mut own = vec![first];
            into[first as usize] = Some(number);
            while own.len() < many {
                let near: Vec<i32> = own.iter().flat_map(|&part| beside(part, &into)).collect();
                let Some(&next) = random.pick(&near) else { continue 'again };
                into[next as usize] = Some(number);
                own.push(next);
            }
        }
        return Some(parts.iter().map(|part| into[(*part)? as usize]).collect());
    }
    None
}

/// Blocked cells that lie alike when the board is turned by half. What is left is connected, and
/// no stretch of open cells is longer than `longest`, or as short as one cell: of `both` the stretches
/// of a cell, or of one of them.
pub(super) fn blocked(layout: &Layout, longest: usize, both: bool, random: &mut Random) -> Option<Vec<bool>> {
    let (rows, columns) = (layout.rows, layout.columns);
    let positions = layout.positions();
    let mut blocked = vec![false; positions];
    let wanted = positions * (18 + random.below(10) as usize) / 100;
    let mut order: Vec<usize> = (0..positions).collect();
    for _ in 0..3 {
        random.shuffle(&mut order);
        for &cell in &order {
            let count = blocked.iter().filter(|blocked| **blocked).count();
            let long = lengths(&blocked, cell, columns, rows).into_iter().max().unwrap_or(0);
            if blocked[cell] || (count >= wanted && long <= longest) {
                continue;
            }
            let partner = positions - 1 - cell;
            (blocked[cell], blocked[partner]) = (true, true);
            if !is_playable(layout, &blocked, both) {
                (blocked[cell], blocked[partner]) = (false, false);
            }
        }
    }
    let open = (0..positions).filter(|&cell| !blocked[cell]);
    let short = open.flat_map(|cell| lengths(&blocked, cell, columns, rows)).all(|length| length <= longest);
    short.then_some(blocked)
}

/// How long the stretches of open cells through a cell are: across and down.
fn lengths(blocked: &[bool], cell: usize, columns: usize, rows: usize) -> [usize; 2] {
    let (row, column) = (cell / columns, cell % columns);
    let open = |row: usize, column: usize| !blocked[row * columns + column];
    let left = (0..column).rev().take_while(|&column| open(row, column)).count();
    let right = (column..columns).take_while(|&column| open(row, column)).count();
    let up = (0..row).rev().take_while(|&row| open(row, column)).count();
    let down = (row..rows).take_while(|&row| open(row, column)).count();
    [left + right, up + down]
}

fn is_playable(layout: &Layout, blocked: &[bool], both: bool) -> bool {
    let open: Vec<usize> = (0..blocked.len()).filter(|&cell| !blocked[cell]).collect();
    let is_fine = |&cell: &usize| {
        let lengths = lengths(blocked, cell, layout.columns, layout.rows);
        if both { lengths.iter().all(|&length| length > 1) } else { lengths.iter().any(|&length| length > 1) }
    };
    open.iter().all(is_fine) && is_connected(layout, &open)
}

/// Lines that go from cell to cell beside it and do not meet.
pub(super) fn lines(layout: &Layout, count: usize, longest: usize, random: &mut Random) -> Vec<Vec<usize>> {
    let mut free = vec![true; layout.positions()];
    let mut found = Vec::new();
    for _ in 0..20 * count {
        if found.len() == count {
            break;
        }
        let length = 3.min(longest) + random.below((longest.saturating_sub(2)).max(1) as u32) as usize;
        let Some(&start) = random.pick(&layout.cells) else { break };
        let mut line = vec![start];
        while let Some(&end) = line.last().filter(|_| line.len() < length) {
            let near = |near: &usize| free[*near] && !line.contains(near);
            let near: Vec<usize> = layout.beside(end).into_iter().filter(near).collect();
            let Some(&next) = random.pick(&near) else { break };
            line.push(next);
        }
        if free[start] && line.len() >= 3.min(longest) {
            line.iter().for_each(|&cell| free[cell] = false);
            found.push(line);
        }
    }
    found
}
