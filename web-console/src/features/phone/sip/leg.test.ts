import type { RTCSession } from 'jssip/lib/RTCSession'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EndReason } from '../calls/types'
import { ICE_LIMIT, Leg } from './leg'

type Handler = (event: unknown) => void

/** A session of JsSIP, as far as a leg listens to it. */
function session() {
  const handlers = new Map<string, Handler>()
  return {
    on: (name: string, handler: Handler) => void handlers.set(name, handler),
    say: (name: string, event: unknown) => handlers.get(name)?.(event),
  }
}

function bound() {
  const ended: EndReason[] = []
  const leg = new Leg(false, {
    onAccepted: () => undefined,
    onEnded: (reason) => ended.push(reason),
    onPicture: () => undefined,
  })
  const other = session()
  leg.bind(other as unknown as RTCSession)
  return { ...other, ended }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaStream', EventTarget)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is found within 200 ms of looking for ways through the network is offered', () => {
  const { say } = bound()
  const ready = vi.fn()
  say('icecandidate', { ready })
  vi.advanceTimersByTime(150)
  say('icecandidate', { ready: vi.fn() })
  vi.advanceTimersByTime(49)
  expect(ready).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ready).toHaveBeenCalledOnce()
  expect(ICE_LIMIT).toBe(200)
})

test('a refusal is told in its words', () => {
  const { say, ended } = bound()
  const message = {
    status_code: 403,
    reason_phrase: 'Forbidden',
    getHeader: (name: string) =>
      name === 'Reason' ? 'SIP;cause=403;text="no trunk for this call"' : undefined,
  }
  say('failed', { cause: 'Rejected', message })
  expect(ended).toEqual(['noTrunk'])
})

test('a refusal without words is told by its code', () => {
  const { say, ended } = bound()
  const message = { status_code: 486, reason_phrase: 'Busy Here', getHeader: () => undefined }
  say('failed', { cause: 'Busy', message })
  expect(ended).toEqual(['busy'])
})
