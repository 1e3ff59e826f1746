-- Queues of groups' general numbers get what those of numbers have, as domains' own migration gives it to them: both
-- keep a queue as `forwarding::Queue` writes it. What they had stays, for pods of the version before.
UPDATE group_settings SET forward_queues = (
    SELECT jsonb_agg(jsonb_build_object(
        'params', jsonb_build_object(
            'timeout', coalesce(queue -> 'timeout', '60'),
            'days', '["mon", "tue", "wed", "thu", "fri", "sat", "sun"]'::jsonb,
            'period', NULL,
            'trunk_numbers', '[]'::jsonb),
        'redirect_if_no_answer', '{"is_immediately": false, "timeout": 0}'::jsonb,
        'redirect_if_error', '{"enabled": true, "timeout": 0}'::jsonb) || queue ORDER BY place)
    FROM jsonb_array_elements(forward_queues) WITH ORDINALITY AS queues (queue, place))
WHERE jsonb_path_exists(forward_queues, '$[*] ? (!exists(@.params))');
