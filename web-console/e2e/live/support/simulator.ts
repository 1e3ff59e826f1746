/** What the device said to somebody at its door. */
export interface Visit {
  granted: boolean
  denial?: string
}

export interface DeviceState {
  device: { online: boolean; pending_events: number }
  identifiers: { items: { identifier_number: string; lock: string }[] }
  ledger: { sent: { id: number }[]; promised: number[] }
}

/** The telephone of a device. */
export interface Line {
  registration: 'off' | 'waiting' | 'registering' | 'registered' | 'failed'
  reason: string | null
  /** The tone that it says, in Hz. */
  says: number | null
  call: { number: string; direction: string; state: 'dialing' | 'ringing' | 'established' } | null
  hears: { packets: number; packets_last_second: number; frequency: number | null } | null
  last: { number: string; answered: boolean; reason: string } | null
}

/** Milliseconds that the simulator has for an answer. */
const REQUEST_TIMEOUT = 30_000

/** The simulated devices, by their control interface (tools/device-simulator/README.md). */
export class Simulator {
  private readonly address: string

  constructor(address: string) {
    this.address = address
  }

  device(serial: string): Promise<DeviceState> {
    return this.ask<DeviceState>('GET', serial)
  }

  /** Pulls the cable. */
  async offline(serial: string): Promise<void> {
    await this.ask('POST', `${serial}/offline`)
  }

  async online(serial: string): Promise<void> {
    await this.ask('POST', `${serial}/online`)
  }

  /** Holds a card to the reader of the first lock at a moment of the device's clock. */
  present(serial: string, card: string, at: Date): Promise<Visit> {
    const visit = { type: 'card', number: card, lock: 1, at: at.toISOString() }
    return this.ask<Visit>('POST', `${serial}/present`, visit)
  }

  /** Whether the device has the card in its memory. */
  async holds(serial: string, card: string): Promise<boolean> {
    const { identifiers } = await this.device(serial)
    return identifiers.items.some(({ identifier_number: number }) => number === card)
  }

  line(serial: string): Promise<Line> {
    return this.ask<Line>('GET', `${serial}/call`)
  }

  /** Calls a number from the door. */
  call(serial: string, number: string, isSos: boolean): Promise<Line> {
    return this.ask<Line>('POST', `${serial}/call`, { number, sos: isSos })
  }

  async hangUp(serial: string): Promise<void> {
    await this.ask('POST', `${serial}/hangup`)
  }

  /** The last events of a device, the newest first. */
  events(serial: string): Promise<{ code: string }[]> {
    return this.ask('GET', `${serial}/door-events`)
  }

  private async ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${this.address}/control/devices/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as Answer
  }
}
