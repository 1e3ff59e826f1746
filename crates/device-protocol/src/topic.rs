//! MQTT topics: five per device, all ending with the serial number.

use crate::serial::{Serial, SerialError};

/// What a topic is for. `v0` is the version of the conversation, not of the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TopicKind {
    /// `device/request/v0/{serial}`: the server asks the device.
    DeviceRequest,
    /// `device/response/v0/{serial}`: the device answers.
    DeviceResponse,
    /// `server/request/v0/{serial}`: calls from the device to the server.
    ServerRequest,
    /// `server/response/v0/{serial}`: the server answers.
    ServerResponse,
    /// `device/status/v0/{serial}`: retained; also the device's last will.
    DeviceStatus,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TopicError {
    #[error("not a device topic: {0}")]
    Unknown(String),
    #[error("bad serial number in a topic: {0}")]
    Serial(#[from] SerialError),
}

impl TopicKind {
    pub const ALL: [TopicKind; 5] =
        [TopicKind::DeviceRequest, TopicKind::DeviceResponse, TopicKind::ServerRequest, TopicKind::ServerResponse, TopicKind::DeviceStatus];

    /// Everything before the serial number, with the closing slash.
    pub const fn prefix(self) -> &'static str {
        match self {
            TopicKind::DeviceRequest => "device/request/v0/",
            TopicKind::DeviceResponse => "device/response/v0/",
            TopicKind::ServerRequest => "server/request/v0/",
            TopicKind::ServerResponse => "server/response/v0/",
            TopicKind::DeviceStatus => "device/status/v0/",
        }
    }

    /// The topic of one device.
    pub fn topic(self, serial: &Serial) -> String {
        format!("{}{serial}", self.prefix())
    }

    /// The subscription filter for every device, as the server subscribes.
    pub fn filter(self) -> String {
        format!("{}+", self.prefix())
    }

    /// Which topic this is, and of which device.
    pub fn parse(topic: &str) -> Result<(TopicKind, Serial), TopicError> {
        let split = |kind: TopicKind| Some((kind, topic.strip_prefix(kind.prefix())?));
        let (kind, serial) = Self::ALL.into_iter().find_map(split).ok_or_else(|| TopicError::Unknown(topic.to_owned()))?;
        Ok((kind, Serial::new(serial)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_parses_back_to_its_kind_and_serial() {
        let serial = Serial::new("b4d0c1-07").unwrap();
        for kind in TopicKind::ALL {
            assert_eq!(TopicKind::parse(&kind.topic(&serial)).unwrap(), (kind, serial.clone()));
        }
    }

    #[test]
    fn a_topic_of_another_version_or_depth_is_refused() {
        for bad in ["device/request/v1/a", "device/request/v0/", "device/request/v0/a/b", "a"] {
            assert!(TopicKind::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_servers_filter_is_one_level_deep() {
        assert_eq!(TopicKind::DeviceStatus.filter(), "device/status/v0/+");
    }
}
