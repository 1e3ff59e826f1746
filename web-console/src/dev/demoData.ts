import type { FilterItem, ListQuery, Page } from '@/api/list'

export interface DemoDoor {
  id: number
  name: string
  place: string
  model: string
  status: 'online' | 'offline' | 'error'
  cards: number
  seen_at: string
}

const PLACES = ['North tower', 'South tower', 'Car park', 'Garden gate', 'Service yard']
const NAMES = ['Main entrance', 'Lobby', 'Stair door', 'Roof access', 'Gate', 'Lift hall']
const MODELS = ['AA-12', 'AA-07', 'AC-02']
const START = Date.parse('2026-03-05T09:00:00Z')

export const doors: DemoDoor[] = Array.from({ length: 247 }, (_, at) => ({
  id: at + 1,
  name: `${NAMES[at % NAMES.length]} ${Math.floor(at / NAMES.length) + 1}`,
  place: PLACES[(at * 7) % PLACES.length]!,
  model: MODELS[(at * 5) % MODELS.length]!,
  status: at % 11 === 3 ? 'offline' : at % 17 === 5 ? 'error' : 'online',
  cards: (at * 37) % 900,
  seen_at: new Date(START - at * 613_000).toISOString(),
}))

/** What the server would answer. */
export function listDoors(query: ListQuery): Page<DemoDoor> {
  const { page = 1, size = 20, sort = 'name', search = '', filters } = query
  const descends = sort.startsWith('-')
  const key = sort.replace('-', '') as keyof DemoDoor
  const found = doors
    .filter(({ name, place }) => `${name} ${place}`.toLowerCase().includes(search.toLowerCase()))
    .filter((door) => {
      const results = filters?.items.map((item) => 'field' in item && fits(door, item)) ?? []
      return filters?.match === 'match_any' ? results.some(Boolean) : results.every(Boolean)
    })
    .toSorted((a, b) => compare(a[key], b[key]) * (descends ? -1 : 1))
  return { items: found.slice((page - 1) * size, page * size), total: found.length, page, size }
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

function fits(door: DemoDoor, { field, rule, value }: FilterItem): boolean {
  const actual = door[field as keyof DemoDoor]
  const text = String(actual).toLowerCase()
  const wanted = String(value).toLowerCase()
  if (rule === 'has') return text.includes(wanted)
  if (rule === 'begins_with') return text.startsWith(wanted)
  if (rule === 'not_equals') return text !== wanted
  if (rule === 'above') return Number(actual) > Number(value)
  if (rule === 'below') return Number(actual) < Number(value)
  return text === wanted
}
