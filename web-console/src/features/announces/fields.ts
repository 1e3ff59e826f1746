import { ref, special, text, time } from '@/kit/fields'

const LAST = { isOptional: true, isWideOnly: true }

/** The fields of an announce: columns, filters and preview come from here. */
export const announceFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 220 },
    filter: true,
    preview: false,
  }),
  text('subject', { column: { sortable: true, width: 220 }, filter: true }),
  special('type', { column: { width: 110 }, filter: { type: 'choice' } }),
  special('status', { column: { width: 150 }, filter: { type: 'choice' } }),
  special('turnout', { column: { width: 190 } }),
  special('send_via', { column: { ...LAST, width: 130 }, filter: { type: 'choice' } }),
  special('recipients'),
  time('execute_at', { column: { ...LAST, sortable: true }, filter: true }),
  time('ends_at'),
  ref('created_by_user', { column: LAST }),
  time('created_at', { column: { sortable: true, width: 170 }, filter: true }),
] as const
