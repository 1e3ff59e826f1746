import { formText, ref, special, text, time } from '@/kit/fields'

const LAST = { isOptional: true, isWideOnly: true }

/** The fields of a rule: columns, filters, preview and texts of the form come from here. */
export const elevatorAccessRuleFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 230 },
    filter: true,
    preview: false,
  }),
  special('elevators', {
    column: { width: 280 },
    filter: { type: 'choice', field: 'elevator_id' },
  }),
  special('users', { column: { width: 230 } }),
  formText('description'),
  ref('created_by_user', { column: LAST }),
  time('created_at', { column: { ...LAST, sortable: true }, filter: true }),
  time('updated_at'),
] as const
