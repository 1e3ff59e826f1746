//! What proves to the licence server that a call comes from the installation that activated a licence. Ids of licences,
//! projects and installations are seen by many people; this is stored by licensing only, sealed.
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::seal::Sealer;
use ring::rand::{SecureRandom as _, SystemRandom};

/// What it is sealed for.
const PURPOSE: &str = "licensing.seat_secret";

/// 256 random bits, base64url: one for each activation.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatSecret(String);

impl SeatSecret {
    pub fn random() -> Self {
        let mut bytes = [0; 32];
        SystemRandom::new().fill(&mut bytes).expect("the system gives random bytes");
        SeatSecret(URL_SAFE_NO_PAD.encode(bytes))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn seal(&self, sealer: &Sealer) -> Vec<u8> {
        sealer.seal_for(PURPOSE, &self.0)
    }

    /// None for one that was sealed by a key that is gone.
    pub fn open(sealer: &Sealer, sealed: &[u8]) -> Option<Self> {
        sealer.open_for(PURPOSE, sealed).ok().map(SeatSecret)
    }
}
