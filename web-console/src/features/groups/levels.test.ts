import { expect, test } from 'vitest'
import type { GroupNode } from './api'
import { firstLevels } from './levels'

const node = (
  id: number,
  depth: number,
  parent_id: number | null,
  children_count = 0,
): GroupNode => ({
  id,
  depth,
  parent_id,
  children_count,
  name: `Group ${id}`,
  domain_type_id: null,
  logic_address: null,
})

test('the first levels are the roots that the person sees, and what lies right below them', () => {
  // Somebody who sees only a part of the tree gets the id of a parent that they do not see.
  const { roots, below, isOpen } = firstLevels(
    [node(5, 0, 1, 2), node(6, 1, 5), node(7, 1, 5), node(9, 0, null)],
    false,
  )
  expect(roots.map(({ id }) => id)).toEqual([5, 9])
  expect(below.get(5)?.map(({ id }) => id)).toEqual([6, 7])
  expect(isOpen).toBe(true)
})

test('a level that was cut off is asked for anew when it is opened', () => {
  const { below } = firstLevels(
    [node(1, 0, null, 3), node(2, 1, 1), node(3, 0, null, 1), node(4, 1, 3)],
    true,
  )
  expect([below.has(1), below.has(3)]).toEqual([false, true])
})

test('many roots are shown closed', () => {
  const many = Array.from({ length: 11 }, (_, at) => node(at + 1, 0, null, 4))
  expect(firstLevels(many, false).isOpen).toBe(false)
})
