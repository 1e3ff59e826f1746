mod archive;
mod carried;
mod engine;
mod fake_site;
mod site_file;
