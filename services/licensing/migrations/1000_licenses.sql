-- Licences of a project. `plan`: 1 basic, 2 plus, 3 trial, 4 evaluation.
CREATE TABLE licenses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    plan smallint NOT NULL CHECK (plan BETWEEN 1 AND 4),
    -- NULL: every feature that the platform has, those of later releases included.
    features text[],
    valid_from timestamptz NOT NULL,
    -- NULL: no end.
    valid_to timestamptz CHECK (valid_to > valid_from),
    created_at timestamptz NOT NULL
);
CREATE INDEX licenses_by_start ON licenses (project_id, valid_from, id);
CALL enforce_tenancy('licenses');

-- What the other services were told last, so that they hear of a licence that begins or ends.
CREATE TABLE project_features (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    features text[] NOT NULL
);
CALL enforce_tenancy('project_features');
