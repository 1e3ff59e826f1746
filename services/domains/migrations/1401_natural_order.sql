-- Lists are in the order of people: 2 before 10, and no capital letter before a small one. The index of each column follows.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn');
ALTER TABLE groups ALTER COLUMN name TYPE text COLLATE natural_order, ALTER COLUMN logic_address TYPE text COLLATE natural_order;
ALTER TABLE group_types ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE integrations ALTER COLUMN name TYPE text COLLATE natural_order;
