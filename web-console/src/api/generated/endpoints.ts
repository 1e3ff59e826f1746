import { baseApi as api } from '../baseApi'
export const addTagTypes = [
  'AccessChecks',
  'AccessRules',
  'Devices',
  'DeviceTasks',
  'GroupTypes',
  'Groups',
  'Events',
  'Identifiers',
  'Licenses',
  'Sessions',
  'Notifications',
  'Roles',
  'Profiles',
  'System',
  'TimeRules',
  'Users',
] as const
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
        }),
        invalidatesTags: ['AccessRules'],
      }),
      listDeviceModels: build.query<ListDeviceModelsApiResponse, ListDeviceModelsApiArg>({
        query: () => ({ url: `/api/v0/device-models` }),
        providesTags: ['Devices'],
      }),
      listDeviceTasks: build.query<ListDeviceTasksApiResponse, ListDeviceTasksApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['DeviceTasks'],
      }),
      deleteAllDeviceTasks: build.mutation<
        DeleteAllDeviceTasksApiResponse,
        DeleteAllDeviceTasksApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['DeviceTasks'],
      }),
      deleteDeviceTask: build.mutation<DeleteDeviceTaskApiResponse, DeleteDeviceTaskApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['DeviceTasks'],
      }),
      getDeviceTask: build.query<GetDeviceTaskApiResponse, GetDeviceTaskApiArg>({
        query: (queryArg) => ({ url: `/api/v0/device-tasks/${queryArg.id}` }),
        providesTags: ['DeviceTasks'],
      }),
      restartDeviceTask: build.mutation<RestartDeviceTaskApiResponse, RestartDeviceTaskApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-tasks/${queryArg.id}/restart`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['DeviceTasks'],
      }),
      listDevices: build.query<ListDevicesApiResponse, ListDevicesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Devices'],
      }),
      createDevice: build.mutation<CreateDeviceApiResponse, CreateDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices`,
          method: 'PUT',
          body: queryArg.deviceInput,
        }),
        invalidatesTags: ['Devices'],
      }),
      deleteAllDevices: build.mutation<DeleteAllDevicesApiResponse, DeleteAllDevicesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Devices'],
      }),
      deleteDevice: build.mutation<DeleteDeviceApiResponse, DeleteDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Devices'],
      }),
      getDevice: build.query<GetDeviceApiResponse, GetDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Devices'],
      }),
      updateDevice: build.mutation<UpdateDeviceApiResponse, UpdateDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.deviceInput,
        }),
        invalidatesTags: ['Devices'],
      }),
      initDevice: build.mutation<InitDeviceApiResponse, InitDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/init`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      openLock: build.mutation<OpenLockApiResponse, OpenLockApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/open`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      restartDeviceQueue: build.mutation<RestartDeviceQueueApiResponse, RestartDeviceQueueApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/queue/restart`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      applyDeviceSettings: build.mutation<
        ApplyDeviceSettingsApiResponse,
        ApplyDeviceSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/settings/apply`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      listSyncErrors: build.query<ListSyncErrorsApiResponse, ListSyncErrorsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/sync-errors`,
        }),
        providesTags: ['Devices'],
      }),
      listGroupTypes: build.query<ListGroupTypesApiResponse, ListGroupTypesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['GroupTypes'],
      }),
      createGroupType: build.mutation<CreateGroupTypeApiResponse, CreateGroupTypeApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types`,
          method: 'PUT',
          body: queryArg.groupTypeInput,
        }),
        invalidatesTags: ['GroupTypes'],
      }),
      deleteAllGroupTypes: build.mutation<
        DeleteAllGroupTypesApiResponse,
        DeleteAllGroupTypesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/domain-types/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['GroupTypes'],
      }),
      deleteGroupType: build.mutation<DeleteGroupTypeApiResponse, DeleteGroupTypeApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['GroupTypes'],
      }),
      getGroupType: build.query<GetGroupTypeApiResponse, GetGroupTypeApiArg>({
        query: (queryArg) => ({ url: `/api/v0/domain-types/${queryArg.id}` }),
        providesTags: ['GroupTypes'],
      }),
      updateGroupType: build.mutation<UpdateGroupTypeApiResponse, UpdateGroupTypeApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.groupTypeInput,
        }),
        invalidatesTags: ['GroupTypes'],
      }),
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
      listAccessControlEvents: build.query<
        ListAccessControlEventsApiResponse,
        ListAccessControlEventsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/events/access-control`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            after_id: queryArg.afterId,
          },
        }),
        providesTags: ['Events'],
      }),
      listDeviceEvents: build.query<ListDeviceEventsApiResponse, ListDeviceEventsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/events/devices`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            after_id: queryArg.afterId,
          },
        }),
        providesTags: ['Events'],
      }),
      listIdentifiers: build.query<ListIdentifiersApiResponse, ListIdentifiersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            only_guest: queryArg.onlyGuest,
          },
        }),
        providesTags: ['Identifiers'],
      }),
      createIdentifier: build.mutation<CreateIdentifierApiResponse, CreateIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers`,
          method: 'PUT',
          body: queryArg.identifierInput,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      deleteAllIdentifiers: build.mutation<
        DeleteAllIdentifiersApiResponse,
        DeleteAllIdentifiersApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      deleteIdentifier: build.mutation<DeleteIdentifierApiResponse, DeleteIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Identifiers'],
      }),
      getIdentifier: build.query<GetIdentifierApiResponse, GetIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Identifiers'],
      }),
      updateIdentifier: build.mutation<UpdateIdentifierApiResponse, UpdateIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.identifierInput,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      revokeIdentifier: build.mutation<RevokeIdentifierApiResponse, RevokeIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/revoke`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      listLicenses: build.query<ListLicensesApiResponse, ListLicensesApiArg>({
        query: () => ({ url: `/api/v0/licenses` }),
        providesTags: ['Licenses'],
      }),
      listFeatures: build.query<ListFeaturesApiResponse, ListFeaturesApiArg>({
        query: () => ({ url: `/api/v0/licenses/features` }),
        providesTags: ['Licenses'],
      }),
      getLicenseStatus: build.query<GetLicenseStatusApiResponse, GetLicenseStatusApiArg>({
        query: () => ({ url: `/api/v0/licenses/status` }),
        providesTags: ['Licenses'],
      }),
      login: build.mutation<LoginApiResponse, LoginApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/login`,
          method: 'POST',
          body: queryArg.loginRequestInput,
        }),
        invalidatesTags: ['Sessions'],
      }),
      logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/logout`,
          method: 'POST',
          body: queryArg.logoutRequestInput,
        }),
        invalidatesTags: ['Sessions'],
      }),
      listNotifications: build.query<ListNotificationsApiResponse, ListNotificationsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/notifications`,
          params: {
            type: queryArg['type'],
            offset: queryArg.offset,
            limit: queryArg.limit,
          },
        }),
        providesTags: ['Notifications'],
      }),
      readNotifications: build.mutation<ReadNotificationsApiResponse, ReadNotificationsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/notifications/read`,
          method: 'POST',
          body: queryArg.readNotificationsRequestInput,
        }),
        invalidatesTags: ['Notifications'],
      }),
      getNotificationSettings: build.query<
        GetNotificationSettingsApiResponse,
        GetNotificationSettingsApiArg
      >({
        query: () => ({ url: `/api/v0/notifications/settings` }),
        providesTags: ['Notifications'],
      }),
      setNotificationSettings: build.mutation<
        SetNotificationSettingsApiResponse,
        SetNotificationSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/notifications/settings`,
          method: 'POST',
          body: queryArg.notificationSettingsInput,
        }),
        invalidatesTags: ['Notifications'],
      }),
      listUnreadNotifications: build.query<
        ListUnreadNotificationsApiResponse,
        ListUnreadNotificationsApiArg
      >({
        query: () => ({ url: `/api/v0/notifications/unread` }),
        providesTags: ['Notifications'],
      }),
      listPermissions: build.query<ListPermissionsApiResponse, ListPermissionsApiArg>({
        query: () => ({ url: `/api/v0/permissions` }),
        providesTags: ['Roles'],
      }),
      getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
        query: () => ({ url: `/api/v0/profile` }),
        providesTags: ['Profiles'],
      }),
      updateProfile: build.mutation<UpdateProfileApiResponse, UpdateProfileApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile`,
          method: 'PATCH',
          body: queryArg.profileInput,
        }),
        invalidatesTags: ['Profiles'],
      }),
      changeProfilePassword: build.mutation<
        ChangeProfilePasswordApiResponse,
        ChangeProfilePasswordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/profile/password`,
          method: 'POST',
          body: queryArg.changeProfilePasswordRequestInput,
        }),
        invalidatesTags: ['Profiles'],
      }),
      refresh: build.mutation<RefreshApiResponse, RefreshApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/refresh`,
          method: 'POST',
          body: queryArg.refreshRequestInput,
        }),
        invalidatesTags: ['Sessions'],
      }),
      listResourceMeta: build.query<ListResourceMetaApiResponse, ListResourceMetaApiArg>({
        query: () => ({ url: `/api/v0/resources/meta` }),
        providesTags: ['System'],
      }),
      listRoles: build.query<ListRolesApiResponse, ListRolesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/roles`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Roles'],
      }),
      getRole: build.query<GetRoleApiResponse, GetRoleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/roles/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Roles'],
      }),
      getServerInfo: build.query<GetServerInfoApiResponse, GetServerInfoApiArg>({
        query: () => ({ url: `/api/v0/server/info` }),
        providesTags: ['System'],
      }),
      getServerSettings: build.query<GetServerSettingsApiResponse, GetServerSettingsApiArg>({
        query: () => ({ url: `/api/v0/server/settings` }),
        providesTags: ['System'],
      }),
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
      listUsers: build.query<ListUsersApiResponse, ListUsersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            is_group_admin: queryArg.isGroupAdmin,
          },
        }),
        providesTags: ['Users'],
      }),
      createUser: build.mutation<CreateUserApiResponse, CreateUserApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users`,
          method: 'PUT',
          body: queryArg.userInput,
        }),
        invalidatesTags: ['Users'],
      }),
      deleteAllUsers: build.mutation<DeleteAllUsersApiResponse, DeleteAllUsersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Users'],
      }),
      deleteUser: build.mutation<DeleteUserApiResponse, DeleteUserApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Users'],
      }),
      getUser: build.query<GetUserApiResponse, GetUserApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Users'],
      }),
      updateUser: build.mutation<UpdateUserApiResponse, UpdateUserApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.userInput,
        }),
        invalidatesTags: ['Users'],
      }),
      setUserPassword: build.mutation<SetUserPasswordApiResponse, SetUserPasswordApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/password`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Users'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as generatedApi }
export type CheckAccessApiResponse = /** status 200 Done. */ CheckAccessResponse
export type CheckAccessApiArg = {
  checkAccessRequestInput: CheckAccessRequestInput
}
export type ListAccessRulesApiResponse = /** status 200 Done. */ ListAccessRulesResponse
export type ListAccessRulesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, prohibition, is_shareable, created_at, device_id, user_id, domain_id, identifier_id, time_rule_id. */
  filters?: string
  with?: string[]
  search?: string
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
  accessRuleInput: AccessRuleInput
}
export type ListDeviceModelsApiResponse = /** status 200 Done. */ ListDeviceModelsResponse
export type ListDeviceModelsApiArg = void
export type ListDeviceTasksApiResponse = /** status 200 Done. */ ListDeviceTasksResponse
export type ListDeviceTasksApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, device_id, kind, status, created_at, updated_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type DeleteAllDeviceTasksApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllDeviceTasksApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteDeviceTaskApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteDeviceTaskApiArg = {
  id: number
}
export type GetDeviceTaskApiResponse = /** status 200 Done. */ DeviceTask
export type GetDeviceTaskApiArg = {
  id: number
}
export type RestartDeviceTaskApiResponse = /** status 200 Done. */ DeviceTask
export type RestartDeviceTaskApiArg = {
  id: number
  body: {}
}
export type ListDevicesApiResponse = /** status 200 Done. */ ListDevicesResponse
export type ListDevicesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, type, model, serial_number, domain_id, protocol, status, created_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateDeviceApiResponse = /** status 200 Done. */ Device
export type CreateDeviceApiArg = {
  deviceInput: DeviceInput
}
export type DeleteAllDevicesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllDevicesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteDeviceApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteDeviceApiArg = {
  id: number
}
export type GetDeviceApiResponse = /** status 200 Done. */ Device
export type GetDeviceApiArg = {
  id: number
  with?: string[]
}
export type UpdateDeviceApiResponse = /** status 200 Done. */ Device
export type UpdateDeviceApiArg = {
  id: number
  deviceInput: DeviceInput
}
export type InitDeviceApiResponse = /** status 200 Done. */ DeviceActionResponse
export type InitDeviceApiArg = {
  id: number
  body: {}
}
export type OpenLockApiResponse = /** status 200 Done. */ OpenLockResponse
export type OpenLockApiArg = {
  id: number
  body: {
    /** 0 all, 1 to 8. */
    lock_number?: number
  }
}
export type RestartDeviceQueueApiResponse = /** status 200 Done. */ DeviceActionResponse
export type RestartDeviceQueueApiArg = {
  id: number
  body: {}
}
export type ApplyDeviceSettingsApiResponse = /** status 200 Done. */ DeviceActionResponse
export type ApplyDeviceSettingsApiArg = {
  id: number
  body: {}
}
export type ListSyncErrorsApiResponse = /** status 200 Done. */ ListSyncErrorsResponse
export type ListSyncErrorsApiArg = {
  id: number
}
export type ListGroupTypesApiResponse = /** status 200 Done. */ ListGroupTypesResponse
export type ListGroupTypesApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type CreateGroupTypeApiResponse = /** status 200 Done. */ GroupType
export type CreateGroupTypeApiArg = {
  groupTypeInput: GroupTypeInput
}
export type DeleteAllGroupTypesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllGroupTypesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteGroupTypeApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteGroupTypeApiArg = {
  id: number
}
export type GetGroupTypeApiResponse = /** status 200 Done. */ GroupType
export type GetGroupTypeApiArg = {
  id: number
}
export type UpdateGroupTypeApiResponse = /** status 200 Done. */ GroupType
export type UpdateGroupTypeApiArg = {
  id: number
  groupTypeInput: GroupTypeInput
}
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
export type ListAccessControlEventsApiResponse = /** status 200 Done. */ ListEventsResponse
export type ListAccessControlEventsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, code, category, device_id, domain_id, user_id, identifier_id, identifier_number, created_at, received_at, is_revoked. */
  filters?: string
  with?: string[]
  search?: string
  /** Only events after this id: what a feed asks for after a gap. */
  afterId?: number
}
export type ListDeviceEventsApiResponse = /** status 200 Done. */ ListEventsResponse
export type ListDeviceEventsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, code, category, device_id, domain_id, user_id, identifier_id, identifier_number, created_at, received_at, is_revoked. */
  filters?: string
  with?: string[]
  search?: string
  /** Only events after this id: what a feed asks for after a gap. */
  afterId?: number
}
export type ListIdentifiersApiResponse = /** status 200 Done. */ ListIdentifiersResponse
export type ListIdentifiersApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, type, value, is_active, owner_id, owner_type, domain_id, created_at, revoked_at, period_restrict_to. */
  filters?: string
  with?: string[]
  search?: string
  /** Only guests' identifiers (also as onlyGuest). */
  onlyGuest?: boolean
}
export type CreateIdentifierApiResponse = /** status 200 Done. */ Identifier
export type CreateIdentifierApiArg = {
  identifierInput: IdentifierInput
}
export type DeleteAllIdentifiersApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllIdentifiersApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteIdentifierApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteIdentifierApiArg = {
  id: number
}
export type GetIdentifierApiResponse = /** status 200 Done. */ Identifier
export type GetIdentifierApiArg = {
  id: number
  with?: string[]
}
export type UpdateIdentifierApiResponse = /** status 200 Done. */ Identifier
export type UpdateIdentifierApiArg = {
  id: number
  identifierInput: IdentifierInput
}
export type RevokeIdentifierApiResponse = /** status 200 Done. */ Identifier
export type RevokeIdentifierApiArg = {
  id: number
  body: {}
}
export type ListLicensesApiResponse = /** status 200 Done. */ ListLicensesResponse
export type ListLicensesApiArg = void
export type ListFeaturesApiResponse = /** status 200 Done. */ ListFeaturesResponse
export type ListFeaturesApiArg = void
export type GetLicenseStatusApiResponse = /** status 200 Done. */ GetLicenseStatusResponse
export type GetLicenseStatusApiArg = void
export type LoginApiResponse = /** status 200 Done. */ LoginResponse
export type LoginApiArg = {
  loginRequestInput: LoginRequestInput
}
export type LogoutApiResponse = /** status 200 Done. */ object
export type LogoutApiArg = {
  logoutRequestInput: LogoutRequestInput
}
export type ListNotificationsApiResponse = /** status 200 Done. */ ListNotificationsResponse
export type ListNotificationsApiArg = {
  /** all (default) or alarm. */
  type?: string
  offset?: number
  /** 1 to 100; 0 means 20. */
  limit?: number
}
export type ReadNotificationsApiResponse = /** status 200 Done. */ ReadNotificationsResponse
export type ReadNotificationsApiArg = {
  readNotificationsRequestInput: ReadNotificationsRequestInput
}
export type GetNotificationSettingsApiResponse = /** status 200 Done. */ NotificationSettings
export type GetNotificationSettingsApiArg = void
export type SetNotificationSettingsApiResponse = /** status 200 Done. */ NotificationSettings
export type SetNotificationSettingsApiArg = {
  notificationSettingsInput: NotificationSettingsInput
}
export type ListUnreadNotificationsApiResponse =
  /** status 200 Done. */ ListUnreadNotificationsResponse
export type ListUnreadNotificationsApiArg = void
export type ListPermissionsApiResponse = /** status 200 Done. */ ListPermissionsResponse
export type ListPermissionsApiArg = void
export type GetProfileApiResponse = /** status 200 Done. */ Profile
export type GetProfileApiArg = void
export type UpdateProfileApiResponse = /** status 200 Done. */ Profile
export type UpdateProfileApiArg = {
  profileInput: ProfileInput
}
export type ChangeProfilePasswordApiResponse = /** status 200 Done. */ object
export type ChangeProfilePasswordApiArg = {
  changeProfilePasswordRequestInput: ChangeProfilePasswordRequestInput
}
export type RefreshApiResponse = /** status 200 Done. */ RefreshResponse
export type RefreshApiArg = {
  refreshRequestInput: RefreshRequestInput
}
export type ListResourceMetaApiResponse = /** status 200 Done. */ ListResourceMetaResponse
export type ListResourceMetaApiArg = void
export type ListRolesApiResponse = /** status 200 Done. */ ListRolesResponse
export type ListRolesApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type GetRoleApiResponse = /** status 200 Done. */ Role
export type GetRoleApiArg = {
  id: number
  with?: string[]
}
export type GetServerInfoApiResponse = /** status 200 Done. */ ServerInfo
export type GetServerInfoApiArg = void
export type GetServerSettingsApiResponse = /** status 200 Done. */ ServerSettings
export type GetServerSettingsApiArg = void
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
export type ListUsersApiResponse = /** status 200 Done. */ ListUsersResponse
export type ListUsersApiArg = {
  /** From 1. */
  page?: number
  /** 10, 20, 50, 100 or 500; 0 means 20. */
  size?: number
  /** As name or -name, several with commas. */
  sort?: string
  /** JSON: {match, items: [{field, rule, value}]}. */
  filters?: string
  with?: string[]
  search?: string
  /** Only users whose role lets them manage their own group. */
  isGroupAdmin?: boolean
}
export type CreateUserApiResponse = /** status 200 Done. */ User
export type CreateUserApiArg = {
  userInput: UserInput
}
export type DeleteAllUsersApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllUsersApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteUserApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteUserApiArg = {
  id: number
}
export type GetUserApiResponse = /** status 200 Done. */ User
export type GetUserApiArg = {
  id: number
  with?: string[]
}
export type UpdateUserApiResponse = /** status 200 Done. */ User
export type UpdateUserApiArg = {
  id: number
  userInput: UserInput
}
export type SetUserPasswordApiResponse = /** status 200 Done. */ object
export type SetUserPasswordApiArg = {
  id: number
  body: {
    /** 8 to 256 characters. */
    new_password?: string
  }
}
export type Ref = {
  id: number
  name: string
}
export type Reason = {
  /** The rule that says so, where a rule does. */
  access_rule: Ref | null
  /** granted_by, prohibited_by, outside_schedule, no_rule_for_this_door, identifier_inactive, revoked, not_yet_valid, expired, passes_used_up, owner_suspended, unlicensed, unsupported_by_device. */
  code: string
  identifier: Ref | null
  /** When the schedule opens next. */
  next_opens: string | null
  time_rule: Ref | null
}
export type CheckAccessResponse = {
  allowed: boolean
  reasons: Reason[]
  time: string | null
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
  identifiers: Ref[]
  /** May be handed on to guests. */
  is_shareable: boolean
  /** 1 to 100 characters. */
  name: string
  /** Denies in place of granting, and wins over any grant. */
  prohibition: boolean
  /** None: at any time. */
  time_rules: Ref[]
  updated_at: string | null
  users: Ref[]
}
export type ListAccessRulesResponse = {
  items: AccessRule[]
  page: number
  size: number
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
  identifiers?: RefInput[]
  /** May be handed on to guests. */
  is_shareable?: boolean
  /** 1 to 100 characters. */
  name?: string
  /** Denies in place of granting, and wins over any grant. */
  prohibition?: boolean
  /** None: at any time. */
  time_rules?: RefInput[]
  updated_at?: string | null
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
export type DeviceType =
  | 'panel'
  | 'monitor'
  | 'accesscontroller'
  | 'liftcontroller'
  | 'ip_camera'
  | 'barrier'
export type DeviceModel = {
  has_camera: boolean
  has_keypad: boolean
  has_lift: boolean
  has_sip: boolean
  holds_schedules: boolean
  identifier_types: string[]
  locks: number
  max_faces: number
  max_identifiers: number
  model: string
  type: DeviceType | null
}
export type ListDeviceModelsResponse = {
  items: DeviceModel[]
}
export type TaskStatus =
  | 'new'
  | 'queued'
  | 'started'
  | 'waiting'
  | 'completed'
  | 'error'
  | 'stopped'
export type DeviceTask = {
  attempts: number
  created_at: string | null
  device: Ref | null
  /** The device's or the platform's word for what went wrong. */
  error: string | null
  finished_at: string | null
  id: number
  /** How many items it carries. */
  items_count: number
  /** identifiers_save, identifiers_delete, schedules_save, schedules_delete, sip_settings, address, network, forwards, clear, open_lock, ... */
  kind: string
  next_attempt_at: string | null
  started_at: string | null
  status: TaskStatus | null
  updated_at: string | null
  /** Version of the desired list it leads to; 0 where it has none. */
  version: number
}
export type ListDeviceTasksResponse = {
  items: DeviceTask[]
  page: number
  size: number
  total: number
}
export type DeviceStatus = 'online' | 'offline'
export type DeviceInfo = {
  actual_version: number
  /** Desired and acknowledged versions of its list; equal when it is in step. */
  desired_version: number
  firmware: string | null
  identifiers_count: number
  status: DeviceStatus | null
  status_changed_at: string | null
  sync_errors_count: number
  tasks_failed: number
  tasks_waiting: number
}
export type AdditionalSettings = {
  alpr_camera_interaction: boolean
  /** Always four. */
  button_numbers: string[]
  remote_lock_opening: boolean
}
export type AddressSettings = {
  /** 01 to 99. */
  apartment: string | null
  /** 0001 to 9999. */
  building: string | null
  device: string | null
  /** 00 to 98. */
  floor: string | null
  manual: boolean
  /** unit, wall, ... */
  mode: string | null
  no_unit: boolean
  reregister: boolean
  /** Seconds, default 600. */
  reregister_interval: number | null
  sync: boolean
  /** 00 to 99. */
  unit: string | null
}
export type AlprCameraSettings = {
  allow_remote_opening_lock: boolean
  using: boolean
}
export type FaceRecognitionSettings = {
  autostart: boolean
  enabled: boolean
  /** 2D or 3D. */
  mode: string | null
  /** low, medium or high. */
  similarity: string | null
}
export type IntegrationAxxonSettings = {
  camera_guid: string | null
  camera_name: string | null
  direction: number | null
  macro_guid: string | null
  macro_name: string | null
}
export type Floor = {
  apartments: string[]
  /** 1 to 98. */
  floor: number
  is_panel_floor: boolean
  is_public: boolean
  name: string
  ports: number[]
}
export type LiftReleaseTime = {
  api: number | null
  card: number | null
}
export type LiftSettings = {
  /** call-down, call-up-down or call-up. */
  device_mode: string | null
  invert_all_relays: boolean
  lift_release_time: LiftReleaseTime | null
  relay_mode: string | null
  /** Seconds, default 10. */
  relay_open_time: number | null
}
export type LiftControllerSettings = {
  enabled: boolean
  floor_map: Floor[]
  settings: LiftSettings | null
}
export type MqttSettings = {
  /** Masked; 8 to 32 characters. Made when absent. */
  password: string | null
}
export type NetworkSettings = {
  dns: string | null
  gateway: string | null
  ip: string | null
  is_dhcp: boolean
  subnet: string | null
}
export type SipSettings = {
  enabled: boolean
  login: string | null
  manual: boolean
  /** Masked; 6 to 31 characters. */
  password: string | null
  proxy_address: string | null
  realm_address: string | null
  rtp_profile: number | null
  stun_address: string | null
  stun_port: number | null
  /** Seconds, default 120. */
  talk_timeout: number | null
  /** UDP, TCP or TLS. */
  transport: string | null
  use_address: boolean
}
export type DeviceSettings = {
  additional: AdditionalSettings | null
  address: AddressSettings | null
  alpr_camera: AlprCameraSettings | null
  face_recognition: FaceRecognitionSettings | null
  integration_axxon: IntegrationAxxonSettings | null
  lift_controller: LiftControllerSettings | null
  mqtt: MqttSettings | null
  network: NetworkSettings | null
  sip: SipSettings | null
}
export type DeviceManagement = {
  heartbeat: boolean
  realtime_logging: boolean
}
export type Protocol = 'http' | 'mqtt' | 'none'
export type Device = {
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  device_info: DeviceInfo | null
  device_login: string | null
  /** Masked. */
  device_password: string | null
  device_settings: DeviceSettings | null
  domain: Ref | null
  get_logs: boolean
  id: number
  ip_address: string | null
  /** -90 to 90. */
  location_latitude: number | null
  /** -180 to 180. */
  location_longitude: number | null
  login: string | null
  management: DeviceManagement | null
  /** One of the models of the type, as AA-12. */
  model: string
  /** 1 to 100 characters. */
  name: string
  /** Masked. */
  password: string | null
  /** 1 to 65535, default 80. */
  port: number
  protocol: Protocol | null
  /** Unique in the installation; the MQTT user name. Letters, digits, dash or underscore, 1 to 64. */
  serial_number: string
  type: DeviceType | null
  updated_at: string | null
}
export type ListDevicesResponse = {
  items: Device[]
  page: number
  size: number
  total: number
}
export type DeviceInfoInput = {
  actual_version?: number
  /** Desired and acknowledged versions of its list; equal when it is in step. */
  desired_version?: number
  firmware?: string | null
  identifiers_count?: number
  status?: DeviceStatus | null
  status_changed_at?: string | null
  sync_errors_count?: number
  tasks_failed?: number
  tasks_waiting?: number
}
export type AdditionalSettingsInput = {
  alpr_camera_interaction?: boolean
  /** Always four. */
  button_numbers?: string[]
  remote_lock_opening?: boolean
}
export type AddressSettingsInput = {
  /** 01 to 99. */
  apartment?: string | null
  /** 0001 to 9999. */
  building?: string | null
  device?: string | null
  /** 00 to 98. */
  floor?: string | null
  manual?: boolean
  /** unit, wall, ... */
  mode?: string | null
  no_unit?: boolean
  reregister?: boolean
  /** Seconds, default 600. */
  reregister_interval?: number | null
  sync?: boolean
  /** 00 to 99. */
  unit?: string | null
}
export type AlprCameraSettingsInput = {
  allow_remote_opening_lock?: boolean
  using?: boolean
}
export type FaceRecognitionSettingsInput = {
  autostart?: boolean
  enabled?: boolean
  /** 2D or 3D. */
  mode?: string | null
  /** low, medium or high. */
  similarity?: string | null
}
export type IntegrationAxxonSettingsInput = {
  camera_guid?: string | null
  camera_name?: string | null
  direction?: number | null
  macro_guid?: string | null
  macro_name?: string | null
}
export type FloorInput = {
  apartments?: string[]
  /** 1 to 98. */
  floor?: number
  is_panel_floor?: boolean
  is_public?: boolean
  name?: string
  ports?: number[]
}
export type LiftReleaseTimeInput = {
  api?: number | null
  card?: number | null
}
export type LiftSettingsInput = {
  /** call-down, call-up-down or call-up. */
  device_mode?: string | null
  invert_all_relays?: boolean
  lift_release_time?: LiftReleaseTimeInput | null
  relay_mode?: string | null
  /** Seconds, default 10. */
  relay_open_time?: number | null
}
export type LiftControllerSettingsInput = {
  enabled?: boolean
  floor_map?: FloorInput[]
  settings?: LiftSettingsInput | null
}
export type MqttSettingsInput = {
  /** Masked; 8 to 32 characters. Made when absent. */
  password?: string | null
}
export type NetworkSettingsInput = {
  dns?: string | null
  gateway?: string | null
  ip?: string | null
  is_dhcp?: boolean
  subnet?: string | null
}
export type SipSettingsInput = {
  enabled?: boolean
  login?: string | null
  manual?: boolean
  /** Masked; 6 to 31 characters. */
  password?: string | null
  proxy_address?: string | null
  realm_address?: string | null
  rtp_profile?: number | null
  stun_address?: string | null
  stun_port?: number | null
  /** Seconds, default 120. */
  talk_timeout?: number | null
  /** UDP, TCP or TLS. */
  transport?: string | null
  use_address?: boolean
}
export type DeviceSettingsInput = {
  additional?: AdditionalSettingsInput | null
  address?: AddressSettingsInput | null
  alpr_camera?: AlprCameraSettingsInput | null
  face_recognition?: FaceRecognitionSettingsInput | null
  integration_axxon?: IntegrationAxxonSettingsInput | null
  lift_controller?: LiftControllerSettingsInput | null
  mqtt?: MqttSettingsInput | null
  network?: NetworkSettingsInput | null
  sip?: SipSettingsInput | null
}
export type DeviceManagementInput = {
  heartbeat?: boolean
  realtime_logging?: boolean
}
export type DeviceInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  device_info?: DeviceInfoInput | null
  device_login?: string | null
  /** Masked. */
  device_password?: string | null
  device_settings?: DeviceSettingsInput | null
  domain?: RefInput | null
  get_logs?: boolean
  id?: number
  ip_address?: string | null
  /** -90 to 90. */
  location_latitude?: number | null
  /** -180 to 180. */
  location_longitude?: number | null
  login?: string | null
  management?: DeviceManagementInput | null
  /** One of the models of the type, as AA-12. */
  model?: string
  /** 1 to 100 characters. */
  name?: string
  /** Masked. */
  password?: string | null
  /** 1 to 65535, default 80. */
  port?: number
  protocol?: Protocol | null
  /** Unique in the installation; the MQTT user name. Letters, digits, dash or underscore, 1 to 64. */
  serial_number?: string
  type?: DeviceType | null
  updated_at?: string | null
}
export type DeviceActionResponse = {
  /** Tasks that were made or put back. */
  tasks: number
}
export type OpenLockResponse = {
  /** The device said that it opened. */
  opened: boolean
}
export type SyncError = {
  created_at: string | null
  entity_id: number
  /** The device's word, as number_of_identifiers_exceeded, or why the platform did not send it. */
  error: string
  /** identifier or schedule. */
  kind: string
  link_id: string
  name: string
}
export type ListSyncErrorsResponse = {
  items: SyncError[]
}
export type GroupKind = 'building' | 'unit' | 'floor' | 'apartment' | 'common'
export type GroupType = {
  id: number
  /** 1 to 31 characters, unique in the project. */
  name: string
  type: GroupKind | null
}
export type ListGroupTypesResponse = {
  items: GroupType[]
  page: number
  size: number
  total: number
}
export type GroupTypeInput = {
  id?: number
  /** 1 to 31 characters, unique in the project. */
  name?: string
  type?: GroupKind | null
}
export type Group = {
  children_count: number
  created_at: string | null
  created_by_user: Ref | null
  /** Groups anywhere below. */
  descendants_count: number
  /** Up to 1,000 characters. */
  description: string | null
  domain_type_id: number | null
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
  updated_at: string | null
}
export type ListGroupsResponse = {
  items: Group[]
  page: number
  size: number
  total: number
}
export type GroupInput = {
  children_count?: number
  created_at?: string | null
  created_by_user?: RefInput | null
  /** Groups anywhere below. */
  descendants_count?: number
  /** Up to 1,000 characters. */
  description?: string | null
  domain_type_id?: number | null
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
  updated_at?: string | null
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
export type EventCategory = 'access' | 'info' | 'system' | 'emergency'
export type Event = {
  category: EventCategory | null
  /** As access_granted_by_valid_identifier; see devices. */
  code: string
  /** The device's clock. */
  created_at: string | null
  device: Ref | null
  /** The device's own number of the event. */
  device_event_id: number
  domain: Ref | null
  id: number
  /** The identifier and user that the number belongs to, where known. */
  identifier: Ref | null
  identifier_number: string | null
  /** What was shown to the reader: type and number, as the device reported them. */
  identifier_type: string | null
  /** The number belongs to a revoked identifier. */
  is_revoked: boolean
  lock_number: number | null
  /** When the platform stored it. */
  received_at: string | null
  user: Ref | null
}
export type ListEventsResponse = {
  items: Event[]
  page: number
  size: number
  total: number
}
export type OwnerType = 'owner' | 'guest'
export type IdentifierType =
  | 'card'
  | 'ukey'
  | 'ukey2'
  | 'access_code'
  | 'qr'
  | 'face'
  | 'license_plate'
export type Identifier = {
  access_rules: Ref[]
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** The group that it counts to: its owner's first. */
  domain: Ref | null
  id: number
  is_active: boolean
  /** UUID under which devices hold it. */
  link_id: string
  /** 1 to 100 characters. */
  name: string
  /** The user it belongs to. */
  owner: Ref | null
  owner_type: OwnerType | null
  passes_restrict_active: boolean
  /** 1 to 99999. */
  passes_restrict_max_count: number
  passes_restrict_passes_count: number
  period_restrict_active: boolean
  period_restrict_from: string | null
  period_restrict_to: string | null
  /** Set when it was revoked. */
  revoked_at: string | null
  type: IdentifierType | null
  updated_at: string | null
  /** Cards: decimal digits (up to 10) or hex byte pairs joined by - or :. Comes back in the form given by `format`. */
  value: string
  /** Cards only: both forms, for showing. */
  value_dec: string | null
  value_hex: string | null
}
export type ListIdentifiersResponse = {
  items: Identifier[]
  page: number
  size: number
  total: number
}
export type IdentifierInput = {
  access_rules?: RefInput[]
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** The group that it counts to: its owner's first. */
  domain?: RefInput | null
  id?: number
  is_active?: boolean
  /** UUID under which devices hold it. */
  link_id?: string
  /** 1 to 100 characters. */
  name?: string
  /** The user it belongs to. */
  owner?: RefInput | null
  owner_type?: OwnerType | null
  passes_restrict_active?: boolean
  /** 1 to 99999. */
  passes_restrict_max_count?: number
  passes_restrict_passes_count?: number
  period_restrict_active?: boolean
  period_restrict_from?: string | null
  period_restrict_to?: string | null
  /** Set when it was revoked. */
  revoked_at?: string | null
  type?: IdentifierType | null
  updated_at?: string | null
  /** Cards: decimal digits (up to 10) or hex byte pairs joined by - or :. Comes back in the form given by `format`. */
  value?: string
  /** Cards only: both forms, for showing. */
  value_dec?: string | null
  value_hex?: string | null
}
export type License = {
  features: string[]
  id: number
  name: string
  /** basic, plus, trial or evaluation. */
  plan: string
  valid_from: string | null
  /** Null: no end. */
  valid_to: string | null
}
export type ListLicensesResponse = {
  items: License[]
  total: number
}
export type Feature = {
  is_enabled: boolean
  /** Null: unlimited. */
  maximum: number | null
  /** As in the permission catalogue: sip, sip.trunks, identifier.guest, ... */
  name: string
}
export type ListFeaturesResponse = {
  items: Feature[]
}
export type LicenseStatus = 'normal' | 'no_license' | 'will_expire' | 'already_expired'
export type GetLicenseStatusResponse = {
  /** Days until the licence ends, or since it ended; null without an end. */
  days: number | null
  status: LicenseStatus | null
}
export type Project = {
  description: string
  id: number
  name: string
  /** Public identifier, a UUID. */
  uid: string
}
export type Session = {
  project: Project | null
  /** Refresh token: opaque, valid once. */
  refresh: string
  /** Access token: EdDSA JWT, valid 10 minutes. */
  token: string
}
export type LoginResponse = {
  sessions: Session[]
}
export type LoginRequestInput = {
  /** E-mail or login name, up to 254 characters. */
  login?: string
  /** Up to 256 characters. */
  password?: string
  /** A session of 30 days in place of 12 hours. */
  remember?: boolean
}
export type LogoutRequestInput = {}
export type PopupAction = {
  /** As goto:page. */
  code: string
  params: {
    [key: string]: any
  } | null
}
export type Significance = 'normal' | 'important'
export type Sound = {
  file: string
  /** once or loop. */
  mode: string
}
export type NotificationClass =
  | 'announce_received'
  | 'announce_status_changed'
  | 'conversation_received'
  | 'conversation_message_received'
  | 'sip_reboot_started'
  | 'sip_reboot_completed'
  | 'device_broker_settings_sent'
  | 'identifier_used'
  | 'revoked_identifier_used'
  | 'device_alarm_enabled'
  | 'device_alarm_disabled'
  | 'device_alarm_processed'
export type Notification = {
  color: string
  created_at: string | null
  /** user, device, group (each {id, name}), identifier_type, identifier_number, code, event_id, lock_number, created_at. */
  data: {
    [key: string]: any
  } | null
  icon: string
  id: number
  popup_action: PopupAction | null
  read_at: string | null
  significance: Significance | null
  sound: Sound | null
  type: NotificationClass | null
}
export type ListNotificationsResponse = {
  items: Notification[]
  total: number
}
export type ReadNotificationsResponse = {
  read: number
}
export type ReadNotificationsRequestInput = {
  id?: number | null
}
export type ClassSetting = {
  /** Shown in the console. */
  acs: boolean
  type: NotificationClass | null
}
export type NotificationSettings = {
  settings: ClassSetting[]
}
export type ClassSettingInput = {
  /** Shown in the console. */
  acs?: boolean
  type?: NotificationClass | null
}
export type NotificationSettingsInput = {
  settings?: ClassSettingInput[]
}
export type ListUnreadNotificationsResponse = {
  /** The latest 20 that are important. */
  important: Notification[]
  /** The latest 20. */
  items: Notification[]
  /** Exact up to 1,000. */
  total: number
}
export type PermissionInfo = {
  code: string
  /** The licence feature that it needs; null for none. */
  feature: string | null
}
export type PermissionGroup = {
  name: string
  permissions: PermissionInfo[]
}
export type ListPermissionsResponse = {
  groups: PermissionGroup[]
}
export type LicenseInfo = {
  features: string[]
}
export type ProfileDetails = {
  address: string | null
  /** dec or hex: how card numbers are shown. */
  identifier_format: string
  is_app_popup_active: boolean
  phone: string | null
  project_id: number
  sip_number: string | null
  /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD. */
  time_format: string
  /** IANA name; empty means the project's zone. */
  time_zone: string
}
export type ProfileRole = {
  id: number
  name: string
  permissions: string[]
}
export type Profile = {
  avatar_url: string | null
  domains: Ref[]
  email: string
  id: number
  is_invited: boolean
  is_verified: boolean
  license_info: LicenseInfo | null
  /** en or ru. */
  locale: string
  name: string
  profile: ProfileDetails | null
  project: Project | null
  role: ProfileRole | null
}
export type LicenseInfoInput = {
  features?: string[]
}
export type ProfileDetailsInput = {
  address?: string | null
  /** dec or hex: how card numbers are shown. */
  identifier_format?: string
  is_app_popup_active?: boolean
  phone?: string | null
  project_id?: number
  sip_number?: string | null
  /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD. */
  time_format?: string
  /** IANA name; empty means the project's zone. */
  time_zone?: string
}
export type ProjectInput = {
  description?: string
  id?: number
  name?: string
  /** Public identifier, a UUID. */
  uid?: string
}
export type ProfileRoleInput = {
  id?: number
  name?: string
  permissions?: string[]
}
export type ProfileInput = {
  avatar_url?: string | null
  domains?: RefInput[]
  email?: string
  id?: number
  is_invited?: boolean
  is_verified?: boolean
  license_info?: LicenseInfoInput | null
  /** en or ru. */
  locale?: string
  name?: string
  profile?: ProfileDetailsInput | null
  project?: ProjectInput | null
  role?: ProfileRoleInput | null
}
export type ChangeProfilePasswordRequestInput = {
  /** 8 to 256 characters. */
  new_password?: string
  old_password?: string
}
export type RefreshResponse = {
  refresh: string
  token: string
}
export type RefreshRequestInput = {
  /** A refresh token. */
  token?: string
}
export type FieldMeta = {
  choices: string[]
  name: string
  rules: string[]
  sortable: boolean
  /** int, text, bool, time, choice. */
  type: string
}
export type ResourceMeta = {
  fields: FieldMeta[]
  /** As the path has it: users, time-rules. */
  resource: string
}
export type ListResourceMetaResponse = {
  items: ResourceMeta[]
}
export type Role = {
  /** Roles that a holder of this one may assign. */
  available_roles: Ref[]
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  id: number
  /** Made with the project; cannot be deleted. */
  is_default: boolean
  name: string
  permissions: string[]
}
export type ListRolesResponse = {
  items: Role[]
  page: number
  size: number
  total: number
}
export type ServiceInfo = {
  is_ready: boolean
  /** What is missing, when it is not ready. */
  message: string
  name: string
}
export type ServerInfo = {
  services: ServiceInfo[]
  version: string
}
export type ServerSettings = {
  default_locale: string
  /** Licence features that are on for the server. */
  features: string[]
  locales: string[]
  name: string
  /** Whether somebody may register without an invitation. */
  registration: boolean
  version: string
}
export type TimeRule = {
  /** Access rules that use it. */
  access_rules: Ref[]
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  id: number
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
  /** 1 to 1000. */
  repeat_custom_looper: number
  /** daily, weekly, monthly, yearly. */
  repeat_custom_mode: string
  /** 1 to 12. */
  repeat_custom_monthes: number[]
  repeat_custom_use_day_types: boolean
  /** mon to sun. */
  repeat_custom_weekdays: string[]
  repeat_duration_count: number
  /** infinitely, until, count. */
  repeat_duration_mode: string
  /** A date, as 2027-01-31. */
  repeat_duration_until: string | null
  /** never, day, week, two_weeks, month, year, custom. */
  repeat_mode: string
  /** IANA name; empty on creation means the project's zone. */
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
export type TimeRuleInput = {
  /** Access rules that use it. */
  access_rules?: RefInput[]
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  id?: number
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
  /** 1 to 1000. */
  repeat_custom_looper?: number
  /** daily, weekly, monthly, yearly. */
  repeat_custom_mode?: string
  /** 1 to 12. */
  repeat_custom_monthes?: number[]
  repeat_custom_use_day_types?: boolean
  /** mon to sun. */
  repeat_custom_weekdays?: string[]
  repeat_duration_count?: number
  /** infinitely, until, count. */
  repeat_duration_mode?: string
  /** A date, as 2027-01-31. */
  repeat_duration_until?: string | null
  /** never, day, week, two_weeks, month, year, custom. */
  repeat_mode?: string
  /** IANA name; empty on creation means the project's zone. */
  time_zone?: string
  updated_at?: string | null
  /** Start and end of the first period, wall clock of `time_zone`, as 2026-11-23T08:00:00. */
  valid_from?: string
  valid_to?: string
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
export type UserDetails = {
  address: string | null
  /** International format, as +31201234567. */
  phone: string | null
}
export type User = {
  activated_at: string | null
  avatar_url: string | null
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** At least one group. */
  domains: Ref[]
  email: string | null
  id: number
  /** A user who is not active cannot sign in, and their identifiers open nothing. */
  is_active: boolean
  /** Name to sign in with besides the e-mail; unique in the installation. */
  login: string | null
  /** 1 to 100 characters. */
  name: string
  /** Write only: comes back as ******** when set. */
  password: string | null
  profile: UserDetails | null
  role: Ref | null
  updated_at: string | null
}
export type ListUsersResponse = {
  items: User[]
  page: number
  size: number
  /** Exact up to 10,000; 10,001 means more. */
  total: number
}
export type UserDetailsInput = {
  address?: string | null
  /** International format, as +31201234567. */
  phone?: string | null
}
export type UserInput = {
  activated_at?: string | null
  avatar_url?: string | null
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** At least one group. */
  domains?: RefInput[]
  email?: string | null
  id?: number
  /** A user who is not active cannot sign in, and their identifiers open nothing. */
  is_active?: boolean
  /** Name to sign in with besides the e-mail; unique in the installation. */
  login?: string | null
  /** 1 to 100 characters. */
  name?: string
  /** Write only: comes back as ******** when set. */
  password?: string | null
  profile?: UserDetailsInput | null
  role?: RefInput | null
  updated_at?: string | null
}
export const {
  useCheckAccessMutation,
  useListAccessRulesQuery,
  useLazyListAccessRulesQuery,
  useCreateAccessRuleMutation,
  useDeleteAllAccessRulesMutation,
  useDeleteAccessRuleMutation,
  useGetAccessRuleQuery,
  useLazyGetAccessRuleQuery,
  useUpdateAccessRuleMutation,
  useListDeviceModelsQuery,
  useLazyListDeviceModelsQuery,
  useListDeviceTasksQuery,
  useLazyListDeviceTasksQuery,
  useDeleteAllDeviceTasksMutation,
  useDeleteDeviceTaskMutation,
  useGetDeviceTaskQuery,
  useLazyGetDeviceTaskQuery,
  useRestartDeviceTaskMutation,
  useListDevicesQuery,
  useLazyListDevicesQuery,
  useCreateDeviceMutation,
  useDeleteAllDevicesMutation,
  useDeleteDeviceMutation,
  useGetDeviceQuery,
  useLazyGetDeviceQuery,
  useUpdateDeviceMutation,
  useInitDeviceMutation,
  useOpenLockMutation,
  useRestartDeviceQueueMutation,
  useApplyDeviceSettingsMutation,
  useListSyncErrorsQuery,
  useLazyListSyncErrorsQuery,
  useListGroupTypesQuery,
  useLazyListGroupTypesQuery,
  useCreateGroupTypeMutation,
  useDeleteAllGroupTypesMutation,
  useDeleteGroupTypeMutation,
  useGetGroupTypeQuery,
  useLazyGetGroupTypeQuery,
  useUpdateGroupTypeMutation,
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
  useListAccessControlEventsQuery,
  useLazyListAccessControlEventsQuery,
  useListDeviceEventsQuery,
  useLazyListDeviceEventsQuery,
  useListIdentifiersQuery,
  useLazyListIdentifiersQuery,
  useCreateIdentifierMutation,
  useDeleteAllIdentifiersMutation,
  useDeleteIdentifierMutation,
  useGetIdentifierQuery,
  useLazyGetIdentifierQuery,
  useUpdateIdentifierMutation,
  useRevokeIdentifierMutation,
  useListLicensesQuery,
  useLazyListLicensesQuery,
  useListFeaturesQuery,
  useLazyListFeaturesQuery,
  useGetLicenseStatusQuery,
  useLazyGetLicenseStatusQuery,
  useLoginMutation,
  useLogoutMutation,
  useListNotificationsQuery,
  useLazyListNotificationsQuery,
  useReadNotificationsMutation,
  useGetNotificationSettingsQuery,
  useLazyGetNotificationSettingsQuery,
  useSetNotificationSettingsMutation,
  useListUnreadNotificationsQuery,
  useLazyListUnreadNotificationsQuery,
  useListPermissionsQuery,
  useLazyListPermissionsQuery,
  useGetProfileQuery,
  useLazyGetProfileQuery,
  useUpdateProfileMutation,
  useChangeProfilePasswordMutation,
  useRefreshMutation,
  useListResourceMetaQuery,
  useLazyListResourceMetaQuery,
  useListRolesQuery,
  useLazyListRolesQuery,
  useGetRoleQuery,
  useLazyGetRoleQuery,
  useGetServerInfoQuery,
  useLazyGetServerInfoQuery,
  useGetServerSettingsQuery,
  useLazyGetServerSettingsQuery,
  useListTimeRulesQuery,
  useLazyListTimeRulesQuery,
  useCreateTimeRuleMutation,
  useDeleteAllTimeRulesMutation,
  usePreviewTimeRuleMutation,
  useDeleteTimeRuleMutation,
  useGetTimeRuleQuery,
  useLazyGetTimeRuleQuery,
  useUpdateTimeRuleMutation,
  useListUsersQuery,
  useLazyListUsersQuery,
  useCreateUserMutation,
  useDeleteAllUsersMutation,
  useDeleteUserMutation,
  useGetUserQuery,
  useLazyGetUserQuery,
  useUpdateUserMutation,
  useSetUserPasswordMutation,
} = injectedRtkApi
