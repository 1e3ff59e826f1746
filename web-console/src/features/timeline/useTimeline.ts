import { useEffect, useMemo, useRef } from 'react'
import type { Filters, NestedFilters, PageSize } from '@/api/list'
import { useTopic } from '@/api/realtime'
import { auditScreen, useAuditList, type AuditEvent } from '@/features/audit'
import { callHistoryScreen, useCallHistory, type HistoryCall } from '@/features/call-history'
import { EVENT_TOPICS, useEventList, type Event, type EventSource } from '@/features/events'
import { useCan } from '@/kit/permissions'
import type { Source } from './merge'

export type Moment =
  | { kind: 'event'; id: number; at: string; event: Event }
  | { kind: 'call'; id: number; at: string; call: HistoryCall }
  | { kind: 'change'; id: number; at: string; change: AuditEvent }
export const MOMENT_KINDS = ['event', 'call', 'change'] as const
export type MomentKind = (typeof MOMENT_KINDS)[number]

/** What each log is narrowed to; a log that is not named is not asked. */
export interface TimelineOf {
  events?: { source: EventSource; filters: Filters }
  calls?: Filters
  changes?: Filters | NestedFilters
}

/** Entries fetched of each log. */
const FETCHED: PageSize = 50
/** Milliseconds after which calls and changes, of which no push tells, are asked for again. */
const RENEWED = 30_000
/** Milliseconds to gather pushes before the events are asked for again. */
const PAUSE = 500

/** The logs that somebody may see, each as far back as it was fetched. */
export function useTimeline({ events, calls, changes }: TimelineOf) {
  const { meets } = useCan()
  const sees = {
    event: events !== undefined && meets({ any: [EVENT_NEEDS[events.source]] }),
    call: calls !== undefined && meets(callHistoryScreen.need),
    change: changes !== undefined && meets(auditScreen.need),
  }
  const query = { page: 1, size: FETCHED }
  const renewed = { pollingInterval: RENEWED, skipPollingIfUnfocused: true }
  const log = useEventList(
    events?.source ?? 'access',
    { ...query, sort: '-id', filters: events?.filters },
    { skip: !sees.event },
  )
  const history = useCallHistory(
    { ...query, sort: '-created_at', filters: calls },
    { ...renewed, skip: !sees.call },
  )
  const audit = useAuditList(
    { ...query, sort: '-id', filters: changes },
    { ...renewed, skip: !sees.change },
  )
  useLive(events?.source ?? 'access', sees.event, log.refetch)

  const sources = useMemo(
    (): Record<MomentKind, Source<Moment>> => ({
      event: sourceOf(log.data, (event) => ({
        kind: 'event',
        at: event.created_at ?? event.received_at,
        event,
      })),
      call: sourceOf(history.data, (call) => ({ kind: 'call', at: call.created_at, call })),
      change: sourceOf(audit.data, (change) => ({ kind: 'change', at: change.at, change })),
    }),
    [log.data, history.data, audit.data],
  )
  const logs = [log, history, audit]
  return {
    sources,
    kinds: MOMENT_KINDS.filter((kind) => sees[kind]),
    isLoading: logs.some(({ isLoading }) => isLoading),
    error: logs.find(({ error, data }) => error && !data)?.error,
    reload: () => {
      if (sees.event) void log.refetch()
      if (sees.call) void history.refetch()
      if (sees.change) void audit.refetch()
    },
  }
}

const EVENT_NEEDS = {
  access: 'can_view_access_control_events',
  devices: 'can_view_device_events',
} as const

type Unplaced<Item> = Item extends Moment ? Omit<Item, 'id' | 'at'> & { at: string | null } : never

function sourceOf<Row extends { id: number }>(
  page: { items: Row[]; total: number } | undefined,
  momentOf: (row: Row) => Unplaced<Moment>,
): Source<Moment> {
  const entries = (page?.items ?? []).flatMap((row) => {
    const moment = momentOf(row)
    return moment.at === null ? [] : [{ ...moment, id: row.id, at: moment.at }]
  })
  return { entries, hasOlder: (page?.total ?? 0) > entries.length }
}

/** Which events meet the conditions is the server's to say, so a push is only a hint to ask. */
function useLive(source: EventSource, isShown: boolean, refetch: () => unknown): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useTopic(EVENT_TOPICS[source], () => {
    if (!isShown) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refetch()
    }, PAUSE)
  })
}
