import type { AccessMatrixCell, AccessMatrixRow } from '@/api/generated/access-matrix'
import type { Ref } from '@/api/types'

/** A line of the grid: one user, or several whose cells are all equal. */
export interface Line {
  /** Stays the same while the answer does. */
  key: string
  users: Ref[]
  isActive: boolean
  /** The cell at each door; undefined where nothing lets them in. */
  cells: (AccessMatrixCell | undefined)[]
  /** Of several users: whether they are shown one by one below it. */
  isOpen: boolean
  /** Below the line of its group. */
  isMember: boolean
}

/** The rows of an answer as lines. Those of one class with equal cells are one, unless the person has opened them. */
export function linesOf(
  rows: AccessMatrixRow[],
  doorCount: number,
  { isFolded, opened }: { isFolded: boolean; opened: ReadonlySet<string> },
): Line[] {
  const groups = new Map<string, AccessMatrixRow[]>()
  for (const row of rows) {
    const key = isFolded ? signatureOf(row) : `user ${row.user?.id}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups].flatMap(([key, group]) => {
    const isOpen = opened.has(key)
    const members = isOpen && group.length > 1 ? group : []
    return [
      lineOf(key, group, doorCount, { isOpen, isMember: false }),
      ...members.map((row) =>
        lineOf(`${key} ${row.user?.id}`, [row], doorCount, { isOpen: false, isMember: true }),
      ),
    ]
  })
}

function lineOf(
  key: string,
  rows: AccessMatrixRow[],
  doorCount: number,
  place: Pick<Line, 'isOpen' | 'isMember'>,
): Line {
  const cells: Line['cells'] = Array.from({ length: doorCount }, () => undefined)
  for (const cell of rows[0]?.cells ?? []) cells[cell.door] = cell
  return {
    key,
    users: rows.flatMap(({ user }) => (user ? [user] : [])),
    isActive: rows[0]?.is_active ?? true,
    cells,
    ...place,
  }
}

/** Equal for users named by the same rules whose cells say the same: identifiers may make them differ. */
const signatureOf = ({ class: group, is_active: isActive, cells }: AccessMatrixRow) =>
  [
    group,
    isActive,
    ...cells.map(({ door, state, next_opens: next, online_only: why }) =>
      [door, state, next, why].join(),
    ),
  ].join(';')
