import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SipAccount } from './port'
import { JsSipPort } from './jssip'

const { agents } = vi.hoisted(() => ({ agents: [] as { rings: (session: object) => void }[] }))

vi.mock('jssip', () => {
  class UA {
    #onSession: (event: object) => void = () => undefined
    constructor() {
      agents.push(this)
    }
    on(name: string, handler: (event: object) => void) {
      if (name === 'newRTCSession') this.#onSession = handler
    }
    start() {}
    stop() {}
    rings(session: object) {
      const request = { getHeader: () => undefined, from: { uri: { user: '1002' } } }
      this.#onSession({ originator: 'remote', session, request })
    }
  }
  return { default: { UA, WebSocketInterface: EventTarget } }
})

const account: SipAccount = {
  number: '1000',
  realm: 'p1.sip.test',
  address: 'wss://sip.test:8443',
  userName: '1:1000',
  password: 'once',
  iceServers: [],
}

beforeEach(() => vi.stubGlobal('MediaStream', EventTarget))
afterEach(() => {
  vi.unstubAllGlobals()
  agents.length = 0
})

function ringing(isEstablished: boolean, press: 'openDoor' | 'takeAlarm' = 'openDoor') {
  const port = new JsSipPort()
  let sessionId = ''
  port.start(account, (event) => {
    if (event.kind === 'rang') sessionId = event.sessionId
  })
  const sendDTMF = vi.fn()
  agents[0]?.rings({ on: () => undefined, isEstablished: () => isEstablished, sendDTMF })
  port[press](sessionId)
  return sendDTMF
}

test('a door opens by the tone # of 160 ms with a gap of 1200 ms', () => {
  const sendDTMF = ringing(true)
  expect(sendDTMF).toHaveBeenCalledExactlyOnceWith('#', { duration: 160, interToneGap: 1_200 })
})

test('an alarm is taken by the tone 1', () => {
  const sendDTMF = ringing(true, 'takeAlarm')
  expect(sendDTMF).toHaveBeenCalledExactlyOnceWith('1', { duration: 160, interToneGap: 1_200 })
})

test('a call that nobody has answered opens no door', () => {
  expect(ringing(false)).not.toHaveBeenCalled()
})
