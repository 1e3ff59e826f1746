import { expect, test } from 'vitest'
import { callOf, callOfPush } from './managed'

const call = {
  id: '7-1',
  caller: '1002',
  callee: '1000',
  type: 'awaiting',
  status: 'waiting',
  answered_by: null,
  created_at: 1_772_712_000,
  info: { address: 'North tower', user: null, device: { id: 3, name: 'Main entrance' } },
  is_sos: true,
}

test('a push carries a call', () => {
  const managed = callOfPush({ type: 'CallUpdated', call })
  expect(managed).toEqual(call)
  expect(callOf(managed!)).toMatchObject({
    id: '7-1',
    speechId: '7-1',
    number: '1002',
    callee: '1000',
    status: 'paused',
    started: 1_772_712_000_000,
    isSos: true,
    info: { address: 'North tower', user: '', device: 'Main entrance' },
  })
})

test('a push of another shape carries none', () => {
  for (const push of [
    { type: 'CallEnded', call },
    { type: 'CallUpdated' },
    { type: 'CallUpdated', call: null },
    { type: 'CallUpdated', call: { ...call, status: 'odd' } },
    { type: 'CallUpdated', call: { ...call, id: 7 } },
  ]) {
    expect(callOfPush(push)).toBeUndefined()
  }
})

test('what is missing in a push counts as absent', () => {
  const { id, caller, callee, status } = call
  expect(callOfPush({ type: 'CallUpdated', call: { id, caller, callee, status } })).toEqual({
    ...call,
    type: null,
    created_at: 0,
    info: null,
    is_sos: false,
  })
})
