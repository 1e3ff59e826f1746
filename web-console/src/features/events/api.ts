import { eventsApi, type ListEventsResponse } from '@/api/generated/events'
import { listArgs, type ListQuery } from '@/api/list'
import type { QueryResult } from '@/kit/resource'

export type { Event, EventCategory, ListEventsResponse } from '@/api/generated/events'

export const {
  useListAccessControlEventsQuery,
  useLazyListAccessControlEventsQuery,
  useLazyListDeviceEventsQuery,
  useListDeviceEventsQuery,
} = eventsApi

/** Which log: who came in, or all that devices reported. */
export type EventSource = 'access' | 'devices'

/** Topic of the pushes of a log. */
export const TOPICS: Record<EventSource, string> = {
  access: 'events.access-control',
  devices: 'events.devices',
}

/** A page of a log, as it is now. */
export function useEventList(
  source: EventSource,
  query: ListQuery,
  { skip }: { skip: boolean },
): QueryResult<ListEventsResponse> {
  const fresh = { refetchOnMountOrArgChange: true }
  const isAccess = source === 'access'
  const access = useListAccessControlEventsQuery(listArgs(query), {
    ...fresh,
    skip: skip || !isAccess,
  })
  const devices = useListDeviceEventsQuery(listArgs(query), { ...fresh, skip: skip || isAccess })
  return isAccess ? access : devices
}
