-- Whether lifts go to public floors only for a user.
ALTER TABLE users ADD COLUMN elevator_access_disabled boolean NOT NULL DEFAULT false;
