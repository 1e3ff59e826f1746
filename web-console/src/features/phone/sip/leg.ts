import type { EndEvent, RTCSession } from 'jssip/lib/RTCSession'
import type { EndReason } from '../calls/types'
import { reasonOf, wordsOf } from './headers'
import { stopStream } from './microphone'
import type { Mutable } from './port'

/** Milliseconds to look for ways through the network; what is found by then is offered. */
export const ICE_LIMIT = 200

/** Status of an answer by which a person declines. */
const BUSY_HERE = 486

export interface LegListener {
  onAccepted: () => void
  onEnded: (reason: EndReason) => void
  onPicture: (hasVideo: boolean) => void
}

/** One SIP session with its media. */
export class Leg {
  readonly #listener: LegListener
  readonly #remote = new MediaStream()
  #session: RTCSession | undefined
  #local: MediaStream | undefined
  readonly #isIncoming: boolean
  #isOver = false

  constructor(isIncoming: boolean, listener: LegListener) {
    this.#isIncoming = isIncoming
    this.#listener = listener
  }

  get isOver() {
    return this.#isOver
  }

  get session() {
    return this.#session
  }

  /** The microphone's stream. */
  get media() {
    return this.#local
  }

  get remote() {
    return this.#remote
  }

  /** Takes over the microphone's stream, which ends with the leg. */
  useMedia(stream: MediaStream): void {
    this.#local = stream
    if (this.#isOver) stopStream(stream)
  }

  bind(session: RTCSession): void {
    this.#session = session
    session.on('accepted', () => this.#listener.onAccepted())
    session.on('failed', (event) => this.#finish(reasonOfEnd(event)))
    session.on('ended', () => this.#finish('ended'))
    limitIce(session)
    // An outgoing session has its connection already.
    if (session.connection) this.#watch(session.connection)
    else session.on('peerconnection', ({ peerconnection }) => this.#watch(peerconnection))
  }

  end(reason: EndReason = 'cancelled'): void {
    this.#finish(reason)
    const session = this.#session
    if (!session || session.isEnded()) return
    const isUnanswered = this.#isIncoming && !session.isEstablished()
    session.terminate(isUnanswered ? { status_code: BUSY_HERE } : {})
  }

  /** Once: releases the media and tells. */
  #finish(reason: EndReason): void {
    if (this.#isOver) return
    this.#isOver = true
    stopStream(this.#local)
    this.#listener.onEnded(reason)
  }

  mute(what: Mutable, isMuted: boolean): void {
    const stream = what === 'microphone' ? this.#local : this.#remote
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = !isMuted
  }

  #watch(connection: RTCPeerConnection): void {
    connection.addEventListener('track', ({ track }) => {
      this.#remote.addTrack(track)
      if (track.kind !== 'video') return
      const tell = () => this.#listener.onPicture(this.#hasPicture())
      // A track is muted until its first packet comes.
      for (const event of ['mute', 'unmute', 'ended']) track.addEventListener(event, tell)
      tell()
    })
  }

  #hasPicture(): boolean {
    return this.#remote
      .getVideoTracks()
      .some(({ muted, readyState }) => !muted && readyState === 'live')
  }
}

/** Gathering of candidates ends soon after it has begun, also when a server does not answer. */
function limitIce(session: RTCSession): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  session.on('icecandidate', ({ ready }) => {
    timer ??= setTimeout(() => {
      timer = undefined
      ready()
    }, ICE_LIMIT)
  })
}

function reasonOfEnd({ cause, message }: EndEvent): EndReason {
  if (!message || !('status_code' in message)) return reasonOf(cause, undefined)
  // Absent where there is no such header, whatever the types say.
  const header = message.getHeader('Reason') as string | undefined
  return reasonOf(cause, message.status_code, wordsOf(header, message.reason_phrase))
}
