import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Integrations'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listIntegrations: build.query<ListIntegrationsApiResponse, ListIntegrationsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/integrations`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Integrations'],
      }),
      saveIntegration: build.mutation<SaveIntegrationApiResponse, SaveIntegrationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/integrations`,
          method: 'POST',
          body: queryArg.integrationInput,
        }),
        invalidatesTags: ['Integrations'],
      }),
      listAvailableIntegrations: build.query<
        ListAvailableIntegrationsApiResponse,
        ListAvailableIntegrationsApiArg
      >({
        query: () => ({ url: `/api/v0/integrations/available` }),
        providesTags: ['Integrations'],
      }),
      deleteAllIntegrations: build.mutation<
        DeleteAllIntegrationsApiResponse,
        DeleteAllIntegrationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/integrations/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Integrations'],
      }),
      deleteIntegration: build.mutation<DeleteIntegrationApiResponse, DeleteIntegrationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/integrations/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Integrations'],
      }),
      getIntegration: build.query<GetIntegrationApiResponse, GetIntegrationApiArg>({
        query: (queryArg) => ({ url: `/api/v0/integrations/${queryArg.id}` }),
        providesTags: ['Integrations'],
      }),
      listCameras: build.query<ListCamerasApiResponse, ListCamerasApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/integrations/${queryArg.id}/axxon-one/cameras`,
        }),
        providesTags: ['Integrations'],
      }),
      listMacros: build.query<ListMacrosApiResponse, ListMacrosApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/integrations/${queryArg.id}/axxon-one/macros`,
        }),
        providesTags: ['Integrations'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as integrationsApi }
export type ListIntegrationsApiResponse = /** status 200 Done. */ ListIntegrationsResponse
export type ListIntegrationsApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type SaveIntegrationApiResponse = /** status 200 Done. */ Integration
export type SaveIntegrationApiArg = {
  integrationInput: IntegrationInput
}
export type ListAvailableIntegrationsApiResponse =
  /** status 200 Done. */ ListAvailableIntegrationsResponse
export type ListAvailableIntegrationsApiArg = void
export type DeleteAllIntegrationsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllIntegrationsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteIntegrationApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteIntegrationApiArg = {
  id: number
}
export type GetIntegrationApiResponse = /** status 200 Done. */ Integration
export type GetIntegrationApiArg = {
  id: number
}
export type ListCamerasApiResponse = /** status 200 Done. */ ListCamerasResponse
export type ListCamerasApiArg = {
  id: number
}
export type ListMacrosApiResponse = /** status 200 Done. */ ListMacrosResponse
export type ListMacrosApiArg = {
  id: number
}
export type AxxonOneSettings = {
  /** Write only: comes back as ******** when set. To be entered again with another server. */
  password: string | null
  /** http or https, unique in the project. */
  server_url: string
  user_name: string
}
export type BarrierSettings = {
  /** http or https, unique in the project. */
  server_url: string
  /** Write only: comes back as ******** when set. */
  token: string | null
}
export type Ref = {
  id: number
  name: string
}
export type IntegrationType = 'barrier' | 'axxon_one'
export type Integration = {
  axxon_one_settings: AxxonOneSettings | null
  barrier_settings: BarrierSettings | null
  created_at: string | null
  created_by_user: Ref | null
  /** The group that it belongs to; for reading. */
  domain: Ref | null
  /** Null for the project's own. */
  domain_id: number | null
  /** Groups that use it, besides its own; at most 500. */
  domains: Ref[]
  id: number
  is_active: boolean
  /** 1 to 100 characters. */
  name: string
  type: IntegrationType | null
  updated_at: string | null
}
export type ListIntegrationsResponse = {
  items: Integration[]
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
export type AxxonOneSettingsInput = {
  /** Write only: comes back as ******** when set. To be entered again with another server. */
  password?: string | null
  /** http or https, unique in the project. */
  server_url?: string
  user_name?: string
}
export type BarrierSettingsInput = {
  /** http or https, unique in the project. */
  server_url?: string
  /** Write only: comes back as ******** when set. */
  token?: string | null
}
export type RefInput = {
  id?: number
  name?: string
}
export type IntegrationInput = {
  axxon_one_settings?: AxxonOneSettingsInput | null
  barrier_settings?: BarrierSettingsInput | null
  created_at?: string | null
  created_by_user?: RefInput | null
  /** The group that it belongs to; for reading. */
  domain?: RefInput | null
  /** Null for the project's own. */
  domain_id?: number | null
  /** Groups that use it, besides its own; at most 500. */
  domains?: RefInput[]
  id?: number
  is_active?: boolean
  /** 1 to 100 characters. */
  name?: string
  type?: IntegrationType | null
  updated_at?: string | null
}
export type AvailableIntegration = {
  /** Device types that may use it. */
  device_types: string[]
  /** Of: project, domain, device. */
  places: string[]
  type: IntegrationType | null
}
export type ListAvailableIntegrationsResponse = {
  items: AvailableIntegration[]
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
export type Camera = {
  guid: string
  name: string
}
export type ListCamerasResponse = {
  /** At most 1,000. */
  items: Camera[]
}
export type Macro = {
  guid: string
  name: string
}
export type ListMacrosResponse = {
  /** At most 1,000. */
  items: Macro[]
}
export const {
  useListIntegrationsQuery,
  useLazyListIntegrationsQuery,
  useSaveIntegrationMutation,
  useListAvailableIntegrationsQuery,
  useLazyListAvailableIntegrationsQuery,
  useDeleteAllIntegrationsMutation,
  useDeleteIntegrationMutation,
  useGetIntegrationQuery,
  useLazyGetIntegrationQuery,
  useListCamerasQuery,
  useLazyListCamerasQuery,
  useListMacrosQuery,
  useLazyListMacrosQuery,
} = injectedRtkApi
