import type { Id } from '@/api/types'

/** A rule as far as it says who else gets which floors of an elevator. */
export interface OtherRule {
  id: Id
  name: string
  users: readonly { id: Id }[]
  elevators: readonly { id: Id; floors: readonly { floor: number }[] }[]
}

/** A floor of an elevator in the grid. */
export interface GridFloor {
  floor: number
  name: string
  is_public: boolean
  /** The rule gives it, and no controller has it now. */
  is_missing: boolean
}

interface ElevatorFloorLike {
  floor: number
  name: string
  is_public: boolean
}

/** The floors of an elevator from the lowest, with those that the rule gives and no controller has any more. */
export function gridFloors(
  floors: readonly ElevatorFloorLike[],
  chosen: readonly number[],
): GridFloor[] {
  const there = floors.map(({ floor, name, is_public }): GridFloor => ({
    floor,
    name,
    is_public,
    is_missing: false,
  }))
  const known = new Set(floors.map(({ floor }) => floor))
  const missing = chosen
    .filter((floor) => !known.has(floor))
    .map((floor): GridFloor => ({ floor, name: '', is_public: false, is_missing: true }))
  return [...there, ...missing].toSorted((a, b) => a.floor - b.floor)
}

/** By what a user gets to a floor. */
export type Way = { kind: 'rule' | 'public' | 'none' } | { kind: 'other'; names: string[] }

/** Which rules besides this one give users floors of an elevator: user and floor -> names of rules. */
export function otherWays(
  rules: readonly OtherRule[],
  elevator: Id,
  own: Id | undefined,
): Map<string, string[]> {
  const ways = new Map<string, string[]>()
  for (const rule of rules) {
    if (rule.id === own) continue
    const floors = rule.elevators.find(({ id }) => id === elevator)?.floors ?? []
    for (const { id: user } of rule.users) {
      for (const { floor } of floors) {
        const key = `${user}:${floor}`
        ways.set(key, [...(ways.get(key) ?? []), rule.name])
      }
    }
  }
  return ways
}

interface Cell {
  user: Id
  floor: GridFloor
  isChosen: boolean
  others: ReadonlyMap<string, string[]>
}

/** A floor for everybody needs no rule; else this rule comes first, since it is the one that is edited. */
export function wayOf({ user, floor, isChosen, others }: Cell): Way {
  if (floor.is_public) return { kind: 'public' }
  if (isChosen) return { kind: 'rule' }
  const names = others.get(`${user}:${floor.floor}`)
  return names ? { kind: 'other', names } : { kind: 'none' }
}
