import {
  generatedApi,
  type ListRolesResponse,
  type ListUsersResponse,
  type User,
  type UserInput,
} from '@/api/generated/endpoints'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { Role, User, UserInput } from '@/api/generated/endpoints'

const usersApi = generatedApi.enhanceEndpoints({
  endpoints: {
    listUsers: { providesTags: providesList('Users') },
    getUser: { providesTags: providesItem('Users') },
    createUser: { invalidatesTags: changesList('Users') },
    updateUser: { invalidatesTags: changesItem('Users') },
    deleteAllUsers: { invalidatesTags: changesAll('Users') },
    setUserPassword: { invalidatesTags: changesItem('Users') },
    listRoles: { providesTags: providesList('Roles') },
  },
})

export const { useDeleteAllUsersMutation, useSetUserPasswordMutation } = usersApi

/** A page of the users that the person sees. */
export const useUserList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListUsersResponse> => usersApi.useListUsersQuery(listArgs(query), options)

export const useUser = (id: Id, options?: { skip?: boolean }) =>
  usersApi.useGetUserQuery({ id }, options)

export const useCreateUser: UseMutation<UserInput, User> = () => {
  const [create, state] = usersApi.useCreateUserMutation()
  return [(userInput) => create({ userInput }), state]
}

export const useUpdateUser: UseMutation<{ id: Id; body: UserInput }, User> = () => {
  const [update, state] = usersApi.useUpdateUserMutation()
  return [({ id, body }) => update({ id, userInput: body }), state]
}

export const useRoleList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListRolesResponse> => usersApi.useListRolesQuery(listArgs(query), options)
