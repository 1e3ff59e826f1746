import type { FoundEntity } from '@/api/generated/search'
import { accessRulesEntity } from '@/features/access-rules'
import { devicesEntity } from '@/features/devices'
import { groupsEntity } from '@/features/groups'
import { identifiersEntity } from '@/features/identifiers'
import { sipNumbersEntity } from '@/features/sip-numbers'
import { timeRulesEntity } from '@/features/time-rules'
import { usersEntity } from '@/features/users'
import type { Entity } from '@/kit/resource'
import { matches } from './match'

/** The entities that the search of the server knows, by its words for them. */
const SEARCHED: Readonly<Record<string, Entity>> = {
  user: usersEntity,
  group: groupsEntity,
  device: devicesEntity,
  identifier: identifiersEntity,
  sip_number: sipNumbersEntity,
  access_rule: accessRulesEntity,
  time_rule: timeRulesEntity,
}

const keys = new Set(Object.values(SEARCHED).map(({ key }) => key))

/** Whether the search of the server finds this entity; one that it does not is asked of its list. */
export const isSearched = (key: string): boolean => keys.has(key)

export interface FoundGroup {
  entity: Entity
  rows: FoundEntity[]
}

/** What was found by kind, in the order of the best of each. A kind without a page here is left out. */
export function groupsOf(items: readonly FoundEntity[]): FoundGroup[] {
  const groups = new Map<string, FoundGroup>()
  for (const item of items) {
    const entity = SEARCHED[item.kind]
    if (!entity) continue
    const group = groups.get(item.kind) ?? { entity, rows: [] }
    group.rows.push(item)
    groups.set(item.kind, group)
  }
  return [...groups.values()]
}

/** Of an earlier answer, what plainly meets what has been typed since. */
export const stillMeeting = (items: readonly FoundEntity[], typed: string): FoundEntity[] =>
  items.filter(({ name, detail }) => matches(typed, name, detail))
