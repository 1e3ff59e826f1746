//! How long the disk takes to make a page durable.
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use crate::measure::{Sample, micros};

const TIMES: usize = 300;
/// A page of Postgres's write-ahead log.
const PAGE: [u8; 8192] = [7; 8192];

/// Writes a page in place and syncs it, again and again, in a file of this folder.
pub fn measure(folder: &Path) -> Result<Sample> {
    let path = folder.join("fsync");
    let mut file = File::create(&path)?;
    let begin = Instant::now();
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let one = Instant::now();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&PAGE)?;
        file.sync_data()?;
        times.push(micros(one.elapsed()));
    }
    std::fs::remove_file(&path)?;
    Ok(Sample::new(times, begin.elapsed()))
}
