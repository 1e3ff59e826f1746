-- Codes and QR codes open doors for whoever knows them: the log has them masked, as new events are (domain/secret_number.rs).
UPDATE events e SET identifier_number = m.masked, info = CASE WHEN info ? 'number' THEN jsonb_set(info, '{number}', to_jsonb(m.masked)) ELSE info END
FROM (
    SELECT id,
        CASE WHEN identifier_number ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN repeat('•', 4) || right(identifier_number, 4)
             ELSE repeat('•', least(length(identifier_number), 10)) END AS masked
    FROM events
    WHERE identifier_number IS NOT NULL
        AND (identifier_type NOT IN ('card', 'ukey', 'face_id', 'license_plate') OR identifier_type IS NULL AND code LIKE '%\_code')
) m
WHERE m.id = e.id;
