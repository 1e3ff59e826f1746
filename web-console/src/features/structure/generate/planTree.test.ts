import { expect, test } from 'vitest'
import type { PlannedGroup } from '../api'
import { openAtFirst, planTree, visibleRows } from './planTree'

const planned = (
  key: number,
  parent_key: number,
  obstacle: string | null = null,
): PlannedGroup => ({
  key,
  parent_key,
  name: `Group ${key}`,
  domain_type_id: 1,
  logic_address: null,
  obstacle,
})

const plan = [
  planned(1, 0),
  planned(2, 1),
  planned(3, 2),
  planned(4, 2, 'out of range'),
  planned(5, 0),
  planned(6, 5),
]

test('a plan becomes the tree that it describes', () => {
  const roots = planTree(plan)
  expect(roots.map(({ group }) => group.key)).toEqual([1, 5])
  expect(roots[0]!.children[0]!.children.map(({ group }) => group.key)).toEqual([3, 4])
})

test('an obstacle is counted on everything that leads to it', () => {
  const [first, second] = planTree(plan)
  expect([first!.obstacles, first!.children[0]!.obstacles, second!.obstacles]).toEqual([1, 1, 0])
})

test('what leads to an obstacle stands open', () => {
  const many = [...plan, ...Array.from({ length: 6 }, (_, at) => planned(10 + at, 0))]
  expect([...openAtFirst(planTree(many))].toSorted((a, b) => a - b)).toEqual([1, 2])
})

test('what lies below a closed group is not in sight', () => {
  const roots = planTree(plan)
  const keys = (open: number[]) =>
    visibleRows(roots, (key) => open.includes(key)).map(({ node }) => node.group.key)
  expect(keys([])).toEqual([1, 5])
  expect(keys([1, 2])).toEqual([1, 2, 3, 4, 5])
  // Open below a closed one: out of sight all the same.
  expect(keys([2])).toEqual([1, 5])
})

test('twenty thousand groups are put in order at once', () => {
  const items = Array.from({ length: 20_000 }, (_, at) =>
    planned(at + 1, at < 20 ? 0 : (at % 20) + 1),
  )
  expect(visibleRows(planTree(items), () => true)).toHaveLength(20_000)
})
