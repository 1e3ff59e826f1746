-- The start of which the user was reminded.
ALTER TABLE amenity_reservations ADD COLUMN reminded_for timestamptz;
