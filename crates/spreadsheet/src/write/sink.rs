//! Between a thread that writes and a stream that is read.
use std::io::{self, Write};

use kit::Result;
use tokio::sync::mpsc;

/// Bytes of a piece.
const SIZE: usize = 64 << 10;

pub enum Piece {
    Data(Vec<u8>),
    End(Result<()>),
}

/// Gathers what is written into pieces. Waits while the receiver is slow; fails when it has gone.
pub struct Sink {
    pieces: mpsc::Sender<Piece>,
    data: Vec<u8>,
}

impl Sink {
    pub fn new(pieces: mpsc::Sender<Piece>) -> Self {
        Sink { pieces, data: Vec::with_capacity(SIZE) }
    }

    /// Whether the receiver has gone.
    pub fn is_abandoned(&self) -> bool {
        self.pieces.is_closed()
    }

    pub fn finish(mut self, result: Result<()>) {
        let result = result.and_then(|()| self.hand_on().map_err(kit::Error::internal));
        // Nobody to tell when the receiver has gone.
        let _gone = self.pieces.blocking_send(Piece::End(result));
    }

    fn hand_on(&mut self) -> io::Result<()> {
        if self.data.is_empty() {
            return Ok(());
        }
        let data = std::mem::replace(&mut self.data, Vec::with_capacity(SIZE));
        self.pieces.blocking_send(Piece::Data(data)).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(SIZE - self.data.len());
        self.data.extend_from_slice(&bytes[..taken]);
        if self.data.len() == SIZE {
            self.hand_on()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
