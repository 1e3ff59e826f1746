import type { Floor as MapFloor } from '@/api/generated/devices'
import type { Id } from '@/api/types'

/** A floor of the building, with its outputs on each controller of the elevator. */
export interface BuildingFloor {
  floor: number
  name: string
  is_public: boolean
  is_panel_floor: boolean
  apartments: string[]
  /** By the id of the controller. */
  ports: Record<string, number[]>
}

/** A controller and the map that it holds. */
export interface ControllerMap {
  id: Id
  floor_map: readonly MapFloor[]
}

/**
 * The maps of all controllers as one building, the top floor first. The name is the first that
 * there is; a floor is for everybody only where each controller says so.
 */
export function buildingOf(controllers: readonly ControllerMap[]): BuildingFloor[] {
  const floors = new Map<number, BuildingFloor>()
  for (const { id, floor_map } of controllers) {
    for (const { floor, ports, ...of } of floor_map) {
      const known = floors.get(floor)
      floors.set(floor, {
        floor,
        name: known?.name || of.name,
        is_public: of.is_public && (known?.is_public ?? true),
        is_panel_floor: of.is_panel_floor || (known?.is_panel_floor ?? false),
        apartments: [...new Set([...(known?.apartments ?? []), ...of.apartments])],
        ports: { ...known?.ports, [id]: ports },
      })
    }
  }
  return [...floors.values()].toSorted((a, b) => b.floor - a.floor)
}

/** The floors with a list of outputs for every controller, as the fields of a form need it. */
export const withEvery = (
  floors: readonly BuildingFloor[],
  controllers: readonly Id[],
): BuildingFloor[] =>
  floors.map((floor) => ({
    ...floor,
    ports: Object.fromEntries(controllers.map((id) => [id, floor.ports[id] ?? []])),
  }))

/**
 * The map of one controller out of the building, the lowest floor first. A controller holds the
 * floors that it has outputs for; the first one holds those as well that have none yet.
 */
export function mapOf(
  floors: readonly BuildingFloor[],
  controller: Id,
  controllers: readonly Id[],
): MapFloor[] {
  const holds = ({ ports }: BuildingFloor) => {
    const hasPorts = (id: Id) => (ports[id]?.length ?? 0) > 0
    return hasPorts(controller) || (controller === controllers[0] && !controllers.some(hasPorts))
  }
  return floors
    .filter(holds)
    .map(({ ports, ...of }) => ({ ...of, ports: ports[controller] ?? [] }))
    .toSorted((a, b) => a.floor - b.floor)
}

/** Most floors of a building, and the highest number of an output. */
export const MAX_FLOORS = 98
export const MAX_PORT = 255

/** The first output of a controller that no floor has, above those that one has. */
export function nextPort(floors: readonly BuildingFloor[], controller: Id): number | undefined {
  const port = Math.max(0, ...floors.flatMap(({ ports }) => ports[controller] ?? [])) + 1
  return port <= MAX_PORT ? port : undefined
}

/** So many floors above what is there, each on the next output of the first controller; the top first. */
export function floorsAbove(
  floors: readonly BuildingFloor[],
  count: number,
  controller: Id | undefined,
): BuildingFloor[] {
  const top = Math.max(0, ...floors.map(({ floor }) => floor))
  const first = controller === undefined ? undefined : nextPort(floors, controller)
  const room = Math.min(count, MAX_FLOORS - top)
  const made = Array.from({ length: Math.max(0, room) }, (_, at) => {
    const port = first === undefined ? undefined : first + at
    const hasPort = controller !== undefined && port !== undefined && port <= MAX_PORT
    return {
      floor: top + 1 + at,
      name: '',
      is_public: false,
      is_panel_floor: false,
      apartments: [],
      ports: hasPort ? { [controller]: [port] } : {},
    }
  })
  return made.toReversed()
}

/**
 * Outputs of a controller one after another, from the row where they begin to the row where they
 * end: what somebody draws down or up a column. Answers the rows that change.
 */
export function numbered(
  floors: readonly BuildingFloor[],
  controller: Id,
  from: number,
  to: number,
): Map<number, number> {
  const start = floors[from]?.ports[controller]?.[0] ?? nextPort(floors, controller) ?? 1
  const step = to < from ? -1 : 1
  const rows = new Map<number, number>()
  for (let row = from, port = start; port <= MAX_PORT; row += step, port += 1) {
    rows.set(row, port)
    if (row === to) break
  }
  return rows
}

/** What is said twice: floors of the same number, and outputs of a controller that two floors name. */
export interface Clashes {
  /** Rows whose number an earlier row has. */
  floors: number[]
  /** Row, controller and output that an earlier row has. */
  ports: { row: number; controller: string; port: number }[]
}

export function clashesOf(floors: readonly BuildingFloor[]): Clashes {
  const clashes: Clashes = { floors: [], ports: [] }
  const numbers = new Set<number>()
  const taken = new Set<string>()
  floors.forEach(({ floor, ports }, row) => {
    if (numbers.has(floor)) clashes.floors.push(row)
    numbers.add(floor)
    for (const [controller, list] of Object.entries(ports)) {
      for (const port of list) {
        const key = `${controller}:${port}`
        if (taken.has(key)) clashes.ports.push({ row, controller, port })
        taken.add(key)
      }
    }
  })
  return clashes
}
