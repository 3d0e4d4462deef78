//! Setting by hand: typing, selecting, grouping, growing, undoing.

use super::*;
use crate::{Helper, offers};
use puzzles::KINDS;

struct Still;

impl fd::Clock for Still {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

/// Acts, and lets the helper answer all that is asked; what was said.
fn act(setting: &mut Setting, helper: &mut Helper, action: SetAction) -> Vec<String> {
    let mut said = Vec::new();
    let mut effects = setting.act(action);
    loop {
        for effect in effects.drain(..) {
            match effect {
                Effect::Say(text) => said.push(text),
                Effect::Ask(question) => helper.receive(question),
                _ => {}
            }
        }
        if !helper.is_busy() {
            return said;
        }
        helper.work();
        effects.extend(helper.answers().into_iter().flat_map(|answer| setting.act(SetAction::Answered(answer))));
    }
}

fn verdict(setting: &Setting) -> Option<&str> {
    setting.remarks().iter().find_map(|remark| match &remark.about {
        RemarkAbout::Verdict(verdict) => Some(verdict.as_str()),
        _ => None,
    })
}

#[test]
fn every_kind_is_set_from_an_empty_sheet() {
    for kind in KINDS {
        let size = offers(kind).next().expect("something is offered").size;
        let mut setting = Setting::new(SketchStart::Empty(kind.name.to_owned(), size)).expect("it is a size");
        let mut helper = Helper::new(&Still);
        act(&mut setting, &mut helper, SetAction::Reopen);
        assert!(!setting.remarks().is_empty() && !setting.is_busy(), "{}", kind.name);
        act(&mut setting, &mut helper, SetAction::Step(Direction::Down));
        let values = |setting: &Setting| {
            let targets = setting.targets().iter();
            targets.map(|target| setting.label(target)).collect::<Vec<_>>()
        };
        let before = values(&setting);
        for key in ["1", "2", "w"].concat().chars().filter(|&key| setting.takes(key)).collect::<Vec<_>>() {
            act(&mut setting, &mut helper, SetAction::Type(key));
        }
        act(&mut setting, &mut helper, SetAction::Enter);
        while setting.book().edits().next().is_some() {
            act(&mut setting, &mut helper, SetAction::Undo);
        }
        assert_eq!(values(&setting), before, "{}", kind.name);
        let said = act(&mut setting, &mut helper, SetAction::Undo);
        assert_eq!(said, ["There is nothing to undo."]);
    }
}

#[test]
fn clues_are_added_and_removed_by_the_helper() {
    let mut helper = Helper::new(&Still);
    let mut setting = Setting::new(SketchStart::Empty("aztec".to_owned(), 3)).expect("it is a size");
    act(&mut setting, &mut helper, SetAction::Reopen);
    assert_eq!(verdict(&setting), Some("several"));
    act(&mut setting, &mut helper, SetAction::Command(EditCommand::MakeUnique));
    assert_eq!(verdict(&setting), Some("unique"));
    assert!(setting.book().edits().count() > 0);
    act(&mut setting, &mut helper, SetAction::Command(EditCommand::Strip { seed: 1 }));
    assert_eq!(verdict(&setting), Some("unique"));
    act(&mut setting, &mut helper, SetAction::Reopen);
    assert_eq!(verdict(&setting), Some("unique"));
}

#[test]
fn cells_are_selected_and_put_into_a_region() {
    let mut helper = Helper::new(&Still);
    let mut setting = Setting::new(SketchStart::Empty("suguru".to_owned(), 5)).expect("it is a size");
    act(&mut setting, &mut helper, SetAction::Reopen);
    let before = format!("{:?}", setting.book().sketch());
    let group = |joined| SetAction::Group(Grouping::Region, joined);
    act(&mut setting, &mut helper, SetAction::Select(0));
    act(&mut setting, &mut helper, SetAction::Extend(Direction::Right));
    act(&mut setting, &mut helper, SetAction::Extend(Direction::Down));
    assert_eq!(setting.selected(), [0, 1, 6].into());
    let said = act(&mut setting, &mut helper, group(Joined::New));
    assert!(said.contains(&"These 3 cells are one region.".to_owned()), "{said:?}");
    assert!(verdict(&setting).is_some(), "the verdict follows");
    assert_eq!(setting.selected(), [6].into());
    // A finger selects one by one, and takes one back; a mouse drags.
    act(&mut setting, &mut helper, SetAction::Several(true));
    for cell in [0, 5, 10, 10] {
        act(&mut setting, &mut helper, SetAction::Press(cell, Press::Plain));
    }
    let said = act(&mut setting, &mut helper, group(Joined::First));
    assert!(said.contains(&"These 2 cells are in the same region.".to_owned()), "{said:?}");
    act(&mut setting, &mut helper, SetAction::Several(false));
    act(&mut setting, &mut helper, SetAction::Press(24, Press::Plain));
    act(&mut setting, &mut helper, SetAction::Press(23, Press::Over));
    assert_eq!(setting.selected(), [23, 24].into());
    let said = act(&mut setting, &mut helper, group(Joined::None));
    assert_eq!(said, ["Every cell is in a region; choose another one for it."]);
    act(&mut setting, &mut helper, SetAction::Select(24));
    let said = act(&mut setting, &mut helper, group(Joined::First));
    assert_eq!(said, ["Select more cells: the others come to the first one."]);
    assert_eq!(setting.book().edits().count(), 2);
    (0..2).for_each(|_| drop(act(&mut setting, &mut helper, SetAction::Undo)));
    assert_eq!(format!("{:?}", setting.book().sketch()), before);
}

/// A setting of a kind at its first size, with nothing blocked and no lines.
fn cleared(kind: &str, size: usize, group: Grouping, helper: &mut Helper) -> Setting {
    let mut setting = Setting::new(SketchStart::Empty(kind.to_owned(), size)).expect("it is a size");
    act(&mut setting, helper, SetAction::Reopen);
    act(&mut setting, helper, SetAction::Select(0));
    for cell in 1..size * size {
        act(&mut setting, helper, SetAction::Press(cell, Press::Over));
    }
    act(&mut setting, helper, SetAction::Group(group, Joined::None));
    setting
}

#[test]
fn selected_cells_are_blocked_and_opened() {
    let mut helper = Helper::new(&Still);
    let mut setting = cleared("straights", 5, Grouping::Blocked, &mut helper);
    let blocked = |setting: &Setting| {
        let puzzle = setting.book().sketch().puzzle().expect("nothing is missing");
        25 - puzzle.places()
    };
    assert_eq!(blocked(&setting), 0);
    act(&mut setting, &mut helper, SetAction::Select(6));
    act(&mut setting, &mut helper, SetAction::Extend(Direction::Right));
    let said = act(&mut setting, &mut helper, SetAction::Group(Grouping::Blocked, Joined::New));
    assert!(said.contains(&"2 cells are blocked.".to_owned()), "{said:?}");
    assert!(verdict(&setting).is_some(), "the verdict follows");
    assert_eq!((blocked(&setting), setting.selected()), (2, [7].into()));
    // Keys and pointer reach them; a number stands on one.
    act(&mut setting, &mut helper, SetAction::Step(Direction::Left));
    assert_eq!(setting.target().expect("it is there").name, "row 2, column 2, blocked");
    let said = act(&mut setting, &mut helper, SetAction::Type('3'));
    assert!(said.contains(&"row 2, column 2, blocked: 3".to_owned()), "{said:?}");
    act(&mut setting, &mut helper, SetAction::Press(7, Press::Plain));
    let said = act(&mut setting, &mut helper, SetAction::Group(Grouping::Blocked, Joined::None));
    assert!(said.contains(&"1 cell is open.".to_owned()), "{said:?}");
    assert_eq!(blocked(&setting), 1);
    for expected in [2, 2, 0] {
        act(&mut setting, &mut helper, SetAction::Undo);
        assert_eq!(blocked(&setting), expected);
    }
}

#[test]
fn selected_cells_become_a_line_in_their_order() {
    let mut helper = Helper::new(&Still);
    let mut setting = cleared("thermo", 4, Grouping::Line, &mut helper);
    let lines = |setting: &Setting| {
        let puzzle = setting.book().sketch().puzzle().expect("nothing is missing");
        puzzle.write_json()["lines"].to_string()
    };
    let line = |joined| SetAction::Group(Grouping::Line, joined);
    assert_eq!(lines(&setting), "[]");
    let said = act(&mut setting, &mut helper, line(Joined::None));
    assert_eq!(said, ["No line passes through here."]);
    // One that was taken out again does not come back with the next one.
    act(&mut setting, &mut helper, SetAction::Select(5));
    for cell in [4, 0, 12, 12, 1] {
        act(&mut setting, &mut helper, SetAction::Press(cell, Press::Also));
    }
    assert_eq!(setting.selected(), [0, 1, 4, 5].into());
    act(&mut setting, &mut helper, SetAction::Press(1, Press::Also));
    assert_eq!(setting.selected(), [0, 4, 5].into());
    let said = act(&mut setting, &mut helper, line(Joined::New));
    assert!(said.contains(&"These 3 cells are one line.".to_owned()), "{said:?}");
    assert_eq!(lines(&setting), r#"[["r2c2","r2c1","r1c1"]]"#);
    act(&mut setting, &mut helper, SetAction::Select(0));
    act(&mut setting, &mut helper, SetAction::Press(15, Press::Also));
    let said = act(&mut setting, &mut helper, line(Joined::New));
    assert_eq!(said, ["A line goes from cell to cell, and r1c1 and r4c4 do not touch."]);
    assert_eq!(setting.selected(), [0, 15].into(), "the cells are still selected");
    act(&mut setting, &mut helper, SetAction::Select(4));
    let said = act(&mut setting, &mut helper, line(Joined::None));
    assert!(said.contains(&"No line passes this cell any more.".to_owned()), "{said:?}");
    assert_eq!(lines(&setting), "[]");
    act(&mut setting, &mut helper, SetAction::Undo);
    assert_eq!(lines(&setting), r#"[["r2c2","r2c1","r1c1"]]"#);
}

#[test]
fn a_tree_grows_and_shrinks() {
    let mut helper = Helper::new(&Still);
    let mut setting = Setting::new(SketchStart::Empty("weight".to_owned(), 0)).expect("a bar alone");
    let ids = |setting: &Setting| setting.parts().iter().map(|part| part.id.clone()).collect::<Vec<_>>();
    for key in ['w', 'w', 'b'] {
        act(&mut setting, &mut helper, SetAction::Type(key));
    }
    assert_eq!(ids(&setting), ["b1", "b2", "w1", "w2"]);
    let at = setting.part().expect("it is selected").at;
    act(&mut setting, &mut helper, SetAction::Shift(-1));
    assert_eq!(setting.part().expect("it is selected").at, at - 1);
    act(&mut setting, &mut helper, SetAction::Erase);
    assert_eq!(ids(&setting), ["b1", "w1", "w2"]);
}
