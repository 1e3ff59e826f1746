import {
  deviceTasksApi,
  type DeviceTask,
  type ListDeviceTasksResponse,
} from '@/api/generated/device-tasks'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult } from '@/kit/resource'

export type { DeviceTask, TaskStatus } from '@/api/generated/device-tasks'

const tasksApi = deviceTasksApi.enhanceEndpoints({
  endpoints: {
    listDeviceTasks: { providesTags: providesList('DeviceTasks') },
    getDeviceTask: { providesTags: providesItem('DeviceTasks') },
    restartDeviceTask: { invalidatesTags: changesItem('DeviceTasks') },
    deleteAllDeviceTasks: { invalidatesTags: changesAll('DeviceTasks') },
  },
})

export const { useRestartDeviceTaskMutation, useDeleteAllDeviceTasksMutation } = tasksApi

/** Pushes come only while a page listens to them, so what an earlier page was told is asked anew. */
export const useTaskList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListDeviceTasksResponse> =>
  tasksApi.useListDeviceTasksQuery(listArgs(query), {
    refetchOnMountOrArgChange: true,
    ...options,
  })

export const useTask = (id: Id, options?: { skip?: boolean }): QueryResult<DeviceTask> =>
  tasksApi.useGetDeviceTaskQuery({ id }, options)
