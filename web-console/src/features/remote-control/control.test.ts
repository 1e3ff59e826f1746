import { expect, test } from 'vitest'
import type { RemoteSession } from './api'
import { afterAnswer, afterFailure, BEFORE, type Control } from './control'
import { refusalIn, refusalOf } from './refusal'

const session = (over: Partial<RemoteSession> = {}): RemoteSession => ({
  id: 7,
  device: { id: 2, name: 'Main entrance' },
  is_active: true,
  started_at: '2026-11-23T09:00:00Z',
  expires_at: '2026-11-23T09:05:00Z',
  info: { serial_number: 'AA12-0001', model: 'AA-12', firmware: '1.3.5' },
  ...over,
})
const live: Control = { phase: 'live', session: session(), isUnheard: false }
const failure = (status: number | string) => ({ status, data: { message: 'x', code: 'x' } })

test('an answer renews what is shown, and ends what was interrupted', () => {
  const unheard = afterFailure(live, 7, failure('FETCH_ERROR'))
  expect(unheard).toEqual({ ...live, isUnheard: true })
  const silent = session({ info: null })
  expect(afterAnswer(unheard, silent)).toEqual({ ...live, session: silent })
})

test('a session that is not there any more, or not allowed any more, is over', () => {
  for (const status of [403, 404]) {
    expect(afterFailure(live, 7, failure(status))).toEqual({ phase: 'ended', why: 'over' })
  }
  for (const status of [500, 503, 'TIMEOUT_ERROR']) {
    expect(afterFailure(live, 7, failure(status)).phase).toBe('live')
  }
  expect(afterAnswer(live, session({ is_active: false })).phase).toBe('ended')
})

test('an answer about an earlier session changes nothing', () => {
  const later: Control = { ...live, session: session({ id: 8 }) }
  expect(afterAnswer(later, session())).toBe(later)
  expect(afterFailure(later, 7, failure(404))).toBe(later)
  expect(afterAnswer(BEFORE, session())).toBe(BEFORE)
})

test('a device is controlled while it is online by MQTT, and else it is said why not', () => {
  const info = (status: 'online' | 'offline') =>
    ({ status }) as NonNullable<Parameters<typeof refusalOf>[0]['device_info']>
  expect(refusalOf({ protocol: 'mqtt', device_info: info('online') })).toBeUndefined()
  expect(refusalOf({ protocol: 'mqtt', device_info: info('offline') })).toBe('offline')
  expect(refusalOf({ protocol: 'mqtt', device_info: null })).toBe('offline')
  expect(refusalOf({ protocol: 'http', device_info: info('online') })).toBe('notMqtt')
})

test('the platform may know better than the page', () => {
  const said = (code: string) => ({ status: 409, data: { message: 'x', code } })
  expect(refusalIn(said('device_offline'))).toBe('offline')
  expect(refusalIn(said('device_not_mqtt'))).toBe('notMqtt')
  expect(refusalIn(said('device_refused_login'))).toBeUndefined()
})
