import { baseApi as api } from '../baseApi'
export const addTagTypes = ['ForwardRules'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listForwardRules: build.query<ListForwardRulesApiResponse, ListForwardRulesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/forward-rules`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['ForwardRules'],
      }),
      createForwardRule: build.mutation<CreateForwardRuleApiResponse, CreateForwardRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/forward-rules`,
          method: 'PUT',
          body: queryArg.forwardRuleInput,
        }),
        invalidatesTags: ['ForwardRules'],
      }),
      deleteAllForwardRules: build.mutation<
        DeleteAllForwardRulesApiResponse,
        DeleteAllForwardRulesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/forward-rules/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['ForwardRules'],
      }),
      deleteForwardRule: build.mutation<DeleteForwardRuleApiResponse, DeleteForwardRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/forward-rules/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['ForwardRules'],
      }),
      getForwardRule: build.query<GetForwardRuleApiResponse, GetForwardRuleApiArg>({
        query: (queryArg) => ({ url: `/api/v0/forward-rules/${queryArg.id}` }),
        providesTags: ['ForwardRules'],
      }),
      updateForwardRule: build.mutation<UpdateForwardRuleApiResponse, UpdateForwardRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/forward-rules/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.forwardRuleInput,
        }),
        invalidatesTags: ['ForwardRules'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as forwardRulesApi }
export type ListForwardRulesApiResponse = /** status 200 Done. */ ListForwardRulesResponse
export type ListForwardRulesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, domain_id, within_domain_id, created_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateForwardRuleApiResponse = /** status 200 Done. */ ForwardRule
export type CreateForwardRuleApiArg = {
  forwardRuleInput: ForwardRuleInput
}
export type DeleteAllForwardRulesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllForwardRulesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteForwardRuleApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteForwardRuleApiArg = {
  id: number
}
export type GetForwardRuleApiResponse = /** status 200 Done. */ ForwardRule
export type GetForwardRuleApiArg = {
  id: number
}
export type UpdateForwardRuleApiResponse = /** status 200 Done. */ ForwardRule
export type UpdateForwardRuleApiArg = {
  id: number
  forwardRuleInput: ForwardRuleInput
}
export type Ref = {
  id: number
  name: string
}
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
export type ForwardRule = {
  created_at: string | null
  created_by_user: Ref | null
  /** The group that it belongs to; null for one of the whole project. */
  domain: Ref | null
  /** 1 to 20, in the order in which they ring. */
  forward_rules: ForwardQueue[]
  id: number
  /** 1 to 100 characters. */
  name: string
  /** Numbers that have picked it. */
  sip_numbers_count: number
  updated_at: string | null
}
export type ListForwardRulesResponse = {
  items: ForwardRule[]
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
export type ForwardRuleInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  /** The group that it belongs to; null for one of the whole project. */
  domain?: RefInput | null
  /** 1 to 20, in the order in which they ring. */
  forward_rules?: ForwardQueueInput[]
  id?: number
  /** 1 to 100 characters. */
  name?: string
  /** Numbers that have picked it. */
  sip_numbers_count?: number
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
  useListForwardRulesQuery,
  useLazyListForwardRulesQuery,
  useCreateForwardRuleMutation,
  useDeleteAllForwardRulesMutation,
  useDeleteForwardRuleMutation,
  useGetForwardRuleQuery,
  useLazyGetForwardRuleQuery,
  useUpdateForwardRuleMutation,
} = injectedRtkApi
