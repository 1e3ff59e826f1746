-- Words by which users find entities. A prefix of a word is looked for by the order of its bytes: the comparison may not leak,
-- so that row-level security lets it use the index, which it does not for LIKE.
CREATE TABLE search_terms (
    project_id bigint NOT NULL,
    kind text NOT NULL,
    -- Lower case, letters and digits only, at most 100 characters.
    term text COLLATE "C" NOT NULL,
    entity_id bigint NOT NULL,
    PRIMARY KEY (project_id, kind, term, entity_id)
);
CREATE INDEX search_terms_entity ON search_terms (kind, entity_id);
CALL enforce_tenancy('search_terms');

-- The words of some texts. One with digits is found as a whole too, without separators and without zeros in front: "AA12-0004"
-- by "aa12", "0004" and "aa120004". The bytes of a number in hexadecimal are no words.
CREATE FUNCTION search_terms_of(texts text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT DISTINCT left(words.term, 100)
    FROM unnest(texts) AS given (whole)
    CROSS JOIN LATERAL (SELECT lower(whole COLLATE "und-x-icu") AS whole) AS folded
    CROSS JOIN LATERAL (SELECT regexp_replace(folded.whole, '[^[:alnum:]]+', '', 'g') AS joined) AS squeezed
    CROSS JOIN LATERAL (
        SELECT regexp_split_to_table(folded.whole, '[^[:alnum:]]+') AS term
        WHERE folded.whole !~ '^[0-9a-f]{2}([-:][0-9a-f]{2})+$'
        UNION ALL SELECT joined WHERE joined ~ '[0-9]'
        UNION ALL SELECT ltrim(joined, '0') WHERE joined LIKE '0%') AS words
    WHERE words.term <> ''
$$;

-- Keeps the words of a table, a statement at a time. Arguments: the kind, then the columns.
CREATE FUNCTION keep_search_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entity_kind text := TG_ARGV[0];
    columns text;
    old_columns text;
BEGIN
    SELECT string_agg(format('n.%I', name), ', '), string_agg(format('o.%I', name), ', ') INTO columns, old_columns
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

-- Makes the rows of a table with `id` and `project_id` findable by the words of these columns, those that are there already too.
CREATE PROCEDURE make_searchable(relation regclass, kind text, columns text[]) LANGUAGE plpgsql AS $$
DECLARE
    arguments text := (SELECT string_agg(quote_literal(argument), ', ') FROM unnest(ARRAY[kind] || columns) AS argument);
BEGIN
    EXECUTE format('INSERT INTO search_terms (project_id, kind, term, entity_id)
        SELECT n.project_id, %L, term, n.id FROM %s n CROSS JOIN LATERAL search_terms_of(ARRAY[%s]) term', kind, relation,
        (SELECT string_agg(format('n.%I', name), ', ') FROM unnest(columns) AS name));
    EXECUTE format('CREATE TRIGGER search_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION keep_search_terms(%s)', relation, arguments);
    EXECUTE format('CREATE TRIGGER search_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION keep_search_terms(%s)', relation, arguments);
    EXECUTE format('CREATE TRIGGER search_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
        FOR EACH STATEMENT EXECUTE FUNCTION keep_search_terms(%s)', relation, arguments);
END $$;
