//! Playing, from the keys to the files.

use super::app::Recess;
use super::events::Event;
use super::look::{Colours, Look};
use super::start::Item;
use super::store::Store;
use super::testing::{Bench, PLAIN, folder, smallest};
use crate::failure::Exit;
use equipoise::fd::Random;
use equipoise::puzzles::{Gesture, KINDS};
use equipoise::studio::HintLevel;
use play::message::HintSort;
use play::session::Notice;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Position;
use ratatui::style::Color;
use std::fs;
use std::path::Path;
use std::time::Duration;

const SIZE: (u16, u16) = (80, 24);

#[test]
fn every_kind_is_typed_to_its_solution() {
    let names = smallest();
    assert_eq!(names.len(), KINDS.len());
    for name in names {
        let mut bench = Bench::playing(&folder("typed"), &name, SIZE);
        let solution = bench.solution();
        bench.type_board(&solution);
        assert!(bench.session().is_solved(), "{name}\n{}", bench.screen());
        bench.settle();
        let screen = bench.screen();
        assert!(screen.contains("Solved!") && screen.contains("Without help."), "{screen}");
        assert!(screen.contains("A person's way"), "the grade is told: {screen}");
        bench.press("u");
        // A blank may be as good as what stands for nothing there.
        let is_page = equipoise::puzzles::builtin(&name).is_some_and(|document| document.puzzle.kind().page.is_some());
        assert!(is_page || !bench.session().is_solved(), "{name}");
    }
}

#[test]
fn every_kind_is_solved_by_hints_alone() {
    for name in smallest() {
        let mut bench = Bench::playing(&folder("hints"), &name, SIZE);
        for _ in 0..1000 {
            if bench.session().is_solved() {
                break;
            }
            (0..4).for_each(|_| bench.ask("h"));
            let Notice::Hint(hint, HintLevel::Result) = bench.session().notice() else { panic!("{}", bench.screen()) };
            assert!(hint.sort == HintSort::Step, "{name}: {:?}", hint.sort);
            bench.press("a");
        }
        assert!(bench.session().is_solved(), "{name}");
        let help = bench.session().game().help();
        assert!(help.hints > 0 && (help.level, help.reveals) == (4, 0), "{help:?}");
    }
}

#[test]
fn moves_are_undone_and_redone() {
    let mut bench = Bench::playing(&folder("undone"), "weight/seed-5", SIZE);
    let value = |bench: &Bench| bench.session().game().written().board.get(0);
    bench.press("3 4 5");
    assert_eq!(value(&bench), Some(5));
    bench.press("u C-z");
    assert_eq!(value(&bench), Some(3));
    bench.press("r C-y r");
    assert_eq!(value(&bench), Some(5));
    bench.press("Delete");
    assert_eq!(value(&bench), None);
    bench.press("u u u u u");
    assert!(bench.screen().contains("nothing to undo"));
}

#[test]
fn numbers_of_two_digits_end_with_a_pause_or_enter() {
    let mut bench = Bench::playing(&folder("digits"), "weight/seed-17", SIZE);
    let first = |bench: &Bench| bench.session().game().written().board.get(bench.session().cursor());
    bench.press("1");
    assert_eq!(first(&bench), None);
    assert!(bench.screen().contains("Typing 1_"));
    bench.wait(Duration::from_millis(500));
    assert_eq!(first(&bench), None);
    bench.wait(Duration::from_millis(500));
    assert_eq!(first(&bench), Some(1));
    bench.press("1 6");
    assert_eq!(first(&bench), Some(16));
    bench.press("1 Enter");
    assert_eq!(first(&bench), Some(1));
    bench.press("Delete 1 Backspace Enter");
    assert_eq!(first(&bench), None);
    // Going elsewhere ends the number, too.
    let selected = bench.session().cursor();
    bench.press("1 Tab");
    assert_eq!(bench.session().game().written().board.get(selected), Some(1));
}

#[test]
fn pencil_marks_are_what_is_written() {
    let mut bench = Bench::playing(&folder("pencil"), "weight/seed-5", SIZE);
    let marks = |bench: &Bench, id: &str| -> Vec<i32> {
        bench.session().game().written().marks.get(id).into_iter().flatten().copied().collect()
    };
    bench.press("Space 2 3");
    assert_eq!(marks(&bench, "w1"), [2, 3]);
    assert!(bench.screen().contains("Pencil: 2 3"), "{}", bench.screen());
    bench.press("2");
    assert_eq!(marks(&bench, "w1"), [3]);
    bench.press("Delete");
    assert!(bench.session().game().written().marks.is_empty());
    bench.press("Space 4 t");
    assert_eq!(marks(&bench, "w2"), [1, 2, 3, 5]);
    assert_eq!(bench.session().game().moves().len(), 6, "each is a move");
    bench.press("u");
    assert!(bench.session().game().written().marks.is_empty());
    bench.press("o Down Enter Esc Tab");
    assert!(bench.screen().contains("Pencil: 1 2 3 5"), "candidates are automatic, since that was chosen");
}

#[test]
fn checkpoints_lead_back() {
    let mut bench = Bench::playing(&folder("checkpoints"), "weight/seed-5", SIZE);
    bench.press("3 k here Enter 4 k Enter 5");
    assert_eq!(
        bench.session().game().checkpoints().map(|(name, _)| name).collect::<Vec<_>>(),
        ["Checkpoint 1", "here"]
    );
    bench.press("j Down Down Enter");
    assert_eq!(bench.session().game().written().board.get(0), Some(3));
    bench.press("u");
    assert_eq!(bench.session().game().written().board.get(0), Some(5));
    bench.press("j Down Delete Esc");
    assert_eq!(bench.session().game().checkpoints().len(), 1);
    bench.press("j Enter");
    assert_eq!(bench.session().game().written(), bench.session().game().start());
    bench.press("u");
    assert_eq!(bench.session().game().written().board.get(0), Some(5));
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let folder = folder("goes-on");
    let mut bench = Bench::playing(&folder, "gap/seed-1", SIZE);
    bench.press("1 Right 0 u");
    bench.wait(Duration::from_secs(65));
    bench.press("Down 1");
    let game = bench.session().game().to_json();
    // The player is killed: nothing is said to anybody.
    std::mem::forget(bench.app);
    let again = Bench::playing(&folder, "gap/seed-2", SIZE);
    assert_eq!(Store::at(&folder.join("games")).games().count(), 2);
    drop(again);
    let store = Store::at(&folder.join("games"));
    let saved = store.games().find(|saved| saved.about.name.as_deref() == Some("gap/seed-1")).expect("it was saved");
    assert_eq!(saved.game.to_json(), game);
}

#[test]
fn the_start_page_lists_games_to_go_on_with() {
    let folder = folder("listed");
    let mut bench = Bench::playing(&folder, "gap/seed-1", SIZE);
    bench.press("1 Esc");
    let screen = bench.screen();
    assert!(screen.contains("Go on with") && screen.contains("Gap, 9 by 9 · gap/seed-1"), "{screen}");
    bench.press("Home Enter");
    assert_eq!(bench.session().game().moves().len(), 1);
    // One that was never touched is not kept.
    bench.press("u Esc");
    bench.open("gap/seed-2");
    bench.press("Esc");
    assert!(!bench.screen().contains("gap/seed-2 ·"));
    // Nor is one offered that is solved.
    bench.open("weight/seed-5");
    let solution = bench.solution();
    bench.type_board(&solution);
    bench.press("Esc");
    assert!(!bench.screen().contains("Weight, 5 weights · weight"), "{}", bench.screen());
}

#[test]
fn two_players_do_not_share_a_game() {
    let folder = folder("two");
    let one = Bench::playing(&folder, "gap/seed-1", SIZE);
    let mut other = Bench::new(&folder, PLAIN, SIZE);
    let opened = super::opened::open("gap/seed-1".as_ref()).expect("it is built in");
    assert!(!other.app.open(opened));
    assert!(other.screen().contains("being played elsewhere"));
    drop(one);
}

#[test]
fn a_code_opens_the_position_it_stands_for() {
    let folder = folder("code");
    let mut bench = Bench::playing(&folder, "aztec/seed-3a", SIZE);
    bench.press("5");
    let game = bench.session().game();
    let code = play::encode(game.puzzle(), Some(game.written())).expect("it is small");
    let board = game.written().board.clone();
    let mut other = Bench::new(&self::folder("code-2"), PLAIN, SIZE);
    other.open(&play::link("https://example.org/play", &code));
    assert_eq!(other.session().game().written().board, board);
    // Whoever has played it before keeps their game.
    bench.press("7 Esc");
    bench.open(&code);
    assert_ne!(bench.session().game().written().board, board);
    assert!(bench.screen().contains("your own game goes on"));
}

#[test]
fn new_puzzles_are_made_on_the_start_page_and_after_a_game() {
    let mut bench = Bench::new(&folder("new"), PLAIN, SIZE);
    bench.app.start.at = bench.app.start.items.iter().position(|item| item.section() == "New puzzles").expect("a kind");
    let kind = KINDS[0];
    bench.press("5");
    assert!(bench.screen().contains("size 5"));
    bench.press("d Enter");
    assert!(bench.app.is_making());
    bench.settle();
    assert_eq!((bench.session().game().puzzle().kind().name, bench.session().game().puzzle().size()), (kind.name, 5));
    let name = bench.session().about.name.clone().expect("it has a name");
    assert!(name.starts_with(&format!("generate {} --size 5 --difficulty", kind.name)), "{name}");
    let first = bench.session().game().puzzle().write_json();
    bench.ask("n");
    assert_ne!(bench.session().game().puzzle().write_json(), first);
    bench.press("Esc");
    // What takes too long is called off; what cannot be made is told.
    bench.press("999 Enter");
    assert!(bench.screen().contains("making a puzzle"));
    bench.press("Esc");
    assert!(!bench.app.is_making() && bench.app.session().is_none());
    let is_aztec = |item: &Item| matches!(item, Item::New(recipe) if recipe.kind == "aztec");
    bench.app.start.at = bench.app.start.items.iter().position(is_aztec).expect("a kind");
    bench.ask("10 Enter");
    assert!(bench.screen().contains("There is none: a pyramid has at most 9 rows"), "{}", bench.screen());
}

#[test]
fn keys_that_come_before_the_hint_wait_for_it() {
    let mut bench = Bench::playing(&folder("impatient"), "weight/seed-8", SIZE);
    bench.press("h h h");
    assert!(bench.session().is_waiting());
    bench.settle();
    assert!(bench.screen().contains("Hint, 3 of 4"));
    bench.ask("a h h h h a");
    assert_eq!(bench.session().game().moves().len(), 2);
    assert_eq!(bench.session().game().help().hints, 2);
    // A move calls it off.
    bench.press("h Home 3");
    assert!(!bench.session().is_waiting());
    assert_eq!(bench.session().game().moves().len(), 3);
    bench.press("h Esc");
    assert!(!bench.session().is_waiting(), "Esc does not leave the game then");
}

#[test]
fn what_takes_long_can_be_called_off() {
    let mut bench = Bench::playing(&folder("off"), "weight/seed-20", SIZE);
    bench.press("e");
    assert!(bench.session().is_waiting());
    assert!(bench.screen().contains("thinking"));
    bench.press("Esc");
    assert!(!bench.session().is_waiting());
    assert!(!bench.screen().contains("thinking"));
    bench.ask("h");
    assert!(bench.screen().contains("Hint, 1 of 4"));
}

#[test]
fn the_solution_comes_with_statistics() {
    let mut bench = Bench::playing(&folder("statistics"), "weight/seed-8", SIZE);
    bench.ask("s");
    let screen = bench.screen();
    for word in ["unique solution, ", "Resumptions: ", "Backtracks: ", "Constraints created: "] {
        assert!(screen.contains(word), "{screen}");
    }
    bench.press("Esc");
    assert!(bench.session().aside().is_none() && !bench.session().is_solved());
}

#[test]
fn mistakes_are_shown_as_chosen() {
    let mut bench = Bench::playing(&folder("mistakes"), "gap/seed-1", SIZE);
    bench.press("1 Right 1 Home End");
    assert!(bench.screen().contains("!█!"), "two cells touch");
    bench.press("u u Home");
    let solution = bench.solution();
    let wrong = (0..).zip(solution.iter()).find(|(_, value)| *value == Some(0)).map_or(0, |(place, _)| place);
    (0..wrong).for_each(|_| bench.press("Tab"));
    bench.press("1 End");
    assert!(!bench.screen().contains("!█!"), "no rule is broken yet");
    bench.press("o Enter Esc");
    assert!(bench.screen().contains("!█!"), "but the value is wrong");
    bench.press("o Enter Esc Home Right 1 End");
    assert!(!bench.screen().contains("!█!"), "and now mistakes are never shown");
}

#[test]
fn a_click_selects_and_where_choices_take_turns_dragging_paints() {
    for name in smallest() {
        let mut bench = Bench::playing(&folder("mouse"), &name, (200, 80));
        bench.draw();
        let last = bench.session().game().sheet().targets.len() - 1;
        let spot = |bench: &mut Bench, target: usize| -> (u16, u16) {
            let id = bench.session().game().sheet().targets[target].id.clone();
            let table = bench.app.table.as_ref().expect("a game");
            let (scene, area) = (table.scene(PLAIN), table.viewport.area());
            let found = area.positions().find(|at| {
                // Not on a border, which two targets share.
                let hit = |x, y| table.viewport.hit(Position { x, y }, &scene, PLAIN);
                hit(at.x, at.y).as_ref() == Some(&id) && hit(at.x + 1, at.y).as_ref() == Some(&id)
            });
            found.map(|at| (at.x + 1, at.y)).expect("it is drawn")
        };
        let turns = bench.session().game().sheet().targets[last].gesture == Gesture::Cycle;
        let (one, other) = (spot(&mut bench, last), spot(&mut bench, last - 1));
        bench.mouse(MouseEventKind::Down(MouseButton::Left), one);
        assert_eq!(bench.session().cursor(), last, "{name}");
        bench.mouse(MouseEventKind::Drag(MouseButton::Left), other);
        assert_eq!(bench.session().cursor(), last - 1, "{name}");
        bench.mouse(MouseEventKind::Up(MouseButton::Left), other);
        assert_eq!(bench.session().game().moves().len(), usize::from(turns), "{name}");
        if turns {
            let board = &bench.session().game().written().board;
            assert_eq!(board.get(last), board.get(last - 1));
        }
    }
}

/// Whether the file holds what is on the board.
fn is_saved(bench: &Bench, folder: &Path) -> bool {
    let game = bench.session().game().to_json();
    let same = |saved: play::saves::Saved| {
        let mut own = saved.game.to_json();
        own["played"] = game["played"].clone();
        own == game
    };
    Store::at(&folder.join("games")).games().any(same)
}

#[test]
fn any_keys_on_any_screen_do_no_harm() {
    const KEYS: &[&str] = &[
        "Up",
        "Down",
        "Left",
        "Right",
        "Tab",
        "BackTab",
        "Home",
        "End",
        "Enter",
        "Space",
        "Delete",
        "Backspace",
        "PgUp",
        "PgDn",
        "0",
        "1",
        "2",
        "3",
        "9",
        "u",
        "r",
        "k",
        "j",
        "t",
        "m",
        "c",
        "w",
        "h",
        "a",
        "E",
        "p",
        "o",
        "y",
        "i",
        "?",
        "x",
    ];
    for (seed, name) in (0..).zip(smallest()) {
        let folder = folder(&format!("any-{seed}"));
        let mut random = Random::new(seed);
        let mut bench = Bench::playing(&folder, &name, SIZE);
        for step in 0..400 {
            let keys = random.pick(KEYS).copied().unwrap_or("Tab");
            bench.press(keys);
            if random.chance(1, 10) {
                let (width, height) = (random.below(120) as u16, random.below(50) as u16);
                bench.terminal.backend_mut().resize(width, height);
                let at = (random.below(130) as u16, random.below(60) as u16);
                let kinds = [
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Drag(MouseButton::Left),
                    MouseEventKind::ScrollUp,
                    MouseEventKind::ScrollDown,
                    MouseEventKind::ScrollRight,
                ];
                bench.mouse(*random.pick(&kinds).unwrap_or(&kinds[0]), at);
            }
            if random.chance(1, 4) {
                bench.settle();
            }
            bench.wait(Duration::from_millis(u64::from(random.below(700))));
            bench.draw();
            assert!(is_saved(&bench, &folder), "{name}, step {step}, {keys}");
        }
        bench.press("C-c");
        assert_eq!(bench.app.over, Some(Exit::Fine));
    }
}

#[test]
fn colours_and_characters_are_those_of_the_terminal() {
    for (colours, ascii) in [(Colours::None, false), (Colours::Sixteen, true), (Colours::True, false)] {
        let mut bench = Bench::new(&folder("looks"), Look { colours, ascii }, SIZE);
        let mut tinted = false;
        for name in smallest() {
            bench.open(&name);
            bench.press("1 Tab Tab");
            (0..3).for_each(|_| bench.ask("h"));
            for cell in &bench.draw().content.clone() {
                tinted |= cell.fg != Color::Reset;
                match colours {
                    Colours::None => assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset)),
                    Colours::Sixteen => assert!(!matches!(cell.fg, Color::Rgb(..) | Color::Indexed(_))),
                    Colours::True => {}
                }
                assert!(!ascii || cell.symbol().is_ascii(), "{:?}", cell.symbol());
            }
        }
        assert_eq!(tinted, colours != Colours::None);
    }
}

#[test]
fn a_pause_covers_the_board_and_stops_the_clock() {
    let mut bench = Bench::playing(&folder("pause"), "gap/seed-1", SIZE);
    bench.wait(Duration::from_secs(5));
    bench.press("p");
    bench.wait(Duration::from_secs(100));
    let screen = bench.screen();
    assert!(screen.contains("Paused") && screen.contains("0:05") && !screen.contains('┼'), "{screen}");
    bench.press("x");
    bench.wait(Duration::from_secs(2));
    assert!(bench.screen().contains("0:07"));
    bench.press("o Down Down Enter Esc");
    assert!(!bench.screen().contains("0:07"), "the time can be hidden");
}

#[test]
fn a_signal_saves_and_ends() {
    let folder = folder("signal");
    let mut bench = Bench::playing(&folder, "weight/seed-5", SIZE);
    bench.press("3");
    bench.happens(Event::End);
    assert_eq!(bench.app.over, Some(Exit::Failed));
    assert_eq!(Store::at(&folder.join("games")).games().count(), 1);
    let mut bench = Bench::playing(&folder, "weight/seed-5", SIZE);
    assert_eq!(bench.session().game().written().board.get(0), Some(3));
    bench.happens(Event::Stop);
    assert_eq!(bench.app.recess, Some(Recess::Stop));
    bench.now += Duration::from_secs(1000);
    let now = bench.now;
    bench.app.wake(now);
    bench.wait(Duration::from_secs(1));
    assert_eq!(bench.session().game().played(), 1000, "time in which it was stopped does not count");
}

#[test]
fn a_game_of_a_later_version_is_left_alone() {
    let folder = folder("later");
    let mut bench = Bench::playing(&folder, "gap/seed-1", SIZE);
    bench.press("1 Esc");
    let path = fs::read_dir(folder.join("games")).expect("games").flatten().next().expect("a game").path();
    let text = fs::read_to_string(&path).expect("it is there").replace("\"version\":2", "\"version\":99");
    fs::write(&path, &text).expect("it can be written");
    bench.open("gap/seed-1");
    bench.press("Right 1");
    let screen = bench.screen();
    assert!(screen.contains("This game is not saved") && screen.contains("by a later"), "{screen}");
    bench.press("Esc");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
    bench.press("?");
    assert!(bench.screen().contains("Keys"), "the start page has the keys, too");
}
