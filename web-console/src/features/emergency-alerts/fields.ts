import { ref, special, text, time } from '@/kit/fields'

const LAST = { isOptional: true, isWideOnly: true }

/** The fields of an alert: columns, filters and preview come from here. */
export const alertFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 240 },
    filter: true,
    preview: false,
  }),
  special('run', { column: { width: 170 } }),
  special('domains', { column: { width: 200 } }),
  special('devices', { column: { width: 170, isOptional: true } }),
  special('sound', { column: { width: 160 } }),
  special('doors', { column: { width: 190 } }),
  text('message'),
  ref('created_by_user', { column: LAST }),
  time('created_at', { column: { ...LAST, sortable: true }, filter: true }),
  time('updated_at'),
] as const
