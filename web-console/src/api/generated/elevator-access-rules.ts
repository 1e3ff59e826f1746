import { baseApi as api } from '../baseApi'
export const addTagTypes = ['ElevatorAccessRules'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listElevatorAccessRules: build.query<
        ListElevatorAccessRulesApiResponse,
        ListElevatorAccessRulesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/elevator-access-rules`,
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
        providesTags: ['ElevatorAccessRules'],
      }),
      createElevatorAccessRule: build.mutation<
        CreateElevatorAccessRuleApiResponse,
        CreateElevatorAccessRuleApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/elevator-access-rules`,
          method: 'PUT',
          body: queryArg.elevatorAccessRuleInput,
        }),
        invalidatesTags: ['ElevatorAccessRules'],
      }),
      deleteAllElevatorAccessRules: build.mutation<
        DeleteAllElevatorAccessRulesApiResponse,
        DeleteAllElevatorAccessRulesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/elevator-access-rules/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['ElevatorAccessRules'],
      }),
      deleteElevatorAccessRule: build.mutation<
        DeleteElevatorAccessRuleApiResponse,
        DeleteElevatorAccessRuleApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/elevator-access-rules/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['ElevatorAccessRules'],
      }),
      getElevatorAccessRule: build.query<
        GetElevatorAccessRuleApiResponse,
        GetElevatorAccessRuleApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/elevator-access-rules/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['ElevatorAccessRules'],
      }),
      updateElevatorAccessRule: build.mutation<
        UpdateElevatorAccessRuleApiResponse,
        UpdateElevatorAccessRuleApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/elevator-access-rules/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.elevatorAccessRuleInput,
          params: {
            whole: queryArg.whole,
          },
        }),
        invalidatesTags: ['ElevatorAccessRules'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as elevatorAccessRulesApi }
export type ListElevatorAccessRulesApiResponse =
  /** status 200 Done. */ ListElevatorAccessRulesResponse
export type ListElevatorAccessRulesApiArg = {
  page?: number
  size?: number
  /** Fields: id, name, created_at. */
  sort?: string
  /** Fields: id, name, created_at, user_id, elevator_id, within_domain_id (an elevator in the group or in one below it). */
  filters?: string
  with?: string[]
  search?: string
  /** Every user of each rule, in place of the first 500; the size is then at most 50. */
  whole?: boolean
}
export type CreateElevatorAccessRuleApiResponse = /** status 200 Done. */ ElevatorAccessRule
export type CreateElevatorAccessRuleApiArg = {
  elevatorAccessRuleInput: ElevatorAccessRuleInput
}
export type DeleteAllElevatorAccessRulesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllElevatorAccessRulesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteElevatorAccessRuleApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteElevatorAccessRuleApiArg = {
  id: number
}
export type GetElevatorAccessRuleApiResponse = /** status 200 Done. */ ElevatorAccessRule
export type GetElevatorAccessRuleApiArg = {
  id: number
  with?: string[]
}
export type UpdateElevatorAccessRuleApiResponse = /** status 200 Done. */ ElevatorAccessRule
export type UpdateElevatorAccessRuleApiArg = {
  id: number
  /** The users are all that the caller sees of the rule, as a list with `whole` answers them: up to 20,000. Without it those beyond
    the first 500 stay. */
  whole?: boolean
  elevatorAccessRuleInput: ElevatorAccessRuleInput
}
export type Ref = {
  id: number
  name: string
}
export type RuleFloor = {
  /** 1 to 98. */
  floor: number
  /** The floor is in no map now; the rule keeps it for when it comes back. */
  is_missing: boolean
  name: string
}
export type RuleElevator = {
  /** Floors of the elevator that a rule may name. Only answered. */
  available_floors: RuleFloor[]
  /** Floors that the rule gives. */
  floors: RuleFloor[]
  id: number
  name: string
}
export type ElevatorAccessRule = {
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** 1 to 50 elevators with a floor each; those without floors are dropped. In answers those that the caller sees. */
  elevators: RuleElevator[]
  id: number
  /** 1 to 100 characters. */
  name: string
  updated_at: string | null
  /** 1 to 500; in answers those that the caller sees, at most 500. */
  users: Ref[]
}
export type ListElevatorAccessRulesResponse = {
  items: ElevatorAccessRule[]
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
export type RuleFloorInput = {
  /** 1 to 98. */
  floor?: number
  /** The floor is in no map now; the rule keeps it for when it comes back. */
  is_missing?: boolean
  name?: string
}
export type RuleElevatorInput = {
  /** Floors of the elevator that a rule may name. Only answered. */
  available_floors?: RuleFloorInput[]
  /** Floors that the rule gives. */
  floors?: RuleFloorInput[]
  id?: number
  name?: string
}
export type ElevatorAccessRuleInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** 1 to 50 elevators with a floor each; those without floors are dropped. In answers those that the caller sees. */
  elevators?: RuleElevatorInput[]
  id?: number
  /** 1 to 100 characters. */
  name?: string
  updated_at?: string | null
  /** 1 to 500; in answers those that the caller sees, at most 500. */
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
  useListElevatorAccessRulesQuery,
  useLazyListElevatorAccessRulesQuery,
  useCreateElevatorAccessRuleMutation,
  useDeleteAllElevatorAccessRulesMutation,
  useDeleteElevatorAccessRuleMutation,
  useGetElevatorAccessRuleQuery,
  useLazyGetElevatorAccessRuleQuery,
  useUpdateElevatorAccessRuleMutation,
} = injectedRtkApi
