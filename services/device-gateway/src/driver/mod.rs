//! How devices are spoken with: the way (MQTT) and the language (BAS-IP).
pub mod bas_ip;
pub mod mqtt;
