//! The film of a campaign: which moments of its journal are shown, and what is new in each.
//!
//! A campaign of some length is shown turn by turn. A short one would be a still that way, and is shown phase by phase and round by
//! round, as far as the map changed.

use crate::despatches::position;
use std::sync::Arc;
use std::time::Duration;

use engine::campaign::Seat;
use engine::campaign::{Event, Phase, State};
use engine::game::Game;
use engine::pack::{Pack, SpaceId};

use crate::drawing::situation::situation;
use crate::words;
use pictures::film::{Film, Scene};

/// Up to this turn a campaign is shown phase by phase.
const SHORT: u8 = 3;

/// The most turns shown one by one; of a longer campaign every second is shown, or every third.
const MOST_TURNS: u8 = 40;

/// The film of what happened, in the order of the journal.
#[must_use]
pub fn film<'a>(pack: &Arc<Pack>, orders: impl Iterator<Item = &'a [Event]> + Clone) -> Film {
    let last = orders.clone().flatten().filter_map(|event| if let Event::TurnBegan { turn } = event { Some(*turn) } else { None }).max();
    let last = last.unwrap_or_default();
    let every = last.div_ceil(MOST_TURNS).max(1);
    let mut cutter = Cutter::default();
    let mut state = State::new(Arc::clone(pack));
    for (index, events) in orders.enumerate() {
        for event in events {
            match event {
                Event::TurnBegan { turn } if *turn > 1 && (turn - 1) % every == 0 => cutter.cut(&state, format!("Turn {}", state.turn())),
                Event::PhaseBegan { .. } if last <= SHORT => cutter.cut_if_changed(&state),
                _ => {}
            }
            cutter.sees(event);
            state.apply(event);
        }
        if index == 0 {
            cutter.cut(&state, "As it begins".to_owned());
        }
    }
    let turn = state.turn();
    match state.ending() {
        Some(ending) => cutter.cut(&state, format!("Turn {turn}: {}", position::ending_words(ending))),
        None => cutter.cut(&state, format!("Turn {turn} so far")),
    }
    let track = &pack.outline.victory;
    Film { won_at: track.won_at, lost_at: track.lost_at, together: None, scenes: cutter.scenes }
}

/// What is said of a film of stills: how many there are, and what the last shows, in as many letters as Discord takes.
#[must_use]
pub fn said_of_stills<T>(scenes: &[T], alt_text: impl Fn(&T) -> String) -> String {
    let last = scenes.last().map_or_else(String::new, alt_text);
    let many = match scenes.len() {
        0 | 1 => "A film that stands still.".to_owned(),
        many => format!("A film of {many} scenes, turn after turn; the last:"),
    };
    words::shortened(&format!("{many} {last}"), pictures::alt_text::LONGEST)
}

/// How long a turn's film takes until it stands still.
const A_TURN_TAKES: Duration = Duration::from_secs(2);

/// The film of one turn: how the map stood when it began, and each phase and round in which it changed, up to its end or to the last that
/// has happened.
#[must_use]
pub fn turn_film<'a>(pack: &Arc<Pack>, orders: impl Iterator<Item = &'a [Event]>, turn: u8) -> Film {
    let mut cutter = Cutter::default();
    let mut state = State::new(Arc::clone(pack));
    for event in orders.flatten() {
        match event {
            Event::TurnBegan { turn: next } if *next > turn => break,
            Event::PhaseBegan { .. } if state.turn() == turn => cutter.cut_if_changed(&state),
            _ => {}
        }
        cutter.sees(event);
        state.apply(event);
        if matches!(event, Event::TurnBegan { turn: began } if *began == turn) {
            cutter.cut(&state, format!("Turn {turn} begins"));
        }
    }
    let headline = match state.ending() {
        Some(ending) => format!("Turn {turn}: {}", position::ending_words(ending)),
        None => format!("The end of turn {turn}"),
    };
    cutter.cut(&state, headline);
    let track = &pack.outline.victory;
    Film { won_at: track.won_at, lost_at: track.lost_at, together: Some(A_TURN_TAKES), scenes: cutter.scenes }
}

/// Cuts the scenes.
#[derive(Default)]
struct Cutter {
    /// The position last shown.
    shown: Option<State>,
    /// Where battles were won and lost since.
    won: Vec<SpaceId>,
    lost: Vec<SpaceId>,
    scenes: Vec<Scene>,
}

impl Cutter {
    /// Takes note of what no position shows: a battle that was fought.
    fn sees(&mut self, event: &Event) {
        match event {
            Event::BattleEnded { at, won: true, .. } => self.won.push(*at),
            Event::BattleEnded { at, won: false, .. } => self.lost.push(*at),
            _ => {}
        }
    }

    /// The battles since the last scene, in words.
    fn battles(&mut self, pack: &Pack) -> Vec<String> {
        let places = |places: Vec<SpaceId>| {
            let mut names: Vec<String> = places.into_iter().map(|at| pack.map.space_name(at)).collect();
            names.dedup();
            words::list(&names)
        };
        let fought = [("won a battle at", std::mem::take(&mut self.won)), ("lost a battle at", std::mem::take(&mut self.lost))];
        fought.into_iter().filter(|(_, at)| !at.is_empty()).map(|(what, at)| format!("{what} {}", places(at))).collect()
    }

    fn cut(&mut self, state: &State, headline: String) {
        let pack = state.pack();
        let battles = self.battles(pack);
        let scene = Scene {
            points: state.victory_points(),
            news: self.shown.as_ref().map_or_else(String::new, |before| news(before, state, battles)),
            situation: situation(pack, &state.view(Seat::Player), &headline),
            headline,
        };
        self.scenes.push(scene);
        self.shown = Some(state.clone());
    }

    /// A scene of the phase that is over, unless the map is as it was.
    fn cut_if_changed(&mut self, state: &State) {
        let Some(before) = &self.shown else { return };
        if before.view(Seat::Player) == state.view(Seat::Player) {
            return;
        }
        let turn = state.turn();
        let headline = match state.phase() {
            Phase::Rebellion => format!("Turn {turn}, rebellion"),
            Phase::Action { round } => format!("Turn {turn}, round {round}"),
            Phase::Sieges => format!("Turn {turn}, sieges"),
            _ => format!("Turn {turn}"),
        };
        self.cut(state, headline);
    }
}

/// The battles fought and what changed hands between two positions.
fn news(before: &State, now: &State, battles: Vec<String>) -> String {
    let pack = now.pack();
    let ended = before.besieged().without(now.besieged()).without(now.enemy_held());
    let changed = [
        ("lost", now.enemy_held().without(before.enemy_held())),
        ("retaken", before.enemy_held().without(now.enemy_held())),
        ("besieged", now.besieged().without(before.besieged())),
        ("relieved", ended),
    ]
    .into_iter()
    .filter(|(_, places)| !places.is_empty())
    .map(|(what, places)| format!("{} {what}", words::places(pack, places)));
    battles.into_iter().chain(changed).collect::<Vec<String>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use staff::recorded::recorded;

    fn orders(turns: u8) -> Vec<Vec<Event>> {
        recorded(7, turns).into_iter().map(|row| row.events).collect()
    }

    #[test]
    fn a_campaign_of_some_turns_has_a_scene_for_each_between_its_beginning_and_its_present() {
        let orders = orders(6);
        let film = film(&Pack::embedded().unwrap(), orders.iter().map(Vec::as_slice));
        let headlines: Vec<&str> = film.scenes.iter().map(|scene| scene.headline.as_str()).collect();
        assert_eq!(headlines, ["As it begins", "Turn 1", "Turn 2", "Turn 3", "Turn 4", "Turn 5", "Turn 6 so far"]);
        let adjusted: Vec<i16> = orders
            .iter()
            .flatten()
            .filter_map(|event| if let Event::PointsAdjusted { to, .. } = event { Some(*to) } else { None })
            .collect();
        assert_eq!(
            film.scenes[1..6].iter().map(|scene| scene.points).collect::<Vec<_>>(),
            adjusted,
            "the points are those of the turn's end"
        );
        assert!(film.scenes[1].news.contains(" lost"), "{}", film.scenes[1].news);
    }

    #[test]
    fn a_turns_film_begins_as_the_turn_did_ends_as_it_ended_and_takes_two_seconds_until_then() {
        let orders = orders(3);
        let film = turn_film(&Pack::embedded().unwrap(), orders.iter().map(Vec::as_slice), 2);
        let headlines: Vec<&str> = film.scenes.iter().map(|scene| scene.headline.as_str()).collect();
        assert_eq!((headlines.first(), headlines.last()), (Some(&"Turn 2 begins"), Some(&"The end of turn 2")));
        assert!(headlines.len() > 3 && headlines.iter().all(|headline| headline.contains("urn 2")), "{headlines:?}");
        assert_eq!(film.together, Some(Duration::from_secs(2)));
        let points = orders
            .iter()
            .flatten()
            .filter_map(|event| if let Event::PointsAdjusted { from, to } = event { Some((*from, *to)) } else { None });
        let (from, to) = points.into_iter().nth(1).unwrap();
        assert_eq!((film.scenes.first().unwrap().points, film.scenes.last().unwrap().points), (from, to));
    }

    #[test]
    fn a_campaign_that_has_just_begun_is_shown_phase_by_phase_as_far_as_the_map_changed() {
        let orders = orders(2);
        let film = film(&Pack::embedded().unwrap(), orders.iter().map(Vec::as_slice));
        let headlines: Vec<&str> = film.scenes.iter().map(|scene| scene.headline.as_str()).collect();
        assert_eq!(headlines[..2], ["As it begins", "Turn 1, rebellion"]);
        assert!(film.scenes.len() > 3 && headlines.last() == Some(&"Turn 2 so far"), "{headlines:?}");
        for pair in film.scenes[..film.scenes.len() - 1].windows(2) {
            let without = |scene: &Scene| pictures::Situation { caption: String::new(), ..scene.situation.clone() };
            let differs = without(&pair[0]) != without(&pair[1]) || pair[0].points != pair[1].points;
            assert!(differs, "{} is as {}", pair[1].headline, pair[0].headline);
        }
    }

    #[test]
    fn very_many_turns_are_shown_every_second_or_third_and_nothing_new_is_left_out() {
        let pack = Pack::embedded().unwrap();
        let mut orders = orders(1);
        let location = pack.map.find_location("Olga").unwrap();
        orders.push(vec![Event::TurnBegan { turn: 2 }]);
        orders.push(vec![Event::LocationLost { location }, Event::TurnBegan { turn: 3 }]);
        orders.extend((4..=100).map(|turn| vec![Event::TurnBegan { turn }]));
        let film = film(&pack, orders.iter().map(Vec::as_slice));
        assert!(film.scenes.len() <= usize::from(MOST_TURNS) + 2, "{}", film.scenes.len());
        assert!(film.scenes.iter().any(|scene| scene.news.contains("Olga")));
    }

    #[test]
    fn a_scene_tells_the_battles_that_were_fought_since_the_one_before_whatever_became_of_the_map() {
        let pack = Pack::embedded().unwrap();
        let mut orders = orders(1);
        let olga = pack.map.space_of(pack.map.find_location("Olga").unwrap());
        let fought = |won| Event::BattleEnded { at: olga, won, heavy: false };
        orders.push(vec![Event::TurnBegan { turn: 2 }, fought(false), fought(false), fought(true)]);
        orders.extend((3..=6).map(|turn| vec![Event::TurnBegan { turn }]));
        let film = film(&pack, orders.iter().map(Vec::as_slice));
        let told: Vec<&str> = film.scenes.iter().map(|scene| scene.news.as_str()).collect();
        assert!(told[2].starts_with("won a battle at Olga; lost a battle at Olga"), "{told:?}");
        assert!(!told[3].contains("battle"), "{told:?}");
    }
}
