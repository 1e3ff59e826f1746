use kit::clock;
use policy::Caller;
use proto::vestibule::identity::v1::second_factors_server::SecondFactors;
use proto::vestibule::identity::v1::*;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::profile::account::{self, OwnAccount};
use crate::operation::second_factor::{passkey, totp};
use crate::store;
use crate::store::passkey::PasskeyRow;

pub struct SecondFactorService(pub App);

#[tonic::async_trait]
impl SecondFactors for SecondFactorService {
    async fn get_second_factors(&self, request: Request<GetSecondFactorsRequest>) -> Result<Response<SecondFactorState>, Status> {
        Ok(Response::new(self.state(&self.own(&request)?).await?))
    }

    async fn start_totp(&self, request: Request<StartTotpRequest>) -> Result<Response<TotpSecret>, Status> {
        let right = self.own(&request)?;
        Ok(Response::new(totp::start_totp(&self.0, &right, &request.get_ref().password).await?))
    }

    async fn confirm_totp(&self, request: Request<ConfirmTotpRequest>) -> Result<Response<RecoveryCodes>, Status> {
        let right = self.own(&request)?;
        Ok(Response::new(totp::confirm_totp(&self.0, &right, &request.get_ref().code).await?))
    }

    async fn disable_totp(&self, request: Request<DisableTotpRequest>) -> Result<Response<()>, Status> {
        let right = self.own(&request)?;
        totp::disable_totp(&self.0, &right, &request.get_ref().password).await?;
        Ok(Response::new(()))
    }

    async fn renew_recovery_codes(&self, request: Request<RenewRecoveryCodesRequest>) -> Result<Response<RecoveryCodes>, Status> {
        let right = self.own(&request)?;
        Ok(Response::new(totp::renew_recovery_codes(&self.0, &right, &request.get_ref().password).await?))
    }

    async fn start_passkey(&self, request: Request<StartPasskeyRequest>) -> Result<Response<PasskeyChallenge>, Status> {
        let right = self.own(&request)?;
        Ok(Response::new(passkey::start_passkey(&self.0, &right, &request.get_ref().password).await?))
    }

    async fn add_passkey(&self, request: Request<AddPasskeyRequest>) -> Result<Response<Passkey>, Status> {
        let right = self.own(&request)?;
        Ok(Response::new(encode_passkey(passkey::add_passkey(&self.0, &right, request.into_inner()).await?)))
    }

    async fn delete_passkey(&self, request: Request<DeletePasskeyRequest>) -> Result<Response<()>, Status> {
        let right = self.own(&request)?;
        passkey::delete_passkey(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(()))
    }
}

impl SecondFactorService {
    fn own<T>(&self, request: &Request<T>) -> kit::Result<OwnAccount> {
        let caller: Caller = self.0.context.caller(request)?;
        Ok(caller.authorize()?)
    }

    async fn state(&self, right: &OwnAccount) -> kit::Result<SecondFactorState> {
        let account_id = account::id(&self.0, right).await?;
        let mut tx = self.0.context.database.system().await?;
        let summary = store::second_factor::summary(&mut tx, account_id).await?;
        let passkeys = store::passkey::list(&mut tx, account_id).await?;
        tx.rollback().await?;
        Ok(SecondFactorState {
            is_totp_enabled: summary.totp,
            recovery_codes_left: summary.recovery_codes as i32,
            passkeys: passkeys.into_iter().map(encode_passkey).collect(),
        })
    }
}

fn encode_passkey(row: PasskeyRow) -> Passkey {
    Passkey { id: row.id, name: row.name, created_at: Some(clock::to_proto(row.created_at)), used_at: row.used_at.map(clock::to_proto) }
}
