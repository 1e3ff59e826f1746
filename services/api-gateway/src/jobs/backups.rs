//! Makes and applies backups, and finds those that broke off.
use std::time::Duration;

use kit::Result;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::operation::backup;
use crate::store::lease::{Lease, Works};
use crate::store::work_queue::{Work, WorkKind};

/// How often works without a sign of life are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(15);

/// Runs until shutdown; works that go on then break off between two rows, and another replica continues them.
pub async fn run(app: App) -> anyhow::Result<()> {
    let mut works = JoinSet::new();
    let mut sweeps = interval(SWEEP_INTERVAL);
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.context.shutdown.cancelled() => break,
            Some(work) = app.backup_works.next() => {
                works.spawn(perform(app.clone(), work));
            }
            _ = sweeps.tick() => {
                if let Err(error) = sweep(&app).await {
                    tracing::warn!(%error, "backups that broke off are not looked for");
                }
            }
            Some(_) = works.join_next(), if !works.is_empty() => {}
        }
    }
    while works.join_next().await.is_some() {}
    Ok(())
}

async fn perform(app: App, work: Work) {
    let Work { kind, key, leases } = work;
    let engine = app.context.shutdown.run_until_cancelled(app.backup_works.work_engine()).await;
    if let Some(Ok(engine)) = engine {
        let done = match kind {
            WorkKind::Make => backup::make(&app, key, &leases, engine).await,
            WorkKind::Apply => backup::run(&app, key, &leases, engine).await,
        };
        if let Err(error) = done {
            tracing::warn!(backup = key.id, ?kind, error = format!("{error:#}"), "a backup broke off");
        }
    }
    for lease in leases {
        lease.release().await;
    }
}

/// Whoever gets the lease of a work that has not ended is the one who goes on with it.
async fn sweep(app: &App) -> Result<()> {
    for key in Works(&app.context).all().await?.into_keys() {
        let turn = app.backup_works.reserve()?;
        let Some(work) = Lease::acquire_work(&app.context, key).await? else { continue };
        match backup::resume(app, key).await {
            Ok(Some(apply)) => turn.push(Work { kind: WorkKind::Apply, key, leases: vec![apply, work] }),
            Ok(None) => work.release().await,
            Err(error) => {
                tracing::warn!(backup = key.id, %error, "a backup that broke off is not continued");
                work.release().await;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kit::db::Migrator;
    use kit::settings::BlobVariables;
    use kit::{Context, Error};
    use policy::{Caller, CallerKind, Permission, action, resource};
    use redis::AsyncCommands;
    use time::OffsetDateTime;

    use super::*;
    use crate::config::Config;
    use crate::domain::backup::{ApplyRecord, ApplyStatus, BackupOrigin, BackupRecord, BackupStatus, LIFETIME, MAX_BACKUPS_OF_MAKER, Worker};
    use crate::store::backup::{BackupKey, new_id};
    use crate::store::lease::WorkProgress;
    use crate::store::work_queue::WorkPlace;

    static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;
    const PROJECT: i64 = 7;
    const SWEEP_TIMEOUT: Duration = Duration::from_secs(60);

    /// A gateway of an installation of its own, without its services.
    struct Gateway {
        app: App,
        _servers: testing::App,
        _files: tempfile::TempDir,
    }

    impl Gateway {
        async fn start() -> Gateway {
            let (servers, files) = (testing::App::start("api-gateway", &NO_MIGRATIONS).await, tempfile::tempdir().unwrap());
            let mut settings = (*servers.context.settings).clone();
            settings.amqp_prefix = format!("g{}", uuid::Uuid::new_v4().simple());
            settings.blob = BlobVariables::of_folder(files.path().to_str().unwrap());
            let context = Context { settings: Arc::new(settings), ..servers.context.clone() };
            let app = App::new(context, Config::from_env().unwrap()).unwrap();
            Gateway { app, _servers: servers, _files: files }
        }

        /// One that is being made, as whoever makes it has left it.
        async fn begun_at(&self, at: OffsetDateTime) -> BackupKey {
            let mut record = backup::new_record(&self.app, PROJECT, "House".into(), BackupOrigin::Made, Vec::new(), Worker::default());
            (record.id, record.created_at) = (new_id(at), at);
            let key = BackupKey::from(&record);
            self.app.backups.put(&record).await.unwrap();
            self.app.backups.put_work(key).await.unwrap();
            Works(&self.app.context).begin(key).await.unwrap();
            key
        }

        fn lease(&self, key: BackupKey) -> String {
            self.app.context.settings.redis_name(&format!("backup-work:{PROJECT}:{}", key.id))
        }

        /// Whoever works on it has two minutes to say so, which end now.
        async fn sweep_until_failed(&self, key: BackupKey) {
            sweep(&self.app).await.unwrap();
            assert_eq!(self.record(key).await.status, BackupStatus::Making, "somebody may work on it");
            let _: bool = self.app.context.redis.clone().pexpire(self.lease(key), 1).await.unwrap();
            self.sweep_while_making(key).await;
            assert_eq!(self.record(key).await.status, BackupStatus::Failed);
        }

        async fn sweep_while_making(&self, key: BackupKey) {
            let sweeps = async {
                while self.record(key).await.status == BackupStatus::Making {
                    sweep(&self.app).await.unwrap();
                }
            };
            tokio::time::timeout(SWEEP_TIMEOUT, sweeps).await.expect("a sweep ends it");
        }

        async fn begun(&self) -> BackupKey {
            self.begun_at(self.app.context.clock.now()).await
        }

        async fn record(&self, key: BackupKey) -> BackupRecord {
            self.app.backups.find(key).await.unwrap()
        }

        async fn works(&self) -> usize {
            Works(&self.app.context).all().await.unwrap().len()
        }
    }

    #[tokio::test]
    async fn a_making_that_nobody_works_on_has_failed() {
        let gateway = Gateway::start().await;
        let key = gateway.begun().await;
        sweep(&gateway.app).await.unwrap();
        let record = gateway.record(key).await;
        assert_eq!((record.status, record.message.as_deref()), (BackupStatus::Failed, Some("device or service not available")));
        assert_eq!(gateway.works().await, 0, "nobody looks for it again");
        // The place that it took is free: others are made.
        sweep(&gateway.app).await.unwrap();
    }

    #[tokio::test]
    async fn a_making_that_somebody_works_on_goes_on_until_two_minutes_without_a_sign_of_life() {
        let gateway = Gateway::start().await;
        let key = gateway.begun().await;
        let context = &gateway.app.context;
        let lease = Lease::acquire_work(context, key).await.unwrap().expect("nobody has it");
        let mut redis = context.redis.clone();
        let name = gateway.lease(key);
        let left: i64 = redis.pttl(&name).await.unwrap();
        assert!(left > 0 && left <= 120_000, "{left}");
        sweep(&gateway.app).await.unwrap();
        assert_eq!(gateway.record(key).await.status, BackupStatus::Making);

        // Its process is gone: nobody renews the lease, and its time ends.
        drop(lease);
        let _: bool = redis.pexpire(&name, 1).await.unwrap();
        gateway.sweep_while_making(key).await;
        assert_eq!((gateway.record(key).await.status, gateway.works().await), (BackupStatus::Failed, 0));
    }

    #[tokio::test]
    async fn a_work_that_redis_has_forgotten_is_found_again_though_nobody_looks_at_it() {
        let gateway = Gateway::start().await;
        let app = &gateway.app;
        let permissions = [Permission::CanViewBackups, Permission::CanDeleteBackup].into_iter().collect();
        let caller = Caller { project_id: PROJECT, user_id: 5, permissions, kind: CallerKind::User, ..Caller::default() };
        let (view, delete) = (caller.authorize::<resource::Backup, action::View>().unwrap(), caller.authorize::<resource::Backup, action::Delete>());
        for (hours, look) in [(1, "find"), (2, "list"), (3, "delete"), (4, "nobody")] {
            let key = gateway.begun_at(app.context.clock.now() - time::Duration::hours(hours)).await;
            Works(&app.context).end(key).await.unwrap();
            sweep(app).await.unwrap();
            assert_eq!(gateway.record(key).await.status, BackupStatus::Making);
            match look {
                "find" => drop(backup::find(app, &view, key.id).await.unwrap()),
                "list" => drop(backup::list(app, &view, 1, 20, "", "").await.unwrap()),
                "delete" => drop(backup::delete(app, delete.as_ref().unwrap(), key.id).await.unwrap_err()),
                _ => backup::ensure_all_found(app).await.unwrap(),
            }
            gateway.sweep_until_failed(key).await;
            assert_eq!(gateway.works().await, 0, "{look}");
            assert!(app.backups.works().await.unwrap().is_empty(), "{look}");
        }
    }

    #[tokio::test]
    async fn a_work_that_redis_has_forgotten_is_left_to_whoever_works_on_it() {
        let gateway = Gateway::start().await;
        let (key, context) = (gateway.begun().await, &gateway.app.context);
        let lease = Lease::acquire_work(context, key).await.unwrap().expect("nobody has it");
        let _: () = context.redis.clone().del(gateway.lease(key)).await.unwrap();
        Works(context).end(key).await.unwrap();
        Works(context).report(key, WorkProgress { done: 1, total: 2 }).await.unwrap();
        sweep(&gateway.app).await.unwrap();
        assert_eq!(gateway.record(key).await.status, BackupStatus::Making, "what its holder reports does not give it away");

        backup::ensure_all_found(&gateway.app).await.unwrap();
        sweep(&gateway.app).await.unwrap();
        assert_eq!(gateway.record(key).await.status, BackupStatus::Making, "a sweep comes before the renewal");
        assert!(lease.renew().await.unwrap());
        backup::ensure_all_found(&gateway.app).await.unwrap();
        sweep(&gateway.app).await.unwrap();
        assert_eq!((gateway.record(key).await.status, gateway.works().await), (BackupStatus::Making, 1));
        assert!(!lease.lost.is_cancelled());
    }

    #[tokio::test]
    async fn a_backup_that_has_just_ended_is_not_busy_for_those_who_looked_before() {
        let gateway = Gateway::start().await;
        let (app, key) = (&gateway.app, gateway.begun().await);
        let going_on = gateway.record(key).await;
        // Its holder has written this and forgotten it; they have the list of works and the record from before.
        app.backups.put(&BackupRecord { status: BackupStatus::Ready, ..going_on.clone() }).await.unwrap();
        Works(&app.context).end(key).await.unwrap();
        assert_eq!(app.backups.works().await.unwrap(), [key]);
        for look in ["all", "one"] {
            match look {
                "all" => backup::ensure_all_found(app).await.unwrap(),
                _ => backup::ensure_found(app, &going_on).await,
            }
            assert_eq!(gateway.works().await, 0, "{look}");
            Lease::acquire_work(&app.context, key).await.unwrap().expect("nobody has it").release().await;
        }
    }

    #[tokio::test]
    async fn a_lease_that_redis_has_forgotten_is_its_holders_still() {
        let gateway = Gateway::start().await;
        let (key, context) = (gateway.begun().await, &gateway.app.context);
        let lease = Lease::acquire_work(context, key).await.unwrap().expect("nobody has it");
        let name = gateway.lease(key);
        let _: () = context.redis.clone().del(&name).await.unwrap();
        assert!(lease.renew().await.unwrap());
        assert!(Lease::acquire_work(context, key).await.unwrap().is_none());
        // Another one has it now.
        let _: () = context.redis.clone().set(&name, "another").await.unwrap();
        assert!(!lease.renew().await.unwrap());
    }

    #[tokio::test]
    async fn a_making_without_a_place_in_the_queue_is_refused_and_leaves_nothing_behind() {
        let gateway = Gateway::start().await;
        let permissions = [Permission::CanCreateBackup].into_iter().collect();
        let caller = Caller { project_id: PROJECT, user_id: 5, permissions, kind: CallerKind::User, ..Caller::default() };
        let right = caller.authorize::<resource::Backup, action::Create>().unwrap();
        let places: Vec<WorkPlace> = std::iter::from_fn(|| gateway.app.backup_works.reserve().ok()).collect();
        let refused = backup::create(&gateway.app, &right, "House", &[]).await;
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        let listed = gateway.app.backups.list(PROJECT, gateway.app.context.clock.now()).await.unwrap();
        assert_eq!((listed.len(), gateway.works().await), (0, 0));
        // The places are free again, and nobody holds the leases.
        drop(places);
        backup::create(&gateway.app, &right, "House", &[]).await.unwrap();
        assert_eq!(gateway.works().await, 1);
    }

    #[tokio::test]
    async fn a_backup_is_not_deleted_in_the_moment_in_which_its_apply_begins() {
        let gateway = Gateway::start().await;
        let key = gateway.begun().await;
        let ready = BackupRecord { status: BackupStatus::Ready, ..gateway.record(key).await };
        gateway.app.backups.put(&ready).await.unwrap();
        let permissions = [Permission::CanDeleteBackup].into_iter().collect();
        let caller = Caller { project_id: PROJECT, user_id: 5, permissions, kind: CallerKind::User, ..Caller::default() };
        let right = caller.authorize::<resource::Backup, action::Delete>().unwrap();
        let _apply = Lease::acquire_work(&gateway.app.context, key).await.unwrap().expect("nobody has it");
        let refused = backup::delete(&gateway.app, &right, key.id).await;
        assert!(matches!(refused, Err(Error::Conflict { .. })), "{refused:?}");
        assert_eq!(gateway.record(key).await.status, BackupStatus::Ready);
    }

    #[tokio::test]
    async fn what_was_made_before_an_apply_is_not_deleted_while_that_goes_on() {
        let gateway = Gateway::start().await;
        let app = &gateway.app;
        let store = async |id, apply, made_before| {
            let record = backup::new_record(app, PROJECT, "House".into(), BackupOrigin::Made, Vec::new(), Worker::default());
            let record = BackupRecord { id, status: BackupStatus::Ready, apply, made_before, ..record };
            app.backups.put(&record).await.unwrap();
            record
        };
        let permissions = [Permission::CanDeleteBackup].into_iter().collect();
        let caller = Caller { project_id: PROJECT, user_id: 5, permissions, kind: CallerKind::User, ..Caller::default() };
        let right = caller.authorize::<resource::Backup, action::Delete>().unwrap();
        let id = new_id(app.context.clock.now());
        let before = store(id + 1, None, Some(id)).await;
        // It is there before the work says so.
        for undo_backup_id in [None, Some(before.id)] {
            store(id, Some(ApplyRecord { undo_backup_id, ..applying() }), None).await;
            let refused = backup::delete(app, &right, before.id).await;
            assert!(matches!(refused, Err(Error::Conflict { .. })), "{refused:?}");
            gateway.record(BackupKey::from(&before)).await;
        }
        let other = store(id, Some(ApplyRecord { undo_backup_id: Some(id + 2), ..applying() }), None).await;
        assert!(other.needs(id + 2) && !other.needs(before.id));
        let ended = store(id, Some(ApplyRecord { status: ApplyStatus::Applied, undo_backup_id: Some(before.id), ..applying() }), None).await;
        assert!(!ended.needs(before.id));
    }

    fn applying() -> ApplyRecord {
        ApplyRecord {
            status: ApplyStatus::Applying,
            replace: false,
            entities: Vec::new(),
            plan_hash: String::new(),
            started_at: OffsetDateTime::UNIX_EPOCH,
            ended_at: None,
            by: Worker::default(),
            done: 0,
            total: 0,
            refusals: Vec::new(),
            refusals_count: 0,
            undo_backup_id: None,
            undoes: None,
            message: None,
        }
    }

    #[tokio::test]
    async fn one_person_fills_half_of_the_backups_of_a_project() {
        let gateway = Gateway::start().await;
        let caller = |user_id| {
            let permissions = [Permission::CanCreateBackup].into_iter().collect();
            Caller { project_id: PROJECT, user_id, permissions, kind: CallerKind::User, ..Caller::default() }
        };
        let first = new_id(gateway.app.context.clock.now() - time::Duration::hours(1));
        for id in (first..).take(MAX_BACKUPS_OF_MAKER) {
            let by = backup::worker(&caller(5));
            let record = backup::new_record(&gateway.app, PROJECT, "House".into(), BackupOrigin::Made, Vec::new(), by);
            gateway.app.backups.put(&BackupRecord { id, status: BackupStatus::Ready, ..record }).await.unwrap();
        }
        let create = async |user_id| {
            let caller = caller(user_id);
            backup::create(&gateway.app, &caller.authorize::<resource::Backup, action::Create>().unwrap(), "House", &[]).await
        };
        let refused = create(5).await;
        assert!(matches!(refused, Err(Error::Conflict { code: "too_many_items", .. })), "{refused:?}");
        create(6).await.unwrap();
    }

    #[tokio::test]
    async fn a_work_whose_backup_was_deleted_is_forgotten() {
        let gateway = Gateway::start().await;
        let key = gateway.begun().await;
        gateway.app.backups.delete(key).await.unwrap();
        sweep(&gateway.app).await.unwrap();
        assert_eq!(gateway.works().await, 0);
    }

    #[tokio::test]
    async fn after_90_days_a_backup_goes_with_its_files_and_no_other_does() {
        let gateway = Gateway::start().await;
        let now = gateway.app.context.clock.now();
        let (old, young) = (gateway.begun_at(now - LIFETIME).await, gateway.begun_at(now - LIFETIME + time::Duration::hours(1)).await);
        for key in [old, young] {
            gateway.app.backups.put_zip(key, b"zip").await.unwrap();
            gateway.app.backups.put_text(key, b"vestibule: 1").await.unwrap();
            gateway.app.backups.put_secrets(key, &[]).await.unwrap();
        }
        assert_eq!(gateway.app.backups.delete_expired(now).await.unwrap(), 4);
        assert!(matches!(gateway.app.backups.find(old).await, Err(Error::NotFound)));
        assert!(matches!(gateway.app.backups.zip(old).await, Err(Error::NotFound)));
        assert_eq!((gateway.record(young).await.id, gateway.app.backups.zip(young).await.unwrap()), (young.id, b"zip".to_vec()));
    }
}
