//! The rulebook, a file for each chapter.
//!
//! | Chapter | Module |
//! |---|---|
//! | Set Up, Optional Rebellion Start, the re-conquest | [`set_up`] |
//! | Sequence of Play | [`rounds`], [`steps`] |
//! | Draw New Cards | [`cards`] |
//! | How The Rebellion Spreads | [`rebellion`] |
//! | Using the Cards | [`play`] |
//! | Random Events | [`random_events`] |
//! | Card Explanations, the cards | [`card_events`], [`arrivals`] |
//! | Movement | [`movement`] |
//! | Naval Movement, gunboat encounters, boats into a siege | [`naval`] |
//! | Armored Train Arrives | [`train`] |
//! | Encounters & Combat: meeting the enemy, his force | [`encounter`] |
//! | Type of Battle | [`battle`] |
//! | Battles, retreats, what they decide | [`field`] |
//! | Random Terrain | [`terrain`] |
//! | A battle fought on the board | [`board`] |
//! | Anglo-Egyptian Withdrawal & Pursuit | [`pursuit`] |
//! | Determine Casualties | [`casualties`] |
//! | Pacification | [`retaking`] |
//! | Sieges, storming, gunboats at sieges | [`sieges`] |
//! | Supply | [`supply`] |
//! | Replacements | [`replacements`] |
//! | Victory or Defeat?, Victory Points | [`victory`] |
//! | Event Triggers | [`triggers`] |
//! | Hicks Expedition, General Graham Arrives | [`leaders`] |
//! | Group Play | [`seats`] |
//! | The house's own: corrections | [`corrections`] |
//! | The house's own: options changed in mid-campaign | [`house_rules`] |

pub mod arrivals;
pub mod battle;
pub mod board;
pub mod card_events;
pub mod cards;
pub mod casualties;
pub mod corrections;
pub mod duties;
pub mod encounter;
pub mod field;
pub mod house_rules;
pub mod leaders;
pub mod movement;
pub mod naval;
pub mod play;
pub mod pursuit;
pub mod random_events;
pub mod reach;
pub mod rebellion;
pub mod replacements;
pub mod retaking;
pub mod rounds;
pub mod seats;
pub mod set_up;
pub mod sieges;
pub mod steps;
pub mod supply;
pub mod terrain;
#[cfg(test)]
mod test_kit;
pub mod train;
pub mod triggers;
pub mod victory;

use super::event::Event;
use super::order::Order;
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::state::State;
use crate::campaign::seat::Seat;

/// Whether an order is allowed: what all orders have in common, then the chapter's own conditions.
pub(super) fn permit(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    if let Order::SetUp { scenario, options } = order {
        return set_up::permit(state, scenario, *options);
    }
    if state.scenario().is_none() {
        return Err(Refusal::NotSetUp);
    }
    if state.ending().is_some() {
        return Err(Refusal::Ended);
    }
    if let Seat::OnBoard(side) = seat {
        return board::permit_on_board(state, side, order);
    }
    if let Some(answer) = permit_in_group(state, seat, order) {
        return answer;
    }
    if state.board().is_some() && !matches!(order, Order::Field(_) | Order::LeaveBoard | Order::ReportFought) {
        return Err(Refusal::BoardFirst);
    }
    if let Some(answer) = permit_decision(state, seat, order) {
        return answer;
    }
    if state.decision().is_some() { Err(Refusal::DecisionFirst) } else { permit_move(state, order) }
}

/// Orders of the group among itself, whatever else is under way, and corrections; `None` for the others.
fn permit_in_group(state: &State, seat: Seat, order: &Order) -> Option<Result<(), Refusal>> {
    match order {
        Order::Appoint { member, post } => Some(seats::permit_appoint(state, seat, *member, *post)),
        Order::Discharge { member } => Some(seats::permit_discharge(state, seat, *member)),
        Order::CallVote => Some(seats::permit_call_vote(state, seat)),
        Order::Vote { member, .. } => Some(seats::permit_vote(state, seat, *member)),
        Order::CallOptionVote { member, change } => Some(house_rules::permit_call(state, seat, *member, *change)),
        Order::VoteOnOption { member, .. } => Some(house_rules::permit_vote(state, seat, *member)),
        Order::Correct { correction } => Some(corrections::permit(state, correction)),
        Order::SetUp { .. }
        | Order::Retreat { .. }
        | Order::Place { .. }
        | Order::PlaceShip { .. }
        | Order::BuildRedoubt { .. }
        | Order::Raid { .. }
        | Order::Garrison { .. }
        | Order::GiveCard { .. }
        | Order::TakeCard { .. }
        | Order::ChooseSiege { .. }
        | Order::ChooseNation { .. }
        | Order::LandExpedition { .. }
        | Order::Decline
        | Order::FerryTo { .. }
        | Order::ReportLoss { .. }
        | Order::HoldField
        | Order::Withdraw { .. }
        | Order::Lose { .. }
        | Order::SpreadLosses
        | Order::RetreatTo { .. }
        | Order::RetreatByShip { .. }
        | Order::ReportShip { .. }
        | Order::EndDuel
        | Order::Commit { .. }
        | Order::CommitAll
        | Order::Sortie
        | Order::BreakOut
        | Order::SitTight
        | Order::BreakOutTo { .. }
        | Order::DrawCards
        | Order::CheckRevolts
        | Order::CheckRevolt { .. }
        | Order::Play { .. }
        | Order::Pass
        | Order::Activate { .. }
        | Order::Form { .. }
        | Order::Leave { .. }
        | Order::Gather
        | Order::TakeSupply
        | Order::LeaveSupply
        | Order::MarchUnmet
        | Order::March { .. }
        | Order::Halt
        | Order::FormFleet { .. }
        | Order::LeaveShip { .. }
        | Order::Sail { .. }
        | Order::Land { .. }
        | Order::Load { .. }
        | Order::LoadAll
        | Order::Unload { .. }
        | Order::UnloadAll
        | Order::LoadSupply
        | Order::UnloadSupply
        | Order::EmbarkGovernor
        | Order::LoadTrain
        | Order::UnloadTrain
        | Order::Repair { .. }
        | Order::Anchor
        | Order::LayTrack { .. }
        | Order::Entrain { .. }
        | Order::RunTrain { .. }
        | Order::Ferry { .. }
        | Order::Fight { .. }
        | Order::EndRound
        | Order::Replace { .. }
        | Order::Rebuild { .. }
        | Order::EndReplacements
        | Order::FightOut { .. }
        | Order::LetStaffFight { .. }
        | Order::Field(_)
        | Order::LeaveBoard
        | Order::ReportFought => None,
    }
}

/// Orders that make a decision; `None` for the others.
fn permit_decision(state: &State, seat: Seat, order: &Order) -> Option<Result<(), Refusal>> {
    Some(match order {
        Order::Retreat { to } => rebellion::permit_retreat(state, *to),
        Order::Place { kind, at, count } => arrivals::permit_place(state, *kind, *at, *count),
        Order::PlaceShip { at } => arrivals::permit_place_ship(state, *at),
        Order::BuildRedoubt { at } => arrivals::permit_redoubt(state, *at),
        Order::Raid { location } => card_events::permit_raid(state, *location),
        Order::Garrison { unit } => card_events::permit_garrison(state, *unit),
        Order::GiveCard { card } => triggers::permit_give(state, *card),
        Order::TakeCard { card } => triggers::permit_take(state, *card),
        Order::ChooseSiege { location } => random_events::permit_siege(state, *location),
        Order::ChooseNation { .. } => play::permit_nation(state),
        Order::LandExpedition { port } => card_events::permit_land_expedition(state, *port),
        Order::Decline => triggers::permit_decline(state),
        Order::FerryTo { to } => naval::permit_ferry_to(state, *to),
        Order::ReportLoss { unit, steps } => field::permit_report(state, *unit, *steps),
        Order::HoldField => field::permit_hold(state),
        Order::Withdraw { cavalry, .. } => field::permit_withdraw(state, *cavalry),
        Order::Lose { unit, whole } => casualties::permit_lose(state, *unit, *whole),
        Order::SpreadLosses => casualties::permit_spread(state),
        Order::RetreatTo { to } => field::permit_retreat_to(state, *to),
        Order::RetreatByShip { to } => field::permit_retreat_by_ship(state, *to),
        Order::ReportShip { ship, damage } => naval::permit_report_ship(state, *ship, *damage),
        Order::EndDuel => naval::permit_end_duel(state),
        Order::Commit { unit } => sieges::permit_commit(state, *unit),
        Order::CommitAll => sieges::permit_commit_all(state),
        Order::Sortie => sieges::permit_sally(state),
        Order::BreakOut => sieges::permit_break_out(state),
        Order::SitTight => sieges::permit_sit(state),
        Order::BreakOutTo { to } => field::permit_break_out_to(state, *to),
        Order::FightOut { ground } | Order::LetStaffFight { ground } => board::permit_open(state, ground),
        Order::Field(order) => board::permit_field(state, seat, order),
        Order::LeaveBoard => board::permit_leave(state),
        Order::ReportFought => board::permit_report(state),
        Order::SetUp { .. }
        | Order::Appoint { .. }
        | Order::Discharge { .. }
        | Order::CallVote
        | Order::Vote { .. }
        | Order::CallOptionVote { .. }
        | Order::VoteOnOption { .. }
        | Order::Correct { .. }
        | Order::DrawCards
        | Order::CheckRevolts
        | Order::CheckRevolt { .. }
        | Order::Play { .. }
        | Order::Pass
        | Order::Activate { .. }
        | Order::Form { .. }
        | Order::Leave { .. }
        | Order::Gather
        | Order::TakeSupply
        | Order::LeaveSupply
        | Order::MarchUnmet
        | Order::March { .. }
        | Order::Halt
        | Order::FormFleet { .. }
        | Order::LeaveShip { .. }
        | Order::Sail { .. }
        | Order::Land { .. }
        | Order::Load { .. }
        | Order::LoadAll
        | Order::Unload { .. }
        | Order::UnloadAll
        | Order::LoadSupply
        | Order::UnloadSupply
        | Order::EmbarkGovernor
        | Order::LoadTrain
        | Order::UnloadTrain
        | Order::Repair { .. }
        | Order::Anchor
        | Order::LayTrack { .. }
        | Order::Entrain { .. }
        | Order::RunTrain { .. }
        | Order::Ferry { .. }
        | Order::Fight { .. }
        | Order::EndRound
        | Order::Replace { .. }
        | Order::Rebuild { .. }
        | Order::EndReplacements => return None,
    })
}

/// Orders that wait for no decision, once the campaign goes on and none waits ([`permit`]).
pub(super) fn permit_move(state: &State, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::DrawCards => cards::permit_draw(state),
        Order::CheckRevolts => rebellion::permit_all(state),
        Order::CheckRevolt { location } => rebellion::permit_one(state, *location),
        Order::Play { card, r#as } => play::permit(state, *card, *r#as),
        Order::Pass => rounds::permit_pass(state),
        Order::Activate { at } => movement::permit_activate(state, *at),
        Order::Form { at } => movement::permit_form(state, *at),
        Order::Leave { unit } => movement::permit_leave(state, *unit),
        Order::Gather => movement::permit_gather(state),
        Order::TakeSupply => movement::permit_take_supply(state),
        Order::LeaveSupply => movement::permit_leave_supply(state),
        Order::MarchUnmet => movement::permit_unmet(state),
        Order::March { to } => movement::permit_march(state, *to),
        Order::Halt => movement::force(state).map(|_| ()),
        Order::FormFleet { at } => naval::permit_form_fleet(state, *at),
        Order::LeaveShip { ship } => naval::permit_leave_ship(state, *ship),
        Order::Sail { to } => naval::permit_sail(state, *to),
        Order::Land { at } => naval::permit_land(state, *at),
        Order::Load { unit, aboard } => naval::permit_load(state, *unit, *aboard),
        Order::LoadAll => naval::permit_load_all(state),
        Order::Unload { unit } => naval::permit_unload(state, *unit),
        Order::UnloadAll => naval::permit_unload_all(state),
        Order::LoadSupply => naval::permit_load_supply(state),
        Order::UnloadSupply => naval::permit_unload_supply(state),
        Order::EmbarkGovernor => naval::permit_embark_governor(state),
        Order::LoadTrain => train::permit_load(state),
        Order::UnloadTrain => train::permit_unload(state),
        Order::Repair { ship } => naval::permit_repair(state, *ship),
        Order::Anchor => naval::fleet(state).map(|_| ()),
        Order::LayTrack { at } => train::permit_lay(state, *at),
        Order::Entrain { unit } => train::permit_entrain(state, *unit),
        Order::RunTrain { to } => train::permit_run(state, *to),
        Order::Ferry { unit } => naval::permit_ferry(state, *unit),
        Order::Fight { at } => field::permit_fight(state, *at),
        Order::EndRound => rounds::permit_end(state),
        Order::Replace { unit } => replacements::permit_replace(state, *unit),
        Order::Rebuild { kind } => replacements::permit_rebuild(state, *kind),
        Order::EndReplacements => replacements::permit_end(state),
        Order::SetUp { .. }
        | Order::Appoint { .. }
        | Order::Discharge { .. }
        | Order::CallVote
        | Order::Vote { .. }
        | Order::CallOptionVote { .. }
        | Order::VoteOnOption { .. }
        | Order::Correct { .. }
        | Order::Retreat { .. }
        | Order::Place { .. }
        | Order::PlaceShip { .. }
        | Order::BuildRedoubt { .. }
        | Order::Raid { .. }
        | Order::Garrison { .. }
        | Order::GiveCard { .. }
        | Order::TakeCard { .. }
        | Order::ChooseSiege { .. }
        | Order::ChooseNation { .. }
        | Order::LandExpedition { .. }
        | Order::Decline
        | Order::FerryTo { .. }
        | Order::ReportLoss { .. }
        | Order::HoldField
        | Order::Withdraw { .. }
        | Order::Lose { .. }
        | Order::SpreadLosses
        | Order::RetreatTo { .. }
        | Order::RetreatByShip { .. }
        | Order::ReportShip { .. }
        | Order::EndDuel
        | Order::Commit { .. }
        | Order::CommitAll
        | Order::Sortie
        | Order::BreakOut
        | Order::SitTight
        | Order::BreakOutTo { .. }
        | Order::FightOut { .. }
        | Order::LetStaffFight { .. }
        | Order::Field(_)
        | Order::LeaveBoard
        | Order::ReportFought => Err(Refusal::NotAsked),
    }
}

/// Carries out an order that was permitted, and the campaign on to the next.
pub(super) fn resolve(proceedings: &mut Proceedings<'_>, order: &Order) {
    carry_out(proceedings, order);
    // A correction brings nothing about: what follows from it follows from the next order. What is done on the board tells when it is
    // reported.
    if matches!(order, Order::Correct { .. } | Order::Field(_)) {
        return;
    }
    if proceedings.state.ending().is_none() {
        leaders::look(proceedings);
        rounds::advance(proceedings);
    }
}

fn carry_out(proceedings: &mut Proceedings<'_>, order: &Order) {
    match order {
        Order::SetUp { scenario, options } => set_up::resolve(proceedings, scenario, *options),
        Order::DrawCards => cards::resolve_draw(proceedings),
        Order::CheckRevolts => rebellion::resolve_all(proceedings),
        Order::CheckRevolt { location } => rebellion::resolve_one(proceedings, *location),
        Order::Retreat { to } => rebellion::resolve_retreat(proceedings, *to),
        Order::Play { card, r#as } => play::resolve(proceedings, *card, *r#as),
        Order::Pass => rounds::resolve_pass(proceedings),
        Order::Place { kind, at, count } => arrivals::resolve_place(proceedings, *kind, *at, *count),
        Order::PlaceShip { at } => arrivals::resolve_place_ship(proceedings, *at),
        Order::BuildRedoubt { at } => arrivals::resolve_redoubt(proceedings, *at),
        Order::Raid { location } => card_events::resolve_raid(proceedings, *location),
        Order::Garrison { unit } => card_events::resolve_garrison(proceedings, *unit),
        Order::GiveCard { card } => triggers::resolve_give(proceedings, *card),
        Order::TakeCard { card } => triggers::resolve_take(proceedings, *card),
        Order::ChooseSiege { location } => random_events::resolve_siege(proceedings, *location),
        Order::ChooseNation { nation } => play::resolve_nation(proceedings, *nation),
        Order::LandExpedition { port } => card_events::resolve_land_expedition(proceedings, *port),
        Order::Decline => triggers::resolve_decline(proceedings),
        Order::Activate { at } => movement::resolve_activate(proceedings, *at),
        Order::Form { at } => movement::resolve_form(proceedings, *at),
        Order::Leave { unit } => movement::resolve_leave(proceedings, *unit),
        Order::Gather => movement::resolve_gather(proceedings),
        Order::TakeSupply => proceedings.note(Event::SupplyTaken),
        Order::LeaveSupply => proceedings.note(Event::SupplyLeft),
        Order::MarchUnmet => proceedings.note(Event::GuidesTaken),
        Order::March { to } => movement::resolve_march(proceedings, *to),
        Order::Halt => movement::halt(proceedings),
        Order::FormFleet { at } => naval::resolve_form_fleet(proceedings, *at),
        Order::LeaveShip { ship } => proceedings.note(Event::ShipLeft { ship: *ship }),
        Order::Sail { to } => naval::resolve_sail(proceedings, *to),
        Order::Land { at } => naval::resolve_land(proceedings, *at),
        Order::Load { unit, aboard } => naval::resolve_load(proceedings, *unit, *aboard),
        Order::LoadAll => naval::resolve_load_all(proceedings),
        Order::Unload { unit } => naval::resolve_unload(proceedings, *unit),
        Order::UnloadAll => naval::resolve_unload_all(proceedings),
        Order::LoadSupply => naval::resolve_load_supply(proceedings),
        Order::UnloadSupply => naval::resolve_unload_supply(proceedings),
        Order::EmbarkGovernor => naval::resolve_embark_governor(proceedings),
        Order::LoadTrain => train::resolve_load(proceedings),
        Order::UnloadTrain => train::resolve_unload(proceedings),
        Order::Repair { ship } => proceedings.note(Event::ShipRepaired { ship: *ship }),
        Order::Anchor => proceedings.note(Event::FleetAnchored),
        Order::LayTrack { at } => train::resolve_lay(proceedings, *at),
        Order::Entrain { unit } => proceedings.note(Event::UnitEntrained { unit: *unit }),
        Order::RunTrain { to } => train::resolve_run(proceedings, *to),
        Order::Ferry { unit } => naval::resolve_ferry(proceedings, *unit),
        Order::FerryTo { to } => naval::resolve_ferry_to(proceedings, *to),
        Order::Fight { at } => field::resolve_fight(proceedings, *at),
        Order::EndRound => rounds::resolve_end(proceedings),
        Order::ReportLoss { unit, steps } => proceedings.note(Event::LossReported { unit: *unit, steps: *steps }),
        Order::HoldField => field::resolve_hold(proceedings),
        Order::Withdraw { cavalry, surrounded, odds } => field::resolve_withdraw(proceedings, *cavalry, *surrounded, *odds),
        Order::Lose { unit, whole } => {
            casualties::resolve_lose(proceedings, *unit, *whole);
            field::settle_retreat(proceedings);
        }
        Order::SpreadLosses => {
            casualties::resolve_spread(proceedings);
            field::settle_retreat(proceedings);
        }
        Order::RetreatTo { to } => field::resolve_retreat_to(proceedings, *to),
        Order::RetreatByShip { to } => field::resolve_retreat_by_ship(proceedings, *to),
        Order::ReportShip { ship, damage } => naval::resolve_report_ship(proceedings, *ship, *damage),
        Order::EndDuel => proceedings.note(Event::DecisionMade),
        Order::Commit { unit } => proceedings.note(Event::GarrisonCommitted { units: crate::pack::UnitSet::of(*unit) }),
        Order::CommitAll => sieges::resolve_commit_all(proceedings),
        Order::Sortie => sieges::resolve_sortie(proceedings),
        Order::BreakOut => sieges::resolve_break_out(proceedings),
        Order::SitTight => sieges::resolve_sit(proceedings),
        Order::BreakOutTo { to } => field::resolve_break_out_to(proceedings, *to),
        Order::Replace { unit } => replacements::resolve_replace(proceedings, *unit),
        Order::Rebuild { kind } => replacements::resolve_rebuild(proceedings, *kind),
        Order::EndReplacements => proceedings.note(Event::ReplacementsEnded),
        Order::Appoint { member, post } => proceedings.note(Event::Appointed { member: *member, post: *post }),
        Order::Discharge { member } => seats::resolve_discharge(proceedings, *member),
        Order::CallVote => proceedings.note(Event::VoteCalled),
        Order::Vote { member, dismiss } => seats::resolve_vote(proceedings, *member, *dismiss),
        Order::CallOptionVote { member, change } => house_rules::resolve_call(proceedings, *member, *change),
        Order::VoteOnOption { member, agree } => house_rules::resolve_vote(proceedings, *member, *agree),
        Order::Correct { correction } => corrections::resolve(proceedings, *correction),
        Order::FightOut { ground } => board::resolve_open(proceedings, ground, false),
        Order::LetStaffFight { ground } => board::resolve_open(proceedings, ground, true),
        Order::Field(order) => board::resolve_field(proceedings, order),
        Order::LeaveBoard => proceedings.note(Event::BoardLeft),
        Order::ReportFought => board::resolve_report(proceedings),
    }
}
