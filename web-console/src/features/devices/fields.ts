import { code, formText, special, text, time } from '@/kit/fields'

const NO_PREVIEW = { preview: false } as const

/** The fields of a device itself, without its settings: columns, filters, preview and texts of the form come from here. */
export const deviceFields = [
  text('name', {
    column: { sortable: true, isMain: true, width: 180 },
    filter: true,
    preview: false,
  }),
  special('status', { column: { width: 118 }, filter: { type: 'choice' } }),
  special('since'),
  special('sync', { column: { width: 156 } }),
  code('model', { column: { sortable: true, width: 96 }, filter: { type: 'choice' } }),
  special('type', { column: { width: 132, isWideOnly: true }, filter: { type: 'choice' } }),
  special('domain', { column: { width: 140 }, filter: { type: 'choice', field: 'domain_id' } }),
  code('serial_number', { column: { sortable: true, width: 116 }, filter: true }),
  text('device_info.firmware'),
  special('protocol', { filter: { type: 'choice' } }),
  formText('ip_address'),
  formText('login', NO_PREVIEW),
  formText('device_login', NO_PREVIEW),
  special('identifiers', { column: { align: 'end', isOptional: true, isWideOnly: true } }),
  formText('description', NO_PREVIEW),
  time('created_at', { column: { sortable: true, isOptional: true, isWideOnly: true } }),
  special('open', { column: { width: 104 }, preview: false }),
] as const
