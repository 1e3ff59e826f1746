//! How much of a file is taken.

const ROW_BYTES: u64 = 2 << 10;
/// Styles and themes have a size of their own.
const MIN_UNPACKED: u64 = 8 << 20;

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
    /// Bytes of an xlsx file when it is unpacked, and of the text of any table: 2 KiB for each row, 40 MiB for 20,000 rows. A table of users takes a tenth.
    pub(crate) fn unpacked(&self) -> u64 {
        (self.rows as u64 * ROW_BYTES).max(MIN_UNPACKED)
    }

    /// Strings that an xlsx file may keep for its cells, one for each cell. Empty ones are five bytes of the file and a
    /// multiple of that in memory, so that the size of the file alone does not bound them.
    pub(crate) fn shared_strings(&self) -> u64 {
        (self.rows as u64 + 1) * self.columns as u64
    }
}
