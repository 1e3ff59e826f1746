//! The service against a real Postgres, a real Mosquitto with users and rights, and panels played over MQTT.
mod access;
mod actions;
mod broker;
mod broker_users;
mod convergence;
mod count;
mod devices;
mod events;
mod numbers;
mod open_lock;
mod panel;
mod remote;
mod replicas;
mod settings;
mod site;
mod tasks;
mod tenancy;
