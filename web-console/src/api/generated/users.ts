import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Users'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
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
      deleteUserAvatar: build.mutation<DeleteUserAvatarApiResponse, DeleteUserAvatarApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/avatar`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Users'],
      }),
      listMobileClients: build.query<ListMobileClientsApiResponse, ListMobileClientsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/mobile-clients`,
        }),
        providesTags: ['Users'],
      }),
      deleteMobileClient: build.mutation<DeleteMobileClientApiResponse, DeleteMobileClientApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/mobile-clients/${queryArg.clientId}`,
          method: 'DELETE',
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
      sendRegistrationLink: build.mutation<
        SendRegistrationLinkApiResponse,
        SendRegistrationLinkApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/registration-link`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Users'],
      }),
      removeUserSecondFactors: build.mutation<
        RemoveUserSecondFactorsApiResponse,
        RemoveUserSecondFactorsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/second-factors`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Users'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as usersApi }
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
export type DeleteUserAvatarApiResponse = /** status 200 Done. */ object
export type DeleteUserAvatarApiArg = {
  id: number
}
export type ListMobileClientsApiResponse = /** status 200 Done. */ ListMobileClientsResponse
export type ListMobileClientsApiArg = {
  id: number
}
export type DeleteMobileClientApiResponse = /** status 200 Done. */ object
export type DeleteMobileClientApiArg = {
  id: number
  clientId: number
}
export type SetUserPasswordApiResponse = /** status 200 Done. */ object
export type SetUserPasswordApiArg = {
  id: number
  body: {
    /** 8 to 256 characters. */
    new_password?: string
  }
}
export type SendRegistrationLinkApiResponse = /** status 200 Done. */ object
export type SendRegistrationLinkApiArg = {
  id: number
  body: {}
}
export type RemoveUserSecondFactorsApiResponse = /** status 200 Done. */ object
export type RemoveUserSecondFactorsApiArg = {
  id: number
}
export type Ref = {
  id: number
  name: string
}
export type UserMarker = {
  /** As #rrggbb. */
  color: string
  id: number
  name: string
}
export type UserDetails = {
  address: string | null
  /** International format, as +31201234567. */
  phone: string | null
}
export type User = {
  /** When they were first made active, whether or not they have signed in since. */
  activated_at: string | null
  avatar_url: string | null
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** At least one group. */
  domains: Ref[]
  /** Lifts go to public floors only for them. */
  elevator_access_disabled: boolean
  email: string | null
  /** Whether signing in asks for more than the password: for whoever may remove it; null in lists. */
  has_second_factor: boolean | null
  id: number
  /** A user who is not active cannot sign in, and their identifiers open nothing. True for a new one that does not say. */
  is_active: boolean
  /** Invited and without a password until now. */
  is_invited: boolean
  /** Users who belong together, as a household: the link holds both ways. At most 50. */
  linked_users: Ref[]
  /** Name to sign in with besides the e-mail; unique in the installation. */
  login: string | null
  /** Changed with can_apply_marker_user only. */
  markers: UserMarker[]
  /** 1 to 100 characters. */
  name: string
  /** Write only: comes back as ******** when set. */
  password: string | null
  profile: UserDetails | null
  role: Ref | null
  /** Only in CreateUser; true where it is absent and the user has an e-mail but no password. */
  send_registration_link: boolean | null
  updated_at: string | null
}
export type ListUsersResponse = {
  items: User[]
  page: number
  size: number
  /** Exact up to 10,000; 10,001 means more. */
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
export type UserMarkerInput = {
  /** As #rrggbb. */
  color?: string
  id?: number
  name?: string
}
export type UserDetailsInput = {
  address?: string | null
  /** International format, as +31201234567. */
  phone?: string | null
}
export type UserInput = {
  /** When they were first made active, whether or not they have signed in since. */
  activated_at?: string | null
  avatar_url?: string | null
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** At least one group. */
  domains?: RefInput[]
  /** Lifts go to public floors only for them. */
  elevator_access_disabled?: boolean
  email?: string | null
  /** Whether signing in asks for more than the password: for whoever may remove it; null in lists. */
  has_second_factor?: boolean | null
  id?: number
  /** A user who is not active cannot sign in, and their identifiers open nothing. True for a new one that does not say. */
  is_active?: boolean
  /** Invited and without a password until now. */
  is_invited?: boolean
  /** Users who belong together, as a household: the link holds both ways. At most 50. */
  linked_users?: RefInput[]
  /** Name to sign in with besides the e-mail; unique in the installation. */
  login?: string | null
  /** Changed with can_apply_marker_user only. */
  markers?: UserMarkerInput[]
  /** 1 to 100 characters. */
  name?: string
  /** Write only: comes back as ******** when set. */
  password?: string | null
  profile?: UserDetailsInput | null
  role?: RefInput | null
  /** Only in CreateUser; true where it is absent and the user has an e-mail but no password. */
  send_registration_link?: boolean | null
  updated_at?: string | null
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
export type VestibuleIdentityV1MobileClient524 = {
  auth_at: string | null
  id: number
  info: string
  /** ios or android. */
  platform: string
  sip_number: string | null
  ukey2: string | null
  vendor_id: string
}
export type ListMobileClientsResponse = {
  /** At most 100. */
  items: VestibuleIdentityV1MobileClient524[]
}
export const {
  useListUsersQuery,
  useLazyListUsersQuery,
  useCreateUserMutation,
  useDeleteAllUsersMutation,
  useDeleteUserMutation,
  useGetUserQuery,
  useLazyGetUserQuery,
  useUpdateUserMutation,
  useDeleteUserAvatarMutation,
  useListMobileClientsQuery,
  useLazyListMobileClientsQuery,
  useDeleteMobileClientMutation,
  useSetUserPasswordMutation,
  useSendRegistrationLinkMutation,
  useRemoveUserSecondFactorsMutation,
} = injectedRtkApi
