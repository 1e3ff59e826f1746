//! What the gateway keeps: backups in the store of files, and who works on them in Redis. It has no table.
pub mod backup;
pub mod lease;
pub mod site;
pub mod work_queue;
