//! Writing a table as it is read from somewhere else: rows go in, pieces of the file come out.
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::Stream;
use kit::{Error, Result};
use proto::vestibule::common::v1::{ExportFormat, FileChunk};
use tokio::sync::mpsc;
use tonic::Status;

use crate::defuse::defuse;

mod csv;
mod sink;
mod xlsx;

use sink::{Piece, Sink};

/// Rows on their way to the thread that writes.
const ROWS: usize = 256;
/// Pieces on their way to the receiver.
const PIECES: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Xlsx,
    Csv,
}

impl Format {
    /// xlsx where the request does not say.
    pub fn from_export(format: ExportFormat) -> Self {
        if format == ExportFormat::Csv { Format::Csv } else { Format::Xlsx }
    }

    fn extension(self) -> &'static str {
        match self {
            Format::Xlsx => "xlsx",
            Format::Csv => "csv",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Format::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Format::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// Where the rows of a table are put. Dropped without `finish`, the file ends with an error: half a table must
/// not look like a whole one.
pub struct Rows(mpsc::Sender<Order>);

enum Order {
    Row(Vec<String>),
    Name(String),
    Sheet(Vec<String>),
    Finish,
    Fail(Error),
}

/// A file as it is made: the answer of an rpc. The first piece names the file.
pub struct Pieces {
    first: Option<FileChunk>,
    pieces: mpsc::Receiver<Piece>,
    is_over: bool,
}

/// A new file `name` (without extension) with these headings.
pub fn write(format: Format, name: &str, headings: &[&str]) -> (Rows, Pieces) {
    let (rows, orders) = mpsc::channel(ROWS);
    let (sink, pieces) = mpsc::channel(PIECES);
    let headings: Vec<String> = headings.iter().map(|heading| heading.to_string()).collect();
    tokio::task::spawn_blocking(move || {
        let mut sink = Sink::new(sink);
        let result = match format {
            Format::Xlsx => xlsx::write(&headings, orders, &mut sink),
            Format::Csv => csv::write(&headings, orders, &mut sink),
        };
        sink.finish(result);
    });
    let first = FileChunk { file_name: format!("{name}.{}", format.extension()), content_type: format.content_type().into(), ..FileChunk::default() };
    (Rows(rows), Pieces { first: Some(first), pieces, is_over: false })
}

impl Rows {
    /// Cells in the order of the headings. False when nobody takes the file any more.
    pub async fn push(&self, cells: Vec<String>) -> bool {
        self.0.send(Order::Row(cells)).await.is_ok()
    }

    /// Names the sheet of an xlsx file that is being written: up to 31 characters.
    pub async fn name_sheet(&self, name: &str) -> bool {
        self.0.send(Order::Name(name.to_owned())).await.is_ok()
    }

    /// Begins another sheet of an xlsx file. A csv file has none: there it ends the file with an error.
    pub async fn begin_sheet(&self, name: &str, headings: &[&str]) -> bool {
        let headings = headings.iter().map(|heading| heading.to_string()).collect();
        self.0.send(Order::Sheet(headings)).await.is_ok() && self.name_sheet(name).await
    }

    /// Ends the file, or says to its receiver why it is not whole.
    pub async fn finish(self, result: Result<()>) {
        let order = match result {
            Ok(()) => Order::Finish,
            Err(error) => Order::Fail(error),
        };
        // Nobody to tell when the receiver has gone.
        let _gone = self.0.send(order).await;
    }
}

/// What is written next.
enum Line {
    Row(Vec<String>),
    /// The name of the sheet.
    Name(String),
    /// Headings of another sheet.
    Sheet(Vec<String>),
}

/// The next line as it is written; None after the last. Fails when nobody takes the file any more.
fn next(orders: &mut mpsc::Receiver<Order>, sink: &Sink) -> Result<Option<Line>> {
    if sink.is_abandoned() {
        return Err(Error::internal(anyhow::anyhow!("nobody takes the table")));
    }
    match orders.blocking_recv() {
        Some(Order::Row(cells)) => Ok(Some(Line::Row(cells.iter().map(|cell| defuse(cell).into_owned()).collect()))),
        Some(Order::Name(name)) => Ok(Some(Line::Name(name))),
        Some(Order::Sheet(headings)) => Ok(Some(Line::Sheet(headings))),
        Some(Order::Finish) => Ok(None),
        Some(Order::Fail(error)) => Err(error),
        None => Err(Error::internal(anyhow::anyhow!("the rows of a table were not finished"))),
    }
}

impl Stream for Pieces {
    type Item = std::result::Result<FileChunk, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        if self.is_over {
            return Poll::Ready(None);
        }
        self.pieces.poll_recv(context).map(|piece| match piece {
            Some(Piece::Data(data)) => Some(Ok(FileChunk { data, ..FileChunk::default() })),
            Some(Piece::End(result)) => {
                self.is_over = true;
                result.err().map(|error| Err(error.into()))
            }
            None => {
                self.is_over = true;
                Some(Err(Error::internal(anyhow::anyhow!("a table was not written to its end")).into()))
            }
        })
    }
}
