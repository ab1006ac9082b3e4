//! What holds of the rules from outside: one program for all chapters, because each would hold the whole engine and be built for itself.
//! `cargo test -p engine-tests --test all -- laws::` runs one of them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test may fail by it")]

mod board_laws;
mod card_game_frequencies;
mod card_game_laws;
mod card_game_rules;
mod chi_square;
mod corrections;
mod example_of_play;
mod floors;
mod frequencies;
mod khartoum;
mod khartoum_battles;
mod khartoum_cards;
mod khartoum_frequencies;
mod khartoum_laws;
mod khartoum_marches;
mod khartoum_rules;
mod laws;
mod names;
mod odds;
mod pack;
mod pack_refused;
mod rulebook;
mod rules_table;
mod tabletop_frequencies;
mod tabletop_laws;
mod tabletop_rules;
mod tabletop_turn_frequencies;
#[allow(unreachable_pub, dead_code, reason = "the bot's tests play the toy too")]
mod toy;
mod toy_game;
