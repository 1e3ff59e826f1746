//! Messages, clients and servers generated from `proto/`, and the descriptors the gateway routes by.
#![allow(clippy::all, clippy::pedantic)]

include!(concat!(env!("OUT_DIR"), "/mod.rs"));

/// The encoded FileDescriptorSet, with annotations.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// The same with the comments of `proto/`, which make most of it: for documents alone.
pub const COMMENTED_DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/commented_descriptors.bin"));
