//! What is drawn on the cards: a figure for each kind, 200 wide and 150 high around its middle, in two inks, so that it can be printed
//! either way round.

use super::super::lettering::ink;
use super::data::Kind;

/// A soldier on the march, his rifle at the slope.
const INFANTRY: &str = r#"<path d="M14 4L-14 -50" stroke="INK" stroke-width="5"/><path d="M-14 -50L-23 -68" stroke="INK" stroke-width="2.4"/>
<path d="M-10 -41L-9 -45Q-8 -58 1 -59Q10 -58 11 -45L15 -41ZM-7 -40H9L11 -34L9 -32V-29H-5Q-9 -33 -7 -40ZM-11 -29H9Q14 -28 14 -20L13 2H-11ZM-11 0H13L22 24L24 52H31L31 57H15L12 28L3 14L-6 30L-14 45L-12 57H-23L-24 50L-16 26Z" fill="INK"/>
<path d="M8 -26L17 -10L15 2L8 4" stroke="INK" stroke-width="7" fill="none" stroke-linejoin="round"/>
<path d="M-9 -28L12 -3M-11 -2H13" stroke="PAPER" stroke-width="2.6"/><path d="M-17 -4h10v13h-10Z" fill="INK" stroke="PAPER" stroke-width="2"/>"#;

/// A round shield before two spears.
const SHOCK: &str = r#"<path d="M-58 62L52 -50M58 62L-52 -50" stroke="INK" stroke-width="6" stroke-linecap="round"/>
<path d="M46 -44Q48 -62 70 -70Q64 -48 46 -44ZM-46 -44Q-48 -62 -70 -70Q-64 -48 -46 -44Z" fill="INK"/>
<path d="M50 -48L64 -64M-50 -48L-64 -64" stroke="PAPER" stroke-width="1.8"/>
<path d="M44 -34l9 -5M37 -27l9 -5M-44 -34l-9 -5M-37 -27l-9 -5" stroke="INK" stroke-width="3"/>
<circle cy="8" r="44" fill="INK" stroke="PAPER" stroke-width="3"/><circle cy="8" r="37" fill="none" stroke="PAPER" stroke-width="2.4" stroke-dasharray="5 4"/>
<path d="M0 -20L6 2L28 8L6 14L0 36L-6 14L-28 8L-6 2Z" fill="PAPER"/><circle cy="8" r="10" fill="INK" stroke="PAPER" stroke-width="2.4"/><circle cy="8" r="3.4" fill="PAPER"/>"#;

/// A bridled horse's head with a lance.
const CAVALRY: &str = r#"<path d="M70 62L30 -66" stroke="INK" stroke-width="4.5" stroke-linecap="round"/><path d="M30 -66L24 -76L35 -72Z" fill="INK" stroke="INK" stroke-width="2"/>
<path d="M33 -58Q50 -70 60 -58Q72 -48 88 -58L82 -44L92 -34Q76 -26 64 -36Q52 -44 40 -35Z" fill="INK"/>
<path d="M-14 -58L-8 -72L-2 -56Q30 -46 40 -12Q48 20 56 64H-32Q-34 44 -18 26Q-10 16 -10 4Q-22 12 -34 12Q-42 24 -54 26Q-66 26 -70 16Q-72 8 -66 2Q-52 -20 -40 -36Q-30 -52 -14 -58Z" fill="INK"/>
<path d="M2 -52Q22 -36 30 -8Q38 24 42 62M10 -40Q14 -22 12 -8M20 -24Q24 -6 22 10M30 2Q32 18 30 32" stroke="PAPER" stroke-width="2.2" fill="none"/>
<circle cx="-28" cy="-32" r="3.6" fill="PAPER"/><path d="M-66 10Q-60 8 -56 12" stroke="PAPER" stroke-width="2.4" fill="none"/>
<path d="M-46 -22Q-36 -12 -40 8M-46 -22L-14 -44M-10 -46Q-4 -24 -14 4M-40 -4L-12 -8M-38 6Q0 18 40 44" stroke="PAPER" stroke-width="3" fill="none"/>"#;

/// A camel with a rider.
const CAMELRY: &str = r#"<path d="M-64 -34Q-74 -36 -80 -30Q-84 -26 -78 -23L-66 -21Q-62 -2 -48 6Q-44 12 -42 14L-46 34L-44 60H-36L-35 34L-28 16Q-8 22 18 18L28 30L24 60H32L40 32L42 14Q50 22 52 36L58 36Q56 8 42 -4Q36 -14 26 -16Q14 -30 0 -20Q-12 -30 -22 -18Q-36 -10 -44 -8Q-52 -12 -54 -28Q-56 -36 -64 -34Z" fill="INK"/>
<path d="M-34 16L-30 38L-34 60H-27L-22 38L-20 16ZM34 14L46 36L50 60H57L54 34L46 12Z" fill="INK"/>
<path d="M-76 -26Q-56 -10 -20 -22" stroke="INK" stroke-width="2" fill="none"/><path d="M-66 -33L-62 -41L-60 -32Z" fill="INK"/><circle cx="-68" cy="-30" r="1.8" fill="PAPER"/>
<path d="M-26 -18Q0 -4 26 -16L30 2Q0 14 -24 2Z" fill="PAPER" stroke="INK" stroke-width="2.4"/><path d="M-14 -10V4M0 -7V7M14 -9V5" stroke="INK" stroke-width="2.4"/>
<path d="M-10 -14Q-12 -36 -4 -42Q-10 -52 0 -58Q11 -60 12 -48Q12 -44 8 -41Q16 -34 14 -14L6 -8L-12 6L-16 0Z" fill="INK"/>
<path d="M26 -58L-14 -22" stroke="PAPER" stroke-width="7"/><path d="M34 -66L-16 -21" stroke="INK" stroke-width="3.8" stroke-linecap="round"/><path d="M-8 -50L13 -48" stroke="PAPER" stroke-width="2"/>"#;

/// A field gun.
const ARTILLERY: &str = r#"<path d="M-88 -30L-84 -38L-30 -33L18 -28Q38 -26 38 -14Q38 -2 18 -4L-34 -14L-88 -20Z" transform="rotate(4)" fill="INK"/><circle cx="43" cy="-12" r="6" fill="INK"/>
<path d="M-8 4L22 -12L92 48L96 58L78 58L70 50L4 20Z" fill="INK"/><path d="M20 -2L78 48" stroke="PAPER" stroke-width="2.4"/>
<circle cx="-2" cy="18" r="41" fill="none" stroke="PAPER" stroke-width="15"/><circle cx="-2" cy="18" r="41" fill="none" stroke="INK" stroke-width="8.5"/>
<path d="M-2 -22V58M-42 18H38M-30 -10L26 46M26 -10L-30 46M-17 -19L13 55M13 -19L-17 55M-39 3L35 33M-39 33L35 3" stroke="PAPER" stroke-width="6"/>
<path d="M-2 -22V58M-42 18H38M-30 -10L26 46M26 -10L-30 46" stroke="INK" stroke-width="4.6"/><path d="M-17 -19L13 55M13 -19L-17 55M-39 3L35 33M-39 33L35 3" stroke="INK" stroke-width="3"/>
<circle cx="-2" cy="18" r="12" fill="INK" stroke="PAPER" stroke-width="2.6"/><circle cx="-2" cy="18" r="4" fill="PAPER"/><path d="M-78 -39V-20M-60 -36V-19M-32 -33V-15" stroke="PAPER" stroke-width="2.4"/>"#;

/// A Maxim on its tripod.
const MAXIM: &str = r#"<path d="M4 -4L-42 58M10 -4L62 58M6 -4L4 58" stroke="INK" stroke-width="7" stroke-linecap="round"/><path d="M-52 60h20M52 60h20M-6 60h20" stroke="INK" stroke-width="5" stroke-linecap="round"/>
<path d="M-18 26L34 26" stroke="INK" stroke-width="4"/><path d="M-12 -16H26L20 6H-6Z" fill="INK" stroke="PAPER" stroke-width="2.4"/>
<path d="M-82 -46H-16V-22H-82Q-86 -34 -82 -46Z" fill="INK"/><path d="M-98 -38h14v8h-14Z" fill="INK"/><path d="M-16 -50H46V-16H-16Z" fill="INK"/>
<path d="M46 -46H58V-20H46Z" fill="INK"/><path d="M58 -42H72Q78 -42 78 -36V-30Q78 -24 72 -24H58" stroke="INK" stroke-width="5" fill="none"/>
<path d="M-66 -46V-22M-48 -46V-22M-30 -46V-22M-16 -50V-16M46 -46V-20" stroke="PAPER" stroke-width="2.4"/><path d="M-4 -42H36V-28H-4Z" fill="none" stroke="PAPER" stroke-width="2.2"/><path d="M-78 -40H-20" stroke="PAPER" stroke-width="1.6"/>
<path d="M16 -18Q22 8 40 14Q62 18 66 36" stroke="INK" stroke-width="11" fill="none"/><path d="M16 -18Q22 8 40 14Q62 18 66 36" stroke="PAPER" stroke-width="6" stroke-dasharray="2.4 4" fill="none"/><path d="M54 34h26v22h-26Z" fill="INK" stroke="PAPER" stroke-width="2"/>"#;

/// A rifle, the one of two that are crossed.
const RIFLE: &str = r#"<path d="M-70 62L-78 50Q-62 32 -46 24L-36 14L-28 22L-40 34Q-54 52 -70 62Z" fill="INK"/><path d="M-40 26L62 -54" stroke="INK" stroke-width="8"/>
<path d="M50 -46L84 -72" stroke="INK" stroke-width="3.4"/><path d="M-26 20Q-22 32 -30 34" stroke="INK" stroke-width="3" fill="none"/><path d="M-24 4L-18 -4L-10 0Z" fill="INK" stroke="INK" stroke-width="3"/>
<path d="M-2 -10L6 2M22 -28L30 -16M46 -47L54 -35" stroke="PAPER" stroke-width="2.6"/><path d="M-68 52Q-56 38 -44 30" stroke="PAPER" stroke-width="2" fill="none"/>"#;

/// A steamer with a gun on the bow.
const BOAT: &str = r#"<path d="M-94 22L-80 44H76L90 18L66 22Z" fill="INK"/><path d="M-80 28H72" stroke="PAPER" stroke-width="2.4"/>
<path d="M-50 22V2H50V22M-40 2V-18H34V2" fill="PAPER" stroke="INK" stroke-width="3"/><path d="M-56 2H56M-46 -18H40" stroke="INK" stroke-width="4.6"/>
<path d="M-38 8h12v10h-12ZM-16 8h12v10h-12ZM6 8h12v10h-12ZM28 8h12v10h-12ZM-28 -12h10v9h-10ZM14 -12h10v9h-10Z" fill="INK"/>
<path d="M-8 -18V-54H8V-18Z" fill="INK"/><path d="M-10 -54H10" stroke="INK" stroke-width="5"/><path d="M-8 -44H8" stroke="PAPER" stroke-width="2.4"/>
<path d="M4 -60Q14 -74 30 -66Q44 -76 56 -66Q74 -70 84 -58Q62 -52 48 -56Q32 -50 4 -60Z" fill="INK" fill-opacity="0.55"/>
<path d="M-62 22V-56" stroke="INK" stroke-width="3.4"/><path d="M-62 -56L-88 -49L-62 -42Z" fill="INK"/><path d="M-62 -40L-40 0M-62 -40L-84 18" stroke="INK" stroke-width="1.4"/>
<path d="M-90 12L-66 6L-64 13L-88 18Z" fill="INK"/><path d="M-78 12V24" stroke="INK" stroke-width="6"/>
<circle cx="66" cy="24" r="25" fill="PAPER" stroke="INK" stroke-width="4"/><path d="M66 -1V49M41 24H91M48 6L84 42M84 6L48 42" stroke="INK" stroke-width="3.4"/><circle cx="66" cy="24" r="6" fill="INK"/>
<path d="M-100 50H100V66H-100Z" fill="PAPER" fill-opacity="0.01"/><path d="M-98 50Q-86 42 -74 50T-50 50T-26 50T-2 50T22 50T46 50T70 50T94 50M-84 60Q-72 53 -60 60T-36 60T-12 60T12 60T36 60T60 60T84 60" stroke="INK" stroke-width="3" fill="none"/>"#;

/// A commander's tent with his standard before it.
const LEADER: &str = r#"<path d="M-4 -44L72 8V58H-80V8Z" fill="PAPER" stroke="INK" stroke-width="4" stroke-linejoin="round"/><path d="M-4 -44L72 8L60 14L46 10L32 17L16 11L0 18L-16 11L-32 17L-48 10L-64 15L-80 8Z" fill="INK"/>
<path d="M-4 -44V12M-4 -42L34 12M-4 -42L-44 12" stroke="PAPER" stroke-width="2"/><path d="M-22 58Q-8 46 -4 16Q2 46 16 58Z" fill="INK"/>
<path d="M-46 18V58M-64 18V58M36 18V58M54 18V58" stroke="INK" stroke-width="2"/><path d="M72 8L92 58M-80 8L-96 58" stroke="INK" stroke-width="2"/>
<path d="M48 64V-58" stroke="INK" stroke-width="5"/><path d="M48 -58L42 -66L48 -76L54 -66Z" fill="INK"/><path d="M48 -54Q66 -62 76 -52Q86 -46 96 -50L88 -34L96 -18Q86 -14 74 -20Q64 -28 48 -20Z" fill="INK" stroke="PAPER" stroke-width="2"/>
<path d="M56 -44q6 -6 12 0t13 1M56 -33q6 -5 12 1t13 1" stroke="PAPER" stroke-width="2.6" fill="none" stroke-linecap="round"/>"#;

/// A banner on its staff.
const FLAG: &str = r#"<path d="M-62 68V-60" stroke="INK" stroke-width="7" stroke-linecap="round"/><path d="M-62 -60L-70 -66L-62 -78L-54 -66Z" fill="INK"/>
<path d="M-58 -54Q-30 -68 0 -54T62 -54Q76 -58 88 -50L80 -14L88 22Q74 14 60 20T0 22Q-30 8 -58 22Z" fill="INK"/>
<path d="M-52 -46Q-28 -58 0 -45T60 -45Q70 -48 78 -45M-52 14Q-28 2 0 13T60 11Q70 8 77 11" stroke="PAPER" stroke-width="2.4" fill="none"/>
<path d="M-44 -30q6 -8 12 -1t12 -1q5 -7 9 -1M-2 -30q4 -6 9 0t11 0q6 -7 12 -1t12 0M-44 -14q5 -7 11 0q6 6 12 -1t12 0M0 -15q6 7 12 0t13 0q5 -8 11 -1t14 0M-40 2q6 -7 12 -1t12 -1M-4 1q6 -7 12 0t12 0q6 6 12 -1t14 -1" stroke="PAPER" stroke-width="3" fill="none" stroke-linecap="round"/>
<path d="M-62 28q-14 10 -8 26M-62 28q6 12 2 28" stroke="INK" stroke-width="3" fill="none"/>"#;

/// A sword, the one of two that are crossed.
const TACTICS: &str = r#"<path d="M-40 44L58 -60Q66 -68 74 -72Q72 -62 66 -54L-32 50Z" fill="INK"/><path d="M-30 36L62 -60" stroke="PAPER" stroke-width="1.8"/><path d="M-56 28Q-44 34 -36 44Q-28 52 -20 64" stroke="INK" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M-38 46L-58 66" stroke="INK" stroke-width="9"/><circle cx="-62" cy="68" r="7.5" fill="INK"/><path d="M-44 50l6 6M-50 56l6 6" stroke="PAPER" stroke-width="2"/>"#;

/// An attack upon a line of works, in plan.
const ATTACK: &str = r#"<path d="M-88 -52H-54L-40 -38H-18M18 -38H40L54 -52H88" stroke="INK" stroke-width="8" fill="none"/>
<path d="M-86 -62v-9M-74 -62v-9M-62 -62v-9M-46 -56l4 -8M-34 -48v-9M-22 -48v-9M22 -48v-9M34 -48v-9M46 -56l-4 -8M62 -62v-9M74 -62v-9M86 -62v-9" stroke="INK" stroke-width="3"/>
<path d="M-15 64Q-15 20 -12 -18H-28L0 -62L28 -18H12Q15 20 15 64Z" fill="INK"/><path d="M0 -44V56" stroke="PAPER" stroke-width="2.4"/>
<path d="M-82 62Q-82 28 -62 0L-74 -6L-42 -26L-44 10L-54 4Q-68 30 -68 62ZM82 62Q82 28 62 0L74 -6L42 -26L44 10L54 4Q68 30 68 62Z" fill="PAPER" stroke="INK" stroke-width="4" stroke-linejoin="round"/>"#;

/// A redoubt, in plan.
const DEFENCE: &str = r#"<path d="M-80 -66L-44 -58L-28 -44H28L44 -58L80 -66L72 -34L58 -20V20L72 34L80 66L44 58L28 44H-28L-44 58L-80 66L-72 34L-58 20V-20L-72 -34Z" fill="PAPER" stroke="INK" stroke-width="8" stroke-linejoin="round"/>
<path d="M-60 -50L-38 -44L-22 -32H22L38 -44L60 -50L56 -32L46 -18V18L56 32L60 50L38 44L22 32H-22L-38 44L-60 50L-56 32L-46 18V-18L-56 -32Z" fill="none" stroke="INK" stroke-width="2.4"/>
<path d="M-20 -51v-11M-10 -51v-14M0 -51v-15M10 -51v-14M20 -51v-11M-20 51v11M-10 51v14M0 51v15M10 51v14M20 51v11M-65 -14h-10M-65 0h-14M-65 14h-10M65 -14h10M65 0h14M65 14h10" stroke="INK" stroke-width="3.4"/>
<path d="M-8 24V-22" stroke="INK" stroke-width="4"/><path d="M-6 -22H26L18 -13L26 -4H-6Z" fill="INK"/><path d="M-20 26H4" stroke="INK" stroke-width="4"/>"#;

/// A locomotive on a bridge over a river.
const MOVEMENT: &str = r#"<path d="M-84 -10V-22H-28V-40H34V-44H84V-36H78V8H-84Z" fill="INK"/><path d="M-84 -26Q-92 -9 -84 8Z" fill="INK"/><path d="M-70 -22V-46L-76 -58H-52L-58 -46V-22Z" fill="INK"/><path d="M-38 -22V-34Q-30 -44 -22 -34V-22Z" fill="INK"/>
<path d="M40 -34H54V-16H40ZM60 -34H72V-16H60Z" fill="PAPER"/><path d="M-50 -22V2M-14 -40V2M10 -40V2M-84 -4H30" stroke="PAPER" stroke-width="2"/>
<circle cx="-62" cy="14" r="11" fill="PAPER" stroke="INK" stroke-width="4"/><circle cx="-20" cy="8" r="17" fill="PAPER" stroke="INK" stroke-width="4.6"/><circle cx="22" cy="8" r="17" fill="PAPER" stroke="INK" stroke-width="4.6"/><circle cx="62" cy="14" r="11" fill="PAPER" stroke="INK" stroke-width="4"/>
<path d="M-20 -9V25M-37 8H-3M22 -9V25M5 8H39M-62 3V25M-73 14H-51M62 3V25M51 14H73" stroke="INK" stroke-width="2"/><path d="M-24 12H26" stroke="INK" stroke-width="5"/><path d="M-84 8L-98 26H-76Z" fill="INK"/>
<path d="M-66 -62Q-60 -76 -44 -70Q-32 -78 -20 -68Q0 -74 12 -62Q30 -64 36 -56Q12 -50 -6 -56Q-26 -52 -40 -58Q-54 -54 -66 -62Z" fill="INK" fill-opacity="0.5"/>
<path d="M-100 28H100" stroke="INK" stroke-width="5"/><path d="M-100 40H100" stroke="INK" stroke-width="2.6"/><path d="M-96 40L-84 28L-72 40L-60 28L-48 40L-36 28L-24 40L-12 28L0 40L12 28L24 40L36 28L48 40L60 28L72 40L84 28L96 40" stroke="INK" stroke-width="2" fill="none"/><path d="M-58 40V72M58 40V72" stroke="INK" stroke-width="9"/>
<path d="M-98 58Q-88 51 -78 58M-46 58Q-36 51 -26 58T-6 58T14 58T34 58M78 58Q88 51 98 58M-40 69Q-30 62 -20 69T0 69T20 69T40 69" stroke="INK" stroke-width="2.6" fill="none"/>"#;

/// The two inks of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Inks {
    /// Of what is drawn.
    pub(crate) ink: &'static str,
    /// Of what is left out of it.
    pub(crate) paper: &'static str,
}

/// Black on paper.
pub(crate) const ON_PAPER: Inks = Inks { ink: ink::BLACK, paper: PAPER };
/// Paper on black.
pub(crate) const ON_BLACK: Inks = Inks { ink: PAPER, paper: SOLID };

/// What is hollow, and what is solid.
pub(crate) const PAPER: &str = "#fffdf4";
pub(crate) const SOLID: &str = "#15110c";

/// The figure of a kind: on a card a file of soldiers, on a small sign two.
fn figure(kind: Kind, small: bool) -> String {
    let crossed = |one: &str| format!("{one}<g transform=\"scale(-1 1)\">{one}</g>");
    match kind {
        Kind::Infantry if small => [-34, 34].map(|x| format!("<g transform=\"translate({x} 5) scale(1.16)\">{INFANTRY}</g>")).concat(),
        Kind::Infantry => [-56, 0, 56].map(|x| format!("<g transform=\"translate({x} 4)\">{INFANTRY}</g>")).concat(),
        Kind::Rifle => crossed(RIFLE),
        Kind::Tactics => crossed(TACTICS),
        Kind::Shock => SHOCK.to_owned(),
        Kind::Cavalry => CAVALRY.to_owned(),
        Kind::Camelry => CAMELRY.to_owned(),
        Kind::Artillery => ARTILLERY.to_owned(),
        Kind::MachineGun => MAXIM.to_owned(),
        Kind::Boat => BOAT.to_owned(),
        Kind::Leader => LEADER.to_owned(),
        Kind::Flag => FLAG.to_owned(),
        Kind::Attack => ATTACK.to_owned(),
        Kind::Defence => DEFENCE.to_owned(),
        Kind::Movement => MOVEMENT.to_owned(),
    }
}

fn inked(drawing: &str, inks: Inks) -> String {
    drawing.replace("INK", inks.ink).replace("PAPER", inks.paper)
}

/// The figure of a kind as it stands on a card, in black.
pub(crate) fn on_card(kind: Kind) -> String {
    inked(&figure(kind, false), Inks { paper: CARD, ..ON_PAPER })
}

/// The ground of the drawing on a card.
pub(crate) const CARD: &str = "#f3e8cd";

/// The figure of a kind as a small sign.
pub(crate) fn small(kind: Kind, inks: Inks) -> String {
    inked(&figure(kind, true), inks)
}
