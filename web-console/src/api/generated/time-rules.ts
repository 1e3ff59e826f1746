import { baseApi as api } from '../baseApi'
export const addTagTypes = ['TimeRules'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listTimeRules: build.query<ListTimeRulesApiResponse, ListTimeRulesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/time-rules`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['TimeRules'],
      }),
      createTimeRule: build.mutation<CreateTimeRuleApiResponse, CreateTimeRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/time-rules`,
          method: 'PUT',
          body: queryArg.timeRuleInput,
        }),
        invalidatesTags: ['TimeRules'],
      }),
      deleteAllTimeRules: build.mutation<DeleteAllTimeRulesApiResponse, DeleteAllTimeRulesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/time-rules/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['TimeRules'],
      }),
      previewTimeRule: build.mutation<PreviewTimeRuleApiResponse, PreviewTimeRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/time-rules/preview`,
          method: 'POST',
          body: queryArg.previewTimeRuleRequestInput,
        }),
        invalidatesTags: ['TimeRules'],
      }),
      deleteTimeRule: build.mutation<DeleteTimeRuleApiResponse, DeleteTimeRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/time-rules/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['TimeRules'],
      }),
      getTimeRule: build.query<GetTimeRuleApiResponse, GetTimeRuleApiArg>({
        query: (queryArg) => ({ url: `/api/v0/time-rules/${queryArg.id}` }),
        providesTags: ['TimeRules'],
      }),
      updateTimeRule: build.mutation<UpdateTimeRuleApiResponse, UpdateTimeRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/time-rules/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.timeRuleInput,
        }),
        invalidatesTags: ['TimeRules'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as timeRulesApi }
export type ListTimeRulesApiResponse = /** status 200 Done. */ ListTimeRulesResponse
export type ListTimeRulesApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type CreateTimeRuleApiResponse = /** status 200 Done. */ TimeRule
export type CreateTimeRuleApiArg = {
  timeRuleInput: TimeRuleInput
}
export type DeleteAllTimeRulesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllTimeRulesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type PreviewTimeRuleApiResponse = /** status 200 Done. */ PreviewTimeRuleResponse
export type PreviewTimeRuleApiArg = {
  previewTimeRuleRequestInput: PreviewTimeRuleRequestInput
}
export type DeleteTimeRuleApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteTimeRuleApiArg = {
  id: number
}
export type GetTimeRuleApiResponse = /** status 200 Done. */ TimeRule
export type GetTimeRuleApiArg = {
  id: number
}
export type UpdateTimeRuleApiResponse = /** status 200 Done. */ TimeRule
export type UpdateTimeRuleApiArg = {
  id: number
  timeRuleInput: TimeRuleInput
}
export type Ref = {
  id: number
  name: string
}
export type TimeRule = {
  /** Access rules that use it. */
  access_rules: Ref[]
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** Whether `time_zone` is its own, or the project's. For reading only. */
  has_own_zone: boolean
  id: number
  /** True for a new one that does not say. */
  is_all_day: boolean
  /** UUID under which devices hold it. */
  link_id: string
  /** 1 to 100 characters. */
  name: string
  /** first to fifth, last. */
  repeat_custom_day_iteration: string | null
  /** mon to sun, week_day, day_off. */
  repeat_custom_day_type: string | null
  /** 1 to 31. */
  repeat_custom_days: number[]
  /** 1 to 1000; 1 for a new one that does not say. */
  repeat_custom_looper: number
  /** daily, the default, weekly, monthly, yearly. */
  repeat_custom_mode: string
  /** 1 to 12. */
  repeat_custom_monthes: number[]
  repeat_custom_use_day_types: boolean
  /** mon to sun. */
  repeat_custom_weekdays: string[]
  /** 1 for a new one that does not say. */
  repeat_duration_count: number
  /** infinitely, the default, until, count. */
  repeat_duration_mode: string
  /** A date, as 2027-01-31. */
  repeat_duration_until: string | null
  /** never, the default, day, week, two_weeks, month, year, custom. */
  repeat_mode: string
  /** IANA name of the zone that it goes by. One that is made or changed with an empty name has no zone of its own: it
    goes by the project's, and on by its next one when the project's zone changes. */
  time_zone: string
  updated_at: string | null
  /** Start and end of the first period, wall clock of `time_zone`, as 2026-11-23T08:00:00. */
  valid_from: string
  valid_to: string
}
export type ListTimeRulesResponse = {
  items: TimeRule[]
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
export type TimeRuleInput = {
  /** Access rules that use it. */
  access_rules?: RefInput[]
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** Whether `time_zone` is its own, or the project's. For reading only. */
  has_own_zone?: boolean
  id?: number
  /** True for a new one that does not say. */
  is_all_day?: boolean
  /** UUID under which devices hold it. */
  link_id?: string
  /** 1 to 100 characters. */
  name?: string
  /** first to fifth, last. */
  repeat_custom_day_iteration?: string | null
  /** mon to sun, week_day, day_off. */
  repeat_custom_day_type?: string | null
  /** 1 to 31. */
  repeat_custom_days?: number[]
  /** 1 to 1000; 1 for a new one that does not say. */
  repeat_custom_looper?: number
  /** daily, the default, weekly, monthly, yearly. */
  repeat_custom_mode?: string
  /** 1 to 12. */
  repeat_custom_monthes?: number[]
  repeat_custom_use_day_types?: boolean
  /** mon to sun. */
  repeat_custom_weekdays?: string[]
  /** 1 for a new one that does not say. */
  repeat_duration_count?: number
  /** infinitely, the default, until, count. */
  repeat_duration_mode?: string
  /** A date, as 2027-01-31. */
  repeat_duration_until?: string | null
  /** never, the default, day, week, two_weeks, month, year, custom. */
  repeat_mode?: string
  /** IANA name of the zone that it goes by. One that is made or changed with an empty name has no zone of its own: it
    goes by the project's, and on by its next one when the project's zone changes. */
  time_zone?: string
  updated_at?: string | null
  /** Start and end of the first period, wall clock of `time_zone`, as 2026-11-23T08:00:00. */
  valid_from?: string
  valid_to?: string
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
export type Period = {
  from: string | null
  to: string | null
}
export type PreviewTimeRuleResponse = {
  /** Whether it holds now, and when that changes next. */
  is_open_now: boolean
  next_change: string | null
  periods: Period[]
  truncated: boolean
}
export type PreviewTimeRuleRequestInput = {
  /** At most 366 days and 1,000 periods. */
  from?: string | null
  /** A saved schedule, or */
  id?: number | null
  /** one that is not saved. */
  time_rule?: TimeRuleInput | null
  to?: string | null
}
export type DeleteResponse = {
  id: number
}
export const {
  useListTimeRulesQuery,
  useLazyListTimeRulesQuery,
  useCreateTimeRuleMutation,
  useDeleteAllTimeRulesMutation,
  usePreviewTimeRuleMutation,
  useDeleteTimeRuleMutation,
  useGetTimeRuleQuery,
  useLazyGetTimeRuleQuery,
  useUpdateTimeRuleMutation,
} = injectedRtkApi
