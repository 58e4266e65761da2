//! The keys of the schema as serde knows them: a reader that feeds a value to every key and notes which were asked for.

use serde::de::value::{Error, StrDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Keys by their path, e.g. `pawn.sense.steps`, each with the words it may have if it is one of several.
pub(crate) type Keys = BTreeMap<String, Vec<String>>;

/// Every key of a type.
pub(crate) fn keys<T: de::DeserializeOwned>() -> Keys {
    let found = RefCell::new(Keys::new());
    let read = T::deserialize(Walk { path: String::new(), found: &found });
    read.unwrap_or_else(|e| panic!("a value of the right type for every key was refused: {e}"));
    found.into_inner()
}

struct Walk<'a> {
    path: String,
    found: &'a RefCell<Keys>,
}

impl<'a> Walk<'a> {
    fn again(&self) -> Walk<'a> {
        Walk { path: self.path.clone(), found: self.found }
    }
}

impl<'de> Deserializer<'de> for Walk<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(de::Error::custom(format!("{}: a type that the walk does not know", self.path)))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(true)
    }
    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(1)
    }
    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u16(1)
    }
    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i8(1)
    }
    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i16(1)
    }
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f32(1.0)
    }
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_char('a')
    }
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str("a")
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        // Two elements: a vector has that many.
        visitor.visit_seq(Elements { walk: self, left: 2 })
    }
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Elements { walk: self, left: len })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(Fields { walk: self, fields: fields.iter(), key: "" })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let first = words[0].clone();
        self.found.borrow_mut().insert(self.path, words);
        visitor.visit_enum(first.into_deserializer())
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str("")
    }

    forward_to_deserialize_any! {
        i32 i64 i128 u32 u64 u128 f64 str bytes byte_buf unit unit_struct newtype_struct tuple_struct map ignored_any
    }
}

struct Elements<'a> {
    walk: Walk<'a>,
    left: usize,
}

impl<'de> de::SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.walk.again()).map(Some)
    }
}

struct Fields<'a> {
    walk: Walk<'a>,
    fields: std::slice::Iter<'static, &'static str>,
    key: &'static str,
}

impl<'de> de::MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(key) = self.fields.next() else { return Ok(None) };
        self.key = key;
        let deserializer: StrDeserializer<'_, Error> = (*key).into_deserializer();
        seed.deserialize(deserializer).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let dot = if self.walk.path.is_empty() { "" } else { "." };
        let path = format!("{}{dot}{}", self.walk.path, self.key);
        self.walk.found.borrow_mut().entry(path.clone()).or_default();
        seed.deserialize(Walk { path, found: self.walk.found })
    }
}
