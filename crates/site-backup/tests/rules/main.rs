mod archive;
mod carried;
mod engine;
mod fake_site;
