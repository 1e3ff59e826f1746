import { expect, test } from 'vitest'
import { profileSchema, toProfileBody, type ProfileForm } from './schema'

const form: ProfileForm = {
  name: 'Anna',
  phone: '+31201234567',
  address: '',
  locale: 'en',
  time_zone: null,
  time_format: 'YYYY-MM-DD',
  identifier_format: 'dec',
}
const saved = profileSchema.parse(form)
const bodyOf = (change: Partial<ProfileForm>) =>
  toProfileBody(profileSchema.parse({ ...form, ...change }), saved)

test('what was not changed is not sent', () => {
  expect(bodyOf({})).toEqual({})
  expect(bodyOf({ time_format: 'DD-MM-YYYY' })).toEqual({ profile: { time_format: 'DD-MM-YYYY' } })
  expect(bodyOf({ name: 'Anne' })).toEqual({ name: 'Anne' })
})

test('an emptied phone is cleared, and an emptied zone is the project’s', () => {
  expect(bodyOf({ phone: '' })).toEqual({ profile: { phone: null } })
  const zoned = profileSchema.parse({ ...form, time_zone: 'Europe/Paris' })
  expect(toProfileBody(saved, zoned)).toEqual({ profile: { time_zone: '' } })
})
