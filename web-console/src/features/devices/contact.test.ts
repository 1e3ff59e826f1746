import { expect, test } from 'vitest'
import { contactProblem } from './contact'

test('a login that a device refuses is told from a device that is not there', () => {
  const login = 'the device does not take the login and password of the platform'
  expect(contactProblem(login)).toBe('login')
  expect(contactProblem('the login and password of the device are not set')).toBe('noLogin')
  expect(contactProblem('the device cannot be reached: its address is not set')).toBe('address')
  expect(contactProblem('the device cannot be reached: no connection')).toBe('unreachable')
})
