//! Where an identifier comes from.

/// Whoever made an identifier ends it: a guest's key goes with its giver, that of a reservation with the reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Manual,
    Import,
    Structure,
    Guest,
    Reservation,
    Ukey2,
}

impl Origin {
    pub const ALL: [Origin; 6] = [Origin::Manual, Origin::Import, Origin::Structure, Origin::Guest, Origin::Reservation, Origin::Ukey2];

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Origin::Manual => "manual",
            Origin::Import => "import",
            Origin::Structure => "structure",
            Origin::Guest => "guest",
            Origin::Reservation => "reservation",
            Origin::Ukey2 => "ukey2",
        }
    }

    /// The number in tables and in the API.
    pub const fn number(self) -> i16 {
        self as i16 + 1
    }

    /// Codes of guests and of reservations: their own operations put them into rules, for as long as they open something.
    pub const fn has_own_rules(self) -> bool {
        matches!(self, Origin::Guest | Origin::Reservation)
    }

    /// By its number in tables and in the API; manual for a number that is none.
    pub fn from_number(number: i16) -> Origin {
        Self::ALL.into_iter().find(|origin| origin.number() == number).unwrap_or(Origin::Manual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_origin_has_one_number_and_the_name_of_the_api() {
        use proto::vestibule::access::v1::IdentifierOrigin;
        for origin in Origin::ALL {
            assert_eq!(Origin::from_number(origin.number()), origin);
            let name = IdentifierOrigin::try_from(i32::from(origin.number())).unwrap().as_str_name();
            assert_eq!(name, format!("IDENTIFIER_ORIGIN_{}", origin.as_str().to_uppercase()));
        }
    }
}
