import { describe, expect, test } from 'vitest'
import {
  buildingOf,
  clashesOf,
  floorsAbove,
  mapOf,
  nextPort,
  numbered,
  type BuildingFloor,
} from './floors'

const floor = (number: number, ports: number[], more: object = {}) => ({
  floor: number,
  name: '',
  is_public: false,
  is_panel_floor: false,
  apartments: [] as string[],
  ports,
  ...more,
})

const left = {
  id: 7,
  floor_map: [
    floor(1, [1], { name: 'Lobby', is_public: true }),
    floor(2, [2], { apartments: ['01-03'] }),
  ],
}
const right = {
  id: 8,
  floor_map: [
    floor(1, [1], { name: 'Ground' }),
    floor(2, [2], { apartments: ['01-03', '01-04'] }),
    floor(3, [3]),
  ],
}

describe('a building', () => {
  test('has the floors of all controllers, the top first', () => {
    const building = buildingOf([left, right])
    expect(building.map(({ floor: number }) => number)).toEqual([3, 2, 1])
    expect(building[1]).toMatchObject({ ports: { 7: [2], 8: [2] }, apartments: ['01-03', '01-04'] })
  })

  test('is called as the first controller calls it, and open only where all say so', () => {
    expect(buildingOf([left, right])[2]).toMatchObject({ name: 'Lobby', is_public: false })
    expect(buildingOf([left])[1]).toMatchObject({ name: 'Lobby', is_public: true })
  })

  test('goes back to each controller as the floors that it has outputs for', () => {
    const building = buildingOf([left, right])
    expect(mapOf(building, 7, [7, 8]).map(({ floor: number }) => number)).toEqual([1, 2])
    expect(mapOf(building, 8, [7, 8]).map(({ floor: number }) => number)).toEqual([1, 2, 3])
    expect(mapOf(buildingOf([right]), 8, [8])).toEqual(right.floor_map)
  })

  test('a floor without outputs stays with the first controller', () => {
    const building = [{ ...floor(4, []), ports: {} }]
    expect(mapOf(building, 7, [7, 8])).toHaveLength(1)
    expect(mapOf(building, 8, [7, 8])).toHaveLength(0)
  })
})

describe('numbering', () => {
  const building = buildingOf([right])

  test('new floors go above, on the next outputs', () => {
    const added = floorsAbove(building, 2, 8)
    expect(added.map(({ floor: number, ports }) => [number, ports])).toEqual([
      [5, { 8: [5] }],
      [4, { 8: [4] }],
    ])
    expect(
      floorsAbove(
        [floor(97, [])].map((each) => ({ ...each, ports: {} })),
        5,
        8,
      ),
    ).toHaveLength(1)
  })

  test('outputs drawn along a column follow one another from where it begins', () => {
    // Row 2 is the lowest floor, with output 1.
    expect([...numbered(building, 8, 2, 0)]).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
    ])
    expect([...numbered(building, 9, 0, 1)]).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  test('no output is beyond what a controller can have', () => {
    const full = [{ ...floor(1, []), ports: { 8: [255] } }]
    expect(nextPort(full, 8)).toBeUndefined()
    expect(floorsAbove(full, 1, 8)[0]?.ports).toEqual({})
  })
})

test('what is said twice is told at the later row', () => {
  const rows: BuildingFloor[] = [
    { ...floor(3, []), ports: { 7: [1], 8: [1] } },
    { ...floor(3, []), ports: { 7: [2, 1] } },
  ]
  expect(clashesOf(rows)).toEqual({
    floors: [1],
    ports: [{ row: 1, controller: '7', port: 1 }],
  })
})
