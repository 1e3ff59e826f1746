//! Signing in and out.
mod login;
mod login_passkey;
mod login_provider;
mod login_second_factor;
mod logout;
pub(crate) mod open;
pub(crate) mod own;
pub(crate) mod recent;
mod refresh;

pub use login::{admit, login};
pub use login_passkey::{login_passkey, start_passkey_login};
pub use login_provider::{finish_provider_login, start_provider_login};
pub use login_second_factor::login_second_factor;
pub use logout::logout;
pub use open::ClientInfo;
pub use own::{list_own, revoke_others, revoke_own};
pub use refresh::refresh;
