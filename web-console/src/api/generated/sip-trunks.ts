import { baseApi as api } from '../baseApi'
export const addTagTypes = ['SipTrunks'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listSipTrunks: build.query<ListSipTrunksApiResponse, ListSipTrunksApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-trunks`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['SipTrunks'],
      }),
      createSipTrunk: build.mutation<CreateSipTrunkApiResponse, CreateSipTrunkApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-trunks`,
          method: 'PUT',
          body: queryArg.sipTrunkInput,
        }),
        invalidatesTags: ['SipTrunks'],
      }),
      deleteAllSipTrunks: build.mutation<DeleteAllSipTrunksApiResponse, DeleteAllSipTrunksApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-trunks/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['SipTrunks'],
      }),
      deleteSipTrunk: build.mutation<DeleteSipTrunkApiResponse, DeleteSipTrunkApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-trunks/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['SipTrunks'],
      }),
      getSipTrunk: build.query<GetSipTrunkApiResponse, GetSipTrunkApiArg>({
        query: (queryArg) => ({ url: `/api/v0/sip-trunks/${queryArg.id}` }),
        providesTags: ['SipTrunks'],
      }),
      updateSipTrunk: build.mutation<UpdateSipTrunkApiResponse, UpdateSipTrunkApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-trunks/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.sipTrunkInput,
        }),
        invalidatesTags: ['SipTrunks'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as sipTrunksApi }
export type ListSipTrunksApiResponse = /** status 200 Done. */ ListSipTrunksResponse
export type ListSipTrunksApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, outgoing_number, termination_uri, status, domain_id, within_domain_id, created_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateSipTrunkApiResponse = /** status 200 Done. */ SipTrunk
export type CreateSipTrunkApiArg = {
  sipTrunkInput: SipTrunkInput
}
export type DeleteAllSipTrunksApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllSipTrunksApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteSipTrunkApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteSipTrunkApiArg = {
  id: number
}
export type GetSipTrunkApiResponse = /** status 200 Done. */ SipTrunk
export type GetSipTrunkApiArg = {
  id: number
}
export type UpdateSipTrunkApiResponse = /** status 200 Done. */ SipTrunk
export type UpdateSipTrunkApiArg = {
  id: number
  sipTrunkInput: SipTrunkInput
}
export type Ref = {
  id: number
  name: string
}
export type TrunkStatus = 'ready' | 'registering' | 'registered' | 'error'
export type SipTrunk = {
  created_at: string | null
  created_by_user: Ref | null
  /** At least one: whose people and panels may call out through it. */
  domains: Ref[]
  id: number
  /** Whether the trunk registers at the provider; needs a login and a password. */
  is_registration_enabled: boolean
  login: string | null
  /** 1 to 100 characters. */
  name: string
  /** The number shown outside, in international format. */
  outgoing_number: string
  /** Write only: comes back as ********. */
  password: string | null
  status: TrunkStatus | null
  status_message: string | null
  /** The provider: sip:host, sip:host:port, with ;transport=udp, tcp or tls. */
  termination_uri: string
  updated_at: string | null
}
export type ListSipTrunksResponse = {
  items: SipTrunk[]
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
export type RefInput = {
  id?: number
  name?: string
}
export type SipTrunkInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  /** At least one: whose people and panels may call out through it. */
  domains?: RefInput[]
  id?: number
  /** Whether the trunk registers at the provider; needs a login and a password. */
  is_registration_enabled?: boolean
  login?: string | null
  /** 1 to 100 characters. */
  name?: string
  /** The number shown outside, in international format. */
  outgoing_number?: string
  /** Write only: comes back as ********. */
  password?: string | null
  status?: TrunkStatus | null
  status_message?: string | null
  /** The provider: sip:host, sip:host:port, with ;transport=udp, tcp or tls. */
  termination_uri?: string
  updated_at?: string | null
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
  useListSipTrunksQuery,
  useLazyListSipTrunksQuery,
  useCreateSipTrunkMutation,
  useDeleteAllSipTrunksMutation,
  useDeleteSipTrunkMutation,
  useGetSipTrunkQuery,
  useLazyGetSipTrunkQuery,
  useUpdateSipTrunkMutation,
} = injectedRtkApi
