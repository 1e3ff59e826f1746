import {
  rolesApi as generated,
  type ListRolesResponse,
  type Role,
  type RoleInput,
} from '@/api/generated/roles'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { PermissionGroup, Role, RoleDependency, RoleInput } from '@/api/generated/roles'

const rolesApi = generated.enhanceEndpoints({
  endpoints: {
    listRoles: { providesTags: providesList('Roles') },
    getRole: { providesTags: providesItem('Roles') },
    createRole: { invalidatesTags: changesList('Roles') },
    updateRole: { invalidatesTags: changesItem('Roles') },
    deleteAllRoles: { invalidatesTags: changesAll('Roles') },
    // The catalogue is a part of the program.
    listPermissions: { providesTags: [] },
  },
})

export const { useDeleteAllRolesMutation, useListPermissionsQuery } = rolesApi

/** A page of the roles that the person sees. */
export const useRoleList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListRolesResponse> => rolesApi.useListRolesQuery(listArgs(query), options)

export const useRole = (id: Id, options?: { skip?: boolean }) =>
  rolesApi.useGetRoleQuery({ id }, options)

export const useCreateRole: UseMutation<RoleInput, Role> = () => {
  const [create, state] = rolesApi.useCreateRoleMutation()
  return [(roleInput) => create({ roleInput }), state]
}

export const useUpdateRole: UseMutation<{ id: Id; body: RoleInput }, Role> = () => {
  const [update, state] = rolesApi.useUpdateRoleMutation()
  return [({ id, body }) => update({ id, roleInput: body }), state]
}
