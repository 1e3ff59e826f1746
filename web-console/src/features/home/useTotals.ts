import { deviceTasksApi } from '@/api/generated/device-tasks'
import { devicesApi } from '@/api/generated/devices'
import { eventsApi } from '@/api/generated/events'
import { listArgs, type FilterItem } from '@/api/list'
import { useCan } from '@/kit/permissions'

/** A number of the dashboard; undefined while it is on its way or not for this person. */
export type Total = number | undefined

const narrowed = (...items: FilterItem[]) =>
  // One row is enough: the answer says how many there are.
  ({ ...listArgs({ page: 1, filters: { match: 'match_all', items } }), size: 10 })

const status = (value: string): FilterItem => ({ field: 'status', rule: 'equals', value })

/** Numbers that no push renews are asked for again after so many milliseconds. */
const pollingInterval = 60_000

/** Rights that show devices. */
export const SEES_DEVICES = [
  'can_view_devices',
  'can_view_descendant_devices',
  'can_view_all_devices',
  'can_manage_self_domain_devices',
] as const

/** How many devices are there and how many are not. */
export function useDeviceTotals() {
  const { can } = useCan()
  const skip = !can(...SEES_DEVICES)
  const online = devicesApi.useListDevicesQuery(narrowed(status('online')), { skip })
  const offline = devicesApi.useListDevicesQuery(narrowed(status('offline')), { skip })
  return {
    isShown: !skip,
    online: online.data?.total,
    offline: offline.data?.total,
    away: offline.data?.items ?? [],
    isLoading: offline.isLoading,
    error: offline.error,
  }
}

/** How many tasks need a person, and how many are on their way. */
export function useTaskTotals() {
  const { can } = useCan()
  const skip = !can('can_view_device_tasks')
  const failed = deviceTasksApi.useListDeviceTasksQuery(narrowed(status('error')), {
    skip,
    pollingInterval,
  })
  const waiting = deviceTasksApi.useListDeviceTasksQuery(narrowed(status('waiting')), {
    skip,
    pollingInterval,
  })
  return { isShown: !skip, failed: failed.data?.total, waiting: waiting.data?.total }
}

/** Who was refused since a moment. `since` is to change seldom: each change is a request. */
export function useDeniedTotal(since: string) {
  const { can } = useCan()
  const skip = !can('can_view_access_control_events')
  const denied = eventsApi.useListAccessControlEventsQuery(narrowed(...deniedSince(since)), {
    skip,
    pollingInterval,
  })
  return { isShown: !skip, denied: denied.data?.total }
}

/** The conditions of refusals since a moment. */
export const deniedSince = (since: string): FilterItem[] => [
  { field: 'code', rule: 'begins_with', value: 'access_denied_by_' },
  { field: 'created_at', rule: 'above', value: since },
]

/** A list narrowed by conditions, as an address. */
export const linkTo = (path: string, ...items: FilterItem[]) =>
  `${path}?filters=${encodeURIComponent(JSON.stringify({ match: 'match_all', items }))}`

export const withStatus = status
