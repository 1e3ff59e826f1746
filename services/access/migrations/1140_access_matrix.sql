-- Rows and columns of the access matrix, in the order in which they are listed.
CREATE INDEX people_name ON people (project_id, name, id) WHERE NOT deleted;
CREATE INDEX doors_name ON doors (project_id, name, id) WHERE NOT deleted;
