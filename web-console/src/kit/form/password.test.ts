import { expect, test } from 'vitest'
import { generatePassword, makePassword } from './password'

test('a_made_password_has_four_digits_and_two_special_characters', () => {
  const passwords = Array.from({ length: 50 }, generatePassword)
  for (const password of passwords) {
    expect(password).toHaveLength(14)
    expect(password.match(/\d/g)).toHaveLength(4)
    expect(password.match(/[^\da-z]/gi)).toHaveLength(2)
  }
  expect(new Set(passwords).size).toBe(50)
})

test('a_made_password_has_at_least_what_is_asked_of_each_case', () => {
  const upperOnly = () => makePassword(12, { lower: 1, upper: 10, digits: 1 })
  for (const password of Array.from({ length: 50 }, upperOnly)) {
    expect(password).toMatch(/^[\da-z]{12}$/i)
    expect(password.match(/[a-z]/g)).toHaveLength(1)
    expect(password.match(/\d/g)).toHaveLength(1)
  }
})
