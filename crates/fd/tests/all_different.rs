//! `AllDifferent` on more variables than brute force can try: against a twin
//! that tries each value and looks for a matching of the rest.

use fd::constraints::{AllDifferent, Strength};
use fd::{Literal, Model, Random, Space, Var};
use std::collections::BTreeMap;

type Domains = Vec<Vec<i32>>;

/// A value for each domain, no value twice; by alternating paths, the plain way.
fn has_matching(domains: &[Vec<i32>]) -> bool {
    fn find(domains: &[Vec<i32>], x: usize, seen: &mut Vec<i32>, owner: &mut BTreeMap<i32, usize>) -> bool {
        for &value in &domains[x] {
            if seen.contains(&value) {
                continue;
            }
            seen.push(value);
            let other = owner.get(&value).copied();
            if other.is_none_or(|y| find(domains, y, seen, owner)) {
                owner.insert(value, x);
                return true;
            }
        }
        false
    }
    let mut owner = BTreeMap::new();
    (0..domains.len()).all(|x| find(domains, x, &mut Vec::new(), &mut owner))
}

fn with(domains: &[Vec<i32>], x: usize, value: i32) -> Domains {
    let mut fixed = domains.to_vec();
    fixed[x] = vec![value];
    fixed
}

/// Every value that is part of a solution.
fn supported(domains: &[Vec<i32>]) -> Domains {
    let supported = |x: usize| domains[x].iter().copied().filter(move |&value| has_matching(&with(domains, x, value)));
    (0..domains.len()).map(|x| supported(x).collect()).collect()
}

fn domains_of(space: &Space, vars: &[Var]) -> Domains {
    vars.iter().map(|&x| space.store().values(x).collect()).collect()
}

/// Random domains from hardly more values than there are variables, so that
/// some of them are often filled.
fn random_model(random: &mut Random, strength: Strength) -> (Model, Vec<Var>) {
    let n = 12 + random.below(9) as usize;
    let span = [1, 2, 4, 9, 5000][random.below(5) as usize] * n as i32;
    let base = -(random.below(200) as i32);
    let mut pool: Vec<i32> = (0..n as i32 + random.below(5) as i32).collect();
    for value in &mut pool {
        *value = if span == n as i32 { base + *value } else { base + random.below(span as u32) as i32 };
    }
    let most = 3 + random.below(6);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..n)
        .map(|_| {
            random.shuffle(&mut pool);
            model.var(&pool[..2 + random.below(most) as usize]).unwrap()
        })
        .collect();
    model.post(AllDifferent::new(&vars).strength(strength)).unwrap();
    (model, vars)
}

fn random_fact(space: &Space, vars: &[Var], random: &mut Random) -> Option<Literal> {
    let open: Vec<Var> = vars.iter().copied().filter(|&x| !space.store().is_fixed(x)).collect();
    let &x = random.pick(&open)?;
    let values: Vec<i32> = space.store().values(x).collect();
    let &value = random.pick(&values)?;
    Some(match random.below(3) {
        0 => x.is(value),
        1 => x.is_not(value),
        _ => x.at_most(value),
    })
}

/// Goes down and up at random and calls `check` at each fixpoint with the
/// domains before the last step and after it (`None` is a conflict).
fn walk(strength: Strength, rounds: u64, check: impl Fn(&Domains, Option<&Domains>, &str)) {
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let (model, vars) = random_model(&mut random, strength);
        let mut space = Space::new(&model);
        let title = format!("seed {seed}");
        let before = domains_of(&space, &vars);
        space.push();
        space.wake_all();
        let alive = space.propagate().is_ok();
        let after = domains_of(&space, &vars);
        check(&before, alive.then_some(&after), &title);
        if !alive {
            continue;
        }
        for _ in 0..25 {
            let Some(fact) = random_fact(&space, &vars, &mut random) else { break };
            let mut before = domains_of(&space, &vars);
            before[fact.var.index()].retain(|&value| fact.holds(value));
            space.push();
            let alive = space.assume(fact).is_ok() && space.propagate().is_ok();
            let after = domains_of(&space, &vars);
            check(&before, alive.then_some(&after), &title);
            if !alive || random.chance(1, 4) {
                let level = 1 + random.below(space.level() as u32) as usize;
                space.pop_to(level.min(space.level() - 1));
            }
        }
    }
}

#[test]
fn domain_strength_removes_just_what_has_no_support() {
    walk(Strength::Domain, 60, |before, after, title| {
        if has_matching(before) {
            assert_eq!(Some(&supported(before)), after, "{title}: from {before:?}");
        } else {
            assert_eq!(None, after, "{title}: from {before:?}");
        }
    });
}

#[test]
fn bounds_strength_leaves_supported_bounds() {
    walk(Strength::Bounds, 60, |before, after, title| {
        let Some(after) = after else {
            assert!(!has_matching(before), "{title}: a conflict from {before:?}");
            return;
        };
        for (supported, left) in supported(before).iter().zip(after) {
            assert!(supported.iter().all(|value| left.contains(value)), "{title}: lost from {before:?}");
        }
        let ends = |values: &Vec<i32>| [values[0], values[values.len() - 1]];
        // Of a wide interval one value more than there are variables is enough:
        // one of them is always left over.
        let mut marks: Vec<i32> = after.iter().flat_map(ends).flat_map(|end| end..=end + after.len() as i32).collect();
        marks.sort_unstable();
        marks.dedup();
        let hull: Domains = after
            .iter()
            .map(|values| {
                marks.iter().copied().filter(|mark| (ends(values)[0]..=ends(values)[1]).contains(mark)).collect()
            })
            .collect();
        for x in 0..hull.len() {
            for bound in ends(&after[x]) {
                assert!(has_matching(&with(&hull, x, bound)), "{title}: x{x} = {bound} in {after:?}");
            }
        }
    });
}

/// A hundred variables share 99 values but for one of them: it must have another. Groups of more than 64
/// variables begin in another word than they end.
#[test]
fn a_large_group_leaves_nothing_to_the_others() {
    for strength in [Strength::Bounds, Strength::Domain] {
        let mut model = Model::new();
        let mut x = model.vars(99, 1..=99).unwrap();
        x.push(model.var(1..=200).unwrap());
        model.post(AllDifferent::new(&x).strength(strength)).unwrap();
        let mut space = Space::new(&model);
        space.push();
        space.wake_all();
        space.propagate().unwrap();
        assert_eq!(space.store().min(x[99]), 100, "{strength:?}");
        for (i, &other) in x[..99].iter().enumerate().rev().step_by(7) {
            space.assume(other.is(i as i32 + 1)).unwrap();
            space.propagate().unwrap();
            let taken = |y: &&Var| !space.store().is_fixed(**y) && space.store().contains(**y, i as i32 + 1);
            assert_eq!(x[..99].iter().filter(taken).count(), 0, "{strength:?}: {} is taken", i + 1);
        }
    }
}
