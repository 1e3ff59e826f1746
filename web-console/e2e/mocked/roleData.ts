const base = {
  description: null as string | null,
  created_by_user: null,
  available_roles: [] as { id: number; name: string }[],
  is_default: false,
  created_at: '2026-01-12T09:30:00.000Z',
  updated_at: '2026-02-02T14:00:00.000Z',
}

/** A role that somebody has. */
export const ROLE = {
  ...base,
  id: 3,
  name: 'Night concierge',
  description: 'Lets people in, sees who came',
  permissions: [
    'can_view_users',
    'can_view_all_users',
    'can_view_devices',
    'can_view_access_control_events',
    'can_call_panel',
  ],
  available_roles: [{ id: 4, name: 'Resident' }],
  users_count: 4,
}

export const roles = [
  {
    ...base,
    id: 1,
    name: 'Administrator',
    description: 'Everything',
    permissions: ['can_view_users'],
    is_default: true,
    users_count: 2,
  },
  ROLE,
  { ...base, id: 4, name: 'Resident', permissions: [], is_default: true, users_count: 311 },
]
