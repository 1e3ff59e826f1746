import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallCredentials } from '@/api/generated/calls'
import type { ManagedCall } from '../calls/types'
import { FakeSip } from '../sip/fake'
import type { MicrophoneState } from '../sip/microphone'
import { createPhone, type Phone } from './phone'
import { REMOVAL } from './timers'

const NOW = Date.parse('2026-03-05T12:00:00Z')

const credentials: CallCredentials = {
  number: '1000',
  host: 'sip.test',
  port: 8443,
  transport: 'wss',
  realm: 'p1.sip.test',
  user_name: '1:1000',
  password: 'once',
  expires_at: '2026-03-05T13:00:00Z',
  ice_servers: [],
}

const speech: ManagedCall = {
  id: '7-1',
  caller: '1002',
  callee: '1000',
  type: 'awaiting',
  status: 'calling',
  answered_by: null,
  created_at: NOW / 1_000,
  info: { address: 'North tower', user: null, device: { id: 3, name: 'Main entrance' } },
  is_sos: false,
}

let phone: Phone | undefined

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  phone?.stop()
  phone = undefined
  vi.useRealTimers()
})

async function setUp({ microphone = 'granted' }: { microphone?: MicrophoneState } = {}) {
  const port = new FakeSip()
  const fetchCredentials = vi.fn(async () => credentials)
  const stopSpeech = vi.fn(async (_id: string): Promise<unknown> => ({}))
  const refreshCalls = vi.fn()
  const onError = vi.fn()
  const made = createPhone({
    port,
    fetchCredentials,
    stopSpeech,
    refreshCalls,
    onError,
    onGone: vi.fn(),
    askMicrophone: async () => microphone,
  })
  phone = made
  await made.start()
  await vi.advanceTimersByTimeAsync(0)
  port.tell('registered')
  const state = () => made.store.getState().phone
  return {
    port,
    phone: made,
    state,
    fetchCredentials,
    stopSpeech,
    refreshCalls,
    onError,
    statuses: () => Object.fromEntries(state().calls.map(({ id, status }) => [id, status])),
    /** An awaiting call that has been accepted. */
    talk: async (speechId: string, number = '1002') => {
      const session = port.ring({ number, speechId, type: 'awaiting' })
      made.accept(speechId)
      port.accept(session)
      await vi.advanceTimersByTimeAsync(0)
      return session
    },
  }
}

describe('start and stop', () => {
  test('the phone starts with a number and an approved microphone', async () => {
    const { port, state } = await setUp()
    expect(port.account).toMatchObject({
      number: '1000',
      realm: 'p1.sip.test',
      address: 'wss://sip.test:8443',
      userName: '1:1000',
    })
    expect(state()).toMatchObject({ own: '1000', registration: 'registered' })
  })

  test('without the microphone it does not start, and says so', async () => {
    const { port, state } = await setUp({ microphone: 'refused' })
    expect(port.account).toBeUndefined()
    expect(state()).toMatchObject({ registration: 'unregistered', microphone: 'refused' })
  })

  test('credentials are renewed before they expire, and calls go on', async () => {
    const { port, fetchCredentials, state, phone: one } = await setUp()
    one.dial('1005', { hasVideo: false })
    port.accept('session-1')
    fetchCredentials.mockResolvedValue({ ...credentials, password: 'twice' })
    await vi.advanceTimersByTimeAsync(3_000_000)
    expect(port.account?.password).toBe('twice')
    expect(port.asked).not.toContain('stop')
    expect(state().calls[0]?.status).toBe('active')
  })

  test('who gets a number while the page is open has a phone with it, and none without', async () => {
    const { port, fetchCredentials, state, phone: one } = await setUp()
    const change = async (number: string) => {
      fetchCredentials.mockResolvedValue({ ...credentials, number, user_name: `1:${number}` })
      one.numberChanged()
      await vi.advanceTimersByTimeAsync(0)
    }
    await change('')
    expect([state().own, port.asked.at(-1)]).toEqual([undefined, 'stop'])
    await change('1001')
    port.tell('registered')
    expect(port.account).toMatchObject({ number: '1001', userName: '1:1001' })
    expect(state()).toMatchObject({ own: '1001', registration: 'registered' })
  })

  test('of two answers about the number the later question counts', async () => {
    const { fetchCredentials, state, phone: one } = await setUp()
    let answerFirst = (_credentials: CallCredentials) => {}
    fetchCredentials.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
    one.numberChanged()
    fetchCredentials.mockResolvedValueOnce({ ...credentials, number: '1001' })
    one.numberChanged()
    await vi.advanceTimersByTimeAsync(0)
    answerFirst(credentials)
    await vi.advanceTimersByTimeAsync(0)
    expect(state().own).toBe('1001')
  })

  test('it stops on logout, with its calls', async () => {
    const { port, phone: one, state } = await setUp()
    one.dial('1005', { hasVideo: false })
    one.stop()
    expect(port.asked).toContain('stop')
    expect(state().calls).toEqual([])
  })
})

describe('registration', () => {
  test('an error is retried every 5 s until an attempt begins', async () => {
    const { port } = await setUp()
    const attempts = () => port.asked.filter((each) => each === 'register').length
    port.tell('failed')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(attempts()).toBe(2)
    port.tell('attempted')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempts()).toBe(2)
  })

  test('an invalid registration is retried every 30 s, with new credentials', async () => {
    const { port } = await setUp()
    port.tell('refused')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(port.asked).toEqual(['start'])
    await vi.advanceTimersByTimeAsync(1)
    expect(port.asked).toEqual(['start', 'renew', 'register'])
  })
})

describe('calls', () => {
  test('destroyed calls leave the list 5 s later', async () => {
    const { port, state } = await setUp()
    const session = port.ring({ number: '1002' })
    port.hangUp(session, 'cancelled')
    expect(state().calls).toMatchObject([{ status: 'destroyed', reason: 'cancelled' }])
    await vi.advanceTimersByTimeAsync(4_999)
    expect(state().calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(state().calls).toEqual([])
  })

  test('hold ends the session and resuming joins by the speech', async () => {
    const { port, phone: one, state, talk } = await setUp()
    const session = await talk('7-1')
    one.hold('7-1')
    await vi.advanceTimersByTimeAsync(0)
    expect(port.asked).toContain(`end ${session}`)
    expect(state().calls[0]).toMatchObject({ status: 'paused', sessionId: undefined })
    one.told({ ...speech, status: 'answered_waiting', answered_by: '1000' })
    expect(state().calls[0]?.status).toBe('processed_paused')
    one.resume('7-1')
    expect(port.asked.at(-1)).toBe('call 1002 video speech 7-1')
    expect(state().calls[0]?.status).toBe('joining')
    port.accept('session-2')
    expect(state().calls[0]?.status).toBe('active')
  })

  test('another call puts an active awaiting call on hold', async () => {
    const { phone: one, state, statuses, talk } = await setUp()
    await talk('7-1')
    one.dial('1005', { hasVideo: false })
    expect(statuses()).toEqual({ '7-1': 'paused', 'session-2': 'calling' })
    expect(state().calls[1]?.parentId).toBe('7-1')
  })

  test('accepting another call cancels an active normal call', async () => {
    const { port, phone: one, statuses } = await setUp()
    one.dial('1005', { hasVideo: false })
    port.accept('session-1')
    const session = port.ring({ number: '1006' })
    one.accept(session)
    await vi.advanceTimersByTimeAsync(0)
    expect(statuses()).toEqual({ 'session-1': 'destroyed', 'session-2': 'calling' })
    expect(port.asked).toContain('end session-1')
  })

  test('after a call made from another one, with two more live, the return is asked', async () => {
    const { port, phone: one, state, talk } = await setUp()
    await talk('7-1')
    one.told({ ...speech, id: '7-2', caller: '1003', status: 'waiting' })
    one.dial('1005', { hasVideo: false })
    port.hangUp('session-2', 'busy')
    await vi.advanceTimersByTimeAsync(0)
    expect(state().returnTo).toBe('7-1')
    one.answerReturn(true)
    expect(state().calls[0]?.status).toBe('joining')
  })

  test('an awaiting call is hung up for everybody', async () => {
    const { phone: one, stopSpeech, statuses, talk } = await setUp()
    await talk('7-1')
    await one.hangUp('7-1')
    expect(stopSpeech).toHaveBeenCalledWith('7-1')
    expect(statuses()).toEqual({ '7-1': 'destroyed' })
  })

  test('a call that could not be stopped goes on', async () => {
    const { phone: one, stopSpeech, onError, state, talk } = await setUp()
    await talk('7-1')
    stopSpeech.mockRejectedValue(new Error('away'))
    await one.hangUp('7-1')
    expect(onError).toHaveBeenCalledTimes(1)
    expect(state().calls[0]).toMatchObject({ status: 'active', isBusy: false })
  })

  test('a declined call does not come back while it rings for others', async () => {
    const { port, phone: one, statuses } = await setUp()
    port.ring({ number: '1002', speechId: '7-1', type: 'awaiting' })
    one.decline('7-1')
    one.told(speech)
    expect(statuses()).toEqual({ '7-1': 'destroyed' })
    one.told({ ...speech, status: 'waiting' })
    expect(statuses()).toEqual({ '7-1': 'paused' })
  })
})

describe('pushes', () => {
  test('a new call is added, and leaves when it is destroyed', async () => {
    const { phone: one, state, statuses } = await setUp()
    one.told({ ...speech, status: 'waiting' })
    expect(state().calls[0]).toMatchObject({ number: '1002', type: 'awaiting', started: NOW })
    one.told({ ...speech, status: 'destroyed' })
    expect(statuses()).toEqual({ '7-1': 'destroyed' })
    await vi.advanceTimersByTimeAsync(REMOVAL)
    expect(state().calls).toEqual([])
  })

  test('a call that another has answered stops ringing', async () => {
    const { port, phone: one, state } = await setUp()
    const session = port.ring({ number: '1002', speechId: '7-1', type: 'awaiting' })
    one.told({ ...speech, status: 'answered', answered_by: '1001' })
    await vi.advanceTimersByTimeAsync(0)
    expect(state().calls[0]).toMatchObject({ status: 'active', answeredBy: '1001' })
    expect(state().calls[0]?.sessionId).toBeUndefined()
    expect(port.asked).toContain(`end ${session}`)
  })

  test('a direct call that another has answered is over here', async () => {
    const { port, phone: one, state, statuses } = await setUp()
    const direct = { ...speech, type: 'normal' as const }
    one.told(direct)
    expect(state().calls).toEqual([])
    const session = port.ring({ number: '1002', speechId: '7-1' })
    one.told(direct)
    expect(statuses()).toEqual({ '7-1': 'calling' })
    one.told({ ...direct, status: 'answered', answered_by: '1001' })
    await vi.advanceTimersByTimeAsync(0)
    expect(statuses()).toEqual({ '7-1': 'destroyed' })
    expect(port.asked).toContain(`end ${session}`)
  })

  test('what the server does not list any more is over', async () => {
    const { phone: one, statuses } = await setUp()
    one.told({ ...speech, status: 'waiting' })
    one.listed([{ ...speech, id: '7-2', status: 'waiting' }], NOW + 1)
    expect(statuses()).toEqual({ '7-1': 'destroyed', '7-2': 'paused' })
  })

  test('a list that was asked for before a push does not bring back what has ended', async () => {
    const { phone: one, statuses, talk } = await setUp()
    await talk('7-1')
    const answered = { ...speech, status: 'answered', answered_by: '1000' } as const
    one.told({ ...answered, status: 'destroyed' })
    one.listed([answered], NOW - 1)
    expect(statuses()).toEqual({ '7-1': 'destroyed' })
  })

  test('a call that came while a list was under way is not over', async () => {
    const { phone: one, statuses } = await setUp()
    one.told({ ...speech, status: 'waiting' })
    one.listed([], NOW - 1)
    expect(statuses()).toEqual({ '7-1': 'paused' })
  })

  test('the server is asked about a call that ended here without its word', async () => {
    const { phone: one, refreshCalls, statuses, talk } = await setUp()
    await talk('7-1')
    refreshCalls.mockClear()
    await one.hangUp('7-1')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(refreshCalls).toHaveBeenCalledTimes(1)
    // It was never told to stop: who waits at the door is not forgotten.
    one.listed([{ ...speech, status: 'answered', answered_by: '1000' }], NOW + 2_000)
    expect(statuses()).toEqual({ '7-1': 'active' })
  })

  test.each<[string, (one: Phone) => void]>([
    ['of which it told', (one) => one.told({ ...speech, status: 'destroyed' })],
    ['that it does not list', (one) => one.listed([], NOW + 1)],
    ['that was declined', (one) => one.decline('7-2')],
  ])('nor is it asked about one %s', async (_, end) => {
    const { port, phone: one, refreshCalls } = await setUp()
    one.told({ ...speech, status: 'waiting' })
    port.ring({ number: '1003', speechId: '7-2', type: 'awaiting' })
    refreshCalls.mockClear()
    end(one)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(refreshCalls).not.toHaveBeenCalled()
  })

  test('a ring that ends without a word has the calls listed anew', async () => {
    const { port, refreshCalls } = await setUp()
    refreshCalls.mockClear()
    port.hangUp(port.ring({ number: '1002', speechId: '7-1', type: 'awaiting' }), 'cancelled')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(refreshCalls).toHaveBeenCalledTimes(1)
  })
})

test('whatever is done, at most one call has the microphone, and no session is left over', async () => {
  const { port, phone: one, state } = await setUp()
  const steps: (() => void)[] = [
    () => one.dial('1005', { hasVideo: false }),
    () => void port.ring({ number: '1006' }),
    () => void port.ring({ number: '1002', speechId: '7-1', type: 'awaiting' }),
    () => state().calls.forEach(({ id }) => one.accept(id)),
    () => state().calls.forEach(({ id }) => one.hold(id)),
    () => state().calls.forEach(({ id }) => one.resume(id)),
    () => port.wanted.forEach((session) => port.accept(session)),
    () =>
      state()
        .calls.slice(0, 1)
        .forEach(({ id }) => one.decline(id)),
    () => port.sessions.slice(0, 1).forEach((session) => port.hangUp(session)),
  ]
  // Every row of three steps, from wherever the one before it has led.
  for (let row = 0; row < steps.length ** 3; row += 1) {
    for (let left = row, at = 0; at < 3; at += 1, left = Math.floor(left / steps.length)) {
      steps[left % steps.length]?.()
      const { calls } = state()
      expect(calls.filter(({ status }) => status === 'active').length).toBeLessThanOrEqual(1)
    }
    if (row % 27 !== 0) continue
    // oxlint-disable-next-line no-await-in-loop
    await vi.advanceTimersByTimeAsync(REMOVAL)
    const held = state().calls.flatMap(({ sessionId }) => sessionId ?? [])
    expect(port.sessions.toSorted()).toEqual(held.toSorted())
  }
})
