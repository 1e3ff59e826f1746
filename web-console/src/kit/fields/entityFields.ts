import type { FilterField } from '@/kit/filter'
import type { Column } from '@/kit/table'

/** How a value is drawn where nobody draws it otherwise. `special` must be drawn by a cell. */
export type FieldKind = 'text' | 'code' | 'boolean' | 'time' | 'ref' | 'special'

/** A field of an entity: what lists, filters, previews and the audit log say of it. */
export interface EntityField<Path extends string = string> {
  /** Path in the API's answer, as `profile.phone`; its last part is the key of its label. */
  path: Path
  kind: FieldKind
  /** Given where it is a column of the list. */
  column?: ColumnOptions
  /** Given where the list may be narrowed by it; `true` as its kind says. */
  filter?: true | Pick<FilterField, 'type'> | Pick<FilterField, 'type' | 'field'>
  /** Whether the preview shows it: not at all, or above the others. */
  preview?: false | 'first'
  /** An optional text that the form edits. */
  isFormText?: boolean
  /** A column of exported and imported tables. */
  isInTable?: boolean
}

type ColumnOptions = Omit<Column<unknown>, 'key' | 'title' | 'render'>
type Options = Omit<EntityField, 'path' | 'kind' | 'isFormText'>

const fieldOf =
  <Kind extends FieldKind>(kind: Kind) =>
  <const Path extends string>(path: Path, options: Options = {}) => ({ ...options, path, kind })

export const text = fieldOf('text')
/** Digits and codes, drawn in a fixed width. */
export const code = fieldOf('code')
export const boolean = fieldOf('boolean')
export const time = fieldOf('time')
/** A related entity, drawn as its name. */
export const ref = fieldOf('ref')
/** Drawn by a cell of the entity's own; it need not be a field of the API. */
export const special = fieldOf('special')

/** An optional text that the form edits and sends as null where it is blank. */
export const formText = <const Path extends string>(path: Path, options: Options = {}) => ({
  ...options,
  path,
  kind: 'text' as const,
  isFormText: true as const,
})

/** The value at a path of a row. */
export function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], row)
}

/** The key of a field's label. */
export const nameOf = ({ path }: Pick<EntityField, 'path'>): string =>
  path.slice(path.lastIndexOf('.') + 1)

/** The headings of exported and imported tables. */
export const tableHeadings = (fields: readonly EntityField[]): string[] =>
  fields.filter(({ isInTable }) => isInTable).map(nameOf)
