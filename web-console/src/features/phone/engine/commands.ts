import { actionsOf, interrupted, interruptionOf, parentOf } from '../calls/rules'
import type { Call, ManagedCall } from '../calls/types'
import type { Mutable } from '../sip/port'
import type { PhoneParts, PhoneStore } from './phone'
import { phoneActions, type Section } from './slice'

interface Context {
  parts: Pick<PhoneParts, 'port' | 'stopSpeech' | 'onError'>
  store: PhoneStore
  now: () => number
}

/**
 * What a person does with calls. A session that no call holds any more is ended by the timers, so
 * a command that ends one only changes the call.
 */
export function callCommands({ parts, store, now }: Context) {
  const { port } = parts
  const { dispatch } = store
  const state = () => store.getState().phone
  const find = (id: string) => state().calls.find((call) => call.id === id)
  const may = (call: Call) => actionsOf(call, state().own)

  /** Only one call is active: the others are put on hold where they can be, else cancelled. */
  function interrupt(by?: string): void {
    for (const call of interrupted(state().calls, by)) {
      if (interruptionOf(call) === 'hold' && call.status === 'active') {
        dispatch(phoneActions.held(call.id))
      } else if (interruptionOf(call) === 'hold' && call.sessionId !== undefined) {
        // Not joined yet: it goes back to where it was.
        dispatch(phoneActions.sessionEnded({ sessionId: call.sessionId, reason: 'cancelled' }))
        port.end(call.sessionId)
      } else dispatch(phoneActions.dropped({ id: call.id, isDeclined: false }))
    }
  }

  function dial(number: string, { hasVideo }: { hasVideo: boolean }): void {
    const parentId = parentOf(state().calls)
    interrupt()
    const sessionId = port.call(number, { hasVideo })
    const call: Call = {
      id: sessionId,
      parentId,
      number,
      callee: number,
      direction: 'outgoing',
      type: 'normal',
      status: 'calling',
      sessionId,
      started: now(),
      hasTalked: false,
      isSos: false,
      muted: { microphone: false, sound: false },
      hasVideo: false,
      isBusy: false,
    }
    dispatch(phoneActions.dialled(call))
  }

  function accept(id: string): void {
    const call = find(id)
    if (!call?.sessionId || !may(call).accept || call.isBusy) return
    interrupt(id)
    dispatch(phoneActions.answering(id))
    port.answer(call.sessionId)
  }

  /** Joins a call that waits, or that was put on hold here. */
  function resume(id: string): void {
    const call = find(id)
    if (!call?.speechId || !(may(call).resume || may(call).take)) return
    interrupt(id)
    const { speechId } = call
    dispatch(
      phoneActions.joined({ id, sessionId: port.call(call.number, { hasVideo: true, speechId }) }),
    )
  }

  /** The platform's calls end for everybody; the others end by their session. */
  async function hangUp(id: string): Promise<void> {
    const call = find(id)
    if (!call || !may(call).hangUp || call.isBusy) return
    if (interruptionOf(call) === 'cancel' || call.speechId === undefined) {
      dispatch(phoneActions.dropped({ id, isDeclined: false }))
      return
    }
    dispatch(phoneActions.stopAsked({ id, isBusy: true }))
    try {
      await parts.stopSpeech(call.speechId)
      dispatch(phoneActions.dropped({ id, isDeclined: false }))
    } catch (error) {
      dispatch(phoneActions.stopAsked({ id, isBusy: false }))
      parts.onError(error)
    }
  }

  return {
    dial,
    accept,
    resume,
    hangUp,
    decline: (id: string) => {
      const call = find(id)
      if (call && may(call).decline) dispatch(phoneActions.dropped({ id, isDeclined: true }))
    },
    hold: (id: string) => {
      const call = find(id)
      if (call && may(call).hold) dispatch(phoneActions.held(id))
    },
    openDoor: (id: string) => {
      const sessionId = find(id)?.sessionId
      if (sessionId !== undefined) port.openDoor(sessionId)
    },
    takeAlarm: (id: string) => {
      const sessionId = find(id)?.sessionId
      if (sessionId !== undefined) port.takeAlarm(sessionId)
    },
    mute: (id: string, what: Mutable, isMuted: boolean) => {
      const sessionId = find(id)?.sessionId
      if (sessionId === undefined) return
      port.mute(sessionId, what, isMuted)
      dispatch(phoneActions.muted({ id, what, isMuted }))
    },
    told: (call: ManagedCall) => {
      if (!state().isElsewhere) dispatch(phoneActions.serverTold({ call, now: now() }))
    },
    /** The calls that the platform keeps, and when they were asked for. */
    listed: (calls: ManagedCall[], asked: number) => {
      if (!state().isElsewhere) dispatch(phoneActions.serverListed({ calls, asked }))
    },
    setFullscreen: (id: string | undefined) => dispatch(phoneActions.fullscreenSet(id)),
    setPanel: (isOpen: boolean, section?: Section) =>
      dispatch(phoneActions.panelSet({ isOpen, section })),
    /** Answers whether to return to the call from which the last one was made. */
    answerReturn: (isWanted: boolean) => {
      const { returnTo } = state()
      dispatch(phoneActions.returnOffered(undefined))
      if (isWanted && returnTo !== undefined) resume(returnTo)
    },
  }
}
