import { expect, test } from 'vitest'
import { difference, hasRoles, listChange, withRoleNames, wordsOf } from './changes'

test('only what differs is shown, nested fields by their path', () => {
  const before = { name: 'Anna', profile: { phone: '+31', address: 'Here' } }
  const after = { name: 'Anna', profile: { phone: '+32', address: 'Here' } }
  expect(difference(before, after)).toEqual([
    { path: 'profile.phone', before: '+31', after: '+32' },
  ])
})

test('what was made has no before, what was deleted no after', () => {
  expect(difference(null, { name: 'Anna' })).toEqual([
    { path: 'name', before: undefined, after: 'Anna' },
  ])
  expect(difference({ name: 'Anna' }, null)).toEqual([
    { path: 'name', before: 'Anna', after: undefined },
  ])
})

test('a related entity changes as one', () => {
  const change = difference({ role: { id: 1, name: 'A' } }, { role: { id: 2, name: 'B' } })
  expect(change).toHaveLength(1)
  expect(wordsOf(change[0]?.after)).toBe('B')
})

test('of a list, what was taken out and what was put in', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ removed: ['a'], added: ['c'] })
  expect(listChange(undefined, ['a'])).toBeUndefined()
})

test('nothing has no words', () => {
  expect([null, undefined, '', []].map(wordsOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(wordsOf(false)).toBe('false')
  expect(wordsOf(0)).toBe('0')
})

test('roles read as their names, and one that nobody knows as its number', () => {
  const names = new Map([
    [1, 'Administrator'],
    [2, 'Concierge'],
  ])
  expect(withRoleNames({ path: 'role_id', before: 1, after: 9 }, names)).toEqual({
    path: 'role_id',
    before: 'Administrator',
    after: '#9',
  })
  expect(
    withRoleNames({ path: 'available_roles', before: [], after: [1, 2] }, names).after,
  ).toEqual(['Administrator', 'Concierge'])
  const other = { path: 'name', before: 1, after: 2 }
  expect(withRoleNames(other, names)).toBe(other)
  expect([{ role_id: 1 }, { name: 'Anna' }, null].map(hasRoles)).toEqual([true, false, false])
})
