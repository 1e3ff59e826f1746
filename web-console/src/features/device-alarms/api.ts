import {
  deviceAlarmsApi,
  type DeviceAlarm,
  type ListDeviceAlarmLogsResponse,
  type ListDeviceAlarmsResponse,
} from '@/api/generated/device-alarms'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult } from '@/kit/resource'

export type {
  AlarmChange,
  AlarmSeverity,
  AlarmState,
  DeviceAlarm,
  DeviceAlarmLog,
} from '@/api/generated/device-alarms'

/** Also after a refusal: then somebody else was faster, and the row is another one than is shown. */
const changesRow = (_result: unknown, _error: unknown, { id }: { id: Id }) => [
  { type: 'DeviceAlarms' as const, id },
  { type: 'DeviceAlarms' as const, id: 'LIST' as const },
]

const alarmsApi = deviceAlarmsApi.enhanceEndpoints({
  endpoints: {
    listDeviceAlarms: { providesTags: providesList('DeviceAlarms') },
    getDeviceAlarm: { providesTags: providesItem('DeviceAlarms') },
    listDeviceAlarmLogs: { providesTags: providesItem('DeviceAlarms') },
    takeDeviceAlarm: { invalidatesTags: changesRow },
    processDeviceAlarm: { invalidatesTags: changesRow },
    deleteAllDeviceAlarms: { invalidatesTags: changesAll('DeviceAlarms') },
  },
})

export const {
  useTakeDeviceAlarmMutation,
  useProcessDeviceAlarmMutation,
  useDeleteAllDeviceAlarmsMutation,
} = alarmsApi

// Pushes come only while a page listens to them, so what an earlier page was told is asked anew.
const fresh = { refetchOnMountOrArgChange: true }

export const useAlarmList = (query: ListQuery): QueryResult<ListDeviceAlarmsResponse> =>
  alarmsApi.useListDeviceAlarmsQuery(listArgs(query), fresh)

export const useAlarm = (id: Id, options?: { skip?: boolean }): QueryResult<DeviceAlarm> =>
  alarmsApi.useGetDeviceAlarmQuery({ id }, options)

/** What happened to an alarm: the first hundred lines. */
export const useAlarmLogs = (id: Id): QueryResult<ListDeviceAlarmLogsResponse> =>
  alarmsApi.useListDeviceAlarmLogsQuery({ id, size: 100 }, fresh)

/** The alarm as it is now, past the cache. */
export function useAskAlarm() {
  const [ask] = alarmsApi.useLazyGetDeviceAlarmQuery()
  return (id: Id) => ask({ id }).unwrap()
}
