-- Searching the texts of a large table by parts of words. LIKE may leak what it compares, so that row-level security keeps it from
-- an index of trigrams; a function with the owner's rights may use one. It gives ids of the project of the transaction alone, which
-- the caller could read by reading the whole table.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Makes rows of a table with `id` and `project_id` findable by parts of these columns: an index, and the function
-- `<table>_by_part(pattern)` of the ids. It gives NULL for more than 10,000: such a list is quicker to read in its order.
-- Rows that are inserted wait in the index's list of pending entries, up to 64 MB, so that an import does not sort them in.
CREATE PROCEDURE make_searchable_by_parts(relation regclass, columns text[]) LANGUAGE plpgsql AS $$
DECLARE
    name text := (SELECT relname FROM pg_class WHERE oid = relation);
    table_name text := (SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = relation);
    function_name text := format('%I', name || '_by_part');
BEGIN
    EXECUTE format('CREATE INDEX %I ON %s USING gin (%s) WITH (fastupdate = on, gin_pending_list_limit = 65536)', name || '_parts', table_name,
        (SELECT string_agg(format('%I gin_trgm_ops', col), ', ') FROM unnest(columns) AS col));
    -- EXECUTE plans for this pattern: of a common one the first rows of the table do, of a rare one the index.
    EXECUTE format('CREATE FUNCTION %s(pattern text) RETURNS bigint[] LANGUAGE plpgsql STABLE SECURITY DEFINER
        SET search_path = pg_catalog, public, pg_temp AS $body$
        DECLARE
            found bigint[];
        BEGIN
            EXECUTE %L INTO found USING pattern, public.app_project();
            RETURN CASE WHEN cardinality(found) <= 10000 THEN found END;
        END $body$', function_name,
        format('SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT id FROM %s WHERE project_id = $2 AND (%s) LIMIT 10001) found', table_name,
            (SELECT string_agg(format('%I ILIKE $1', col), ' OR ') FROM unnest(columns) AS col)));
    EXECUTE format('REVOKE ALL ON FUNCTION %s(text) FROM PUBLIC', function_name);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s(text) TO vestibule_app', function_name);
END $$;

-- The words of some texts, as before, for half of the time: each step is taken once (OFFSET 0), where Postgres would take it again
-- for every place that uses it.
CREATE OR REPLACE FUNCTION search_terms_of(texts text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT DISTINCT left(words.term, 100)
    FROM unnest(texts) AS given (whole)
    CROSS JOIN LATERAL (SELECT lower(whole COLLATE "und-x-icu") AS whole OFFSET 0) AS folded
    CROSS JOIN LATERAL (SELECT regexp_split_to_array(folded.whole, '[^[:alnum:]]+') AS parts OFFSET 0) AS split
    CROSS JOIN LATERAL (SELECT array_to_string(parts, '') AS joined OFFSET 0) AS squeezed
    CROSS JOIN LATERAL (
        SELECT unnest(parts) AS term
        WHERE folded.whole !~ '^[0-9a-f]{2}([-:][0-9a-f]{2})+$'
        UNION ALL SELECT joined WHERE joined ~ '[0-9]'
        UNION ALL SELECT ltrim(joined, '0') WHERE joined LIKE '0%') AS words
    WHERE words.term <> ''
$$;
