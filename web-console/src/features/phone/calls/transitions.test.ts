import { describe, expect, test } from 'vitest'
import { CALL_EVENTS, FROM_SERVER, nextStatus, statusByServer } from './transitions'
import { CALL_STATUSES, type CallStatus, type CallType, type ManagedCallStatus } from './types'

const TYPES: CallType[] = ['normal', 'awaiting']
const SERVER = Object.keys(FROM_SERVER) as ManagedCallStatus[]

describe('a call', () => {
  test.each([
    [
      'an incoming or outgoing call becomes active when accepted',
      'normal',
      'calling',
      'accepted',
      'active',
    ],
    ['an awaiting call becomes active when accepted', 'awaiting', 'calling', 'accepted', 'active'],
    [
      'a call that is rejected or cancelled is destroyed',
      'normal',
      'calling',
      'terminated',
      'destroyed',
    ],
    ['termination of a normal call destroys it', 'normal', 'active', 'terminated', 'destroyed'],
    [
      'the end of an active awaiting call destroys it',
      'awaiting',
      'active',
      'terminated',
      'destroyed',
    ],
    ['an active awaiting call is paused by holding it', 'awaiting', 'active', 'held', 'paused'],
    ['termination after a pause leaves it paused', 'awaiting', 'paused', 'terminated', 'paused'],
    ['resuming joins it again', 'awaiting', 'paused', 'joined', 'joining'],
    [
      'resuming joins a call that is held by the platform',
      'awaiting',
      'processed_paused',
      'joined',
      'joining',
    ],
    ['a join that is accepted is active', 'awaiting', 'joining', 'accepted', 'active'],
    ['a join that is refused leaves it paused', 'awaiting', 'joining', 'terminated', 'paused'],
    [
      'a ring that ends without a word waits for the word',
      'awaiting',
      'calling',
      'terminated',
      'calling',
    ],
  ] as const)('%s', (_rule, type, status, event, next) => {
    expect(nextStatus({ type, status }, event)).toBe(next)
  })

  test('hold applies only to awaiting calls', () => {
    for (const status of CALL_STATUSES) {
      expect(nextStatus({ type: 'normal', status }, 'held')).toBeUndefined()
      expect(nextStatus({ type: 'normal', status }, 'joined')).toBeUndefined()
    }
  })

  test('a call that is over comes back only by ringing again', () => {
    for (const type of TYPES) {
      for (const event of CALL_EVENTS) {
        const next = nextStatus({ type, status: 'destroyed' }, event)
        expect(next).toBe(event === 'rang' ? 'calling' : undefined)
      }
    }
  })

  test('whatever has happened to a normal call, termination ends it', () => {
    forEveryHistory('normal', 4, (status) => {
      const end = nextStatus({ type: 'normal', status }, 'terminated')
      expect(status === 'destroyed' ? 'destroyed' : end).toBe('destroyed')
    })
  })

  test('a call becomes active only by being accepted', () => {
    const statuses = TYPES.flatMap((type) => CALL_STATUSES.map((status) => ({ type, status })))
    const ways = statuses.flatMap((call) =>
      CALL_EVENTS.filter((event) => nextStatus(call, event) === 'active'),
    )
    expect(new Set(ways)).toEqual(new Set(['accepted']))
  })

  test('whatever has happened to an awaiting call that lives, it can ring or be joined', () => {
    forEveryHistory('awaiting', 5, (status) => {
      if (status === 'joining' || status === 'active') return
      const can = (event: 'rang' | 'joined') => nextStatus({ type: 'awaiting', status }, event)
      expect(can('rang') ?? can('joined')).toBeDefined()
    })
  })
})

/** Every status that some row of events leads to. */
function forEveryHistory(type: CallType, depth: number, check: (status: CallStatus) => void) {
  const walk = (status: CallStatus, left: number) => {
    check(status)
    if (left === 0) return
    for (const event of CALL_EVENTS) {
      const next = nextStatus({ type, status }, event)
      if (next !== undefined) walk(next, left - 1)
    }
  }
  walk('new', depth)
}

describe('what the server says', () => {
  test.each([
    ['new', 'new'],
    ['calling', 'calling'],
    ['destroyed', 'destroyed'],
    ['answered', 'active'],
    ['waiting', 'paused'],
    ['answered_waiting', 'processed_paused'],
  ] as const)('%s is %s', (server, status) => {
    for (const before of CALL_STATUSES) {
      expect(statusByServer({ status: before }, server, false)).toBe(status)
    }
  })

  test('a destroyed call is destroyed, whatever it was', () => {
    for (const status of CALL_STATUSES) {
      for (const sessionId of [undefined, 'session-1']) {
        expect(statusByServer({ status, sessionId }, 'destroyed', true)).toBe('destroyed')
      }
    }
  })

  test('a late push does not stop a call that is being joined', () => {
    for (const server of SERVER.filter((each) => each !== 'destroyed')) {
      const call = { status: 'joining', sessionId: 'session-1' } as const
      expect(statusByServer(call, server, true)).toBe('joining')
    }
  })

  test('a late push does not make an active call ring', () => {
    const call = { status: 'active', sessionId: 'session-1' } as const
    expect(statusByServer(call, 'calling', true)).toBe('active')
    expect(statusByServer(call, 'new', false)).toBe('active')
  })

  test('an accepted call is active when its session says so', () => {
    const call = { status: 'calling', sessionId: 'session-1' } as const
    expect(statusByServer(call, 'answered', true)).toBe('calling')
    expect(statusByServer(call, 'answered', false)).toBe('active')
  })
})
