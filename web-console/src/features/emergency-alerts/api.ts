import {
  emergencyAlertsApi,
  type AlertRun,
  type EmergencyAlert,
  type EmergencyAlertInput,
  type ListEmergencyAlertsResponse,
} from '@/api/generated/emergency-alerts'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type {
  AlertDoorState,
  AlertLockState,
  AlertPlayState,
  AlertRun,
  AlertRunCounts,
  AlertRunDevice,
  AlertRunStatus,
  DoorMode,
  EmergencyAlert,
  EmergencyAlertInput,
} from '@/api/generated/emergency-alerts'

const api = emergencyAlertsApi.enhanceEndpoints({
  endpoints: {
    listEmergencyAlerts: { providesTags: providesList('EmergencyAlerts') },
    getEmergencyAlert: { providesTags: providesItem('EmergencyAlerts') },
    getAlertRun: { providesTags: providesItem('EmergencyAlerts') },
    createEmergencyAlert: { invalidatesTags: changesList('EmergencyAlerts') },
    updateEmergencyAlert: { invalidatesTags: changesItem('EmergencyAlerts') },
    deleteAllEmergencyAlerts: { invalidatesTags: changesAll('EmergencyAlerts') },
    startEmergencyAlert: { invalidatesTags: changesItem('EmergencyAlerts') },
    stopEmergencyAlert: { invalidatesTags: changesItem('EmergencyAlerts') },
  },
})

export const {
  useDeleteAllEmergencyAlertsMutation,
  useStartEmergencyAlertMutation,
  useStopEmergencyAlertMutation,
} = api

export const useEmergencyAlertList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListEmergencyAlertsResponse> =>
  api.useListEmergencyAlertsQuery(listArgs(query), options)

export const useEmergencyAlert = (id: Id, options?: { skip?: boolean }) =>
  api.useGetEmergencyAlertQuery({ id }, options)

/** Pushes may be lost: while a run lasts it is asked for again now and then. */
export const useAlertRun = (
  id: Id,
  runId: Id,
  options?: { skip?: boolean; pollingInterval?: number },
): QueryResult<AlertRun> =>
  api.useGetAlertRunQuery({ id, runId }, { refetchOnMountOrArgChange: true, ...options })

export const useCreateEmergencyAlert: UseMutation<EmergencyAlertInput, EmergencyAlert> = () => {
  const [create, state] = api.useCreateEmergencyAlertMutation()
  return [(emergencyAlertInput) => create({ emergencyAlertInput }), state]
}

export const useUpdateEmergencyAlert: UseMutation<
  { id: Id; body: EmergencyAlertInput },
  EmergencyAlert
> = () => {
  const [update, state] = api.useUpdateEmergencyAlertMutation()
  return [({ id, body }) => update({ id, emergencyAlertInput: body }), state]
}
