//! csv as Excel opens it: UTF-8 with a byte order mark, commas, CRLF.
use std::fs::File;
use std::io::{BufWriter, Seek, Write, copy};

use csv::{Terminator, WriterBuilder};
use kit::{Error, Result};
use tokio::sync::mpsc::Receiver;

use super::sink::Sink;
use super::{Line, Order, next};

const MARK: &[u8] = "\u{feff}".as_bytes();

/// By way of a temporary file, as xlsx has to: rows are taken as fast as they come, however slow the receiver is, for
/// they are read from a database that others want to use as well.
pub fn write(headings: &[String], orders: Receiver<Order>, sink: &mut Sink) -> Result<()> {
    let mut file = tempfile::tempfile().map_err(Error::internal)?;
    write_rows(headings, orders, sink, &mut file)?;
    file.rewind().map_err(Error::internal)?;
    copy(&mut file, sink).map_err(Error::internal)?;
    Ok(())
}

fn write_rows(headings: &[String], mut orders: Receiver<Order>, sink: &Sink, file: &mut File) -> Result<()> {
    file.write_all(MARK).map_err(Error::internal)?;
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(BufWriter::new(file));
    writer.write_record(headings).map_err(Error::internal)?;
    while let Some(line) = next(&mut orders, sink)? {
        match line {
            Line::Row(cells) => writer.write_record(&cells).map_err(Error::internal)?,
            Line::Name(_) => {}
            Line::Sheet(_) => return Err(Error::internal(anyhow::anyhow!("a csv file has one table"))),
        }
    }
    writer.flush().map_err(Error::internal)
}
