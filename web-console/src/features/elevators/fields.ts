import { ref, special, text, time } from '@/kit/fields'

const LAST = { isOptional: true, isWideOnly: true }

/** The fields of an elevator: columns, filters and preview come from here. */
export const elevatorFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 220 },
    filter: true,
    preview: false,
  }),
  special('domain', { column: { width: 180 }, filter: { type: 'choice', field: 'domain_id' } }),
  special('floors_count', { column: { width: 100, align: 'end' } }),
  special('devices', { column: { width: 240 } }),
  special('elevator_access_rules', { column: { width: 200 } }),
  ref('created_by_user', { column: LAST }),
  time('created_at', { column: { ...LAST, sortable: true }, filter: true }),
  time('updated_at'),
] as const
