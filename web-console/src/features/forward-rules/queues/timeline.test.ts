import { describe, expect, test } from 'vitest'
import { emptyQueue, type QueueForm } from './schema'
import { isDue, timeline } from './timeline'

interface Change {
  rings?: number
  after?: number
  together?: boolean
  onError?: number
  params?: Partial<QueueForm['params']>
}

/** A queue that rings for a minute, the next after 10 s, unless it is said otherwise. */
function queue({ rings = 60, after = 10, together = false, onError, params }: Change = {}) {
  const empty = emptyQueue()
  return {
    ...empty,
    params: { ...empty.params, timeout: rings, ...params },
    redirect_if_no_answer: { is_immediately: together, timeout: after },
    redirect_if_error: { enabled: onError !== undefined, timeout: onError ?? 0 },
  }
}

const spans = (queues: QueueForm[]) => timeline(queues).bars.map(({ start, end }) => [start, end])

describe('who rings when', () => {
  test('the_next_queue_rings_too_after_its_seconds_while_the_first_goes_on', () => {
    expect(spans([queue({ rings: 30, after: 10 }), queue({ rings: 20 })])).toEqual([
      [0, 30],
      [10, 30],
    ])
  })

  test('the_next_queue_rings_together_with_the_first_when_it_does_so_immediately', () => {
    expect(spans([queue({ together: true, after: 40 }), queue({ rings: 20 })])).toEqual([
      [0, 60],
      [0, 20],
    ])
  })

  test('nought_seconds_mean_when_the_first_stops', () => {
    expect(spans([queue({ rings: 25, after: 0 }), queue()])).toEqual([
      [0, 25],
      [25, 85],
    ])
  })

  test('each_queue_counts_from_the_beginning_of_the_one_before', () => {
    expect(spans([queue({ after: 15 }), queue({ after: 20 }), queue({ rings: 5 })])).toEqual([
      [0, 60],
      [15, 75],
      [35, 40],
    ])
  })

  test('a_redirect_after_the_end_leaves_a_silence', () => {
    const { silences, end } = timeline([queue({ rings: 20, after: 30 }), queue({ rings: 10 })])
    expect(silences).toEqual([{ from: 20, to: 30 }])
    expect(end).toBe(40)
  })

  test('an_error_leads_on_after_its_seconds_or_ends_the_call', () => {
    const queues = [queue({ onError: 5 }), queue(), queue()]
    expect(timeline(queues).redirects.map(({ onError }) => onError)).toEqual([5, null])
  })

  test('what_the_last_queue_would_redirect_to_does_not_matter', () => {
    expect(timeline([queue({ together: true, onError: 1 })]).redirects).toEqual([])
  })

  test('no_queue_rings_nobody', () => {
    expect(timeline([])).toEqual({ bars: [], redirects: [], skipped: [], silences: [], end: 0 })
  })
})

describe('a queue that is not due', () => {
  const nights = { days: ['fri' as const], period: { from: 22 * 3600, to: 6 * 3600 } }

  test('the_next_that_is_due_takes_its_place', () => {
    const queues = [queue({ params: nights }), queue({ after: 15 }), queue()]
    const monday = timeline(queues, { day: 'mon', seconds: 0 })
    expect(monday.bars.map(({ at, start }) => [at, start])).toEqual([
      [1, 0],
      [2, 15],
    ])
    expect(monday.skipped).toEqual([0])
    expect(timeline(queues, { day: 'fri', seconds: 23 * 3600 }).bars).toHaveLength(3)
  })

  test('a_period_over_midnight_belongs_to_the_day_on_which_it_begins', () => {
    const at = (day: 'thu' | 'fri' | 'sat', hour: number) =>
      isDue(queue({ params: nights }).params, { day, seconds: hour * 3600 })
    expect(at('fri', 23)).toBe(true)
    expect(at('sat', 5)).toBe(true)
    expect(at('sat', 6)).toBe(false)
    expect(at('fri', 5)).toBe(false)
    expect(at('sat', 23)).toBe(false)
  })

  test('a_period_of_the_day_begins_with_its_first_second_and_ends_before_its_last', () => {
    const hours = queue({ params: { period: { from: 9 * 3600, to: 18 * 3600 } } }).params
    const at = (seconds: number) => isDue(hours, { day: 'sun', seconds })
    expect([9 * 3600 - 1, 9 * 3600, 18 * 3600 - 1, 18 * 3600].map(at)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
