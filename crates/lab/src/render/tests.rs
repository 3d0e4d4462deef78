//! Every form of one small report.

use super::{csv, figures, html, json, text};
use crate::grid::{Grid, Row};
use crate::measure::{Ending, Measurement, Metric};
use crate::plan::{Picture, Plan, View};
use crate::published::Published;
use crate::report::{Report, Texts};
use fd::Statistics;
use std::time::Duration;

fn run(outcome: Ending, seconds: f64, backtracks: u64) -> Measurement {
    let statistics = Statistics { backtracks, nodes: 2 * backtracks + 1, constraints: 7, ..Statistics::default() };
    Measurement { outcome, seconds, statistics: Some(statistics), tries: None }
}

/// Two sizes by two labellings, with a time-out, a partial one, and published
/// figures beside them.
fn report() -> Report {
    let rows = vec![Row::size(5), Row::size(10).ours_unless(false)];
    let mut grid = Grid::new("size", rows, "labelling", vec!["ffc,step,up".to_owned(), "<leftmost>".to_owned()]);
    grid.add(0, 0, run(Ending::Solved, 0.002, 12));
    grid.add(0, 0, run(Ending::Solved, 0.004, 14));
    grid.add(0, 1, run(Ending::Solved, 0.5, 1234));
    grid.add(1, 0, run(Ending::Solved, 0.1, 0));
    grid.add(1, 0, run(Ending::TimedOut, 1.0, 90));
    grid.add(1, 1, run(Ending::TimedOut, 1.0, 4000));
    let published = "row,column,seconds,backtracks\n5,ffc;step;up,0,8\n5,<leftmost>,time-out,time-out\n";
    let plan = Plan {
        grid,
        trials: Vec::new(),
        notes: vec!["Boards are made.".to_owned()],
        published: Published::read(published),
        views: vec![View::Cells(Metric::Seconds), View::Cells(Metric::Backtracks), View::Groups(Metric::Nodes)],
        pictures: vec![
            Picture::Lines(Metric::Seconds),
            Picture::Bars(Metric::Backtracks),
            Picture::Heat(Metric::Seconds),
        ],
    };
    let texts = Texts {
        asks: "Which is best & why?".to_owned(),
        paper: Some("A paper".to_owned()),
        problem: "A problem.".to_owned(),
        ..Texts::default()
    };
    let time_limit = Duration::from_secs(1);
    Report { name: "test".to_owned(), title: "A test".to_owned(), texts, plan, time_limit, repeat: 2, complete: true }
}

#[test]
fn as_text() {
    insta::assert_snapshot!(text(&report()));
    let cut_short = Report { complete: false, ..report() };
    assert!(text(&cut_short).ends_with("Interrupted: what is missing was not run.\n"));
}

#[test]
fn as_csv() {
    insta::assert_snapshot!(csv(&report()));
}

#[test]
fn as_json() {
    insta::assert_snapshot!(format!("{:#}", json(&report())));
}

#[test]
fn as_html() {
    let page = html(&report());
    insta::assert_snapshot!(page);
    // One page that needs nothing else.
    for needed in ["src=", "href=", "@import", "url("] {
        assert!(!page.contains(needed), "{needed}");
    }
}

#[test]
fn pictures_share_no_identifier() {
    let names: Vec<String> = figures(&report()).map(|figure| figure.name).collect();
    assert_eq!(names, ["seconds-lines", "backtracks-bars", "seconds-heat"]);
    let page = html(&report());
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let different: std::collections::BTreeSet<&&str> = ids.iter().collect();
    // Each picture and its title have one.
    assert_eq!((ids.len(), different.len()), (6, 6), "{ids:?}");
}

#[test]
fn a_wide_table_is_turned() {
    let columns: Vec<String> = (0..12).map(|i| format!("c{i}")).collect();
    let mut plan = report().plan;
    plan.grid = Grid::new("size", vec![Row::size(5)], "labelling", columns);
    plan.grid.add(0, 3, run(Ending::Solved, 0.002, 12));
    plan.views = vec![View::Cells(Metric::Backtracks)];
    let tables = super::tables(&Report { plan, ..report() });
    assert_eq!(tables[0].head, ["size", "5"]);
    assert_eq!(tables[0].rows[3], ["c3", "12"]);
    assert_eq!(tables[0].rows[4], ["c4", ""]);
}
