//! Numbers of solutions that the literature gives, found by enumeration under
//! several labellings and every strength of `all_different`.

use crate::models;

use fd::constraints::{AllDifferent, Linear, Strength};
use fd::{Labelling, Limits, Model, Search, Space, Var};
use models::Problem;

const STRENGTHS: [Strength; 3] = [Strength::Value, Strength::Bounds, Strength::Domain];

fn count(problem: Problem, labelling: &str) -> usize {
    let (model, vars) = problem.unwrap();
    let mut space = Space::new(&model);
    let labelling = labelling.parse::<Labelling>().unwrap().over(&vars);
    let solutions = Search::new(&mut space, labelling, Limits::none()).all().expect("there is no limit");
    assert!(solutions.iter().all(|solution| model.holds(&|x| solution[x])));
    solutions.len()
}

#[test]
fn queens() {
    for (n, solutions) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        for labelling in ["leftmost", "ff,down", "ffc,bisect", "max_regret,enum", "occurrence,median", "dom_w_deg"] {
            assert_eq!(count(models::queens(n), labelling), solutions, "{n} queens, {labelling}");
        }
        for strength in STRENGTHS {
            for labelling in ["leftmost", "ff,middle", "random,random_value"] {
                for problem in [models::queens_by_lines(n, strength), models::queens_by_views(n, strength)] {
                    assert_eq!(count(problem, labelling), solutions, "{n} queens, {strength:?}, {labelling}");
                }
            }
        }
    }
}

#[test]
fn latin_squares() {
    for (n, solutions) in [(2, 2), (3, 12), (4, 576)] {
        for strength in STRENGTHS {
            for labelling in ["leftmost", "ff,enum", "anti_first_fail,bisect,down", "min", "max,down"] {
                let found = count(models::latin_square(&vec![vec![0; n]; n], strength), labelling);
                assert_eq!(found, solutions, "order {n}, {strength:?}, {labelling}");
            }
        }
    }
    for strength in STRENGTHS {
        assert_eq!(count(models::latin_square(&vec![vec![0; 5]; 5], strength), "ff"), 161_280, "{strength:?}");
    }
}

#[test]
fn magic_squares() {
    for strength in STRENGTHS {
        for labelling in ["leftmost", "ff,bisect", "ffc,down"] {
            assert_eq!(count(models::magic_square(3, strength), labelling), 8, "{strength:?}, {labelling}");
        }
    }
    assert_eq!(count(models::magic_square(4, Strength::Value), "ff"), 7040);
    assert_eq!(count(models::magic_square(4, Strength::Domain), "ff,down"), 7040);
}

#[test]
fn sudoku() {
    let grids = models::sudoku_grids();
    assert!(grids.iter().filter(|(_, grid)| grid.chars().filter(char::is_ascii_digit).count() == 17).count() >= 2);
    for (name, grid) in grids {
        for strength in STRENGTHS {
            assert_eq!(count(models::sudoku(grid, strength), "ff"), 1, "{name}, {strength:?}");
        }
    }
}

#[test]
fn send_more_money() {
    for strength in STRENGTHS {
        for labelling in ["leftmost", "ff,bisect", "max,down"] {
            let mut model = Model::new();
            let letters = model.vars(8, 0..=9).unwrap();
            let [s, e, n, d, m, o, r, y] = letters[..] else { unreachable!() };
            model.post(AllDifferent::new(&letters).strength(strength)).unwrap();
            let send = 1000 * s + 100 * e + 10 * n + d;
            let more = 1000 * m + 100 * o + 10 * r + e;
            let money = 10000 * m + 1000 * o + 100 * n + 10 * e + y;
            model.post((send + more).equals(money)).unwrap();
            model.post(s.differs_from(0)).unwrap();
            model.post(m.differs_from(0)).unwrap();
            assert_eq!(count(Ok((model, letters)), labelling), 1);
        }
    }
}

/// Who owns the zebra? Five houses, each with a nation, a colour, a pet, a
/// drink and a trade, all of them numbers of houses.
#[test]
fn zebra() {
    for strength in STRENGTHS {
        let mut model = Model::new();
        let mut five = || -> [Var; 5] {
            let vars = model.vars(5, 1..=5).unwrap();
            model.post(AllDifferent::new(&vars).strength(strength)).unwrap();
            vars.try_into().unwrap()
        };
        let [english, spanish, japanese, italian, norwegian] = five();
        let [red, green, white, yellow, blue] = five();
        let [dog, snails, fox, horse, zebra] = five();
        let [coffee, tea, milk, juice, water] = five();
        let [painter, sculptor, diplomat, violinist, doctor] = five();
        let mut post = |constraint: Linear| model.post(constraint).unwrap();
        for (one, other) in [
            (english, red),
            (spanish, dog),
            (japanese, painter),
            (italian, tea),
            (green, coffee),
            (sculptor, snails),
            (diplomat, yellow),
            (violinist, juice),
        ] {
            post(one.equals(other));
        }
        post(norwegian.equals(1));
        post(milk.equals(3));
        post(green.equals(white + 1));
        for (one, other) in [(norwegian, blue), (fox, doctor), (horse, diplomat)] {
            let apart = model.var([-1, 1]).unwrap();
            model.post((one - other).equals(apart)).unwrap();
        }
        let vars: Vec<Var> = model.all_vars().collect();
        let mut space = Space::new(&model);
        let solutions: Vec<_> =
            Search::new(&mut space, Labelling::default().over(&vars), Limits::none()).all().unwrap();
        assert_eq!(solutions.len(), 1);
        assert_eq!((solutions[0][zebra], solutions[0][water]), (5, 1));
    }
}
