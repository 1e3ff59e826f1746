import { eventsApi } from '@/api/generated/events'

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
