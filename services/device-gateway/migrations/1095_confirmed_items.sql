-- When the device said that it holds this body, or that it holds none any more: for some time, what it gave back is kept as proof.
ALTER TABLE actual_items ADD COLUMN confirmed_at timestamptz;
CREATE INDEX actual_items_link ON actual_items (project_id, link_id);
CREATE INDEX actual_items_given_back ON actual_items (confirmed_at) WHERE hash IS NULL AND error IS NULL;
CREATE INDEX desired_items_link ON desired_items (project_id, link_id);
