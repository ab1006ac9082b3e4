//! What is pressed, chosen and typed into forms: buttons, menus, modals.

pub mod answer;
mod asked;
mod begin_battle;
mod begin_cards;
mod begin_khartoum;
mod correct;
mod form;
mod group;
mod guide;
mod here;
mod lifecycle;
mod look;
mod opening;
mod orders;
mod quick;
mod reason;
mod report;
mod undo;
