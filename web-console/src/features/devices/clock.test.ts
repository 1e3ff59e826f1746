import { expect, test } from 'vitest'
import { clockState } from './clock'

test('a clock that is off by less than half a minute counts as right', () => {
  expect([0, 30, -30].map((skew) => clockState(skew)!.kind)).toEqual(['right', 'right', 'right'])
  expect(clockState(31)).toEqual({ kind: 'ahead', seconds: 31 })
  expect(clockState(-3600)).toEqual({ kind: 'behind', seconds: 3600 })
})

test('nothing is said of a clock that nothing is known of', () => {
  expect([clockState(null), clockState(undefined)]).toEqual([undefined, undefined])
})
