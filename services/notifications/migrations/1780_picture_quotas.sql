ALTER TABLE conversation_pictures
    -- Bytes; 0 of one without a thumbnail, and of those from before this column.
    ADD COLUMN thumbnail_size int NOT NULL DEFAULT 0;
-- What a project takes in the blob store is added up at each upload.
DROP INDEX conversation_pictures_by_project;
CREATE INDEX conversation_pictures_by_project ON conversation_pictures (project_id) INCLUDE (size, thumbnail_size);
CREATE INDEX conversation_pictures_by_uploader ON conversation_pictures (project_id, created_by, created_at) INCLUDE (size, thumbnail_size);
