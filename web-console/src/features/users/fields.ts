import { formText, ref, special, text, time } from '@/kit/fields'

/** The fields of a user: columns, filters, preview, texts of the form and columns of tables come from here. */
export const userFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 240 },
    filter: true,
    preview: false,
    isInTable: true,
  }),
  text('email', { column: { sortable: true, width: 220 }, filter: true, isInTable: true }),
  text('login', { filter: true, isInTable: true }),
  ref('role', {
    column: { sortable: true, sortKey: 'role_id', width: 150 },
    filter: { type: 'choice', field: 'role_id' },
  }),
  special('domains', { column: { width: 200 } }),
  special('markers', { column: { width: 160 }, filter: { type: 'choice' } }),
  special('linked_users'),
  special('state', { column: { width: 150 }, preview: 'first' }),
  text('profile.phone', { column: { isOptional: true }, filter: true, isInTable: true }),
  text('profile.address', { isInTable: true }),
  formText('description', { filter: true, isInTable: true }),
  special('is_active', { filter: { type: 'boolean' }, preview: false }),
  special('elevator_access_disabled', { filter: { type: 'boolean' }, preview: false }),
  special('is_invited', { filter: { type: 'boolean' }, preview: false }),
  time('activated_at', { filter: true, preview: false }),
  time('created_at', { column: { sortable: true, isWideOnly: true }, filter: true }),
  ref('created_by_user', { column: { isOptional: true, isWideOnly: true } }),
  time('updated_at'),
] as const
