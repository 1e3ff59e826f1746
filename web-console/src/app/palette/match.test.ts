import { expect, test } from 'vitest'
import { isFoundIn, matches } from './match'

test('what begins a word is found, letters strewn over one are not', () => {
  expect(matches('aud', 'Audit')).toBe(true)
  expect(matches('acc rul', 'Access rules', '/access-rules')).toBe(true)
  expect(matches('правил', 'Новое правило')).toBe(true)
  expect(matches('anna', 'Audit', 'Notifications')).toBe(false)
  expect(matches('', 'Audit')).toBe(true)
})

test('an e-mail is asked of users alone, a number of what has one, a name of everything', () => {
  const kinds = ['users', 'groups', 'identifiers', 'devices', 'roles']
  const asked = (text: string) => kinds.filter((kind) => isFoundIn(kind, text))
  expect(asked('anna@riverside.test')).toEqual(['users'])
  expect(asked('0013961168')).toEqual(['users', 'identifiers', 'devices'])
  expect(asked('00-D5-07-D0')).toEqual(['users', 'identifiers', 'devices'])
  expect(asked('+31 20 123 4567')).toEqual(['users', 'identifiers', 'devices'])
  expect(asked('12')).toEqual(kinds)
  expect(asked('anna')).toEqual(kinds)
  expect(asked('facade')).toEqual(kinds)
})
