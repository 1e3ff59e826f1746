//! The parts of row 7: panels that publish, a listener at the broker, a browser, and the times of each event.
pub mod browser;
pub mod listener;
pub mod panel;
pub mod times;
