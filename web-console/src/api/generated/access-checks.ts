import { baseApi as api } from '../baseApi'
export const addTagTypes = ['AccessChecks'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      checkAccess: build.mutation<CheckAccessApiResponse, CheckAccessApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/access-check`,
          method: 'POST',
          body: queryArg.checkAccessRequestInput,
        }),
        invalidatesTags: ['AccessChecks'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as accessChecksApi }
export type CheckAccessApiResponse = /** status 200 Done. */ CheckAccessResponse
export type CheckAccessApiArg = {
  checkAccessRequestInput: CheckAccessRequestInput
}
export type Ref = {
  id: number
  name: string
}
export type Reason = {
  /** The rule that says so, where a rule does. */
  access_rule: Ref | null
  /** granted_by, prohibited_by, outside_schedule, no_rule_for_this_door, identifier_inactive, revoked, not_yet_valid, expired, passes_used_up, owner_suspended, unlicensed, unsupported_by_device, not_held_by_device. */
  code: string
  identifier: Ref | null
  /** When the schedule opens next. */
  next_opens: string | null
  time_rule: Ref | null
}
export type CheckAccessResponse = {
  allowed: boolean
  has_own_hours: boolean
  /** Set where the device cannot hold the rules that decide, so that it asks the platform at the door, and keeps shut
    while the platform is away: prohibited_at_times, schedules_differ_by_lock, locks_not_selectable,
    schedule_in_another_zone. An identifier that no device can ask about is refused: not_held_by_device. */
  online_only: string | null
  reasons: Reason[]
  time: string | null
  /** The limits of the identifier that was asked about, besides those of rules: from when and until when it opens, and whether only in
    hours of its own, as a recurring guest key. */
  valid_from: string | null
  valid_to: string | null
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
export type CheckAccessRequestInput = {
  device_id?: number
  identifier_id?: number | null
  /** 1 to 8; 0 means any lock. */
  lock_number?: number
  /** Now when absent. */
  time?: string | null
  /** One of user_id and identifier_id. */
  user_id?: number | null
}
export const { useCheckAccessMutation } = injectedRtkApi
