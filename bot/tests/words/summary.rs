//! What players read of a turn in summary, kept word for word.

use engine::campaign::Seat;
use engine::campaign::{
    Correction, Decision, Event, GovernorPlace, LedgerEntry, LedgerReason, LossCause, OptionChange, Options, Order, Source, State,
    SupplySystem, UnitPlace,
};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{CardNumber, LocationId, Pack, ShipId, UnitId, UnitSet};
use umpire::despatches::summary::{Account, Span, ends_a_turn, summary};
use umpire::model::ids::UserId;

/// The dice of the rebellion in the Example of Play, turn 1, in the order of the Random Locations table.
const EXAMPLE_OF_PLAY: [u16; 23] = [6, 1, 6, 2, 6, 3, 3, 3, 3, 5, 3, 4, 6, 4, 4, 4, 4, 6, 4, 5, 4, 3, 4];

/// What is posted, and the file with it.
fn with_its_file(account: &Account) -> String {
    let despatch = summary(account).despatch(&account.after, 7);
    let file = despatch.attachment.as_ref().unwrap();
    format!("{}\n\n----- {} -----\n{}", despatch.plain(), file.name, file.text)
}

/// A campaign of which all events are kept.
struct Campaign {
    state: State,
    events: Vec<Event>,
}

impl Campaign {
    fn begun(options: Options) -> Self {
        let mut campaign = Self { state: State::new(Pack::embedded().unwrap()), events: Vec::new() };
        campaign.give(&Order::SetUp { scenario: "uprising".to_owned(), options }, &mut Dice::scripted(&[]));
        campaign
    }

    #[track_caller]
    fn give(&mut self, order: &Order, dice: &mut Dice) -> Vec<Event> {
        let events =
            self.state.give(Seat::Commander, order, dice).unwrap_or_else(|refusal| panic!("{}", refusal.sentence(self.state.pack())));
        self.events.extend_from_slice(&events);
        events
    }

    /// Makes events true that no order brought about.
    fn suppose(&mut self, events: Vec<Event>) {
        self.state.replay(&events);
        self.events.extend(events);
    }

    fn at(&self, name: &str) -> LocationId {
        self.state.pack().map.find_location(name).unwrap()
    }

    /// Up to the first action round, as in the Example of Play.
    fn in_its_first_round(options: Options) -> Self {
        let mut campaign = Self::begun(options);
        campaign.give(&Order::DrawCards, &mut Dice::seeded([3; 32], 0));
        campaign.give(&Order::CheckRevolts, &mut Dice::scripted(&EXAMPLE_OF_PLAY));
        campaign
    }

    fn pass_rounds(&mut self) {
        for round in 1..=7 {
            self.give(&Order::Pass, &mut Dice::scripted(&[]));
            let events = self.give(&Order::EndRound, &mut Dice::seeded([4; 32], 0));
            assert_eq!(ends_a_turn(&events), round == 7, "{events:?}");
        }
    }

    fn account(&self, turn: u8) -> Account {
        Account::of_turn(State::new(Pack::embedded().unwrap()), &self.events, turn).unwrap()
    }
}

#[test]
fn a_first_turn_of_rebellion_and_patience() {
    let mut campaign = Campaign::in_its_first_round(Options::default());
    reads!("summary_turn_under_way", with_its_file(&campaign.account(1)));
    campaign.pass_rounds();
    reads!("summary_first_turn", with_its_file(&campaign.account(1)));
    reads!("summary_turn_just_begun", with_its_file(&campaign.account(2)));
    assert_eq!(Account::of_turn(State::new(Pack::embedded().unwrap()), &campaign.events, 3), None);
}

#[test]
fn what_was_put_right_by_agreement_is_told_apart_and_nothing_is_told_where_nothing_was() {
    let mut campaign = Campaign::in_its_first_round(Options::default());
    assert!(!with_its_file(&campaign.account(1)).contains("Put right"));
    for correction in [Correction::Points { to: 80 }, Correction::Ledger { points: 10 }] {
        campaign.give(&Order::Correct { correction }, &mut Dice::scripted(&[]));
    }
    campaign.suppose(vec![Event::OptionChanged { change: OptionChange::Storming(true) }]);
    let told = with_its_file(&campaign.account(1));
    assert!(told.contains("**Put right:** two corrections; one house rule changed by vote"), "{told}");
    assert!(told.contains("**The ledger:** ") && told.contains("; put right by a correction; "), "{told}");
    assert!(told.contains("## Put right\n\n- Correction: victory points 80 (was 5)\n- Correction: this turn's ledger +10 (was "), "{told}");
    assert!(told.contains("- House rule from turn 1 on: besiegers may storm\n"), "{told}");
}

#[test]
fn one_correction_is_told_in_the_summary_itself() {
    let mut campaign = Campaign::in_its_first_round(Options::default());
    campaign.give(&Order::Correct { correction: Correction::Points { to: 80 } }, &mut Dice::scripted(&[]));
    let told = with_its_file(&campaign.account(1));
    assert!(told.contains("**Put right:** victory points 80 (was 5)\n"), "{told}");
}

#[test]
fn who_came_in_the_turn_and_lost_steps_since_is_among_those_worn_away() {
    let mut campaign = Campaign::in_its_first_round(Options::default());
    let (pack, at) = (std::sync::Arc::clone(campaign.state.pack()), campaign.at("Friday Harbor"));
    let new = (0..pack.roster.units.len()).map(UnitId::at).find(|unit| campaign.state.unit_place(*unit) == UnitPlace::Reserve).unwrap();
    let at = pack.map.space_of(at);
    campaign.suppose(vec![
        Event::UnitsArrived { units: UnitSet::of(new), at, source: Source::Reserve },
        Event::StepsLost { unit: new, steps: 1, cause: LossCause::Battle },
    ]);
    let told = with_its_file(&campaign.account(1));
    assert!(told.contains("one joined (1 arrived); one step worn away in units that stand"), "{told}");
    let (name, steps) = (&pack.roster.unit(new).name, campaign.state.steps(new));
    assert!(told.contains(&format!("- {name}: {} → {steps} steps", steps + 1)), "{told}");
}

#[test]
fn a_turn_of_sieges_battles_losses_and_returns() {
    let mut campaign = Campaign::begun(Options::default());
    let (roche, mud_bay, tamai) = (campaign.at("Roche Harbor"), campaign.at("Mud Bay"), campaign.at("Tamai"));
    let friday = campaign.at("Friday Harbor");
    let field = campaign.state.pack().map.space_of(mud_bay);
    let garrison = campaign.state.garrison(friday);
    let mut units = garrison.iter();
    let (dead, worn) = (UnitSet::of(units.next().unwrap()), units.next().unwrap());
    let ship = campaign.state.fleet_list().iter().next().unwrap();
    let entered = |reason, points| Event::LedgerEntered { entry: LedgerEntry { reason, points } };
    campaign.suppose(vec![
        Event::LocationLost { location: mud_bay },
        entered(LedgerReason::LocationLost(mud_bay), 10),
        Event::LocationLost { location: tamai },
        entered(LedgerReason::LocationLost(tamai), 5),
        Event::SiegeBegan { location: roche },
        Event::SiegeLevelSet { at: roche, level: 2 },
        Event::UnitsLost { units: dead, cause: LossCause::Pursuit },
        Event::StepsLost { unit: worn, steps: 1, cause: LossCause::Battle },
        Event::BattleEnded { at: field, won: true, heavy: true },
        Event::LocationRetaken { location: mud_bay, allied: Some(false) },
        entered(LedgerReason::LocationRetaken(mud_bay), -10),
        entered(LedgerReason::BattleWon(field), -2),
        entered(LedgerReason::HeavyLosses(field), 3),
        Event::ShipDamaged { ship, damage: 1 },
        Event::PointsChangedAtOnce { from: 5, to: 10 },
    ]);
    reads!("summary_busy_turn", with_its_file(&campaign.account(1)));
    let before = campaign.state.clone();
    let account = Account {
        span: Span::SinceLastLook,
        before: before.clone(),
        events: Vec::new(),
        after: before,
        taken_back: Vec::new(),
        commands: vec![(UserId(101), 2), (UserId(102), 1)],
    };
    reads!("summary_since_nothing", with_its_file(&account));
}

#[test]
fn a_campaign_that_ends() {
    let mut campaign = Campaign::in_its_first_round(Options::default());
    campaign.suppose(vec![Event::PointsAdjusted { from: 5, to: campaign.state.pack().outline.victory.lost_at }]);
    campaign.suppose(vec![Event::Ended { ending: engine::campaign::Ending::Defeat }]);
    reads!("summary_defeat", with_its_file(&campaign.account(1)));
}

#[test]
fn who_went_down_with_their_ship_is_lost_and_counted_in_headline_sections_and_file() {
    let mut campaign = Campaign::in_its_first_round(Options::default());
    let pack = campaign.state.pack().clone();
    let (ship, at) = (ShipId::at(0), campaign.at("Friday Harbor"));
    let unit = campaign.state.garrison(at).iter().next().unwrap();
    campaign.suppose(vec![Event::ShipArrived { ship, at }, Event::UnitLoaded { unit, ship, spends: false }, Event::ShipSunk { ship }]);
    let told = with_its_file(&campaign.account(1));
    let before = with_its_file(&Campaign::in_its_first_round(Options::default()).account(1));
    assert!(before.contains("**Losses and returns:** two units lost (2 gone over to the Mahdi)"), "{before}");
    assert!(told.contains("**Losses and returns:** three units lost (2 gone over to the Mahdi, 1 with their ship)"), "{told}");
    assert!(told.contains(&format!("Lost, with their ship (1): {}", pack.roster.unit(unit).name)), "{told}");
    assert!(told.contains("Three units were struck off the rolls"), "{told}");
}

#[test]
fn what_was_undone_of_which_its_reader_had_been_told_is_said() {
    let campaign = Campaign::in_its_first_round(Options::default());
    let before = campaign.state.clone();
    let account = Account {
        span: Span::SinceLastLook,
        before: before.clone(),
        events: Vec::new(),
        after: before,
        taken_back: vec![36, 37, 40],
        commands: Vec::new(),
    };
    let told = with_its_file(&account);
    assert!(told.contains("**Put right:** No. 36 to 40 undone, of which you had been told"), "{told}");
}

#[test]
fn a_turn_is_over_when_the_next_begins_also_where_its_points_give_a_card_for_another_first() {
    let (adjusted, began) = (Event::PointsAdjusted { from: 118, to: 124 }, Event::TurnBegan { turn: 5 });
    let asked = Event::DecisionPut { decision: Decision::ExchangeFor { card: CardNumber(1), may_decline: true } };
    assert!(!ends_a_turn(&[adjusted.clone(), asked]), "it is asked which card is given up");
    assert!(ends_a_turn(&[adjusted, began.clone()]) && ends_a_turn(std::slice::from_ref(&began)));
    let set_up = Event::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    assert!(!ends_a_turn(&[set_up, began]), "the first begins");
}

#[test]
fn who_was_lost_and_who_came_add_up_to_who_is_there_also_where_a_unit_came_again() {
    for number in 0..12 {
        let rows = staff::recorded::recorded(number, 8);
        let mut before = State::new(Pack::embedded().unwrap());
        let mut events: Vec<Event> = Vec::new();
        for row in rows {
            if before.turn() == 0 {
                before.replay(&row.events);
            } else {
                events.extend(row.events);
            }
        }
        let mut after = before.clone();
        after.replay(&events);
        let account = Account { span: Span::SinceLastLook, before, events, after, taken_back: Vec::new(), commands: Vec::new() };
        let told = summary(&account).markdown();
        let counts = |what: &str| -> i64 {
            let of = |line: &str| -> Option<i64> { line.split_once('(')?.1.split_once(')')?.0.parse().ok() };
            told.lines().filter(|line| line.starts_with(what)).filter_map(of).sum()
        };
        let lost = counts("- Lost, ");
        let came: i64 = ["- Arrived", "- Raised again", "- Landed with"].into_iter().map(counts).sum();
        let units = account.after.pack().roster.units.len();
        let there = |state: &State| (0..units).filter(|unit| state.steps(UnitId::at(*unit)) > 0).count() as i64;
        assert_eq!(there(&account.before) - lost + came, there(&account.after), "{number}: {told}");
    }
    // One that was lost, raised again and lost again is lost twice.
    let mut campaign = Campaign::in_its_first_round(Options::default());
    let at = campaign.at("Friday Harbor");
    let (units, to) = (campaign.state.garrison(at).iter().take(1).collect(), campaign.state.pack().map.space_of(at));
    let lost = || Event::UnitsLost { units, cause: LossCause::Battle };
    campaign.suppose(vec![lost(), Event::UnitsArrived { units, at: to, source: Source::Rebuilt }, lost()]);
    let told = with_its_file(&campaign.account(1));
    assert!(told.contains("four units lost (2 gone over to the Mahdi, 2 on the field); one joined (1 raised again)"), "{told}");
}

#[test]
fn what_a_trigger_brings_and_who_was_dismissed_or_killed_is_told_in_the_paragraph_and_nothing_of_a_trigger_that_brings_nothing() {
    let mut campaign = Campaign::in_its_first_round(Options::default());
    let fired = |key: &str| Event::TriggerFired { key: key.to_owned() };
    let cards = [CardNumber(1), CardNumber(4)].into_iter().collect();
    campaign.suppose(vec![
        fired("british"),
        Event::CardsEntered { cards },
        fired("graham"),
        Event::VoteCounted { dismissed: true },
        Event::GovernorMoved { to: GovernorPlace::Dead, spends: false },
    ]);
    let told = with_its_file(&campaign.account(1));
    let great = "The British Army enters the war. The commander in chief was dismissed by vote. Gordon has been killed.";
    assert!(told.contains(great), "{told}");
    assert!(!told.contains("More of Graham's troops"), "{told}");
}

#[test]
fn supply_that_is_lost_with_its_place_is_counted_by_the_full_rules_and_none_by_the_simple_ones() {
    let told = |supply: SupplySystem| {
        let mut campaign = Campaign::begun(Options { supply, ..Options::default() });
        let location = campaign.at("Eastsound");
        campaign.suppose(vec![Event::SupplyReceived { at: location, roll: None, points: 3 }]);
        let there = campaign.state.supply(campaign.state.pack().map.space_of(location));
        campaign.suppose(vec![Event::LocationLost { location }]);
        (with_its_file(&campaign.account(1)), there)
    };
    let (told_of, there) = told(SupplySystem::Advanced);
    let lost = umpire::words::count(there.into(), "supply point", "supply points");
    assert!(there >= 3 && told_of.contains(&format!(", {there} lost with their places")), "{there}: {told_of}");
    assert!(told_of.contains(&format!("- Lost with Eastsound: {lost}")), "{told_of}");
    assert!(!told(SupplySystem::Simple).0.contains("Lost with Eastsound"));
}
