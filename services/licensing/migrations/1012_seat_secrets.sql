-- What the licence server knows the seat of a cloud licence by, sealed: one for each activation.
ALTER TABLE licenses ADD COLUMN seat_secret bytea;
