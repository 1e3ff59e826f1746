import type { EndReason } from '../calls/types'
import type { RegistrationEvent } from '../registration'
import type { CallOptions, IncomingCall, Mutable, SipAccount, SipEvent, SipPort } from './port'

/** A SIP port without a network: tests, and the demonstration, play the other side. */
export class FakeSip implements SipPort {
  /** What the phone has asked for, in order. */
  readonly asked: string[] = []
  account: SipAccount | undefined
  /** The picture of a session. */
  stream: ((sessionId: string) => MediaStream | undefined) | undefined
  readonly #sessions = new Set<string>()
  readonly #wanted = new Set<string>()
  #listener: ((event: SipEvent) => void) | undefined
  #count = 0

  start(account: SipAccount, listener: (event: SipEvent) => void): void {
    this.account = account
    this.#listener = listener
    this.asked.push('start')
  }

  renew(account: SipAccount): void {
    this.account = account
    this.asked.push('renew')
  }

  register(): void {
    this.asked.push('register')
  }

  stop(): void {
    this.asked.push('stop')
    this.#sessions.clear()
  }

  call(number: string, { hasVideo, speechId }: CallOptions): string {
    const sessionId = this.#open()
    const extras = [hasVideo && 'video', speechId !== undefined && `speech ${speechId}`]
    this.#wanted.add(sessionId)
    this.asked.push(['call', number, ...extras].filter(Boolean).join(' '))
    return sessionId
  }

  answer(sessionId: string): void {
    this.#wanted.add(sessionId)
    this.asked.push(`answer ${sessionId}`)
  }

  end(sessionId: string): void {
    if (this.#sessions.delete(sessionId)) this.asked.push(`end ${sessionId}`)
  }

  openDoor(sessionId: string): void {
    this.asked.push(`open ${sessionId}`)
  }

  takeAlarm(sessionId: string): void {
    this.asked.push(`take alarm ${sessionId}`)
  }

  mute(sessionId: string, what: Mutable, isMuted: boolean): void {
    this.asked.push(`${isMuted ? 'mute' : 'unmute'} ${what} ${sessionId}`)
  }

  streamOf(sessionId: string): MediaStream | undefined {
    return this.stream?.(sessionId)
  }

  // The other side.

  tell(event: RegistrationEvent): void {
    this.#listener?.({ kind: 'registration', event })
  }

  ring(call: Partial<IncomingCall> & { number: string }): string {
    const sessionId = this.#open()
    const usual = { callee: '1000', type: 'normal' as const, isSos: false }
    this.#listener?.({ kind: 'rang', ...usual, ...call, sessionId })
    return sessionId
  }

  accept(sessionId: string): void {
    this.#listener?.({ kind: 'accepted', sessionId })
  }

  hangUp(sessionId: string, reason: EndReason = 'ended'): void {
    this.#sessions.delete(sessionId)
    this.#listener?.({ kind: 'ended', sessionId, reason })
  }

  show(sessionId: string, hasVideo = true): void {
    this.#listener?.({ kind: 'picture', sessionId, hasVideo })
  }

  /** Sessions that this side has called or answered: the other side may accept them. */
  get wanted(): string[] {
    return this.sessions.filter((session) => this.#wanted.has(session))
  }

  /** Sessions that are not over. */
  get sessions(): string[] {
    return [...this.#sessions]
  }

  #open(): string {
    this.#count += 1
    const sessionId = `session-${this.#count}`
    this.#sessions.add(sessionId)
    return sessionId
  }
}
