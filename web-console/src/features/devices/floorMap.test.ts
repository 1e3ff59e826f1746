import { expect, test } from 'vitest'
import { floorMapSchema, nextFloor, typedList, typedNumbers, type FloorForm } from './floorMap'

const floor = (change: Partial<FloorForm>): FloorForm => ({ ...nextFloor([]), ...change })
const accepts = (...floors: FloorForm[]) => floorMapSchema.safeParse(floors).success

test('each floor is there once, from 1 to 98', () => {
  expect(accepts(floor({ floor: 1 }), floor({ floor: 2 }))).toBe(true)
  expect(accepts(floor({ floor: 1 }), floor({ floor: 1 }))).toBe(false)
  expect(accepts(floor({ floor: 0 }))).toBe(false)
  expect(accepts(floor({ floor: 99 }))).toBe(false)
})

test('the floor of the panel is not public and has no apartments', () => {
  expect(accepts(floor({ is_panel_floor: true }))).toBe(true)
  expect(accepts(floor({ is_panel_floor: true, is_public: true }))).toBe(false)
  expect(accepts(floor({ is_panel_floor: true, apartments: ['1'] }))).toBe(false)
})

test('a floor is added above the others, on the next output', () => {
  const next = nextFloor([floor({ floor: 3, ports: [4, 5] }), floor({ floor: 2, ports: [1] })])
  expect([next.floor, next.ports]).toEqual([4, [6]])
})

test('a list is typed with commas or spaces', () => {
  expect(typedList(' 1, 2;3  4A ')).toEqual(['1', '2', '3', '4A'])
  expect(typedNumbers('1, x 3')).toEqual([1, 3])
})
