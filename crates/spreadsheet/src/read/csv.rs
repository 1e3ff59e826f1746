//! csv: UTF-8 with or without a byte order mark; comma, semicolon or tab.
use csv::{ReaderBuilder, StringRecord};
use kit::{Error, Result};

use crate::defuse::restore;
use crate::table::Builder;
use crate::{Limits, Table};

const MARK: char = '\u{feff}';
/// Fields of one row, blank ones too: more than spreadsheets have columns.
const MAX_FIELDS: usize = 20_000;

pub fn parse(bytes: &[u8], limits: Limits) -> Result<Table> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::invalid_file("must be xlsx or csv in UTF-8"))?;
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let delimiter = delimiter(text);
    check_fields(text, delimiter)?;
    let mut reader = ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut table = Builder::new(limits);
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| Error::invalid_file(error.to_string()))? {
        table.push(0, record.iter().map(|cell| restore(cell).to_string()).collect())?;
    }
    table.finish()
}

/// Where a byte of a row stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    FieldBegins,
    Field,
    Quoted,
    /// A quote within quotes, which ends them or stands for itself.
    Quote,
}

/// Refuses a row of more fields than there may be before it is read: each takes a multiple of its byte in memory.
fn check_fields(text: &str, delimiter: u8) -> Result<()> {
    let mut place = Place::FieldBegins;
    let mut fields = 1;
    for byte in text.bytes() {
        place = match (byte, place) {
            (b'"', Place::FieldBegins | Place::Quote) => Place::Quoted,
            (b'"', Place::Quoted) => Place::Quote,
            (_, Place::Quoted) => Place::Quoted,
            (b'\n' | b'\r', _) => {
                fields = 1;
                Place::FieldBegins
            }
            (byte, _) if byte == delimiter => {
                fields += 1;
                Place::FieldBegins
            }
            _ => Place::Field,
        };
        if fields > MAX_FIELDS {
            return Err(Error::invalid_file("it has too many columns"));
        }
    }
    Ok(())
}

/// Whichever separates the heading most often, outside of quotes.
fn delimiter(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in text.trim_start_matches(['\r', '\n']).bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted => break,
            byte if !quoted => counts.iter_mut().filter(|(delimiter, _)| *delimiter == byte).for_each(|(_, count)| *count += 1),
            _ => {}
        }
    }
    // The first of equals: a heading of one column has none of them.
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(delimiter, _)| delimiter)
}
