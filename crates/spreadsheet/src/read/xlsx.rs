//! xlsx: the first sheet.
use std::io::{self, Cursor, Read, Write, copy};

use calamine::{DataRef, Reader, Xlsx, XlsxError};
use kit::{Error, Result};
use zip::ZipArchive;

use crate::defuse::restore;
use crate::table::Builder;
use crate::{Limits, Table};

/// Parts of an xlsx file; a plain table has about ten.
const MAX_PARTS: usize = 1_000;
/// Bytes of a character in UTF-8.
const MAX_CHARACTER: usize = 4;

pub fn parse(bytes: &[u8], limits: Limits) -> Result<Table> {
    check_unpacked(bytes, limits)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(invalid)?;
    let name = book.sheet_names().first().cloned().ok_or_else(|| Error::wrong_file_body("the file has no sheet"))?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(invalid)?;
    let mut rows = RowCollector { table: Builder::new(limits), limits, current: None, next: 0 };
    while let Some(cell) = cells.next_cell().map_err(invalid)? {
        let (row, column) = cell.get_position();
        rows.cell(row, column as usize, cell.get_value())?;
    }
    rows.finish()
}

/// Unpacks every part once and keeps nothing of it: the size that a part declares need not be true.
fn check_unpacked(bytes: &[u8], limits: Limits) -> Result<()> {
    let broken = |_| Error::invalid_file("must be xlsx or csv");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_PARTS {
        return Err(Error::invalid_file("it has too many parts"));
    }
    let mut left = limits.unpacked();
    let mut strings = SharedStrings::default();
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(broken)?;
        let unpacked = copy(&mut part.take(left + 1), &mut strings).map_err(|_| Error::invalid_file("must be xlsx or csv"))?;
        left = left.checked_sub(unpacked).ok_or_else(|| Error::invalid_file("it is too large when unpacked"))?;
        if strings.count > limits.shared_strings() {
            return Err(Error::invalid_file("it is too large when unpacked"));
        }
    }
    Ok(())
}

/// Counts the elements `si` of what is written to it, whatever their prefix: each becomes a string in memory.
#[derive(Default)]
struct SharedStrings {
    count: u64,
    tag: Tag,
}

/// How much of a tag has been read.
#[derive(Default, PartialEq)]
enum Tag {
    #[default]
    None,
    /// The `<`, or the `:` after a prefix.
    Begun,
    /// `s`.
    S,
    /// `si`.
    Si,
    /// The beginning of another name, which may be a prefix.
    Other,
}

impl SharedStrings {
    fn read(&mut self, byte: u8) {
        let ends_name = matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'/' | b'>');
        self.count += u64::from(self.tag == Tag::Si && ends_name);
        self.tag = match (byte, &self.tag) {
            (b'<', _) => Tag::Begun,
            (_, Tag::None) => Tag::None,
            _ if ends_name => Tag::None,
            (b':', _) => Tag::Begun,
            (b's', Tag::Begun) => Tag::S,
            (b'i', Tag::S) => Tag::Si,
            _ => Tag::Other,
        };
    }
}

impl Write for SharedStrings {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        bytes.iter().for_each(|byte| self.read(*byte));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn invalid(_: XlsxError) -> Error {
    Error::invalid_file("must be xlsx or csv")
}

/// Collects the cells of one row after the other; the file leaves out empty cells.
struct RowCollector {
    table: Builder,
    limits: Limits,
    /// The row that is being collected.
    current: Option<(u32, Vec<String>)>,
    /// The row after the last that was pushed to the table.
    next: u32,
}

impl RowCollector {
    fn cell(&mut self, row: u32, column: usize, value: &DataRef<'_>) -> Result<()> {
        // Before it is copied: many cells of a row may name one shared string.
        if length(value) > self.limits.cell * MAX_CHARACTER {
            return Err(Error::invalid_file(format!("maximum length of a cell is {}", self.limits.cell)));
        }
        let text = text(value)?;
        if text.is_empty() {
            return Ok(());
        }
        if column >= self.limits.columns {
            return Err(Error::invalid_file(format!("maximum number of columns is {}", self.limits.columns)));
        }
        if self.current.as_ref().is_some_and(|(current, _)| *current != row) {
            self.push_row()?;
        }
        if row < self.next {
            return Err(Error::invalid_file("its rows are out of order"));
        }
        let (_, cells) = self.current.get_or_insert_with(|| (row, Vec::new()));
        if cells.len() <= column {
            cells.resize(column + 1, String::new());
        }
        cells[column] = restore(&text).to_string();
        Ok(())
    }

    fn push_row(&mut self) -> Result<()> {
        if let Some((row, cells)) = self.current.take() {
            self.table.push((row - self.next) as usize, cells)?;
            self.next = row + 1;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Table> {
        self.push_row()?;
        self.table.finish()
    }
}

/// Bytes of a cell's text, where the file gives text.
fn length(value: &DataRef<'_>) -> usize {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.len(),
        DataRef::SharedString(text) => text.len(),
        _ => 0,
    }
}

/// As a person reads it: whole numbers without a point, since e-mails, phones and card numbers are typed as numbers.
fn text(value: &DataRef<'_>) -> Result<String> {
    Ok(match value {
        DataRef::Empty => String::new(),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => text.to_string(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(yes) => yes.to_string(),
        DataRef::DateTime(at) => {
            let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
        }
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(error) => return Err(Error::invalid_file(format!("a formula failed: {error}"))),
    })
}
