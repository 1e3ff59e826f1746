import { expect, test } from 'vitest'
import { FILTER_RULES } from '@/api/list'
import { completeFilters, freshItem, momentOf, RULES_OF } from './fields'

test('conditions without a value are not sent, and zero and false are values', () => {
  const item = (value: string | number | boolean | null) => ({
    field: 'a',
    rule: 'equals' as const,
    value,
  })
  const { items } = completeFilters({
    match: 'match_all',
    items: [item(''), item(null), item(0), item(false), item('x')],
  })
  expect(items.map(({ value }) => value)).toEqual([0, false, 'x'])
})

test('every rule of the server can be chosen for some type', () => {
  expect(new Set(Object.values(RULES_OF).flat())).toEqual(new Set(FILTER_RULES))
})

test('a new yes-or-no condition is complete, any other waits for a value', () => {
  expect(freshItem({ field: 'is_active', label: '', type: 'boolean' }).value).toBe(true)
  expect(freshItem({ field: 'name', label: '', type: 'text' }).value).toBeNull()
})

test('a time is compared with as it is shown: to the second, with all that is in it', () => {
  const at = '2026-11-23T10:05:37.420Z'
  expect(momentOf('equals_above', at)).toBe('2026-11-23T10:05:37.000Z')
  expect(momentOf('below', at)).toBe('2026-11-23T10:05:37.000Z')
  expect(momentOf('equals_below', at)).toBe('2026-11-23T10:05:37.999Z')
  expect(momentOf('above', at)).toBe('2026-11-23T10:05:37.999Z')
  expect(momentOf('above', null)).toBeNull()
})
