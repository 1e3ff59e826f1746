import { baseApi as api } from '../baseApi'
export const addTagTypes = ['DeviceTasks'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listDeviceTasks: build.query<ListDeviceTasksApiResponse, ListDeviceTasksApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['DeviceTasks'],
      }),
      deleteAllDeviceTasks: build.mutation<
        DeleteAllDeviceTasksApiResponse,
        DeleteAllDeviceTasksApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['DeviceTasks'],
      }),
      deleteDeviceTask: build.mutation<DeleteDeviceTaskApiResponse, DeleteDeviceTaskApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['DeviceTasks'],
      }),
      getDeviceTask: build.query<GetDeviceTaskApiResponse, GetDeviceTaskApiArg>({
        query: (queryArg) => ({ url: `/api/v0/device-tasks/${queryArg.id}` }),
        providesTags: ['DeviceTasks'],
      }),
      restartDeviceTask: build.mutation<RestartDeviceTaskApiResponse, RestartDeviceTaskApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks/${queryArg.id}/restart`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['DeviceTasks'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as deviceTasksApi }
export type ListDeviceTasksApiResponse = /** status 200 Done. */ ListDeviceTasksResponse
export type ListDeviceTasksApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, device_id, kind, status, created_at, updated_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type DeleteAllDeviceTasksApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllDeviceTasksApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteDeviceTaskApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteDeviceTaskApiArg = {
  id: number
}
export type GetDeviceTaskApiResponse = /** status 200 Done. */ DeviceTask
export type GetDeviceTaskApiArg = {
  id: number
}
export type RestartDeviceTaskApiResponse = /** status 200 Done. */ DeviceTask
export type RestartDeviceTaskApiArg = {
  id: number
  body: {}
}
export type Ref = {
  id: number
  name: string
}
export type TaskStatus =
  | 'new'
  | 'queued'
  | 'started'
  | 'waiting'
  | 'completed'
  | 'error'
  | 'stopped'
export type DeviceTask = {
  attempts: number
  created_at: string | null
  device: Ref | null
  /** The device's or the platform's word for what went wrong. */
  error: string | null
  finished_at: string | null
  id: number
  /** How many items it carries. */
  items_count: number
  /** identifiers_save, identifiers_delete, schedules_save, schedules_delete, clear, sip_settings, sip_calls, address,
    additional, face_recognition, relays, floor_map, alpr_camera, management_server, network. */
  kind: string
  next_attempt_at: string | null
  started_at: string | null
  status: TaskStatus | null
  updated_at: string | null
  /** Version of the desired list it leads to; 0 where it has none. */
  version: number
}
export type ListDeviceTasksResponse = {
  items: DeviceTask[]
  page: number
  size: number
  total: number
}
export type Error = {
  /** Stable; for programs. */
  code: string
  /** Messages by the path of a field; names of related entities; errors of rows. */
  data?: {
    fields?: {
      [key: string]: string
    }
    names?: string[]
    rows?: {
      field: string
      index: number
      message: string
    }[]
  } | null
  /** A sentence of the catalogue, lower case. */
  message: string
}
export type ItemResult = {
  done: boolean
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type DeleteAllResponse = {
  items: ItemResult[]
}
export type DeleteAllRequestInput = {
  /** Up to 500 ids. */
  items?: number[]
}
export type DeleteResponse = {
  id: number
}
export const {
  useListDeviceTasksQuery,
  useLazyListDeviceTasksQuery,
  useDeleteAllDeviceTasksMutation,
  useDeleteDeviceTaskMutation,
  useGetDeviceTaskQuery,
  useLazyGetDeviceTaskQuery,
  useRestartDeviceTaskMutation,
} = injectedRtkApi
