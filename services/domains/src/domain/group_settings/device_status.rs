//! Who is told of the group's devices.
use kit::Mask;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1 as api;
use serde::{Deserialize, Serialize};

use crate::domain::path::within;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceStatus {
    pub user_id: Option<i64>,
    pub notify_about_offline_device: bool,
    pub notify_about_device_task_failed: bool,
}

impl DeviceStatus {
    pub fn merge(&mut self, mask: &Mask, path: &str, new: api::DeviceStatusNotify) {
        mask.apply(&within(path, "user"), &mut self.user_id, new.user.map(|user| user.id));
        mask.apply(&within(path, "notify_about_offline_device"), &mut self.notify_about_offline_device, new.notify_about_offline_device);
        mask.apply(&within(path, "notify_about_device_task_failed"), &mut self.notify_about_device_task_failed, new.notify_about_device_task_failed);
    }

    /// `name`: the user's; None when there is no such user any more.
    pub fn into_api(self, name: Option<String>) -> api::DeviceStatusNotify {
        api::DeviceStatusNotify {
            user: self.user_id.zip(name).map(|(id, name)| Ref { id, name }),
            notify_about_offline_device: self.notify_about_offline_device,
            notify_about_device_task_failed: self.notify_about_device_task_failed,
        }
    }
}
