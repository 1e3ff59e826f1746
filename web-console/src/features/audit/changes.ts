/** A field of something that was changed; undefined where it was not there. */
export interface Change {
  /** As `profile.phone`. */
  path: string
  before: unknown
  after: unknown
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A related entity reads as its name, not as two fields. */
const isRef = (value: unknown): boolean => isFields(value) && 'name' in value && 'id' in value

/** What differs between two records, field by field, in the order of their names. */
export function difference(before: Fields | null, after: Fields | null): Change[] {
  const [old, now] = [before ?? {}, after ?? {}]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].toSorted()
  return names.flatMap((name) => changesOf(name, old[name], now[name]))
}

function changesOf(path: string, before: unknown, after: unknown): Change[] {
  const isNested = [before, after].some((each) => isFields(each) && !isRef(each))
  if (isNested && [before, after].every((each) => each === undefined || isFields(each))) {
    return difference((before ?? {}) as Fields, (after ?? {}) as Fields).map((change) => ({
      ...change,
      path: `${path}.${change.path}`,
    }))
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
}

/** Of two lists, what was taken out and what was put in; undefined where one is no list. */
export function listChange(
  before: unknown,
  after: unknown,
): { removed: unknown[]; added: unknown[] } | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  const has = (list: unknown[], item: unknown) =>
    list.some((each) => JSON.stringify(each) === JSON.stringify(item))
  return {
    removed: before.filter((item) => !has(after, item)),
    added: after.filter((item) => !has(before, item)),
  }
}

/** A value in words; undefined for none. */
export function wordsOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ') || undefined
  if (isFields(value)) return isRef(value) ? String(value.name) : JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Fields that hold ids of roles, one or a list. */
const ROLE_FIELDS = new Set(['role', 'role_id', 'available_roles'])

/** Whether a record says of which roles it speaks by their ids alone. */
export const hasRoles = (record: Fields | null): boolean =>
  Object.entries(record ?? {}).some(
    ([field, value]) =>
      ROLE_FIELDS.has(field) && (typeof value === 'number' || Array.isArray(value)),
  )

/** A change with the names of roles in place of their ids. A role that nobody knows keeps its id, as `#7`. */
export function withRoleNames(change: Change, names: ReadonlyMap<number, string>): Change {
  if (!ROLE_FIELDS.has(change.path)) return change
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    if (typeof value !== 'number') return value
    return value === 0 ? null : (names.get(value) ?? `#${value}`)
  }
  return { ...change, before: named(change.before), after: named(change.after) }
}
