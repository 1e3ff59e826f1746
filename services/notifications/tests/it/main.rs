//! Who is told what, and what they do with it; who is sent which mail: against a real database and a real mail server.
mod delivery;
mod device_status;
mod inbox;
mod mail_choice;
mod mail_delivery;
mod mail_encryption;
mod mail_preview;
mod mail_server;
mod mail_template;
mod mailbox;
mod recipients;
mod settings;
mod site;
mod telephony;
mod tls_catcher;
