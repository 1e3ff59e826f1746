//! The journal on disk: a file that only grows, one JSON line a fact, rewritten now and then.
//!
//! A line is one `write`; a process killed in the middle leaves at most one torn line at the end,
//! about an event that was not sent yet.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use device_protocol::Event;
use serde::{Deserialize, Serialize};

/// Size from which a rewrite is worth it, in bytes.
const WORTH_COMPACTING: u64 = 8 * 1024 * 1024;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The highest number given so far.
    Last(u64),
    /// Events that are done with: number and fingerprint.
    Answered(Vec<(u64, String)>),
    Event(Event),
    /// Numbers that were sent for the first time.
    Sent(Vec<u64>),
    /// Numbers that the server answered.
    Stored(Vec<u64>),
}

#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    file: File,
    bytes: u64,
    /// Bytes after the last rewrite.
    base: u64,
}

impl LogFile {
    /// Opens the file and reads what it says. A torn last line is left out; a damaged line before
    /// it is an error, since what follows could not be trusted.
    pub fn open(path: PathBuf) -> anyhow::Result<(Self, Vec<Line>)> {
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        let content = fs::read(&path)?;
        let whole = content.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let lines = content[..whole]
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(serde_json::from_slice)
            .collect::<Result<Vec<Line>, _>>()
            .map_err(|error| anyhow::anyhow!("{} is damaged: {error}", path.display()))?;
        let bytes = content.len() as u64;
        Ok((Self { path, file, bytes, base: bytes }, lines))
    }

    pub fn append(&mut self, line: &Line) -> io::Result<()> {
        let bytes = encode(line)?;
        self.file.write_all(&bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Whether the file has doubled since its last rewrite and is large enough to care.
    pub fn wants_compaction(&self) -> bool {
        self.bytes > WORTH_COMPACTING && self.bytes > 2 * self.base
    }

    /// Replaces everything by these lines.
    pub fn rewrite(&mut self, lines: &[Line]) -> io::Result<()> {
        let mut content = Vec::new();
        for line in lines {
            content.extend(encode(line)?);
        }
        crate::store::replace(&self.path, &content)?;
        self.file = OpenOptions::new().append(true).open(&self.path)?;
        self.bytes = content.len() as u64;
        self.base = self.bytes;
        Ok(())
    }
}

fn encode(line: &Line) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    Ok(bytes)
}
