//! The claims as a page that needs nothing beside it.

use super::claims::{Report, verdict};
use hextrain::report::escape;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--back:#f4f6f9;--paper:#fff;--ink:#1b2430;--soft:#5d6b7c;--grid:#dfe5ec;--good:#1d8348;--bad:#c0304f;--open:#a47a05}\
@media(prefers-color-scheme:dark){:root{--back:#0f1217;--paper:#171c23;--ink:#e6ebf1;--soft:#93a1b2;--grid:#2a323c;--good:#5fd08a;--bad:#ff8098;--open:#e6c14a}}\
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}main{max-width:1100px;margin:0 auto;padding:28px 20px}\
h1{font-size:24px;margin:0 0 18px}section{background:var(--paper);border:1px solid var(--grid);border-left:5px solid var(--open);border-radius:10px;padding:12px 18px;margin:12px 0}\
section.true{border-left-color:var(--good)}section.false{border-left-color:var(--bad)}h2{font-size:16px;margin:0}p{color:var(--soft);margin:2px 0 8px}\
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{padding:5px 12px;text-align:right;border-top:1px solid var(--grid);white-space:nowrap}\
th{color:var(--soft);font-weight:500;border-top:0}th:first-child,td:first-child,td:last-child,th:last-child{text-align:left}code{font:12.5px ui-monospace,monospace}";

pub(super) fn page(report: &Report) -> String {
    let title = format!("{}: claims about endings", report.variant);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{0}</title><style>{STYLE}</style></head>\n<body><main><h1>{0}</h1>\n",
        escape(&title)
    );
    let mut put = |text: std::fmt::Arguments<'_>| {
        // Infallible: writing to a string.
        let _ = html.write_fmt(text);
    };
    for claim in &report.claims {
        let verdict = verdict(claim);
        put(format_args!(
            "<section class=\"{verdict}\"><h2>{} <small>({verdict})</small></h2><p>Taken to mean: {}.</p>",
            escape(&claim.says),
            escape(&claim.means)
        ));
        if !claim.endings.is_empty() {
            put(format_args!(
                "<div class=\"scroll\"><table><tr><th>ending</th><th>won %</th><th>to move</th><th>not to move</th>\
                 <th>stalemating</th><th>drawn</th><th>lost</th><th>longest, plies</th><th>a longest win</th></tr>"
            ));
        }
        for t in &claim.endings {
            put(format_args!(
                "<tr><td>{}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td>\
                 <td>{}</td><td><code>{}</code></td></tr>",
                escape(&t.ending),
                t.won,
                t.won_to_move,
                t.won_not_to_move,
                t.stalemating,
                t.drawn,
                t.lost,
                t.longest,
                escape(t.example.as_deref().unwrap_or("none"))
            ));
        }
        if !claim.endings.is_empty() {
            put(format_args!("</table></div>"));
        }
        for name in &claim.missing {
            put(format_args!("<p>{}: no table yet.</p>", escape(name)));
        }
        put(format_args!("</section>\n"));
    }
    for m in &report.missing {
        put(format_args!(
            "<p>{}: about {:.0} s of one core and {:.2} GiB: <code>{}</code></p>\n",
            escape(&m.ending),
            m.core_seconds,
            m.memory_gib,
            escape(&m.command)
        ));
    }
    put(format_args!("</main></body></html>\n"));
    html
}
