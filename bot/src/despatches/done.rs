//! An order as news, where nothing that came of it says more: what was done, never the label of the button that did it.

use engine::campaign::{Odds, Order, Phase, Post, State, UnitPlace};
use engine::pack::Nation;

use crate::despatches::{labels, position};
use crate::words;

/// What was done, as a sentence; `state` is the position after it.
#[must_use]
pub fn done(state: &State, order: &Order) -> String {
    words::told(state.pack(), &unfilled(state, order))
}

/// The same, people by a word in brackets.
fn unfilled(state: &State, order: &Order) -> String {
    let pack = state.pack();
    let space = |at| pack.map.space_name(at);
    let place = |at| pack.location_name(at);
    let unit = |unit| pack.roster.unit(unit).name.as_str();
    let ship = |ship: engine::pack::ShipId| pack.roster.ships[ship.index()].name.as_str();
    match order {
        Order::SetUp { .. } => "The campaign is set up.".to_owned(),
        Order::DrawCards => "The cards are drawn.".to_owned(),
        Order::CheckRevolts => "The rebellion is rolled.".to_owned(),
        Order::CheckRevolt { location } => format!("{} is rolled for.", place(*location)),
        Order::Retreat { to } => format!("The garrison goes to {}.", place(*to)),
        Order::Play { card, .. } => format!("{} is played.", position::card(state, *card)),
        Order::Pass => "No card is played.".to_owned(),
        Order::EndRound if matches!(state.phase(), Phase::Replacements) => {
            format!("The last round of turn {} ends; replacement points can be spent.", state.turn())
        }
        Order::EndRound => "The round ends.".to_owned(),
        Order::Place { kind, at, count } => {
            let kind = &pack.roster.kinds[kind.index()].name;
            format!("{} {kind} {} to {}.", count, if *count == 1 { "goes" } else { "go" }, space(*at))
        }
        Order::PlaceShip { at } => format!("The ship comes to {}.", place(*at)),
        Order::BuildRedoubt { at } => format!("A redoubt is thrown up at {}.", place(*at)),
        Order::Raid { location } => format!("{} is raided.", place(*location)),
        Order::Garrison { unit: who } => match state.unit_place(*who) {
            UnitPlace::At(at) => format!("The raid leaves {} at {}.", unit(*who), space(at)),
            _ => format!("{} stays where the raid went.", unit(*who)),
        },
        Order::GiveCard { card } => format!("{} is given up.", position::card(state, *card)),
        Order::TakeCard { card } => format!("{} is taken.", position::card(state, *card)),
        Order::ChooseSiege { location } => format!("The siege of {} is chosen.", place(*location)),
        Order::ChooseNation { nation } => match nation {
            Nation::Native => "The replacements are [native].".to_owned(),
            Nation::Allied => "The replacements are [allied].".to_owned(),
        },
        Order::LandExpedition { port } => format!("The [expedition] Expedition lands at {}.", place(*port)),
        Order::Decline => "What was offered is left.".to_owned(),
        Order::Activate { at } => format!("{} is activated.", labels::station(state, *at)),
        Order::Form { at } => format!("A force forms at {}.", space(*at)),
        Order::Leave { unit: who } => format!("{} stays behind.", unit(*who)),
        Order::Gather => "Everyone there goes along.".to_owned(),
        Order::TakeSupply => "A supply point goes along.".to_owned(),
        Order::LeaveSupply => "A supply point stays.".to_owned(),
        Order::MarchUnmet => "The force can march unmet.".to_owned(),
        Order::March { to } => format!("The force marches for {}.", space(*to)),
        Order::Halt => "The force halts.".to_owned(),
        Order::FormFleet { at } => format!("The ships at {} make ready.", labels::station(state, *at)),
        Order::LeaveShip { ship: left } => format!("The {} stays behind.", ship(*left)),
        Order::Sail { to } => format!("The ships sail for {}.", labels::station(state, *to)),
        Order::Land { at } => format!("The ships run into {}.", place(*at)),
        Order::Load { unit: who, aboard: Some(on) } => format!("{} goes aboard the {}.", unit(*who), ship(*on)),
        Order::Load { unit: who, aboard: None } => format!("{} goes aboard.", unit(*who)),
        Order::LoadAll => "All there is room for go aboard.".to_owned(),
        Order::Unload { unit: who } => format!("{} is put ashore.", unit(*who)),
        Order::UnloadAll => "Everyone is put ashore.".to_owned(),
        Order::LoadSupply => "A supply point goes aboard.".to_owned(),
        Order::UnloadSupply => "A supply point is landed.".to_owned(),
        Order::EmbarkGovernor => "[governor] goes aboard.".to_owned(),
        Order::LoadTrain => "The armoured train goes aboard.".to_owned(),
        Order::UnloadTrain => "The armoured train is landed.".to_owned(),
        Order::Repair { ship: mended } => format!("The {} is repaired.", ship(*mended)),
        Order::Anchor => "The ships anchor.".to_owned(),
        Order::LayTrack { at } => format!("Track is laid at {}.", space(*at)),
        Order::Entrain { unit: who } => format!("{} boards the train.", unit(*who)),
        Order::RunTrain { to } => format!("The train runs to {} and back.", space(*to)),
        Order::Ferry { unit: who } => format!("{} is to be carried by hired ships.", unit(*who)),
        Order::FerryTo { to } => format!("They are carried to {}.", place(*to)),
        Order::Fight { at } => format!("The battle at {} begins.", space(*at)),
        Order::ReportLoss { unit: who, steps } => {
            format!("{} lost {} on the field.", unit(*who), words::count((*steps).into(), "step", "steps"))
        }
        Order::FightOut { .. } => "The battle is fought out on the board.".to_owned(),
        Order::LetStaffFight { .. } => "The staff fights the battle out on the board, for both sides.".to_owned(),
        Order::Field(_) => "An order is given on the board.".to_owned(),
        Order::LeaveBoard => "The board is left: the battle is fought on at a table.".to_owned(),
        Order::ReportFought => "The battle is reported as it was fought on the board.".to_owned(),
        Order::HoldField => "[army] held the field.".to_owned(),
        Order::Withdraw { odds, surrounded, .. } => {
            let how = match odds {
                Odds::Even => "",
                Odds::OverTwoToOne => ", outnumbered over 2:1",
                Odds::OverThreeToOne => ", outnumbered over 3:1",
            };
            format!("[army] left the field{how}{}.", if *surrounded { ", surrounded" } else { "" })
        }
        Order::Lose { unit: who, whole: true } => format!("{} is lost.", unit(*who)),
        Order::Lose { unit: who, whole: false } => format!("{} loses a step.", unit(*who)),
        Order::SpreadLosses => "The losses are shared out.".to_owned(),
        Order::RetreatTo { to } => format!("The beaten fall back to {}.", space(*to)),
        Order::RetreatByShip { to } => format!("The beaten take ship to {}.", place(*to)),
        Order::ReportShip { ship: hit, damage: None } => format!("The {} was sunk.", ship(*hit)),
        Order::ReportShip { ship: hit, damage: Some(damage) } => {
            format!("The {} took {}.", ship(*hit), words::count((*damage).into(), "marker of damage", "markers of damage"))
        }
        Order::EndDuel => "The fight on the water is over.".to_owned(),
        Order::Commit { unit: who } => format!("{} is to go out.", unit(*who)),
        Order::CommitAll => "The whole garrison is to go out.".to_owned(),
        Order::Sortie => "The garrison sallies out.".to_owned(),
        Order::BreakOut => "The garrison breaks out.".to_owned(),
        Order::SitTight => "The garrison sits tight.".to_owned(),
        Order::BreakOutTo { to } => format!("Those who broke out go to {}.", space(*to)),
        Order::Replace { unit: who } => format!("{} is made up.", unit(*who)),
        Order::Rebuild { kind } => format!("Raised again: {}.", pack.roster.kinds[kind.index()].name),
        Order::EndReplacements => "What replacement points are left are kept.".to_owned(),
        Order::Appoint { post, .. } => match post {
            Post::Player => "A player takes a seat.".to_owned(),
            Post::Commander => "A commander in chief is appointed.".to_owned(),
            Post::ChiefOfStaff => "A chief of staff is appointed.".to_owned(),
        },
        Order::Discharge { .. } => "A member leaves.".to_owned(),
        Order::CallVote => "A vote on the commander in chief is called.".to_owned(),
        Order::Vote { .. } => "A member has voted.".to_owned(),
        Order::CallOptionVote { .. } => "A vote on a house rule is called.".to_owned(),
        Order::VoteOnOption { .. } => "A member has voted on a house rule.".to_owned(),
        Order::Correct { .. } => format!("{}.", labels::describe_order(state, order).0),
    }
}
