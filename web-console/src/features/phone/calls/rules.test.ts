import { describe, expect, test } from 'vitest'
import {
  actionsOf,
  countWaiting,
  interrupted,
  interruptionOf,
  isDisabled,
  parentOf,
  returnOf,
} from './rules'
import type { Call } from './types'

const call = (over: Partial<Call>): Call => ({
  id: 'a',
  number: '1002',
  callee: '1000',
  direction: 'incoming',
  type: 'normal',
  status: 'calling',
  sessionId: 'session-1',
  started: 0,
  hasTalked: false,
  isSos: false,
  muted: { microphone: false, sound: false },
  hasVideo: false,
  isBusy: false,
  ...over,
})
const awaiting = (over: Partial<Call>) => call({ type: 'awaiting', speechId: 'a', ...over })

const buttons = (one: Call) =>
  Object.entries(actionsOf(one, '1000'))
    .filter(([, isShown]) => isShown)
    .map(([name]) => name)

describe('buttons of a card', () => {
  test.each([
    ['an incoming call in calling', call({}), ['accept', 'decline']],
    ['an outgoing call in calling', call({ direction: 'outgoing' }), ['hangUp']],
    ['a normal call that is active', call({ status: 'active' }), ['hangUp', 'openDoor', 'mute']],
    [
      'a call because of an alarm that is active',
      call({ status: 'active', number: 'alarm' }),
      ['hangUp', 'takeAlarm', 'mute'],
    ],
    [
      'an awaiting call that is active',
      awaiting({ status: 'active', hasTalked: true }),
      ['hangUp', 'hold', 'openDoor', 'mute'],
    ],
    ['a call that is being joined', awaiting({ status: 'joining' }), ['hangUp']],
    [
      'a call on hold',
      awaiting({ status: 'processed_paused', sessionId: undefined, answeredBy: '1000' }),
      ['hangUp', 'resume'],
    ],
    [
      'a call that nobody answered in time',
      awaiting({ status: 'paused', sessionId: undefined }),
      ['take', 'hangUp'],
    ],
    ['a call that is over', call({ status: 'destroyed', sessionId: undefined }), []],
  ])('%s', (_which, one, shown) => {
    expect(buttons(one)).toEqual(shown)
  })

  test('an awaiting call answered by another number is disabled', () => {
    const taken = awaiting({ status: 'active', sessionId: undefined, answeredBy: '1001' })
    expect(isDisabled(taken, '1000')).toBe(true)
    expect(buttons(taken)).toEqual([])
    expect(isDisabled({ ...taken, answeredBy: '1000' }, '1000')).toBe(false)
  })

  test('a call in calling without a SIP session is disabled', () => {
    expect(isDisabled(awaiting({ sessionId: undefined }), '1000')).toBe(true)
    expect(isDisabled(awaiting({}), '1000')).toBe(false)
  })
})

describe('only one call may be active', () => {
  test('a normal call is cancelled and an awaiting call is put on hold', () => {
    expect(interruptionOf(call({}))).toBe('cancel')
    expect(interruptionOf(awaiting({}))).toBe('hold')
  })

  test('calls that are active, being joined or dialled are interrupted, and no others', () => {
    const calls = [
      call({ id: 'active', status: 'active' }),
      awaiting({ id: 'joining', status: 'joining' }),
      call({ id: 'dialled', direction: 'outgoing' }),
      call({ id: 'answering', isBusy: true }),
      call({ id: 'ringing' }),
      awaiting({ id: 'held', status: 'paused', sessionId: undefined }),
      call({ id: 'over', status: 'destroyed', sessionId: undefined }),
    ]
    expect(interrupted(calls, 'joining').map(({ id }) => id)).toEqual([
      'active',
      'dialled',
      'answering',
    ])
  })
})

describe('return to the previous call', () => {
  const parent = awaiting({ id: 'parent', status: 'processed_paused', sessionId: undefined })
  const ended = call({ id: 'ended', parentId: 'parent', status: 'destroyed' })

  test('the parent of a call is the awaiting call that it interrupts', () => {
    expect(parentOf([awaiting({ id: 'parent', status: 'active' })])).toBe('parent')
    expect(parentOf([call({ status: 'active' })])).toBeUndefined()
  })

  test('it is asked when two or more other calls are live', () => {
    const other = awaiting({ id: 'other', status: 'paused', sessionId: undefined })
    expect(returnOf([parent, other, ended], ended)).toEqual({ id: 'parent', isAsked: true })
    expect(returnOf([parent, ended], ended)).toEqual({ id: 'parent', isAsked: false })
  })

  test('there is nothing to return to without a parent that waits', () => {
    expect(returnOf([parent], { ...ended, parentId: undefined })).toBeUndefined()
    expect(returnOf([{ ...parent, status: 'destroyed' }], ended)).toBeUndefined()
  })
})

test('what waits for somebody is counted', () => {
  const calls = [
    call({ id: '1' }),
    awaiting({ id: '2', status: 'paused', sessionId: undefined }),
    awaiting({ id: '3', status: 'active', sessionId: undefined, answeredBy: '1001' }),
    call({ id: '4', direction: 'outgoing' }),
    call({ id: '5', status: 'destroyed', sessionId: undefined }),
  ]
  expect(countWaiting(calls, '1000')).toBe(2)
})
