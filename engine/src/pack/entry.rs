//! A value in a pack's file, read by what is wanted there: what is wrong says where it stands.
//!
//! serde builds the reading of every type anew for every deserialiser it may meet, and for every form that one may hand out. This is one
//! deserialiser, which hands out only the form that is asked for: by a general one, half of a build of the engine was the reading of its data.
//!
//! Where a campaign is under way, its pack is read as it always was: what nobody asks for is passed over. Of a new pack
//! ([`of_a_new_pack`]) it is refused.

use std::cell::Cell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Error, Unexpected, Visitor};
use toml::Value;

thread_local! {
    static IS_NEW: Cell<bool> = const { Cell::new(false) };
}

/// What this thread reads while `read` runs is of a pack that no campaign is under way with yet.
pub(super) fn of_a_new_pack<T>(read: impl FnOnce() -> T) -> T {
    /// What was so before is so again, also after a panic: the thread may go on to read the pack of a campaign under way.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            IS_NEW.set(self.0);
        }
    }
    let _before = Before(IS_NEW.replace(true));
    read()
}

/// Whether what is read is of a new pack: what reading would pass over is refused there.
pub(super) fn is_new() -> bool {
    IS_NEW.get()
}

/// A value of a file, to be read.
pub(super) struct Entry(pub(super) Value);

/// What is wrong with a value.
#[derive(Debug)]
pub(super) struct Fault {
    /// The way to it from where reading began: keys and numbers from 0, the innermost first.
    way: Vec<Step>,
    /// What is wrong.
    pub(super) reason: String,
}

/// A step into a value.
#[derive(Debug)]
enum Step {
    Key(String),
    Number(usize),
}

impl Fault {
    /// Where it is: `path[3].to`; empty for the file as a whole.
    pub(super) fn key(&self) -> String {
        self.way.iter().rev().fold(String::new(), |key, step| match step {
            Step::Number(number) => format!("{key}[{number}]"),
            Step::Key(step) if key.is_empty() => step.clone(),
            Step::Key(step) => format!("{key}.{step}"),
        })
    }

    fn below(mut self, step: Step) -> Self {
        self.way.push(step);
        self
    }
}

/// Where it is and what, for whoever read a part of a value and tells of it as of the whole.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.way.is_empty() { f.write_str(&self.reason) } else { write!(f, "{}: {}", self.key(), self.reason) }
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self { way: Vec::new(), reason: reason.to_string() }
    }
}

/// That `value` is not what was wanted.
fn unlike(value: &Value, wanted: &dyn de::Expected) -> Fault {
    let found = match value {
        Value::String(text) => Unexpected::Str(text),
        Value::Integer(number) => Unexpected::Signed(*number),
        Value::Float(number) => Unexpected::Float(*number),
        Value::Boolean(truth) => Unexpected::Bool(*truth),
        Value::Datetime(_) => Unexpected::Other("date"),
        Value::Array(_) => Unexpected::Seq,
        Value::Table(_) => Unexpected::Map,
    };
    Fault::invalid_type(found, wanted)
}

/// What is handed out is taken from the value here, once; what is built for each type only passes it on.
impl Entry {
    fn truth(self, wanted: &dyn de::Expected) -> Result<bool, Fault> {
        if let Value::Boolean(truth) = self.0 { Ok(truth) } else { Err(unlike(&self.0, wanted)) }
    }

    fn whole(self, wanted: &dyn de::Expected) -> Result<i64, Fault> {
        if let Value::Integer(number) = self.0 { Ok(number) } else { Err(unlike(&self.0, wanted)) }
    }

    fn text(self, wanted: &dyn de::Expected) -> Result<String, Fault> {
        match self.0 {
            Value::String(text) => Ok(text),
            // The condition of a trigger was once read whatever its form, and a date was its text.
            Value::Datetime(date) if !is_new() => Ok(date.to_string()),
            other => Err(unlike(&other, wanted)),
        }
    }

    fn values(self, wanted: &dyn de::Expected) -> Result<Values, Fault> {
        if let Value::Array(values) = self.0 { Ok(Values::of(values)) } else { Err(unlike(&self.0, wanted)) }
    }

    /// The values of a list that is read to so many.
    fn so_many(self, length: usize, wanted: &dyn de::Expected) -> Result<Values, Fault> {
        let values = self.values(wanted)?;
        let found = values.values.len();
        if is_new() && found > length { Err(Fault::custom(format!("a list of {length}, not of {found}"))) } else { Ok(values) }
    }

    fn fields(self, wanted: &dyn de::Expected) -> Result<Fields, Fault> {
        if let Value::Table(table) = self.0 { Ok(Fields::of(table)) } else { Err(unlike(&self.0, wanted)) }
    }

    fn variant(self, wanted: &dyn de::Expected) -> Result<Variant, Fault> {
        match self.0 {
            Value::String(name) => Ok(Variant { name, value: None }),
            Value::Table(table) => {
                let found = table.len();
                let mut fields = table.into_iter();
                let (Some((name, value)), None) = (fields.next(), fields.next()) else {
                    return Err(Fault::custom(format!("wanted exactly 1 element, found {found} elements")));
                };
                Ok(Variant { name, value: Some(value) })
            }
            other => Err(unlike(&other, wanted)),
        }
    }
}

/// Numbers without a fraction, however many bits they have room for.
macro_rules! whole_numbers {
    ($($name:ident)+) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            let number = self.whole(&visitor)?;
            visitor.visit_i64(number)
        }
    )+};
}

impl<'de> de::Deserializer<'de> for Entry {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            Value::Integer(number) => visitor.visit_i64(number),
            Value::Float(number) => visitor.visit_f64(number),
            Value::Boolean(truth) => visitor.visit_bool(truth),
            Value::Datetime(date) => visitor.visit_string(date.to_string()),
            Value::Array(values) => visitor.visit_seq(Values::of(values)),
            Value::Table(table) => visitor.visit_map(Fields::of(table)),
        }
    }

    whole_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let truth = self.truth(&visitor)?;
        visitor.visit_bool(truth)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let text = self.text(&visitor)?;
        visitor.visit_str(&text)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let text = self.text(&visitor)?;
        visitor.visit_string(text)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let values = self.values(&visitor)?;
        visitor.visit_seq(values)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        let values = self.so_many(length, &visitor)?;
        visitor.visit_seq(values)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _name: &'static str, length: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let fields = self.fields(&visitor)?;
        visitor.visit_map(fields)
    }

    /// By its fields' names alone: a file that gave them by their order could not be read.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let variant = self.variant(&visitor)?;
        visitor.visit_enum(variant)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { f32 f64 i128 u128 char bytes byte_buf unit unit_struct }
}

/// The values of a list, one after the other.
struct Values {
    values: std::vec::IntoIter<Value>,
    read: usize,
}

impl Values {
    fn of(values: Vec<Value>) -> Self {
        Self { values: values.into_iter(), read: 0 }
    }

    fn advance(&mut self) -> Option<Entry> {
        self.read += 1;
        self.values.next().map(Entry)
    }
}

impl<'de> de::SeqAccess<'de> for Values {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some(entry) = self.advance() else { return Ok(None) };
        match seed.deserialize(entry) {
            Ok(value) => Ok(Some(value)),
            Err(fault) => Err(fault.below(Step::Number(self.read - 1))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The fields of a table, in the order of their names.
struct Fields {
    fields: toml::map::IntoIter<String, Value>,
    /// The field whose name was read last.
    name: String,
    value: Option<Entry>,
}

impl Fields {
    fn of(table: toml::Table) -> Self {
        Self { fields: table.into_iter(), name: String::new(), value: None }
    }

    fn advance(&mut self) -> Option<Entry> {
        let (name, value) = self.fields.next()?;
        self.value = Some(Entry(value));
        self.name.clone_from(&name);
        Some(Entry(Value::String(name)))
    }

    fn value(&mut self) -> Result<Entry, Fault> {
        self.value.take().ok_or_else(|| Fault::custom("a value is read before its name"))
    }

    fn step(&mut self) -> Step {
        Step::Key(std::mem::take(&mut self.name))
    }
}

impl<'de> de::MapAccess<'de> for Fields {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some(name) = self.advance() else { return Ok(None) };
        match seed.deserialize(name) {
            Ok(key) => Ok(Some(key)),
            Err(fault) => Err(fault.below(self.step())),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let entry = self.value()?;
        match seed.deserialize(entry) {
            Ok(value) => Ok(value),
            Err(fault) => Err(fault.below(self.step())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// One of several forms, by its name, with what belongs to it.
struct Variant {
    name: String,
    value: Option<Value>,
}

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let variant = seed.deserialize(Entry(Value::String(self.name.clone())))?;
        Ok((variant, self))
    }
}

impl Variant {
    /// What belongs to the name, and the name.
    fn content(self, wanted: &dyn de::Expected) -> Result<(Entry, Step), Fault> {
        let value = self.value.ok_or_else(|| Fault::invalid_type(Unexpected::UnitVariant, wanted))?;
        Ok((Entry(value), Step::Key(self.name)))
    }
}

impl<'de> de::VariantAccess<'de> for Variant {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.value {
            None => Ok(()),
            Some(Value::Table(table)) if table.is_empty() => Ok(()),
            Some(value) => Err(unlike(&value, &"a name alone").below(Step::Key(self.name))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        let (entry, step) = self.content(&"a value")?;
        seed.deserialize(entry).map_err(|fault| fault.below(step))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        let (entry, step) = self.content(&visitor)?;
        de::Deserializer::deserialize_tuple(entry, length, visitor).map_err(|fault| fault.below(step))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        let (entry, step) = self.content(&visitor)?;
        de::Deserializer::deserialize_struct(entry, "", fields, visitor).map_err(|fault| fault.below(step))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::{Entry, Fault, of_a_new_pack};

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Garrison {
        town: String,
        #[serde(default)]
        guns: Option<u8>,
        #[serde(default)]
        orders: Vec<Order>,
        #[serde(default)]
        rations: BTreeMap<String, u8>,
        #[serde(default)]
        road: Option<(String, u8)>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Order {
        Hold,
        March(String),
        Shell { rounds: u8 },
    }

    fn read<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
        T::deserialize(Entry(toml::Value::Table(toml::from_str(text).unwrap())))
    }

    /// Where and what the fault is, of a garrison that cannot be read.
    fn fault(text: &str) -> String {
        let fault = read::<Garrison>(text).unwrap_err();
        format!("{}: {}", fault.key(), fault.reason)
    }

    #[test]
    fn every_form_of_a_value_is_read() {
        let text = "town = 'Friday Harbour'\nguns = 2\norders = ['hold', { march = 'Roche' }, { shell = { rounds = 3 } }]\nroad = ['Roche', 4]\n\
                    [rations]\nbiscuit = 9";
        let garrison = Garrison {
            town: "Friday Harbour".to_owned(),
            guns: Some(2),
            orders: vec![Order::Hold, Order::March("Roche".to_owned()), Order::Shell { rounds: 3 }],
            rations: BTreeMap::from([("biscuit".to_owned(), 9)]),
            road: Some(("Roche".to_owned(), 4)),
        };
        assert_eq!(read::<Garrison>(text).unwrap(), garrison);
    }

    #[test]
    fn what_a_file_leaves_out_is_not_there() {
        let garrison = read::<Garrison>("town = 'Roche'").unwrap();
        assert_eq!((garrison.guns, garrison.orders.len(), garrison.road), (None, 0, None));
    }

    #[test]
    fn what_is_wrong_says_where_it_stands_and_what_was_wanted() {
        assert_eq!(fault("town = 3"), "town: invalid type: integer `3`, expected a string");
        assert_eq!(fault("town = 'R'\nguns = 'two'"), "guns: invalid type: string \"two\", expected u8");
        assert_eq!(fault("town = 'R'\nguns = 300"), "guns: invalid value: integer `300`, expected u8");
        assert_eq!(fault("guns = 1"), ": missing field `town`");
        assert_eq!(fault("town = 'R'\norders = 'hold'"), "orders: invalid type: string \"hold\", expected a sequence");
        assert_eq!(
            fault("town = 'R'\norders = ['hold', { shell = { rounds = true } }]"),
            "orders[1].shell.rounds: invalid type: boolean `true`, expected u8"
        );
        assert_eq!(fault("town = 'R'\n[rations]\nbiscuit = -1"), "rations.biscuit: invalid value: integer `-1`, expected u8");
        assert_eq!(
            fault("town = 'R'\ncannon = 1"),
            "cannon: unknown field `cannon`, expected one of `town`, `guns`, `orders`, `rations`, `road`"
        );
    }

    #[test]
    fn a_list_that_is_too_long_is_cut_short_unless_the_pack_is_new() {
        let text = "town = 'R'\nroad = ['Roche', 4, 'Olga']";
        assert_eq!(of_a_new_pack(|| fault(text)), "road: a list of 2, not of 3");
        assert_eq!(read::<Garrison>(text).unwrap().road, Some(("Roche".to_owned(), 4)));
        assert!(of_a_new_pack(|| read::<Garrison>("town = 'R'\nroad = ['Roche', 4]")).is_ok());
    }

    #[test]
    fn a_fault_that_is_told_elsewhere_says_where_it_was() {
        assert_eq!(read::<Garrison>("town = 'R'\nguns = 300").unwrap_err().to_string(), "guns: invalid value: integer `300`, expected u8");
        assert_eq!(read::<Garrison>("guns = 1").unwrap_err().to_string(), "missing field `town`");
    }

    #[test]
    fn a_name_that_none_of_the_forms_has_is_refused_with_those_there_are() {
        assert_eq!(
            fault("town = 'R'\norders = ['hold', 'flee']"),
            "orders[1]: unknown variant `flee`, expected one of `hold`, `march`, `shell`"
        );
        assert_eq!(fault("town = 'R'\norders = [{ hold = 1, march = 'Roche' }]"), "orders[0]: wanted exactly 1 element, found 2 elements");
        assert!(fault("town = 'R'\norders = [{ hold = 1 }]").starts_with("orders[0].hold: invalid type: integer `1`"));
        assert!(fault("town = 'R'\norders = ['march']").starts_with("orders[0]: invalid type: unit variant"));
    }

    #[test]
    fn fields_have_names_and_a_list_does_not_stand_for_them() {
        #[derive(Debug, Deserialize)]
        struct Camp {
            #[expect(dead_code, reason = "only its refusal is looked at")]
            garrison: Garrison,
        }
        let fault = read::<Camp>("garrison = ['Roche']").unwrap_err();
        assert_eq!(fault.key(), "garrison");
        assert_eq!(fault.reason, "invalid type: sequence, expected struct Garrison");
    }
}
