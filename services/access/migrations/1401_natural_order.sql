-- Lists are in the order of people: 2 before 10, and no capital letter before a small one. The index of each column follows.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn');
ALTER TABLE people ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE doors ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE identifiers ALTER COLUMN name TYPE text COLLATE natural_order, ALTER COLUMN number TYPE text COLLATE natural_order;
ALTER TABLE elevators ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE elevator_access_rules ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE access_rules ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE time_rules ALTER COLUMN name TYPE text COLLATE natural_order;
