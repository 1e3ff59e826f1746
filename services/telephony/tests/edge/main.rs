//! The SIP edge as it is shipped (docker/sip-edge), over the tables that the migrations make: who gets in, who does
//! not, and what an attacker can do. Each test has an edge and a database of its own; the source of an attack is an
//! address of its own too, since everything on loopback may call itself 127.0.0.2.
mod attacks;
mod authority;
mod calls;
mod certificate;
mod kamailio;
mod phone;
mod registration;
mod server;
mod service;
mod stream;
mod trunk;
mod websocket;
