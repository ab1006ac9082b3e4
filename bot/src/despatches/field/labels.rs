//! What an order of a gridded battle is called, and what it costs or risks: the chances of every die before it is thrown, the points of
//! every move and what it is exposed to.

use engine::odds::fraction::Fraction;
use engine::tabletop::formation::Formation;
use engine::tabletop::heroic::{Heroic, HeroicCounts};
use engine::tabletop::odds::exposure::exposure;
use engine::tabletop::odds::{self, CardsLeft, LeadersThere};
use engine::tabletop::order::{Battle, CombatCards, Order};
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::{Actor, Question};
use engine::tabletop::player::Player;
use engine::tabletop::rules::activation::{leaving, to_move};
use engine::tabletop::rules::charging::{Charge, Outcome, charges};
use engine::tabletop::rules::combat::{Ending, Fighter};
use engine::tabletop::rules::firing;
use engine::tabletop::rules::movement::forms::{formation_cost, mount_cost, other_way_to_go};
use engine::tabletop::rules::moves::{boat_reach, reach_of};
use engine::tabletop::rules::recovery;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Aspect, Facing, Square};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};

use crate::despatches::field::names;
use crate::model::despatch::Choice;
use crate::model::field_key::key;
use crate::words;

/// What an order is called, and what it costs or risks.
#[must_use]
pub fn label(state: &State, order: &Order) -> (String, String) {
    let who = |unit: UnitId| names::unit(state, unit);
    let said = |label: String, costs: &str| (label, costs.to_owned());
    match order {
        Order::SetUp(set_up) => said(format!("Set up {}", fought(state, &set_up.battle)), ""),
        Order::Place { unit, square, facing, formation } => {
            let formed = formation.map_or_else(String::new, |formed| format!(", {}", names::formation(formed)));
            said(format!("Put {} at {square}, facing {}{formed}", who(*unit), names::facing(*facing)), "")
        }
        Order::Ready(side) => said(format!("{} are set up", words::sentence_case(&names::the_side(state, *side))), "as they stand now"),
        Order::Next(unit) => said(format!("Next: {}", who(*unit)), &names::unit_in_full(state, *unit)),
        Order::NextBrigade(_) => said("Next: the brigade square".to_owned(), "all in it act as one"),
        Order::Move { unit, to, facing } => movement(state, *unit, *to, *facing),
        Order::Charge { unit, target, from } => charge(state, *unit, *target, *from),
        Order::Fire { unit, weapon, target } => shot(state, *unit, *weapon, *target),
        Order::Volley { unit, target } => {
            let (label, chance) = shot(state, *unit, 0, *target);
            (format!("{}: {label}", words::sentence_case(&who(*unit))), chance)
        }
        Order::Form { unit, formation } => {
            let points = formation_cost(&state.position, *unit, *formation).map_or_else(String::new, points);
            let label = match formation {
                Formation::Deployed => "Deploy".to_owned(),
                Formation::Limbered => "Limber".to_owned(),
                other => format!("Form {}", names::formation(*other)),
            };
            (label, points)
        }
        Order::Mount(unit) => {
            let rides = other_way_to_go(&state.position, *unit).is_some_and(|troop| state.position.pack.troop(troop).arm.is_mounted());
            (if rides { "Mount" } else { "Dismount" }.to_owned(), mount_cost(&state.position, *unit).map_or_else(String::new, points))
        }
        // Of several under one card it ends the turn of all who are left.
        Order::Stand(_) if matches!(state.question(), Some(Question::Next(_))) => {
            said("Nobody more".to_owned(), "those with the Leader who are left do nothing this turn")
        }
        Order::Stand(_) | Order::StandBrigade(_) => said("Stand".to_owned(), "nothing more this turn"),
        Order::FormBrigade { centre, .. } => said(format!("Form brigade square round {centre}"), "all in it act as one"),
        Order::MarchBrigade { way, .. } => said(format!("The square marches {}", names::facing(*way)), "all of it together"),
        Order::BreakBrigade(_) => said("Leave brigade square".to_owned(), "units stay where they are, in Line"),
        Order::GoFor { target, .. } => said(format!("Go for {}", names::unit_at(state, *target)), "the nearest enemies are equally near"),
        Order::Pursue { to: Some(to), .. } => said(format!("Pursue to {to}"), "free, facing the enemy"),
        Order::Pursue { to: None, .. } => said("Stay".to_owned(), "no pursuit"),
        Order::Play { card, unit, .. } => {
            let text = state.position.pack.heroic.card(*card).map_or("", |card| card.text.as_str());
            // A boat is never out of order: the card gives it a flotation point back (T24).
            let afloat = state.position.troop(*unit).arm.is_boat();
            let text = if afloat && *card == Heroic::Recover { "The boat has one flotation point more at once." } else { text };
            (format!("{} for {}", names::heroic(state, *card), who(*unit)), text.to_owned())
        }
        Order::NoCard(_) => said("Play no card".to_owned(), &without_a_card(state)),
        Order::Leave(unit) => said(format!("{} off the board", words::sentence_case(&who(*unit))), "for good"),
        Order::LetGo(_) => said("Let them go".to_owned(), "the battle is over"),
        Order::Embark { boat, .. } => said(format!("Go aboard {}", who(*boat)), ""),
        Order::Land { unit, to } => land(state, *unit, *to),
        Order::Coordinate { unit, with_leader: true } => {
            said(format!("{} with the Leader", words::sentence_case(&who(*unit))), "on the Leader's card when in reach")
        }
        Order::Coordinate { unit, with_leader: false } => {
            said(format!("{} on its own", words::sentence_case(&who(*unit))), "on a card of its own")
        }
        Order::LieStill { boat, still: true } => {
            said(format!("{} lies still", words::sentence_case(&who(*boat))), "next turn, to take aboard or land")
        }
        Order::LieStill { boat, still: false } => said(format!("{} gets under way", words::sentence_case(&who(*boat))), "next turn"),
        Order::CombatCards { play, .. } => match play {
            CombatCards::Ask => said("Cards in combats: ask me".to_owned(), "each time"),
            CombatCards::Always => said("Cards in combats: always".to_owned(), "one is played wherever one is held"),
            CombatCards::Never => said("Cards in combats: never".to_owned(), "nobody is asked"),
        },
        Order::Instruct { whom, instruction, .. } => (
            format!("{}: {}", names::whom(state, *whom), names::instruction(*instruction)),
            names::instruction_means(*instruction).to_owned(),
        ),
        Order::Seat { side, player } => {
            let who = match player {
                Some(Player::Member(number)) => format!("member {number}"),
                Some(Player::Staff(strength)) => format!("the {}", words::staff(*strength)),
                None => "nobody yet".to_owned(),
            };
            said(format!("{}: {who}", words::sentence_case(&names::side(state, *side))), "")
        }
        Order::Concede(_) if names::fights_the_turn_out(state) => {
            said("Give the battle up".to_owned(), "breaks off at the end of the turn")
        }
        Order::Concede(_) => said("Give the battle up".to_owned(), "the other side has won it"),
    }
}

/// A line of a menu for an order.
#[must_use]
pub fn choice(state: &State, order: &Order) -> Option<Choice> {
    let (label, description) = label(state, order);
    Some(Choice { label: words::shortened(&label, 100), description: words::shortened(&description, 100), value: key(order)? })
}

fn fought(state: &State, battle: &Battle) -> String {
    match battle {
        Battle::Scenario(key) => state.position.pack.scenario(key).map_or_else(|| key.clone(), |scenario| scenario.plan.title.clone()),
        Battle::Plan(plan) => plan.title.clone(),
        Battle::Typical => "typical armies".to_owned(),
    }
}

fn points(points: u8) -> String {
    words::count(points.into(), "point", "points")
}

/// A chance in a hundred: a throw that can fail is never certain, nor one that can succeed impossible.
#[must_use]
pub fn in_a_hundred(chance: Fraction) -> u8 {
    let rounded = (chance.value() * 100.0).round();
    let shown = if chance.is_zero() || chance.is_one() { rounded } else { rounded.clamp(1.0, 99.0) };
    shown as u8
}

/// The same as a percentage.
#[must_use]
pub fn percent(chance: Fraction) -> String {
    format!("{}%", in_a_hundred(chance))
}

fn shot(state: &State, unit: UnitId, weapon: u8, target: UnitId) -> (String, String) {
    let at = names::unit_at(state, target);
    let armed = state.position.troop(unit).fire.len() > 1;
    let with = if armed { format!(" with {}", names::weapon(state, unit, weapon)) } else { String::new() };
    let Ok(shot) = firing::shot(&state.position, unit, weapon, target) else { return (format!("Fire at {at}{with}"), String::new()) };
    let chances = odds::shot(&shot, CardsLeft::of(state), LeadersThere::with(state, target));
    let mut cover = if chances.stopped.is_zero() { String::new() } else { format!(", cover stops {}", percent(chances.stopped)) };
    if !chances.taken.is_zero() {
        cover.push_str(&format!(", a Leader takes {}", percent(chances.taken)));
    }
    (format!("Fire at {at}{with}: {}", percent(chances.tells)), format!("D{}, hits on {} or less{cover}", shot.dice.sides, shot.at_most))
}

fn charge(state: &State, unit: UnitId, target: UnitId, from: Square) -> (String, String) {
    let at = names::unit_at(state, target);
    let most = state.active().map_or(0, |active| to_move(state, active));
    let found = charges(&state.position, unit, most);
    let Some(charge) = found.iter().find(|charge| charge.target == target && charge.last == from) else {
        return (format!("Charge {at}"), String::new());
    };
    let spread = odds::charge(&state.position, charge);
    let chance = |wanted: &dyn Fn(&Outcome) -> bool| spread.as_ref().map_or(Fraction::ZERO, |spread| spread.chance(wanted));
    let gets_in = percent(chance(&|outcome| outcome.enters));
    // Two ways to one target may differ in nothing but the square from which it is charged, to which a charge thrown back returns (T37).
    let is_alike = |other: &Charge| {
        let entering = || odds::charge(&state.position, other).map(|spread| percent(spread.chance(|outcome| outcome.enters)));
        other.target == target && other.last != from && entering().as_ref() == Some(&gets_in)
    };
    let out_of = if found.iter().any(is_alike) { format!(" from {from}") } else { String::new() };
    let suffers = chance(&|outcome| outcome.charging.figures > 0 || outcome.charging.disorganised);
    let crosses = if charge.crosses_obstacle { ", over an obstacle" } else { "" };
    (
        format!("Charge {at}{out_of}: gets in {gets_in}"),
        format!(
            "{}{crosses}, {}; thrown back with loss or in disorder {}",
            match names::struck_in(state, target, charge.struck).trim_start() {
                "" => "a Square",
                struck => struck,
            },
            points(charge.way.points),
            percent(suffers)
        ),
    )
}

/// What a move costs, in points.
#[must_use]
pub fn cost(state: &State, unit: UnitId, to: Square, facing: Facing) -> Option<u8> {
    let active = state.active()?;
    let most = to_move(state, active);
    let afloat = state.position.troop(unit).arm.is_boat() && !active.entered;
    if afloat {
        return boat_reach(state, unit, most).stream(to, facing).and_then(|(_, reach)| reach.cost(to, facing)).map(|(points, _)| points);
    }
    // Whoever leaves a brigade square that cannot go as one pays for that too.
    let leaving = leaving(state, active, unit)?;
    reach_of(state, unit, most.saturating_sub(leaving)).cost(to, facing).map(|(points, _)| points + leaving)
}

fn movement(state: &State, unit: UnitId, to: Square, facing: Facing) -> (String, String) {
    let here = state.find(unit).is_some_and(|of| of.square == to && of.is_on_board());
    let label = if here { format!("Turn {}", names::facing(facing)) } else { format!("To {to}, facing {}", names::facing(facing)) };
    let cost = cost(state, unit, to, facing).map_or_else(String::new, points);
    let exposed = exposed(state, unit, to, facing);
    (label, format!("{cost}{}{exposed}", if cost.is_empty() || exposed.is_empty() { "" } else { "; " }))
}

/// Going ashore: away from the boat, for what a change of formation costs (T47).
fn land(state: &State, unit: UnitId, to: Square) -> (String, String) {
    let label = format!("Land at {to}");
    let boat = state.find(unit).and_then(|of| if let Place::Aboard(boat) = of.place { state.find(boat) } else { None });
    let Some(facing) = boat.and_then(|boat| boat.square.facing_to(to)) else { return (label, String::new()) };
    let exposed = exposed(state, unit, to, facing);
    let cost = points(state.position.pack.tables.tariff.change_formation);
    (label, format!("{cost}{}{exposed}", if exposed.is_empty() { "" } else { "; " }))
}

/// What a unit would be exposed to in a square, in a few words.
#[must_use]
pub fn exposed(state: &State, unit: UnitId, to: Square, facing: Facing) -> String {
    // Who breaks off neither fires nor charges.
    if state.find(unit).is_some_and(|of| state.side(of.side.other()).breaks_off) {
        return String::new();
    }
    // Leaders are neither shot at nor charged: alone, they get away to a friend near enough or are caught (T43).
    if state.find(unit).is_some() && state.position.troop(unit).arm == Arm::Leader {
        let with_friends = state.find(unit).is_some_and(|of| {
            state.position.of(of.side).any(|other| {
                let is_no_leader = state.position.troop(other).arm != Arm::Leader;
                is_no_leader && state.unit(other).is_on_board() && state.unit(other).square == to
            })
        });
        return if with_friends { "with friends there" } else { "alone there: they get away or are caught if an enemy comes" }.to_owned();
    }
    let exposure = exposure(&state.position, unit, to, facing);
    let shots = match exposure.shots.len() {
        0 => String::new(),
        count => format!("{}, a hit {}", words::count(count, "shot", "shots"), percent(exposure.hit)),
    };
    let charges = match exposure.chargers.len() {
        0 => String::new(),
        count => {
            let where_struck = match exposure.chargers.iter().filter(|charger| charger.struck == Aspect::Front).count() {
                0 => ", not in front",
                front if front < count => ", not all in front",
                _ => "",
            };
            format!("{} could charge{where_struck}", words::number(count))
        }
    };
    match (shots.is_empty(), charges.is_empty()) {
        (true, true) => "out of their reach".to_owned(),
        (false, false) => format!("{shots}; {charges}"),
        _ => format!("{shots}{charges}"),
    }
}

/// The chances of what goes on if no card is played: of a combat, of a recovery.
fn without_a_card(state: &State) -> String {
    match state.question() {
        Some(Question::CombatCard { square, .. }) => combat(state, square),
        _ => String::new(),
    }
}

/// The chances of the combat in a square, as it stands.
#[must_use]
pub fn combat(state: &State, square: Square) -> String {
    let Some(contact) = state.contact_in(square) else { return String::new() };
    let fighters = [
        Fighter { unit: contact.charger, struck: Aspect::Front, cards: contact.cards[0] },
        Fighter { unit: contact.charged, struck: contact.struck, cards: contact.cards[1] },
    ];
    let Some(spread) = odds::combat(&state.position, fighters) else { return String::new() };
    let loses = |of: UnitId| spread.chance(|ending| matches!(ending, Ending::Lost { loser, .. } if *loser == of));
    format!(
        "{} loses {}, {} loses {}",
        names::unit(state, contact.charger),
        percent(loses(contact.charger)),
        names::unit(state, contact.charged),
        percent(loses(contact.charged))
    )
}

/// The chance that a disorganised unit recovers at the end of the turn, as it stands.
#[must_use]
pub fn recovers(state: &State, unit: UnitId) -> Option<String> {
    recovery::recovery(&state.position, unit).map(|recovery| percent(odds::recovery(&recovery)))
}

/// Who acts: a unit in full, or the brigade square.
#[must_use]
pub fn actor(state: &State, actor: Actor) -> String {
    match actor {
        Actor::Unit(unit) if state.unit(unit).place == Place::Waiting => format!("{}, to come on", names::unit_in_full(state, unit)),
        Actor::Unit(unit) => match state.unit(unit).place {
            Place::Aboard(boat) => format!("{}, aboard {}", names::unit_in_full(state, unit), names::unit(state, boat)),
            _ => format!("{}, at {}", names::unit_in_full(state, unit), state.unit(unit).square),
        },
        Actor::Brigade(side) => format!("the brigade square of {}", names::the_side(state, side)),
    }
}

/// The cards of a hand, by kind: "2 × Recover!, Faster movement!".
#[must_use]
pub fn cards(state: &State, cards: HeroicCounts) -> String {
    let named: Vec<String> = cards
        .kinds()
        .map(|kind| match cards.of(kind) {
            1 => names::heroic(state, kind),
            more => format!("{more} × {}", names::heroic(state, kind)),
        })
        .collect();
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}

/// That a side sleeps, after how it stands (N07, T61).
#[must_use]
pub fn asleep(state: &State, side: Side) -> &'static str {
    if state.side(side).asleep { " · asleep: no cards until they are roused" } else { "" }
}

/// How a side stands to the break off limit.
#[must_use]
pub fn strength(state: &State, side: Side) -> String {
    let strength = state.strength(side);
    let limit = strength.of.div_ceil(2);
    format!("{} disorganised, {} lost or gone of {} (breaks off at {limit})", strength.disorganised, strength.lost, strength.of)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::dice::Dice;
    use engine::game::Game as _;
    use engine::tabletop::order::SetUp;
    use engine::tabletop::pack::BattlePack;
    use engine::tabletop::phase::Phase;
    use engine::tabletop::player::Strength;
    use engine::tabletop::seat::Seat;

    use super::*;
    use crate::model::ids::UserId;
    use crate::model::played::Played as _;
    use crate::model::roster::{Member, Roster};

    /// Form Square! as it is laid out.
    fn laid_out() -> State {
        let mut state = State::opening(&BattlePack::embedded().unwrap());
        let set_up = SetUp { battle: Battle::Scenario("form square".to_owned()), options: engine::tabletop::options::Options::default() };
        state.give(Seat::Umpire, &Order::SetUp(Arc::new(set_up)), &mut Dice::seeded([1; 32], 0)).unwrap();
        state
    }

    #[test]
    fn leaders_are_told_what_comes_of_being_alone_and_never_that_they_are_out_of_reach_t43() {
        let state = laid_out();
        let leader = state.leaders(Side::Ours).next().unwrap();
        let friend = state.position.of(Side::Ours).find(|unit| *unit != leader && state.unit(*unit).is_on_board()).unwrap();
        let with_friends = state.unit(friend).square;
        assert_eq!(exposed(&state, leader, with_friends, Facing::North), "with friends there");
        let empty = state.position.of(Side::Enemy).find_map(|unit| {
            let near = |square: &Square| state.position.all().all(|other| state.unit(other).square != *square);
            Facing::ALL.into_iter().filter_map(|way| state.unit(unit).square.next(way)).find(near)
        });
        assert_eq!(exposed(&state, leader, empty.unwrap(), Facing::North), "alone there: they get away or are caught if an enemy comes");
    }

    #[test]
    fn an_order_of_a_side_that_the_staff_plays_is_known_as_the_staffs_in_the_log() {
        let mut state = laid_out();
        for (side, player) in [(Side::Ours, Player::Member(0)), (Side::Enemy, Player::Staff(Strength::Plain))] {
            state.give(Seat::Umpire, &Order::Seat { side, player: Some(player) }, &mut Dice::seeded([1; 32], 0)).unwrap();
        }
        let stands = |side: Side| Order::Stand(state.position.of(side).next().unwrap());
        assert_eq!(Side::BOTH.map(|side| state.by_the_staff(&stands(side))), [None, Some("the plain staff".to_owned())]);
    }

    #[test]
    fn the_log_names_who_carries_an_order_out() {
        let state = laid_out();
        let unit = state.position.of(Side::Ours).next().unwrap();
        let in_the_log = |order: Order| state.in_the_log(&order, &Roster::default()).0;
        let stood = in_the_log(Order::Stand(unit)).unwrap();
        assert_eq!(stood, format!("{}: Stand", words::sentence_case(&names::unit(&state, unit))));
        let to = Facing::ALL.into_iter().find_map(|way| state.unit(unit).square.next(way)).unwrap();
        let moved = in_the_log(Order::Move { unit, to, facing: Facing::North }).unwrap();
        assert!(moved.starts_with(&format!("{}: To {to}", words::sentence_case(&names::unit(&state, unit)))), "{moved}");
        assert_eq!(in_the_log(Order::StandBrigade(Side::Ours)).as_deref(), Some("The brigade square: Stand"));
        assert_eq!(in_the_log(Order::Next(unit)), None, "its label names the unit");
        let members = vec![Member::new(UserId(11), 4, false)];
        let seat = Order::Seat { side: Side::Ours, player: Some(Player::Member(4)) };
        let seated = state.in_the_log(&seat, &Roster { members, ..Roster::default() }).0.unwrap();
        assert!(seated.ends_with(": <@11>"), "{seated}");
    }

    #[test]
    fn nobody_more_is_said_where_standing_would_end_the_turn_of_all_under_a_leaders_card() {
        let mut state = laid_out();
        let leader = state.leaders(Side::Ours).next().unwrap();
        assert_eq!(label(&state, &Order::Stand(leader)).0, "Stand");
        state.phase = Phase::Asking(Question::Next(leader));
        assert_eq!(label(&state, &Order::Stand(leader)).0, "Nobody more");
    }
}
