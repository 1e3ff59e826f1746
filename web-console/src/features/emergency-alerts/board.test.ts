import { expect, test } from 'vitest'
import type { AlertRunDevice } from './api'
import { clock, inOrder, toneOf } from './board'

const device = (name: string, state: AlertRunDevice['state']): AlertRunDevice => ({
  device: { id: name.length, name },
  domain: null,
  state,
  error: '',
  at: null,
  locks: [],
  door_state: 'none',
  is_online: true,
})

test('what did not obey comes first on the board, then by name', () => {
  const devices = [
    device('B plays', 'playing'),
    device('A plays', 'playing'),
    device('Away', 'offline'),
    device('Broken', 'failed'),
    device('Stopped', 'stopped'),
  ]
  expect(inOrder(devices).map((row) => row.device?.name)).toEqual([
    'Broken',
    'Away',
    'A plays',
    'B plays',
    'Stopped',
  ])
})

test('a device is as bad as the worst that it says', () => {
  const lock = (state: 'open' | 'failed') => ({ number: 1, state, error: '', at: null })
  expect(toneOf({ ...device('x', 'playing'), locks: [lock('open')] })).toBe('success')
  expect(toneOf({ ...device('x', 'playing'), locks: [lock('open'), lock('failed')] })).toBe('error')
  expect(toneOf({ ...device('x', 'none'), door_state: 'waiting' })).toBe('warning')
})

test('time that is left is never below zero', () => {
  expect([65, 0.2, -5, 3723].map(clock)).toEqual(['1:05', '0:01', '0:00', '1:02:03'])
})
