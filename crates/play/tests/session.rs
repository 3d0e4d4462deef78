//! Whole games of every kind, as both players play them: a session and its
//! helper.

use crate::kinds;

use fd::Clock;
use kinds::for_each_kind;
use play::message::{HintSort, Solutions};
use play::saves::{About, Saved};
use play::session::{Aside, Notice, Press, Tone};
use play::{Action, Effect, Game, Help, HelpTaken, Helper, Move, Preferences, Session, Settings, Written};
use puzzles::{Board, Choices, Gesture, Holds, Kind, Puzzle, Target};
use scene::{Emphasis, Inked, Scene, TextRenderer};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use studio::HintLevel;

/// A clock that stands still.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// The smallest built-in puzzle of a kind that has one solution.
fn small(kind: &Kind) -> Arc<dyn Puzzle> {
    let documents = kind.builtin_names().filter_map(|name| puzzles::builtin(&name));
    let solved = documents.filter(|document| document.solution.is_some()).map(|document| document.puzzle);
    solved.min_by_key(|puzzle| puzzle.places()).expect("every kind has some").into()
}

/// A player.
struct Player {
    session: Session,
    helper: Helper,
    /// How often the game was to be saved.
    saves: usize,
    /// What was read aloud last.
    heard: String,
}

impl Player {
    fn on(kind: &Kind) -> Player {
        Player::with(kind, Preferences::default())
    }

    fn with(kind: &Kind, preferences: Preferences) -> Player {
        let (session, effects) = Session::new(Game::new(small(kind)), About::default(), preferences);
        let mut player = Player { session, helper: Helper::new(&Still), saves: 0, heard: String::new() };
        player.carry_out(effects);
        player.settle();
        player
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Ask(question) => self.helper.receive(question),
                Effect::Save => self.saves += 1,
                Effect::Say(text) => {
                    assert!(!text.contains("  "), "{text:?}");
                    self.heard = text;
                }
                Effect::Redraw => {}
            }
        }
    }

    /// Acts, and does not wait for answers.
    fn begin(&mut self, action: Action) {
        // That time has passed is saved with the next move.
        let worth_saving = |player: &Player| {
            let mut game = player.game().to_json();
            game["played"].take();
            game
        };
        let (before, saves) = (worth_saving(self), self.saves);
        let effects = self.session.act(action.clone());
        self.carry_out(effects);
        assert!(self.saves > saves || worth_saving(self) == before, "{action:?} is saved");
        // Whatever is shown can be shown.
        let scene = self.session.scene(false);
        assert!(TextRenderer::new().canvas(&scene).is_ok());
        assert!(self.session.lines().iter().all(|line| !line.text.contains('\n')));
    }

    fn settle(&mut self) {
        while self.helper.is_busy() {
            self.helper.work();
            for answer in self.helper.answers() {
                self.begin(Action::Answered(answer));
            }
        }
    }

    fn act(&mut self, action: Action) {
        self.begin(action);
        self.settle();
    }

    fn game(&self) -> &Game {
        self.session.game()
    }

    fn written(&self) -> Written {
        self.game().written().clone()
    }

    fn help(&self) -> HelpTaken {
        self.game().help()
    }

    fn solution(&self) -> Board {
        match self.session.solutions() {
            Some(Solutions::One(solution)) => solution.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// The targets to fill in, with their choice.
    fn to_fill_in(&self) -> Vec<(usize, Target, i32)> {
        let solution = self.solution();
        let open = self.game().sheet().targets.iter().enumerate().filter(|(_, target)| !target.given);
        let choice = |target: &Target| target.shown(&solution).first().copied();
        open.filter_map(|(index, target)| Some((index, target.clone(), choice(target)?))).collect()
    }

    /// Types a choice where the cursor is.
    fn type_in(&mut self, target: &Target, choice: i32) {
        let key = target.choices.key(choice).expect("it can be typed");
        for char in key.chars() {
            assert!(self.session.takes(char));
            self.act(Action::Type(char));
        }
        if !self.session.typed().is_empty() {
            self.act(Action::Enter);
        }
    }

    fn is_read_back(&self) {
        let text = self.session.about.write(self.game());
        let Saved { game, about } = Saved::from_text(&text).expect("we wrote it");
        assert_eq!(game.to_json(), self.game().to_json());
        assert_eq!(about, self.session.about);
    }

    /// Undoes and redoes everything.
    fn is_undone_and_redone(&mut self) {
        let (last, moves) = (self.written(), self.game().moves().len());
        let mut positions = Vec::new();
        while self.game().can_undo_redo().0 {
            positions.push(self.written());
            self.act(Action::Undo);
        }
        assert_eq!((positions.len(), &self.written()), (moves, self.game().start()));
        self.act(Action::Undo);
        assert!(matches!(self.session.notice(), Notice::Says(lines) if lines[0].contains("nothing to undo")));
        for position in positions.iter().rev() {
            self.act(Action::Redo);
            assert_eq!(self.written(), *position);
        }
        assert_eq!(self.written(), last);
    }
}

#[test]
fn every_kind_is_typed() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        for (number, (index, target, choice)) in player.to_fill_in().into_iter().enumerate() {
            player.act(Action::Select(index));
            player.type_in(&target, choice);
            player.act(Action::Pass(100));
            if number % 10 == 0 {
                player.is_read_back();
            }
        }
        assert!(player.session.is_solved(), "{}", kind.name);
        assert_eq!(player.help(), HelpTaken::default());
        assert!(player.session.summary().is_some() && !player.session.is_busy(), "it is graded");
        let lines = player.session.lines();
        assert!(
            lines.iter().any(|line| line.text == "Solved!") && lines.iter().any(|line| line.text == "Without help.")
        );
        player.is_undone_and_redone();
        assert!(player.session.is_solved());
        player.is_read_back();
    });
}

#[test]
fn every_kind_is_solved_by_hints_alone() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        let mut hints = 0;
        for _ in 0..5000 {
            if player.session.is_solved() {
                break;
            }
            let had_hint = matches!(player.session.notice(), Notice::Hint(..));
            player.act(Action::Hint);
            match player.session.notice() {
                Notice::Hint(hint, level) => {
                    assert_eq!(hint.sort, HintSort::Step, "{hint:?}");
                    hints += u32::from(!had_hint);
                    assert_eq!(had_hint, *level != HintLevel::Where, "one level after the other");
                }
                _ => assert!(had_hint, "after its last level a hint is followed"),
            }
            if player.game().moves().len().is_multiple_of(10) {
                player.is_read_back();
            }
        }
        assert!(player.session.is_solved(), "{}", kind.name);
        let taken = player.help();
        assert_eq!((taken.hints, taken.level, taken.reveals, taken.checks), (hints, 4, 0, 0));
        player.is_undone_and_redone();
    });
}

#[test]
fn what_is_done_before_the_hint_is_there_is_done_to_it() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        [Action::Hint, Action::Hint, Action::Hint].into_iter().for_each(|action| player.begin(action));
        assert!(player.session.is_waiting());
        player.settle();
        assert!(matches!(player.session.notice(), Notice::Hint(_, HintLevel::Deduction)), "{}", kind.name);
        assert_eq!((player.help().hints, player.help().level), (1, 3));
        player.act(Action::Follow);
        assert_eq!(player.game().moves().len(), 1);
        assert_eq!((player.help().hints, player.help().level, player.help().reveals), (1, 4, 0));
        // What is called off is not heard of again.
        player.begin(Action::Hint);
        player.begin(Action::Follow);
        player.begin(Action::Cancel);
        player.settle();
        assert!(!player.session.is_waiting() && *player.session.notice() == Notice::None);
        assert_eq!((player.game().moves().len(), player.help().hints), (1, 1));
    });
}

#[test]
fn pencil_marks_are_what_is_written() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        let (index, target, _) = player.to_fill_in().remove(0);
        let choices: Vec<i32> = target.choices.values().take(2).collect();
        let size = |player: &Player| {
            let scene = player.session.scene(false);
            let canvas = TextRenderer::new().canvas(&scene).expect("it can be drawn");
            (canvas.columns(), canvas.rows().len())
        };
        let before = (player.written(), size(&player));
        player.act(Action::Select(index));
        player.act(Action::Pencil);
        assert!(player.session.has_pencil() && player.session.shows_marks());
        for (number, &choice) in choices.iter().enumerate() {
            player.type_in(&target, choice);
            let expected: BTreeSet<i32> = choices[..=number].iter().copied().collect();
            assert_eq!(player.written().marks[&target.id], expected, "{}", kind.name);
            assert_eq!((player.written().marks.len(), size(&player)), (1, before.1), "nothing else changes");
        }
        player.is_read_back();
        player.type_in(&target, choices[0]);
        assert!(player.written().marks[&target.id].iter().eq([&choices[1]]));
        player.act(Action::Erase);
        assert_eq!(player.written(), before.0);
        player.is_undone_and_redone();
        player.act(Action::FillIn);
        let blank = player.game().sheet().targets.iter().filter(|target| !target.given);
        assert_eq!(player.written().marks.len(), blank.count(), "{}", kind.name);
        // A whole game in which every place is marked before it is filled in.
        for (number, (index, _, choice)) in player.to_fill_in().into_iter().enumerate() {
            player.act(Action::Select(index));
            player.act(Action::Choose(choice));
            player.act(Action::Pencil);
            player.act(Action::Choose(choice));
            player.act(Action::Pencil);
            if number % 10 == 0 {
                player.is_read_back();
            }
        }
        player.is_undone_and_redone();
    });
}

#[test]
fn automatic_candidates_are_struck_by_the_player() {
    for_each_kind(|kind| {
        let play = Settings { automatic: true, ..Settings::default() };
        let mut player = Player::with(kind, Preferences { play, ..Preferences::default() });
        let candidates = |player: &Player, target: &Target| player.game().candidates(target).expect("it is blank");
        let (index, target, other) = player
            .to_fill_in()
            .into_iter()
            .find_map(|(index, target, choice)| {
                let other = candidates(&player, &target).into_iter().find(|&other| other != choice)?;
                Some((index, target, other))
            })
            .expect("some place has two candidates");
        player.act(Action::Select(index));
        let shown = candidates(&player, &target);
        player.act(Action::Pencil);
        player.act(Action::Choose(other));
        let left = candidates(&player, &target);
        assert!(shown.contains(&other) && !left.contains(&other) && left.len() + 1 == shown.len(), "{}", kind.name);
    });
}

#[test]
fn nothing_is_lost_by_restarting_or_going_back() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        let all = player.to_fill_in();
        for (index, target, choice) in &all[..2] {
            player.act(Action::Select(*index));
            player.type_in(target, *choice);
        }
        assert_eq!(player.session.next_checkpoint(), "Checkpoint 1");
        player.act(Action::SetCheckpoint(player.session.next_checkpoint()));
        assert_eq!(player.session.next_checkpoint(), "Checkpoint 2");
        let two = player.written();
        let (index, _, choice) = &all[2];
        player.act(Action::Select(*index));
        player.act(Action::Pencil);
        player.act(Action::Choose(*choice));
        player.act(Action::Pencil);
        let three = player.written();
        player.act(Action::Restart);
        assert_eq!(player.written(), Written::start(player.game().puzzle()));
        player.is_read_back();
        player.act(Action::Undo);
        assert_eq!(player.written(), three);
        player.act(Action::Return("Checkpoint 1".to_owned()));
        assert_eq!(player.written(), two);
        player.act(Action::Undo);
        assert_eq!(player.written(), three);
        player.act(Action::DropCheckpoint("Checkpoint 1".to_owned()));
        assert_eq!(player.game().checkpoints().len(), 0);
        player.act(Action::Return("Checkpoint 1".to_owned()));
        assert_eq!(player.written(), three, "there is none any more");
        player.is_undone_and_redone();
    });
}

#[test]
fn a_wrong_entry_is_found_and_explained() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        player.act(Action::Check);
        assert_eq!(*player.session.notice(), Notice::Says(vec!["Nothing is wrong so far.".to_owned()]));
        let (index, target, choice) = player.to_fill_in().remove(0);
        let wrong = target.choices.values().find(|&other| other != choice).expect("there are two");
        player.act(Action::Select(index));
        player.act(Action::Choose(wrong));
        player.act(Action::Check);
        assert!(
            matches!(player.session.notice(), Notice::Hint(hint, HintLevel::Where) if hint.sort == HintSort::Wrong)
        );
        for level in [HintLevel::Deduction, HintLevel::Result] {
            player.act(Action::Why);
            assert!(matches!(player.session.notice(), Notice::Hint(_, shown) if *shown == level), "{}", kind.name);
        }
        assert_eq!(player.help(), HelpTaken { checks: 2, hints: 1, level: 4, reveals: 0 });
        player.act(Action::Undo);
        assert_eq!(*player.session.notice(), Notice::None);
    });
}

#[test]
fn the_way_and_the_solution_are_looked_at_aside() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        let before = player.written();
        for from_here in [false, true] {
            player.act(Action::Path { from_here });
            let Some(Aside::Path(path, 0)) = player.session.aside() else { panic!("{:?}", player.session.aside()) };
            let last = path.steps.len();
            assert_eq!(path.steps[last - 1].board, player.solution(), "{}", kind.name);
            player.act(Action::GoTo(usize::MAX));
            assert!(matches!(player.session.aside(), Some(Aside::Path(_, at)) if *at == last));
            player.act(Action::Back);
        }
        player.act(Action::Solve);
        let solution = player.solution();
        assert!(matches!(player.session.aside(), Some(Aside::Solution(Some(board), _)) if *board == solution));
        player.act(Action::Back);
        assert!(player.session.aside().is_none() && !player.session.is_solved());
        assert_eq!((player.written(), player.help().reveals), (before, 3));
    });
}

#[test]
fn nothing_may_stand_where_a_place_may_stay_empty() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        let is_cell = |target: &Target| matches!(target.holds, Holds::Cell(_)) && !target.given;
        let Some(index) = player.game().sheet().targets.iter().position(is_cell) else {
            return assert_ne!(kind.name, "multibalance");
        };
        let id = player.game().sheet().targets[index].id.clone();
        player.act(Action::Select(index));
        assert!(player.session.takes('0'));
        player.act(Action::Type('0'));
        assert!(player.written().marks[&id].is_empty());
        assert!(player.session.lines().iter().any(|line| line.text.contains("nothing stands here")));
        player.is_read_back();
        player.act(Action::Type('0'));
        assert!(player.written().marks.is_empty());
        player.is_undone_and_redone();
    });
}

#[test]
fn a_number_ends_with_a_pause() {
    for_each_kind(|kind| {
        let mut player = Player::on(kind);
        let long = player.to_fill_in().into_iter().find(|(_, target, _)| {
            matches!(target.choices, Choices::Numbers(_)) && target.choices.contains(1) && target.choices.contains(10)
        });
        let Some((index, target, _)) = long else { return };
        player.act(Action::Select(index));
        player.act(Action::Type('1'));
        player.act(Action::Pass(900));
        assert_eq!((player.session.typed(), player.game().moves().len()), ("1", 0), "{}", target.id);
        player.act(Action::Pass(100));
        assert_eq!((player.session.typed(), player.game().moves().len()), ("", 1));
        player.act(Action::Type('1'));
        player.act(Action::Next);
        assert_eq!((player.session.typed(), player.game().moves().len()), ("", 1), "it is there already");
    });
}

#[test]
fn time_passes_unless_the_game_is_paused() {
    let kind = puzzles::kind("gap").expect("a kind");
    let mut player = Player::on(kind);
    player.act(Action::Pass(5000));
    player.act(Action::Pause);
    player.act(Action::Pass(5000));
    let before = player.written();
    player.act(Action::Choose(1));
    assert_eq!((player.game().played(), player.written()), (5000, before), "the board is covered");
    player.act(Action::Pause);
    player.act(Action::Pass(1000));
    assert_eq!(player.game().played(), 6000);
    // Help is counted even if a move is taken back.
    let mut game = Game::new(small(kind));
    game.take_help(Help::Hint);
    assert!(!game.undo() && game.help().hints == 1);
}

/// The flags of what is selected or pointed at stand beside pencil marks, never on them.
#[test]
fn a_selected_place_still_shows_all_its_marks() {
    for_each_kind(|kind| {
        let drawn = |session: &Session, tight: bool, id: &str, change: &dyn Fn(&mut Scene)| -> Vec<char> {
            let mut scene = session.board(tight);
            change(&mut scene);
            let canvas = TextRenderer::new().canvas(&scene).expect("it is small");
            let is_own = |cell: &&Inked<'_>| cell.mark.is_some_and(|mark| mark.target.as_deref() == Some(id));
            let chars = canvas.rows().flatten().filter(is_own).map(|cell| cell.char);
            let mut marks: Vec<char> = chars.filter(|char| char.is_ascii_digit() || "·▪×…".contains(*char)).collect();
            marks.sort_unstable();
            marks
        };
        for modulus in [1, 2, 3, 1000] {
            let mut game = Game::new(small(kind));
            let open: Vec<Target> = game.sheet().targets.iter().filter(|target| !target.given).cloned().collect();
            let mark = |(index, target): (usize, &Target)| {
                let choices =
                    target.choices.values().enumerate().filter(|(at, _)| (at + index).is_multiple_of(modulus));
                Move::Mark { target: target.id.clone(), candidates: Some(choices.map(|(_, choice)| choice).collect()) }
            };
            let fillable = open.iter().filter(|target| target.choices != Choices::None);
            game.play(&Move::Several(fillable.enumerate().map(mark).collect())).expect("they are choices");
            let (session, _) = Session::new(game, About::default(), Preferences::default());
            for (Target { id, .. }, tight) in open.iter().flat_map(|target| [(target, false), (target, true)]) {
                let plain = drawn(&session, tight, id, &|_| {});
                let selected = drawn(&session, tight, id, &|scene| scene.select(id));
                let wrong = drawn(&session, tight, id, &|scene| scene.emphasise(id, Emphasis::Wrong));
                assert_eq!((&selected, &wrong), (&plain, &plain), "{id} of {}", kind.name);
                let extent = |scene: Scene| scene.extent().expect("it shows something");
                assert!(extent(session.board(true)).rows() <= extent(session.board(false)).rows());
            }
        }
    });
}

/// Where choices are taken in turns, a drag paints the second one on what is blank, and is one move; one that begins
/// on what it paints takes that away.
#[test]
fn a_stroke_is_one_move_and_leaves_entries_alone() {
    let mut tried = 0;
    for kind in puzzles::KINDS {
        let mut player = Player::on(kind);
        let turns: Vec<usize> = (0..player.game().sheet().targets.len())
            .filter(|&index| player.game().sheet().targets[index].gesture == Gesture::Cycle)
            .take(4)
            .collect();
        let [a, b, c, d] = turns[..] else { continue };
        tried += 1;
        let values: Vec<i32> = player.game().sheet().targets[a].choices.values().collect();
        let shown = |player: &Player, index: usize| {
            player.game().sheet().targets[index].shown(&player.game().written().board).first().copied()
        };
        let drag = |player: &mut Player, over: &[usize]| {
            player.act(Action::Press(over[0], Press::Plain));
            // A pointer that trembles has not gone on yet.
            player.act(Action::Press(over[0], Press::Over));
            over[1..].iter().for_each(|&index| player.act(Action::Press(index, Press::Over)));
        };
        // An entry in the middle stays.
        player.act(Action::Press(b, Press::Plain));
        assert_eq!(shown(&player, b), Some(values[0]));
        drag(&mut player, &[a, b, c, d]);
        let painted = [a, b, c, d].map(|index| shown(&player, index));
        assert_eq!(painted, [Some(values[1]), Some(values[0]), Some(values[1]), Some(values[1])]);
        assert_eq!(player.game().moves().len(), 2);
        player.is_undone_and_redone();
        player.is_read_back();
        player.act(Action::Undo);
        assert_eq!([a, b, c, d].map(|index| shown(&player, index)), [None, Some(values[0]), None, None]);
        player.act(Action::Redo);
        drag(&mut player, &[d, c, b, a]);
        assert_eq!([a, b, c, d].map(|index| shown(&player, index)), [None, Some(values[0]), None, None]);
        assert_eq!(player.game().moves().len(), 3);
        // A long touch begins one as well.
        player.act(Action::Press(c, Press::Second));
        player.act(Action::Press(d, Press::Over));
        assert_eq!([c, d].map(|index| shown(&player, index)), [Some(values[1]); 2]);
        assert_eq!(player.game().moves().len(), 4);
        // Beginning on an entry, it paints the others and leaves that one.
        player.act(Action::Undo);
        drag(&mut player, &[b, a]);
        assert_eq!([a, b].map(|index| shown(&player, index)), [Some(values[1]), Some(values[0])]);
        player.is_read_back();
    }
    assert!(tried > 0);
}

/// What a move breaks is read aloud, once, whether a line, a bar or a sum tells it or nothing but the rule.
#[test]
fn what_a_move_breaks_is_announced() {
    let hears = |kind: &str, moves: &[(&str, i32)]| {
        let mut player = Player::on(puzzles::kind(kind).expect("it is a kind"));
        for (target, choice) in moves {
            let index = player.game().sheet().targets.iter().position(|own| own.id == *target).expect("it is there");
            player.act(Action::Select(index));
            player.act(Action::Choose(*choice));
        }
        player.heard
    };
    let touching = hears("gap", &[("r5c5", 1), ("r6c6", 1)]);
    assert!(touching.contains("r5c5 and r6c6 touch."), "{touching}");
    // What was broken before is not told again.
    let later = hears("gap", &[("r5c5", 1), ("r6c6", 1), ("r1c1", 1)]);
    assert!(!later.contains("touch"), "{later}");
    let row = hears("gap", &[("r1c1", 1), ("r1c3", 1), ("r1c5", 1)]);
    assert_eq!(row.matches("filled cells").count(), 1, "{row}");
    let twice = hears("weight", &[("w1", 3), ("w2", 3)]);
    assert!(twice.contains("w1") && twice.contains("w2"), "{twice}");
}

/// What is said beside the board, in words: what is broken, too, wherever the cursor is.
#[test]
fn what_is_wrong_is_said_in_words() {
    let weight = puzzles::kind("weight").expect("it is a kind");
    let mut player = Player::on(weight);
    for target in ["w1", "w2"] {
        let index = player.game().sheet().targets.iter().position(|own| own.id == target).expect("it has two weights");
        player.act(Action::Select(index));
        player.act(Action::Choose(3));
    }
    let said = player.session.said();
    let wrong: Vec<&str> = said.iter().filter(|line| line.tone == Tone::Wrong).map(|line| line.text.as_str()).collect();
    assert!(wrong.iter().any(|line| line.contains("w1") && line.contains("w2")), "{said:?}");
    assert!(said.iter().all(|line| line.text.ends_with(['.', '…'])), "{said:?}");
}
