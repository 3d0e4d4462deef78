//! Setting: a puzzle drawn, and beside it what is found out after each edit.

mod state;

pub(super) use state::Setter;

use super::board::Board;
use super::browser;
use super::new::Maker;
use super::share::{Files, link};
use super::widgets::{select_kind, trouble, typing};
use ::play::message::{RemarkAbout, RemarkTold, Shared, SketchStart};
use ::play::saves::About;
use ::play::words::Layout;
use ::play::{EditCommand, Game, Joined, SetAction, Setting, joinings};
use leptos::prelude::*;
use puzzles::{Choices, Edit, Grouping, KINDS, Puzzle, View};
use scene::{Scene, SvgRenderer};

/// More numbers than these are typed.
const MOST_KEYS: usize = 30;

/// The view.
#[component]
pub(super) fn SetView(setter: Setter, maker: Maker) -> impl IntoView {
    setter.act(SetAction::Reopen);
    let strip = move |_| setter.act(SetAction::Command(EditCommand::Strip { seed: browser::any_seed() }));
    view! {
        <div class="view workshop set">
            <div class="about">
                <h1>"Set"</h1>
                <Start setter=setter maker=maker />
                <Save setter=setter />
            </div>
            <div class="stage" on:keydown=move |event| setter.key(&event)>
                <div class="card"><Board shown=setter.shown() /><OnPaper setter=setter /></div>
                <Keys setter=setter />
                <Parts setter=setter />
                <Groups setter=setter />
                <Sizes setter=setter />
                <div class="pad" role="group" aria-label="Edits">
                    <button class="key" on:click=move |_| setter.act(SetAction::Undo)>"Undo"</button>
                    <button class="key" on:click=move |_| setter.act(SetAction::Redo)>"Redo"</button>
                    <button class="key" on:click=move |_| setter.act(SetAction::Command(EditCommand::MakeUnique))>"Make it unique"</button>
                    <button class="key" on:click=strip>"Strip"</button>
                </div>
            </div>
            <Remarks setter=setter />
        </div>
    }
}

/// What to begin with. Where there is little room, it is shown when it is asked for, so that the board comes first.
#[component]
fn Start(setter: Setter, maker: Maker) -> impl IntoView {
    let chosen = RwSignal::new(KINDS[0]);
    let opened = RwSignal::new(false);
    let empty = move |_| {
        opened.set(false);
        SketchStart::empty(chosen.get_untracked()).into_iter().for_each(|start| setter.open(start));
    };
    let made = move |_| {
        opened.set(false);
        maker.make_to_set(chosen.get_untracked());
    };
    let played = move |_| {
        opened.set(false);
        let puzzle = setter.play.session.with_untracked(|session| session.game().shared());
        setter.open(SketchStart::Puzzle(Shared(puzzle)));
    };
    let file = move |event| browser::chosen_file(&event).into_iter().for_each(|file| setter.open_file(file));
    view! {
        <button class="quiet opener" aria-expanded=move || opened.get().to_string() aria-controls="set-start"
            on:click=move |_| opened.update(|opened| *opened = !*opened)>"Begin with"</button>
        <div class="column start" id="set-start" class:opened=opened>
            {select_kind(move || chosen.get().name.to_owned(), move |kind| chosen.set(kind))}
            <button class="quiet" on:click=empty>"Empty sheet"</button>
            <button class="quiet" on:click=made>"A new puzzle"</button>
            <button class="quiet" on:click=played>"The puzzle in play"</button>
            <a class="button quiet" href="#/rules">"Your own rules"</a>
            <label class="file">"A file" <input type="file" on:change=file /></label>
        </div>
        {trouble(maker.trouble)}
        {trouble(setter.trouble)}
    }
}

/// What can be set where the cursor is.
#[component]
fn Keys(setter: Setter) -> impl IntoView {
    let keys = move || {
        let Some(target) = setter.setting.with(|setting| setting.target().cloned()) else { return ().into_any() };
        match &target.choices {
            Choices::None => view! { <p class="soft">{target.name.clone()}</p> }.into_any(),
            choices if choices.values().count() <= MOST_KEYS => {
                let each = choices.values().map(|value| {
                    let label = choices.label(value).unwrap_or_default();
                    let set = move |_| setter.act(SetAction::Set(Some(value)));
                    view! { <button class="key" on:click=set>{label}</button> }
                });
                each.collect_view().into_any()
            }
            _ => view! { <p class="soft">"Type a number."</p> }.into_any(),
        }
    };
    view! {
        <div class="pad" role="group" aria-label="What to set">
            {keys}
            <button class="key" on:click=move |_| setter.act(SetAction::Set(None))>"Clear"</button>
            {typing(move || setter.setting.with(|setting| setting.typed().to_owned()))}
        </div>
    }
}

/// Adding, moving and removing parts, where a puzzle has such.
#[component]
fn Parts(setter: Setter) -> impl IntoView {
    let names = Memo::new(move |_| setter.setting.with(|setting| setting.book().sketch().parts()));
    let own = Memo::new(move |_| setter.setting.with(Setting::part));
    let parts = Memo::new(move |_| setter.setting.with(Setting::parts));
    let carriers = move || {
        let (id, parent) = own.get().map(|part| (part.id, part.parent)).unzip();
        let bars = parts.get().into_iter().filter(|part| part.carries && Some(&part.id) != id.as_ref());
        let parent = parent.flatten();
        bars.map(|part| {
            let is_here = Some(&part.id) == parent.as_ref();
            view! { <option value=part.id.clone() selected=is_here>{part.id.clone()}</option> }
        })
        .collect_view()
    };
    let hangs = move || own.with(|part| part.as_ref().is_some_and(|part| part.parent.is_some()));
    let hang = move |event| setter.act(SetAction::HangOn(event_target_value(&event)));
    let shift = move |by| move |_| setter.act(SetAction::Shift(by));
    view! {
        <Show when=move || !names.get().is_empty()>
            <div class="pad" role="group" aria-label="Parts">
                {move || names.get().iter().map(|&name| {
                    let add = move |_| setter.act(SetAction::Add(name.to_owned()));
                    view! { <button class="key" on:click=add>{format!("Add a {name}")}</button> }
                }).collect_view()}
                <button class="key" disabled=move || !hangs() on:click=shift(-1)>"Left"</button>
                <button class="key" disabled=move || !hangs() on:click=shift(1)>"Right"</button>
                <button class="key" disabled=move || !hangs() on:click=move |_| setter.act(SetAction::Remove)>"Remove"</button>
                <Show when=hangs>
                    <label>"Hang it on" <select on:change=hang>{carriers}</select></label>
                </Show>
            </div>
            <p class="soft">"Drag a part along its bar or to another one, or move it with Alt and the arrow keys."</p>
        </Show>
    }
}

/// Putting cells into regions and the like, where a puzzle has such.
#[component]
fn Groups(setter: Setter) -> impl IntoView {
    let groups = Memo::new(move |_| setter.setting.with(|setting| setting.book().sketch().groups()));
    let several = move |event| setter.act(SetAction::Several(event_target_checked(&event)));
    let buttons = move |group: Grouping| {
        let button = move |(into, words): (Joined, String)| {
            view! { <button class="key" on:click=move |_| setter.act(SetAction::Group(group, into))>{words}</button> }
        };
        joinings(group).into_iter().map(button).collect_view()
    };
    let has_lines = move || groups.with(|groups| groups.contains(&Grouping::Line));
    view! {
        <Show when=move || !groups.get().is_empty()>
            <div class="pad" role="group" aria-label="The selected cells">
                {move || groups.get().into_iter().map(buttons).collect_view()}
            </div>
            <label class="check">
                <input type="checkbox" prop:checked=move || setter.setting.with(Setting::selects_several) on:change=several />
                "Select several cells"
            </label>
            <p class="soft">"Shift and the arrow keys, Shift and a click, or dragging select several cells as well."
                <Show when=has_lines>" A line goes along them in the order in which they are selected."</Show>
            </p>
        </Show>
    }
}

/// What applies to the whole, such as the size.
#[component]
fn Sizes(setter: Setter) -> impl IntoView {
    let sizes = Memo::new(move |_| {
        setter.setting.with(|setting| {
            let sketch = setting.book().sketch();
            let on_board: Vec<usize> = match Layout::of(&sketch.structure(), setting.targets()) {
                Layout::Rows(rows) => rows.concat(),
                Layout::Tree(branches) => branches.iter().filter_map(|branch| branch.target).collect(),
            };
            let others = setting.targets().iter().enumerate().filter(|(index, _)| !on_board.contains(index));
            others.map(|(_, target)| (target.clone(), sketch.value(&target.id))).collect::<Vec<_>>()
        })
    });
    let beside = move || {
        let sizes = sizes.get().into_iter();
        sizes
            .map(|(target, value)| {
                let value = value.map(|value| value.to_string()).unwrap_or_default();
                let (least, most) = (target.choices.values().min().unwrap_or(0), target.choices.values().max().unwrap_or(0));
                let id = target.id.clone();
                let set = move |event| {
                    // Nothing takes a clue away; a size is needed, and says so.
                    let value = event_target_value(&event);
                    let value = if value.trim().is_empty() { Ok(None) } else { value.parse().map(Some) };
                    if let Ok(value) = value {
                        setter.act(SetAction::Edit(Edit::Set { target: id.clone(), value }));
                    }
                };
                view! {
                    <label>{target.name.clone()} " "
                        <input type="number" min=least.to_string() max=most.to_string() prop:value=value on:change=set />
                    </label>
                }
            })
            .collect_view()
    };
    view! { <div class="row">{beside}</div> }
}

/// What was found out.
#[component]
fn Remarks(setter: Setter) -> impl IntoView {
    let remark = move |RemarkTold { about, says, .. }: RemarkTold| {
        let strong = matches!(about, RemarkAbout::Verdict(_) | RemarkAbout::Incomplete);
        let more = match about {
            RemarkAbout::Graded(Some(hardest)) => {
                view! { <details><summary>"The hardest step"</summary>{hardest}</details> }.into_any()
            }
            RemarkAbout::Helpful(edit) => {
                let set = move |_| setter.act(SetAction::Edit(edit.clone()));
                view! { <button class="quiet" on:click=set>"Add this clue"</button> }.into_any()
            }
            _ => ().into_any(),
        };
        view! { <li class:verdict=strong>{says} {more}</li> }
    };
    let list = move || setter.setting.with(|setting| setting.remarks().iter().cloned().map(remark).collect_view());
    let show = move |event| setter.act(SetAction::ShowForced(event_target_checked(&event)));
    view! {
        <section class="card help" aria-label="What is found out">
            <h2>"The puzzle so far"</h2>
            <ul class="remarks">{list}</ul>
            <Show when=move || setter.setting.with(Setting::is_busy)><p class="soft">"Looking further"</p></Show>
            <label class="check">
                <input type="checkbox" prop:checked=move || setter.setting.with(Setting::shows_forced) on:change=show />
                "Draw the values that are the same in all solutions"
            </label>
        </section>
    }
}

/// A puzzle with nothing entered.
fn bare(puzzle: &dyn Puzzle) -> Scene {
    puzzle.draw(&View::of(&puzzle.givens()))
}

/// What is printed: the puzzle without what was found out about it.
#[component]
fn OnPaper(setter: Setter) -> impl IntoView {
    let svg = move || setter.puzzle().map(|puzzle| SvgRenderer::for_page().id("paper-picture").render(&bare(&*puzzle)));
    view! { <div class="picture on-paper" aria-hidden="true" inner_html=move || svg().unwrap_or_default()></div> }
}

/// What the setter says of the puzzle.
#[component]
fn Says(setter: Setter) -> impl IntoView {
    let names = ["Title", "Author", "Note"].into_iter().zip(setter.says);
    let field = |(name, says): (&'static str, RwSignal<String>)| {
        let say = move |event| says.set(event_target_value(&event));
        view! { <label>{name} <input type="text" maxlength="200" prop:value=move || says.get() on:input=say /></label> }
    };
    names.map(field).collect_view()
}

/// Saving and playing what was set.
#[component]
fn Save(setter: Setter) -> impl IntoView {
    let play = move |_| {
        if let Some(puzzle) = setter.puzzle() {
            let title = setter.says[0].with_untracked(|title| title.trim().to_owned());
            let name = Some(title).filter(|title| !title.is_empty());
            setter.play.begin_new(Game::new(puzzle.into()), About { name, ..About::default() });
            browser::go(&setter.play.place());
        }
    };
    // Nothing is shown while there is no puzzle, or none that fits a link.
    let code = move || {
        let puzzle = setter.puzzle().ok_or_else(String::new)?;
        ::play::encode(&*puzzle, None).map_err(|_| String::new())
    };
    let what = move || {
        let printed = setter.printed()?;
        let scene = bare(&*printed.puzzle);
        Some((printed, scene))
    };
    view! {
        <details class="more">
            <summary>"Save"</summary>
            <div class="column">
                <Says setter=setter />
                <button on:click=play>"Play it"</button>
                {link(setter.play, ["Link", "Copy the link"], code)}
                <Files what=what />
            </div>
        </details>
    }
}
