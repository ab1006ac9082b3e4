//! What the rules of a game say, heading by heading, for games whose rules are paragraphs by themselves.

use engine::pack::nearest;
use engine::tabletop::pack::Paragraph;

use crate::model::despatch::Despatch;
use crate::words;

/// Headings that what was typed may mean: those that begin with it, then those that hold it, at most 25.
pub fn completions<'a>(headings: impl IntoIterator<Item = &'a str>, typed: &str) -> Vec<&'a str> {
    let typed = typed.trim().to_lowercase();
    let (mut begin, mut hold) = (Vec::new(), Vec::new());
    for heading in headings {
        let lower = heading.to_lowercase();
        if lower.starts_with(&typed) {
            begin.push(heading);
        } else if lower.contains(&typed) {
            hold.push(heading);
        }
    }
    begin.append(&mut hold);
    begin.truncate(25);
    begin
}

/// What the rules say under a heading as it was typed; all headings where nothing was; what may be meant where it is unclear. `of` is whose
/// rules they are: "the gridded battle".
#[must_use]
pub fn rule(paragraphs: &[Paragraph], of: &str, typed: Option<&str>) -> Despatch {
    let headings = || paragraphs.iter().map(|paragraph| paragraph.heading.as_str());
    let Some(typed) = typed else {
        let all: Vec<&str> = headings().collect();
        return Despatch {
            facts: vec![all.join(" · ")],
            next: "ask again with `/rule heading:`, which completes what you type.".to_owned(),
            ..Despatch::saying(format!("**The rules of {of}, heading by heading.**"))
        };
    };
    let lower = typed.trim().to_lowercase();
    let named = |heading: &str| paragraphs.iter().find(|paragraph| paragraph.heading == heading);
    let exact = paragraphs.iter().find(|paragraph| paragraph.heading.to_lowercase() == lower);
    let perhaps = completions(headings(), typed);
    match (exact, perhaps.as_slice()) {
        (Some(paragraph), _) => tell(paragraph),
        (None, [only]) => named(only).map_or_else(|| rule(paragraphs, of, None), tell),
        (None, []) => {
            let near = nearest(typed.trim(), headings()).map(|near| format!(" Perhaps \"{near}\" is meant.")).unwrap_or_default();
            Despatch::saying(format!("\"{}\" is no heading of these rules: `/rule` alone lists them.{near}", words::typed(typed, 40)))
        }
        (None, several) => Despatch {
            facts: vec![several.join(" · ")],
            ..Despatch::saying(format!("\"{}\" could be several headings; choose one.", words::typed(typed, 40)))
        },
    }
}

fn tell(paragraph: &Paragraph) -> Despatch {
    let rulings = &paragraph.rulings;
    let facts = std::iter::once(paragraph.text.trim().to_owned())
        .chain((!rulings.is_empty()).then(|| format!("-# What the text leaves open is settled by {}.", words::list(rulings))));
    Despatch { facts: facts.collect(), ..Despatch::saying(format!("**{}**", paragraph.heading)) }
}
