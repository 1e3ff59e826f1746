//! A table in memory.
use kit::{Error, Result};

use crate::Limits;

/// Headings and the rows below them, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Lower case, trimmed.
    headings: Vec<String>,
    /// Each with its place below the heading, from 0; rows without text are left out.
    rows: Vec<(usize, Vec<String>)>,
}

/// The columns that an import knows.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    pub required: &'a [&'a str],
    pub optional: &'a [&'a str],
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    headings: &'a [String],
    cells: &'a [String],
    /// From 0: the first row below the heading.
    pub index: usize,
}

impl Table {
    /// `wrong file body` where a column that is needed is missing, or one is unknown or there twice: a column with a
    /// misspelt name must not be left out in silence.
    pub fn expect(&self, columns: Columns<'_>) -> Result<()> {
        if let Some(missing) = columns.required.iter().find(|name| !self.headings.iter().any(|heading| heading == *name)) {
            return Err(Error::wrong_file_body(format!("missing column: {missing}")));
        }
        for (place, heading) in self.headings.iter().enumerate() {
            let is_known = columns.required.iter().chain(columns.optional).any(|name| name == heading);
            if !is_known && !heading.is_empty() {
                return Err(Error::wrong_file_body(format!("unknown column: {heading}")));
            }
            if !heading.is_empty() && self.headings[..place].contains(heading) {
                return Err(Error::wrong_file_body(format!("column is there twice: {heading}")));
            }
        }
        Ok(())
    }

    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        self.rows.iter().map(|(index, cells)| Row { headings: &self.headings, cells, index: *index })
    }

    /// Rows with text in them.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl<'a> Row<'a> {
    /// The cell of a column; empty where the row or the table has none.
    pub fn raw(&self, heading: &str) -> &'a str {
        let place = self.headings.iter().position(|name| name == heading);
        place.and_then(|place| self.cells.get(place)).map_or("", String::as_str)
    }

    /// Trimmed; None for a blank cell.
    pub fn text(&self, heading: &str) -> Option<&'a str> {
        Some(self.raw(heading).trim()).filter(|text| !text.is_empty())
    }
}

/// Takes rows one after the other, the heading first, and refuses what is beyond the limits.
pub(crate) struct Builder {
    limits: Limits,
    table: Table,
    has_heading: bool,
    next: usize,
    /// Bytes of the cells so far.
    text: u64,
}

impl Builder {
    pub fn new(limits: Limits) -> Self {
        Builder { limits, table: Table::default(), has_heading: false, next: 0, text: 0 }
    }

    /// The next row, at its place or after `blank` rows without any cell.
    pub fn push(&mut self, blank_rows: usize, cells: Vec<String>) -> Result<()> {
        let is_blank = cells.iter().all(|cell| cell.trim().is_empty());
        if !self.has_heading {
            return if is_blank { Ok(()) } else { self.heading(cells) };
        }
        let index = self.next + blank_rows;
        self.next = index + 1;
        if is_blank {
            return Ok(());
        }
        if self.table.rows.len() == self.limits.rows {
            return Err(Error::invalid_file(format!("maximum number of rows is {}", self.limits.rows)));
        }
        let beyond = cells.iter().skip(self.table.headings.len()).any(|cell| !cell.trim().is_empty());
        if beyond || cells.iter().zip(&self.table.headings).any(|(cell, heading)| heading.is_empty() && !cell.trim().is_empty()) {
            return Err(Error::invalid_file(format!("row {index} has a cell without a heading")));
        }
        self.check_cells(&cells)?;
        // One shared string of an xlsx file may be the text of every cell: the size of the file does not bound the table's.
        self.text += cells.iter().map(|cell| cell.len() as u64).sum::<u64>();
        if self.text > self.limits.unpacked() {
            return Err(Error::invalid_file("it is too large when unpacked"));
        }
        self.table.rows.push((index, cells));
        Ok(())
    }

    fn heading(&mut self, mut cells: Vec<String>) -> Result<()> {
        while cells.last().is_some_and(|cell| cell.trim().is_empty()) {
            cells.pop();
        }
        self.check_cells(&cells)?;
        self.table.headings = cells.iter().map(|cell| cell.trim().to_lowercase()).collect();
        self.has_heading = true;
        Ok(())
    }

    fn check_cells(&self, cells: &[String]) -> Result<()> {
        if cells.len() > self.limits.columns {
            return Err(Error::invalid_file(format!("maximum number of columns is {}", self.limits.columns)));
        }
        // Counting bytes first spares counting characters of nearly every cell.
        if cells.iter().any(|cell| cell.len() > self.limits.cell && cell.chars().count() > self.limits.cell) {
            return Err(Error::invalid_file(format!("maximum length of a cell is {}", self.limits.cell)));
        }
        if cells.iter().any(|cell| cell.contains('\0')) {
            return Err(Error::invalid_file("it is no text"));
        }
        Ok(())
    }

    pub fn finish(self) -> Result<Table> {
        if self.has_heading { Ok(self.table) } else { Err(Error::wrong_file_body("the table has no heading")) }
    }
}
