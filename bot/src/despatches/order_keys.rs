//! A short word for every order a menu can offer: what buttons, menu lines and completions carry.
//!
//! A key is the order's word and its numbers, `march.31` or `play.37.ops`. Whatever comes from outside is read strictly.

use engine::campaign::{CardUse, Odds, Order, Station};
use engine::pack::{CardNumber, LocationId, Nation, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId};

const fn card_use(r#as: CardUse) -> &'static str {
    match r#as {
        CardUse::Event => "event",
        CardUse::Ops => "ops",
        CardUse::Replacements => "points",
    }
}

fn station(at: Station) -> String {
    match at {
        Station::Space(space) => format!("land.{}", space.0),
        Station::Sea(area) => format!("sea.{}", area.0),
    }
}

const fn odds(odds: Odds) -> u8 {
    match odds {
        Odds::Even => 1,
        Odds::OverTwoToOne => 2,
        Odds::OverThreeToOne => 3,
    }
}

/// A short word for an order that a menu can offer; `None` for orders no menu offers.
#[must_use]
pub fn order_key(order: &Order) -> Option<String> {
    Some(match order {
        Order::SetUp { .. } | Order::Appoint { .. } | Order::Discharge { .. } | Order::CallVote | Order::Vote { .. } => return None,
        Order::DrawCards => "draw".to_owned(),
        Order::CheckRevolts => "rebellion".to_owned(),
        Order::CheckRevolt { location } => format!("revolt.{}", location.0),
        Order::Retreat { to } => format!("retreat.{}", to.0),
        Order::Play { card, r#as } => format!("play.{}.{}", card.0, card_use(*r#as)),
        Order::Pass => "pass".to_owned(),
        Order::Place { kind, at, count } => format!("place.{}.{}.{count}", kind.0, at.0),
        Order::PlaceShip { at } => format!("place-ship.{}", at.0),
        Order::BuildRedoubt { at } => format!("redoubt.{}", at.0),
        Order::Raid { location } => format!("raid.{}", location.0),
        Order::Garrison { unit } => format!("garrison.{}", unit.0),
        Order::GiveCard { card } => format!("give.{}", card.0),
        Order::TakeCard { card } => format!("take.{}", card.0),
        Order::ChooseSiege { location } => format!("siege.{}", location.0),
        Order::ChooseNation { nation } => format!("nation.{}", u8::from(*nation == Nation::British)),
        Order::LandExpedition { port } => format!("hicks.{}", port.0),
        Order::Decline => "decline".to_owned(),
        Order::Activate { at } => format!("activate.{}", station(*at)),
        Order::Form { at } => format!("form.{}", at.0),
        Order::Leave { unit } => format!("leave.{}", unit.0),
        Order::Gather => "gather".to_owned(),
        Order::TakeSupply => "take-supply".to_owned(),
        Order::LeaveSupply => "leave-supply".to_owned(),
        Order::MarchUnmet => "unmet".to_owned(),
        Order::March { to } => format!("march.{}", to.0),
        Order::Halt => "halt".to_owned(),
        Order::FormFleet { at } => format!("fleet.{}", station(*at)),
        Order::LeaveShip { ship } => format!("leave-ship.{}", ship.0),
        Order::Sail { to } => format!("sail.{}", station(*to)),
        Order::Land { at } => format!("land.{}", at.0),
        Order::Load { unit } => format!("load.{}", unit.0),
        Order::LoadAll => "load-all".to_owned(),
        Order::Unload { unit } => format!("unload.{}", unit.0),
        Order::UnloadAll => "unload-all".to_owned(),
        Order::LoadSupply => "load-supply".to_owned(),
        Order::UnloadSupply => "unload-supply".to_owned(),
        Order::EmbarkGovernor => "gordon".to_owned(),
        Order::LoadTrain => "load-train".to_owned(),
        Order::UnloadTrain => "unload-train".to_owned(),
        Order::Repair { ship } => format!("repair.{}", ship.0),
        Order::Anchor => "anchor".to_owned(),
        Order::LayTrack { at } => format!("track.{}", at.0),
        Order::Entrain { unit } => format!("entrain.{}", unit.0),
        Order::RunTrain { to } => format!("train.{}", to.0),
        Order::Ferry { unit } => format!("ferry.{}", unit.0),
        Order::FerryTo { to } => format!("ferry-to.{}", to.0),
        Order::Fight { at } => format!("fight.{}", at.0),
        Order::EndRound => "end-round".to_owned(),
        Order::ReportLoss { unit, steps } => format!("loss.{}.{steps}", unit.0),
        Order::HoldField => "held".to_owned(),
        Order::Withdraw { cavalry, surrounded, odds: how } => format!("withdraw.{cavalry}.{}.{}", u8::from(*surrounded), odds(*how)),
        Order::Lose { unit, whole } => format!("lose.{}.{}", unit.0, u8::from(*whole)),
        Order::SpreadLosses => "spread".to_owned(),
        Order::RetreatTo { to } => format!("fall-back.{}", to.0),
        Order::RetreatByShip { to } => format!("take-ship.{}", to.0),
        Order::ReportShip { ship, damage } => format!("ship.{}.{}", ship.0, damage.unwrap_or(0)),
        Order::EndDuel => "end-duel".to_owned(),
        Order::Commit { unit } => format!("commit.{}", unit.0),
        Order::CommitAll => "commit-all".to_owned(),
        Order::Sortie => "sortie".to_owned(),
        Order::BreakOut => "break-out".to_owned(),
        Order::SitTight => "sit".to_owned(),
        Order::BreakOutTo { to } => format!("break-out-to.{}", to.0),
        Order::Replace { unit } => format!("replace.{}", unit.0),
        Order::Rebuild { kind } => format!("rebuild.{}", kind.0),
        Order::EndReplacements => "keep-points".to_owned(),
    })
}

/// The order of a key.
#[must_use]
pub fn order_from_key(key: &str) -> Option<Order> {
    let parts: Vec<&str> = key.split('.').collect();
    match parts.as_slice() {
        [word] => of_a_word(word),
        ["play", card, r#as] => {
            let r#as = match *r#as {
                "event" => CardUse::Event,
                "ops" => CardUse::Ops,
                "points" => CardUse::Replacements,
                _ => return None,
            };
            Some(Order::Play { card: CardNumber(number(card)?), r#as })
        }
        ["place", kind, at, count] => {
            Some(Order::Place { kind: UnitKindId(number(kind)?), at: SpaceId(number(at)?), count: number(count)? })
        }
        ["activate", what, at] => Some(Order::Activate { at: station_from(what, at)? }),
        ["fleet", what, at] => Some(Order::FormFleet { at: station_from(what, at)? }),
        ["sail", what, at] => Some(Order::Sail { to: station_from(what, at)? }),
        ["loss", unit, steps] => Some(Order::ReportLoss { unit: UnitId(number(unit)?), steps: number(steps)? }),
        ["withdraw", cavalry, surrounded, how] => {
            let odds = match *how {
                "1" => Odds::Even,
                "2" => Odds::OverTwoToOne,
                "3" => Odds::OverThreeToOne,
                _ => return None,
            };
            Some(Order::Withdraw { cavalry: number(cavalry)?, surrounded: flag(surrounded)?, odds })
        }
        ["lose", unit, whole] => Some(Order::Lose { unit: UnitId(number(unit)?), whole: flag(whole)? }),
        ["ship", ship, damage] => {
            Some(Order::ReportShip { ship: ShipId(number(ship)?), damage: Some(number(damage)?).filter(|damage| *damage > 0) })
        }
        [word, of] => of_one(word, number(of)?),
        _ => None,
    }
}

/// A number as it is written by [`order_key`]: nothing else reads back to the same key.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text)
}

fn flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn station_from(what: &str, at: &str) -> Option<Station> {
    match what {
        "land" => Some(Station::Space(SpaceId(number(at)?))),
        "sea" => Some(Station::Sea(SeaAreaId(number(at)?))),
        _ => None,
    }
}

fn of_a_word(word: &str) -> Option<Order> {
    Some(match word {
        "draw" => Order::DrawCards,
        "rebellion" => Order::CheckRevolts,
        "pass" => Order::Pass,
        "decline" => Order::Decline,
        "gather" => Order::Gather,
        "take-supply" => Order::TakeSupply,
        "leave-supply" => Order::LeaveSupply,
        "unmet" => Order::MarchUnmet,
        "halt" => Order::Halt,
        "load-all" => Order::LoadAll,
        "unload-all" => Order::UnloadAll,
        "load-supply" => Order::LoadSupply,
        "unload-supply" => Order::UnloadSupply,
        "gordon" => Order::EmbarkGovernor,
        "load-train" => Order::LoadTrain,
        "unload-train" => Order::UnloadTrain,
        "anchor" => Order::Anchor,
        "end-round" => Order::EndRound,
        "held" => Order::HoldField,
        "spread" => Order::SpreadLosses,
        "end-duel" => Order::EndDuel,
        "commit-all" => Order::CommitAll,
        "sortie" => Order::Sortie,
        "break-out" => Order::BreakOut,
        "sit" => Order::SitTight,
        "keep-points" => Order::EndReplacements,
        _ => return None,
    })
}

fn of_one(word: &str, number: u8) -> Option<Order> {
    let (location, space, unit, ship) = (LocationId(number), SpaceId(number), UnitId(number), ShipId(number));
    Some(match word {
        "revolt" => Order::CheckRevolt { location },
        "retreat" => Order::Retreat { to: location },
        "place-ship" => Order::PlaceShip { at: location },
        "redoubt" => Order::BuildRedoubt { at: location },
        "raid" => Order::Raid { location },
        "garrison" => Order::Garrison { unit },
        "give" => Order::GiveCard { card: CardNumber(number) },
        "take" => Order::TakeCard { card: CardNumber(number) },
        "siege" => Order::ChooseSiege { location },
        "nation" => Order::ChooseNation {
            nation: match number {
                0 => Nation::Egyptian,
                1 => Nation::British,
                _ => return None,
            },
        },
        "hicks" => Order::LandExpedition { port: location },
        "form" => Order::Form { at: space },
        "leave" => Order::Leave { unit },
        "march" => Order::March { to: space },
        "leave-ship" => Order::LeaveShip { ship },
        "land" => Order::Land { at: location },
        "load" => Order::Load { unit },
        "unload" => Order::Unload { unit },
        "repair" => Order::Repair { ship },
        "track" => Order::LayTrack { at: space },
        "entrain" => Order::Entrain { unit },
        "train" => Order::RunTrain { to: space },
        "ferry" => Order::Ferry { unit },
        "ferry-to" => Order::FerryTo { to: location },
        "fight" => Order::Fight { at: space },
        "fall-back" => Order::RetreatTo { to: space },
        "take-ship" => Order::RetreatByShip { to: location },
        "commit" => Order::Commit { unit },
        "break-out-to" => Order::BreakOutTo { to: space },
        "replace" => Order::Replace { unit },
        "rebuild" => Order::Rebuild { kind: UnitKindId(number) },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use engine::campaign::Seat;
    use engine::campaign::{Options, State};
    use engine::dice::Dice;
    use engine::game::Game;
    use engine::pack::Pack;

    use super::*;

    #[test]
    fn every_order_of_a_campaign_is_read_back_from_its_key() {
        for seed in 1..12_u64 {
            let mut state = State::new(Pack::embedded().unwrap());
            let mut dice = Dice::seeded([seed as u8; 32], 0);
            let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
            state.give(Seat::Commander, &set_up, &mut dice).unwrap();
            let mut choice = seed;
            while state.ending().is_none() {
                let mut orders = Vec::new();
                state.legal_orders(Seat::Commander, &mut orders);
                for order in &orders {
                    let key = order_key(order).unwrap();
                    assert!(key.len() <= 60, "{key}");
                    assert_eq!(order_from_key(&key).as_ref(), Some(order), "{key}");
                }
                choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let order = orders[(choice >> 33) as usize % orders.len()].clone();
                state.give(Seat::Commander, &order, &mut dice).unwrap();
            }
        }
    }

    #[test]
    fn anything_else_is_no_order() {
        for key in
            ["", ".", "retreat", "retreat.x", "retreat.256", "retreat.01", "conquer", "play.3", "play.3.fun", "sail.air.1", "lose.1.2"]
        {
            assert_eq!(order_from_key(key), None, "{key}");
        }
    }
}
