import { baseApi as api } from '../baseApi'
export const addTagTypes = ['AccessMatrix'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getAccessMatrix: build.query<GetAccessMatrixApiResponse, GetAccessMatrixApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/access-matrix`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            door_page: queryArg.doorPage,
            door_size: queryArg.doorSize,
            at: queryArg.at,
            device_id: queryArg.deviceId,
            lock_number: queryArg.lockNumber,
            state: queryArg.state,
            access_rule_id: queryArg.accessRuleId,
            device_domain_id: queryArg.deviceDomainId,
          },
        }),
        providesTags: ['AccessMatrix'],
      }),
      previewAccessRule: build.mutation<PreviewAccessRuleApiResponse, PreviewAccessRuleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/access-matrix/impact`,
          method: 'POST',
          body: queryArg.previewAccessRuleRequestInput,
        }),
        invalidatesTags: ['AccessMatrix'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as accessMatrixApi }
export type GetAccessMatrixApiResponse = /** status 200 Done. */ GetAccessMatrixResponse
export type GetAccessMatrixApiArg = {
  page?: number
  /** 20 to 100 users. */
  size?: number
  /** name, id. */
  sort?: string
  /** Of users. Fields: id, name, is_active, domain_id, within_domain_id. */
  filters?: string
  with?: string[]
  /** In names of users. */
  search?: string
  doorPage?: number
  /** 20 to 50 locks. */
  doorSize?: number
  /** Today's rules at this time; now when unset. It is not history. */
  at?: string
  /** Only the locks of this device, and of these only this one. */
  deviceId?: number
  lockNumber?: number
  /** Only users that have such a cell at the locks of the request: in this state, or by this rule. They are sought among the
    first 10,000 users of the list. */
  state?: AccessCellState
  accessRuleId?: number
  /** Devices of this group and of those below it. */
  deviceDomainId?: number
}
export type PreviewAccessRuleApiResponse = /** status 200 Done. */ PreviewAccessRuleResponse
export type PreviewAccessRuleApiArg = {
  previewAccessRuleRequestInput: PreviewAccessRuleRequestInput
}
export type Ref = {
  id: number
  name: string
}
export type AccessMatrixDoor = {
  device: Ref | null
  /** 1 to 8. */
  lock_number: number
}
export type AccessCellState =
  | 'open'
  | 'online_only'
  | 'open_without_identifier'
  | 'later'
  | 'forbidden'
  | 'none'
export type AccessMatrixCell = {
  /** The rules that say so, as far as the caller may view them. */
  access_rules: Ref[]
  /** Position in `doors`, from 0. */
  door: number
  /** Of later: when it opens. */
  next_opens: string | null
  /** Words of POST /access-check. */
  online_only: string | null
  state: AccessCellState | null
}
export type AccessMatrixRow = {
  /** Those that are not empty, in the order of doors. */
  cells: AccessMatrixCell[]
  /** Users of one class are named by the same rules: their cells are equal but for identifiers. Counts within the answer. */
  class: number
  is_active: boolean
  user: Ref | null
}
export type GetAccessMatrixResponse = {
  at: string | null
  door_page: number
  door_size: number
  door_total: number
  /** By name of the device, then by lock. */
  doors: AccessMatrixDoor[]
  items: AccessMatrixRow[]
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
export type AccessMatrixChange = {
  after: AccessCellState | null
  before: AccessCellState | null
  device: Ref | null
  lock_number: number
  user: Ref | null
}
export type PreviewAccessRuleResponse = {
  gained: number
  /** At most 10,000. */
  items: AccessMatrixChange[]
  lost: number
  /** How many there are. */
  total: number
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
export type PreviewAccessRuleRequestInput = {
  access_rule?: AccessRuleInput | null
  at?: string | null
  /** The rule that the draft takes the place of; a new one when unset. */
  id?: number | null
}
export const {
  useGetAccessMatrixQuery,
  useLazyGetAccessMatrixQuery,
  usePreviewAccessRuleMutation,
} = injectedRtkApi
