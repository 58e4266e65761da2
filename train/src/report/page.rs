//! The page around the charts.

use super::plot::{STYLE, escape, put};
use super::{Learning, Report};
use crate::telemetry::{clock, short};

pub(crate) const PAGE_STYLE: &str = "\
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);\
font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\
:root{--back:#f4f6f9;--good:#1d8348;--bad:#c0304f;--open:#a47a05}\
@media(prefers-color-scheme:dark){:root{--back:#0f1217;--good:#5fd08a;--bad:#ff8098;--open:#e6c14a}}\
main{max-width:1240px;margin:0 auto;padding:28px 20px 48px}h1{font-size:24px;margin:0}h2{font-size:17px;margin:34px 0 10px}\
.sub{color:var(--soft);margin:2px 0 18px}\
.card{background:var(--paper);border:1px solid var(--grid);border-radius:10px}\
.verdict{padding:14px 18px;border-left:5px solid var(--open)}.verdict.yes{border-left-color:var(--good)}\
.verdict.no{border-left-color:var(--bad)}.verdict b{display:block;font-size:16px}\
.alarm{padding:12px 18px;border-left:5px solid var(--bad);margin-top:10px}.alarm b{color:var(--bad)}\
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:10px;margin:14px 0}\
.tile{padding:10px 12px}.tile span{display:block;color:var(--soft);font-size:12.5px;white-space:nowrap}.tile b{font-size:20px;font-weight:600}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(430px,100%),1fr));gap:12px}\
.chart{padding:6px 8px 4px}.wide{grid-column:1/-1}\
.scroll{overflow-x:auto;background:linear-gradient(90deg,var(--paper) 40%,transparent) 0 0/48px 100% no-repeat local,\
linear-gradient(270deg,var(--paper) 40%,transparent) 100% 0/48px 100% no-repeat local,\
linear-gradient(90deg,var(--grid),transparent) 0 0/18px 100% no-repeat,\
linear-gradient(270deg,var(--grid),transparent) 100% 0/18px 100% no-repeat,var(--paper)}\
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\
th,td{padding:7px 14px;text-align:right;border-top:1px solid var(--grid);white-space:nowrap}\
th{color:var(--soft);font-weight:500;border-top:0}th:first-child,td:first-child{text-align:left}\
details{padding:10px 18px}summary{cursor:pointer;color:var(--soft)}\
pre{overflow-x:auto;font:13px/1.5 ui-monospace,'SF Mono',Consolas,Menlo,monospace;margin:10px 0 4px}\
@media(max-width:760px){.wide{overflow-x:auto}.wide svg{min-width:680px}}\
@media print{.card{break-inside:avoid}}";

impl Report {
    /// The report as an HTML page.
    pub fn html(&self) -> String {
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width,initial-scale=1\"><title>{name} - training report</title>\
             <style>{STYLE}{PAGE_STYLE}</style></head>\n<body><main><h1>{name}</h1><p class=\"sub\">{sub}</p>\n",
            name = escape(&self.name),
            sub = escape(&self.subtitle())
        );
        self.put_verdict(&mut html);
        self.put_tiles(&mut html);
        html.push_str("<div class=\"charts\">\n");
        for (_, chart) in self.charts() {
            let wide = if chart.wide { " wide" } else { "" };
            put(&mut html, format_args!("<div class=\"card chart{wide}\">{}</div>\n", chart.svg()));
        }
        html.push_str("</div>\n");
        self.put_matches(&mut html);
        put(
            &mut html,
            format_args!(
                "<h2>Config</h2><details class=\"card\"><summary>every key with its value</summary><pre>{}</pre></details>\n\
                 </main></body></html>\n",
                escape(&self.config.to_toml())
            ),
        );
        html
    }

    fn subtitle(&self) -> String {
        let phase = self.metrics.last().map_or("nothing measured yet", |row| &row.phase).replace('-', " ");
        let start = if self.config.teacher.enabled {
            format!("teacher: alpha-beta of depth {}", self.config.teacher.depth)
        } else {
            "from a random net, no teacher".to_string()
        };
        format!("{} · {} of work · {start} · now: {phase}", self.config.variant, clock(self.seconds()))
    }

    fn put_verdict(&self, html: &mut String) {
        let verdict = self.verdict();
        let class = match verdict.learning {
            Learning::Yes => " yes",
            Learning::No => " no",
            Learning::NotShown | Learning::TooEarly => "",
        };
        let text = escape(&verdict.text);
        put(html, format_args!("<div class=\"card verdict{class}\"><b>Is it learning?</b>{text}</div>\n"));
        for alarm in self.alarms() {
            let text = escape(&alarm.text);
            put(html, format_args!("<div class=\"card alarm\" role=\"alert\"><b>{}</b>: {text}</div>\n", alarm.title));
        }
    }

    fn put_tiles(&self, html: &mut String) {
        let Some(last) = self.metrics.last() else { return };
        let mean = |of: fn(&crate::metrics::MetricsRow) -> Option<f64>| {
            let values: Vec<f64> = self.metrics.iter().filter_map(of).filter(|x| x.is_finite()).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let rate = |value: Option<f64>| value.map_or("-".to_string(), |x| format!("{}/s", short(x)));
        let tiles = [
            ("nets published", last.generation.to_string()),
            ("learner steps", short(last.step as f64)),
            ("self-play games", short(last.games as f64)),
            ("self-play positions", short(last.positions as f64)),
            ("teacher positions", short(last.teacher_positions as f64)),
            ("net evaluations", rate(mean(|row| row.evals_per_s))),
            ("self-play", rate(mean(|row| row.positions_per_s))),
            ("actors busy", mean(|row| row.busy).map_or("-".to_string(), |x| format!("{:.0} %", 100.0 * x))),
        ];
        html.push_str("<div class=\"tiles\">\n");
        for (name, value) in tiles {
            put(html, format_args!("<div class=\"card tile\"><span>{name}</span><b>{value}</b></div>\n"));
        }
        html.push_str("</div>\n");
    }

    /// The newest match against each opponent.
    fn put_matches(&self, html: &mut String) {
        if self.evaluations.is_empty() {
            return;
        }
        html.push_str(
            "<h2>Newest matches</h2><div class=\"card scroll\"><table><tr><th>opponent</th><th>generation</th><th>after</th>\
             <th>simulations</th><th>games</th><th>won</th><th>drawn</th><th>lost</th><th>score</th><th>95 % interval</th>\
             <th>plies</th></tr>\n",
        );
        for row in self.opponents().iter().filter_map(|name| self.against(name).last()) {
            put(
                html,
                format_args!(
                    "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
                     <td><b>{:.3}</b></td><td>{:.3} to {:.3}</td><td>{:.0}</td></tr>\n",
                    escape(&row.opponent),
                    row.generation,
                    clock(row.seconds),
                    row.simulations,
                    2 * row.pairs,
                    row.wins,
                    row.draws,
                    row.losses,
                    row.score,
                    row.lo,
                    row.hi,
                    row.plies
                ),
            );
        }
        html.push_str("</table></div>\n");
    }
}
