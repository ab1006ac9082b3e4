//! The film: how long each scene is shown, and what its words and its strip of news hold.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test says with it what it expects")]

use crate::specimen;

use pictures::film::{Film, Scene, alt_text, gif, strip};
use pictures::lettering::{Face, Lettering};
use pictures::{Extent, MapBackground, USUAL_WIDTH};

fn film() -> Film {
    let scene =
        |headline: &str, points, news: &str, situation| Scene { headline: headline.to_owned(), points, news: news.to_owned(), situation };
    let scenes = vec![
        scene("As it begins", 5, "", specimen::start()),
        scene("Turn 1", 50, "lost Stuart and Tamai", specimen::start()),
        scene("Turn 2", 300, "", specimen::rebellion()),
    ];
    Film { won_at: 0, lost_at: 300, scenes, ..Film::default() }
}

fn delays(bytes: &[u8]) -> Vec<u16> {
    let mut decoder = ::gif::DecodeOptions::new().read_info(bytes).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    delays
}

#[test]
fn every_scene_is_shown_a_moment_and_the_last_a_while() {
    let background = MapBackground::prepare(&specimen::ground(), &Extent::Whole, USUAL_WIDTH).unwrap();
    let bytes = gif(&background, &film(), 400, || true).unwrap().unwrap();
    assert_eq!(delays(&bytes), [120, 120, 400]);
    let quick = Film { together: Some(std::time::Duration::from_secs(2)), ..film() };
    assert_eq!(delays(&gif(&background, &quick, 400, || true).unwrap().unwrap()), [100, 100, 400], "two seconds, and the last a while");
    assert_eq!(gif(&background, &film(), 400, || false).unwrap(), None, "nobody waits for it");
    assert!(gif(&background, &Film { scenes: Vec::new(), ..film() }, 400, || true).is_err());
}

#[test]
fn the_words_tell_every_scene_and_stay_within_discords_letters() {
    assert_eq!(
        alt_text(&film()),
        "The map in 3 scenes; the campaign is lost at 300 victory points. As it begins: 5 points. Turn 1: 50 points; lost Stuart and \
         Tamai. Turn 2: 300 points."
    );
    let mut long = film();
    long.scenes = vec![Scene { news: "lost Ö".repeat(60), ..long.scenes[1].clone() }; 40];
    let words = alt_text(&long);
    assert!(words.chars().count() <= 1_024 && words.ends_with(" …and more."), "{words}");
}

#[test]
fn news_that_take_more_than_two_lines_are_cut_at_a_word() {
    let mut long = film();
    long.scenes[1].news = format!("lost {}", "Orcas Landing and ".repeat(30));
    let svg = strip(&long, &long.scenes[1], 1_600.0);
    assert!(svg.text.contains(" …</text>"), "{}", svg.text);
    assert_eq!(svg.text.matches("font-style=\"italic\"").count(), 2);
}

#[test]
fn the_headline_of_the_last_scene_and_the_points_beside_it_have_room_for_each_other() {
    let mut drawn = film();
    drawn.scenes[1] = Scene { headline: "Turn 20: the war drags on: a draw".to_owned(), points: 299, ..drawn.scenes[1].clone() };
    let wide = Lettering::new(Face::Bold, 68.0);
    assert!(wide.width(&drawn.scenes[1].headline) + wide.width("299 of 300 points") > 1_480.0, "in its usual size it has not");
    let svg = strip(&drawn, &drawn.scenes[1], 1_600.0);
    assert!(svg.text.contains("the war drags on: a draw</text>"), "it is made smaller, not cut: {}", svg.text);
    assert_eq!(svg.text.matches("font-size=\"68").count(), 1, "{}", svg.text);
}
