//! How much of a file is taken.

/// Sizes beyond which a table is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of the file as it was sent.
    pub bytes: usize,
    /// Below the heading.
    pub rows: usize,
    pub columns: usize,
    /// Characters of one cell.
    pub cell: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 64 << 20, rows: 20_000, columns: 64, cell: 4_000 }
    }
}

impl Limits {
    /// What an xlsx file may grow to when it is unpacked. Real tables grow about tenfold.
    pub(crate) fn unpacked(&self) -> u64 {
        (self.bytes as u64 * 4).max(64 << 20)
    }
}
