import { describe, expect, it } from 'vitest'
import type { Pod, ServiceInfo } from './api'
import { certificateTone, isMixed, podTone, sizeText, totalsOf } from './figures'

const access: ServiceInfo = {
  name: 'access',
  is_ready: true,
  message: '',
  version: '0.1.0',
  database_bytes: null,
  waiting_events: null,
  dead_events: null,
  leader: null,
}

describe('sizes', () => {
  it.each([
    [0, '0 byte'],
    [812, '812 byte'],
    [1024, '1 kB'],
    [12_898_063, '12 MB'],
    [131 * 1024 ** 2, '131 MB'],
    [5.4 * 1024 ** 3, '5.4 GB'],
    [3000 * 1024 ** 4, '3,000 TB'],
  ])('%d bytes read as %s', (bytes, text) => {
    expect(sizeText(bytes, 'en')).toBe(text)
  })
})

describe('totals', () => {
  it('leave out what a service does not say', () => {
    const services = [
      { ...access, database_bytes: 100, waiting_events: 3, dead_events: 1 },
      { ...access, database_bytes: 20, waiting_events: 0, dead_events: 2 },
      { ...access, is_ready: false },
    ]
    expect(totalsOf(services)).toEqual({ ready: 2, bytes: 120, waiting: 3, dead: 3 })
  })
})

describe('versions', () => {
  it('differ while an upgrade is under way', () => {
    const old = { ...access, version: '0.0.9' }
    expect(isMixed({ version: '0.1.0', services: [access, old], pods: null })).toBe(true)
  })

  it('are one although a service does not answer', () => {
    const silent = { ...access, is_ready: false, version: null }
    expect(isMixed({ version: '0.1.0', services: [access, silent], pods: null })).toBe(false)
  })
})

describe('pods', () => {
  const pod: Pod = {
    name: 'site-access-1',
    part: 'access',
    phase: 'Running',
    is_ready: true,
    restarts: 0,
    reason: null,
    started_at: null,
    node: null,
  }
  it.each([
    [pod, 'success'],
    [{ ...pod, is_ready: false }, 'error'],
    [{ ...pod, is_ready: false, phase: 'Succeeded' }, 'neutral'],
    [{ ...pod, is_ready: false, phase: 'Terminating' }, 'info'],
    [{ ...pod, is_ready: false, phase: 'Pending' }, 'info'],
    [{ ...pod, is_ready: false, phase: 'Pending', reason: 'ImagePullBackOff' }, 'error'],
  ] as const)('%o is shown as %s', (given, tone) => {
    expect(podTone(given)).toBe(tone)
  })
})

describe('certificates', () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  it.each([
    ['2026-11-26T11:59:59Z', 'error'],
    ['2026-12-16T12:00:00Z', 'warning'],
    ['2026-12-18T12:00:00Z', 'success'],
    [null, 'neutral'],
  ] as const)('one that ends at %s is shown as %s', (end, tone) => {
    expect(certificateTone(end, now)).toBe(tone)
  })
})
