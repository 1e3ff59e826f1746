import { expect, test } from 'vitest'
import { mayEdit, mayToggle, narrow, shareOf, toggleGroup, type Editor } from './permissionTree'

const editor: Editor = { held: new Set(['a', 'b']), mayGrantMore: false }
const groups = [
  {
    name: 'users',
    permissions: [
      { code: 'a', feature: null },
      { code: 'b', feature: null },
    ],
  },
  { name: 'calls', permissions: [{ code: 'c', feature: 'sip' }] },
]
const nameOf = (code: string) =>
  ({ a: 'Create users', b: 'Delete users', c: 'Call all' })[code] ?? ''
const search = {
  text: '',
  isGrantedOnly: false,
  chosen: new Set<string>(),
  nameOf,
  groupOf: String,
}

test('a group is granted whole, in part, or not at all', () => {
  expect(shareOf(['a', 'b'], new Set(['a', 'b']))).toBe('all')
  expect(shareOf(['a', 'b'], new Set(['a']))).toBe('some')
  expect(shareOf(['a', 'b'], new Set(['x']))).toBe('none')
})

test('nobody grants more than they hold, unless their role allows it', () => {
  expect(mayToggle('a', editor)).toBe(true)
  expect(mayToggle('d', editor)).toBe(false)
  expect(mayToggle('d', { ...editor, mayGrantMore: true })).toBe(true)
})

test('a role that has more than its editor holds is not theirs to change', () => {
  expect(mayEdit(['a', 'b'], editor)).toBe(true)
  expect(mayEdit(['a', 'c'], editor)).toBe(false)
  expect(mayEdit(['a', 'c'], { ...editor, mayGrantMore: true })).toBe(true)
})

test('a press on a group leaves alone what may not be granted', () => {
  expect(toggleGroup(['a', 'b', 'd'], new Set(['a']), editor).toSorted()).toEqual(['a', 'b'])
  expect(toggleGroup(['a', 'b', 'd'], new Set(['a', 'b', 'd']), editor)).toEqual(['d'])
})

test('a right is found by its name, its code and its group', () => {
  const codes = (text: string) =>
    narrow(groups, { ...search, text }).flatMap(({ permissions }) =>
      permissions.map(({ code }) => code),
    )
  expect(codes('delete')).toEqual(['b'])
  expect(codes('USERS')).toEqual(['a', 'b'])
  expect(codes('calls')).toEqual(['c'])
  expect(codes('nothing')).toEqual([])
})

test('only what is granted can be shown', () => {
  const found = narrow(groups, { ...search, isGrantedOnly: true, chosen: new Set(['c']) })
  expect(found.map(({ name }) => name)).toEqual(['calls'])
})
