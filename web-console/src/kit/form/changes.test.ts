import { expect, test } from 'vitest'
import { changes } from './changes'

test('only what differs is sent, at any depth', () => {
  const before = { name: 'A', note: null, domains: [{ id: 1 }], profile: { phone: '1' } }
  expect(changes(before, { ...before })).toEqual({})
  expect(changes(before, { ...before, profile: { phone: '2' } })).toEqual({
    profile: { phone: '2' },
  })
  expect(changes(before, { ...before, domains: [{ id: 1 }, { id: 2 }] })).toEqual({
    domains: [{ id: 1 }, { id: 2 }],
  })
})

test('a cleared value is sent as null and a list that shrank is a change', () => {
  expect(changes({ note: 'x', list: [1] }, { note: null, list: [] })).toEqual({
    note: null,
    list: [],
  })
})
