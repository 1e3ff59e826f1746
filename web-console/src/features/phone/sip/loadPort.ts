import type { FakeSip } from './fake'
import type { SipPort } from './port'

declare global {
  interface Window {
    /** The demonstration's other side, where a page asks for it before it loads. */
    demoSip?: FakeSip | 'wanted'
  }
}

/** SIP by JsSIP, which is fetched only for who has a phone. */
export async function loadPort(): Promise<SipPort> {
  // No part of a production build.
  if (import.meta.env.VITE_DEMO === 'true' && window.demoSip !== undefined) {
    const { playDemo } = await import('./demo')
    window.demoSip = playDemo()
    return window.demoSip
  }
  const { JsSipPort } = await import('./jssip')
  return new JsSipPort()
}
