import { expect, test } from 'vitest'
import { issue } from '@/kit/form'
import { checkCredentials } from './credentials'

test('a login and a password are asked for', () => {
  expect(checkCredentials({ login: '  ', password: '' }).wrong).toEqual({
    login: issue('required'),
    password: issue('required'),
  })
  expect(checkCredentials({ login: 'anna', password: '' }).wrong).toEqual({
    password: issue('required'),
  })
})

test('a login is sent without the spaces around it, a password with them', () => {
  expect(checkCredentials({ login: ' anna ', password: ' a b ' })).toEqual({
    input: { login: 'anna', password: ' a b ' },
  })
})

test('what is longer than the server takes is refused beside its field', () => {
  expect(checkCredentials({ login: 'a'.repeat(255), password: 'b'.repeat(257) }).wrong).toEqual({
    login: issue('max_length', { max: 254 }),
    password: issue('max_length', { max: 256 }),
  })
})
