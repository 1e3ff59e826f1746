import { describe, expect, test } from 'vitest'
import { byDay, mergeSources, type Entry } from './merge'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 8, minute)).toISOString()
const entry = (kind: string, id: number, minute: number): Entry => ({ kind, id, at: at(minute) })

describe('a timeline', () => {
  test('has_the_entries_of_every_log_newest_first', () => {
    const events = { entries: [entry('event', 9, 30), entry('event', 8, 10)], hasOlder: false }
    const calls = { entries: [entry('call', 3, 20)], hasOlder: false }
    expect(mergeSources([events, calls], 10).map(({ id }) => id)).toEqual([9, 3, 8])
  })

  test('ends_where_one_of_its_logs_is_not_known_further_back', () => {
    const events = { entries: [entry('event', 9, 30), entry('event', 8, 20)], hasOlder: true }
    const calls = { entries: [entry('call', 3, 25), entry('call', 2, 5)], hasOlder: false }
    expect(mergeSources([events, calls], 10).map(({ id }) => id)).toEqual([9, 3, 8])
  })

  test('a_log_without_entries_hides_nothing', () => {
    const none = { entries: [], hasOlder: false }
    const calls = { entries: [entry('call', 2, 5)], hasOlder: false }
    expect(mergeSources([none, calls], 10)).toHaveLength(1)
    expect(mergeSources<Entry>([], 10)).toEqual([])
  })

  test('shows_no_more_than_it_was_asked_for', () => {
    const events = { entries: [entry('event', 9, 30), entry('event', 8, 20)], hasOlder: false }
    expect(mergeSources([events], 1).map(({ id }) => id)).toEqual([9])
  })

  test('is_headed_by_days', () => {
    const entries = [entry('a', 3, 50), entry('a', 2, 40), entry('a', 1, 1)]
    const days = byDay(entries, (time) => (Date.parse(time) >= Date.parse(at(40)) ? 'new' : 'old'))
    expect(days.map(({ day, entries: of }) => [day, of.map(({ id }) => id)])).toEqual([
      ['new', [3, 2]],
      ['old', [1]],
    ])
  })
})
