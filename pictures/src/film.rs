//! The film: the map turn by turn, over a strip that says which turn it is and how the victory points stand. Plain data in, GIF out;
//! [`alt_text`] says the same in words. Pure: the same scenes give the same film.

use std::time::Duration;

use resvg::tiny_skia::{Pixmap, Transform};

use super::alt_text::{LONGEST, MORE, within};
use super::canvas::{Anchor, Canvas, Svg};
use super::cards::fit;
use super::gif::Reel;
use super::ground::Situation;
use super::lettering::{Face, Lettering, ink};
use super::map::MapBackground;
use super::png::{PictureError, parse};

/// Width of a film, in pixels: as wide as a telephone shows, and a few hundred kilobytes.
pub const FILM_WIDTH: u32 = 1_000;

/// How long a scene is shown, and how long the last.
const SHOWN: Duration = Duration::from_millis(1_200);
const LAST_SHOWN: Duration = Duration::from_secs(4);

/// A moment of the campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// When it is: "Turn 3".
    pub headline: String,
    /// Victory points.
    pub points: i16,
    /// What has changed since the scene before, in a few words; may be empty.
    pub news: String,
    /// The map.
    pub situation: Situation,
}

/// A campaign in scenes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Film {
    /// The victory points at which it is won.
    pub won_at: i16,
    /// The victory points at which it is lost.
    pub lost_at: i16,
    /// How long all scenes but the last are shown together; without it each is shown for a second and a fifth.
    pub together: Option<Duration>,
    /// What is shown, in order.
    pub scenes: Vec<Scene>,
}

/// Height of the strip below the map, on a sheet of the map's usual width.
const STRIP: f64 = 250.0;
const MARGIN: f64 = 60.0;

/// Draws the film; `None` if `go_on` said no between two scenes, because nobody waits for it any more.
///
/// # Errors
///
/// When there is no scene, or one cannot be drawn.
pub fn gif(background: &MapBackground, film: &Film, width: u32, go_on: impl Fn() -> bool) -> Result<Option<Vec<u8>>, PictureError> {
    let frame = background.sheet().frame();
    let scale = f64::from(width) / frame.width;
    let height = ((frame.height + STRIP) * scale).round() as u32;
    let (scaled, below) = (Transform::from_scale(scale as f32, scale as f32), Transform::from_translate(0.0, frame.height as f32));
    let draw = |svg: &Svg, at: Transform, pixmap: &mut Pixmap| -> Result<(), PictureError> {
        resvg::render(&parse(svg)?, at, &mut pixmap.as_mut());
        Ok(())
    };
    // Drawing it takes longer than all that is drawn over it in a turn.
    let ground = background.for_film((width, height), || {
        let mut ground = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
        draw(&background.sheet().background(), scaled, &mut ground)?;
        Ok(ground)
    })?;
    let mut reel = Reel::begin(width, height)?;
    let before_last = u32::try_from(film.scenes.len().saturating_sub(1)).unwrap_or(u32::MAX).max(1);
    let shown = film.together.map_or(SHOWN, |together| together / before_last);
    for (index, scene) in film.scenes.iter().enumerate() {
        if !go_on() {
            return Ok(None);
        }
        let mut pixmap = ground.clone();
        draw(&background.sheet().moment(&scene.situation), scaled, &mut pixmap)?;
        draw(&strip(film, scene, frame.width), scaled.pre_concat(below), &mut pixmap)?;
        reel.show(&pixmap, if index + 1 == film.scenes.len() { LAST_SHOWN } else { shown })?;
    }
    if film.scenes.is_empty() {
        return Err(PictureError::Encode("a film without scenes".to_owned()));
    }
    reel.end().map(Some)
}

/// The strip of a scene: when it is, the victory track, what is new.
#[must_use]
pub fn strip(film: &Film, scene: &Scene, width: f64) -> Svg {
    let mut canvas = Canvas::default();
    canvas.put(format_args!("<rect width=\"{width:.0}\" height=\"{STRIP:.0}\" fill=\"{}\"/>", ink::PAPER));
    canvas.put(format_args!("<path d=\"M0 1.5H{width:.0}\" stroke=\"{}\" stroke-width=\"3\"/>", ink::BLACK));
    let heading = Lettering::new(Face::Bold, 68.0);
    let points = format!("{} of {} points", scene.points, film.lost_at);
    let room = width - 2.0 * MARGIN - heading.width(&points) - 40.0;
    let (smaller, headline) = fit::line(&scene.headline, heading, fit::SMALLEST, room);
    canvas.letter((MARGIN, 74.0), Anchor::Start, &smaller, &headline);
    canvas.letter((width - MARGIN, 74.0), Anchor::End, &heading, &points);
    draw_track(&mut canvas, film, scene.points, (MARGIN, 96.0), width - 2.0 * MARGIN);
    let style = Lettering::new(Face::Italic, 42.0);
    let mut lines = fit::wrap(&scene.news, &style, width - 2.0 * MARGIN);
    if lines.len() > 2 {
        lines.truncate(2);
        if let Some(last) = lines.last_mut() {
            // A line is cut at a word, and says that it is.
            while style.width(&format!("{last} …")) > width - 2.0 * MARGIN {
                let Some((shorter, _)) = last.rsplit_once(' ') else { break };
                *last = shorter.to_owned();
            }
            last.push_str(" …");
        }
    }
    for (index, line) in lines.iter().enumerate() {
        canvas.letter((MARGIN, 182.0 + 48.0 * index as f64), Anchor::Start, &style, line);
    }
    canvas.finish(width, STRIP)
}

/// The victory track: filled as far as the points have come, from where the campaign is won to where it is lost.
fn draw_track(canvas: &mut Canvas, film: &Film, points: i16, (x, y): (f64, f64), width: f64) {
    const HEIGHT: f64 = 34.0;
    let (won, lost) = (f64::from(film.won_at), f64::from(film.lost_at));
    let share = ((f64::from(points) - won) / (lost - won).max(1.0)).clamp(0.0, 1.0);
    let black = ink::BLACK;
    canvas.put(format_args!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"#fffdf4\"/>"));
    if share > 0.0 {
        canvas.put(format_args!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{HEIGHT}\" fill=\"{black}\"/>", width * share));
    }
    for tenth in 1..10 {
        let at = x + width * f64::from(tenth) / 10.0;
        let colour = if f64::from(tenth) / 10.0 < share { "#fffdf4" } else { black };
        canvas.put(format_args!("<path d=\"M{at:.1} {:.1}v10\" stroke=\"{colour}\" stroke-width=\"2\"/>", y + HEIGHT - 10.0));
    }
    canvas.put(format_args!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"{black}\" stroke-width=\"2.4\"/>"
    ));
}

/// Says what the film shows, scene by scene, in as many letters as Discord takes.
#[must_use]
pub fn alt_text(film: &Film) -> String {
    let mut sentences = vec![format!("The map in {} scenes; the campaign is lost at {} victory points.", film.scenes.len(), film.lost_at)];
    sentences.extend(film.scenes.iter().map(|scene| {
        let news = if scene.news.is_empty() { String::new() } else { format!("; {}", scene.news) };
        format!("{}: {} points{}.", scene.headline, scene.points, news.trim_end_matches('.'))
    }));
    within(&sentences, LONGEST, MORE)
}

#[cfg(test)]
mod tests {
    use super::super::USUAL_WIDTH;
    use super::super::chart::Chart;
    use super::super::ground::{Extent, Holders, MapGround, Place, PlaceKind};
    use super::*;

    fn prepared() -> MapBackground {
        let place = |name: &str, at| Place { name: name.into(), island: "Shaw".into(), kind: PlaceKind::Village, at, port: false };
        let ground = MapGround {
            title: "A small war".into(),
            holders: Holders { native: "Egyptian".into(), allied: "British".into(), enemy: "Mahdist".into() },
            islands: vec!["Shaw".into()],
            places: vec![place("Shaw", [0.0, 0.0]), place("Tokar", [3.0, 1.0])],
            routes: vec![],
            seas: vec![],
            chart: Chart::default(),
        };
        MapBackground::prepare(&ground, &Extent::Whole, USUAL_WIDTH).unwrap()
    }

    fn film() -> Film {
        let scene = |headline: &str| Scene { headline: headline.into(), points: 5, news: String::new(), situation: Situation::default() };
        Film { won_at: 0, lost_at: 300, together: None, scenes: vec![scene("As it begins"), scene("Turn 1")] }
    }

    fn drawn(background: &MapBackground, width: u32) -> Vec<u8> {
        gif(background, &film(), width, || true).unwrap().unwrap()
    }

    #[test]
    fn the_map_under_a_film_is_drawn_once_for_a_width_and_every_film_is_the_same_with_it() {
        let background = prepared();
        let first = drawn(&background, 400);
        let never = || -> Result<Pixmap, PictureError> { panic!("it is kept") };
        let height = u32::from(::gif::DecodeOptions::new().read_info(first.as_slice()).unwrap().height());
        assert_eq!(background.for_film((400, height), never).unwrap().width(), 400);
        assert!(drawn(&background, 400) == first, "over what was kept");
        assert!(drawn(&background.clone(), 400) == first);
        assert!(drawn(&background, 300) == drawn(&prepared(), 300), "another width is drawn anew");
        assert!(drawn(&background, 400) == first, "and does not take its place");
    }
}
