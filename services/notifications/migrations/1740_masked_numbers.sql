-- Codes and QR codes open doors for whoever knows them: notifications have them masked, as the events that cause them.
UPDATE notifications SET data = jsonb_set(data, '{identifier_number}', to_jsonb(
    CASE WHEN length(data ->> 'identifier_number') = 36 THEN repeat('•', 4) || right(data ->> 'identifier_number', 4)
         ELSE repeat('•', least(length(data ->> 'identifier_number'), 10)) END))
WHERE data ->> 'identifier_number' <> '' AND data ->> 'identifier_type' NOT IN ('', 'card', 'ukey', 'face_id', 'license_plate');

-- Messages of webhooks: a signature is made when a message is sent.
UPDATE webhook_deliveries SET body = jsonb_set(body::jsonb, '{data,identifier_number}', to_jsonb(
    CASE WHEN length(body::jsonb #>> '{data,identifier_number}') = 36 THEN repeat('•', 4) || right(body::jsonb #>> '{data,identifier_number}', 4)
         ELSE repeat('•', least(length(body::jsonb #>> '{data,identifier_number}'), 10)) END))::text
WHERE event LIKE 'device.event.arrived%' AND body::jsonb #>> '{data,identifier_number}' <> ''
    AND body::jsonb #>> '{data,identifier_type}' NOT IN ('', 'card', 'ukey', 'face_id', 'license_plate');
