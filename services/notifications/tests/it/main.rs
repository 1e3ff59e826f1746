//! Who is told what, and what they do with it, against a real database.
mod delivery;
mod inbox;
mod recipients;
mod settings;
mod site;
