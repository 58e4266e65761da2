//! The charts' colours and type, for a page or for a chart that stands alone.

/// Number of series that can be told apart by colour.
pub(super) const COLORS: usize = 6;

/// Style sheet of the charts; dark where the reader's system is.
pub(crate) const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2330;--soft:#5b6575;--faint:#8a93a3;--grid:#e6e9ee;--axis:#b9c0cc;--paper:#fff;\
--band:#eef1f6;--c0:#2563c9;--c1:#d1570c;--c2:#1d8348;--c3:#8e3bb0;--c4:#a47a05;--c5:#c0304f}\
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf3;--soft:#a7b0bf;--faint:#7d8798;--grid:#2a303b;--axis:#4a5362;\
--paper:#171b22;--band:#1f2530;--c0:#6ea8ff;--c1:#ff9d57;--c2:#5fd08a;--c3:#d79bf0;--c4:#e6c14a;--c5:#ff8098}}\
svg.plot{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;display:block;width:100%;height:auto}\
.plot text{fill:var(--soft)}.plot .title{fill:var(--ink);font-size:15px;font-weight:600}\
.plot .legend{fill:var(--ink)}.plot .unit{fill:var(--faint)}\
.plot .grid{stroke:var(--grid);stroke-width:1}.plot .axis{stroke:var(--axis);stroke-width:1}\
.plot .guide{stroke:var(--axis);stroke-width:1.2;stroke-dasharray:5 4}.plot .band{fill:var(--band)}\
.plot .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\
.plot .bar{stroke-width:1.4;opacity:.55}.plot .dot{stroke:var(--paper);stroke-width:1.2}\
.c0{--c:var(--c0)}.c1{--c:var(--c1)}.c2{--c:var(--c2)}.c3{--c:var(--c3)}.c4{--c:var(--c4)}.c5{--c:var(--c5)}\
.plot .line,.plot .bar{stroke:var(--c)}.plot .dot,.plot .swatch{fill:var(--c)}";
