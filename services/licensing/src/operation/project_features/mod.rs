//! The features of a project, as the other services know them.
pub mod publish;
