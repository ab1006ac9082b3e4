//! The map picture, put together: a background that stands for a whole campaign (paper, land, roads, names,
//! legend), drawn once for each extent and kept by its palette, and over it what the situation of the moment
//! asks for. Pure: the same ground and situation give the same picture.

use std::sync::OnceLock;

use resvg::tiny_skia::{IntSize, Pixmap};

use super::canvas::{Canvas, Svg};
use super::cartouche::{self, CaptionRoom};
use super::crop;
use super::furniture;
use super::geometry::{Cover, Frame, Rect};
use super::ground::{Extent, Km, MapGround, Place, Situation};
use super::labels::{self, Course, Obstacles, PlacedName, SIEGE_WORKS, symbol_radius};
use super::land::{self, Land};
use super::markers;
use super::overlay::{self, PlacedArrow, Spot, Weight};
use super::packed::Packed;
use super::palette::{Indexed, Runs};
use super::png::{self, PictureError};
use super::tags::{self, PlacedTag, Surroundings, Tag, TagKind};
use super::ways;

/// Width of a picture when nothing else is asked for, in pixels.
pub const USUAL_WIDTH: u32 = 1600;

/// A sheet of which everything that stays is settled: where names stand, where water is.
#[derive(Debug, Clone)]
pub struct MapSheet {
    ground: MapGround,
    frame: Frame,
    names: Vec<PlacedName>,
    print: Vec<Rect>,
    land: Cover,
    roads: Cover,
    lanes: ways::Lanes,
    /// The roads as arrows go along them, joined when the first asks.
    network: OnceLock<ways::Network>,
    caption: CaptionRoom,
    background: Canvas,
}

/// A sheet with its background drawn, ready for many pictures. Keep it: making one takes far longer than a
/// picture from it.
#[derive(Clone)]
pub struct MapBackground {
    sheet: MapSheet,
    pixels: Runs,
    size: IntSize,
    /// The same as the first film drew it, in its own size.
    film: OnceLock<Packed>,
}

/// Memory that one map after another is drawn in, some 8 MiB once it has been used. A map drawn in memory of its own takes up to a fifth longer: the
/// system clears that page by page.
#[derive(Debug, Default)]
pub struct Buffers {
    pixels: Vec<u8>,
    indices: Vec<u8>,
}

/// What is lettered where the train stands.
const TRAIN: &str = "train";

/// Pixels that an arrow by road runs beside it.
pub const ALONGSIDE: f64 = 8.0;

/// Pixels from one arrow along a road to the next that goes the same way.
pub const LANE: f64 = 7.5;
/// How many arrows go beside each other along a road; more of them lie over each other.
const MOST_LANES: u32 = 4;

/// Colours of the palette that are the background's; the others are for what is drawn over it.
const BACKGROUND_COLOURS: usize = 192;

/// The whole picture as one SVG, for print.
pub fn staff_map(ground: &MapGround, situation: &Situation, extent: &Extent) -> Svg {
    let sheet = MapSheet::lay_out(ground, extent, USUAL_WIDTH);
    let mut canvas = sheet.background.clone();
    canvas.append(&sheet.overlay(situation));
    canvas.enlarged(sheet.frame.width, sheet.frame.height, sheet.frame.zoom)
}

impl MapBackground {
    /// Settles and draws what stays, `width` pixels wide.
    ///
    /// # Errors
    ///
    /// When the picture would have no or too many pixels.
    pub fn prepare(ground: &MapGround, extent: &Extent, width: u32) -> Result<Self, PictureError> {
        let sheet = MapSheet::lay_out(ground, extent, width);
        let drawn = png::draw(&sheet.background())?;
        let pixels = Runs::of(&Indexed::of(drawn.data(), BACKGROUND_COLOURS));
        let size = IntSize::from_wh(drawn.width(), drawn.height()).ok_or(PictureError::Size { width, height: drawn.height() })?;
        Ok(Self { sheet, pixels, size, film: OnceLock::new() })
    }

    /// The sheet.
    pub fn sheet(&self) -> &MapSheet {
        &self.sheet
    }

    /// The background for a film of so many pixels, as `draw` draws it: once for the first size that is asked for, anew for every other.
    ///
    /// # Errors
    ///
    /// Those of `draw`.
    pub(super) fn for_film(&self, size: (u32, u32), draw: impl FnOnce() -> Result<Pixmap, PictureError>) -> Result<Pixmap, PictureError> {
        let kept = self.film.get().filter(|kept| kept.size() == size);
        if let Some(pixmap) = kept.and_then(Packed::unpacked) {
            return Ok(pixmap);
        }
        let drawn = draw()?;
        self.film.get_or_init(|| Packed::of(&drawn));
        Ok(drawn)
    }

    /// Draws a situation over the background.
    ///
    /// # Errors
    ///
    /// When the overlay cannot be read, which would be a fault of this module.
    pub fn draw(&self, situation: &Situation) -> Result<Pixmap, PictureError> {
        self.over(&self.sheet.moment(situation), Vec::new())
    }

    fn over(&self, moment: &Svg, memory: Vec<u8>) -> Result<Pixmap, PictureError> {
        let (width, height) = (self.size.width(), self.size.height());
        let mut pixels = Pixmap::from_vec(self.pixels.pixels(memory), self.size).ok_or(PictureError::Size { width, height })?;
        png::draw_over(moment, &mut pixels)?;
        Ok(pixels)
    }

    /// The picture as PNG.
    ///
    /// # Errors
    ///
    /// When it cannot be drawn or encoded.
    pub fn png(&self, situation: &Situation) -> Result<Vec<u8>, PictureError> {
        self.encode(&self.draw(situation)?)
    }

    /// The picture as PNG, of what a situation adds ([`MapSheet::moment`]), drawn in memory that is used again.
    ///
    /// # Errors
    ///
    /// As [`Self::png`].
    pub fn png_of(&self, moment: &Svg, buffers: &mut Buffers) -> Result<Vec<u8>, PictureError> {
        let drawn = self.over(moment, std::mem::take(&mut buffers.pixels))?;
        let indexed = self.pixels.indexed(std::mem::take(&mut buffers.indices)).drawn_over(drawn.data());
        let png = png::write((drawn.width(), drawn.height()), &indexed);
        *buffers = Buffers { pixels: drawn.take(), indices: indexed.into_indices() };
        png
    }

    /// What was drawn over this background, as PNG.
    ///
    /// # Errors
    ///
    /// When the encoder fails.
    pub fn encode(&self, drawn: &Pixmap) -> Result<Vec<u8>, PictureError> {
        png::write((drawn.width(), drawn.height()), &self.pixels.indexed(Vec::new()).drawn_over(drawn.data()))
    }
}

impl MapSheet {
    /// Settles what stays, `width` pixels wide. An island the map does not have gives the whole map.
    pub fn lay_out(ground: &MapGround, extent: &Extent, width: u32) -> Self {
        let lands = land::lands(ground);
        let frame = frame_for(ground, &lands, extent, f64::from(width));
        let chart = &ground.chart;
        let outlines: Vec<Vec<(f64, f64)>> = lands.iter().map(|land| land.outline.iter().map(|point| frame.px(*point)).collect()).collect();
        let land_cover = Cover::of_areas(frame.width, frame.height, &outlines);
        let roads = Cover::of_lines(frame.width, frame.height, &road_lines(ground, &frame));
        let courses = courses(ground, &frame);

        let mut canvas = Canvas::default();
        land::draw(&mut canvas, &frame, &lands);
        land::draw_hills(&mut canvas, &frame, &chart.hills);
        furniture::draw_roads(&mut canvas, &frame, ground);
        let mut print = furniture::draw_waters(&mut canvas, &frame, chart);
        furniture::draw_seas(&mut canvas, &frame, ground);
        print.extend(ground.seas.iter().map(|sea| furniture::sea_area(&frame, chart, sea)));
        let caption = match (frame.strip, chart.furniture) {
            (None, Some(at)) => {
                let title_width = at.title_width * frame.scale;
                let (title, caption) = cartouche::draw_title(&mut canvas, frame.px(at.title), title_width, &ground.title);
                print.push(title);
                print.push(cartouche::draw_legend(&mut canvas, &ground.holders, frame.px(at.legend), true));
                print.push(furniture::draw_compass(&mut canvas, frame.px(at.compass)));
                print.push(furniture::draw_scale_bar(&mut canvas, &frame, frame.px(at.scale_bar)));
                furniture::draw_border(&mut canvas, &frame, chart);
                caption
            }
            (strip, _) => {
                furniture::draw_border(&mut canvas, &frame, chart);
                let strip = strip.unwrap_or(frame.map);
                if extent.islands().is_empty() {
                    cartouche::draw_strip(&mut canvas, &ground.holders, strip, &ground.title)
                } else {
                    cartouche::draw_narrow_strip(&mut canvas, &ground.holders, strip, &ground.title)
                }
            }
        };
        let obstacles = Obstacles { land: &land_cover, roads: &roads, courses: &courses, print: &print, islands: extent.islands() };
        let names = labels::place_names(ground, &frame, &obstacles);
        // Names of hills give way to names of places: they are printed where nothing else stands.
        let hill_names = furniture::draw_hill_names(&mut canvas, &frame, chart, &names);
        print.extend(hill_names);
        for name in &names {
            for (line, at) in &name.lines {
                canvas.letter(*at, name.anchor, &name.style, line);
            }
        }
        Self {
            ground: ground.clone(),
            frame,
            names,
            print,
            land: land_cover,
            roads,
            lanes: ways::Lanes::default(),
            network: OnceLock::new(),
            caption,
            background: canvas,
        }
    }

    /// What stays, as SVG.
    pub fn background(&self) -> Svg {
        self.background.enlarged(self.frame.width, self.frame.height, self.frame.zoom)
    }

    /// What a situation adds, as SVG to be drawn over the background.
    pub fn moment(&self, situation: &Situation) -> Svg {
        self.overlay(situation).enlarged(self.frame.width, self.frame.height, self.frame.zoom)
    }

    /// Where the names stand.
    pub fn names(&self) -> &[PlacedName] {
        &self.names
    }

    /// The projection.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The boxes of the symbols of all places shown, in pixels.
    pub fn symbols(&self) -> Vec<Rect> {
        self.shown().map(|place| self.symbol(place, 0.0)).collect()
    }

    /// The box of the symbol of a place, if it is shown.
    pub fn symbol_of(&self, place: &str) -> Option<Rect> {
        self.shown().find(|shown| shown.name == place).map(|place| self.symbol(place, 0.0))
    }

    /// Which parts of a box in pixels, 0 to 1, are road and land.
    pub fn under(&self, area: &Rect) -> (f64, f64) {
        (self.roads.fraction(area), self.land.fraction(area))
    }

    /// The tags a situation needs, each with its box.
    pub fn tags(&self, situation: &Situation) -> Vec<PlacedTag> {
        self.tags_beside(situation, &self.arrows(situation))
    }

    /// The same, clear of the words of arrows that are placed already.
    fn tags_beside(&self, situation: &Situation, arrows: &[PlacedArrow]) -> Vec<PlacedTag> {
        let magnify = self.frame.magnify;
        let mut taken = self.print.clone();
        taken.extend(self.names.iter().map(|name| name.area.grown(1.0)));
        taken.extend(self.shown().map(|place| {
            let besieged = situation.standing(&place.name).siege_level > 0;
            self.symbol(place, if besieged { SIEGE_WORKS + 1.0 } else { 2.0 })
        }));
        let forces: Vec<(Km, &super::ground::FieldForce)> =
            situation.forces.iter().filter_map(|force| Some((self.force_at(force)?, force))).collect();
        taken.extend(forces.iter().map(|(at, _)| Rect::around(self.frame.px(*at), 11.0, 11.0)));
        taken.extend(arrows.iter().map(|arrow| arrow.words_area.grown(2.0)));
        let mut wanted = Vec::new();
        // Badges answer the question the picture was asked for: they have the choice.
        for badge in &situation.overlay.badges {
            let Some((at, reach)) = self.spot(&badge.at) else { continue };
            let name = match &badge.at {
                Spot::Place(place) => self.names.iter().find(|name| name.place == *place).map(|name| (name.area, name.anchor)),
                Spot::Point { .. } | Spot::Sea(_) => None,
            };
            wanted.push(Tag { kind: TagKind::Badge { words: badge.words.clone(), weight: badge.weight }, at, reach, name });
        }
        if let Some(train) = &situation.railway.train
            && let Some((at, reach)) = self.spot(&Spot::Place(train.clone()))
        {
            let name = self.names.iter().find(|name| name.place == *train).map(|name| (name.area, name.anchor));
            wanted.push(Tag { kind: TagKind::Badge { words: TRAIN.to_owned(), weight: Weight::Calm }, at, reach, name });
        }
        for place in self.shown() {
            let standing = situation.standing(&place.name);
            let (strength, redoubts, siege_level) = (standing.garrison, standing.redoubts, standing.siege_level);
            wanted.push(Tag {
                kind: TagKind::Garrison { strength, redoubts, siege_level },
                at: self.frame.px(place.at),
                reach: symbol_radius(place.kind, magnify) + SIEGE_WORKS * magnify,
                name: self.names.iter().find(|n| n.place == place.name).map(|n| (n.area, n.anchor)),
            });
        }
        for (at, force) in forces {
            let kind = TagKind::Field(force.strength);
            wanted.push(Tag { kind, at: self.frame.px(at), reach: 10.0 * magnify, name: None });
        }
        let reach = furniture::sea_radius(magnify);
        for sea in &self.ground.seas {
            let at = furniture::sea_at(&self.frame, &self.ground.chart, sea);
            if let Some(ships) = situation.at_sea.get(&sea.name)
                && self.frame.map.contains(&Rect::around(at, reach, reach))
            {
                wanted.push(Tag { kind: TagKind::Ships(ships.clone()), at, reach, name: None });
            }
        }
        for place in self.shown() {
            let reach = symbol_radius(place.kind, magnify) + SIEGE_WORKS * magnify;
            let kind = TagKind::Ships(situation.standing(&place.name).ships);
            wanted.push(Tag { kind, at: self.frame.px(place.at), reach, name: None });
        }
        let (map, land, roads) = (self.frame.map, &self.land, &self.roads);
        tags::place_tags(wanted, Surroundings { map, taken, land, roads, magnify })
    }

    /// The arrows a situation needs, each with its line and the box of its words.
    pub fn arrows(&self, situation: &Situation) -> Vec<PlacedArrow> {
        let magnify = self.frame.magnify;
        let mut taken = self.print.clone();
        taken.extend(self.names.iter().map(|name| name.area));
        let printed = taken.clone();
        taken.extend(self.shown().map(|place| self.symbol(place, SIEGE_WORKS)));
        taken.extend(situation.forces.iter().filter_map(|force| Some(Rect::around(self.frame.px(self.force_at(force)?), 11.0, 11.0))));
        let mut crossed: Vec<Rect> = self.names.iter().map(|name| name.tag_room).collect();
        let mut placed: Vec<PlacedArrow> = Vec::new();
        for movement in &situation.overlay.movements {
            if let (Some((from, clear_from)), Some((to, clear_to))) = (self.spot(&movement.from), self.spot(&movement.to))
                && (to.0 - from.0).hypot(to.1 - from.1) >= 1.0
            {
                let road = if movement.afloat { None } else { self.network().way(&movement.from, &movement.to) };
                // Beside the road, not on it: who goes the other way goes on its other side, and who goes the same way beside the first.
                let (line, lane) = match road {
                    Some(road) => {
                        let in_lane = |lane: u32| {
                            let away = (ALONGSIDE + LANE * f64::from(lane)) * magnify;
                            ways::beside(&road, away, clear_from, clear_to + 4.0 * magnify)
                        };
                        // The first lane that no other arrow is in; where all are taken, that which is least so.
                        let taken = |line: &[(f64, f64)]| {
                            placed.iter().map(|other| ways::together(line, &other.line, LANE * 0.8 * magnify)).max().unwrap_or(0)
                        };
                        let lanes: Vec<_> = (0..MOST_LANES).map(|lane| (in_lane(lane), lane)).collect();
                        lanes.into_iter().min_by_key(|(line, lane)| (taken(line), *lane)).unwrap_or_else(|| (in_lane(0), 0))
                    }
                    None => {
                        let line = self.lanes.way(from, to, || ways::by_water(&self.frame.map, &self.land, &printed, from, to));
                        (ways::beside(&line, 0.0, clear_from, clear_to + 4.0 * magnify), 0)
                    }
                };
                let arrow = overlay::place_arrow(movement, line, &taken, &crossed, &self.frame.map, magnify);
                let arrow = PlacedArrow { lane, ..arrow };
                taken.push(arrow.words_area.grown(2.0));
                crossed.extend(overlay::footprint(&arrow.line));
                placed.push(arrow);
            }
        }
        placed
    }

    fn network(&self) -> &ways::Network {
        self.network.get_or_init(|| ways::Network::of(&self.ground, &self.frame))
    }

    /// Where a spot is on the sheet, and the pixels around it that its symbol takes; none where it is not shown.
    fn spot(&self, spot: &Spot) -> Option<((f64, f64), f64)> {
        let magnify = self.frame.magnify;
        match spot {
            Spot::Place(name) => {
                let place = self.shown().find(|place| place.name == *name)?;
                Some((self.frame.px(place.at), symbol_radius(place.kind, magnify) + SIEGE_WORKS * magnify))
            }
            Spot::Point { from, to, point } => {
                let route = self.ground.routes.iter().find(|route| route.from == *from && route.to == *to)?;
                let at = *route.points.get(*point)?;
                self.frame.shows(at, 4.0).then(|| (self.frame.px(at), 12.0 * magnify))
            }
            Spot::Sea(name) => {
                let sea = self.ground.seas.iter().find(|sea| sea.name == *name)?;
                let (at, reach) = (furniture::sea_at(&self.frame, &self.ground.chart, sea), furniture::sea_radius(magnify));
                self.frame.map.contains(&Rect::around(at, reach, reach)).then_some((at, reach))
            }
        }
    }

    fn overlay(&self, situation: &Situation) -> Canvas {
        let magnify = self.frame.magnify;
        let mut canvas = Canvas::default();
        cartouche::draw_caption(&mut canvas, &self.caption, &situation.caption);
        let arrows = self.arrows(situation);
        let placed = self.tags_beside(situation, &arrows);
        for (from, to) in &situation.railway.track {
            if let (true, Some(line)) = (self.spot(from).is_some() || self.spot(to).is_some(), self.network().way(from, to)) {
                markers::track(&mut canvas, &line, magnify);
            }
        }
        // The movement points stay to be counted.
        for at in situation.railway.track.iter().flat_map(|(from, to)| [from, to]) {
            if let (Spot::Point { .. }, Some((at, _))) = (at, self.spot(at)) {
                furniture::draw_ring(&mut canvas, at, magnify);
            }
        }
        for place in self.shown() {
            if situation.standing(&place.name).changed {
                markers::changed(&mut canvas, self.frame.px(place.at), place.kind, magnify);
            }
        }
        for place in self.shown() {
            let standing = situation.standing(&place.name);
            let at = self.frame.px(place.at);
            if standing.siege_level > 0 {
                markers::siege(&mut canvas, at, place.kind, standing.siege_level, magnify);
            }
            markers::place(&mut canvas, at, place.kind, standing.control, magnify);
        }
        for force in &situation.forces {
            if let Some(at) = self.force_at(force) {
                markers::camp(&mut canvas, self.frame.px(at), force.strength.allied, magnify);
            }
        }
        for arrow in &arrows {
            overlay::draw_arrow(&mut canvas, arrow, magnify);
        }
        for tag in &placed {
            tags::draw(&mut canvas, tag, magnify);
        }
        for arrow in &arrows {
            overlay::draw_arrow_words(&mut canvas, arrow, magnify);
        }
        canvas
    }

    fn shown(&self) -> impl Iterator<Item = &Place> {
        labels::shown(&self.ground, &self.frame)
    }

    fn symbol(&self, place: &Place, more: f64) -> Rect {
        let radius = symbol_radius(place.kind, self.frame.magnify) + more * self.frame.magnify;
        Rect::around(self.frame.px(place.at), radius, radius)
    }

    fn force_at(&self, force: &super::ground::FieldForce) -> Option<Km> {
        let route = self.ground.routes.iter().find(|route| route.from == force.from && route.to == force.to)?;
        let at = *route.points.get(force.point)?;
        self.frame.shows(at, 4.0).then_some(at)
    }
}

fn courses(ground: &MapGround, frame: &Frame) -> Vec<Course> {
    let course = |route: &super::ground::Route| {
        let line = furniture::road(ground, route)?.into_iter().map(|point| frame.px(point)).collect();
        Some(Course { ends: [route.from.clone(), route.to.clone()], line })
    };
    ground.routes.iter().filter_map(course).collect()
}

fn road_lines(ground: &MapGround, frame: &Frame) -> Vec<Vec<(f64, f64)>> {
    let mut lines = Vec::new();
    for route in &ground.routes {
        let Some(line) = furniture::road(ground, route) else { continue };
        lines.push(line.into_iter().map(|point| frame.px(point)).collect());
        // Around each movement point its ring, so that a name is kept off that too.
        for (x, y) in route.points.iter().map(|point| frame.px(*point)) {
            lines.push(vec![(x - 6.0, y - 6.0), (x + 6.0, y - 6.0), (x + 6.0, y + 6.0), (x - 6.0, y + 6.0)]);
        }
    }
    lines
}

/// Kilometres of water shown around the outermost places of a map without a sheet.
const MARGIN: f64 = 2.2;
/// Pixels for a kilometre that the map of small islands without a sheet is not enlarged beyond, at the usual width.
const LARGEST_SCALE: f64 = 72.0;

fn frame_for(ground: &MapGround, lands: &[Land], extent: &Extent, width: f64) -> Frame {
    if let Some((west, east, south, north)) = crop::rectangle(ground, lands, extent.islands()) {
        return Frame::for_phone(width, west, east, south, north);
    }
    if let (Some(sheet), Some(_)) = (ground.chart.sheet, ground.chart.furniture) {
        return Frame::new(width, sheet.west, sheet.east, sheet.south, sheet.north, false);
    }
    let ((west, east), (south, north)) =
        crop::bounds(&lands.iter().flat_map(|land| &land.outline), MARGIN).unwrap_or(((-10.0, 10.0), (-10.0, 10.0)));
    // Landscape, so that Discord shows it large; names of ports need water at the sides anyway.
    let across = (east - west).max((north - south) * 1.3).max(width / LARGEST_SCALE);
    let upward = (north - south).max(across / 1.6);
    let (x, y) = ((west + east) / 2.0, (south + north) / 2.0);
    Frame::new(width, x - across / 2.0, x + across / 2.0, y - upward / 2.0, y + upward / 2.0, true)
}

#[cfg(test)]
mod tests {
    use super::super::chart::Chart;
    use super::super::ground::{Holders, PlaceKind, Route};
    use super::super::marks::Movement;
    use super::*;

    #[test]
    fn the_roads_of_a_sheet_are_joined_once_and_not_before_somebody_goes_by_them() {
        let place = |name: &str, at| Place { name: name.into(), island: "Shaw".into(), kind: PlaceKind::Village, at, port: false };
        let ground = MapGround {
            title: String::new(),
            holders: Holders::default(),
            islands: vec!["Shaw".into()],
            places: vec![place("Shaw", [0.0, 0.0]), place("Tokar", [9.0, 0.0])],
            routes: vec![Route { from: "Shaw".into(), to: "Tokar".into(), points: vec![[4.0, 1.0]] }],
            seas: vec![],
            chart: Chart::default(),
        };
        let sheet = MapSheet::lay_out(&ground, &Extent::Whole, USUAL_WIDTH);
        let mut situation = Situation::default();
        sheet.moment(&situation);
        assert!(sheet.network.get().is_none(), "nobody moves");
        let (from, to) = (Spot::Place("Shaw".into()), Spot::Place("Tokar".into()));
        situation.overlay.movements = vec![Movement { from, to, units: 3, ships: vec![], afloat: false }];
        let first = sheet.moment(&situation);
        assert!(sheet.network.get().is_some());
        assert_eq!(sheet.moment(&situation), first);
        assert_eq!(sheet.arrows(&situation).len(), 1);
    }
}
