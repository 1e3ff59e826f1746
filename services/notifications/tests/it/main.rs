//! Notifications and mails, against a real database and a real mail server.
mod delivery;
mod device_status;
mod harness;
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
mod telephony;
mod tls_catcher;
