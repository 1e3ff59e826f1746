use policy::Caller;
use proto::vestibule::identity::v1::second_factors_server::SecondFactors;
use proto::vestibule::identity::v1::*;
use tonic::{Request, Response, Status};

use crate::operation::own_account::{self, Own};
use crate::operation::{passkey, totp};
use crate::parts::Parts;
use crate::store;

pub struct SecondFactorRpc(pub Parts);

#[tonic::async_trait]
impl SecondFactors for SecondFactorRpc {
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
        Ok(Response::new(passkey::add_passkey(&self.0, &right, request.into_inner()).await?))
    }

    async fn delete_passkey(&self, request: Request<DeletePasskeyRequest>) -> Result<Response<()>, Status> {
        let right = self.own(&request)?;
        passkey::delete_passkey(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(()))
    }
}

impl SecondFactorRpc {
    fn own<T>(&self, request: &Request<T>) -> kit::Result<Own> {
        let caller: Caller = self.0.context.caller(request)?;
        Ok(caller.authorize()?)
    }

    async fn state(&self, right: &Own) -> kit::Result<SecondFactorState> {
        let account_id = own_account::id(&self.0, right).await?;
        let mut tx = self.0.context.database.system().await?;
        let summary = store::second_factor::summary(&mut tx, account_id).await?;
        let passkeys = store::passkey::list(&mut tx, account_id).await?;
        tx.rollback().await?;
        Ok(SecondFactorState {
            is_totp_enabled: summary.totp,
            recovery_codes_left: summary.recovery_codes as i32,
            passkeys: passkeys.into_iter().map(Into::into).collect(),
        })
    }
}
