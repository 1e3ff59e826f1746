-- Silence of the door has ended the opening; it may turn out to have taken place.
ALTER TABLE openings ADD COLUMN is_timed_out boolean NOT NULL DEFAULT false;
-- The device has reported the opening that was asked for by a link.
ALTER TABLE openings ADD COLUMN is_reported boolean NOT NULL DEFAULT false;

-- Faces without a name that tables have created: two of them are two.
UPDATE identifiers SET unique_value = link_id::text WHERE type = 6 AND unique_value = '';

-- Openings are forgotten after a year.
CREATE INDEX openings_at ON openings (at);
