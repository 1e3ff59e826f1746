-- A trunk registers with a password from now on; those that have none said for ever that they were registering.
UPDATE sip_trunks SET status = 'error', status_message = 'the password is required'
WHERE is_registration_enabled AND (login IS NULL OR sealed_password IS NULL);
