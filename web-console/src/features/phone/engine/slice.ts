import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isKept, isLive } from '../calls/rules'
import { nextStatus, statusByServer, type CallEvent } from '../calls/transitions'
import type { Call, EndReason, ManagedCall, ManagedCallStatus } from '../calls/types'
import { registrationAfter, type RegistrationEvent, type RegistrationStatus } from '../registration'
import type { MicrophoneState } from '../sip/microphone'
import type { IncomingCall, Mutable } from '../sip/port'
import { callOf, whoOf } from './managed'

export const SECTIONS = ['keypad', 'contacts', 'recents', 'doors', 'interception'] as const
export type Section = (typeof SECTIONS)[number]

export interface PhoneState {
  /** The number of the phone; absent until its credentials are here. */
  own?: string
  registration: RegistrationStatus
  microphone: MicrophoneState
  /** Another tab of the browser has the phone. */
  isElsewhere: boolean
  calls: Call[]
  /** Speeches that were declined here: they do not come back while they still ring for others. */
  declined: string[]
  /** Speech -> when the server last told of it, in milliseconds since 1970: a list that was asked for before is older. */
  told: Record<string, number>
  /** The call to which a person is asked to return. */
  returnTo?: string
  fullscreen?: string
  isOpen: boolean
  section: Section
}

export const emptyPhone: PhoneState = {
  registration: 'unregistered',
  microphone: 'unknown',
  isElsewhere: false,
  calls: [],
  declined: [],
  told: {},
  isOpen: false,
  section: 'keypad',
}

const find = (state: PhoneState, id: string) => state.calls.find((call) => call.id === id)
const bySession = (state: PhoneState, sessionId: string) =>
  state.calls.find((call) => call.sessionId === sessionId)

/** Applies an event to a call; true when it means something to it. */
function apply(call: Call, event: CallEvent): boolean {
  const status = nextStatus(call, event)
  if (status === undefined) return false
  call.status = status
  call.isBusy = false
  return true
}

function letGo(call: Call): void {
  call.sessionId = undefined
  call.hasVideo = false
  call.isBusy = false
}

/** Milliseconds that `told` is kept: no list is under way for longer. */
const TOLD_KEPT = 60_000

function remember(state: PhoneState, id: string, now: number): void {
  const recent = Object.entries(state.told).filter(([, at]) => at > now - TOLD_KEPT)
  state.told = { ...Object.fromEntries(recent), [id]: now }
}

/** One call as the server told it. */
function tell(state: PhoneState, managed: ManagedCall, own: string): void {
  const { id, status, caller } = managed
  if (!status) return
  const call = find(state, id)
  const isDeclined = state.declined.includes(id) && (status === 'calling' || status === 'new')
  if (status === 'destroyed') state.declined = state.declined.filter((each) => each !== id)
  if (call) {
    if (isLive(call) || !isDeclined) update(call, managed, status, own)
  } else if (managed.type !== 'normal' && status !== 'destroyed' && caller !== own && !isDeclined) {
    // Direct calls are known by their session.
    state.calls.push(callOf(managed))
  }
}

function update(call: Call, managed: ManagedCall, status: ManagedCallStatus, own: string): void {
  const { answered_by: answeredBy, type, info, is_sos: isSos } = managed
  call.answeredBy = answeredBy ?? undefined
  call.type = type ?? call.type
  call.isSos ||= isSos
  call.info = info ? whoOf(info) : call.info
  const isOthers = call.answeredBy !== undefined && call.answeredBy !== own
  if (call.type === 'normal') {
    // Its session says the rest.
    if (status === 'destroyed' || isOthers) destroy(call)
    return
  }
  const next = statusByServer(call, status, answeredBy === own)
  if (next === 'destroyed') return destroy(call)
  // Another has it, or it waits for anybody: our session is of no use any more.
  if (isOthers || (next === 'paused' && call.status === 'calling')) letGo(call)
  call.status = next
}

function destroy(call: Call): void {
  if (isLive(call)) call.reason = 'ended'
  letGo(call)
  call.status = 'destroyed'
}

const phoneSlice = createSlice({
  name: 'phone',
  initialState: emptyPhone,
  reducers: {
    numberKnown(state, { payload }: PayloadAction<string | undefined>) {
      state.own = payload
    },
    registrationMoved(state, { payload }: PayloadAction<RegistrationEvent>) {
      state.registration = registrationAfter(state.registration, payload)
    },
    microphoneKnown(state, { payload }: PayloadAction<MicrophoneState>) {
      state.microphone = payload
    },
    tabChanged(state, { payload }: PayloadAction<{ isElsewhere: boolean }>) {
      state.isElsewhere = payload.isElsewhere
    },
    dialled(state, { payload }: PayloadAction<Call>) {
      state.calls.push(payload)
      state.isOpen = true
    },
    rang(state, { payload }: PayloadAction<IncomingCall & { id: string; now: number }>) {
      const { id, now, sessionId, ...rest } = payload
      const known = find(state, id)
      if (known) {
        if (known.sessionId !== undefined || !apply(known, 'rang')) return
        Object.assign(known, { sessionId, type: rest.type, answeredBy: undefined })
        known.isSos ||= rest.isSos
        known.reason = undefined
        return
      }
      state.calls.push({
        ...rest,
        id,
        sessionId,
        direction: 'incoming',
        status: 'calling',
        started: now,
        hasTalked: false,
        muted: { microphone: false, sound: false },
        hasVideo: false,
        isBusy: false,
      })
    },
    answering(state, { payload }: PayloadAction<string>) {
      const call = find(state, payload)
      if (!call) return
      call.isBusy = true
      state.isOpen = true
    },
    accepted(state, { payload }: PayloadAction<{ sessionId: string; now: number }>) {
      const call = bySession(state, payload.sessionId)
      if (!call || !apply(call, 'accepted')) return
      if (!call.hasTalked) call.started = payload.now
      call.hasTalked = true
      call.answeredBy = call.direction === 'incoming' ? state.own : undefined
    },
    sessionEnded(state, { payload }: PayloadAction<{ sessionId: string; reason: EndReason }>) {
      const call = bySession(state, payload.sessionId)
      if (!call) return
      letGo(call)
      apply(call, 'terminated')
      call.reason = call.status === 'destroyed' ? payload.reason : undefined
    },
    /** Ends its session and leaves the caller on hold. */
    held(state, { payload }: PayloadAction<string>) {
      const call = find(state, payload)
      if (call && apply(call, 'held')) letGo(call)
    },
    joined(state, { payload }: PayloadAction<{ id: string; sessionId: string }>) {
      const call = find(state, payload.id)
      if (!call || !apply(call, 'joined')) return
      call.sessionId = payload.sessionId
      call.muted = { microphone: false, sound: false }
      state.isOpen = true
    },
    /** Declined, cancelled or hung up here. */
    dropped(state, { payload }: PayloadAction<{ id: string; isDeclined: boolean }>) {
      const call = find(state, payload.id)
      if (!call) return
      letGo(call)
      call.status = 'destroyed'
      call.reason = payload.isDeclined ? 'declined' : 'ended'
      if (payload.isDeclined && call.speechId) state.declined.push(call.speechId)
    },
    stopAsked(state, { payload }: PayloadAction<{ id: string; isBusy: boolean }>) {
      const call = find(state, payload.id)
      if (call) call.isBusy = payload.isBusy
    },
    removed(state, { payload }: PayloadAction<string>) {
      state.calls = state.calls.filter((call) => call.id !== payload || isLive(call))
      if (!find(state, payload) && state.fullscreen === payload) state.fullscreen = undefined
    },
    serverTold(state, { payload }: PayloadAction<{ call: ManagedCall; now: number }>) {
      const { call, now } = payload
      if (state.own === undefined) return
      remember(state, call.id, now)
      tell(state, call, state.own)
    },
    /** All calls that the server kept when it was asked: what it did not know is over. */
    serverListed(state, { payload }: PayloadAction<{ calls: ManagedCall[]; asked: number }>) {
      const { own } = state
      if (own === undefined) return
      const isOlder = (id: string) => (state.told[id] ?? 0) >= payload.asked
      for (const managed of payload.calls) if (!isOlder(managed.id)) tell(state, managed, own)
      const known = new Set(payload.calls.map(({ id }) => id))
      for (const call of state.calls) {
        const isGone = !known.has(call.id) && !isOlder(call.id)
        if (!isGone || !isKept(call) || call.sessionId !== undefined) continue
        if (isLive(call)) remember(state, call.id, payload.asked)
        destroy(call)
      }
    },
    pictureChanged(state, { payload }: PayloadAction<{ sessionId: string; hasVideo: boolean }>) {
      const call = bySession(state, payload.sessionId)
      if (call) call.hasVideo = payload.hasVideo
      if (call && !payload.hasVideo && state.fullscreen === call.id) state.fullscreen = undefined
    },
    muted(state, { payload }: PayloadAction<{ id: string; what: Mutable; isMuted: boolean }>) {
      const call = find(state, payload.id)
      if (call) call.muted[payload.what] = payload.isMuted
    },
    returnOffered(state, { payload }: PayloadAction<string | undefined>) {
      state.returnTo = payload
    },
    fullscreenSet(state, { payload }: PayloadAction<string | undefined>) {
      state.fullscreen = payload
    },
    panelSet(state, { payload }: PayloadAction<{ isOpen: boolean; section?: Section }>) {
      state.isOpen = payload.isOpen
      state.section = payload.section ?? state.section
    },
    /** The phone has been given up: to another tab, or at the end of the session. */
    callsLost(state) {
      state.calls = []
      state.declined = []
      state.told = {}
      state.returnTo = undefined
      state.fullscreen = undefined
    },
  },
})

export const phoneReducer = phoneSlice.reducer
export const phoneActions = phoneSlice.actions
