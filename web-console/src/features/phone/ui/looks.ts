import type { RegistrationStatus } from '../registration'
import type { Glyph } from './PhoneGlyph'

export type Tone = 'info' | 'success' | 'warning' | 'error' | 'neutral'

export interface Look {
  tone: Tone
  glyph: Glyph
  isLoading: boolean
}

/** How the phone's button looks, by the status of its registration. */
export const LOOKS: Record<RegistrationStatus, Look> = {
  registering: { tone: 'info', glyph: 'phone', isLoading: true },
  unregistering: { tone: 'info', glyph: 'phone', isLoading: true },
  registered: { tone: 'success', glyph: 'phone', isLoading: false },
  unregistered: { tone: 'warning', glyph: 'locked', isLoading: false },
  error: { tone: 'error', glyph: 'off', isLoading: false },
  invalid_registration: { tone: 'error', glyph: 'locked', isLoading: false },
}

/** Another tab has the phone. */
export const ELSEWHERE: Look = { tone: 'neutral', glyph: 'phone', isLoading: false }
