//! A report as one page of HTML that needs nothing else.

use super::{Table, figures, tables};
use crate::report::Report;
use scene::escape;
use std::fmt::Write as _;
use studio::spoken_seconds;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,Helvetica,Arial,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fff}
h1{line-height:1.2}h2{margin-top:2.2rem;border-bottom:1px solid #ccc}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.88rem}
th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
thead th{border-bottom:2px solid #888;white-space:normal;vertical-align:bottom}
caption{text-align:left;font-weight:bold;padding:.6rem 0}
.wide{overflow-x:auto}
svg{max-width:100%;height:auto}
.quiet{color:#666}
@media (prefers-color-scheme:dark){body{color:#ddd;background:#16181c}th,td{border-color:#33373d}\
h2{border-color:#444}.quiet{color:#999}a{color:#7cc4f0}}
";

/// The page of a report.
pub fn html(report: &Report) -> String {
    let title = escape(&report.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{title}</h1>\n"
    );
    let texts = &report.texts;
    paragraphs(&mut page, &texts.asks);
    if let Some(paper) = &texts.paper {
        let _ = writeln!(page, "<p class=\"quiet\">Repeats: {}</p>", escape(paper));
    }
    let sections = [
        ("Problem", &texts.problem),
        ("Variables", &texts.variables),
        ("Constraints", &texts.constraints),
        ("Strategies", &texts.strategies),
    ];
    for (head, text) in sections.iter().filter(|(_, text)| !text.is_empty()) {
        let _ = writeln!(page, "<h2>{head}</h2>");
        paragraphs(&mut page, text);
    }
    let _ = writeln!(page, "<h2>How it was run</h2>\n<ul>");
    for note in conditions(report).iter().chain(&report.plan.notes).chain(&texts.caveats) {
        let _ = writeln!(page, "<li>{}", escape(note));
    }
    page.push_str("</ul>\n<h2>Results</h2>\n");
    for table in tables(report) {
        table_html(&mut page, &table);
    }
    if let Some(concluded) = &texts.concluded {
        let _ = writeln!(page, "<h2>What the paper concludes</h2>");
        paragraphs(&mut page, concluded);
    }
    let _ = writeln!(page, "<h2>Figures</h2>");
    for figure in figures(report) {
        let _ = writeln!(page, "<figure>\n{}</figure>", figure.svg);
    }
    page.push_str("</html>\n");
    page
}

fn conditions(report: &Report) -> Vec<String> {
    let limit = spoken_seconds(report.time_limit.as_secs_f64());
    let times = match report.repeat {
        1 => "Each trial was run once".to_owned(),
        repeat => format!("Each trial was run {repeat} times, and times averaged"),
    };
    let mut all = vec![format!(
        "{times}, with at most {limit} of CPU time for a run. Times are of one thread, from the puzzle in memory to \
         the answer. Counts are the same on every machine, except where the time was up."
    )];
    if !report.plan.published.is_empty() {
        all.push(
            "Published figures are of SICStus Prolog on the authors' machine of their day: compare how they grow and \
             which is ahead, not how long a thing took."
                .to_owned(),
        );
    }
    if !report.complete {
        all.push("The run was interrupted: what is missing was not run.".to_owned());
    }
    all
}

fn paragraphs(page: &mut String, text: &str) {
    for paragraph in text.split("\n\n") {
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
}

fn table_html(page: &mut String, table: &Table) {
    let _ = write!(page, "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>", escape(&table.title));
    for name in &table.head {
        let _ = write!(page, "<th>{}</th>", escape(name));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for cell in row {
            let _ = write!(page, "<td>{}</td>", escape(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}
