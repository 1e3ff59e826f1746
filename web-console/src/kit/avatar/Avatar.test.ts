import { expect, test } from 'vitest'
import { initials } from './Avatar'

test('initials are the first letters of the first and the last word', () => {
  expect(initials('Anna Maria Petrova')).toBe('AP')
  expect(initials(' ольга ')).toBe('О')
  expect(initials('')).toBe('')
})
