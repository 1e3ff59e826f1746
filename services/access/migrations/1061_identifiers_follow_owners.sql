-- From now on an identifier follows its owner from group to group. Those that stayed behind before count to the first of
-- their owner's groups. The version before this one only reads the column: it may run meanwhile.
UPDATE identifiers i SET domain_id = (SELECT min(g.group_id) FROM person_groups g WHERE g.user_id = i.owner_id)
WHERE i.owner_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM person_groups g WHERE g.user_id = i.owner_id)
  AND NOT EXISTS (SELECT 1 FROM person_groups g WHERE g.user_id = i.owner_id AND g.group_id = i.domain_id);
