import JsSIP from 'jssip'
import type { RTCSession } from 'jssip/lib/RTCSession'
import type { IncomingRequest } from 'jssip/lib/SIPMessage'
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent, UA } from 'jssip/lib/UA'
import { addressOf, isRefusal, readInvite } from './headers'
import { Leg } from './leg'
import { openMedia } from './microphone'
import type { CallOptions, Mutable, SipAccount, SipEvent, SipPort } from './port'

/** Seconds that a registration holds; JsSIP renews it half-way. */
const EXPIRES = 300
/** Seconds: the one who waits at a door is sent away by the platform, never by the phone. */
const NO_ANSWER = 3_600
/** Seconds between two attempts to reach the edge. */
const RECOVERY = 5
/** The tone that opens a door, in milliseconds. */
const DOOR = '#'
/** As telephony's `TAKE_KEY`. */
const TAKE_ALARM = '1'
const TONE = { duration: 160, interToneGap: 1_200 }

/** SIP by JsSIP, over the edge's websocket. */
export class JsSipPort implements SipPort {
  readonly #legs = new Map<string, Leg>()
  #ua: UA | undefined
  /** Stopped, and still saying good-bye. */
  #leaving: UA | undefined
  #account: SipAccount | undefined
  #tell: (event: SipEvent) => void = () => undefined
  #count = 0

  start(account: SipAccount, listener: (event: SipEvent) => void): void {
    this.stop()
    this.#account = account
    this.#tell = listener
    const ua = new JsSIP.UA({
      sockets: [new JsSIP.WebSocketInterface(account.address)],
      uri: `${account.number}@${account.realm}`,
      authorization_user: account.userName,
      password: account.password,
      register_expires: EXPIRES,
      no_answer_timeout: NO_ANSWER,
      // JsSIP alone brings back the transport, and registers anew on it.
      connection_recovery_min_interval: RECOVERY,
      connection_recovery_max_interval: RECOVERY,
      user_agent: 'Vestibule',
    })
    this.#ua = ua
    this.#listen(ua)
    ua.start()
  }

  renew(account: SipAccount): void {
    this.#account = account
    this.#ua?.set('authorization_user', account.userName)
    this.#ua?.set('password', account.password)
  }

  register(): void {
    if (!this.#ua?.isConnected()) return
    this.#tell({ kind: 'registration', event: 'attempted' })
    this.#ua.register()
  }

  stop(): void {
    for (const leg of this.#legs.values()) leg.end()
    this.#legs.clear()
    this.#leaving = this.#ua
    this.#ua = undefined
    this.#leaving?.stop()
  }

  call(number: string, { hasVideo, speechId }: CallOptions): string {
    const [sessionId, leg] = this.#newLeg(false)
    // A call that is joined is looked at, but the visitor does not see the operator.
    const wantsCamera = hasVideo && speechId === undefined
    void this.#openMedia(leg, wantsCamera, (mediaStream, pcConfig) => {
      const session = this.#ua?.call(addressOf(number, this.#account?.realm ?? ''), {
        mediaStream,
        pcConfig,
        rtcOfferConstraints: { offerToReceiveAudio: true, offerToReceiveVideo: hasVideo },
        extraHeaders: speechId === undefined ? [] : [`X-Speech-Id: ${speechId}`],
      })
      if (session) leg.bind(session)
      else leg.end('failed')
    })
    return sessionId
  }

  answer(sessionId: string): void {
    const leg = this.#legs.get(sessionId)
    if (!leg) return
    void this.#openMedia(leg, false, (mediaStream, pcConfig) =>
      leg.session?.answer({ mediaStream, pcConfig }),
    )
  }

  end(sessionId: string): void {
    this.#legs.get(sessionId)?.end()
  }

  openDoor(sessionId: string): void {
    this.#press(sessionId, DOOR)
  }

  takeAlarm(sessionId: string): void {
    this.#press(sessionId, TAKE_ALARM)
  }

  mute(sessionId: string, what: Mutable, isMuted: boolean): void {
    this.#legs.get(sessionId)?.mute(what, isMuted)
  }

  streamOf(sessionId: string): MediaStream | undefined {
    return this.#legs.get(sessionId)?.remote
  }

  #press(sessionId: string, tone: string): void {
    const session = this.#legs.get(sessionId)?.session
    if (session?.isEstablished()) session.sendDTMF(tone, TONE)
  }

  #listen(ua: UA): void {
    const tell = (event: Extract<SipEvent, { kind: 'registration' }>['event']) => {
      // What a user agent says that has been replaced is no news.
      if (ua === (this.#ua ?? this.#leaving)) this.#tell({ kind: 'registration', event })
    }
    ua.on('connecting', () => tell('attempted'))
    ua.on('connected', () => tell('connected'))
    ua.on('disconnected', () => tell('failed'))
    ua.on('registered', () => tell('registered'))
    ua.on('unregistered', () => tell('unregistered'))
    ua.on('registrationFailed', (event) => {
      // Absent when nobody answered, whatever the types say.
      const response = event.response as typeof event.response | null
      tell(isRefusal(response?.status_code) ? 'refused' : 'failed')
    })
    ua.on('newRTCSession', (event: IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => {
      if (comesIn(event)) this.#incoming(event)
    })
  }

  #incoming({ session, request }: { session: RTCSession; request: IncomingRequest }): void {
    const [sessionId, leg] = this.#newLeg(true)
    leg.bind(session)
    const header = (name: string) => request.getHeader(name) as string | undefined
    const invite = readInvite({
      speechId: header('X-Speech-Id'),
      speechType: header('X-Speech-Type'),
      targetCallee: header('X-Target-Callee'),
      sos: header('X-Sos'),
    })
    this.#tell({ kind: 'rang', sessionId, number: request.from.uri.user, ...invite })
  }

  #newLeg(isIncoming: boolean): [string, Leg] {
    this.#count += 1
    const sessionId = `session-${this.#count}`
    const leg = new Leg(isIncoming, {
      onAccepted: () => this.#tell({ kind: 'accepted', sessionId }),
      onEnded: (reason) => {
        this.#legs.delete(sessionId)
        this.#tell({ kind: 'ended', sessionId, reason })
      },
      onPicture: (hasVideo) => this.#tell({ kind: 'picture', sessionId, hasVideo }),
    })
    this.#legs.set(sessionId, leg)
    return [sessionId, leg]
  }

  /** Runs with the microphone, unless the leg is over by then. */
  async #openMedia(
    leg: Leg,
    wantsCamera: boolean,
    run: (stream: MediaStream | undefined, config: RTCConfiguration) => void,
  ): Promise<void> {
    try {
      leg.useMedia(await openMedia(wantsCamera))
    } catch {
      leg.end('microphone')
      return
    }
    if (leg.isOver) return
    try {
      run(leg.media, { iceServers: this.#account?.iceServers ?? [] })
    } catch {
      // JsSIP throws for a number that makes no address, or a session that has just ended.
      leg.end('failed')
    }
  }
}

function comesIn(
  event: IncomingRTCSessionEvent | OutgoingRTCSessionEvent,
): event is IncomingRTCSessionEvent {
  // The enum is in the types alone.
  const { originator }: { originator: string } = event
  return originator === 'remote'
}
