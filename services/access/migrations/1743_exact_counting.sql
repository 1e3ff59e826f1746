-- Doors ask about the key each time, so that no pass is spent twice while a panel is away.
ALTER TABLE guest_keys ADD COLUMN is_counted_exactly boolean NOT NULL DEFAULT false;
