-- Below which the range of a project has no free number, so that the next one is found without looking at those taken.
-- Whoever makes, renumbers or deletes numbers locks the row first: numbers are given out, and counted, one after the
-- other.
CREATE TABLE number_ranges (
    project_id bigint PRIMARY KEY,
    -- Of the range that `next` is of, as the project's settings write it.
    first_number text NOT NULL,
    next bigint NOT NULL
);
CALL enforce_tenancy('number_ranges');
