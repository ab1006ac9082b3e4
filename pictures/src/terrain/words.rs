//! The field in words, for those who do not see it.

use super::super::words::list;
use super::field::{Cell, Edge, Field, Party, Plot, cell_name, cliff_side, column_name};

/// The most letters it takes; Discord would take a few more.
pub const LONGEST: usize = 1000;

/// Letters of a title that are told.
const TITLE: usize = 120;

/// Says what the picture of a field shows, in at most [`LONGEST`] letters: the size of the table, the map's own ground,
/// each kind of terrain with its squares, how the river beds run, and who comes on where. Where that grows too long, the
/// kinds with the most squares are counted instead.
pub fn alt_text(field: &Field) -> String {
    let kinds = field.kinds();
    let mut told: Vec<(usize, String)> =
        kinds.iter().filter(|plot| **plot != Plot::Open).map(|plot| (field.cells_of(*plot).count(), squares(field, *plot))).collect();
    loop {
        let text = whole(field, &told);
        if text.chars().count() <= LONGEST {
            return text;
        }
        let longest = told.iter_mut().max_by_key(|(_, words)| words.chars().count());
        let Some((count, words)) = longest else { return text.chars().take(LONGEST).collect() };
        let kind = words.split(':').next().unwrap_or_default();
        let counted = format!("{kind}: {count} squares.");
        if counted.chars().count() >= words.chars().count() {
            return text.chars().take(LONGEST).collect();
        }
        *words = counted;
    }
}

fn whole(field: &Field, told: &[(usize, String)]) -> String {
    let title: String = field.title.trim().trim_end_matches('.').chars().take(TITLE).collect();
    let caption: String = field.caption.trim().trim_end_matches('.').chars().take(TITLE).collect();
    let heading: Vec<String> = [title, caption].into_iter().filter(|words| !words.is_empty()).collect();
    let mut sentences = Vec::new();
    if !heading.is_empty() {
        sentences.push(format!("{}.", heading.join(". ")));
    }
    let (width, depth) = (field.width, field.depth);
    let last = column_name(width.saturating_sub(1));
    sentences.push(format!("A table of {width} by {depth} feet: columns A to {last} from the left, rows 1 to {depth} from the far edge."));
    sentences.extend(told.iter().map(|(_, words)| words.clone()));
    if field.cells_of(Plot::Open).next().is_some() {
        let all = told.is_empty();
        sentences.push(if all { "Open ground everywhere.".into() } else { "Open ground elsewhere.".into() });
    }
    for party in [Party::Enemy, Party::Ours] {
        let edges: Vec<String> =
            field.arrivals.iter().filter(|arrival| arrival.party == party).map(|arrival| arrival.edge.word().to_owned()).collect();
        match edges.as_slice() {
            [] => {}
            [edge] => sentences.push(format!("{} enter over the {edge} edge.", field.name(party))),
            edges => sentences.push(format!("{} enter over the {} edges.", field.name(party), list(edges))),
        }
    }
    sentences.join(" ")
}

/// A kind with its squares: "Oasis: C1."
fn squares(field: &Field, plot: Plot) -> String {
    let words = plot.words();
    let names = |cells: &mut dyn Iterator<Item = Cell>| cells.map(cell_name).collect::<Vec<_>>();
    match plot {
        Plot::Harbour if field.harbour_edge().is_some() => {
            let edge = field.harbour_edge().map_or("", Edge::word);
            format!("{words}: along the {edge} edge.")
        }
        Plot::CliffHill => {
            let hills: Vec<String> =
                field.cells_of(plot).map(|cell| format!("{} (cliff on its {} side)", cell_name(cell), cliff_side(cell).word())).collect();
            format!("{words}: {}.", list(&hills))
        }
        Plot::RiverBed if !field.beds.is_empty() => {
            let reaches: Vec<String> = field
                .beds
                .iter()
                .enumerate()
                .map(|(number, bed)| {
                    let course = names(&mut bed.iter().copied()).join("–");
                    let arm = bed.first().is_some_and(|first| field.beds[..number].iter().any(|earlier| earlier.contains(first)));
                    if arm { format!("an arm {course}") } else { course }
                })
                .collect();
            format!("{words}: {}.", list(&reaches))
        }
        _ => format!("{words}: {}.", list(&names(&mut field.cells_of(plot)))),
    }
}
