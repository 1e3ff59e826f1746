-- Cyrillic letters of plates that look like Latin ones are these when plates are compared.
UPDATE identifiers SET number = translate(number, 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI')
WHERE type = 'license_plate' AND number <> translate(number, 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI');
-- Devices are told the plates anew.
UPDATE device_sync SET fetch_asked = fetch_asked + 1, failures = 0, work_at = least(work_at, now()), work_seq = work_seq + 1
WHERE device_id IN (
    SELECT device_id FROM desired_items
    WHERE kind = 1 AND body ->> 'identifier_type' = 'license_plate' AND body ->> 'identifier_number' ~ '[АВЕКМНОРСТУХІ]');
