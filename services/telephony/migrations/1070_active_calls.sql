-- Calls that are up, by the field's word. Replicas of the previous version go on with the old name: a view that Postgres
-- updates by itself, under the row-level security of the table. Its column xmax says whether an upsert inserted the row.
ALTER TABLE speeches RENAME TO active_calls;
ALTER INDEX speeches_pkey RENAME TO active_calls_pkey;
ALTER INDEX speeches_shard RENAME TO active_calls_shard;
ALTER INDEX speeches_project RENAME TO active_calls_project;
ALTER INDEX speeches_candidates RENAME TO active_calls_candidates;

CREATE VIEW speeches WITH (security_invoker = true) AS
SELECT id, project_id, shard, type, status, caller, callee, answered_by, is_sos, candidates, info, created_at, updated_at, xmax
FROM active_calls;
