import { expect, test } from 'vitest'
import { isName, matches } from './match'

test('what begins a word is found, letters strewn over one are not', () => {
  expect(matches('aud', 'Audit')).toBe(true)
  expect(matches('acc rul', 'Access rules', '/access-rules')).toBe(true)
  expect(matches('правил', 'Новое правило')).toBe(true)
  expect(matches('anna', 'Audit', 'Notifications')).toBe(false)
  expect(matches('', 'Audit')).toBe(true)
})

test.each(['anna@riverside.test', '0013961168', '00-D5-07-D0', '+31 20 123 4567'])(
  '%s is no name',
  (text) => {
    expect(isName(text)).toBe(false)
  },
)

test.each(['anna', 'facade', '12', 'Flat 4'])('%s may be a name', (text) => {
  expect(isName(text)).toBe(true)
})
