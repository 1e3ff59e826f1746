-- Cyrillic letters of plates that look like Latin ones are these when plates are compared. Of identifiers that have one plate by now the
-- one that opens doors, else the oldest, is found by it; the others go on opening, and are refused as duplicates when somebody changes
-- them. A number with # is that of a guest's key that has ended.
UPDATE identifiers i SET number = a.plate, unique_value = a.plate || '#' || i.id
FROM (
    SELECT p.id, p.plate, row_number() OVER (PARTITION BY p.project_id, p.plate ORDER BY p.revoked_at IS NOT NULL, p.is_active DESC, p.id) AS place
    FROM (SELECT *, translate(number, 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI') AS plate FROM identifiers WHERE type = 7 AND unique_value NOT LIKE '%#%') p
) a
WHERE a.id = i.id AND a.place > 1;
UPDATE identifiers
SET number = translate(number, 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI'), unique_value = translate(unique_value, 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI')
WHERE type = 7 AND number ~ '[АВЕКМНОРСТУХІ]';
