import { baseApi as api } from '../baseApi'
export const addTagTypes = ['RemoteSessions'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      beginRemoteSession: build.mutation<BeginRemoteSessionApiResponse, BeginRemoteSessionApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/remote-control/sessions`,
          method: 'PUT',
          body: queryArg.beginRemoteSessionRequestInput,
        }),
        invalidatesTags: ['RemoteSessions'],
      }),
      updateRemoteSession: build.mutation<
        UpdateRemoteSessionApiResponse,
        UpdateRemoteSessionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/devices/remote-control/sessions/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.body,
        }),
        invalidatesTags: ['RemoteSessions'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as remoteSessionsApi }
export type BeginRemoteSessionApiResponse = /** status 200 Done. */ RemoteSession
export type BeginRemoteSessionApiArg = {
  beginRemoteSessionRequestInput: BeginRemoteSessionRequestInput
}
export type UpdateRemoteSessionApiResponse = /** status 200 Done. */ RemoteSession
export type UpdateRemoteSessionApiArg = {
  id: number
  body: {
    /** True keeps it alive, false closes it. Required. */
    is_active?: boolean | null
  }
}
export type Ref = {
  id: number
  name: string
}
export type RemoteDeviceInfo = {
  firmware: string
  model: string
  serial_number: string
}
export type RemoteSession = {
  device: Ref | null
  /** When it ends unless it is kept alive; when it ended, of one that was closed. */
  expires_at: string | null
  id: number
  /** What the device said of itself for this answer; unset when it did not answer, and of a session that was closed. */
  info: RemoteDeviceInfo | null
  is_active: boolean
  started_at: string | null
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
export type BeginRemoteSessionRequestInput = {
  /** Of the device's own page, 1 to 64 characters. */
  login?: string
  /** 1 to 64 characters. */
  password?: string
  serial_number?: string
}
export const { useBeginRemoteSessionMutation, useUpdateRemoteSessionMutation } = injectedRtkApi
