//! Active calls: who rings, whom they wait for, and their end by hand.
mod list;
mod route;
mod stop;

pub use list::list;
pub use route::route;
pub use stop::stop;
