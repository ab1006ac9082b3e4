//! What a chart prints besides the land: the graduated border, compass and scale, roads with their movement
//! points, letters of sea areas, names of waters and hills.

use super::canvas::{Anchor, Canvas, line_data};
use super::cards::fit;
use super::chart::Chart;
use super::geometry::{BORDER, Frame, Rect};
use super::ground::{Km, MapGround, Route, Sea};
use super::labels::PlacedName;
use super::land;
use super::lettering::{Face, Lettering, SMALLEST, ink};

/// Kilometres of a minute of latitude.
const MINUTE: f64 = 1.853;
/// Kilometres of a statute mile.
const MILE: f64 = 1.609;

/// Draws the border: paper over what lies beyond the map, a neat line, and bars that alternate by minutes of
/// arc (or by kilometres, when the chart gives no longitude and latitude).
pub fn draw_border(canvas: &mut Canvas, frame: &Frame, chart: &Chart) {
    let (width, height, map) = (frame.width, frame.height, frame.map);
    let black = ink::BLACK;
    let hole = format!("M{} {}v{}h{}v{}Z", map.x, map.y, map.h, map.w, -map.h);
    canvas.put(format_args!("<path d=\"M0 0H{width}V{height}H0Z{hole}\" fill-rule=\"evenodd\" fill=\"{}\"/>", ink::PAPER));
    let rule = |canvas: &mut Canvas, out: f64, thick: f64| {
        let box_ = map.grown(out);
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{black}\" \
             stroke-width=\"{thick}\"/>",
            box_.x, box_.y, box_.w, box_.h
        ));
    };
    rule(canvas, 0.5, 1.6);
    rule(canvas, 8.0, 1.2);
    let graduated = frame.border >= BORDER;
    if graduated {
        rule(canvas, BORDER - 9.0, 3.6);
        rule(canvas, BORDER - 14.0, 1.0);
    }
    let (west, north) = frame.corner();
    let (east, south) = (west + map.w / frame.scale, north - map.h / frame.scale);
    let across = chart.graticule.map(|g| (g.longitude, MINUTE * g.latitude.to_radians().cos()));
    let upward = chart.graticule.map(|g| (g.latitude, MINUTE));
    let small = Lettering::new(Face::Roman, 19.0);
    let mut bars = String::new();
    for (number, from, to, degrees) in graduations(across, west, east) {
        let (left, right) = (frame.px([from, 0.0]).0, frame.px([to, 0.0]).0);
        if number % 2 == 0 {
            for y in [map.y - 8.0, map.y + map.h] {
                bars.push_str(&format!("M{left:.1} {y:.1}H{right:.1}v8H{left:.1}Z"));
            }
        }
        if let Some(words) = degrees.filter(|_| graduated && left > map.x + 40.0 && left < map.x + map.w - 40.0) {
            for y in [map.y - 13.0, map.y + map.h + 26.0] {
                canvas.letter((left, y), Anchor::Middle, &small, &words);
            }
        }
    }
    for (number, from, to, degrees) in graduations(upward, south, north) {
        let (low, high) = (frame.px([0.0, from]).1, frame.px([0.0, to]).1);
        if number % 2 == 0 {
            for x in [map.x - 8.0, map.x + map.w] {
                bars.push_str(&format!("M{x:.1} {low:.1}V{high:.1}h8V{low:.1}Z"));
            }
        }
        if let Some(words) = degrees.filter(|_| graduated && low > map.y + 40.0 && low < map.y + map.h - 40.0) {
            canvas.letter_turned((map.x - 13.0, low), Anchor::Middle, &small, &words, -90.0);
            canvas.letter_turned((map.x + map.w + 26.0, low), Anchor::Middle, &small, &words, -90.0);
        }
    }
    canvas.put(format_args!("<path d=\"{bars}\" fill=\"{black}\"/>"));
}

/// The most bars along one edge.
const MOST_BARS: i64 = 1_500;

/// Bars along one edge: number, from and to in kilometres, and every fifth one's words at its `from`.
fn graduations(arc: Option<(f64, f64)>, low: f64, high: f64) -> Vec<(i64, f64, f64, Option<String>)> {
    let (origin, unit) = arc.map_or((0.0, 1.0), |(degrees, minute)| (degrees * 60.0, minute));
    let first = (origin + low / unit).floor() as i64;
    let last = (origin + high / unit).ceil() as i64;
    // So many are not a pixel wide each, and nobody tells them apart.
    if last.saturating_sub(first) > MOST_BARS {
        return Vec::new();
    }
    (first..last)
        .map(|minute| {
            let at = |minute: i64| ((minute as f64 - origin) * unit).clamp(low, high);
            let words = (arc.is_some() && minute % 5 == 0).then(|| format!("{}° {:02}′", minute.abs() / 60, minute.abs() % 60));
            (minute, at(minute), at(minute + 1), words)
        })
        .collect()
}

/// A road as it is drawn, in kilometres: a curve through the route's ends and movement points. None when an end
/// is unknown.
pub fn road(ground: &MapGround, route: &Route) -> Option<Vec<Km>> {
    let place = |name: &str| ground.places.iter().find(|place| place.name == name).map(|place| place.at);
    let mut line = vec![place(&route.from)?];
    line.extend(&route.points);
    line.push(place(&route.to)?);
    Some(land::smooth_open(&line))
}

/// Pixels from the middle of a movement point to its ring.
const RING: f64 = 6.6;

/// Draws a movement point on what lies over the road.
pub fn draw_ring(canvas: &mut Canvas, (x, y): (f64, f64), magnify: f64) {
    canvas.put(format_args!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#fffaea\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
        RING * magnify,
        ink::BLACK,
        2.2 * magnify
    ));
}

/// Draws roads as double lines with a ring at each movement point.
pub fn draw_roads(canvas: &mut Canvas, frame: &Frame, ground: &MapGround) {
    let mut data = String::new();
    let mut rings = String::new();
    let radius = RING * frame.magnify;
    for route in &ground.routes {
        let Some(line) = road(ground, route) else { continue };
        let line: Vec<_> = line.into_iter().map(|point| frame.px(point)).collect();
        data.push_str(&line_data(&line, false));
        for (x, y) in route.points.iter().map(|point| frame.px(*point)) {
            rings.push_str(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"));
        }
    }
    let join = "stroke-linejoin=\"round\" fill=\"none\"";
    let (outer, inner) = (6.4 * frame.magnify, 3.0 * frame.magnify);
    canvas.put(format_args!(
        "<path d=\"{data}\" {join} stroke=\"{}\" stroke-width=\"{outer:.1}\"/>\
         <path d=\"{data}\" {join} stroke=\"#fffaea\" stroke-width=\"{inner:.1}\"/>\
         <g fill=\"#fffaea\" stroke=\"{}\" stroke-width=\"{:.1}\">{rings}</g>",
        ink::BLACK,
        ink::BLACK,
        2.2 * frame.magnify
    ));
}

/// Where the letter of a sea area stands, in pixels.
pub fn sea_at(frame: &Frame, chart: &Chart, sea: &Sea) -> (f64, f64) {
    let mark = chart.seas.iter().find(|mark| mark.name == sea.name);
    frame.px(mark.map_or(sea.at, |mark| mark.at))
}

/// Pixels from the middle of a sea area's letter to its ring.
pub fn sea_radius(magnify: f64) -> f64 {
    29.0 * magnify
}

/// Draws the letters of sea areas.
pub fn draw_seas(canvas: &mut Canvas, frame: &Frame, ground: &MapGround) {
    let radius = sea_radius(frame.magnify);
    for sea in &ground.seas {
        let (x, y) = sea_at(frame, &ground.chart, sea);
        if !frame.map.contains(&Rect::around((x, y), radius, radius)) {
            continue;
        }
        canvas.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\" fill-opacity=\"0.8\" stroke=\"{ink}\" \
             stroke-width=\"2\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{ink}\" \
             stroke-width=\"1\"/>",
            ink::SEA,
            radius - 4.5,
            ink = ink::WATER
        ));
        let (style, words) = sea_letters(frame, (x, y), &sea.name);
        canvas.letter((x - 1.0, y + style.size * 0.32), Anchor::Middle, &style, &words);
    }
}

/// How the name of a sea area is lettered, and as much of it as the map has room for: one letter large, more of them so that they stand
/// within the ring if they can.
fn sea_letters(frame: &Frame, (x, _): (f64, f64), name: &str) -> (Lettering, String) {
    let style = |size: f64| Lettering::new(Face::BoldItalic, size * frame.magnify).coloured(ink::WATER);
    if name.chars().count() <= 1 {
        return (style(42.0), name.to_owned());
    }
    // Between the sides of the inner ring, where the letters are highest and lowest.
    let within = |size: f64| 2.0 * frame.magnify * (24.5_f64.powi(2) - (0.35 * size).powi(2)).sqrt();
    let mut size = 24.0;
    while size > SMALLEST && style(size).width(name) > within(size) {
        size -= 1.0;
    }
    let to_the_edge = (x - frame.map.x).min(frame.map.x + frame.map.w - x) - 8.0;
    let room = (2.0 * to_the_edge).max(within(size));
    if style(size).width(name) <= within(size) {
        return (style(size), name.to_owned());
    }
    // Over the ring it is clear with a rim.
    let style = style(size).rimmed(ink::SEA);
    (style, fit::shortened(name, &style, room))
}

/// What the ring of a sea area and its name take, in pixels.
pub fn sea_area(frame: &Frame, chart: &Chart, sea: &Sea) -> Rect {
    let (at, radius) = (sea_at(frame, chart, sea), sea_radius(frame.magnify));
    let (style, words) = sea_letters(frame, at, &sea.name);
    Rect::around(at, radius.max(style.width(&words) / 2.0 + 4.0), radius)
}

/// The style of names of waters.
fn water_style(magnify: f64) -> Lettering {
    Lettering::new(Face::Italic, 24.0 * magnify).spaced(3.0).coloured(ink::WATER).rimmed("#dce4db")
}

/// Draws the names of waters; gives back boxes that cover them, in pixels.
pub fn draw_waters(canvas: &mut Canvas, frame: &Frame, chart: &Chart) -> Vec<Rect> {
    let style = water_style(frame.magnify);
    let mut taken = Vec::new();
    for water in &chart.waters {
        let half = style.width(&water.name) / 2.0;
        let at = frame.px(water.at);
        let (sin, cos) = water.turn.to_radians().sin_cos();
        let along = |part: f64| (at.0 + part * half * cos, at.1 - part * half * sin);
        let ends = [along(-1.0), along(1.0)];
        if !ends.iter().all(|end| frame.map.grown(-20.0).contains(&Rect::new(end.0, end.1, 0.0, 0.0))) {
            continue;
        }
        let boxes = (half * 2.0 / 14.0).ceil() as u32;
        taken.extend((0..=boxes).map(|n| Rect::around(along(f64::from(n) * 2.0 / f64::from(boxes) - 1.0), 13.0, 13.0)));
        // Turned about the middle of the letters' height rather than their foot.
        let foot = (at.0 + 8.0 * sin, at.1 + 8.0 * cos);
        canvas.letter_turned(foot, Anchor::Middle, &style, &water.name, -water.turn);
    }
    taken
}

/// Draws the names of hills that are to be printed and for which the places' names leave room; gives back the boxes that cover them, in pixels.
pub fn draw_hill_names(canvas: &mut Canvas, frame: &Frame, chart: &Chart, names: &[PlacedName]) -> Vec<Rect> {
    let style = Lettering::new(Face::Italic, 22.0 * frame.magnify).coloured("#6d5836").rimmed(ink::PAPER);
    let mut taken = Vec::new();
    for hill in &chart.hills {
        let Some(label) = hill.label else { continue };
        let at = frame.px(label);
        let area = Rect::around((at.0, at.1 - style.size * 0.25), style.width(&hill.name) / 2.0, style.size * 0.5);
        let free = names.iter().all(|name| !name.area.overlaps(&area) && !name.tag_room.overlaps(&area));
        if free && frame.map.grown(-6.0).contains(&area) {
            canvas.letter(at, Anchor::Middle, &style, &hill.name);
            taken.push(area);
        }
    }
    taken
}

/// Draws a compass rose around a point in pixels; gives back the box it takes.
pub fn draw_compass(canvas: &mut Canvas, (x, y): (f64, f64)) -> Rect {
    let (long, short, waist) = (62.0, 34.0, 9.0);
    let mut dark = String::new();
    let mut light = String::new();
    for eighth in 0..8 {
        let angle = f64::from(eighth) * std::f64::consts::FRAC_PI_4;
        let reach = if eighth % 2 == 0 { long } else { short };
        let point = |angle: f64, r: f64| (x + r * angle.sin(), y - r * angle.cos());
        let tip = point(angle, reach);
        for (side, data) in [(-1.0, &mut light), (1.0, &mut dark)] {
            let shoulder = point(angle + side * std::f64::consts::FRAC_PI_8, waist + 3.0);
            data.push_str(&line_data(&[(x, y), tip, shoulder], true));
        }
    }
    canvas.put(format_args!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"40\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.2\"/>\
         <path d=\"{light}\" fill=\"{}\" stroke=\"{ink}\" stroke-width=\"1.2\"/>\
         <path d=\"{dark}\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"1.2\"/>",
        ink::PAPER,
        ink = ink::BLACK
    ));
    canvas.letter((x, y - long - 6.0), Anchor::Middle, &Lettering::new(Face::Bold, 30.0), "N");
    Rect::new(x - long, y - long - 32.0, 2.0 * long, 2.0 * long + 34.0)
}

/// Draws a bar of English miles whose left end is at a point in pixels; gives back the box it takes.
pub fn draw_scale_bar(canvas: &mut Canvas, frame: &Frame, (x, y): (f64, f64)) -> Rect {
    let mile = MILE * frame.scale;
    let miles = (300.0 / mile).floor().clamp(1.0, 10.0);
    let style = Lettering::new(Face::Roman, 21.0);
    let mut dark = String::new();
    for number in 0..=(miles as u32) {
        let at = x + f64::from(number) * mile;
        if number % 2 == 0 && f64::from(number) < miles {
            dark.push_str(&format!("M{at:.1} {y:.1}h{mile:.1}v9h{:.1}Z", -mile));
        }
        canvas.letter((at, y - 6.0), Anchor::Middle, &style, &number.to_string());
    }
    let length = miles * mile;
    canvas.put(format_args!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"9\" fill=\"{}\" stroke=\"{ink}\" stroke-width=\"1.4\"/>\
         <path d=\"{dark}\" fill=\"{ink}\"/>",
        ink::PAPER,
        ink = ink::BLACK
    ));
    let words = "English miles";
    canvas.letter((x + length / 2.0, y + 31.0), Anchor::Middle, &Lettering::new(Face::Italic, 22.0), words);
    Rect::new(x - 10.0, y - 26.0, length + 20.0, 66.0)
}

#[cfg(test)]
mod tests {
    use super::super::ground::Holders;
    use super::*;

    /// A map of water with one sea area.
    fn waters(name: &str) -> MapGround {
        MapGround {
            title: String::new(),
            holders: Holders::default(),
            islands: vec![],
            places: vec![],
            routes: vec![],
            seas: vec![Sea { name: name.into(), at: [6.0, 5.0] }],
            chart: Chart::default(),
        }
    }

    #[test]
    fn the_name_of_a_sea_area_stands_in_its_ring_and_what_is_too_long_for_that_is_kept_free() {
        for frame in [Frame::new(1600.0, 0.0, 40.0, 0.0, 20.0, true), Frame::for_phone(1600.0, 0.0, 13.0, 0.0, 10.0)] {
            let lettered = |name: &str| {
                let ground = waters(name);
                let at = sea_at(&frame, &ground.chart, &ground.seas[0]);
                let (style, words) = sea_letters(&frame, at, name);
                (style, style.width(&words), sea_area(&frame, &ground.chart, &ground.seas[0]), words)
            };
            let ring = 2.0 * sea_radius(frame.magnify);
            let (one, few, more) = (lettered("A"), lettered("Ab"), lettered("Bahr"));
            assert_eq!((one.0.size, few.0.size), (42.0 * frame.magnify, 24.0 * frame.magnify));
            assert!(more.0.size < few.0.size, "it is made smaller");
            for (_, wide, area, words) in [&one, &few, &more] {
                assert!(*wide < ring - 9.0 * frame.magnify && (area.w - ring).abs() < 1e-6, "{words}: {wide} in {area:?}");
            }
            let long = lettered("The wide gulf between all of the islands");
            assert_eq!(long.0.size, SMALLEST * frame.magnify);
            assert!(long.2.w >= long.1 && long.2.w > 2.0 * ring, "{} in {:?}", long.1, long.2);
            assert!(frame.map.contains(&long.2), "{:?} leaves the map", long.2);
            let longer = lettered(&"The wide gulf between all of the islands ".repeat(3));
            assert!(longer.3.ends_with('…') && frame.map.contains(&longer.2), "{longer:?}");
            let mut canvas = Canvas::default();
            draw_seas(&mut canvas, &frame, &waters(&longer.3));
            assert!(canvas.finish(frame.width, frame.height).text.contains(&format!(">{}<", longer.3)));
        }
    }
}
