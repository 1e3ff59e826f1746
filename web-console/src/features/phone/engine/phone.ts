import { configureStore } from '@reduxjs/toolkit'
import type { CallCredentials } from '@/api/generated/calls'
import { callCommands } from './commands'
import { accountOf, isSameAccount, renewalDelay } from './account'
import { startTimers } from './timers'
import { OneTab, type Locks } from './oneTab'
import { phoneActions, phoneReducer } from './slice'
import { watchMicrophone, type MicrophoneState } from '../sip/microphone'
import type { SipAccount, SipEvent, SipPort } from '../sip/port'

/** What the phone needs of the world. */
export interface PhoneParts {
  port: SipPort
  fetchCredentials: () => Promise<CallCredentials>
  /** Ends a call of the platform for everybody. */
  stopSpeech: (id: string) => Promise<unknown>
  /** Has the calls of the platform listed anew. */
  refreshCalls: () => void
  /** Calls have left the list: they are history. */
  onGone: () => void
  askMicrophone: () => Promise<MicrophoneState>
  onError: (error: unknown) => void
  locks?: Locks
  now?: () => number
}

/** Milliseconds until credentials that could not be fetched are asked for again. */
const FETCH_AGAIN = 30_000

export type PhoneStore = ReturnType<typeof createPhoneStore>

const createPhoneStore = () => configureStore({ reducer: { phone: phoneReducer } })

/** The phone of a page: its store, and what may be done with it. */
export function createPhone(parts: PhoneParts) {
  const { port, now = Date.now } = parts
  const store = createPhoneStore()
  const { dispatch } = store
  const state = () => store.getState().phone
  const end = new AbortController()
  let account: SipAccount | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined
  let renewals = 0
  let tab: OneTab | undefined
  let isOurs = false

  const onSip = (event: SipEvent) => {
    switch (event.kind) {
      case 'registration':
        return dispatch(phoneActions.registrationMoved(event.event))
      case 'rang': {
        const { kind: _kind, ...call } = event
        const id = call.speechId ?? call.sessionId
        dispatch(phoneActions.rang({ ...call, id, now: now() }))
        // A second leg of a call that has a session already is of no use.
        const isHeld = state().calls.some(({ sessionId }) => sessionId === call.sessionId)
        if (!isHeld) port.end(call.sessionId)
        return
      }
      case 'accepted':
        return dispatch(phoneActions.accepted({ sessionId: event.sessionId, now: now() }))
      case 'ended':
        return dispatch(phoneActions.sessionEnded(event))
      case 'picture':
        return dispatch(phoneActions.pictureChanged(event))
    }
  }

  /** Fetches credentials, and has them renewed before they expire. */
  async function renew(): Promise<void> {
    clearTimeout(renewal)
    if (end.signal.aborted) return
    const attempt = ++renewals
    try {
      const credentials = await parts.fetchCredentials()
      // What a later question was answered is newer.
      if (attempt !== renewals) return
      const next = accountOf(credentials)
      const delay = renewalDelay(credentials.expires_at, now())
      if (delay !== undefined && next) renewal = setTimeout(() => void renew(), delay)
      takeAccount(next)
    } catch {
      if (attempt === renewals) renewal = setTimeout(() => void renew(), FETCH_AGAIN)
    }
  }

  function takeAccount(next: SipAccount | undefined): void {
    if (end.signal.aborted) return
    const isSame = account && next && isSameAccount(account, next)
    account = next
    if (isSame && next) return port.renew(next)
    quit()
    dispatch(phoneActions.numberKnown(next?.number))
    if (!next) return
    tab = new OneTab(
      `vestibule-phone ${next.number}@${next.realm}`,
      { onHeld: () => void ring(), onElsewhere: giveUp },
      parts.locks,
    )
    tab.start()
  }

  /** This tab rings: with a microphone, and once it is allowed. */
  async function ring(): Promise<void> {
    isOurs = true
    dispatch(phoneActions.tabChanged({ isElsewhere: false }))
    const microphone = await parts.askMicrophone()
    dispatch(phoneActions.microphoneKnown(microphone))
    if (microphone !== 'granted' || !account || !isOurs) return
    dispatch(phoneActions.registrationMoved('started'))
    port.start(account, onSip)
    parts.refreshCalls()
  }

  function giveUp(): void {
    hush()
    dispatch(phoneActions.tabChanged({ isElsewhere: true }))
  }

  function hush(): void {
    isOurs = false
    dispatch(phoneActions.callsLost())
    dispatch(phoneActions.registrationMoved('stopped'))
    port.stop()
  }

  function quit(): void {
    tab?.stop()
    tab = undefined
    if (isOurs) hush()
  }

  const endTimers = startTimers(store, { ...parts, renew })
  const askAgain = async () => {
    // While the browser asks, nobody asks again.
    const { microphone } = state()
    if (isOurs && (microphone === 'refused' || microphone === 'missing')) await ring()
  }
  return {
    store,
    streamOf: (sessionId: string) => port.streamOf(sessionId),
    start: () => {
      void watchMicrophone(() => void askAgain(), end.signal)
      return renew()
    },
    /** At the end of the session, or when the page goes away: says good-bye to everybody. */
    stop: () => {
      end.abort()
      clearTimeout(renewal)
      quit()
      endTimers()
    },
    /** The own number may be another, or there may be one now. */
    numberChanged: () => void renew(),
    takeOver: () => tab?.take(),
    askAgain,
    ...callCommands({ parts, store, now }),
  }
}

export type Phone = ReturnType<typeof createPhone>
