//! Licences of a project.
pub mod create_evaluation;
