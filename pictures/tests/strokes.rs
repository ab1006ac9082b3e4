//! The renderer says in the log when it is asked to stroke a line that has no length. No picture asks it to.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test says with it what it expects")]

use crate::boards;
use crate::deals;
use crate::specimen;

use std::sync::{Mutex, Once};

use pictures::film::{Film, Scene, strip};
use pictures::odds::{Bar, Group, OddsSheet, Part, Shade, odds_sheet};
use pictures::overlay::{Movement, Spot};
use pictures::report::{LuckBar, ReportSheet, TurnLosses, report_sheet};
use pictures::terrain::{Arrival, Edge, Field, Party, Plot, field_sketch};
use pictures::*;

/// What was logged, with what was being drawn on the thread that logged it.
static WARNED: Mutex<Vec<String>> = Mutex::new(Vec::new());

thread_local! {
    static DRAWN: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

struct Gather;

impl log::Log for Gather {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let drawn = DRAWN.with(|drawn| drawn.borrow().clone());
            WARNED.lock().unwrap().push(format!("{drawn}: {}", record.args()));
        }
    }

    fn flush(&self) {}
}

static GATHER: Gather = Gather;

/// Draws with everything gathered that the renderer says.
fn drawn(what: &str, svg: &Svg) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&GATHER).unwrap();
        log::set_max_level(log::LevelFilter::Warn);
    });
    DRAWN.with(|drawn| what.clone_into(&mut drawn.borrow_mut()));
    draw(svg).unwrap();
}

#[track_caller]
fn assert_silent(about: &str) {
    let warned: Vec<String> = WARNED.lock().unwrap().iter().filter(|line| line.starts_with(about)).cloned().collect();
    assert!(warned.is_empty(), "{} warnings: {:#?}", warned.len(), &warned[..warned.len().min(12)]);
}

/// Numbers that look like chance, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

#[test]
fn the_log_tells_of_a_stroke_without_length() {
    let mut canvas = canvas::Canvas::default();
    canvas.put(format_args!("<path d=\"M5 5L5 5\" stroke=\"#000\" stroke-width=\"2\"/>"));
    drawn("a line from a point to itself", &canvas.finish(10.0, 10.0));
    let told = WARNED.lock().unwrap().iter().any(|line| line == "a line from a point to itself: path stroking failed");
    assert!(told, "what these tests listen for is said no more: {:?}", WARNED.lock().unwrap());
}

#[test]
fn no_map_strokes_a_line_without_length() {
    let ground = specimen::ground();
    let mut numbers = Numbers(7);
    let mut extents: Vec<Extent> = ground.islands.iter().cloned().map(Extent::Island).collect();
    extents.push(Extent::Whole);
    for (ground, kind) in [(ground, "charted"), (specimen::uncharted(), "uncharted")] {
        for (number, extent) in extents.iter().enumerate() {
            let sheet = MapSheet::lay_out(&ground, extent, USUAL_WIDTH);
            drawn(&format!("map: {kind}, {extent:?}, background"), &sheet.background());
            for (situation, of) in [
                (specimen::start(), "start"),
                (specimen::rebellion(), "rebellion"),
                (specimen::worst(), "worst"),
                (specimen::marked(), "marked"),
            ] {
                drawn(&format!("map: {kind}, {extent:?}, {of}"), &sheet.moment(&situation));
            }
            for _ in 0..4 {
                let mut situation = specimen::rebellion();
                situation.overlay.movements = (0..12).map(|_| any_movement(&ground, &mut numbers)).collect();
                situation.forces = (0..8).map(|_| any_force(&ground, &mut numbers)).collect();
                drawn(&format!("map: {kind}, {extent:?}, moves {number}"), &sheet.moment(&situation));
            }
        }
    }
    assert_silent("map");
}

fn any_spot(ground: &MapGround, numbers: &mut Numbers) -> Spot {
    match numbers.below(3) {
        0 => Spot::Place(ground.places[numbers.below(ground.places.len())].name.clone()),
        1 => Spot::Sea(ground.seas[numbers.below(ground.seas.len())].name.clone()),
        _ => {
            let route = &ground.routes[numbers.below(ground.routes.len())];
            Spot::Point { from: route.from.clone(), to: route.to.clone(), point: numbers.below(route.points.len().max(1)) }
        }
    }
}

fn any_force(ground: &MapGround, numbers: &mut Numbers) -> FieldForce {
    let route = &ground.routes[numbers.below(ground.routes.len())];
    let strength = Strength {
        foot: numbers.below(12) as u32 + 1,
        horse: numbers.below(3) as u32,
        guns: numbers.below(3) as u32,
        allied: numbers.below(2) == 0,
    };
    FieldForce { from: route.from.clone(), to: route.to.clone(), point: numbers.below(route.points.len().max(1)), strength }
}

fn any_movement(ground: &MapGround, numbers: &mut Numbers) -> Movement {
    let (from, to) = (any_spot(ground, numbers), any_spot(ground, numbers));
    Movement { from, to, units: numbers.below(9) as u32, ships: Vec::new(), afloat: numbers.below(2) == 0 }
}

#[test]
fn no_report_strokes_a_line_without_length() {
    for turns in 0..4_u8 {
        for step in [0, 1, 20] {
            for (won_at, lost_at) in [(0, 300), (0, 0), (-50, 40)] {
                let sheet = ReportSheet {
                    title: "The report".into(),
                    caption: "So far".into(),
                    points: (0..turns).map(|turn| (turn, i16::from(turn) * step)).collect(),
                    won_at,
                    lost_at,
                    enemy: "Mahdist".into(),
                    enemies: "Mahdists".into(),
                    losses: (1..turns).map(|turn| TurnLosses { turn, ours: u32::from(turn) - 1, theirs: u32::from(turn % 2) }).collect(),
                    luck: (0..turns)
                        .map(|bar| LuckBar {
                            label: "Pursuit".into(),
                            deviations: f64::from(bar) - 1.0,
                            shade: [Shade::Barred, Shade::Hatched, Shade::Plain][usize::from(bar % 3)],
                            figure: "0.0 (1)".into(),
                        })
                        .collect(),
                };
                drawn(&format!("report: {turns} turns, {step} points each, from {won_at} to {lost_at}"), &report_sheet(&sheet));
            }
        }
    }
    assert_silent("report");
}

#[test]
fn no_sheet_of_odds_strokes_a_line_without_length() {
    let shades = [Shade::Plain, Shade::Barred, Shade::Hatched, Shade::Crossed, Shade::Solid];
    for share in [0.0, 1e-9, 1e-4, 0.002, 0.5, 1.0] {
        for words in ["", " ", "Stuart"] {
            let bars = shades.map(|shade| Bar {
                label: words.into(),
                parts: vec![Part { share, shade }, Part { share: 1.0 - share, shade: Shade::Plain }],
                figure: words.into(),
            });
            let sheet = OddsSheet {
                title: words.into(),
                caption: words.into(),
                legend: shades.map(|shade| (shade, words.to_owned())).to_vec(),
                groups: vec![Group { heading: words.into(), bars: bars.to_vec() }, Group::default()],
            };
            drawn(&format!("odds: {share}, {words:?}"), &odds_sheet(&sheet));
        }
    }
    assert_silent("odds");
}

#[test]
fn no_strip_of_a_film_strokes_a_line_without_length() {
    for points in [-40, 0, 1, 300, 400] {
        for (won_at, lost_at) in [(0, 300), (0, 0)] {
            let film = Film { won_at, lost_at, ..Film::default() };
            let scene = Scene { headline: "Turn 1".into(), points, news: String::new(), situation: Situation::default() };
            drawn(&format!("film: {points} from {won_at} to {lost_at}"), &strip(&film, &scene, 1600.0));
        }
    }
    assert_silent("film");
}

#[test]
fn no_table_of_a_battle_strokes_a_line_without_length() {
    let mut numbers = Numbers(3);
    for (width, depth) in [(2, 2), (3, 2), (4, 4), (6, 4), (5, 8), (12, 12)] {
        for number in 0..12 {
            let squares: Vec<Plot> = (0..width * depth).map(|_| Plot::ALL[numbers.below(Plot::ALL.len())]).collect();
            let mut field = Field {
                title: "The field at Tamai".into(),
                caption: "Defense".into(),
                width,
                depth,
                squares: squares.into_iter().map(|plot| if plot == Plot::Harbour { Plot::Open } else { plot }).collect(),
                beds: Vec::new(),
                arrivals: Edge::ALL.map(|edge| Arrival { party: Party::Ours, edge }).to_vec(),
                army: "Anglo-Egyptians".into(),
                enemies: "Mahdists".into(),
            };
            if number % 3 == 0 {
                for row in 0..depth {
                    field.squares[row * width] = Plot::Harbour;
                }
            }
            field.beds = field.cells_of(Plot::RiverBed).map(|cell| vec![cell]).collect();
            drawn(&format!("terrain: {width} by {depth}, number {number}, {:?}", field.squares), &field_sketch(&field));
        }
    }
    assert_silent("terrain");
}

#[test]
fn no_board_of_a_gridded_battle_strokes_a_line_without_length() {
    drawn("board: everything", &board::board_picture(&boards::everything()));
    drawn("board: crowded", &board::board_picture(&boards::crowded()));
    for seed in 0..6 {
        let whole = boards::battle(16, 12, 20, 24, seed);
        let action = board::Board { window: board::around(&whole), ..whole.clone() };
        drawn(&format!("board: whole, number {seed}"), &board::board_picture(&whole));
        drawn(&format!("board: round the action, number {seed}"), &board::board_picture(&action));
    }
    assert_silent("board");
}

#[test]
fn no_card_or_table_of_the_card_game_strokes_a_line_without_length() {
    use pictures::cards::{Party, hand_picture, table_picture};
    for party in [Party::Ours, Party::Enemy] {
        drawn(&format!("card game: all cards of {party:?}"), &hand_picture(&deals::all_cards(party)));
    }
    drawn("card game: an empty hand", &hand_picture(&deals::hand(Party::Ours, &[])));
    for (number, table) in [deals::beginning(), deals::deploying(), deals::middle(), deals::worst()].iter().enumerate() {
        drawn(&format!("card game: table {number}"), &table_picture(table));
    }
    assert_silent("card game");
}
