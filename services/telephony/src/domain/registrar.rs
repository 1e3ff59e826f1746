//! Where numbers register.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registrar {
    pub realm: String,
    /// Of the edge, or of what stands before it.
    pub address: String,
    pub port: u16,
    /// udp, tcp or tls.
    pub transport: String,
}
