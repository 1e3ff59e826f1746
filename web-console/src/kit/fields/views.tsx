import type { ReactNode } from 'react'
import i18next from 'i18next'
import type { FilterField, FilterType } from '@/kit/filter'
import type { Column } from '@/kit/table'
import { ExactTime, RelativeTime } from '@/kit/time'
import { nameOf, valueAt, type EntityField, type FieldKind } from './entityFields'
import type { LabelOf } from './useFieldLabel'

/** Values that are drawn otherwise than their kind says, by path. */
type Cells<Row> = Record<string, (row: Row) => ReactNode>

const FILTERS: Partial<Record<FieldKind, FilterType>> = {
  text: 'text',
  code: 'text',
  boolean: 'boolean',
  time: 'time',
}

/** The columns of a list, in the order of the fields. */
export function columnsOf<Row>(
  fields: readonly EntityField[],
  label: LabelOf,
  cells: Cells<Row> = {},
): Column<Row>[] {
  return fields.flatMap((field) => {
    const { column, path } = field
    if (!column) return []
    const draw = cells[path] ?? ((row: Row) => drawn(field, row) ?? '—')
    return [{ ...column, key: nameOf(field), title: label(nameOf(field)), render: draw }]
  })
}

/** The names and values of a preview; those that come first, then the others in their order. */
export function detailsOf<Row>(
  fields: readonly EntityField[],
  label: LabelOf,
  row: Row,
  cells: Cells<Row> = {},
): [string, ReactNode][] {
  const shown = fields.filter(({ preview }) => preview !== false)
  const inOrder = [
    ...shown.filter(({ preview }) => preview === 'first'),
    ...shown.filter(({ preview }) => preview !== 'first'),
  ]
  return inOrder.map((field) => [
    label(nameOf(field)),
    cells[field.path]?.(row) ?? (field.path in cells ? null : drawn(field, row, true)),
  ])
}

/** What a list may be narrowed by. `special` gives options or words of its own, or `false` for a filter to leave out. */
export function filtersOf(
  fields: readonly EntityField[],
  label: LabelOf,
  special: Record<string, Partial<FilterField> | false> = {},
): FilterField[] {
  return fields.flatMap((field) => {
    const own = special[field.path]
    const type = field.filter === true ? FILTERS[field.kind] : field.filter?.type
    if (!type || own === false) return []
    const name = nameOf(field)
    const given = field.filter === true ? {} : field.filter
    return [{ field: name, label: label(name), type, ...given, ...own }]
  })
}

/** A value as its kind says; null for none. */
function drawn(field: EntityField, row: unknown, isExact = false): ReactNode {
  const value = valueAt(row, field.path)
  switch (field.kind) {
    case 'special':
      throw new Error(`${field.path} has no cell`)
    case 'boolean':
      return i18next.t(value ? 'common:yes' : 'common:no')
    case 'time':
      return isExact ? (
        <ExactTime value={value as string | null} />
      ) : (
        <RelativeTime value={value as string | null} />
      )
    case 'ref':
      return (value as { name: string } | null)?.name ?? null
    case 'code':
      return value ? <span className="mono">{value as string}</span> : null
    case 'text':
      return (value as string | number | null | undefined) ?? null
  }
}
