ALTER TABLE conversation_pictures
    -- Content type of the small copy, which lies under conversations/{project_id}/{key}-thumbnail. NULL for a picture that is small itself,
    -- and for those from before this column: they are shown as they are.
    ADD COLUMN thumbnail_type text;
