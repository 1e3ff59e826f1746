//! Sound of telephones: makes the sounds that callers hear, and tells by ear which one it was.
//!
//! * [`wav`]: files of 8 kHz, 16 bit, one channel: what rtpengine plays without any conversion
//! * [`synth`]: notes into samples; [`sounds`]: the sounds of the platform, made of notes
//! * [`ear`]: the loudest frequency of what was heard
//!
//! `cargo run -p call-sounds -- docker/sip-edge/sounds` writes the files anew; a test proves that the
//! committed ones are what this makes.

pub mod sounds;
pub mod synth;
pub mod tone_detector;
pub mod wav;
