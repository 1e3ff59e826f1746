import { baseApi as api } from '../baseApi'
export const addTagTypes = ['HttpDevices'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      loginHttpDevice: build.mutation<LoginHttpDeviceApiResponse, LoginHttpDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/login`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['HttpDevices'],
      }),
      putHttpDeviceLogs: build.mutation<PutHttpDeviceLogsApiResponse, PutHttpDeviceLogsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/logs`,
          method: 'PUT',
          body: queryArg.body,
        }),
        invalidatesTags: ['HttpDevices'],
      }),
      pongHttpDevice: build.mutation<PongHttpDeviceApiResponse, PongHttpDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/pong`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['HttpDevices'],
      }),
      refreshHttpDevice: build.mutation<RefreshHttpDeviceApiResponse, RefreshHttpDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/refresh`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['HttpDevices'],
      }),
      validateHttpIdentifier: build.mutation<
        ValidateHttpIdentifierApiResponse,
        ValidateHttpIdentifierApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/remote/validate`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['HttpDevices'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as httpDevicesApi }
export type LoginHttpDeviceApiResponse = /** status 200 Done. */ HttpDeviceToken
export type LoginHttpDeviceApiArg = {
  body: {
    [key: string]: any
  }
}
export type PutHttpDeviceLogsApiResponse = /** status 200 Done. */ HttpDeviceAnswer
export type PutHttpDeviceLogsApiArg = {
  body: {
    [key: string]: any
  }
}
export type PongHttpDeviceApiResponse = /** status 200 Done. */ HttpDeviceAnswer
export type PongHttpDeviceApiArg = {
  body: {
    [key: string]: any
  }
}
export type RefreshHttpDeviceApiResponse = /** status 200 Done. */ HttpDeviceToken
export type RefreshHttpDeviceApiArg = {
  body: {
    [key: string]: any
  }
}
export type ValidateHttpIdentifierApiResponse =
  /** status 200 Done. */ ValidateHttpIdentifierResponse
export type ValidateHttpIdentifierApiArg = {
  body: {
    [key: string]: any
  }
}
export type HttpDeviceToken = {
  expires_at: string | null
  token: string
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
export type HttpDeviceAnswer = {}
export type ValidatedAccess = {
  granted: boolean
  /** 0 for all locks, 1 or 2; absent where access is refused. */
  lock_number: number | null
}
export type ValidateHttpIdentifierResponse = {
  access: ValidatedAccess | null
  handled: boolean
}
export const {
  useLoginHttpDeviceMutation,
  usePutHttpDeviceLogsMutation,
  usePongHttpDeviceMutation,
  useRefreshHttpDeviceMutation,
  useValidateHttpIdentifierMutation,
} = injectedRtkApi
