//! xlsx: the first sheet.
use std::io::{Cursor, Read, copy, sink};

use calamine::{DataRef, Reader, Xlsx, XlsxError};
use kit::{Error, Result};
use zip::ZipArchive;

use crate::defuse::restore;
use crate::table::Builder;
use crate::{Limits, Table};

/// Parts of an xlsx file; a plain table has about ten.
const MAX_PARTS: usize = 1_000;

pub fn parse(bytes: &[u8], limits: Limits) -> Result<Table> {
    check_unpacked(bytes, limits.unpacked())?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(invalid)?;
    let name = book.sheet_names().first().cloned().ok_or_else(|| Error::wrong_file_body("the file has no sheet"))?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(invalid)?;
    let mut rows = RowsOf { table: Builder::new(limits), limits, current: None, next: 0 };
    while let Some(cell) = cells.next_cell().map_err(invalid)? {
        let (row, column) = cell.get_position();
        rows.cell(row, column as usize, cell.get_value())?;
    }
    rows.finish()
}

/// Unpacks every part once into nothing: what a part says of its own size need not be true.
fn check_unpacked(bytes: &[u8], limit: u64) -> Result<()> {
    let broken = |_| Error::invalid_file("must be xlsx or csv");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_PARTS {
        return Err(Error::invalid_file("it has too many parts"));
    }
    let mut left = limit;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(broken)?;
        let unpacked = copy(&mut part.take(left + 1), &mut sink()).map_err(|_| Error::invalid_file("must be xlsx or csv"))?;
        left = left.checked_sub(unpacked).ok_or_else(|| Error::invalid_file("it is too large when unpacked"))?;
    }
    Ok(())
}

fn invalid(_: XlsxError) -> Error {
    Error::invalid_file("must be xlsx or csv")
}

/// Gathers the cells of one row after the other: the file leaves out those that are empty.
struct RowsOf {
    table: Builder,
    limits: Limits,
    /// The row that is being gathered.
    current: Option<(u32, Vec<String>)>,
    /// The row after the last that was handed on.
    next: u32,
}

impl RowsOf {
    fn cell(&mut self, row: u32, column: usize, value: &DataRef<'_>) -> Result<()> {
        let text = text(value)?;
        if text.is_empty() {
            return Ok(());
        }
        if column >= self.limits.columns {
            return Err(Error::invalid_file(format!("maximum number of columns is {}", self.limits.columns)));
        }
        if self.current.as_ref().is_some_and(|(current, _)| *current != row) {
            self.hand_on()?;
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

    fn hand_on(&mut self) -> Result<()> {
        if let Some((row, cells)) = self.current.take() {
            self.table.push((row - self.next) as usize, cells)?;
            self.next = row + 1;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Table> {
        self.hand_on()?;
        self.table.finish()
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
