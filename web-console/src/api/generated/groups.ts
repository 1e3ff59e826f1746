import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Groups'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listGroups: build.query<ListGroupsApiResponse, ListGroupsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Groups'],
      }),
      createGroup: build.mutation<CreateGroupApiResponse, CreateGroupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains`,
          method: 'PUT',
          body: queryArg.groupInput,
        }),
        invalidatesTags: ['Groups'],
      }),
      deleteAllGroups: build.mutation<DeleteAllGroupsApiResponse, DeleteAllGroupsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Groups'],
      }),
      getGroupTree: build.query<GetGroupTreeApiResponse, GetGroupTreeApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/tree`,
          params: {
            parent_id: queryArg.parentId,
            depth: queryArg.depth,
          },
        }),
        providesTags: ['Groups'],
      }),
      deleteGroup: build.mutation<DeleteGroupApiResponse, DeleteGroupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Groups'],
      }),
      getGroup: build.query<GetGroupApiResponse, GetGroupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Groups'],
      }),
      updateGroup: build.mutation<UpdateGroupApiResponse, UpdateGroupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.groupInput,
        }),
        invalidatesTags: ['Groups'],
      }),
      listApartments: build.query<ListApartmentsApiResponse, ListApartmentsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/apartments`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
          },
        }),
        providesTags: ['Groups'],
      }),
      getGroupCompletely: build.query<GetGroupCompletelyApiResponse, GetGroupCompletelyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/completely`,
          params: {
            with_relations: queryArg.withRelations,
          },
        }),
        providesTags: ['Groups'],
      }),
      listGroupDependents: build.query<ListGroupDependentsApiResponse, ListGroupDependentsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/dependents`,
        }),
        providesTags: ['Groups'],
      }),
      listFloors: build.query<ListFloorsApiResponse, ListFloorsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/floors`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
          },
        }),
        providesTags: ['Groups'],
      }),
      previewMove: build.query<PreviewMoveApiResponse, PreviewMoveApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/move-preview`,
          params: {
            parent_id: queryArg.parentId,
          },
        }),
        providesTags: ['Groups'],
      }),
      deleteGroupLogo: build.mutation<DeleteGroupLogoApiResponse, DeleteGroupLogoApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/whitelabel/logo`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Groups'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as groupsApi }
export type ListGroupsApiResponse = /** status 200 Done. */ ListGroupsResponse
export type ListGroupsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, parent_id, domain_type_id, logic_address, created_at, ancestor_id. */
  filters?: string
  /** interval: fills parent_lft and parent_rgt. */
  with?: string[]
  search?: string
}
export type CreateGroupApiResponse = /** status 200 Done. */ Group
export type CreateGroupApiArg = {
  groupInput: GroupInput
}
export type DeleteAllGroupsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllGroupsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type GetGroupTreeApiResponse = /** status 200 Done. */ GetGroupTreeResponse
export type GetGroupTreeApiArg = {
  /** Null: the roots that the caller sees. */
  parentId?: number
  /** Levels below, 1 to 5; 0 means 1. */
  depth?: number
}
export type DeleteGroupApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteGroupApiArg = {
  id: number
}
export type GetGroupApiResponse = /** status 200 Done. */ Group
export type GetGroupApiArg = {
  id: number
  /** interval is always answered. */
  with?: string[]
}
export type UpdateGroupApiResponse = /** status 200 Done. */ Group
export type UpdateGroupApiArg = {
  id: number
  groupInput: GroupInput
}
export type ListApartmentsApiResponse = /** status 200 Done. */ ListPlacesResponse
export type ListApartmentsApiArg = {
  id: number
  page?: number
  size?: number
}
export type GetGroupCompletelyApiResponse = /** status 200 Done. */ GroupCompletely
export type GetGroupCompletelyApiArg = {
  id: number
  /** Of: users, devices, access_rules, identifiers, integrations, sip_numbers, counts. Empty for all. */
  withRelations?: string[]
}
export type ListGroupDependentsApiResponse = /** status 200 Done. */ GroupDependents
export type ListGroupDependentsApiArg = {
  id: number
}
export type ListFloorsApiResponse = /** status 200 Done. */ ListPlacesResponse
export type ListFloorsApiArg = {
  id: number
  page?: number
  size?: number
}
export type PreviewMoveApiResponse = /** status 200 Done. */ MovePreview
export type PreviewMoveApiArg = {
  id: number
  /** Null: to become a root. */
  parentId?: number
}
export type DeleteGroupLogoApiResponse = /** status 200 Done. */ object
export type DeleteGroupLogoApiArg = {
  id: number
}
export type WalletField = {
  /** 1 to 31 characters. */
  label: string
  /** 1 to 500 characters. */
  value: string
}
export type AppleWallet = {
  /** On the back of the card; at most 20. */
  backfields: WalletField[]
  /** As #rrggbb; #FF4530 where it is absent. */
  background_color: string | null
  barcode_alt_text: string | null
  developer_name: string | null
  developer_name_color: string | null
  font_color: string | null
  is_enabled: boolean
}
export type Ref = {
  id: number
  name: string
}
export type AlarmEscalationStep = {
  /** Seconds since the alarm was raised: 10 to 86,400. */
  after_seconds: number
  /** notification, mail or call. */
  by: string
  /** 1 to 20 users. Who may not see the alarm is passed over; by a call, who may not take it. */
  recipients: Ref[]
}
export type DeviceStatusNotify = {
  /** Who is notified of an alarm that nobody takes, for devices of the group and of those below that have no steps of their own; up
    to 5, each later than the one before. */
  alarm_escalation: AlarmEscalationStep[]
  notify_about_device_task_failed: boolean
  notify_about_offline_device: boolean
  user: Ref | null
}
export type GuestLimits = {
  /** 1 to 9,999. */
  max_passes_count: number | null
  /** 1 to 3,650. */
  max_period_days: number | null
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
export type ForwardSettings = {
  /** At most 20, in the order in which they ring. Numbers outside are called through the group's own trunk: one that
    names a trunk is refused. */
  forward_rules: ForwardQueue[]
  /** Needs a queue and somebody in the group, or below it, when it is active. */
  is_active: boolean
}
export type TrunkSettings = {
  is_enabled: boolean
  /** The number shown outside, in international format. */
  outgoing_number: string | null
}
export type WhiteLabel = {
  /** Up to 255 characters. */
  address: string | null
  email: string | null
  is_enabled: boolean
  /** Path of the picture; set by its own operation, ignored on input. */
  logo: string | null
  /** Up to 100 characters. */
  name: string | null
  /** International format. */
  phone: string | null
}
export type Group = {
  app_count: number | null
  apple_wallet_settings: AppleWallet | null
  children_count: number
  created_at: string | null
  created_by_user: Ref | null
  /** Groups anywhere below: exact up to 1,000; 1,001 means more. */
  descendants_count: number
  /** Up to 1,000 characters. */
  description: string | null
  device_status_notify: DeviceStatusNotify | null
  domain_type_id: number | null
  /** Features that the licences of the project have and that the group has not: it has limits of its own, or a group above it has.
    Derived, for reading only: in GetGroup; empty elsewhere. */
  features_off: string[]
  guest_identifier_limits: GuestLimits | null
  id: number
  /** Digits, unique per type and parent: building 0001 to 9999, unit 00 to 99, floor 00 to 98, apartment 01 to 99.
    Answered with its leading zeros. Null when it has none: a group without a type, or of a common type. */
  logic_address: string | null
  /** 1 to 100 characters. */
  name: string
  /** Null for a root group, and where the caller may not see the parent. */
  parent_id: number | null
  /** Interval of the group in the project's tree, siblings by id: a group lies below another when its interval lies
    within the other's. Derived, for reading only: in GetGroup, and in lists asked with=interval; null elsewhere. */
  parent_lft: number | null
  parent_rgt: number | null
  /** From the first group above that the caller may see, to the parent. */
  path: Ref[]
  /** Virtual numbers and apps that are meant for the group, 0 to 1,000,000, as its structure says: for whoever plans
    licences. Null where nobody has said. */
  sip_count: number | null
  sip_number: ForwardSettings | null
  sip_trunk: TrunkSettings | null
  updated_at: string | null
  /** The settings are answered in GetGroup; null in lists. In UpdateGroup each needs the right of its own that the
    catalogue has for it, or the right to edit every group. */
  whitelabel_settings: WhiteLabel | null
}
export type ListGroupsResponse = {
  items: Group[]
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
export type WalletFieldInput = {
  /** 1 to 31 characters. */
  label?: string
  /** 1 to 500 characters. */
  value?: string
}
export type AppleWalletInput = {
  /** On the back of the card; at most 20. */
  backfields?: WalletFieldInput[]
  /** As #rrggbb; #FF4530 where it is absent. */
  background_color?: string | null
  barcode_alt_text?: string | null
  developer_name?: string | null
  developer_name_color?: string | null
  font_color?: string | null
  is_enabled?: boolean
}
export type RefInput = {
  id?: number
  name?: string
}
export type AlarmEscalationStepInput = {
  /** Seconds since the alarm was raised: 10 to 86,400. */
  after_seconds?: number
  /** notification, mail or call. */
  by?: string
  /** 1 to 20 users. Who may not see the alarm is passed over; by a call, who may not take it. */
  recipients?: RefInput[]
}
export type DeviceStatusNotifyInput = {
  /** Who is notified of an alarm that nobody takes, for devices of the group and of those below that have no steps of their own; up
    to 5, each later than the one before. */
  alarm_escalation?: AlarmEscalationStepInput[]
  notify_about_device_task_failed?: boolean
  notify_about_offline_device?: boolean
  user?: RefInput | null
}
export type GuestLimitsInput = {
  /** 1 to 9,999. */
  max_passes_count?: number | null
  /** 1 to 3,650. */
  max_period_days?: number | null
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
export type ForwardSettingsInput = {
  /** At most 20, in the order in which they ring. Numbers outside are called through the group's own trunk: one that
    names a trunk is refused. */
  forward_rules?: ForwardQueueInput[]
  /** Needs a queue and somebody in the group, or below it, when it is active. */
  is_active?: boolean
}
export type TrunkSettingsInput = {
  is_enabled?: boolean
  /** The number shown outside, in international format. */
  outgoing_number?: string | null
}
export type WhiteLabelInput = {
  /** Up to 255 characters. */
  address?: string | null
  email?: string | null
  is_enabled?: boolean
  /** Path of the picture; set by its own operation, ignored on input. */
  logo?: string | null
  /** Up to 100 characters. */
  name?: string | null
  /** International format. */
  phone?: string | null
}
export type GroupInput = {
  app_count?: number | null
  apple_wallet_settings?: AppleWalletInput | null
  children_count?: number
  created_at?: string | null
  created_by_user?: RefInput | null
  /** Groups anywhere below: exact up to 1,000; 1,001 means more. */
  descendants_count?: number
  /** Up to 1,000 characters. */
  description?: string | null
  device_status_notify?: DeviceStatusNotifyInput | null
  domain_type_id?: number | null
  /** Features that the licences of the project have and that the group has not: it has limits of its own, or a group above it has.
    Derived, for reading only: in GetGroup; empty elsewhere. */
  features_off?: string[]
  guest_identifier_limits?: GuestLimitsInput | null
  id?: number
  /** Digits, unique per type and parent: building 0001 to 9999, unit 00 to 99, floor 00 to 98, apartment 01 to 99.
    Answered with its leading zeros. Null when it has none: a group without a type, or of a common type. */
  logic_address?: string | null
  /** 1 to 100 characters. */
  name?: string
  /** Null for a root group, and where the caller may not see the parent. */
  parent_id?: number | null
  /** Interval of the group in the project's tree, siblings by id: a group lies below another when its interval lies
    within the other's. Derived, for reading only: in GetGroup, and in lists asked with=interval; null elsewhere. */
  parent_lft?: number | null
  parent_rgt?: number | null
  /** From the first group above that the caller may see, to the parent. */
  path?: RefInput[]
  /** Virtual numbers and apps that are meant for the group, 0 to 1,000,000, as its structure says: for whoever plans
    licences. Null where nobody has said. */
  sip_count?: number | null
  sip_number?: ForwardSettingsInput | null
  sip_trunk?: TrunkSettingsInput | null
  updated_at?: string | null
  /** The settings are answered in GetGroup; null in lists. In UpdateGroup each needs the right of its own that the
    catalogue has for it, or the right to edit every group. */
  whitelabel_settings?: WhiteLabelInput | null
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
export type GroupNode = {
  children_count: number
  /** Levels below the first level of the answer: 0, 1, ... */
  depth: number
  domain_type_id: number | null
  id: number
  logic_address: string | null
  name: string
  parent_id: number | null
}
export type GetGroupTreeResponse = {
  /** In tree order, parents before children; at most 5,000, then `truncated`. */
  items: GroupNode[]
  truncated: boolean
}
export type DeleteResponse = {
  id: number
}
export type Place = {
  id: number
  logic_address: string | null
  name: string
  parent_id: number
  /** From below the group asked for, to the parent. */
  path: Ref[]
}
export type ListPlacesResponse = {
  items: Place[]
  page: number
  size: number
  total: number
}
export type GroupCounts = {
  access_rules: number | null
  devices: number | null
  domains: number
  identifiers: number | null
  /** Mobile clients in which a user of these groups is signed in. */
  mobile_apps: number | null
  sip_numbers: number | null
  /** Those of the identifiers that are Ukey2 keys. */
  ukey2_keys: number | null
  users: number | null
}
export type GroupCompletely = {
  access_rules: Ref[]
  counts: GroupCounts | null
  devices: Ref[]
  group: Group | null
  identifiers: Ref[]
  integrations: Ref[]
  /** By number. */
  sip_numbers: Ref[]
  /** The first 20 each, by name; of the group itself. */
  users: Ref[]
}
export type GroupDependent = {
  count: number
  /** Deleted along with the group; the others keep it from being deleted. */
  goes_along: boolean
  /** The first 20, of those that the caller may see. */
  items: Ref[]
  /** domains, users, devices, forward-rules, amenities, emergency-alerts (those that play, open or shut there, and those that let its
    people in), settings (those of the project that let people register into the group), integrations, mail-templates. */
  resource: string
}
export type GroupDependents = {
  items: GroupDependent[]
}
export type MovePreview = {
  devices: number | null
  /** The group and everything below it. */
  domains: number
  gaining: Ref[]
  /** Groups whose administrators stop seeing, and begin to see, what is moved. */
  losing: Ref[]
  new_path: Ref[]
  /** Why it cannot be moved there, in the catalogue's words; null where it can. */
  obstacle: string | null
  old_path: Ref[]
  /** What is in them. */
  users: number | null
}
export const {
  useListGroupsQuery,
  useLazyListGroupsQuery,
  useCreateGroupMutation,
  useDeleteAllGroupsMutation,
  useGetGroupTreeQuery,
  useLazyGetGroupTreeQuery,
  useDeleteGroupMutation,
  useGetGroupQuery,
  useLazyGetGroupQuery,
  useUpdateGroupMutation,
  useListApartmentsQuery,
  useLazyListApartmentsQuery,
  useGetGroupCompletelyQuery,
  useLazyGetGroupCompletelyQuery,
  useListGroupDependentsQuery,
  useLazyListGroupDependentsQuery,
  useListFloorsQuery,
  useLazyListFloorsQuery,
  usePreviewMoveQuery,
  useLazyPreviewMoveQuery,
  useDeleteGroupLogoMutation,
} = injectedRtkApi
