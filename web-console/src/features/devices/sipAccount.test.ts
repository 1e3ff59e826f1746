import { expect, test } from 'vitest'
import type { Device } from './api'
import { missingSipPassword } from './sipAccount'

const withSip = (sip: object, protocol = 'http') =>
  ({ protocol, device_settings: { sip } }) as unknown as Device

test('an account without its password says whose password it waits for', () => {
  expect(missingSipPassword(withSip({ login: '201', password: null, manual: false }))).toBe(
    'number',
  )
  expect(missingSipPassword(withSip({ login: 'gate', password: null, manual: true }))).toBe(
    'entered',
  )
})

test('nothing waits where there is a password, no account, or nothing that is sent', () => {
  expect(missingSipPassword(withSip({ login: '201', password: '********' }))).toBeUndefined()
  expect(missingSipPassword(withSip({ login: null, password: null }))).toBeUndefined()
  expect(missingSipPassword(withSip({ login: '201', password: null }, 'none'))).toBeUndefined()
  expect(missingSipPassword({ device_settings: null } as Device)).toBeUndefined()
})
