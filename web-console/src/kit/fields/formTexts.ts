import { optionalText } from '@/kit/form'
import type { EntityField } from './entityFields'

/** Paths of the optional texts among some fields. */
type FormText<Fields extends readonly EntityField[]> = Extract<
  Fields[number],
  { isFormText: true }
>['path']

/**
 * The part of a form that is optional texts, each within the length that the server takes: the
 * schema's shape, the empty form, and the form of a row.
 */
export function formTexts<const Fields extends readonly EntityField[]>(
  fields: Fields,
  limits: Record<FormText<Fields>, { maxLength: number }>,
) {
  type Name = FormText<Fields>
  const names = fields.filter(({ isFormText }) => isFormText).map(({ path }) => path as Name)
  const each = <Value>(valueOf: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
  return {
    shape: each((name) => optionalText(limits[name].maxLength)),
    empty: each(() => ''),
    toForm: (row: Record<Name, string | null>) => each((name) => row[name] ?? ''),
  }
}
