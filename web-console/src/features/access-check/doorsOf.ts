import type { Id, Ref } from '@/api/types'
import type { AccessRule } from '@/features/access-rules'

/** A door that rules speak of, and the rules that do. */
export interface RuledDoor {
  door: Ref
  grants: AccessRule[]
  forbids: AccessRule[]
}

/** Doors that somebody's rules grant, by name. A rule that forbids opens none, so it adds none. */
export function doorsOf(rules: AccessRule[]): RuledDoor[] {
  const doors = new Map<Id, RuledDoor>()
  for (const rule of rules) {
    for (const { id, name } of rule.devices) {
      const known = doors.get(id) ?? { door: { id, name }, grants: [], forbids: [] }
      doors.set(id, known)
      const list = rule.prohibition ? known.forbids : known.grants
      // A rule may name several locks of a device.
      if (!list.includes(rule)) list.push(rule)
    }
  }
  return [...doors.values()]
    .filter(({ grants }) => grants.length > 0)
    .toSorted((a, b) => a.door.name.localeCompare(b.door.name, undefined, { numeric: true }))
}

/** Schedules of the rules that grant a door; null where one grants it at any time. */
export function schedulesOf({ grants }: RuledDoor): Ref[] | null {
  if (grants.some(({ time_rules: schedules }) => schedules.length === 0)) return null
  const all = grants.flatMap(({ time_rules: schedules }) => schedules)
  return [...new Map(all.map((schedule) => [schedule.id, schedule])).values()]
}
