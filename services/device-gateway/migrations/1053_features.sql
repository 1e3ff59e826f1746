-- What the project's licences allow, as licensing tells.
CREATE TABLE project_features (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    features text[] NOT NULL
);
CALL enforce_tenancy('project_features');
