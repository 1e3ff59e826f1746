import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useSelector } from 'react-redux'
import { listArgs, type ListQuery } from '@/api/list'
import { selectRealtimeStatus, useTopic } from '@/api/realtime'
import {
  TOPICS,
  useLazyListAccessControlEventsQuery,
  useLazyListDeviceEventsQuery,
  type EventSource,
} from './api'
import { emptyFeed, feedReducer, newestId } from './feed'
import { eventOfPush, imagedEvents } from './push'
import { useAskImages } from './useEventImages'

/** Rows of the first page and of each older one. */
const PAGE = 50
/** Events that one question after a gap may bring; with more the feed begins anew. */
const CATCH_UP = 100
/** Milliseconds to gather pushes before the server is asked which of them the conditions let through. */
const ASK_DELAY = 500

/** What the events are narrowed to. */
export type Narrowing = Pick<ListQuery, 'filters' | 'search'>

/** A log of events that stays up to date: pushes, and the list for what no push has brought. */
export function useFeed(source: EventSource, narrowing: Narrowing) {
  const [feed, change] = useReducer(feedReducer, emptyFeed)
  const ask = useAsk(source)
  const { filters, search } = listArgs(narrowing)
  const isNarrowed = filters !== undefined || search !== undefined
  const newest = useRef(0)
  useEffect(() => {
    newest.current = newestId(feed)
  })

  // Counts the beginnings of the feed: an answer to a question of an earlier one is not for this one.
  const beginning = useRef(0)
  /** Whether the feed is still the one in which this was called. */
  const watch = useCallback(() => {
    const own = beginning.current
    return () => own === beginning.current
  }, [])

  const load = useCallback(() => {
    beginning.current += 1
    const isCurrent = watch()
    change({ kind: 'restarted' })
    ask({ filters, search, sort: '-id', size: PAGE }).then(
      ({ items }) => {
        const hasOlder = items.length === PAGE
        if (isCurrent()) change({ kind: 'loaded', events: items, hasOlder })
      },
      (error: unknown) => isCurrent() && change({ kind: 'failed', error }),
    )
  }, [ask, filters, search, watch])
  useEffect(() => {
    load()
    return () => {
      beginning.current += 1
    }
  }, [load])

  const catchUp = useCallback(() => {
    const afterId = newest.current
    if (afterId === 0) return load()
    const isCurrent = watch()
    ask({ filters, search, sort: '-id', size: CATCH_UP, afterId }).then(
      ({ items, total }) => {
        if (!isCurrent()) return
        if (total > items.length) load()
        else change({ kind: 'arrived', events: items })
      },
      (error: unknown) => isCurrent() && change({ kind: 'failed', error }),
    )
  }, [ask, filters, search, load, watch])
  useReconnect(catchUp)

  // Which events meet the conditions is the server's to say, so then a push is only a hint.
  const askSoon = useSoon(catchUp)
  const askImages = useAskImages()
  const ids = useRef<Set<number>>(new Set())
  useEffect(() => {
    ids.current = new Set([...feed.shown, ...feed.held].map(({ id }) => id))
  })
  useTopic(TOPICS[source], (data) => {
    const imaged = imagedEvents(data).filter((id) => ids.current.has(id))
    if (imaged.length > 0) {
      const isCurrent = watch()
      // Without the link the event stays as it is.
      askImages(imaged).then(
        (links) => isCurrent() && change({ kind: 'imaged', links }),
        () => {},
      )
      return
    }
    const event = eventOfPush(data)
    if (!event) return
    if (isNarrowed) askSoon()
    else change({ kind: 'arrived', events: [event] })
  })

  const loadOlder = async () => {
    // The rows above are the beginning of the same list; what overlaps is shown once.
    const known = feed.shown.length + feed.held.length
    const page = Math.floor(known / PAGE) + 1
    const isCurrent = watch()
    try {
      const { items } = await ask({ filters, search, sort: '-id', size: PAGE, page })
      if (isCurrent()) change({ kind: 'older', events: items, hasOlder: items.length === PAGE })
    } catch (error) {
      if (isCurrent()) change({ kind: 'failed', error })
    }
  }
  return { feed, change, reload: load, loadOlder }
}

/** Asks the log of a source, past the cache. */
function useAsk(source: EventSource) {
  const [access] = useLazyListAccessControlEventsQuery()
  const [devices] = useLazyListDeviceEventsQuery()
  const trigger = source === 'access' ? access : devices
  return useCallback((args: Parameters<typeof access>[0]) => trigger(args).unwrap(), [trigger])
}

/** Runs when the websocket is back after it was away. */
function useReconnect(run: () => void): void {
  const status = useSelector(selectRealtimeStatus)
  const wasAway = useRef(false)
  useEffect(() => {
    if (status === 'disconnected') wasAway.current = true
    if (status !== 'connected' || !wasAway.current) return
    wasAway.current = false
    run()
  }, [status, run])
}

/** Several calls within a moment are one run. */
function useSoon(run: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, ASK_DELAY)
  }, [])
}
