-- Columns of one table may be sorted in different orders (1401_natural_order): their words are compared by bytes whatever the
-- column's order is.
CREATE OR REPLACE FUNCTION keep_search_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entity_kind text := TG_ARGV[0];
    columns text;
    old_columns text;
BEGIN
    SELECT string_agg(format('n.%I COLLATE "C"', name), ', '), string_agg(format('o.%I COLLATE "C"', name), ', ') INTO columns, old_columns
    FROM unnest(TG_ARGV[1:]) AS name;
    IF TG_OP = 'DELETE' THEN
        DELETE FROM search_terms t USING old_rows o WHERE t.kind = entity_kind AND t.entity_id = o.id;
    ELSIF TG_OP = 'INSERT' THEN
        EXECUTE format('INSERT INTO search_terms (project_id, kind, term, entity_id)
            SELECT n.project_id, %L, term, n.id FROM new_rows n CROSS JOIN LATERAL search_terms_of(ARRAY[%s]) term', entity_kind, columns);
    ELSE
        EXECUTE format('WITH changed AS (SELECT n.* FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE (%s) IS DISTINCT FROM (%s)),
                wanted AS (SELECT n.project_id, n.id, term FROM changed n CROSS JOIN LATERAL search_terms_of(ARRAY[%s]) term),
                gone AS (DELETE FROM search_terms t USING changed c WHERE t.kind = %L AND t.entity_id = c.id
                    AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.id = t.entity_id AND w.term = t.term))
            INSERT INTO search_terms (project_id, kind, term, entity_id) SELECT project_id, %L, term, id FROM wanted ON CONFLICT DO NOTHING',
            'ROW(' || columns || ')', 'ROW(' || old_columns || ')', columns, entity_kind, entity_kind);
    END IF;
    RETURN NULL;
END $$;
