-- Since when an identifier opens nothing: an event from before is none of a void one, however late it comes. NULL for one
-- that opens, and for what an earlier release heard of.
ALTER TABLE identifiers ADD COLUMN void_since timestamptz;
