import { expect, test } from 'vitest'
import type { GroupKind } from '@/features/group-types'
import { emptyGenerate, generateSchema, groupsOf, levelsIn, startIn, toPlanRequest } from './schema'
import starts from './starts.json'

const problems = (change: object) =>
  generateSchema
    .safeParse({ ...emptyGenerate, ...change })
    .error?.issues.map(({ path }) => path.join('.'))

test('groups of every level are counted, and a level of none is left out', () => {
  expect(groupsOf({ buildings: 1, units: 2, floors: 5, apartments: 4 })).toBe(1 + 2 + 10 + 40)
  expect(groupsOf({ buildings: 0, units: 0, floors: 25, apartments: 20 })).toBe(25 + 500)
  expect(groupsOf({ buildings: 0, units: 0, floors: 0, apartments: 0 })).toBe(0)
})

test('a plan of nothing, or of too much, is not asked for', () => {
  expect(problems({ buildings: 0, units: 0, floors: 0, apartments: 0 })).toEqual(['buildings'])
  expect(problems({ buildings: 500, units: 100 })).toEqual(['apartments'])
  expect(problems({})).toBeUndefined()
})

test('a name without its number would be the same for all', () => {
  expect(problems({ floor_name: 'Floor' })).toEqual(['floor_name'])
  expect(problems({ floor_name: 'Floor {n}' })).toBeUndefined()
})

test('an empty name is left to the server', () => {
  const request = toPlanRequest(generateSchema.parse({ ...emptyGenerate, unit_name: ' Gate {n} ' }))
  expect([request.unit_name, request.floor_name]).toEqual(['Gate {n}', ''])
})

/** `starts.json` is read by a test of the server as well, which takes each of them. */
test('a dialog begins with what its group can take', () => {
  const counts = (kind: Parameters<typeof startIn>[0]) => {
    const { buildings, units, floors, apartments } = startIn(kind)
    return [buildings, units, floors, apartments]
  }
  expect(counts(undefined)).toEqual(starts.common)
  for (const [kind, start] of Object.entries(starts)) {
    expect(counts(kind as GroupKind)).toEqual(start)
  }
})

test('only what has its place in the group can be asked for', () => {
  expect(levelsIn('common')).toEqual(['building', 'unit', 'floor', 'apartment'])
  expect(levelsIn('unit')).toEqual(['floor', 'apartment'])
  expect(levelsIn('apartment')).toEqual([])
})
