import { expect, it } from 'vitest'
import { isManaged } from './managed'

const managed = (over: object) => ({ project: false, group_ids: [2], ...over })

it('a group is managed with what is below it, and nothing else is', () => {
  expect(isManaged(managed({}), { id: 2 })).toBe(true)
  expect(
    isManaged(managed({}), {
      id: 9,
      path: [
        { id: 1, name: 'Site' },
        { id: 2, name: 'House' },
      ],
    }),
  ).toBe(true)
  expect(isManaged(managed({}), { id: 1 })).toBe(false)
  expect(isManaged(undefined, { id: 2 })).toBe(false)
})

it('in a managed project every group is', () => {
  expect(isManaged(managed({ project: true, group_ids: [] }), { id: 7 })).toBe(true)
})
