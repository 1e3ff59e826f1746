import { baseApi as api } from '../baseApi'
export const addTagTypes = ['AccessRules'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listAccessRules: build.query<ListAccessRulesApiResponse, ListAccessRulesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/access-rules`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            whole: queryArg.whole,
          },
        }),
        providesTags: ['AccessRules'],
      }),
      createAccessRule: build.mutation<CreateAccessRuleApiResponse, CreateAccessRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/access-rules`,
          method: 'PUT',
          body: queryArg.accessRuleInput,
        }),
        invalidatesTags: ['AccessRules'],
      }),
      deleteAllAccessRules: build.mutation<
        DeleteAllAccessRulesApiResponse,
        DeleteAllAccessRulesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/access-rules/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['AccessRules'],
      }),
      deleteAccessRule: build.mutation<DeleteAccessRuleApiResponse, DeleteAccessRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/access-rules/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['AccessRules'],
      }),
      getAccessRule: build.query<GetAccessRuleApiResponse, GetAccessRuleApiArg>({
        query: (queryArg) => ({ url: `/api/v0/access-rules/${queryArg.id}` }),
        providesTags: ['AccessRules'],
      }),
      updateAccessRule: build.mutation<UpdateAccessRuleApiResponse, UpdateAccessRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/access-rules/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.accessRuleInput,
          params: {
            whole: queryArg.whole,
          },
        }),
        invalidatesTags: ['AccessRules'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as accessRulesApi }
export type ListAccessRulesApiResponse = /** status 200 Done. */ ListAccessRulesResponse
export type ListAccessRulesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, prohibition, is_shareable, created_at, device_id, user_id, domain_id,
    within_domain_id (the group or one below it), identifier_id, time_rule_id. */
  filters?: string
  with?: string[]
  search?: string
  /** Every user and identifier of each rule, in place of the first 500; the size is then at most 50. */
  whole?: boolean
}
export type CreateAccessRuleApiResponse = /** status 200 Done. */ AccessRule
export type CreateAccessRuleApiArg = {
  accessRuleInput: AccessRuleInput
}
export type DeleteAllAccessRulesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllAccessRulesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteAccessRuleApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteAccessRuleApiArg = {
  id: number
}
export type GetAccessRuleApiResponse = /** status 200 Done. */ AccessRule
export type GetAccessRuleApiArg = {
  id: number
}
export type UpdateAccessRuleApiResponse = /** status 200 Done. */ AccessRule
export type UpdateAccessRuleApiArg = {
  id: number
  /** The users and identifiers are all that the caller sees of the rule, as a list with `whole` answers them: up to 20,000. Without
    it those beyond the first 500 stay. */
  whole?: boolean
  accessRuleInput: AccessRuleInput
}
export type Ref = {
  id: number
  name: string
}
export type RuleDevice = {
  id: number
  /** 0 all locks, or 1 to 8. */
  lock_number: number
  name: string
}
export type AccessRule = {
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** At least one. */
  devices: RuleDevice[]
  /** Everybody in these groups and in the groups below them. */
  domains: Ref[]
  id: number
  /** Without codes of guests and of reservations, which are given rules when they are made. */
  identifiers: Ref[]
  /** May be handed on to guests. True for a new one that does not say. */
  is_shareable: boolean
  /** 1 to 100 characters. */
  name: string
  /** Denies in place of granting, and wins over any grant. */
  prohibition: boolean
  /** None: at any time. */
  time_rules: Ref[]
  updated_at: string | null
  /** In answers the first 500 that the caller sees, unless a list is asked for the whole of them; so of identifiers. */
  users: Ref[]
}
export type ListAccessRulesResponse = {
  items: AccessRule[]
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
export type RuleDeviceInput = {
  id?: number
  /** 0 all locks, or 1 to 8. */
  lock_number?: number
  name?: string
}
export type AccessRuleInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** At least one. */
  devices?: RuleDeviceInput[]
  /** Everybody in these groups and in the groups below them. */
  domains?: RefInput[]
  id?: number
  /** Without codes of guests and of reservations, which are given rules when they are made. */
  identifiers?: RefInput[]
  /** May be handed on to guests. True for a new one that does not say. */
  is_shareable?: boolean
  /** 1 to 100 characters. */
  name?: string
  /** Denies in place of granting, and wins over any grant. */
  prohibition?: boolean
  /** None: at any time. */
  time_rules?: RefInput[]
  updated_at?: string | null
  /** In answers the first 500 that the caller sees, unless a list is asked for the whole of them; so of identifiers. */
  users?: RefInput[]
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
  useListAccessRulesQuery,
  useLazyListAccessRulesQuery,
  useCreateAccessRuleMutation,
  useDeleteAllAccessRulesMutation,
  useDeleteAccessRuleMutation,
  useGetAccessRuleQuery,
  useLazyGetAccessRuleQuery,
  useUpdateAccessRuleMutation,
} = injectedRtkApi
