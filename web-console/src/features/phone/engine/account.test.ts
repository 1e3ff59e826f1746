import { expect, test } from 'vitest'
import type { CallCredentials } from '@/api/generated/calls'
import { accountOf, isSameAccount, renewalDelay } from './account'

const credentials: CallCredentials = {
  number: '1000',
  host: 'sip.test',
  port: 8443,
  transport: 'wss',
  realm: 'p1.sip.test',
  user_name: '1:1000',
  password: 'once',
  expires_at: null,
  ice_servers: [{ urls: ['stun:sip.test:3478'], username: null, credential: null }],
}

test('the account is made of the credentials', () => {
  expect(accountOf(credentials)).toEqual({
    number: '1000',
    realm: 'p1.sip.test',
    address: 'wss://sip.test:8443',
    userName: '1:1000',
    password: 'once',
    iceServers: [{ urls: ['stun:sip.test:3478'] }],
  })
})

test('without a number, or a place to register at, there is no phone', () => {
  expect(accountOf({ ...credentials, number: null })).toBeUndefined()
  expect(accountOf({ ...credentials, host: '' })).toBeUndefined()
})

test('newer credentials are of the same account, another number is not', () => {
  const account = accountOf(credentials)!
  expect(isSameAccount(account, { ...account, userName: '2:1000', password: 'twice' })).toBe(true)
  expect(isSameAccount(account, { ...account, number: '1001' })).toBe(false)
})

test('credentials are renewed well before they expire, and never in a hurry', () => {
  const now = Date.parse('2026-03-05T12:00:00Z')
  expect(renewalDelay('2026-03-05T13:00:00Z', now)).toBe(2_880_000)
  expect(renewalDelay('2026-03-05T11:00:00Z', now)).toBe(10_000)
  expect(renewalDelay('2027-03-05T11:00:00Z', now)).toBe(86_400_000)
  expect(renewalDelay(null, now)).toBeUndefined()
})
