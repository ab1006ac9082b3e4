//! A sheet of orders: what is legal now about one topic, for the one who acts, page by page.
//!
//! Choosing is private: a sheet is an ephemeral message that is edited in place at each step. A menu takes 25 lines, so a long list
//! has pages; orders that need no object are buttons.

use crate::despatches::position;
use engine::campaign::Seat;
use engine::campaign::rules::play;
use engine::campaign::{Decision, GovernorPlace, Order, State, Station, Step};
use engine::game::Game;
use engine::pack::{ShipId, SpaceId, UnitSet};

use crate::despatches::garrison;
use crate::despatches::offered;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu};
use crate::model::ids::CampaignId;
use crate::model::orders::brief::place;
use crate::model::orders::question::{LINES, Question};
use crate::model::orders::sail;
use crate::model::orders::{Shown, asked_by, describe_order, has_a_button, is_listed, offer, order_key};
use crate::model::standing::Standing;
use crate::model::topic::Topic;
use crate::words;

/// Buttons for orders on a sheet; below them is room for pages and topics.
const MOST_BUTTONS: usize = 8;

/// The orders that are legal now.
#[must_use]
pub fn legal(state: &State) -> Vec<Order> {
    let mut orders = Vec::new();
    state.legal_orders(Seat::Commander, &mut orders);
    orders
}

/// The topics of some orders, in the order of their buttons.
#[must_use]
pub fn topics(orders: &[Order]) -> Vec<Topic> {
    Topic::ALL.into_iter().filter(|topic| orders.iter().any(|order| Topic::of(order) == *topic)).collect()
}

/// The orders about a topic. Where no ship is under way, those that set a port with ships in motion are about sailing too.
#[must_use]
pub fn about<'a>(state: &State, orders: &'a [Order], topic: Topic) -> Vec<&'a Order> {
    let mut here: Vec<&Order> = orders.iter().filter(|order| Topic::of(order) == topic).collect();
    let is_under_way = !state.round().fleet().is_empty() || here.iter().any(|order| matches!(order, Order::FormFleet { .. }));
    if topic == Topic::Sail && !is_under_way {
        let has_ships = |at: SpaceId| state.pack().map.location_at(at).is_some_and(|port| !state.ships_in(port).is_empty());
        here.extend(orders.iter().filter(|order| matches!(order, Order::Activate { at: Station::Space(at) } if has_ships(*at))));
    }
    here
}

/// A line of a menu for an order.
#[must_use]
pub fn choice(state: &State, order: &Order) -> Option<Choice> {
    let value = order_key(order)?;
    let (label, description) = describe_order(state, order);
    Some(Choice { label: words::shortened(&label, 100), description: words::shortened(&description, 100), value })
}

/// A button for an order.
#[must_use]
pub fn button(state: &State, order: &Order, standing: Standing) -> Option<Button> {
    let key = order_key(order)?;
    // Whoever held the field reports what it cost in a form.
    if matches!(order, Order::HoldField) {
        let id = CustomId::Report { campaign: standing.campaign, revision: standing.revision, held: true };
        return Some(Button { label: describe_order(state, order).0, style: ButtonStyle::Primary, id });
    }
    let style = if offer(order).shown == Shown::Aside { ButtonStyle::Secondary } else { ButtonStyle::Primary };
    Some(Button {
        label: describe_order(state, order).0,
        style,
        id: CustomId::Order { campaign: standing.campaign, revision: standing.revision, key },
    })
}

/// The button for the form of a withdrawal, where one can be reported.
#[must_use]
pub fn withdrawal_button(state: &State, orders: &[Order], standing: Standing) -> Option<Button> {
    orders.iter().any(|order| matches!(order, Order::Withdraw { .. })).then(|| Button {
        label: format!("{} left the field", state.pack().words.sides.army),
        style: ButtonStyle::Primary,
        id: CustomId::Report { campaign: standing.campaign, revision: standing.revision, held: false },
    })
}

/// That a card has to be played before any other, if one has.
#[must_use]
pub fn first_card(state: &State) -> Option<String> {
    let number = play::must_be_first(state).filter(|_| matches!(state.round().step(), Step::Choose))?;
    let pack = state.pack();
    let title = pack.card(number).map_or_else(|| format!("Card {}", number.0), |card| format!("{} {}", number.0, card.title));
    Some(format!("**{title} has to be played first**, for its event: until then no other card can be; to pass is allowed."))
}

/// What the sheet says about its topic as things stand.
fn facts(state: &State, topic: Topic) -> Vec<String> {
    let pack = state.pack();
    let mut facts = Vec::new();
    if let (Topic::Move | Topic::Sail, true) = (topic, state.round().card().is_some() || state.round().ops() > 0) {
        facts.push(format!("Ops left: {}", state.round().ops()));
    }
    if let (Topic::Move, Some(force)) = (topic, state.round().force()) {
        let left = engine::campaign::rules::reach::left(state, &force);
        let supply = if force.supply == 0 {
            String::new()
        } else {
            format!(", {}", words::count(force.supply.into(), "supply point", "supply points"))
        };
        facts.push(format!(
            "Marching from {}: {}{supply}; {} left.",
            pack.map.space_name(force.at),
            words::units(pack, force.units),
            words::count(left.into(), "space", "spaces")
        ));
    }
    if topic == Topic::Sail {
        facts.extend(fleet(state));
    }
    if matches!(topic, Topic::Cards | Topic::Move | Topic::Sail) {
        facts.extend(position::duty(state).map(|duty| format!("{}.", words::sentence_case(&duty))));
    }
    let under_way = match topic {
        Topic::Move => state.round().force().map_or(UnitSet::EMPTY, |force| force.units),
        Topic::Sail => state.round().fleet().iter().fold(UnitSet::EMPTY, |units, ship| units.union(state.aboard(ship))),
        _ => UnitSet::EMPTY,
    };
    facts.extend(position::bond(state, under_way).map(|bond| format!("{bond}.")));
    facts.extend(position::entrained(state, under_way).map(|entrained| format!("{}.", words::sentence_case(&entrained))));
    if topic == Topic::Replacements {
        facts.push(position::points_line(state));
    }
    if topic == Topic::Siege {
        let told = engine::campaign::rules::sieges::committed(state);
        facts.push(format!("To go out: {}.", words::units(pack, told)));
    }
    // What a card is given up for is seen before it is given up.
    if let (Topic::Decision, Some(Decision::ExchangeCard { pile })) = (topic, state.decision()) {
        let offered: Vec<String> =
            engine::campaign::rules::triggers::on_offer(state, *pile).iter().map(|card| position::card(state, card)).collect();
        facts.push(format!("To be had {}: {}", position::out_of(*pile), offered.join(" · ")));
    }
    if topic == Topic::Cards {
        facts.push(format!("Hand: {}", position::hand(state)));
        facts.extend(first_card(state));
    }
    facts
}

/// The questions of listed orders, in the order in which they are asked.
#[must_use]
pub fn questions(listed: &[&Order]) -> Vec<Question> {
    Question::ALL.into_iter().filter(|question| listed.iter().any(|order| asked_by(order) == Some(*question))).collect()
}

/// What a sheet asks: a question, and of those that are asked place by place or ship by ship, the number of the place or ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wanted {
    question: Question,
    of: Option<u8>,
}

impl Wanted {
    fn word(self) -> String {
        self.of.map_or_else(|| self.question.word().to_owned(), |of| format!("{}-{of}", self.question.word()))
    }

    fn of_word(word: &str) -> Option<Self> {
        if let Some(question) = Question::of_word(word) {
            return Some(Self { question, of: None });
        }
        let (question, of) = word.rsplit_once('-')?;
        let wanted = Self { question: Question::of_word(question)?, of: Some(of.parse().ok()?) };
        (wanted.word() == word).then_some(wanted)
    }
}

/// The lines of a menu, and what it does with them.
struct Lines {
    choices: Vec<Choice>,
    /// Whether each opens a sheet.
    opens: bool,
}

/// What is asked before an order is: where somebody arrives, or which ship takes somebody aboard.
const fn asked_first(order: &Order) -> Option<u8> {
    match order {
        Order::Place { at, .. } => Some(at.0),
        Order::Load { aboard: Some(ship), .. } => Some(ship.0),
        _ => None,
    }
}

/// The line that opens the menu of a place or ship.
fn first(state: &State, wanted: Wanted, of: u8) -> Choice {
    let (label, description) = match wanted.question {
        Question::Aboard => {
            let (name, costs) = sail::takes_aboard(state, ShipId(of));
            (words::sentence_case(&name), costs)
        }
        _ => place(state, SpaceId(of)),
    };
    Choice { label, description, value: Wanted { of: Some(of), ..wanted }.word() }
}

/// The lines of a question. Where many may arrive in many places it is asked first where, and then who arrives there, the most first;
/// where a ship is chosen, which ship, and then who goes aboard her.
fn lines(state: &State, wanted: Wanted, listed: &[&Order]) -> Lines {
    let mut of_it: Vec<&Order> = listed.iter().copied().filter(|order| asked_by(order) == Some(wanted.question)).collect();
    // Of many ports and seas those where troops can be landed on the enemy are few, and what ships sail for.
    of_it.sort_by_key(|order| !matches!(order, Order::Land { .. }));
    let mut firsts: Vec<u8> = Vec::new();
    for of in of_it.iter().filter_map(|order| asked_first(order)) {
        if !firsts.contains(&of) {
            firsts.push(of);
        }
    }
    let opens = wanted.of.is_none() && firsts.len() > 1 && (wanted.question == Question::Aboard || of_it.len() > LINES);
    if opens {
        return Lines { choices: firsts.into_iter().map(|of| first(state, wanted, of)).collect(), opens };
    }
    let mut of_it: Vec<&Order> = of_it.into_iter().filter(|order| wanted.of.is_none() || asked_first(order) == wanted.of).collect();
    if wanted.of.is_some() && wanted.question != Question::Aboard {
        of_it.reverse();
    }
    Lines { choices: of_it.into_iter().filter_map(|order| choice(state, order)).collect(), opens }
}

/// How many lines the menu of a question has.
#[must_use]
pub fn count(state: &State, question: Question, listed: &[&Order]) -> usize {
    lines(state, Wanted { question, of: None }, listed).choices.len()
}

/// The menu of a question; nothing without lines.
#[must_use]
pub fn menu(state: &State, standing: Standing, question: Question, listed: &[&Order]) -> Option<Menu> {
    let wanted = Wanted { question, of: None };
    paged_menu(state, standing, wanted, lines(state, wanted, listed), 0)
}

fn paged_menu(state: &State, standing: Standing, wanted: Wanted, lines: Lines, page: usize) -> Option<Menu> {
    let Standing { campaign, revision, .. } = standing;
    let choices: Vec<Choice> = lines.choices.into_iter().skip(page * LINES).take(LINES).collect();
    if choices.is_empty() {
        return None;
    }
    if lines.opens {
        let placeholder = if wanted.question == Question::Aboard { "Which ship takes them?" } else { "Where first?" };
        return Some(Menu { placeholder: placeholder.to_owned(), id: CustomId::SheetMenu { campaign }, choices, most: 1 });
    }
    let (most, asked) = match (wanted.question, wanted.of) {
        (Question::Aboard, Some(ship)) => {
            let ship = ShipId(ship);
            (state.room(ship).clamp(1, LINES) as u8, format!("Who goes aboard {}?", sail::takes_aboard(state, ship).0))
        }
        (question, Some(at)) => (question.most(state), format!("Who arrives at {}?", state.pack().map.space_name(SpaceId(at)))),
        (question, None) => (question.most(state), question.asked(state).to_owned()),
    };
    Some(Menu {
        placeholder: if most > 1 && choices.len() > 1 { format!("{asked} (one or several)") } else { asked },
        id: CustomId::OrderMenu { campaign, revision },
        choices,
        most,
    })
}

/// The button that opens a question.
#[must_use]
pub fn question_button(question: Question, standing: Standing) -> Button {
    paged(question.label().to_owned(), question.word(), 0, standing)
}

fn paged(label: String, word: &str, page: usize, standing: Standing) -> Button {
    let id = CustomId::Sheet { campaign: standing.campaign, topic: word.to_owned(), page: page as u16 };
    Button { label, style: ButtonStyle::Secondary, id }
}

/// A sheet about a topic, at a page from 0; where nothing is legal about it, it says so and offers the others.
#[must_use]
pub fn sheet(state: &State, standing: Standing, topic: Topic, page: usize) -> Despatch {
    asking(state, standing, topic, None, page)
}

/// A sheet by the word that stands for it: of a topic, or of one question of it.
#[must_use]
pub fn of_word(state: &State, standing: Standing, word: &str, page: usize) -> Option<Despatch> {
    if let Some(topic) = Topic::of_word(word) {
        return Some(sheet(state, standing, topic, page));
    }
    Wanted::of_word(word).map(|wanted| asking(state, standing, wanted.question.topic(), Some(wanted), page))
}

/// A sheet that asks a question: the one that is wanted, while it can be answered, or the first of its topic, with the others behind buttons.
fn asking(state: &State, standing: Standing, topic: Topic, wanted: Option<Wanted>, page: usize) -> Despatch {
    let orders = legal(state);
    let (campaign, revision) = (standing.campaign, standing.revision);
    let here = about(state, &orders, topic);
    let listed: Vec<&Order> = here.iter().copied().filter(|order| is_listed(order)).collect();
    let questions = questions(&listed);
    let wanted = wanted.filter(|wanted| questions.contains(&wanted.question));
    let asked = wanted.or_else(|| questions.first().map(|question| Wanted { question: *question, of: None }));
    let lines = asked.map_or_else(|| Lines { choices: Vec::new(), opens: false }, |asked| lines(state, asked, &listed));
    let pages = lines.choices.len().div_ceil(LINES).max(1);
    let page = page.min(pages - 1);
    let mut facts = facts(state, topic);
    let mut buttons: Vec<Button> = Vec::new();
    if wanted.is_none() {
        match garrison::ways(state, standing) {
            Some(ways) if topic == Topic::Siege => {
                facts.extend(ways.facts);
                buttons.extend(ways.buttons);
            }
            _ => buttons.extend(
                here.iter().filter(|order| has_a_button(order)).filter_map(|order| button(state, order, standing)).take(MOST_BUTTONS),
            ),
        }
        if topic == Topic::Battle {
            buttons.extend(withdrawal_button(state, &orders, standing));
            offered::first(&mut buttons, &orders, standing);
        }
    }
    if pages > 1 {
        let word = wanted.map_or_else(|| topic.word().to_owned(), Wanted::word);
        buttons.push(paged(format!("More ({} of {pages})", page + 1), &word, (page + 1) % pages, standing));
    }
    if wanted.is_none() {
        let others = questions.iter().filter(|other| asked.is_none_or(|asked| asked.question != **other));
        buttons.extend(others.map(|other| question_button(*other, standing)));
        let others = topics(&orders).into_iter().filter(|other| *other != topic);
        buttons.extend(others.filter_map(|other| opening(state, &orders, other, standing)));
        buttons.push(Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Back { campaign } });
    } else {
        let back = wanted.filter(|wanted| wanted.of.is_some()).map_or(topic.word(), |wanted| wanted.question.word());
        buttons.push(paged("Back".to_owned(), back, 0, standing));
    }
    let sentence = if here.is_empty() {
        format!("**{}: nothing to order now.**", topic.label())
    } else if topic == Topic::Cards && !here.iter().any(|order| matches!(order, Order::Play { .. })) {
        "**No card is to be played now; the round can be ended.**".to_owned()
    } else if topic == Topic::Rebellion {
        // The topic's button is about its places, its sheet about all of it.
        let is_full = state.hand().len() >= usize::from(state.pack().outline.turns.hand);
        if here.contains(&&Order::DrawCards) && is_full {
            "**The hand is full: no card is drawn.**".to_owned()
        } else if here.contains(&&Order::DrawCards) {
            "**The hand is to be filled.**".to_owned()
        } else {
            "**The rebellion.**".to_owned()
        }
    } else {
        format!("**{}.**", wanted.map_or(topic.label(), |wanted| wanted.question.label()))
    };
    Despatch {
        facts,
        next: position::next(state, standing.called.first),
        footer: position::footer(state, revision),
        menu: asked.and_then(|asked| paged_menu(state, standing, asked, lines, page)),
        buttons,
        ..Despatch::saying(sentence)
    }
}

/// What the ships under way can still do and whom they carry; those of which the same is to be said together.
fn fleet(state: &State) -> Vec<String> {
    let pack = state.pack();
    let mut alike: Vec<(String, Vec<String>)> = Vec::new();
    for ship in state.round().fleet().iter() {
        let aboard = state.aboard(ship);
        let governor = matches!(state.governor().place, GovernorPlace::Aboard(with) if with == ship);
        let parts: Vec<String> =
            [(!aboard.is_empty()).then(|| words::units(pack, aboard)), governor.then(|| words::told(pack, "[governor]"))]
                .into_iter()
                .flatten()
                .collect();
        let carries = if parts.is_empty() { "nobody aboard".to_owned() } else { words::list(&parts) };
        let functions = words::count(state.functions_left(ship).into(), "function", "functions");
        let told = format!("{functions} left, room for {}, {carries}", state.room(ship));
        let name = format!("the {}", pack.roster.ships[ship.index()].name);
        match alike.iter_mut().find(|(other, _)| *other == told) {
            Some((_, ships)) => ships.push(name),
            None => alike.push((told, vec![name])),
        }
    }
    let each = |ships: &[String]| if ships.len() > 1 { "each with " } else { "" };
    alike.into_iter().map(|(told, ships)| format!("{}: {}{told}", words::sentence_case(&words::list(&ships)), each(&ships))).collect()
}

/// Puts what is being proposed on a sheet, with a way to begin anew; nothing if there is nothing.
pub fn with_draft(sheet: &mut Despatch, campaign: CampaignId, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let lines: Vec<String> = lines.iter().enumerate().map(|(index, line)| format!("{}. {line}", index + 1)).collect();
    sheet.facts.insert(0, format!("You propose so far:\n{}", lines.join("\n")));
    // Nobody else is waited for about what they have not seen.
    if !sheet.next.is_empty() {
        sheet.next = "go on with it, or put it forward as it is: *Propose this*.".to_owned();
    }
    let button = |label: &str, style, id| Button { label: label.to_owned(), style, id };
    sheet.buttons.push(button("Propose this", ButtonStyle::Primary, CustomId::Propose { campaign }));
    sheet.buttons.push(button("Start over", ButtonStyle::Secondary, CustomId::StartOver { campaign }));
}

/// The button that opens a topic's sheet.
#[must_use]
pub fn topic_button(topic: Topic, standing: Standing) -> Button {
    Button {
        label: topic.label().to_owned(),
        style: ButtonStyle::Secondary,
        id: CustomId::Sheet { campaign: standing.campaign, topic: topic.word().to_owned(), page: 0 },
    }
}

/// The button for a topic among legal orders: its sheet, or where all of it is one order with a button of its own, that order.
#[must_use]
pub fn opening(state: &State, legal: &[Order], topic: Topic, standing: Standing) -> Option<Button> {
    let mut here = legal.iter().filter(|order| Topic::of(order) == topic);
    match (here.next(), here.next()) {
        (Some(only), None) if has_a_button(only) => button(state, only, standing),
        _ => Some(topic_button(topic, standing)),
    }
}

/// The sheet that follows an order: the same topic while there is anything about it, or else what is asked now.
#[must_use]
pub fn after(state: &State, standing: Standing, order: &Order) -> Despatch {
    let orders = legal(state);
    let topics = topics(&orders);
    let topic = Topic::of(order);
    // Whoever has played a card is shown what its Ops can be spent on; that the round can be ended is offered there too.
    let only_ends = about(state, &orders, Topic::Cards).iter().all(|order| **order == Order::EndRound);
    let spends = topics.iter().find(|other| **other != Topic::Cards).filter(|_| topic == Topic::Cards && only_ends);
    if let Some(spends) = spends.filter(|_| state.decision().is_none()) {
        return sheet(state, standing, *spends, 0);
    }
    let next = match (state.decision().is_some(), topics.contains(&topic), topics.first()) {
        (false, true, _) | (_, true, Some(_)) => topic,
        (_, false, Some(first)) => *first,
        (_, _, None) => return Despatch { footer: position::footer(state, standing.revision), ..Despatch::saying("Done.") },
    };
    sheet(state, standing, next, 0)
}
