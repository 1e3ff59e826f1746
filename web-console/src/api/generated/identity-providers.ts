import { baseApi as api } from '../baseApi'
export const addTagTypes = ['IdentityProviders'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listIdentityProviders: build.query<
        ListIdentityProvidersApiResponse,
        ListIdentityProvidersApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/login/providers`,
          params: {
            project: queryArg.project,
          },
        }),
        providesTags: ['IdentityProviders'],
      }),
      finishProviderLogin: build.mutation<
        FinishProviderLoginApiResponse,
        FinishProviderLoginApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/login/providers/finish`,
          method: 'POST',
          body: queryArg.finishProviderLoginRequestInput,
        }),
        invalidatesTags: ['IdentityProviders'],
      }),
      startProviderLogin: build.mutation<StartProviderLoginApiResponse, StartProviderLoginApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/login/providers/${queryArg.id}/start`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['IdentityProviders'],
      }),
      getIdentityProvider: build.query<GetIdentityProviderApiResponse, GetIdentityProviderApiArg>({
        query: () => ({ url: `/api/v0/settings/identity-provider` }),
        providesTags: ['IdentityProviders'],
      }),
      updateIdentityProvider: build.mutation<
        UpdateIdentityProviderApiResponse,
        UpdateIdentityProviderApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/settings/identity-provider`,
          method: 'PATCH',
          body: queryArg.identityProviderInput,
        }),
        invalidatesTags: ['IdentityProviders'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as identityProvidersApi }
export type ListIdentityProvidersApiResponse = /** status 200 Done. */ ListIdentityProvidersResponse
export type ListIdentityProvidersApiArg = {
  /** A project's uid. */
  project?: string
}
export type FinishProviderLoginApiResponse = /** status 200 Done. */ LoginResponse
export type FinishProviderLoginApiArg = {
  finishProviderLoginRequestInput: FinishProviderLoginRequestInput
}
export type StartProviderLoginApiResponse = /** status 200 Done. */ ProviderLogin
export type StartProviderLoginApiArg = {
  id: number
  body: {
    remember?: boolean
  }
}
export type GetIdentityProviderApiResponse = /** status 200 Done. */ IdentityProvider
export type GetIdentityProviderApiArg = void
export type UpdateIdentityProviderApiResponse = /** status 200 Done. */ IdentityProvider
export type UpdateIdentityProviderApiArg = {
  identityProviderInput: IdentityProviderInput
}
export type ListedProvider = {
  id: number
  name: string
  project_name: string
}
export type ListIdentityProvidersResponse = {
  /** At most 50. */
  items: ListedProvider[]
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
export type SecondFactorDemand = {
  /** totp, passkey, recovery_code: what the account has. */
  methods: string[]
  /** Opaque, valid 5 minutes. */
  ticket: string
}
export type Project = {
  description: string
  id: number
  /** Whether a dealer's support session leads there. */
  is_support: boolean
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
  second_factor: SecondFactorDemand | null
  /** One for each project of the account; empty where a second factor is asked for. */
  sessions: Session[]
}
export type FinishProviderLoginRequestInput = {
  code?: string
  state?: string
}
export type ProviderLogin = {
  state: string
  /** Valid 10 minutes. */
  url: string
}
export type Ref = {
  id: number
  name: string
}
export type IdentityProvider = {
  client_id: string
  /** Write only: comes back as ******** when set. */
  client_secret: string | null
  /** The group of such a user. */
  domain: Ref | null
  is_enabled: boolean
  /** Shown on the sign-in page to everybody. */
  is_listed: boolean
  /** https; its /.well-known/openid-configuration is read. */
  issuer_url: string
  /** 1 to 31 characters: "Sign in with NAME". */
  name: string
  /** What the provider must allow as a redirect; for reading. */
  redirect_url: string
  /** The role of a user who is made at the first sign-in; null: nobody is made. */
  role: Ref | null
  /** Besides openid: email and profile by default. */
  scopes: string[]
}
export type RefInput = {
  id?: number
  name?: string
}
export type IdentityProviderInput = {
  client_id?: string
  /** Write only: comes back as ******** when set. */
  client_secret?: string | null
  /** The group of such a user. */
  domain?: RefInput | null
  is_enabled?: boolean
  /** Shown on the sign-in page to everybody. */
  is_listed?: boolean
  /** https; its /.well-known/openid-configuration is read. */
  issuer_url?: string
  /** 1 to 31 characters: "Sign in with NAME". */
  name?: string
  /** What the provider must allow as a redirect; for reading. */
  redirect_url?: string
  /** The role of a user who is made at the first sign-in; null: nobody is made. */
  role?: RefInput | null
  /** Besides openid: email and profile by default. */
  scopes?: string[]
}
export const {
  useListIdentityProvidersQuery,
  useLazyListIdentityProvidersQuery,
  useFinishProviderLoginMutation,
  useStartProviderLoginMutation,
  useGetIdentityProviderQuery,
  useLazyGetIdentityProviderQuery,
  useUpdateIdentityProviderMutation,
} = injectedRtkApi
