import { expect, test } from 'vitest'
import { listArgs } from './list'

test('an empty query sends nothing', () => {
  expect(listArgs({})).toEqual({})
  expect(listArgs({ search: '', filters: { match: 'match_all', items: [] } })).toEqual({})
})

test('filters are sent as JSON and related parts as a list', () => {
  const params = listArgs({
    page: 2,
    size: 50,
    sort: '-name',
    with: ['users', 'devices'],
    filters: { match: 'match_any', items: [{ field: 'name', rule: 'has', value: 'a' }] },
  })
  expect(params).toEqual({
    page: 2,
    size: 50,
    sort: '-name',
    with: ['users', 'devices'],
    filters: '{"match":"match_any","items":[{"field":"name","rule":"has","value":"a"}]}',
  })
})
