use policy::Scope;
use sqlx::{Postgres, QueryBuilder};

use super::large_counts::LargeCountKey;
use super::*;

static DOORS: Listing = Listing {
    resource: "doors",
    select: "d.id",
    from: "doors d",
    project: "d.project_id",
    key: "d.id",
    columns: &[
        sortable("name", "d.name", Kind::Text),
        sortable("id", "d.id", Kind::Int),
        column("open", "d.open", Kind::Bool),
        column("at", "d.at", Kind::Time),
        column("type", "d.type", Kind::Choice(&[("panel", 1), ("lift", 2)])),
        related_text("code", "(d.code = {} OR d.old_code = {})"),
        related("user_id", "EXISTS (SELECT 1 FROM keys k WHERE k.door_id = d.id AND k.user_id = {})"),
    ],
    default_sort: "name",
    search: &["d.name"],
    groups: "d.domain_id IN ({})",
    own: "d.created_by = {}",
    filter: "",
    whole: "",
};

fn filter(text: &str) -> kit_core::Result<String> {
    let mut sql = QueryBuilder::<Postgres>::new("");
    Filter::parse(text)?.expect("a filter").push(&DOORS, &mut sql)?;
    Ok(sql.sql().as_str().to_string())
}

#[test]
fn match_any_and_match_all_nest() {
    let text = r#"{"match":"match_any","items":[{"field":"name","rule":"begins_with","value":"A%"},
        {"items":[{"field":"type","rule":"equals","value":["panel","lift"]},{"field":"open","rule":"is","value":true}]}]}"#;
    assert_eq!(filter(text).unwrap(), "(d.name ILIKE $1 OR ((d.type = ANY($2)) AND d.open = $3))");
}

#[test]
fn a_related_field_is_asked_by_id() {
    assert_eq!(
        filter(r#"[{"field":"user_id","rule":"equals","value":7}]"#).unwrap(),
        "((EXISTS (SELECT 1 FROM keys k WHERE k.door_id = d.id AND k.user_id = ANY($1))))"
    );
}

#[test]
fn a_related_text_is_bound_wherever_its_predicate_asks_for_it() {
    assert_eq!(filter(r#"[{"field":"code","rule":"equals","value":["a","b"]}]"#).unwrap(), "(((d.code = ANY($1) OR d.old_code = ANY($2))))");
    assert!(filter(r#"[{"field":"code","rule":"equals","value":7}]"#).is_err());
}

#[test]
fn ways_are_what_or_joins_outside_of_parentheses() {
    static CALLS: Listing = Listing {
        resource: "calls",
        select: "d.id",
        from: "doors d",
        project: "d.project_id",
        key: "d.id",
        columns: &[],
        default_sort: "",
        search: &[],
        groups: "(d.a IS NULL OR d.a IN ({})) OR d.b IN ({})",
        own: "d.c <> 0 AND d.c = {} OR d.d = {}",
        filter: "",
        whole: "",
    };
    let mut sql = QueryBuilder::<Postgres>::new("");
    CALLS.push_scope(&mut sql, &Scope { domain: true, own: true, user_id: 4, domain_ids: vec![1], ..Scope::default() });
    let groups = |bind| format!("SELECT reach.descendant_id FROM group_closure reach WHERE reach.ancestor_id = ANY(${bind}) AND reach.depth = 0");
    let expected = format!(" AND (FALSE OR (d.a IS NULL OR d.a IN ({})) OR d.b IN ({}) OR d.c <> 0 AND d.c = $3 OR d.d = $4)", groups(1), groups(2));
    assert_eq!(sql.sql().as_str(), expected);
}

#[test]
fn a_field_that_is_not_listed_is_refused_by_name() {
    let error = filter(r#"[{"field":"id; drop table x","rule":"equals","value":1}]"#).unwrap_err();
    assert!(matches!(error, kit_core::Error::Invalid(fields) if fields.contains_key("filters.id; drop table x")));
}

#[test]
fn a_rule_that_does_not_fit_the_field_is_refused() {
    for bad in [
        r#"[{"field":"open","rule":"above","value":true}]"#,
        r#"[{"field":"id","rule":"equals","value":"1"}]"#,
        r#"[{"field":"type","rule":"equals","value":"window"}]"#,
        r#"[{"field":"id","rule":"has","value":1}]"#,
        r#"{"nonsense":1}"#,
        "[",
    ] {
        assert!(filter(bad).is_err(), "{bad}");
    }
}

#[test]
fn what_conditions_on_a_field_compare_with_is_found_at_any_depth() {
    let ids = |text: &str| Filter::parse(text).unwrap().unwrap().ids_of("user_id");
    assert_eq!(ids(r#"[{"field":"code","rule":"equals","value":7}]"#), None);
    assert_eq!(ids(r#"[{"field":"user_id","rule":"equals","value":[]}]"#), Some(vec![]));
    let nested =
        r#"{"match":"match_any","items":[{"field":"user_id","rule":"has","value":[1,2]},[{"items":[{"field":"user_id","rule":"is","value":3}]}]]}"#;
    assert_eq!(ids(nested), Some(vec![1, 2, 3]));
    // What the list reads as a group is one, whatever it has besides.
    let hidden = r#"{"field":"user_id","rule":"equals","value":1,"items":[{"field":"user_id","rule":"equals","value":2}]}"#;
    assert_eq!(ids(hidden), Some(vec![2]));
}

#[test]
fn filters_are_bounded_in_depth_and_number() {
    let deep = "[".repeat(8) + r#"{"field":"id","rule":"equals","value":1}"# + &"]".repeat(8);
    assert!(filter(&deep).is_err());
    let many = format!("[{}]", vec![r#"{"field":"id","rule":"equals","value":1}"#; 40].join(","));
    assert!(filter(&many).is_err());
}

#[test]
fn a_scope_without_reach_lists_nothing() {
    let mut sql = QueryBuilder::<Postgres>::new("");
    DOORS.push_scope(&mut sql, &Scope::default());
    assert_eq!(sql.sql().as_str(), " AND (FALSE)");
}

#[test]
fn a_scope_is_a_join_over_the_tree() {
    let mut sql = QueryBuilder::<Postgres>::new("");
    DOORS.push_scope(&mut sql, &Scope { descendants: true, own: true, user_id: 4, domain_ids: vec![1, 2], ..Scope::default() });
    assert_eq!(
        sql.sql().as_str(),
        " AND (FALSE OR d.domain_id IN (SELECT reach.descendant_id FROM group_closure reach WHERE reach.ancestor_id = ANY($1) AND reach.depth > 0) OR d.created_by = $2)"
    );
}

/// The rows of a project that are in reach.
fn every_row<'a, M>(listing: &'a Listing, scope: &'a Scope, more: &'a M) -> statement::ListStatement<'a, M> {
    statement::ListStatement { listing, project_id: 3, scope, search: "", found: None, filter: None, more, is_large: false }
}

#[test]
fn of_groups_with_many_rows_each_row_is_asked_in_the_order_of_the_sort() {
    let scope = Scope { domain: true, domain_ids: vec![1], ..Scope::default() };
    let more = |_: &mut QueryBuilder<Postgres>| {};
    let statement = statement::ListStatement { is_large: true, ..every_row(&DOORS, &scope, &more) };
    assert!(statement.is_of_groups());
    let mut sql = QueryBuilder::new("");
    statement.push_keys(&mut sql, &statement::Sort(vec![("d.id", true)]), 1, 20).unwrap();
    assert_eq!(
        sql.sql().as_str(),
        "SELECT d.id FROM doors d WHERE d.project_id = $1 AND (d.domain_id IN (SELECT reach.descendant_id FROM group_closure reach \
         WHERE reach.ancestor_id = ANY($2) AND reach.depth = 0)) IS TRUE ORDER BY d.id DESC LIMIT 20"
    );
}

#[test]
fn rows_in_reach_by_several_ways_come_by_each_of_them_in_order() {
    let scope = Scope { domain: true, own: true, user_id: 4, domain_ids: vec![1], ..Scope::default() };
    let statement = every_row(&DOORS, &scope, &|_: &mut QueryBuilder<Postgres>| {});
    let mut sql = QueryBuilder::new("");
    statement.push_keys(&mut sql, &statement::Sort(vec![("d.name", true), ("d.id", true)]), 2, 20).unwrap();
    assert_eq!(
        sql.sql().as_str(),
        "SELECT sort1 FROM (\
         (SELECT d.name AS sort0, d.id AS sort1 FROM doors d WHERE d.project_id = $1 AND d.domain_id IN \
         (SELECT reach.descendant_id FROM group_closure reach WHERE reach.ancestor_id = ANY($2) AND reach.depth = 0) ORDER BY d.name DESC, d.id DESC LIMIT 40) \
         UNION (SELECT d.name AS sort0, d.id AS sort1 FROM doors d WHERE d.project_id = $3 AND d.created_by = $4 ORDER BY d.name DESC, d.id DESC LIMIT 40)\
         ) branches ORDER BY sort0 DESC, sort1 DESC LIMIT 20 OFFSET 20"
    );
}

#[test]
fn rows_that_were_found_by_a_part_of_their_texts_are_asked_for_by_their_keys() {
    let scope = Scope { own: true, user_id: 4, ..Scope::default() };
    let more = |_: &mut QueryBuilder<Postgres>| {};
    let found: &[i64] = &[7, 9];
    let statement = statement::ListStatement { search: "gate", found: Some(found), ..every_row(&DOORS, &scope, &more) };
    let mut sql = QueryBuilder::new("");
    statement.push_keys(&mut sql, &statement::Sort(vec![("d.id", false)]), 1, 20).unwrap();
    assert_eq!(
        sql.sql().as_str(),
        "SELECT d.id FROM doors d WHERE d.project_id = $1 AND d.created_by = $2 AND d.id = ANY($3) ORDER BY d.id LIMIT 20"
    );
}

#[test]
fn keys_name_the_joins_that_they_use_and_no_others() {
    static CARDS: Listing = Listing {
        from: "doors d LEFT JOIN people p ON p.id = d.owner_id LEFT JOIN groups g ON g.id = d.domain_id",
        columns: &[sortable("owner", "p.name", Kind::Text), column("group", "g.name", Kind::Text)],
        search: &["d.name", "p.name"],
        ..DOORS
    };
    let tables = |sort, search: &str, filters: &str, more: &dyn Fn(&mut QueryBuilder<Postgres>)| {
        let filter = Filter::parse(filters).unwrap();
        let everything = Scope::everything();
        let statement = statement::ListStatement { search, filter: filter.as_ref(), ..every_row(&CARDS, &everything, &more) };
        let mut sql = QueryBuilder::new("");
        statement.push_keys(&mut sql, &statement::Sort(vec![(sort, false), ("d.id", false)]), 1, 20).unwrap();
        let sql = sql.sql();
        (sql.as_str().contains("LEFT JOIN people p"), sql.as_str().contains("LEFT JOIN groups g"))
    };
    let nothing = |_: &mut QueryBuilder<Postgres>| {};
    assert_eq!(tables("d.name", "", "", &nothing), (false, false));
    assert_eq!(tables("p.name", "", "", &nothing), (true, false));
    assert_eq!(tables("d.name", "gate", "", &nothing), (true, false));
    assert_eq!(tables("d.name", "", r#"[{"field":"group","rule":"has","value":"a"}]"#, &nothing), (false, true));
    assert_eq!(tables("d.name", "", "", &|sql| _ = sql.push(" AND g.deleted")), (false, true));
}

#[test]
fn many_rows_are_believed_of_every_page_of_a_list_and_of_no_other_list() {
    let everything = Scope::everything();
    let page = |page, search: &str| ListQuery { page, search: search.into(), ..ListQuery::default() };
    LargeCountKey::new(&DOORS, 1, &everything, &page(1, "")).remember();
    assert!(LargeCountKey::new(&DOORS, 1, &everything, &page(7, "")).is_known_large());
    assert!(!LargeCountKey::new(&DOORS, 1, &everything, &page(1, "gate")).is_known_large());
    assert!(!LargeCountKey::new(&DOORS, 2, &everything, &page(1, "")).is_known_large());
    assert!(!LargeCountKey::new(&DOORS, 1, &Scope { own: true, user_id: 4, ..Scope::default() }, &page(1, "")).is_known_large());
}

#[test]
fn a_row_without_a_value_is_none_of_those_that_are_listed() {
    assert_eq!(filter(r#"[{"field":"type","rule":"not_equals","value":["panel","lift"]}]"#).unwrap(), "((d.type = ANY($1)) IS NOT TRUE)");
    assert_eq!(filter(r#"[{"field":"type","rule":"not_equals","value":"panel"}]"#).unwrap(), "(d.type IS DISTINCT FROM $1)");
}

#[test]
fn times_are_compared_as_they_are_answered_in_milliseconds() {
    let of = |rule: &str| filter(&format!(r#"[{{"field":"at","rule":"{rule}","value":"2026-11-23T09:00:00.123Z"}}]"#)).unwrap();
    assert_eq!(of("equals"), "((d.at >= $1 AND d.at < $2))");
    assert_eq!(of("not_equals"), "((d.at >= $1 AND d.at < $2) IS NOT TRUE)");
    assert_eq!(of("equals_below"), "(d.at < $1)");
    assert_eq!(of("above"), "(d.at >= $1)");
}

#[test]
fn only_the_rules_that_are_described_are_taken() {
    let all = ["above", "below", "equals", "equals_above", "equals_below", "not_equals", "has", "is", "begins_with"];
    for column in DOORS.columns {
        let described = meta::describe(&DOORS).fields.into_iter().find(|field| field.name == column.name).unwrap().rules;
        let value = match column.kind {
            Kind::Int | Kind::Related => "1",
            Kind::Bool => "true",
            Kind::Time => r#""2026-11-23T09:00:00Z""#,
            Kind::Choice(_) => r#""panel""#,
            Kind::Text | Kind::RelatedText => r#""a""#,
        };
        for rule in all {
            let taken = filter(&format!(r#"[{{"field":"{}","rule":"{rule}","value":{value}}}]"#, column.name)).is_ok();
            assert_eq!(taken, described.contains(&rule.to_string()), "{} {rule}", column.name);
        }
    }
}

#[test]
fn nothing_is_found_by_text_that_postgres_cannot_hold() {
    assert!(filter("[{\"field\":\"name\",\"rule\":\"has\",\"value\":\"a\\u0000\"}]").is_err());
    let mut sql = QueryBuilder::<Postgres>::new("");
    assert!(DOORS.push_search(&mut sql, "a\0b").is_err());
}
