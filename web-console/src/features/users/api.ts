import {
  usersApi as generated,
  type ListUsersResponse,
  type User,
  type UserInput,
} from '@/api/generated/users'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { User, UserInput } from '@/api/generated/users'

const usersApi = generated.enhanceEndpoints({
  endpoints: {
    listUsers: { providesTags: providesList('Users') },
    getUser: { providesTags: providesItem('Users') },
    createUser: { invalidatesTags: changesList('Users') },
    updateUser: { invalidatesTags: changesItem('Users') },
    deleteAllUsers: { invalidatesTags: changesAll('Users') },
    // An invitation that was sent again changes nothing that is shown.
    sendRegistrationLink: { invalidatesTags: [] },
    deleteUserAvatar: { invalidatesTags: changesItem('Users') },
    listMobileClients: { providesTags: providesItem('Users') },
    deleteMobileClient: { invalidatesTags: changesItem('Users') },
    setUserPassword: { invalidatesTags: changesItem('Users') },
    removeUserSecondFactors: { invalidatesTags: changesItem('Users') },
  },
})

export const {
  useDeleteAllUsersMutation,
  useDeleteMobileClientMutation,
  useDeleteUserAvatarMutation,
  useListMobileClientsQuery,
  useRemoveUserSecondFactorsMutation,
  useSendRegistrationLinkMutation,
  useSetUserPasswordMutation,
} = usersApi

/** A page of the users that the person sees. */
export const useUserList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListUsersResponse> => usersApi.useListUsersQuery(listArgs(query), options)

/** Those whose role lets them manage their own group. */
export const useGroupAdminList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListUsersResponse> =>
  usersApi.useListUsersQuery({ ...listArgs(query), isGroupAdmin: true }, options)

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
