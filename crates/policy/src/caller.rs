//! Who calls, what they may do, and the proof of it that storage asks for.
use std::marker::PhantomData;

use crate::{Action, ActionKind, Permission, PermissionSet, Reach, Resource, ResourceKind, Scope, table};

/// The authenticated caller of an operation.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    pub project_id: i64,
    /// 0 for a service, a device and for nobody.
    pub user_id: i64,
    pub session_id: i64,
    pub role_id: i64,
    pub user_name: String,
    pub permissions: PermissionSet,
    /// Groups that the user belongs to.
    pub domain_ids: Vec<i64>,
    /// en or ru.
    pub locale: String,
    pub ip: String,
    pub request_id: String,
    /// The dealer whose projects the user's account manages; 0 for none.
    pub dealer_id: i64,
    /// The token for programs by which a user comes; None where they have signed in.
    pub token: Option<CallerToken>,
    /// Of whoever comes by a mobile app: the features of the licence that their app has. Known to the gateway only.
    pub app_features: Option<Vec<String>>,
    pub kind: CallerKind,
}

/// A token for programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallerToken {
    pub id: i64,
    pub name: String,
    /// It has less than all rights of its user or role: `Caller::permissions` are those that are left.
    pub is_limited: bool,
    /// It has single permissions: what is its user's own it views only with a permission to view such things.
    pub is_without_own: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CallerKind {
    #[default]
    Anonymous,
    User,
    /// Another service of the platform, by name.
    Service(String),
    /// A device, by serial number.
    Device(String),
}

/// Why a call is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    #[error("unauthenticated")]
    Unauthenticated,
    #[error("action prohibited")]
    Forbidden,
}

impl Caller {
    /// True only for a signed-in user whose role holds the code.
    pub fn can(&self, permission: Permission) -> bool {
        self.kind == CallerKind::User && self.user_id != 0 && self.permissions.contains(permission)
    }

    /// The right to do `A` to an `R`, as far as the role reaches.
    pub fn authorize<R: ResourceKind, A: ActionKind>(&self) -> Result<Authorized<R, A>, Denied> {
        if self.kind != CallerKind::User || self.user_id == 0 {
            return Err(self.denied());
        }
        let scope = self.scope(R::VALUE, A::VALUE);
        if scope.is_empty() { Err(Denied::Forbidden) } else { Ok(self.proof(scope)) }
    }

    /// Whether a token leaves out some of the rights: then it changes nothing without a permission that it names, not even what
    /// is the user's own.
    fn is_limited(&self) -> bool {
        self.token.as_ref().is_some_and(|token| token.is_limited)
    }

    /// Another service's right to everything in a project, for calls between services. Its name.
    pub fn as_service(&self) -> Result<&str, Denied> {
        match &self.kind {
            CallerKind::Service(name) => Ok(name),
            _ => Err(self.denied()),
        }
    }

    /// Who has proved who they are is forbidden what others may; nobody is asked to sign in.
    pub fn denied(&self) -> Denied {
        if self.kind == CallerKind::Anonymous { Denied::Unauthenticated } else { Denied::Forbidden }
    }

    /// Whether a permission of the caller's gives something with the resource, beyond what everybody may.
    pub fn is_granted(&self, resource: Resource) -> bool {
        [Action::View, Action::Create, Action::Edit, Action::Delete]
            .iter()
            .any(|action| table::grants(resource, *action).iter().any(|(permission, _)| self.can(*permission)))
    }

    /// How far the caller reaches; empty when the action is refused.
    pub fn scope(&self, resource: Resource, action: Action) -> Scope {
        self.scope_with_own(resource, action, self.views_own(resource))
    }

    /// Whether the caller views what is their own without a permission. Somebody's cards open doors: who has given a token the right to
    /// view devices alone has not given them away. Whose it is, it is told.
    fn views_own(&self, resource: Resource) -> bool {
        let is_without = self.token.as_ref().is_some_and(|token| token.is_without_own);
        !is_without || resource == Resource::User || table::grants(resource, Action::View).iter().any(|(permission, _)| self.can(*permission))
    }

    fn scope_with_own(&self, resource: Resource, action: Action, with_own: bool) -> Scope {
        let mut scope = Scope { user_id: self.user_id, domain_ids: self.domain_ids.clone(), ..Scope::default() };
        if self.dealer_id == 0 && table::belongs_to_installation(resource, action) {
            return scope;
        }
        let is_always = |reach: &Reach| match action {
            Action::View => with_own || *reach != Reach::Own,
            _ => !self.is_limited(),
        };
        if let Some(reach) = table::always(resource, action).filter(is_always) {
            scope.add(reach);
        }
        for (permission, reach) in table::grants(resource, action) {
            if self.can(*permission) {
                match reach {
                    // A permission that builds on what is viewed brings the own along.
                    Reach::View => scope.join(&self.scope_with_own(resource, Action::View, true)),
                    Reach::ViewOf(other) => scope.join(&self.scope_with_own(*other, Action::View, true)),
                    reach => scope.add(*reach),
                }
            }
        }
        scope
    }

    fn proof<R: ResourceKind, A: ActionKind>(&self, scope: Scope) -> Authorized<R, A> {
        Authorized { project_id: self.project_id, caller: self.clone(), scope, what: PhantomData }
    }
}

/// Proof that the caller may do `A` to those `R` that lie in `scope`. Only this crate makes one.
#[derive(Clone, Debug)]
pub struct Authorized<R, A> {
    project_id: i64,
    caller: Caller,
    scope: Scope,
    what: PhantomData<(R, A)>,
}

impl<R: ResourceKind, A: ActionKind> Authorized<R, A> {
    pub fn project_id(&self) -> i64 {
        self.project_id
    }
    pub fn caller(&self) -> &Caller {
        &self.caller
    }
    pub fn scope(&self) -> &Scope {
        &self.scope
    }
    /// As the audit log names it.
    pub fn resource_name(&self) -> &'static str {
        R::VALUE.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{action, resource};

    fn caller(kind: CallerKind, user_id: i64) -> Caller {
        Caller { project_id: 1, user_id, kind, ..Caller::default() }
    }

    #[test]
    fn a_token_of_some_rights_changes_nothing_that_needs_no_right() {
        let limited = |is_limited| Caller {
            token: Some(CallerToken { is_limited, ..CallerToken::default() }),
            permissions: [Permission::CanViewDevices].into_iter().collect(),
            domain_ids: vec![10],
            ..caller(CallerKind::User, 7)
        };
        assert!(limited(true).authorize::<resource::User, action::View>().is_ok());
        assert!(limited(true).authorize::<resource::Device, action::View>().is_ok());
        assert!(limited(true).authorize::<resource::User, action::Edit>().is_err());
        assert!(limited(true).authorize::<resource::Notification, action::Delete>().is_err());
        assert!(limited(false).authorize::<resource::User, action::Edit>().is_ok());
    }

    #[test]
    fn a_token_of_single_permissions_does_not_view_its_users_own_cards_without_one_to_view_cards() {
        let by_token = |is_without_own, permissions: &[Permission]| Caller {
            token: Some(CallerToken { is_limited: true, is_without_own, ..CallerToken::default() }),
            permissions: permissions.iter().copied().collect(),
            domain_ids: vec![10],
            ..caller(CallerKind::User, 7)
        };
        let devices = by_token(true, &[Permission::CanViewDevices]);
        assert!(devices.authorize::<resource::Identifier, action::View>().is_err());
        assert!(devices.authorize::<resource::Notification, action::View>().is_err());
        assert!(devices.authorize::<resource::CallHistory, action::View>().is_err());
        assert!(devices.authorize::<resource::Device, action::View>().is_ok_and(|right| right.scope().own));
        assert!(devices.authorize::<resource::Group, action::View>().is_ok(), "groups are its reach, and nobody's own");
        assert!(devices.authorize::<resource::User, action::View>().is_ok_and(|right| right.scope().own), "whose it is, it is told");
        // What a permission names goes as far as it does for the user.
        let cards = by_token(true, &[Permission::CanEditIdentifier]);
        assert!(cards.authorize::<resource::Identifier, action::View>().is_ok_and(|right| right.scope().own));
        let events = by_token(true, &[Permission::CanViewDeviceEvents]);
        assert!(events.authorize::<resource::DeviceEvent, action::View>().is_ok_and(|right| right.scope().own));
        assert!(events.authorize::<resource::Device, action::View>().is_err());
        // Of everything, and of all that there is to read.
        assert!(by_token(false, &[]).authorize::<resource::Identifier, action::View>().is_ok());
    }

    #[test]
    fn only_nobody_is_asked_to_sign_in() {
        let (user, service, device) = (CallerKind::User, CallerKind::Service("access".into()), CallerKind::Device("AA12-0001".into()));
        let denied = |caller: Caller| caller.authorize::<resource::License, action::View>().err();
        assert_eq!(denied(caller(CallerKind::Anonymous, 0)), Some(Denied::Unauthenticated));
        assert_eq!(denied(caller(user.clone(), 7)), Some(Denied::Forbidden));
        assert_eq!(denied(caller(service.clone(), 0)), Some(Denied::Forbidden));
        assert_eq!(denied(caller(device.clone(), 0)), Some(Denied::Forbidden));
        assert_eq!(caller(CallerKind::Anonymous, 0).as_service(), Err(Denied::Unauthenticated));
        assert_eq!(caller(user, 7).as_service(), Err(Denied::Forbidden));
        assert_eq!(caller(device, 0).as_service(), Err(Denied::Forbidden));
        assert_eq!(caller(service, 0).as_service(), Ok("access"));
    }
}
