import { expect, test } from 'vitest'
import type { Event } from './api'
import { emptyFeed, feedReducer, MAX_HELD, MAX_SHOWN, newestId, type FeedChange } from './feed'

const event = (id: number): Event => ({
  id,
  category: 'access',
  code: 'door_was_opened',
  device: null,
  domain: null,
  device_event_id: id,
  identifier: null,
  identifier_type: null,
  identifier_number: null,
  user: null,
  lock_number: null,
  is_revoked: false,
  created_at: null,
  received_at: null,
  device_created_at: null,
  image_url: null,
})
const events = (...ids: number[]) => ids.map(event)
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => event(to - at))

const feedAfter = (...changes: FeedChange[]) =>
  changes.reduce((feed, change) => feedReducer(feed, change), emptyFeed)
const ids = (list: Event[]) => list.map(({ id }) => id)
const loaded = (list: Event[]): FeedChange => ({ kind: 'loaded', events: list, hasOlder: false })

test('an event that comes by push and by list is shown once', () => {
  const feed = feedAfter(
    { kind: 'arrived', events: events(3) },
    loaded(events(3, 2, 1)),
    { kind: 'arrived', events: events(2, 4) },
    { kind: 'arrived', events: events(4) },
  )
  expect(ids(feed.shown)).toEqual([4, 3, 2, 1])
})

test('events that come out of order are shown newest first', () => {
  const feed = feedAfter(loaded(events(1)), { kind: 'arrived', events: events(5, 9, 7) })
  expect(ids(feed.shown)).toEqual([9, 7, 5, 1])
})

test('a paused feed stands still and counts what is new', () => {
  const feed = feedAfter(
    loaded(events(2, 1)),
    { kind: 'paused' },
    { kind: 'arrived', events: events(3) },
    { kind: 'arrived', events: events(3, 4, 2) },
  )
  expect(ids(feed.shown)).toEqual([2, 1])
  expect(ids(feed.held)).toEqual([4, 3])
  expect(newestId(feed)).toBe(4)
})

test('what was held is shown on request, and the feed stays paused', () => {
  const feed = feedAfter(
    loaded(events(1)),
    { kind: 'paused' },
    { kind: 'arrived', events: events(2) },
    { kind: 'revealed' },
    { kind: 'arrived', events: events(3) },
  )
  expect([ids(feed.shown), ids(feed.held), feed.isPaused]).toEqual([[2, 1], [3], true])
})

test('a feed that goes on shows what was held', () => {
  const feed = feedAfter(
    loaded(events(1)),
    { kind: 'paused' },
    { kind: 'arrived', events: events(2) },
    { kind: 'resumed' },
    { kind: 'arrived', events: events(3) },
  )
  expect([ids(feed.shown), feed.held, feed.isPaused]).toEqual([[3, 2, 1], [], false])
})

test('after a long pause nothing is shown across the gap', () => {
  const feed = feedAfter(
    loaded(events(1)),
    { kind: 'paused' },
    { kind: 'arrived', events: range(2, MAX_HELD + 2) },
    { kind: 'resumed' },
  )
  expect(feed.shown).toHaveLength(MAX_HELD)
  expect(ids(feed.shown)).not.toContain(1)
  expect(feed.hasOlder).toBe(true)
})

test('the page keeps a bounded number of rows, and the rest can be asked for', () => {
  const feed = feedAfter(loaded(range(1, MAX_SHOWN)), { kind: 'arrived', events: events(900) })
  expect(feed.shown).toHaveLength(MAX_SHOWN)
  expect([feed.shown[0]!.id, feed.shown.at(-1)!.id, feed.hasOlder]).toEqual([900, 2, true])
})

test('a failure leaves the rows that are shown', () => {
  const feed = feedAfter(loaded(events(1)), { kind: 'failed', error: 'away' })
  expect([feed.status, ids(feed.shown)]).toEqual(['ready', [1]])
  expect(feedAfter({ kind: 'failed', error: 'away' }).status).toBe('failed')
})

test('other conditions begin anew and stay paused', () => {
  const feed = feedAfter(loaded(events(1)), { kind: 'paused' }, { kind: 'restarted' })
  expect([feed.status, feed.shown, feed.isPaused]).toEqual(['loading', [], true])
})

test('an image that comes later stands at its event, shown or held', () => {
  const ready = feedReducer(emptyFeed, { kind: 'loaded', events: [event(1)], hasOlder: false })
  const paused = feedReducer(feedReducer(ready, { kind: 'paused' }), {
    kind: 'arrived',
    events: [event(2)],
  })
  const links = new Map([
    [1, '/a.jpg'],
    [2, '/b.jpg'],
    [9, '/c.jpg'],
  ])
  const { shown, held } = feedReducer(paused, { kind: 'imaged', links })
  expect([shown[0]?.image_url, held[0]?.image_url]).toEqual(['/a.jpg', '/b.jpg'])
})
