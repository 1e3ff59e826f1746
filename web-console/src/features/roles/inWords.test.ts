import { expect, test } from 'vitest'
import { describe } from './inWords'

const group = (name: string, ...codes: string[]) => ({
  name,
  permissions: codes.map((code) => ({ code, feature: null })),
})
const users = group('users', 'can_create_user', 'can_view_all_users', 'can_view_users')
const roles = group('roles', 'can_edit_role', 'can_edit_all_roles')

test('a narrow right goes without saying beside a wide one', () => {
  expect(describe([users], ['can_view_users', 'can_view_all_users'])).toEqual([
    { group: 'users', isWhole: false, codes: ['can_view_all_users'] },
  ])
  expect(describe([roles], ['can_edit_role', 'can_edit_all_roles'])).toEqual([
    { group: 'roles', isWhole: true, codes: ['can_edit_all_roles'] },
  ])
})

test('a narrow right alone is said', () => {
  expect(describe([users], ['can_view_users'])[0]?.codes).toEqual(['can_view_users'])
})

test('groups of which nothing is granted are left out', () => {
  expect(describe([users, roles], ['can_edit_role']).map(({ group: name }) => name)).toEqual([
    'roles',
  ])
})
