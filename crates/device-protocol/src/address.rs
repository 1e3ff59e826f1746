//! The logical address of a device: the place that a call is for.

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// How a panel works: at the entrance of a unit, or at the wall of a whole site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
pub enum PanelMode {
    /// `POST /v1/device/mode/unit?building=&unit=&device=`
    Unit { building: u16, unit: u8, device: u8 },
    /// `POST /v1/device/mode/wall?noUnit=&device=`
    Wall { no_unit: bool, device: u8 },
}

impl PanelMode {
    pub fn check(&self) -> Result<(), BoundsError> {
        let device = match self {
            PanelMode::Unit { building, unit, device } => {
                check_building(*building)?;
                check_unit(*unit)?;
                *device
            }
            PanelMode::Wall { device, .. } => *device,
        };
        bounds::number("device", device.into(), 0, 99)
    }
}

/// Building 0001-9999, unit 00-99, floor 00-98, apartment 01-99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogicalAddress {
    pub building: u16,
    pub unit: u8,
    pub floor: u8,
    pub apartment: u8,
}

impl LogicalAddress {
    pub fn check(&self) -> Result<(), BoundsError> {
        check_building(self.building)?;
        check_unit(self.unit)?;
        bounds::number("floor", self.floor.into(), 0, 98)?;
        bounds::number("apartment", self.apartment.into(), 1, 99)
    }
}

fn check_building(building: u16) -> Result<(), BoundsError> {
    bounds::number("building", building.into(), 1, 9999)
}

fn check_unit(unit: u8) -> Result<(), BoundsError> {
    bounds::number("unit", unit.into(), 0, 99)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_to_its_digits() {
        let good = LogicalAddress { building: 9999, unit: 99, floor: 98, apartment: 99 };
        assert!(good.check().is_ok());
        let field = |address: LogicalAddress| address.check().unwrap_err().field;
        assert_eq!(field(LogicalAddress { building: 0, ..good }), "building");
        assert_eq!(field(LogicalAddress { unit: 100, ..good }), "unit");
        assert_eq!(field(LogicalAddress { floor: 99, ..good }), "floor");
        assert_eq!(field(LogicalAddress { apartment: 0, ..good }), "apartment");
    }
}
