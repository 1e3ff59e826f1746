import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderApp } from '@/testing/renderApp'
import type { Call } from '../calls/types'
import { PhoneProvider } from '../context'
import { createPhone } from '../engine/phone'
import { phoneActions } from '../engine/slice'
import en from '../locales/en.json'
import { FakeSip } from '../sip/fake'

const HOUR = 3_600_000

const credentials = () => ({
  number: '1000',
  host: 'sip.test',
  port: 8443,
  transport: 'wss',
  realm: 'p1.sip.test',
  user_name: '1:1000',
  password: 'once',
  expires_at: new Date(Date.now() + HOUR).toISOString(),
  ice_servers: [],
})

/** A part of the phone, with a phone that is registered as 1000; the test is the other side of SIP. */
export async function renderPhone(part: ReactNode) {
  const port = new FakeSip()
  const phone = createPhone({
    port,
    fetchCredentials: () => Promise.resolve(credentials()),
    stopSpeech: () => Promise.resolve({}),
    refreshCalls: () => undefined,
    onGone: () => undefined,
    onError: () => undefined,
    askMicrophone: () => Promise.resolve('granted'),
  })
  await phone.start()
  await Promise.resolve()
  await Promise.resolve()
  port.tell('registered')
  const view = renderApp(<PhoneProvider phone={phone}>{part}</PhoneProvider>, {
    words: { phone: en },
  })
  return {
    ...view,
    phone,
    port,
    /** Something happens outside the page. */
    happen: (run: () => void) => act(() => run()),
    /** A call that the platform keeps, accepted here. */
    talk: (number: string, speechId: string) =>
      act(() => {
        const session = port.ring({ number, speechId, type: 'awaiting' })
        phone.accept(speechId)
        port.accept(session)
        return undefined
      }),
    /** A direct call, accepted on the other side. */
    talkTo: (number: string) =>
      act(() => {
        phone.dial(number, { hasVideo: false })
        port.accept(port.sessions.at(-1)!)
      }),
    offerReturn: (id: string) =>
      act(() => void phone.store.dispatch(phoneActions.returnOffered(id))),
    calls: (): Call[] => phone.store.getState().phone.calls,
  }
}
