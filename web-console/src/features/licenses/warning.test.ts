import { expect, test } from 'vitest'
import { warningOf } from './warning'

test('nothing is said while all is well and where there was never a licence', () => {
  expect(warningOf('normal', 200)).toBeUndefined()
  expect(warningOf('no_license', null)).toBeUndefined()
})

test('an end is counted in days, the last one is today', () => {
  expect(warningOf('will_expire', 3)).toEqual({ key: 'endsIn', tone: 'warning', days: 3 })
  expect(warningOf('will_expire', 0)).toEqual({ key: 'endsToday', tone: 'warning', days: 0 })
  expect(warningOf('already_expired', 0)).toEqual({ key: 'endedToday', tone: 'error', days: 0 })
  expect(warningOf('already_expired', 9)).toEqual({ key: 'ended', tone: 'error', days: 9 })
})
