import { expect, test } from 'vitest'
import { certificateState } from './wallet'

test('a certificate is reminded of 30 days before its end', () => {
  const now = Date.parse('2026-11-24T00:00:00Z')
  expect(certificateState('2026-12-25T00:00:00Z', now)).toBe('good')
  expect(certificateState('2026-12-24T00:00:00Z', now)).toBe('soon')
  expect(certificateState('2026-11-24T00:00:00Z', now)).toBe('expired')
  expect(certificateState(null, now)).toBe('good')
})
