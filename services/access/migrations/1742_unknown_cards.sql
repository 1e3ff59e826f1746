-- Cards that doors have refused because nobody has them: before an import they say how its numbers are to be read.
CREATE TABLE unknown_cards (
    project_id bigint NOT NULL,
    -- As that of identifiers: the same for every way to write the number.
    unique_value text NOT NULL,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (project_id, unique_value)
);
CREATE INDEX unknown_cards_last_at ON unknown_cards (project_id, last_at);
CALL enforce_tenancy('unknown_cards');
