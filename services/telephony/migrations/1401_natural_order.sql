-- Lists are in the order of people: 2 before 10, and no capital letter before a small one. The index of each column follows.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn');
ALTER TABLE forward_rules ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE sip_numbers ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE sip_trunks ALTER COLUMN name TYPE text COLLATE natural_order;
-- The edge's view reads the column, which therefore keeps its order; the list asks for this one.
CREATE INDEX sip_numbers_natural_number ON sip_numbers (project_id, number COLLATE natural_order, id);
