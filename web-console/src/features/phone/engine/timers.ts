import { isKept, isLive, returnOf } from '../calls/rules'
import type { Call } from '../calls/types'
import { RETRY, type RegistrationStatus } from '../registration'
import type { SipPort } from '../sip/port'
import type { PhoneStore } from './phone'
import { phoneActions, type PhoneState } from './slice'

/** A destroyed call stays in sight for so many milliseconds. */
export const REMOVAL = 5_000
/** A call of the platform of which nothing is heard any more: milliseconds until the server is asked about it. */
const WORD = 2_000

interface Context {
  port: SipPort
  refreshCalls: () => void
  /** Calls have left the list: they are history. */
  onGone: () => void
  /** Fetches credentials anew. */
  renew: () => Promise<void>
}

/**
 * What follows from a change of the phone, at once or after a while; until the answer is called.
 * A subscription and no listener middleware: that would be part of what the sign-in page loads.
 */
export function startTimers(store: PhoneStore, context: Context): () => void {
  const clocks = new Clocks()
  let before = store.getState().phone
  const unsubscribe = store.subscribe(() => {
    const was = before
    const now = store.getState().phone
    before = now
    if (now.registration !== was.registration) retryRegistration(now.registration, clocks, context)
    if (now.calls === was.calls) return
    endUnheld(was, now, context.port)
    const over = destroyed(was, now)
    leaveLater(over, store, clocks, context)
    const isToldOf = now.told !== was.told
    if ((!isToldOf && hasEndedHere(over)) || hasFallenSilent(was, now)) {
      clocks.later(WORD, context.refreshCalls)
    }
  })
  return () => {
    unsubscribe()
    clocks.stop()
  }
}

/** A session that no call holds any more is ended. */
function endUnheld(was: PhoneState, now: PhoneState, port: SipPort): void {
  const held = new Set(now.calls.map(({ sessionId }) => sessionId))
  for (const { sessionId } of was.calls) {
    if (sessionId !== undefined && !held.has(sessionId)) port.end(sessionId)
  }
}

/** Destroyed calls leave after a while; before that a person may return to an earlier call. */
function leaveLater(over: Call[], store: PhoneStore, clocks: Clocks, { onGone }: Context): void {
  for (const call of over) {
    const target = returnOf(store.getState().phone.calls, call)
    if (target?.isAsked) store.dispatch(phoneActions.returnOffered(target.id))
  }
  if (over.length === 0) return
  clocks.later(REMOVAL, () => {
    for (const { id } of over) store.dispatch(phoneActions.removed(id))
    onGone()
  })
}

/** Tries again and again, until the status is another. */
function retryRegistration(
  status: RegistrationStatus,
  clocks: Clocks,
  { port, renew }: Context,
): void {
  clocks.endRetry()
  const wait = RETRY[status]
  if (wait === undefined) return
  clocks.retry(wait, async () => {
    if (status === 'invalid_registration') await renew()
    port.register()
  })
}

/** Everything that is to happen later, so that it can be called off. */
class Clocks {
  readonly #once = new Set<ReturnType<typeof setTimeout>>()
  #again: ReturnType<typeof setInterval> | undefined

  later(delay: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#once.delete(timer)
      run()
    }, delay)
    this.#once.add(timer)
  }

  retry(delay: number, run: () => Promise<void>): void {
    this.#again = setInterval(() => void run(), delay)
  }

  endRetry(): void {
    clearInterval(this.#again)
  }

  stop(): void {
    this.endRetry()
    for (const timer of this.#once) clearTimeout(timer)
  }
}

/** The calls that have been destroyed by a change. */
function destroyed(before: PhoneState, now: PhoneState): Call[] {
  const live = new Set(before.calls.filter(isLive).map(({ id }) => id))
  return now.calls.filter((call) => !isLive(call) && live.has(call.id))
}

/** Of a call that was declined the server has nothing to confirm: it goes on for others. */
const hasEndedHere = (over: Call[]) =>
  over.some((call) => isKept(call) && call.reason !== 'declined')

/** An awaiting call lost its session while it rang, and nobody has said why. */
function hasFallenSilent(before: PhoneState, now: PhoneState): boolean {
  const ringing = new Set(
    before.calls
      .filter(({ status, sessionId }) => status === 'calling' && sessionId !== undefined)
      .map(({ id }) => id),
  )
  return now.calls.some(
    ({ id, status, sessionId }) =>
      status === 'calling' && sessionId === undefined && ringing.has(id),
  )
}
