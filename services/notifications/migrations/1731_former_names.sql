ALTER TABLE conversations
    -- Names of those in it who were deleted since: `users` keeps nothing of them.
    ADD COLUMN former_user_name text,
    ADD COLUMN former_peer_name text;
