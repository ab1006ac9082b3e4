//! The Example of Play's first two turns, order by order, as `engine/tests/example_of_play.rs` has them.
//!
//! Where it cannot be followed to the letter through Discord: the first hand is dealt in the journal before the umpire comes; the
//! rebellion of turn 2 is rolled at once and not place by place; and the battle of Mud Bay is reported in its form, all losses together.

use engine::campaign::{CardUse, Control, LedgerReason, Order, Phase, ShipPlace, UnitPlace};
use engine::pack::{CardNumber, UnitId};

use super::{Five, faces_of_a_hand};

/// Two dice that bring no random event on any card of the Example.
const QUIET: &[u16] = &[1, 1];

impl Five {
    async fn play(&mut self, who: &str, card: u8, r#as: CardUse, faces: &[u16]) {
        self.give_as(who, Order::Play { card: CardNumber(card), r#as }, faces).await;
    }

    async fn place(&mut self, kind: &str, at: &str, count: u8) {
        let order = Order::Place { kind: self.kind(kind), at: self.space(at), count };
        self.give(order, &[]).await;
    }

    fn in_revolt(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.state.enemy_held().iter().map(|location| self.state.pack().location_name(location)).collect();
        names.sort_unstable();
        names
    }

    /// Turn 1, cards 37, 39 and 50.
    pub(crate) async fn turn_1_gathering(&mut self) {
        assert_eq!(self.in_revolt(), ["Blakely", "Deer Harbor", "El Obeid", "Ginnis", "Mud Bay", "Stuart", "Tamai", "Tokar", "Waldron"]);
        let board = self.board(&format!("No. {} · the board", self.revision)).await;
        assert!(board.text().contains("play a card, or pass"), "{}", board.text());
        self.quote("board", &board.text());
        // Round 1: card 37 for its event. Kate proposes where the militia goes (no dice, so a proposal can hold it), and Rich approves.
        let (rich, kate) = (self.member("rich"), self.member("kate"));
        self.play("rich", 37, CardUse::Event, &[4, 4]).await;
        let militia = Order::Place { kind: self.kind("Militia"), at: self.space("Roche Harbor"), count: 3 };
        assert!(self.by_buttons(&kate, &militia).await, "a menu offers it");
        let proposal = self.table.wait_for("proposes: ").await;
        assert_eq!(proposal.mentions(), ["rich"], "only the one who decides is called");
        self.quote("proposal", &proposal.text());
        rich.press(&proposal, "Approve").await;
        self.moved().await;

        // Round 2 is Tom's: card 39 for two Ops. Tom activates Olga by mistake, and takes it back: no die was thrown.
        rich.run("/staff delegate member:@tom what:\"this action round\"").await;
        self.read_on().await;
        self.play("tom", 39, CardUse::Ops, QUIET).await;
        let olga = Order::Activate { at: self.port("Olga") };
        self.give_as("tom", olga, &[]).await;
        let undone = self.member("tom").run("/undo").await;
        self.moved().await;
        assert_eq!(self.state.round().ops(), 2, "the Op is back: {}", undone.text());
        let undone = self.table.wait_for("Undone: Activate Olga").await;
        self.quote("undone", &undone.text());
        self.give_as("tom", Order::Activate { at: self.port("Lopez") }, &[]).await;
        self.give_as("tom", Order::March { to: self.space("Richardson") }, &[]).await;
        self.give_as("tom", Order::Activate { at: self.port("Port Stanley") }, &[]).await;
        self.give_as("tom", Order::FormFleet { at: self.port("Port Stanley") }, &[]).await;
        self.give_as("tom", Order::LoadAll, &[]).await;
        self.give_as("tom", Order::Sail { to: self.sea("D") }, &[]).await;
        self.give_as("tom", Order::Sail { to: self.sea("E") }, &[]).await;
        self.give_as("tom", Order::EndRound, &[]).await;

        // Round 3: card 50 for its event, with a random event of two replacement points.
        self.play("rich", 50, CardUse::Event, &[5, 6, 6, 2]).await;
        assert_eq!(self.state.replacements().native, 2);
        self.place("Militia", "Richardson", 2).await;
        assert_eq!(self.state.garrison(self.at("Roche Harbor")).len(), 5);
        assert_eq!(self.state.garrison(self.at("Richardson")).len(), 5);
        assert_eq!(self.state.phase(), Phase::Action { round: 4 });
    }

    /// Turn 1, card 30: the battle of Mud Bay, reported in its thread by one of those who fought it.
    pub(crate) async fn turn_1_mud_bay(&mut self) {
        let rich = self.member("rich");
        let will = self.member("will");
        let odds = will.run("/odds march from:Richardson to:\"Mud Bay\"").await;
        self.quote("odds", &odds.text());
        self.picture("odds.png", &odds.attachments()[0].bytes);
        rich.run("/staff delegate member:@will what:\"this action round\"").await;
        self.read_on().await;
        self.play("will", 30, CardUse::Ops, QUIET).await;
        self.give_as("will", Order::Activate { at: self.port("Richardson") }, &[]).await;
        self.give_as("will", Order::March { to: self.space("Mud Bay") }, &[2, 3, 5]).await;
        self.give_as("will", Order::Activate { at: self.sea("E") }, &[]).await;
        self.give_as("will", Order::Land { at: self.at("Mud Bay") }, &[]).await;
        self.give_as("will", Order::Fight { at: self.space("Mud Bay") }, &[3, 3, 3, 3, 2, 1, 2, 4, 3]).await;
        let (battle, _) = self.state.battle().unwrap();
        assert_eq!((battle.force.foot, battle.force.rifles, battle.force.horse, battle.units.len()), (12, 1, 2, 7));
        let units = battle.units;
        let thread = self.general().wait_for_thread("Battle of Mud Bay, turn 1").await;
        let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
        self.quote("battle", &situation.text());
        let field = self.member("tom").press(&situation, "The field").await;
        self.quote("field", &field.text());
        self.picture("terrain.png", &field.attachments()[0].bytes);

        // Eighteen of 28 steps go.
        let kind = |unit: &UnitId| self.state.pack().roster.kind_of(*unit).name.clone();
        let regulars = units.iter().find(|unit| kind(unit) == "Egyptian Regulars").unwrap();
        let horse = units.iter().find(|unit| kind(unit) == "Bashi-Bazouk Cavalry").unwrap();
        let militia = ["Militia 7", "Militia 8"].map(|name| self.unit(name));
        let gone = ["Camels 1/1", "Camel Battery 1", "Bashi-Bazouk Foot 1"].map(|name| self.unit(name));
        let lost: Vec<(UnitId, u8)> =
            gone.iter().map(|unit| (*unit, 4)).chain([(regulars, 1), (horse, 1), (militia[0], 2), (militia[1], 2)]).collect();
        assert_eq!(lost.iter().map(|(_, steps)| steps).sum::<u8>(), 18);
        for (side, members) in [("Mahdist", ["tom", "kate"].as_slice()), ("Anglo-Egyptian", &["rich", "anne", "will"])] {
            let text = situation.text();
            let told_off = text.split(&format!("{side} command: ")).nth(1).and_then(|rest| rest.lines().next()).unwrap();
            assert!(members.iter().all(|name| told_off.contains(&format!("<@{}>", self.member(name).id()))), "{told_off}");
        }
        let form = will.press(&situation, "Anglo-Egyptians left the field").await;
        let modal = form.modal();
        let mut losses = modal.field("losses").unwrap().value.clone();
        self.quote("form", &losses);
        for (unit, steps) in &lost {
            let name = &self.state.pack().roster.unit(*unit).name;
            let (zero, told) = (format!("{name}: 0"), format!("{name}: {steps}"));
            assert!(losses.contains(&zero), "{zero}: {losses}");
            losses = losses.lines().map(|line| if line == zero { told.as_str() } else { line }).collect::<Vec<_>>().join("\n");
        }
        // Cavalry and odds are filled in as the form thinks they stand; the Example's are these.
        form.fill(&[("losses", &losses), ("cavalry", "1"), ("outnumbered", "over 3:1"), ("dice", "4 4")]).submit().await;
        self.moved().await;
        self.give_as("will", Order::Lose { unit: militia[1], whole: true }, &[]).await;
        self.give_as("will", Order::Lose { unit: regulars, whole: false }, &[]).await;
        let recovery: Vec<u16> = (0..22).map(|die| die % 5 + 1).collect();
        self.give_as("will", Order::Lose { unit: horse, whole: false }, &recovery).await;

        let point = self.space("Richardson–Mud Bay 2 of 2");
        assert_eq!(self.state.units_at(point), [regulars, horse, militia[0]].into_iter().collect());
        assert_eq!(self.state.ship_place(self.ship("Dongola")), ShipPlace::from(self.sea("E")));
        assert_eq!(self.state.phase(), Phase::Action { round: 5 });
        self.table.wait_for("Mud Bay is lost").await;
    }

    /// Turn 1, cards 43, 33 and 47, and what follows.
    pub(crate) async fn turn_1_aftermath(&mut self) {
        self.play("rich", 43, CardUse::Ops, QUIET).await;
        self.give(Order::Activate { at: self.port("Richardson–Mud Bay 2 of 2") }, &[]).await;
        self.give(Order::March { to: self.space("Richardson") }, &[3]).await;
        self.give(Order::Activate { at: self.port("Friday Harbor") }, &[]).await;
        self.give(Order::FormFleet { at: self.port("Friday Harbor") }, &[]).await;
        self.give(Order::Sail { to: self.port("False Bay") }, &[]).await;
        assert_eq!(self.state.ships_in(self.at("False Bay")).len(), 4);
        self.give(Order::EndRound, &[]).await;

        self.play("rich", 33, CardUse::Ops, QUIET).await;
        self.give(Order::Activate { at: self.port("False Bay") }, &[]).await;
        self.give(Order::FormFleet { at: self.port("False Bay") }, &[]).await;
        self.give(Order::LoadAll, &[]).await;
        self.give(Order::Sail { to: self.port("Friday Harbor") }, &[]).await;
        let afloat = ["Bashi-Bazouk Horse 2", "Bashi-Bazouk Horse 3"].map(|name| self.unit(name));
        assert!(afloat.iter().all(|unit| matches!(self.state.unit_place(*unit), UnitPlace::Aboard(_))));
        self.give(Order::EndRound, &[]).await;

        self.play("rich", 47, CardUse::Replacements, QUIET).await;
        assert_eq!((self.state.replacements().native, self.state.phase()), (3, Phase::Replacements));
        let ledger: Vec<_> = self.state.ledger().to_vec();
        for unit in self.state.garrison(self.at("Richardson")).iter() {
            self.give(Order::Replace { unit }, &[]).await;
            assert_eq!(self.state.steps(unit), 4);
        }
        let sum = |wanted: fn(&LedgerReason) -> bool| -> i16 {
            ledger.iter().filter(|entry| wanted(&entry.reason)).map(|entry| entry.points).sum()
        };
        assert_eq!(sum(|reason| matches!(reason, LedgerReason::LocationLost(_))), 45);
        assert_eq!(sum(|reason| matches!(reason, LedgerReason::BattleLost(_))), 10);
        assert_eq!(sum(|reason| matches!(reason, LedgerReason::HeavyLosses(_))), 5);
        assert_eq!(sum(|reason| matches!(reason, LedgerReason::ReplacementsCard(CardNumber(47)))), 5);
        assert_eq!(self.state.victory_points(), 70);
        assert_eq!((self.state.turn(), self.state.phase()), (2, Phase::Draw));
        let summary = self.table.wait_for("Turn 1 in summary").await;
        self.quote("summary", &summary.text());
    }

    /// Turn 2 up to its first action round.
    pub(crate) async fn turn_2(&mut self) {
        let hand = faces_of_a_hand(&self.state, &[28, 29, 32, 35, 42, 48, 51]);
        self.give_as("anne", Order::DrawCards, &hand).await;
        let dice = self.rebellion_dice(&[("Rosario", &[]), ("Decatur", &[1]), ("Lopez", &[]), ("Roche Harbor", &[]), ("Sinkat", &[])]);
        self.give_as("anne", Order::CheckRevolts, &dice).await;
        for lost in ["Sinkat", "Rosario", "Decatur", "Lopez"] {
            assert_eq!(self.state.control(self.at(lost)), Control::Enemy, "{lost}");
        }
        assert_eq!(self.in_revolt().len(), 13);
        assert_eq!(self.state.besieged().iter().collect::<Vec<_>>(), [self.at("Roche Harbor")]);
        assert_eq!(self.state.unit_place(self.unit("Militia 1")), UnitPlace::Gone, "Decatur's militia mutinies");
    }

    /// Turn 2: the Sudanese land, Richardson goes to Port Stanley and Orcas Landing to Olga, all by sea.
    pub(crate) async fn turn_2_moves(&mut self) {
        self.play("rich", 35, CardUse::Event, QUIET).await;
        self.place("Sudanese", "West Sound", 1).await;
        self.place("Sudanese", "Eastsound", 1).await;
        self.place("Sudanese", "Friday Harbor", 2).await;
        self.place("Krupp Battery", "Friday Harbor", 1).await;

        self.play("rich", 28, CardUse::Ops, QUIET).await;
        self.give(Order::Activate { at: self.sea("E") }, &[]).await;
        self.give(Order::Sail { to: self.port("Richardson") }, &[]).await;
        self.give(Order::Activate { at: self.port("Richardson") }, &[]).await;
        self.give(Order::FormFleet { at: self.port("Richardson") }, &[]).await;
        self.give(Order::LoadAll, &[]).await;
        self.give(Order::Sail { to: self.sea("E") }, &[]).await;
        self.give(Order::EndRound, &[]).await;

        self.play("rich", 29, CardUse::Ops, QUIET).await;
        self.give(Order::Activate { at: self.sea("E") }, &[]).await;
        self.give(Order::Sail { to: self.port("Port Stanley") }, &[]).await;
        self.give(Order::UnloadAll, &[]).await;
        self.give(Order::Activate { at: self.port("Friday Harbor") }, &[]).await;
        self.give(Order::FormFleet { at: self.port("Friday Harbor") }, &[]).await;
        self.give(Order::UnloadAll, &[]).await;
        for ship in ["Tamai", "Metemma", "Aswan"] {
            self.give(Order::LeaveShip { ship: self.ship(ship) }, &[]).await;
        }
        self.give(Order::Sail { to: self.port("Orcas Landing") }, &[]).await;
        self.give(Order::Activate { at: self.port("Orcas Landing") }, &[]).await;
        self.give(Order::FormFleet { at: self.port("Orcas Landing") }, &[]).await;
        self.give(Order::LoadAll, &[]).await;
        self.give(Order::EndRound, &[]).await;

        self.play("rich", 42, CardUse::Ops, QUIET).await;
        self.give(Order::Activate { at: self.port("Orcas Landing") }, &[]).await;
        self.give(Order::Sail { to: self.port("Olga") }, &[]).await;
        self.give(Order::EndRound, &[]).await;
        self.play("rich", 48, CardUse::Ops, QUIET).await;
        self.give(Order::Activate { at: self.port("Olga") }, &[]).await;
        self.give(Order::FormFleet { at: self.port("Olga") }, &[]).await;
        self.give(Order::UnloadAll, &[]).await;
        self.give(Order::EndRound, &[]).await;
        assert_eq!(self.state.garrison(self.at("Port Stanley")).len(), 3);
        assert_eq!(self.state.garrison(self.at("Olga")).len(), 3);
    }

    /// Turn 2: Sinkat is taken back from Friday Harbor by a battle, and the turn ends.
    pub(crate) async fn turn_2_sinkat(&mut self) {
        self.play("rich", 51, CardUse::Ops, QUIET).await;
        self.give(Order::Activate { at: self.port("Friday Harbor") }, &[]).await;
        self.give(Order::Form { at: self.space("Friday Harbor") }, &[]).await;
        // The fortress keeps its garrison, its horse and its guns; the infantry marches.
        let force = self.state.round().force().unwrap();
        for unit in force.units.iter() {
            let kind = self.state.pack().roster.kind_of(unit).name.as_str();
            if !["Sudanese", "Egyptian Regulars"].contains(&kind) {
                self.give(Order::Leave { unit }, &[]).await;
            }
        }
        self.give(Order::March { to: self.space("Sinkat") }, &[4, 5, 5]).await;
        self.give(Order::Fight { at: self.space("Sinkat") }, &[2, 3, 2, 3, 1, 1, 1, 5, 5]).await;
        let sudanese = self.state.battle().unwrap().0.units.iter().next().unwrap();
        let name = self.state.pack().roster.unit(sudanese).name.clone();
        let thread = self.general().wait_for_thread("Battle of Sinkat, turn 2").await;
        let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
        let form = self.member("anne").press(&situation, "Anglo-Egyptians held the field").await;
        let losses = form.modal().field("losses").unwrap().value.replace(&format!("{name}: 0"), &format!("{name}: 1"));
        form.fill(&[("losses", &losses), ("dice", "5")]).submit().await;
        self.moved().await;
        assert_eq!(self.state.steps(sudanese), 4, "on a field held a five brings the step back");
        assert_eq!(self.state.control(self.at("Sinkat")), Control::NativePacified, "a green marker");
        assert_eq!(self.state.phase(), Phase::Action { round: 7 });

        self.give(Order::Pass, &[]).await;
        self.give(Order::EndRound, &[]).await;
        let roche_harbor = self.at("Roche Harbor");
        self.give(Order::SitTight, &[1, 2]).await;
        assert_eq!((self.state.garrison(roche_harbor).len(), self.state.siege_level(roche_harbor)), (5, 2));
        assert_eq!(self.state.victory_points(), 80);
        assert_eq!((self.state.turn(), self.state.phase()), (3, Phase::Draw));
    }
}
