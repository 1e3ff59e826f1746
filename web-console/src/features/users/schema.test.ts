import { describe, expect, test } from 'vitest'
import { emptyUser, toUserBody, userSchema, type UserForm } from './schema'

const anna: UserForm = {
  ...emptyUser,
  name: ' Anna ',
  email: 'anna@example.org',
  role: { id: 1, name: 'Resident' },
  domains: [{ id: 4, name: 'Flat 4' }],
}

const problems = (values: Partial<UserForm>) =>
  Object.fromEntries(
    (userSchema.safeParse({ ...anna, ...values }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

describe('a user', () => {
  test('needs_a_role_and_at_least_one_group', () => {
    expect(problems({ role: null, domains: [] })).toEqual({
      role: '@required',
      domains: 'at least one group must be selected',
    })
  })

  test('a_password_needs_something_to_sign_in_with', () => {
    expect(problems({ email: '', password: 'long enough' })).toEqual({
      email: 'e-mail required for registration',
    })
    expect(problems({ email: '', login: 'anna', password: 'long enough' })).toEqual({})
  })

  test('each_field_says_what_is_wrong_with_it', () => {
    const bad = { email: 'anna', login: 'a@b', profile: { phone: '12', address: '' } }
    expect(problems(bad)).toEqual({
      email: '@email',
      login: '@slug',
      'profile.phone': '@phone',
    })
  })

  test('a_registration_link_is_sent_only_where_there_is_an_email_and_no_password', () => {
    const link = (values: Partial<UserForm>) =>
      toUserBody(userSchema.parse({ ...anna, ...values })).send_registration_link
    expect(link({})).toBe(true)
    expect(link({ send_registration_link: false })).toBe(false)
    expect(link({ email: '' })).toBe(false)
    expect(link({ password: 'new password' })).toBe(false)
  })

  test('an_untouched_password_is_not_sent', () => {
    const body = (password: string) => toUserBody(userSchema.parse({ ...anna, password }))
    expect(body('********')).not.toHaveProperty('password')
    expect(body('')).not.toHaveProperty('password')
    expect(body('new password')).toMatchObject({ password: 'new password', name: 'Anna' })
  })
})
