//! xlsx, row by row: what is written lies in a file of the system's temporary folder until the table is complete.
use kit::{Error, Result};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use tokio::sync::mpsc::Receiver;

use super::sink::Sink;
use super::{Line, Order, next};

/// Characters that a cell of an xlsx file holds; the rest is cut off.
const MAX_CELL: usize = 32_767;
/// In characters.
const COLUMN_WIDTH: f64 = 24.0;

pub fn write(headings: &[String], mut orders: Receiver<Order>, sink: &mut Sink) -> Result<()> {
    let mut book = Workbook::new();
    let mut worksheet = book.add_worksheet_with_constant_memory().map_err(failed)?;
    heading(worksheet, headings).map_err(failed)?;
    let mut row = 0;
    while let Some(line) = next(&mut orders, sink)? {
        match line {
            Line::Row(cells) => {
                row += 1;
                for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    worksheet.write_string(row, column as u16, fitting(cell)).map_err(failed)?;
                }
            }
            Line::Name(name) => drop(worksheet.set_name(name).map_err(failed)?),
            Line::Sheet(headings) => {
                worksheet = book.add_worksheet_with_constant_memory().map_err(failed)?;
                heading(worksheet, &headings).map_err(failed)?;
                row = 0;
            }
        }
    }
    book.save_to_writer(sink).map_err(failed)
}

fn heading(worksheet: &mut Worksheet, headings: &[String]) -> std::result::Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    worksheet.set_freeze_panes(1, 0)?;
    for (column, heading) in headings.iter().enumerate() {
        worksheet.set_column_width(column as u16, COLUMN_WIDTH)?;
        worksheet.write_string_with_format(0, column as u16, heading, &bold)?;
    }
    Ok(())
}

fn fitting(cell: &str) -> &str {
    match cell.char_indices().nth(MAX_CELL) {
        Some((end, _)) => &cell[..end],
        None => cell,
    }
}

fn failed(error: XlsxError) -> Error {
    Error::internal(error)
}
