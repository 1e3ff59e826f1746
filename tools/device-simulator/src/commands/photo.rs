//! The snapshot: a small test card that changes with the time.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device_protocol::Request;
use device_protocol::photo::Photo;

use super::{Answer, CommandError, ok, png};
use crate::device::Device;

const WIDTH: usize = 64;
const HEIGHT: usize = 48;

pub fn take(device: &Device, request: &Request) -> Answer {
    if !device.model.capability.has_camera {
        return Err(CommandError::NotFound);
    }
    let second = device.clock.now().as_second().unsigned_abs() as usize;
    let file = STANDARD.encode(png::grey(WIDTH, &test_card(second)));
    Ok(ok(request, &Photo { content_type: "image/png".to_owned(), file }))
}

/// A slope of greys with a bright column that moves once a second.
fn test_card(second: usize) -> Vec<u8> {
    let pixel = |at: usize| {
        let (x, y) = (at % WIDTH, at / WIDTH);
        if x == second % WIDTH { 255 } else { u8::try_from(x + y).unwrap_or(u8::MAX) }
    };
    (0..WIDTH * HEIGHT).map(pixel).collect()
}
