import type { Interception } from '../api'

export interface GroupRow {
  id: number
  name: string
  /** With the groups above it. */
  fullName: string
  isSelected: boolean
}

type Group = Pick<Interception['groups'][number], 'id' | 'name'> & {
  full_name?: string
  is_selected?: boolean
}

/**
 * The groups to choose from: those of the person, those chosen before, and those added now. While
 * it is active only the chosen ones and the person's own remain, and nothing can be changed.
 */
export function groupRows(
  { is_active, groups, user_groups }: Interception,
  added: readonly Group[],
  choices: Readonly<Record<number, boolean>>,
): GroupRow[] {
  const rows = new Map<number, GroupRow>()
  const add = (group: Group, isSelected: boolean) => {
    if (rows.has(group.id)) return
    rows.set(group.id, {
      id: group.id,
      name: group.name,
      fullName: group.full_name || group.name,
      isSelected: (is_active ? undefined : choices[group.id]) ?? isSelected,
    })
  }
  for (const group of groups) {
    if (!is_active || group.is_selected) add(group, group.is_selected)
  }
  for (const group of user_groups) add(group, group.is_selected)
  if (!is_active) for (const group of added) add(group, true)
  return [...rows.values()]
}

export const selectedIds = (rows: GroupRow[]) =>
  rows.filter(({ isSelected }) => isSelected).map(({ id }) => id)
