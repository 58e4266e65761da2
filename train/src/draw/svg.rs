//! A board as an SVG picture: hexagons on a plane, or round a ring.

use super::scene::{Man, Place, Scene};
use super::svg_men;
use std::f64::consts::{PI, TAU};
use std::fmt::Write;

/// Looks of the picture.
#[derive(Clone, Debug)]
pub struct SvgStyle {
    /// Colors of the cells by shade.
    pub shades: [&'static str; 3],
    /// Laid over cells of the last move.
    pub last: &'static str,
    /// Laid over marked cells.
    pub marked: &'static str,
    /// Whether each cell is named.
    pub names: bool,
}

impl Default for SvgStyle {
    fn default() -> SvgStyle {
        SvgStyle { shades: ["#e8ab6f", "#ffce9e", "#d18b47"], last: "#b8d432", marked: "#4aa3df", names: true }
    }
}

/// From corner to centre of a cell on a plane, in the picture's units.
const RADIUS: f64 = 40.0;
/// Half of a cell's width across its edges.
const HALF: f64 = RADIUS * 0.866_025_403_784_438_6;

/// Draws the picture.
pub fn svg(scene: &Scene, style: &SvgStyle) -> String {
    let plane = Plane::new(scene);
    let (width, height) = plane.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
    );
    definitions(&mut text, scene);
    for place in &scene.places {
        cell(&mut text, &plane, place, style);
    }
    for place in &scene.places {
        let Some(man) = &place.man else { continue };
        let (x, y) = plane.at(f64::from(place.x), f64::from(place.y));
        let scale = plane.scale(place);
        // A little above the middle: the cell's name stands below.
        let y = y - 4.0 * scale;
        let _ = writeln!(
            text,
            "<use href=\"#{}\" transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\"/>",
            svg_men::id(man)
        );
    }
    for &(from, to) in &scene.arrows {
        if let (Some(from), Some(to)) = (scene.places.get(from), scene.places.get(to)) {
            arrow(&mut text, &plane, from, to);
        }
    }
    text.push_str("</svg>\n");
    text
}

fn definitions(text: &mut String, scene: &Scene) {
    let mut men: Vec<&Man> = scene.places.iter().filter_map(|place| place.man.as_ref()).collect();
    men.sort_by_key(|man| svg_men::id(man));
    men.dedup();
    text.push_str("<defs>\n");
    for man in men {
        let _ = writeln!(text, "<g id=\"{}\">{}</g>", svg_men::id(man), svg_men::man(man));
    }
    text.push_str("</defs>\n");
}

fn cell(text: &mut String, plane: &Plane, place: &Place, style: &SvgStyle) {
    let points: Vec<String> = plane.corners(place).iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let points = points.join(" ");
    let shade = style.shades[place.shade as usize];
    let _ = writeln!(text, "<polygon points=\"{points}\" fill=\"{shade}\" stroke=\"#7a5230\" stroke-width=\"1\"/>");
    for (on, color) in [(place.last, style.last), (place.marked, style.marked)] {
        if on {
            let _ = writeln!(text, "<polygon points=\"{points}\" fill=\"{color}\" fill-opacity=\"0.6\"/>");
        }
    }
    if style.names {
        let scale = plane.scale(place);
        let (x, y) = plane.at(f64::from(place.x), f64::from(place.y));
        let (y, size) = (y + 40.0 * scale.min(0.75) + 0.5, (11.5 * scale).max(6.0));
        let name = escape(&place.name);
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"#5b3a1c\">{name}</text>"
        );
    }
}

fn arrow(text: &mut String, plane: &Plane, from: &Place, to: &Place) {
    let (x0, y0) = plane.at(f64::from(from.x), f64::from(from.y));
    let (x1, y1) = plane.at(f64::from(to.x), f64::from(to.y));
    let length = (x1 - x0).hypot(y1 - y0);
    if length < 1.0 {
        return;
    }
    let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
    let (xb, yb) = (x1 - 18.0 * dx, y1 - 18.0 * dy);
    let (xl, yl, xr, yr) = (xb - 9.0 * dy, yb + 9.0 * dx, xb + 9.0 * dy, yb - 9.0 * dx);
    let _ = writeln!(
        text,
        "<g fill=\"#15781b\" stroke=\"#15781b\" opacity=\"0.75\"><path d=\"M{x0:.1} {y0:.1}L{xb:.1} {yb:.1}\" stroke-width=\"7\" stroke-linecap=\"round\"/><path d=\"M{x1:.1} {y1:.1}L{xl:.1} {yl:.1}L{xr:.1} {yr:.1}Z\" stroke=\"none\"/></g>"
    );
}

/// Text that may stand in an element or attribute.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Where steps lie in the picture.
struct Plane {
    size: (f64, f64),
    kind: PlaneKind,
}

enum PlaneKind {
    /// Units a step to the right and a step up; the y of the lowest row.
    Flat { x: f64, y: f64, left: f64, bottom: f64, upright: bool },
    /// Files in all, the file at the bottom, innermost radius, units a step outwards, whether seen from the other side.
    Ring { files: f64, front: f64, inner: f64, step: f64, flipped: bool, top: (f64, f64) },
}

impl Plane {
    fn new(scene: &Scene) -> Plane {
        let (columns, rows) = (f64::from(scene.size.0), f64::from(scene.size.1));
        let margin = 0.3 * RADIUS;
        if let Some(files) = scene.ring {
            let files = f64::from(files);
            // Cells of the middle are as wide as those of a plane; the radius grows more slowly than it would have to
            // for regular hexagons, or the innermost cells would vanish.
            let middle = files * 1.5 * RADIUS / TAU * 1.15;
            let step = (1.1 * middle / (rows + 2.0)).min(HALF);
            let inner = middle - step * rows / 2.0;
            let across = 2.0 * (inner + step * (rows + 1.0) + margin);
            let kind = PlaneKind::Ring {
                files,
                front: scene.front,
                inner,
                step,
                flipped: scene.flipped,
                top: (columns, rows),
            };
            return Plane { size: (across, across), kind };
        }
        let (x, y, left, low) = match scene.upright {
            true => (1.5 * RADIUS, HALF, RADIUS, HALF),
            false => (HALF, 1.5 * RADIUS, HALF, RADIUS),
        };
        let size = (x * columns + 2.0 * (left + margin), y * rows + 2.0 * (low + margin));
        let kind = PlaneKind::Flat { x, y, left: left + margin, bottom: size.1 - low - margin, upright: scene.upright };
        Plane { size, kind }
    }

    /// A point in steps as a point of the picture.
    fn at(&self, right: f64, up: f64) -> (f64, f64) {
        match self.kind {
            PlaneKind::Flat { x, y, left, bottom, .. } => (left + x * right, bottom - y * up),
            PlaneKind::Ring { files, front, inner, step, flipped, top } => {
                let (right, up) = if flipped { (top.0 - right, top.1 - up) } else { (right, up) };
                // From the bottom, clockwise.
                let angle = TAU * (right - front) / files + if flipped { PI } else { 0.0 };
                let radius = inner + step * up;
                let centre = self.size.0 / 2.0;
                (centre - radius * angle.sin(), centre + radius * angle.cos())
            }
        }
    }

    fn corners(&self, place: &Place) -> [(f64, f64); 6] {
        const UPRIGHT: [(f64, f64); 6] = [(2.0, 0.0), (1.0, 3.0), (-1.0, 3.0), (-2.0, 0.0), (-1.0, -3.0), (1.0, -3.0)];
        let upright = !matches!(self.kind, PlaneKind::Flat { upright: false, .. });
        UPRIGHT.map(|(a, b)| {
            let (a, b) = if upright { (a, b) } else { (b, a) };
            self.at(f64::from(place.x) + a / 3.0, f64::from(place.y) + b / 3.0)
        })
    }

    /// How much a man on this cell is enlarged.
    fn scale(&self, place: &Place) -> f64 {
        let corners = self.corners(place);
        let (x, y) = self.at(f64::from(place.x), f64::from(place.y));
        // The nearest edge's middle, seen from the centre.
        let nearest = (0..6)
            .map(|i| (corners[i], corners[(i + 1) % 6]))
            .map(|((ax, ay), (bx, by))| ((ax + bx) / 2.0 - x).hypot((ay + by) / 2.0 - y))
            .fold(f64::INFINITY, f64::min);
        nearest / HALF * 0.72
    }
}
