import { describe, expect, test } from 'vitest'
import type { ListDeviceStatusHistoryResponse } from '../api'
import { percentOf, segmentsOf, summaryOf } from './statusHistory'

const DAY = 86_400_000
const FROM = Date.UTC(2026, 10, 1)
const at = (day: number) => new Date(FROM + day * DAY).toISOString()

function history(
  before: 'online' | 'offline' | null,
  ...changes: [number, 'online' | 'offline'][]
): ListDeviceStatusHistoryResponse {
  return {
    from: at(0),
    to: at(30),
    status_before: before,
    items: changes.map(([day, status]) => ({ at: at(day), status, reason: 'broker' })),
  }
}

const daysOf = (answer: ListDeviceStatusHistoryResponse) =>
  segmentsOf(answer).map(({ status, from, to }) => [status, (from - FROM) / DAY, (to - FROM) / DAY])

describe('the times of a history', () => {
  test('they follow each other without a gap', () => {
    expect(daysOf(history('online', [10, 'offline'], [11, 'online']))).toEqual([
      ['online', 0, 10],
      ['offline', 10, 11],
      ['online', 11, 30],
    ])
  })

  test('what was before the first change of a new device is not known', () => {
    expect(daysOf(history(null, [29, 'online']))).toEqual([
      ['unknown', 0, 29],
      ['online', 29, 30],
    ])
  })

  test('a device without changes has been the same all the time', () => {
    expect(daysOf(history('offline'))).toEqual([['offline', 0, 30]])
  })

  test('the same twice is one', () => {
    expect(daysOf(history('online', [5, 'online'], [6, 'online']))).toEqual([['online', 0, 30]])
  })
})

describe('the summary', () => {
  test('it counts only what is known', () => {
    const summary = summaryOf(segmentsOf(history(null, [10, 'online'], [25, 'offline'])))
    expect(summary.onlineShare).toBe(0.75)
    expect(summary.outages).toHaveLength(1)
    expect(summary.offline).toBe(5 * DAY)
  })

  test('nothing is known of a device that was never seen', () => {
    expect(summaryOf(segmentsOf(history(null)))).toEqual({ outages: [], offline: 0 })
  })

  test('a moment offline is not a hundred percent', () => {
    expect([percentOf(1), percentOf(0.99999), percentOf(0.5), percentOf(0)]).toEqual([
      100, 99, 50, 0,
    ])
  })
})
