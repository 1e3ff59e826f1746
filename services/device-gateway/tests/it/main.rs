//! The service against a real Postgres, a real Mosquitto with users and rights, and panels played over MQTT.
mod access;
mod actions;
mod broker_users;
mod convergence;
mod devices;
mod events;
mod open_lock;
mod panel;
mod replicas;
mod site;
mod tasks;
mod tenancy;
