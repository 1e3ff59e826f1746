import { expect, test } from 'vitest'
import { refName } from './refName'

test('an entity without a name is shown by its id', () => {
  expect(refName({ id: 7, name: 'Gate' })).toBe('Gate')
  expect(refName({ id: 7, name: '' })).toBe('#7')
})
