import { expect, test } from 'vitest'
import type { Group } from './api'
import { emptyGroup, groupSchema, toGroupBody, toGroupForm } from './schema'

const tower: Group = {
  id: 12,
  name: 'North tower',
  description: null,
  parent_id: 3,
  parent_lft: null,
  parent_rgt: null,
  domain_type_id: 2,
  logic_address: '7',
  path: [
    { id: 1, name: 'Riverside' },
    { id: 3, name: 'Site A' },
  ],
  children_count: 0,
  descendants_count: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  created_by_user: null,
}

test('a group that nobody touched is sent back as it came', () => {
  expect(toGroupBody(groupSchema.parse(toGroupForm(tower)))).toEqual({
    name: 'North tower',
    description: null,
    parent_id: 3,
    domain_type_id: 2,
    logic_address: '7',
  })
})

test('blank fields are sent as null', () => {
  const body = toGroupBody(groupSchema.parse({ ...emptyGroup, name: ' Lobby ' }))
  expect(body).toEqual({
    name: 'Lobby',
    description: null,
    parent_id: null,
    domain_type_id: null,
    logic_address: null,
  })
})

test('a logical address has up to four digits, leading zeros included', () => {
  const accepts = (logic_address: string) =>
    groupSchema.safeParse({ ...emptyGroup, name: 'x', logic_address }).success
  expect(['', '1', '07', '9999'].map(accepts)).toEqual([true, true, true, true])
  expect(['10000', '-1', 'a1'].map(accepts)).toEqual([false, false, false])
})
