import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Roles'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listPermissions: build.query<ListPermissionsApiResponse, ListPermissionsApiArg>({
        query: () => ({ url: `/api/v0/permissions` }),
        providesTags: ['Roles'],
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
      createRole: build.mutation<CreateRoleApiResponse, CreateRoleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/roles`,
          method: 'PUT',
          body: queryArg.roleInput,
        }),
        invalidatesTags: ['Roles'],
      }),
      deleteAllRoles: build.mutation<DeleteAllRolesApiResponse, DeleteAllRolesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/roles/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRolesRequestInput,
        }),
        invalidatesTags: ['Roles'],
      }),
      deleteRole: build.mutation<DeleteRoleApiResponse, DeleteRoleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/roles/${queryArg.id}`,
          method: 'DELETE',
          params: {
            gently: queryArg.gently,
          },
        }),
        invalidatesTags: ['Roles'],
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
      updateRole: build.mutation<UpdateRoleApiResponse, UpdateRoleApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/roles/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.roleInput,
        }),
        invalidatesTags: ['Roles'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as rolesApi }
export type ListPermissionsApiResponse = /** status 200 Done. */ ListPermissionsResponse
export type ListPermissionsApiArg = void
export type ListRolesApiResponse = /** status 200 Done. */ ListRolesResponse
export type ListRolesApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type CreateRoleApiResponse = /** status 200 Done. */ Role
export type CreateRoleApiArg = {
  roleInput: RoleInput
}
export type DeleteAllRolesApiResponse = /** status 200 Done. */ DeleteAllRolesResponse
export type DeleteAllRolesApiArg = {
  deleteAllRolesRequestInput: DeleteAllRolesRequestInput
}
export type DeleteRoleApiResponse = /** status 200 Done. */ DeleteRoleResponse
export type DeleteRoleApiArg = {
  id: number
  /** Answers dependencies in place of 409. */
  gently?: boolean
}
export type GetRoleApiResponse = /** status 200 Done. */ Role
export type GetRoleApiArg = {
  id: number
  with?: string[]
}
export type UpdateRoleApiResponse = /** status 200 Done. */ Role
export type UpdateRoleApiArg = {
  id: number
  roleInput: RoleInput
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
export type Ref = {
  id: number
  name: string
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
  updated_at: string | null
  /** Users who have it; exact up to 1,000. */
  users_count: number
}
export type ListRolesResponse = {
  items: Role[]
  page: number
  size: number
  total: number
}
export type RefInput = {
  id?: number
  name?: string
}
export type RoleInput = {
  /** Roles that a holder of this one may assign. */
  available_roles?: RefInput[]
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  id?: number
  /** Made with the project; cannot be deleted. */
  is_default?: boolean
  name?: string
  permissions?: string[]
  updated_at?: string | null
  /** Users who have it; exact up to 1,000. */
  users_count?: number
}
export type RoleSetting = {
  /** `registration`: who registers gets the role; `user_type`: who registers as this type does; `identity_provider`: who
    first signs in by the provider does. */
  kind: string
  /** Of the user type or the provider; empty for `registration`. */
  name: string
}
export type RoleDependency = {
  role: Ref | null
  /** Roles whose holders may assign it. */
  roles: Ref[]
  /** Settings of the project that name it. */
  settings: RoleSetting[]
  /** The first 20 of the users who have it. */
  users: Ref[]
  users_count: number
}
export type ItemResult = {
  done: boolean
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type DeleteAllRolesResponse = {
  deleted_items: Ref[]
  dependencies: RoleDependency[]
  items: ItemResult[]
}
export type DeleteAllRolesRequestInput = {
  gently?: boolean
  /** Up to 500 ids. */
  items?: number[]
}
export type DeleteRoleResponse = {
  deleted_items: Ref[]
  dependencies: RoleDependency[]
}
export const {
  useListPermissionsQuery,
  useLazyListPermissionsQuery,
  useListRolesQuery,
  useLazyListRolesQuery,
  useCreateRoleMutation,
  useDeleteAllRolesMutation,
  useDeleteRoleMutation,
  useGetRoleQuery,
  useLazyGetRoleQuery,
  useUpdateRoleMutation,
} = injectedRtkApi
