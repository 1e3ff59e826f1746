import type { Event } from './api'

/** Rows that a feed keeps on the page; the oldest go first. */
export const MAX_SHOWN = 500
/** New events that are held while the feed is paused. */
export const MAX_HELD = 500

export interface Feed {
  status: 'loading' | 'ready' | 'failed'
  error: unknown
  /** Newest first, each once. */
  shown: Event[]
  /** Arrived while the feed was paused; newest first. */
  held: Event[]
  /** More events were held than are kept: between held and shown something is missing. */
  hasGap: boolean
  isPaused: boolean
  /** There are older events to ask for. */
  hasOlder: boolean
  /** The newest event of the first page: later ones have come while somebody looked. */
  firstNewestId: number | undefined
}

export type FeedChange =
  | { kind: 'restarted' }
  | { kind: 'loaded'; events: Event[]; hasOlder: boolean }
  | { kind: 'failed'; error: unknown }
  | { kind: 'arrived'; events: Event[] }
  | { kind: 'older'; events: Event[]; hasOlder: boolean }
  /** Cameras have answered: links by the event. */
  | { kind: 'imaged'; links: Map<number, string> }
  | { kind: 'paused' }
  | { kind: 'resumed' }
  | { kind: 'revealed' }

export const emptyFeed: Feed = {
  status: 'loading',
  error: undefined,
  shown: [],
  held: [],
  hasGap: false,
  isPaused: false,
  hasOlder: false,
  firstNewestId: undefined,
}

export function feedReducer(feed: Feed, change: FeedChange): Feed {
  switch (change.kind) {
    case 'restarted':
      return { ...emptyFeed, isPaused: feed.isPaused }
    case 'loaded':
      // What arrived while the page was on its way is newer than it.
      return withFirst(
        show({ ...feed, status: 'ready', error: undefined }, change.events, change.hasOlder),
      )
    case 'failed':
      return { ...feed, status: feed.status === 'ready' ? 'ready' : 'failed', error: change.error }
    case 'arrived':
      return feed.isPaused ? hold(feed, change.events) : show(feed, change.events, feed.hasOlder)
    case 'older':
      return { ...feed, shown: merge(feed.shown, change.events), hasOlder: change.hasOlder }
    case 'imaged':
      return {
        ...feed,
        shown: withImages(feed.shown, change.links),
        held: withImages(feed.held, change.links),
      }
    case 'paused':
      return { ...feed, isPaused: true }
    case 'resumed':
      return { ...reveal(feed), isPaused: false }
    case 'revealed':
      return reveal(feed)
  }
}

/** Whether an event has come while the feed was on the page, and is not of the first one. */
export const isFresh = ({ firstNewestId }: Feed, { id }: Event): boolean =>
  firstNewestId !== undefined && id > firstNewestId

const withFirst = (feed: Feed): Feed => ({
  ...feed,
  firstNewestId: feed.firstNewestId ?? newestId(feed),
})

/** The newest event that is known, shown or held; 0 for none. */
export const newestId = ({ shown, held }: Feed): number =>
  Math.max(shown[0]?.id ?? 0, held[0]?.id ?? 0)

function show(feed: Feed, events: Event[], hasOlder: boolean): Feed {
  const all = merge(feed.shown, events)
  // Somebody who asked for older rows keeps them.
  const room = Math.max(MAX_SHOWN, feed.shown.length)
  return { ...feed, shown: all.slice(0, room), hasOlder: hasOlder || all.length > room }
}

function hold(feed: Feed, events: Event[]): Feed {
  const known = new Set(feed.shown.map(({ id }) => id))
  const all = merge(
    feed.held,
    events.filter(({ id }) => !known.has(id)),
  )
  return { ...feed, held: all.slice(0, MAX_HELD), hasGap: feed.hasGap || all.length > MAX_HELD }
}

/** Shows what was held. Across a gap the old rows go, and can be asked for again. */
function reveal(feed: Feed): Feed {
  const { held, hasGap } = feed
  const base = { ...feed, held: [], hasGap: false }
  return hasGap ? { ...base, shown: held, hasOlder: true } : show(base, held, feed.hasOlder)
}

const withImages = (events: Event[], links: Map<number, string>): Event[] =>
  events.map((event) => {
    const link = links.get(event.id)
    return link === undefined ? event : { ...event, image_url: link }
  })

/** Both lists in one, newest first, each event once. */
function merge(known: Event[], more: Event[]): Event[] {
  if (more.length === 0) return known
  const byId = new Map(known.map((event) => [event.id, event]))
  for (const event of more) if (!byId.has(event.id)) byId.set(event.id, event)
  return [...byId.values()].toSorted((a, b) => b.id - a.id)
}
