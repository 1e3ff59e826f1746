//! A structure is imported over HTTP into all services that own parts of it: completely, or not at all.
use acceptance::Platform;
use anyhow::{Context as _, Result};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

const HOUSE: &str = "\
group path,type,logical address,apartment,user name,e-mail,role,card dec,access code,sip count,app count
House 1,building,1,,,,,,,,
House 1 / Floor 2,floor,2,,,,,,,,
House 1 / Floor 2,,,7,Anna,anna@structure.test,user,13961168,,2,3
House 1 / Floor 2,,,7,Boris,,user,,471100,,
House 1 / Floor 2,,,8,Anna,anna@structure.test,user,13961168,,,
House 1,,,,,,,,999900,,
";

struct Structure<'a> {
    platform: &'a Platform,
    admin: String,
    group: i64,
}

impl Structure<'_> {
    async fn import(&self, file: Vec<u8>) -> (u16, Value) {
        let form = Form::new().part("file", Part::bytes(file).file_name("structure.csv"));
        let url = format!("{}/api/v0/domains/{}/import/structure", self.platform.url, self.group);
        let answer = reqwest::Client::new().post(url).bearer_auth(&self.admin).multipart(form).send().await.expect("an answer");
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    async fn export(&self) -> Vec<u8> {
        let url = format!("{}/api/v0/domains/{}/export/structure", self.platform.url, self.group);
        let answer = reqwest::Client::new().get(url).bearer_auth(&self.admin).send().await.expect("an answer");
        assert_eq!(answer.status(), 200);
        answer.bytes().await.expect("a file").to_vec()
    }

    async fn total(&self, path: &str) -> i64 {
        self.platform.call(Some(&self.admin), Method::GET, path, None).await.expect("a list").body["total"].as_i64().expect("a total")
    }

    /// Numbers of groups, users and identifiers.
    async fn totals(&self) -> [i64; 3] {
        [self.total("/domains").await, self.total("/users").await, self.total("/identifiers").await]
    }

    /// Waits until the services have projected each other's entities.
    async fn settled(&self) -> Result<()> {
        let path = format!("/domains/{}/completely?with_relations=counts", self.group);
        self.platform
            .eventually("the users of the groups", || async {
                let answer = self.platform.call(Some(&self.admin), Method::GET, &path, None).await?;
                let counts = &answer.body["counts"];
                anyhow::ensure!(counts["users"] == 2 && counts["identifiers"] == 3, "{counts}");
                Ok(answer)
            })
            .await
            .map(|_| ())
            .context("settled")
    }
}

fn made(answer: &(u16, Value)) -> Value {
    let body = &answer.1;
    json!([answer.0, body["domains_created"], body["users_created"], body["identifiers_created"], body["unchanged"]])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_structure_is_imported_as_a_whole_exported_and_imported_again_without_a_change() {
    let platform = Platform::start().await.expect("the platform starts");
    let admin = platform.project("structure", "admin@structure.test").await.expect("a project");
    let group = platform.make(&admin, "/domains", json!({ "name": "Harbour" })).await.expect("a group");
    platform
        .eventually("the default types", || async {
            let answer = platform.call(Some(&admin), Method::GET, "/domain-types", None).await?;
            anyhow::ensure!(answer.body["total"] == 6, "{answer:?}");
            Ok(answer)
        })
        .await
        .expect("types");
    let structure = Structure { platform: &platform, admin, group };
    let before = structure.totals().await;

    refused(&structure, before).await;

    let first = structure.import(HOUSE.into()).await;
    assert_eq!(made(&first), json!([200, 4, 2, 3, 0]), "{first:?}");
    assert_eq!(structure.totals().await, [before[0] + 4, before[1] + 2, before[2] + 3]);
    structure.settled().await.expect("known everywhere");

    let again = structure.import(HOUSE.into()).await;
    assert_eq!(made(&again), json!([200, 0, 0, 0, 6]), "{again:?}");
    let exported = structure.import(structure.export().await).await;
    assert_eq!((exported.0, &exported.1["unchanged"]), (200, &exported.1["rows"]), "{exported:?}");
    assert_eq!(structure.totals().await, [before[0] + 4, before[1] + 2, before[2] + 3]);
    platform.stop().await;
}

/// A table with one error for each service creates nothing, and the answer names each row and field.
async fn refused(structure: &Structure<'_>, before: [i64; 3]) {
    let card = json!({ "name": "taken", "type": "card", "value": "77", "is_active": true });
    structure.platform.make(&structure.admin, "/identifiers", card).await.expect("a card");
    let table = "group path,type,user name,e-mail,role,card dec\n\
                 House 2,castle,,,,\n\
                 House 3,,Vera,vera@structure.test,emperor,\n\
                 House 4,,Zoya,zoya@structure.test,user,77\n";
    let (status, body) = structure.import(table.into()).await;
    let rows = body["data"]["rows"].as_array().cloned().unwrap_or_default();
    let errors: Vec<_> = rows.iter().map(|row| (row["index"].as_i64(), row["field"].as_str(), row["message"].as_str())).collect();
    let expected = [
        (Some(0), Some("type"), Some("unknown type")),
        (Some(1), Some("role"), Some("invalid related entity sent")),
        (Some(2), Some("card dec"), Some("identifier duplicate")),
    ];
    assert_eq!((status, errors.as_slice()), (422, &expected[..]), "{body}");
    assert_eq!(structure.totals().await, [before[0], before[1], before[2] + 1]);
    let cards = structure.platform.call(Some(&structure.admin), Method::GET, "/identifiers", None).await.expect("identifiers").body;
    let id = cards["items"][0]["id"].as_i64().expect("an id");
    structure.platform.call(Some(&structure.admin), Method::DELETE, &format!("/identifiers/{id}"), None).await.expect("deleted");
}
