//! Collects what does not fit, each with where it stands.

use crate::error::{FieldError, InputError};
use crate::limits::{MAX_FIELD_ERRORS, MAX_PATH_BYTES};

/// The errors so far, and the place where the reader is.
#[derive(Default)]
pub(super) struct Problems<'j> {
    path: Vec<Segment<'j>>,
    found: Vec<FieldError>,
}

/// One step from a value to a value inside it.
#[derive(Clone, Copy)]
pub(super) enum Segment<'j> {
    Key(&'j str),
    Index(usize),
}

impl<'j> Problems<'j> {
    pub fn push_segment(&mut self, segment: Segment<'j>) {
        self.path.push(segment);
    }

    pub fn pop_segment(&mut self) {
        self.path.pop();
    }

    /// Reports the value where the reader is.
    pub fn add(&mut self, message: impl Into<String>) {
        if self.found.len() < MAX_FIELD_ERRORS {
            self.found.push(FieldError { path: render(&self.path), message: message.into() });
        }
    }

    /// Reports a value inside the one where the reader is.
    pub fn add_at(&mut self, key: &str, message: impl Into<String>) {
        if self.found.len() < MAX_FIELD_ERRORS {
            let mut path = self.path.clone();
            path.push(Segment::Key(key));
            self.found.push(FieldError { path: render(&path), message: message.into() });
        }
    }

    pub fn finish(self) -> Result<(), InputError> {
        if self.found.is_empty() { Ok(()) } else { Err(InputError::Fields(self.found)) }
    }
}

/// `items[3].field`
fn render(path: &[Segment<'_>]) -> String {
    let mut text = String::new();
    for segment in path {
        match segment {
            Segment::Index(index) => text.push_str(&format!("[{index}]")),
            Segment::Key(key) if text.is_empty() => text.push_str(key),
            Segment::Key(key) => {
                text.push('.');
                text.push_str(key);
            }
        }
    }
    if text.len() > MAX_PATH_BYTES {
        text.truncate(text.floor_char_boundary(MAX_PATH_BYTES));
        text.push('…');
    }
    text
}
