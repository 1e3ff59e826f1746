import { expect, test } from 'vitest'
import { NOTIFICATION_CLASSES } from './api'
import en from './locales/en.json'
import ru from './locales/ru.json'
import {
  alarmOf,
  eventWithImage,
  factsOf,
  isOpenedByRevoked,
  isSipFailed,
  isSos,
  lockdownOf,
  pageOf,
  sentenceOf,
} from './text'

const used = {
  type: 'identifier_used' as const,
  data: {
    user: { id: 5, name: 'Anna Petrova' },
    device: { id: 2, name: 'Main gate' },
    group: { id: 7, name: 'Riverside' },
    identifier_number: '0013961168',
  },
}

test('every class has its title in both languages', () => {
  for (const { options } of [en, ru]) {
    expect(Object.keys(options.types).toSorted()).toEqual(NOTIFICATION_CLASSES.toSorted())
  }
})

test('it says who and where', () => {
  const facts = factsOf(used)
  expect(facts).toMatchObject({ who: 'Anna Petrova', where: 'Main gate', number: '0013961168' })
  expect(sentenceOf(facts)).toBe('whoWhere')
})

test('where nobody is known the number stands for the person, and the group for the device', () => {
  const facts = factsOf({ ...used, data: { ...used.data, user: null, device: null } })
  expect(facts).toMatchObject({ who: undefined, where: 'Riverside' })
  expect(sentenceOf(facts)).toBe('numberWhere')
})

test('no sentence has a hole', () => {
  const sentences: Record<string, string> = en.options.sentences
  for (const data of [
    { user: { name: 'Anna' } },
    { device: { name: 'Gate' } },
    { author: 'Anna', name: 'Water is off' },
    { name: 'Water is off' },
    { user: { name: 'Anna' }, device: { name: 'Gate' } },
  ]) {
    const facts = factsOf({ type: 'announce_received', data })
    const sentence = sentences[sentenceOf(facts)!]!
    const needed = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)
    expect(needed.filter((name) => !facts[name as 'who'])).toEqual([])
  }
})

test('a notification without data says nothing more than its title', () => {
  expect(sentenceOf(factsOf({ type: 'sip_reboot_started', data: null }))).toBeUndefined()
})

test('a restart after which the service does not answer is called an error', () => {
  const type = 'sip_reboot_completed'
  expect(isSipFailed({ type, data: { code: 'error_starting_sip_service' } })).toBe(true)
  expect(isSipFailed({ type, data: {} }) || isSipFailed({ type, data: null })).toBe(false)
})

test('a call for help says at which panel', () => {
  const sos = {
    type: 'device_alarm_enabled' as const,
    data: { is_sos: true, device: { id: 2, name: 'Main gate' } },
  }
  expect(isSos(sos)).toBe(true)
  expect(isSos({ data: { device: { id: 2, name: 'Main gate' } } }) || isSos({ data: null })).toBe(
    false,
  )
  expect(factsOf(sos).where).toBe('Main gate')
})

test('an alarm of a device is called by what it is, and one that is not known an alarm', () => {
  const alarm = (code?: string) => alarmOf({ type: 'device_alarm_enabled', data: { code } })
  expect(alarm('tamper_event')).toBe('tamper_event')
  expect([alarm('of_a_newer_firmware'), alarm()]).toEqual([undefined, undefined])
  expect(alarmOf({ type: 'device_alarm_disabled', data: { code: 'tamper_event' } })).toBeUndefined()
})

test('a notification leads to a page of this console, with its query', () => {
  const to = (page: string, query = {}) =>
    pageOf({ popup_action: { code: 'goto:page', params: { page, query } } })
  expect(to('/devices/alarms')).toBe('/devices/alarms')
  expect(to('/devices/alarms', { id: '4' })).toBe('/devices/alarms?id=4')
  expect(to('//elsewhere.test')).toBeUndefined()
  expect(to('https://elsewhere.test')).toBeUndefined()
  expect(pageOf({ popup_action: null })).toBeUndefined()
})

test('a revoked identifier that still opened is told apart from one that was refused', () => {
  const shown = (code: string) => ({ type: 'revoked_identifier_used' as const, data: { code } })
  expect(isOpenedByRevoked(shown('access_granted_by_valid_identifier'))).toBe(true)
  expect(isOpenedByRevoked(shown('access_denied_by_unknown_card'))).toBe(false)
  expect(isOpenedByRevoked({ type: 'revoked_identifier_used', data: null })).toBe(false)
  const own = {
    type: 'identifier_used' as const,
    data: { code: 'access_granted_by_valid_identifier' },
  }
  expect(isOpenedByRevoked(own)).toBe(false)
})

test('an alarm and a used identifier may have an image of their event', () => {
  const data = { event_id: 7 }
  expect(eventWithImage({ type: 'device_alarm_enabled', data })).toBe(7)
  expect(eventWithImage({ type: 'identifier_used', data })).toBe(7)
  expect(eventWithImage({ type: 'device_alarm_processed', data })).toBeUndefined()
  expect(eventWithImage({ type: 'device_alarm_enabled', data: { event_id: null } })).toBeUndefined()
})

test('an emergency alert is told with those of its groups that the reader sees, and a lockdown is called so', () => {
  const data = {
    name: 'Fire',
    user: { id: 5, name: 'Anna' },
    groups: [
      { id: 1, name: 'House' },
      { id: 2, name: 'Annex' },
    ],
    door_mode: 'unlock',
  }
  const facts = factsOf({ type: 'emergency_alert_started', data })
  expect([sentenceOf(facts), facts.who, facts.about]).toEqual([
    'whoAbout',
    'Anna',
    'Fire (House, Annex)',
  ])
  expect(factsOf({ type: 'emergency_alert_started', data: { ...data, groups: [] } }).about).toBe(
    'Fire',
  )
  const lockdown = { ...data, door_mode: 'lockdown' }
  expect(lockdownOf({ type: 'emergency_alert_started', data: lockdown })).toBe('lockdownStarted')
  expect(lockdownOf({ type: 'emergency_alert_ended', data: lockdown })).toBe('lockdownEnded')
  expect(lockdownOf({ type: 'emergency_alert_started', data })).toBeUndefined()
})
