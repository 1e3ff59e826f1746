/** Actions that the list may be narrowed to; the others show by the words of the service. */
export const ACTIONS = [
  'create',
  'edit',
  'delete',
  'revoke',
  'issue',
  'open',
  'login',
  'logout',
  'fail',
  'reject',
  'ban',
] as const

/** Things that the list may be narrowed to. */
export const RESOURCES = [
  'users',
  'roles',
  'markers',
  'domains',
  'domain-types',
  'devices',
  'device-tasks',
  'sip-numbers',
  'forward-rules',
  'sip-trunks',
  'time-rules',
  'access-rules',
  'elevators',
  'elevator-access-rules',
  'identifiers',
  'ukey2',
  'amenities',
  'amenity-reservations',
  'announces',
  'conversations',
  'emergency-alerts',
  'emergency-alerts/runs',
  'integrations',
  'mail-templates',
  'backups',
  'settings',
  'ip-blocking',
  'projects',
  'tokens',
] as const

/**
 * Things whose texts name each of their fields as the API does, so that the log reads those and has
 * no words of its own for them. The code is the namespace.
 */
export const WITH_FIELD_LABELS = ['users', 'devices', 'access-rules'] as const
