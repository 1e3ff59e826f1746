import { expect, test } from 'vitest'
import { emptyGeneral, generalSchema, toGeneralForm } from './general'

const role = { id: 1, name: 'Resident' }
const problems = (change: object) =>
  generalSchema
    .safeParse({ ...emptyGeneral, ...change })
    .error?.issues.map(({ path }) => path.join('.'))

test('registration needs a role and a group once it is on', () => {
  const off = { is_enabled: false, role: null, domain: null }
  expect(problems({ registration: off })).toBeUndefined()
  expect(problems({ registration: { ...off, is_enabled: true } })).toEqual([
    'registration.role',
    'registration.domain',
  ])
})

test('self-registration needs a user type, each with a role and a name of its own', () => {
  const self = { is_enabled: true, invitation_code: '', user_types: [], object_names: [] }
  expect(problems({ self_registration: self })).toEqual(['self_registration.user_types'])
  const user_types = [
    { name: 'Owner', role },
    { name: 'Owner', role: null },
  ]
  expect(problems({ self_registration: { ...self, user_types } })).toEqual([
    'self_registration.user_types.1.role',
    'self_registration.user_types.1.name',
  ])
})

test('an invitation code has 6 to 64 letters, digits, dashes and underscores', () => {
  const accepts = (invitation_code: string) =>
    problems({
      self_registration: { ...emptyGeneral.self_registration, invitation_code },
    }) === undefined
  expect(['', 'Riverside_2026', 'abc-12'].map(accepts)).toEqual([true, true, true])
  expect(['abc', 'with space', 'x'.repeat(65)].map(accepts)).toEqual([false, false, false])
})

test("the project's own language is one that people may choose", () => {
  expect(problems({ locale: 'ru', locales: ['en'] })).toEqual(['locales'])
  expect(problems({ locale: 'ru', locales: ['ru'] })).toBeUndefined()
  expect(problems({ locales: [] })).toEqual(['locales'])
})

test('a project without settings shows the defaults', () => {
  const form = toGeneralForm({
    time_zone: 'Europe/Amsterdam',
    time_format: '',
    locale: 'en',
    locales: ['en', 'ru'],
    identifier_format: '',
    registration: null,
    self_registration: null,
    face_consent_required: true,
    event_image_days: 30,
    event_days: 365,
  })
  expect(form).toEqual({ ...emptyGeneral, time_zone: 'Europe/Amsterdam' })
})

test('events are stored for a week at least and images for a year at most', () => {
  expect(problems({ event_days: 7, event_image_days: 365 })).toBeUndefined()
  expect(problems({ event_days: 6, event_image_days: 366 })).toEqual([
    'event_image_days',
    'event_days',
  ])
})
