mod archive;
mod carried;
mod engine;
mod fake_site;
mod hostile;
mod site_file;
mod undone;
mod unseen;
