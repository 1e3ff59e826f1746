-- Root groups that people made by registering, under the key that each was asked for with: a call that is repeated
-- makes no second one.
CREATE TABLE registered_groups (
    project_id bigint NOT NULL,
    key uuid NOT NULL,
    group_id bigint NOT NULL,
    PRIMARY KEY (project_id, key),
    CONSTRAINT registered_groups_group FOREIGN KEY (project_id, group_id) REFERENCES groups (project_id, id) ON DELETE CASCADE
);
CREATE INDEX registered_groups_group ON registered_groups (project_id, group_id);
CALL enforce_tenancy('registered_groups');
