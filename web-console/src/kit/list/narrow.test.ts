import { expect, test } from 'vitest'
import { narrow } from './narrow'

const named = { field: 'name', rule: 'has', value: 'a' } as const
const active = { field: 'is_active', rule: 'is', value: true } as const
const group = { field: 'domains', rule: 'equals', value: 7 } as const
const any = 'match_any' as const
const all = 'match_all' as const

test('a group narrows also where any of the other conditions is enough', () => {
  expect(narrow({ match: any, items: [named, group, active] }, ['domains'])).toEqual({
    match: all,
    items: [group, { match: any, items: [named, active] }],
  })
})

test('two entities, and nothing else, must both be met', () => {
  const device = { field: 'device_id', rule: 'equals', value: 1 } as const
  const user = { field: 'user_id', rule: 'equals', value: 2 } as const
  const filters = { match: any, items: [device, user] }
  expect(narrow(filters, ['device_id', 'user_id'])).toEqual({ match: all, items: [device, user] })
})

test('conditions that must all be met stay as they are', () => {
  const filters = { match: all, items: [named, group] }
  expect(narrow(filters, ['domains'])).toBe(filters)
  expect(narrow({ match: any, items: [named] }, ['domains'])).toEqual({
    match: any,
    items: [named],
  })
})
