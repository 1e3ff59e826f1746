import { expect, test } from 'vitest'
import type { HistoryCall } from '../api'
import { recentOf } from './recents'

const party = (number: string, name = '') => ({
  number,
  name,
  user: null,
  device: null,
  domain: null,
})

const call: HistoryCall = {
  id: 1,
  created_at: null,
  status: 'answered',
  type: 'normal',
  duration: 5,
  from: party('1002', 'Gate'),
  to: party('1000'),
  answered_by: null,
  is_sos: false,
}

test('the direction is seen from the own number, and the other side is named', () => {
  expect(recentOf(call, '1000')).toMatchObject({
    direction: 'incoming',
    number: '1002',
    name: 'Gate',
  })
  expect(recentOf(call, '1002')).toMatchObject({ direction: 'outgoing', number: '1000' })
})

test('a user is named before a device, and a device before the number itself', () => {
  const user = { id: 1, name: 'Anna' }
  const device = { id: 2, name: 'Main entrance' }
  const named = { ...party('1002', 'Gate'), device }
  expect(recentOf({ ...call, from: named }, '1000').name).toBe('Main entrance')
  expect(recentOf({ ...call, from: { ...named, user } }, '1000').name).toBe('Anna')
})

test('what nobody answered was missed, unless one has called oneself', () => {
  const missed = { ...call, status: 'noanswer' as const }
  expect(recentOf(missed, '1000').isMissed).toBe(true)
  expect(recentOf(missed, '1002').isMissed).toBe(false)
  expect(recentOf({ ...call, status: 'busy' }, '1000').isMissed).toBe(false)
})
