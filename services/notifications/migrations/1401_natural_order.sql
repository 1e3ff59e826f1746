-- Lists are in the order of people: 2 before 10, and no capital letter before a small one. The index of each column follows.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn');
ALTER TABLE IF EXISTS announces ALTER COLUMN name TYPE text COLLATE natural_order, ALTER COLUMN subject TYPE text COLLATE natural_order;
ALTER TABLE IF EXISTS emergency_alerts ALTER COLUMN name TYPE text COLLATE natural_order;
ALTER TABLE IF EXISTS conversations ALTER COLUMN subject TYPE text COLLATE natural_order;
ALTER TABLE mail_templates ALTER COLUMN subject TYPE text COLLATE natural_order;
