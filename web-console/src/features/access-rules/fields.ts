import { boolean, formText, ref, special, text, time } from '@/kit/fields'

const LAST = { isOptional: true, isWideOnly: true }

/** The fields of an access rule: columns, filters, preview and texts of the form come from here. */
export const accessRuleFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 230 },
    filter: true,
    preview: false,
  }),
  special('prohibition', { column: { width: 165 }, filter: { type: 'boolean' } }),
  special('devices', { column: { width: 230 } }),
  special('who', { column: { width: 230 }, preview: false }),
  special('domains'),
  special('users'),
  special('identifiers'),
  special('time_rules', { column: { width: 170 } }),
  boolean('is_shareable', { filter: true }),
  formText('description'),
  ref('created_by_user', { column: LAST }),
  time('created_at', { column: { ...LAST, sortable: true }, filter: true }),
  time('updated_at'),
] as const
