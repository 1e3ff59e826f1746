-- Queues of groups' general numbers get what those of numbers have: days, hours, what comes next, numbers outside. What
-- they had stays: the numbers, how long they ring, and that the next one rings when nobody has answered, or nobody can.
-- The old timeout stays beside it: pods of the version before go on reading where it was.
UPDATE group_settings SET settings = jsonb_set(settings, '{forward,queues}', (
    SELECT jsonb_agg(jsonb_build_object(
        'params', jsonb_build_object(
            'timeout', coalesce(queue -> 'timeout', '60'),
            'days', '["mon", "tue", "wed", "thu", "fri", "sat", "sun"]'::jsonb,
            'period', NULL,
            'trunk_numbers', '[]'::jsonb),
        'redirect_if_no_answer', '{"is_immediately": false, "timeout": 0}'::jsonb,
        'redirect_if_error', '{"enabled": true, "timeout": 0}'::jsonb) || queue ORDER BY place)
    FROM jsonb_array_elements(settings #> '{forward,queues}') WITH ORDINALITY AS queues (queue, place)))
WHERE jsonb_path_exists(settings, '$.forward.queues[*] ? (!exists(@.params))');
