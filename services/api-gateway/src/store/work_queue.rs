//! Works of this process that wait for their turn, and how many go on at once.
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kit::{Error, Result};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::block_in_place;

use super::backup::BackupKey;
use super::lease::Lease;

/// Each has a file and a reading of a site in memory: up to half a gibibyte.
pub const MAX_ENGINES: usize = 1;
/// Of what works hold together while they write their rows, beside the engine.
const WRITE_MEMORY_KIB: usize = 128 << 10;
/// Files of calls, of up to 16 MiB each, that arrive or wait for the engine.
const MAX_UPLOADS: usize = 8;
const MAX_WAITING: usize = 32;
/// Calls of a project that have the engine, wait for it, or send their file.
const MAX_CALLS: usize = 3;
/// Somebody who waits for an answer does not wait longer for the engine.
const ENGINE_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkKind {
    Make,
    Apply,
}

/// A work, with the leases that say that somebody does it.
pub struct Work {
    pub kind: WorkKind,
    pub key: BackupKey,
    pub leases: Vec<Lease>,
}

#[derive(Clone)]
pub struct WorkQueue {
    sender: mpsc::Sender<Work>,
    receiver: Arc<Mutex<mpsc::Receiver<Work>>>,
    /// Of plans, makings, and applies until they write.
    engines: Arc<Semaphore>,
    /// In KiB.
    write_memory: Arc<Semaphore>,
    uploads: Arc<Semaphore>,
    calls: CallsOfProjects,
}

type CallsOfProjects = Arc<std::sync::Mutex<HashMap<i64, usize>>>;

/// The engine, for a call.
pub struct Engine {
    _permit: OwnedSemaphorePermit,
    _call: EngineCall,
}

/// The engine, for a work.
pub struct WorkEngine(OwnedSemaphorePermit);

/// While a work writes: a part of the memory of such works, or the engine.
pub struct Writing {
    _permit: OwnedSemaphorePermit,
}

/// One of the few calls of a project: they keep neither the engine nor the memory and the places of requests from other projects.
pub struct EngineCall {
    calls: CallsOfProjects,
    project_id: i64,
    _upload: Option<OwnedSemaphorePermit>,
}

impl Drop for EngineCall {
    fn drop(&mut self) {
        let mut calls = self.calls.lock().expect("not poisoned");
        let of_project = calls.get_mut(&self.project_id).map_or(0, |count| {
            *count -= 1;
            *count
        });
        if of_project == 0 {
            calls.remove(&self.project_id);
        }
    }
}

/// Of the queue; free again where nothing takes it.
pub struct WorkPlace(mpsc::OwnedPermit<Work>);

impl WorkPlace {
    pub fn push(self, work: Work) {
        let _sender = self.0.send(work);
    }
}

impl Default for WorkQueue {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        WorkQueue {
            sender,
            receiver: Arc::new(Mutex::new(receiver)),
            engines: Arc::new(Semaphore::new(MAX_ENGINES)),
            write_memory: Arc::new(Semaphore::new(WRITE_MEMORY_KIB)),
            uploads: Arc::new(Semaphore::new(MAX_UPLOADS)),
            calls: Arc::default(),
        }
    }
}

impl WorkQueue {
    /// Begins a call that will need the engine.
    pub fn call(&self, project_id: i64) -> Result<EngineCall> {
        self.begin_call(project_id, None)
    }

    /// As `call`, of one that brings a file, before that is read: it is in memory until the call has the engine.
    pub fn upload(&self, project_id: i64) -> Result<EngineCall> {
        let place = self.uploads.clone().try_acquire_owned();
        let place = place.map_err(|_| Error::Unavailable(anyhow::anyhow!("too many files are sent at once")))?;
        self.begin_call(project_id, Some(place))
    }

    fn begin_call(&self, project_id: i64, upload: Option<OwnedSemaphorePermit>) -> Result<EngineCall> {
        let mut calls = self.calls.lock().expect("not poisoned");
        let count = calls.entry(project_id).or_default();
        if *count >= MAX_CALLS {
            return Err(Error::conflict("can't perform action"));
        }
        *count += 1;
        Ok(EngineCall { calls: self.calls.clone(), project_id, _upload: upload })
    }

    pub async fn engine(&self, call: EngineCall) -> Result<Engine> {
        let permit = tokio::time::timeout(ENGINE_TIMEOUT, self.engines.clone().acquire_owned()).await;
        let permit = permit.map_err(|_| Error::Unavailable(anyhow::anyhow!("backups of others are planned or made")))?;
        Ok(Engine { _permit: permit.map_err(Error::internal)?, _call: call })
    }

    /// The engine for a work, which waits as long as it takes.
    pub async fn work_engine(&self) -> Result<WorkEngine> {
        self.engines.clone().acquire_owned().await.map(WorkEngine).map_err(Error::internal)
    }

    /// Others get the engine while this work writes its rows, which may take an hour; unless what it holds does not fit into memory
    /// beside what others hold who write.
    pub fn write(&self, engine: WorkEngine, bytes: usize) -> Writing {
        let kib = (bytes >> 10).clamp(1, WRITE_MEMORY_KIB);
        let memory = self.write_memory.clone().try_acquire_many_owned(kib.try_into().unwrap_or(u32::MAX));
        Writing { _permit: memory.unwrap_or(engine.0) }
    }

    /// A place for a work, before anything says that it has begun: what nobody does must not go on by itself later.
    pub fn reserve(&self) -> Result<WorkPlace> {
        let place = self.sender.clone().try_reserve_owned();
        place.map(WorkPlace).map_err(|_| Error::Unavailable(anyhow::anyhow!("too many backups are made or applied")))
    }

    pub async fn next(&self) -> Option<Work> {
        self.receiver.lock().await.recv().await
    }
}

/// Runs what keeps a processor busy, such as reading or comparing 50,000 rows, without keeping other tasks from this thread. How
/// many do so at once is limited by the engine, which the caller has.
pub fn beside_the_runtime<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => block_in_place(work),
        // Of tests: it has no other thread.
        _ => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_project_has_few_calls_at_the_engine_and_keeps_no_other_project_from_it() {
        let works = WorkQueue::default();
        let engine = works.engine(works.call(1).unwrap()).await.unwrap();
        let waiting: Vec<EngineCall> = (1..MAX_CALLS).map(|_| works.call(1).unwrap()).collect();
        assert!(matches!(works.call(1), Err(Error::Conflict { .. })));
        let others = works.call(2).unwrap();
        drop(engine);
        drop(works.engine(others).await.unwrap());
        drop(waiting);
        assert!(works.call(1).is_ok() && works.calls.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn who_writes_leaves_the_engine_to_other_projects_while_memory_is_enough_for_both() {
        let works = WorkQueue::default();
        let is_free = || works.engines.available_permits() == MAX_ENGINES;
        let small = works.write(works.work_engine().await.unwrap(), 1 << 20);
        assert!(is_free(), "another project plans, makes and applies");
        let large = works.write(works.work_engine().await.unwrap(), 100 << 20);
        assert!(is_free());
        let second = works.write(works.work_engine().await.unwrap(), 100 << 20);
        assert!(!is_free(), "it keeps the engine");
        drop(second);
        assert!(is_free());
        drop((small, large));
        // Larger than all of it, alone.
        let _largest = works.write(works.work_engine().await.unwrap(), 1 << 40);
        assert!(is_free());
    }

    #[tokio::test]
    async fn few_files_are_in_memory_at_once_and_one_more_is_refused() {
        let works = WorkQueue::default();
        let mut uploads: Vec<EngineCall> = (0..MAX_UPLOADS as i64).map(|project| works.upload(project).unwrap()).collect();
        assert!(matches!(works.upload(100), Err(Error::Unavailable(_))));
        assert!(works.call(100).is_ok(), "a call without a file is taken");
        uploads.pop();
        drop(works.engine(works.upload(100).unwrap()).await.unwrap());
        assert!(works.upload(100).is_ok());
    }
}
