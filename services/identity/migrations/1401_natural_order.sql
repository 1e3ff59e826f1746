-- Lists are in the order of people: 2 before 10, and no capital letter before a small one. The index of each column follows.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn');
ALTER TABLE users ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE roles ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE markers ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE projects ALTER COLUMN name TYPE text COLLATE natural_order;
