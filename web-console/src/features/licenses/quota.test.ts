import { expect, test } from 'vitest'
import { atBar, depths, inconsistenciesOf, sharesOf } from './quota'

const quota = (maximum: number | null, used: number, reserved: number) => ({
  kind: 'sip',
  maximum,
  used,
  reserved,
  free: maximum === null ? null : maximum - used - reserved,
  is_over_limit: false,
})

test('a bar is used and reserved of its maximum', () => {
  expect(sharesOf(quota(20, 5, 10))).toEqual({ used: 25, reserved: 50 })
})

test('what is over the limit fills the bar and no more', () => {
  const { used, reserved } = sharesOf(quota(4, 6, 2))
  expect(used + reserved).toBe(100)
})

test('an unlimited bar is never full, and an empty one is empty', () => {
  expect(sharesOf(quota(null, 3, 1))).toEqual({ used: 37.5, reserved: 12.5 })
  expect(sharesOf(quota(null, 0, 0))).toEqual({ used: 0, reserved: 0 })
  expect(sharesOf(quota(0, 0, 0))).toEqual({ used: 0, reserved: 0 })
})

test('a refusal is said at the bar of its kind', () => {
  const item = { code: 'quantity_exceeded', kind: 'sip', group: null, parent: null }
  const error = { status: 409, data: { message: 'x', data: { items: [item] } } }
  expect(atBar(inconsistenciesOf(error), 'sip')).toHaveLength(1)
  expect(atBar(inconsistenciesOf(error), 'ukey2')).toHaveLength(0)
  expect(inconsistenciesOf({ status: 500 })).toEqual([])
})

test('groups lie below those of their parents that are listed', () => {
  const rows = [
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 3, parentId: 2 },
    { id: 9, parentId: 77 },
  ]
  expect([...depths(rows).values()]).toEqual([0, 1, 2, 0])
})
