//! How the numbers of cards in somebody else's table are read. The same digits are another card in each way, and a table does
//! not say which it means.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::number::{CardNumber, NumberError, Technology};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardReading {
    /// As in this platform: decimal where there are digits only, byte pairs otherwise.
    Dec,
    /// Hexadecimal, with or without signs between the bytes.
    Hex,
    /// Hexadecimal, the least significant byte first.
    HexReversed,
    /// `213,02000` as printed on cards: facility and number.
    Facility,
}

impl CardReading {
    pub const ALL: [CardReading; 4] = [CardReading::Dec, CardReading::Hex, CardReading::HexReversed, CardReading::Facility];

    pub fn read(self, text: &str) -> Result<CardNumber, NumberError> {
        let text = text.trim();
        match self {
            CardReading::Dec => CardNumber::parse(text),
            CardReading::Hex => CardNumber::from_hex(text),
            CardReading::HexReversed => CardNumber::from_hex(text).map(|card| card.reversed()),
            CardReading::Facility => from_facility(text).ok_or(NumberError::NumberOrHex),
        }
    }
}

fn from_facility(text: &str) -> Option<CardNumber> {
    let (facility, number) = text.split_once(',')?;
    let (facility, number): (u8, u16) = (facility.trim().parse().ok()?, number.trim().parse().ok()?);
    let [high, low] = number.to_be_bytes();
    CardNumber::from_bytes(&[facility, high, low], Technology::Unknown).ok()
}

/// How much a reading makes of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingHits {
    pub reading: CardReading,
    /// Numbers that it can read.
    pub readable: usize,
    /// Of those the cards that are known here.
    pub known: usize,
}

/// Of each reading, what it makes of the sample.
pub fn hits(sample: &[&str], known: &HashSet<String>) -> [ReadingHits; 4] {
    CardReading::ALL.map(|reading| {
        let read: Vec<String> = sample.iter().filter_map(|text| reading.read(text).ok()).map(|card| card.unique_value()).collect();
        ReadingHits { reading, readable: read.len(), known: read.iter().filter(|value| known.contains(*value)).count() }
    })
}

/// The unique values that a sample may mean, in any reading.
pub fn candidates(sample: &[&str]) -> Vec<String> {
    let read = sample.iter().flat_map(|text| CardReading::ALL.map(|reading| reading.read(text).ok()));
    let values: HashSet<String> = read.flatten().map(|card| card.unique_value()).collect();
    values.into_iter().collect()
}

/// The only reading with known cards; where none has any, the only one that reads every number. None: somebody has to say.
pub fn choose(hits: &[ReadingHits], sample_size: usize) -> Option<CardReading> {
    let only = |is_good: &dyn Fn(&ReadingHits) -> bool| {
        let mut good = hits.iter().filter(|hits| is_good(hits));
        good.next().filter(|_| good.next().is_none()).map(|hits| hits.reading)
    };
    if hits.iter().any(|hits| hits.known > 0) { only(&|hits| hits.known > 0) } else { only(&|hits| hits.readable == sample_size) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(card: &CardNumber, reading: CardReading) -> Option<String> {
        match reading {
            CardReading::Dec => card.dec(),
            CardReading::Hex => Some(card.hex()),
            CardReading::HexReversed => Some(card.reversed().hex()),
            CardReading::Facility => Some(card.facility()),
        }
    }

    proptest! {
        #[test]
        fn a_card_of_three_bytes_is_the_same_in_every_reading(bytes in any::<[u8; 3]>()) {
            let card = CardNumber::from_bytes(&bytes, Technology::Unknown).unwrap();
            for reading in CardReading::ALL {
                let text = written(&card, reading).unwrap();
                prop_assert_eq!(reading.read(&text).unwrap().unique_value(), card.unique_value(), "{} as {:?}", text, reading);
            }
        }

        #[test]
        fn no_text_makes_a_reading_panic(text in "\\PC{0,40}") {
            for reading in CardReading::ALL {
                let _ = reading.read(&text);
            }
        }
    }

    #[test]
    fn the_reading_that_finds_known_cards_is_taken() {
        let sample = ["213,02000", "1,2"];
        assert_eq!(choose(&hits(&sample, &HashSet::new()), 2), Some(CardReading::Facility), "no other reads them");
        // One card as hexadecimal digits; another happens to be known as a decimal number.
        let sample = ["00D507D0", "12345678"];
        let card = |reading: CardReading, text| reading.read(text).unwrap().unique_value();
        let known = HashSet::from([card(CardReading::HexReversed, "00D507D0")]);
        assert_eq!(choose(&hits(&sample, &known), 2), Some(CardReading::HexReversed));
        let both = HashSet::from([card(CardReading::HexReversed, "00D507D0"), card(CardReading::Dec, "12345678")]);
        assert_eq!(choose(&hits(&sample, &both), 2), None, "somebody has to say");
        assert_eq!(choose(&hits(&sample, &HashSet::new()), 2), None);
    }
}
