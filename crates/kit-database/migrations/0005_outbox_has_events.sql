-- Whether events wait for the relay, of whichever project. Every commit asks, so it is one statement without a transaction; the
-- owner's rights do for the role of the platform, and the answer says nothing of any project.
CREATE FUNCTION outbox_has_events() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$ SELECT min(seq) IS NOT NULL FROM public.outbox $$;
REVOKE ALL ON FUNCTION outbox_has_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_has_events() TO vestibule_app;
