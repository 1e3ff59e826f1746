import type { PermissionGroup } from './api'

/** How much of a group is granted. */
export type Share = 'all' | 'some' | 'none'

export function shareOf(codes: readonly string[], chosen: ReadonlySet<string>): Share {
  const count = codes.filter((code) => chosen.has(code)).length
  if (count === 0) return 'none'
  return count === codes.length ? 'all' : 'some'
}

/** What somebody who edits a role may change of it. */
export interface Editor {
  /** Codes that they hold themselves. */
  held: ReadonlySet<string>
  /** They may grant what they do not hold. */
  mayGrantMore: boolean
}

export const mayToggle = (code: string, { held, mayGrantMore }: Editor): boolean =>
  mayGrantMore || held.has(code)

/** A role that has more than its editor holds is not theirs to change. */
export const mayEdit = (codes: readonly string[], editor: Editor): boolean =>
  codes.every((code) => mayToggle(code, editor))

/**
 * A press on a group: grants what may be granted of it, or takes all of that away when nothing is
 * left to grant.
 */
export function toggleGroup(
  codes: readonly string[],
  chosen: ReadonlySet<string>,
  editor: Editor,
): string[] {
  const free = codes.filter((code) => mayToggle(code, editor))
  const isFull = free.every((code) => chosen.has(code))
  const rest = [...chosen].filter((code) => !free.includes(code))
  return isFull ? rest : [...rest, ...free]
}

export function toggleCode(code: string, chosen: ReadonlySet<string>): string[] {
  return chosen.has(code) ? [...chosen].filter((each) => each !== code) : [...chosen, code]
}

interface Search {
  text: string
  /** Only what is granted. */
  isGrantedOnly: boolean
  chosen: ReadonlySet<string>
  nameOf: (code: string) => string
  groupOf: (group: string) => string
}

/** The catalogue, narrowed. The name of a group finds all of it; a code is found as well. */
export function narrow(groups: readonly PermissionGroup[], search: Search): PermissionGroup[] {
  const { isGrantedOnly, chosen, nameOf, groupOf } = search
  const text = search.text.trim().toLowerCase()
  const has = (where: string) => where.toLowerCase().includes(text)
  return groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(
        ({ code }) =>
          (!isGrantedOnly || chosen.has(code)) &&
          (has(nameOf(code)) || has(code) || has(groupOf(group.name))),
      ),
    }))
    .filter(({ permissions }) => permissions.length > 0)
}
