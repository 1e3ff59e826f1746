import { expect, test } from 'vitest'
import { attemptOf, forgetAttempt, keepAttempt } from './providerAttempt'

const attempt = { state: 'abc', remember: true, wanted: '/users' }

test('a returning browser takes up its own attempt, once', () => {
  keepAttempt(attempt)
  expect(attemptOf('abc')).toEqual(attempt)
  forgetAttempt()
  expect(attemptOf('abc')).toBeUndefined()
})

test("an answer to somebody else's attempt is refused", () => {
  keepAttempt(attempt)
  expect(attemptOf('xyz')).toBeUndefined()
  expect(attemptOf(null)).toBeUndefined()
})
