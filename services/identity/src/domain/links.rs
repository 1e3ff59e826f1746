//! Where links in mails lead: screens of the console.

pub struct Links<'a> {
    /// Without a slash at the end.
    pub console: &'a str,
}

impl Links<'_> {
    pub fn login(&self) -> String {
        format!("{}/login", self.console)
    }

    pub fn invitation(&self, token: &str) -> String {
        format!("{}/registration/{token}", self.console)
    }

    pub fn confirmation(&self, token: &str) -> String {
        format!("{}/registration/confirm/{token}", self.console)
    }

    pub fn reset(&self, token: &str) -> String {
        format!("{}/password/reset/{token}", self.console)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_link_leads_to_its_screen() {
        let links = Links { console: "https://door.example" };
        assert_eq!(links.login(), "https://door.example/login");
        assert_eq!(links.invitation("t"), "https://door.example/registration/t");
        assert_eq!(links.confirmation("t"), "https://door.example/registration/confirm/t");
        assert_eq!(links.reset("t"), "https://door.example/password/reset/t");
    }
}
