import { expect, test } from 'vitest'
import { within } from './within'

const named = { field: 'name', rule: 'has', value: 'a' } as const
const active = { field: 'is_active', rule: 'equals', value: true } as const

test('one of several conditions is enough, also within a group', () => {
  const any = { match: 'match_any' as const, items: [named, active] }
  expect(within(any, 7)).toEqual({
    match: 'match_all',
    items: [{ field: 'domain_id', rule: 'equals', value: 7 }, any],
  })
  expect(within(any, undefined)).toBe(any)
})

test('a group alone is one condition', () => {
  const none = { match: 'match_any' as const, items: [] }
  expect(within(none, 7).items).toEqual([{ field: 'domain_id', rule: 'equals', value: 7 }])
})
