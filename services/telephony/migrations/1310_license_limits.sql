-- Limits of licences, as licensing has published them, and what of them is used here (crates/license-limits).
CREATE TABLE license_usage (
    project_id bigint NOT NULL,
    -- sip
    kind text NOT NULL,
    -- NULL: unlimited. `kept`: what is suspended only beyond it; more than `maximum` in the days after a licence has ended.
    maximum bigint,
    kept bigint,
    per_user bigint,
    version bigint NOT NULL,
    PRIMARY KEY (project_id, kind)
);
CALL enforce_tenancy('license_usage');

-- Groups with limits of their own.
CREATE TABLE license_group_limits (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    maximum bigint,
    features text[] NOT NULL,
    valid_from timestamptz,
    valid_to timestamptz
);
CREATE INDEX license_group_limits_project ON license_group_limits (project_id);
CALL enforce_tenancy('license_group_limits');

CREATE TABLE license_user_limits (
    user_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    maximum bigint,
    features_off text[] NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('license_user_limits');

-- What is over the count. It comes back by itself.
CREATE TABLE license_suspended (
    item_id bigint PRIMARY KEY,
    project_id bigint NOT NULL
);
CREATE INDEX license_suspended_project ON license_suspended (project_id);
CALL enforce_tenancy('license_suspended');

-- What was published last of what is used. Group 0: of no group.
CREATE TABLE license_counted (
    project_id bigint NOT NULL,
    group_id bigint NOT NULL,
    used bigint NOT NULL,
    PRIMARY KEY (project_id, group_id)
);
CALL enforce_tenancy('license_counted');

-- A suspended number does not register.
CREATE OR REPLACE VIEW edge.accounts AS
    SELECT n.project_id, n.number, n.ha1,
        (n.is_active AND NOT coalesce(p.suspended, false) AND coalesce(s.is_enabled, true)
            AND NOT EXISTS (SELECT 1 FROM public.license_suspended x WHERE x.item_id = n.id))::integer AS is_active
    FROM public.sip_numbers n
    LEFT JOIN public.projects p ON p.project_id = n.project_id
    LEFT JOIN public.project_sip s ON s.project_id = n.project_id;
