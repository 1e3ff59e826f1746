import { expect, test } from 'vitest'
import { planRefs } from './refPlan'

const [lobby, garage] = [
  { id: 1, name: 'Lobby' },
  { id: 2, name: 'Garage' },
]
const rows = [
  { id: 7, groups: [lobby] },
  { id: 8, groups: [] },
]
const read = ({ groups }: { groups: { id: number; name: string }[] }) => groups

test('only the rows that lack something are changed by an addition', () => {
  expect(planRefs(rows, read, 'add', [lobby])).toEqual([
    { row: rows[1], before: [], after: [lobby] },
  ])
  expect(planRefs(rows, read, 'add', [lobby, garage]).map(({ after }) => after)).toEqual([
    [lobby, garage],
    [lobby, garage],
  ])
})

test('what a row does not have cannot be taken from it', () => {
  expect(planRefs(rows, read, 'remove', [lobby])).toEqual([
    { row: rows[0], before: [lobby], after: [] },
  ])
  expect(planRefs(rows, read, 'remove', [garage])).toEqual([])
})
