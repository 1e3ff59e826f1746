//! What a project has, as the other services know it.
pub mod publish;
