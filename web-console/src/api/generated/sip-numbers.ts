import { baseApi as api } from '../baseApi'
export const addTagTypes = ['SipNumbers'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listSipNumbers: build.query<ListSipNumbersApiResponse, ListSipNumbersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['SipNumbers'],
      }),
      createSipNumber: build.mutation<CreateSipNumberApiResponse, CreateSipNumberApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers`,
          method: 'PUT',
          body: queryArg.sipNumberInput,
        }),
        invalidatesTags: ['SipNumbers'],
      }),
      listContacts: build.query<ListContactsApiResponse, ListContactsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers/contacts`,
          params: {
            search: queryArg.search,
          },
        }),
        providesTags: ['SipNumbers'],
      }),
      deleteAllSipNumbers: build.mutation<
        DeleteAllSipNumbersApiResponse,
        DeleteAllSipNumbersApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['SipNumbers'],
      }),
      generateSipNumbers: build.mutation<GenerateSipNumbersApiResponse, GenerateSipNumbersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers/generate`,
          method: 'POST',
          body: queryArg.generateSipNumbersRequestInput,
        }),
        invalidatesTags: ['SipNumbers'],
      }),
      deleteSipNumber: build.mutation<DeleteSipNumberApiResponse, DeleteSipNumberApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['SipNumbers'],
      }),
      getSipNumber: build.query<GetSipNumberApiResponse, GetSipNumberApiArg>({
        query: (queryArg) => ({ url: `/api/v0/sip-numbers/${queryArg.id}` }),
        providesTags: ['SipNumbers'],
      }),
      updateSipNumber: build.mutation<UpdateSipNumberApiResponse, UpdateSipNumberApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.sipNumberInput,
        }),
        invalidatesTags: ['SipNumbers'],
      }),
      getCallInfo: build.query<GetCallInfoApiResponse, GetCallInfoApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-numbers/${queryArg['number']}/call-info`,
        }),
        providesTags: ['SipNumbers'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as sipNumbersApi }
export type ListSipNumbersApiResponse = /** status 200 Done. */ ListSipNumbersResponse
export type ListSipNumbersApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, number, name, is_active, is_reserved, is_system, is_general, user_id, device_id, domain_id,
    within_domain_id, forward_mode, forward_group_id, created_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateSipNumberApiResponse = /** status 200 Done. */ SipNumber
export type CreateSipNumberApiArg = {
  sipNumberInput: SipNumberInput
}
export type ListContactsApiResponse = /** status 200 Done. */ ListContactsResponse
export type ListContactsApiArg = {
  /** Part of the name, number, user's name or description; the first 500 by name are answered. */
  search?: string
}
export type DeleteAllSipNumbersApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllSipNumbersApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type GenerateSipNumbersApiResponse = /** status 200 Done. */ GenerateSipNumbersResponse
export type GenerateSipNumbersApiArg = {
  generateSipNumbersRequestInput: GenerateSipNumbersRequestInput
}
export type DeleteSipNumberApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteSipNumberApiArg = {
  id: number
}
export type GetSipNumberApiResponse = /** status 200 Done. */ SipNumber
export type GetSipNumberApiArg = {
  id: number
}
export type UpdateSipNumberApiResponse = /** status 200 Done. */ SipNumber
export type UpdateSipNumberApiArg = {
  id: number
  sipNumberInput: SipNumberInput
}
export type GetCallInfoApiResponse = /** status 200 Done. */ CallInfo
export type GetCallInfoApiArg = {
  number: string
}
export type Ref = {
  id: number
  name: string
}
export type ForwardMode = 'disabled' | 'manual' | 'picked'
export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
export type ForwardPeriod = {
  /** Seconds since midnight, 0 to 86,400. */
  from: number
  to: number
}
export type TrunkNumber = {
  /** International format, as +31201234567. */
  number: string
  /** Null: the trunk of the number's group, or of the nearest above it. Always null in the queues of a group. */
  trunk: Ref | null
}
export type ForwardParams = {
  /** Default all seven. */
  days: Weekday[]
  /** Hours of the day in the project's time zone; null for the whole day. `from` after `to` goes over midnight. */
  period: ForwardPeriod | null
  /** Seconds for which the queue rings, 5 to 600, default 60. */
  timeout: number
  /** Up to 20 numbers outside, called through a trunk. */
  trunk_numbers: TrunkNumber[]
}
export type RedirectIfError = {
  /** Whether the next queue rings when everybody in this one is busy, refuses or cannot be reached; else the call ends. */
  enabled: boolean
  /** Seconds to wait before it does, 0 to 600. */
  timeout: number
}
export type RedirectIfNoAnswer = {
  /** The next queue rings together with this one, from the beginning. */
  is_immediately: boolean
  /** Seconds after which the next queue rings too, 0 to 600, default 10; 0 means after `timeout`, when this one stops. */
  timeout: number
}
export type ForwardQueue = {
  /** Virtual numbers of the project, up to 20; at least one number or trunk number. */
  numbers: string[]
  params: ForwardParams | null
  redirect_if_error: RedirectIfError | null
  redirect_if_no_answer: RedirectIfNoAnswer | null
}
export type SipNumber = {
  created_at: string | null
  created_by_user: Ref | null
  device: Ref | null
  /** The group that it belongs to. Absent on creation: the device's, or the user's first. */
  domain: Ref | null
  /** Needed with picked. */
  forward_group: Ref | null
  forward_mode: ForwardMode | null
  /** At most 20; needs one with manual. */
  forward_rules: ForwardQueue[]
  id: number
  /** Whether it may register and be called; true when absent on creation. Needs can_activate_sip_number to change. */
  is_active: boolean | null
  /** The group's general number: dialled, it rings the group's people, or as the group's forward settings say. One a
    group, of no user and no device; it cannot be deleted while it is one. */
  is_general: boolean
  /** Whether a phone or panel is registered with it now; in GetSipNumber, null elsewhere and when the edge is away. */
  is_registered: boolean | null
  /** Kept free: not given out by generation, to no user and no device. */
  is_reserved: boolean
  /** Made for the platform's own use; only who holds can_mark_system_sip_number may set it, change or delete the number. */
  is_system: boolean
  /** Up to 100 characters. */
  name: string
  /** 1 to 12 digits, unique in the project. The next free one when a number is made without. */
  number: string
  /** Write only: comes back as ********. 8 to 31 letters and digits: at least one digit, one lower and one upper case
    letter. Made when a number is made without. */
  password: string | null
  updated_at: string | null
  /** Of one of the two at most. A device has one number. */
  user: Ref | null
}
export type ListSipNumbersResponse = {
  items: SipNumber[]
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
export type ForwardPeriodInput = {
  /** Seconds since midnight, 0 to 86,400. */
  from?: number
  to?: number
}
export type TrunkNumberInput = {
  /** International format, as +31201234567. */
  number?: string
  /** Null: the trunk of the number's group, or of the nearest above it. Always null in the queues of a group. */
  trunk?: RefInput | null
}
export type ForwardParamsInput = {
  /** Default all seven. */
  days?: Weekday[]
  /** Hours of the day in the project's time zone; null for the whole day. `from` after `to` goes over midnight. */
  period?: ForwardPeriodInput | null
  /** Seconds for which the queue rings, 5 to 600, default 60. */
  timeout?: number
  /** Up to 20 numbers outside, called through a trunk. */
  trunk_numbers?: TrunkNumberInput[]
}
export type RedirectIfErrorInput = {
  /** Whether the next queue rings when everybody in this one is busy, refuses or cannot be reached; else the call ends. */
  enabled?: boolean
  /** Seconds to wait before it does, 0 to 600. */
  timeout?: number
}
export type RedirectIfNoAnswerInput = {
  /** The next queue rings together with this one, from the beginning. */
  is_immediately?: boolean
  /** Seconds after which the next queue rings too, 0 to 600, default 10; 0 means after `timeout`, when this one stops. */
  timeout?: number
}
export type ForwardQueueInput = {
  /** Virtual numbers of the project, up to 20; at least one number or trunk number. */
  numbers?: string[]
  params?: ForwardParamsInput | null
  redirect_if_error?: RedirectIfErrorInput | null
  redirect_if_no_answer?: RedirectIfNoAnswerInput | null
}
export type SipNumberInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  device?: RefInput | null
  /** The group that it belongs to. Absent on creation: the device's, or the user's first. */
  domain?: RefInput | null
  /** Needed with picked. */
  forward_group?: RefInput | null
  forward_mode?: ForwardMode | null
  /** At most 20; needs one with manual. */
  forward_rules?: ForwardQueueInput[]
  id?: number
  /** Whether it may register and be called; true when absent on creation. Needs can_activate_sip_number to change. */
  is_active?: boolean | null
  /** The group's general number: dialled, it rings the group's people, or as the group's forward settings say. One a
    group, of no user and no device; it cannot be deleted while it is one. */
  is_general?: boolean
  /** Whether a phone or panel is registered with it now; in GetSipNumber, null elsewhere and when the edge is away. */
  is_registered?: boolean | null
  /** Kept free: not given out by generation, to no user and no device. */
  is_reserved?: boolean
  /** Made for the platform's own use; only who holds can_mark_system_sip_number may set it, change or delete the number. */
  is_system?: boolean
  /** Up to 100 characters. */
  name?: string
  /** 1 to 12 digits, unique in the project. The next free one when a number is made without. */
  number?: string
  /** Write only: comes back as ********. 8 to 31 letters and digits: at least one digit, one lower and one upper case
    letter. Made when a number is made without. */
  password?: string | null
  updated_at?: string | null
  /** Of one of the two at most. A device has one number. */
  user?: RefInput | null
}
export type ContactUser = {
  description: string | null
  id: number
  name: string
}
export type Contact = {
  /** Null for a person. */
  device: Ref | null
  domain: Ref | null
  /** Of the number. */
  id: number
  name: string
  number: string
  user: ContactUser | null
}
export type ListContactsResponse = {
  items: Contact[]
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
export type GenerateSipNumbersResponse = {
  items: SipNumber[]
}
export type GenerateSipNumbersRequestInput = {
  /** 1 to 500. */
  count?: number
  domain?: RefInput | null
  /** true when absent. */
  is_active?: boolean | null
}
export type DeleteResponse = {
  id: number
}
export type CallInfo = {
  /** The groups from the root to that of the number, as "Green Park, Building 1, Apartment 12". */
  address: string
  device: Ref | null
  user: Ref | null
}
export const {
  useListSipNumbersQuery,
  useLazyListSipNumbersQuery,
  useCreateSipNumberMutation,
  useListContactsQuery,
  useLazyListContactsQuery,
  useDeleteAllSipNumbersMutation,
  useGenerateSipNumbersMutation,
  useDeleteSipNumberMutation,
  useGetSipNumberQuery,
  useLazyGetSipNumberQuery,
  useUpdateSipNumberMutation,
  useGetCallInfoQuery,
  useLazyGetCallInfoQuery,
} = injectedRtkApi
