import { boolean, formText, ref, special, text, time } from '@/kit/fields'

const LAST = { isOptional: true, isWideOnly: true }

/** The fields of an amenity: columns, filters, preview and texts of the form come from here. */
export const amenityFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 230 },
    filter: true,
    preview: false,
  }),
  formText('address', { column: { width: 200 } }),
  special('domains', { column: { width: 200 } }),
  special('hours', { column: { width: 230 } }),
  special('number_of_persons', { column: { width: 110 } }),
  boolean('is_exclusive'),
  special('access_rules'),
  text('effective_time_zone'),
  formText('description'),
  ref('created_by_user', { column: LAST }),
  time('created_at', { column: { ...LAST, sortable: true }, filter: true }),
  time('updated_at'),
] as const

/** The fields of a reservation. */
export const reservationFields = [
  special('start', {
    column: { sortable: true, isMain: true, width: 250 },
    filter: { type: 'time' },
    preview: false,
  }),
  ref('amenity', { column: { width: 190 } }),
  ref('user', { column: { width: 190 } }),
  text('number_of_persons', { column: { width: 100 } }),
  special('status', { column: { width: 140 }, filter: { type: 'choice' } }),
  ref('identifier', { column: { width: 160, isOptional: true } }),
  boolean('is_outside_slots', { filter: true }),
  ref('created_by_user', { column: LAST }),
  time('created_at', { column: { ...LAST, sortable: true }, filter: true }),
] as const
