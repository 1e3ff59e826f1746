import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Sessions'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      login: build.mutation<LoginApiResponse, LoginApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/login`,
          method: 'POST',
          body: queryArg.loginRequestInput,
        }),
        invalidatesTags: ['Sessions'],
      }),
      loginPasskey: build.mutation<LoginPasskeyApiResponse, LoginPasskeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/login/passkey`,
          method: 'POST',
          body: queryArg.loginPasskeyRequestInput,
        }),
        invalidatesTags: ['Sessions'],
      }),
      startPasskeyLogin: build.mutation<StartPasskeyLoginApiResponse, StartPasskeyLoginApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/login/passkey/options`,
          method: 'POST',
          body: queryArg.startPasskeyLoginRequestInput,
        }),
        invalidatesTags: ['Sessions'],
      }),
      loginSecondFactor: build.mutation<LoginSecondFactorApiResponse, LoginSecondFactorApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/login/second-factor`,
          method: 'POST',
          body: queryArg.loginSecondFactorRequestInput,
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
      refresh: build.mutation<RefreshApiResponse, RefreshApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/refresh`,
          method: 'POST',
          body: queryArg.refreshRequestInput,
        }),
        invalidatesTags: ['Sessions'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as sessionsApi }
export type LoginApiResponse = /** status 200 Done. */ LoginResponse
export type LoginApiArg = {
  loginRequestInput: LoginRequestInput
}
export type LoginPasskeyApiResponse = /** status 200 Done. */ LoginResponse
export type LoginPasskeyApiArg = {
  loginPasskeyRequestInput: LoginPasskeyRequestInput
}
export type StartPasskeyLoginApiResponse = /** status 200 Done. */ PasskeyChallenge
export type StartPasskeyLoginApiArg = {
  startPasskeyLoginRequestInput: StartPasskeyLoginRequestInput
}
export type LoginSecondFactorApiResponse = /** status 200 Done. */ LoginResponse
export type LoginSecondFactorApiArg = {
  loginSecondFactorRequestInput: LoginSecondFactorRequestInput
}
export type LogoutApiResponse = /** status 200 Done. */ object
export type LogoutApiArg = {
  logoutRequestInput: LogoutRequestInput
}
export type RefreshApiResponse = /** status 200 Done. */ RefreshResponse
export type RefreshApiArg = {
  refreshRequestInput: RefreshRequestInput
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
export type VestibuleIdentityV1MobileClientInput525Input = {
  /** Model and version of the system, up to 200 characters. */
  info?: string
  /** ios or android. */
  platform?: string
  /** The installation's own identifier, up to 100 characters: signing in again replaces the entry. */
  vendor_id?: string
}
export type LoginRequestInput = {
  /** E-mail or login name, up to 254 characters. */
  login?: string
  /** Where a mobile application signs in: the device is kept in the user's list of mobile clients. */
  mobile_client?: VestibuleIdentityV1MobileClientInput525Input | null
  /** Up to 256 characters. */
  password?: string
  /** A session of 30 days in place of 12 hours. */
  remember?: boolean
}
export type LoginPasskeyRequestInput = {
  /** PublicKeyCredential in its JSON form. */
  credential?: {
    [key: string]: any
  } | null
  remember?: boolean
  state?: string
}
export type PasskeyChallenge = {
  /** PublicKeyCredentialRequestOptions or PublicKeyCredentialCreationOptions of WebAuthn, in their JSON form. */
  options: {
    [key: string]: any
  } | null
  /** Names this attempt, valid 5 minutes. */
  state: string
}
export type StartPasskeyLoginRequestInput = {
  /** Of a SecondFactorDemand; null to sign in with the passkey alone. */
  ticket?: string | null
}
export type LoginSecondFactorRequestInput = {
  /** Six digits of the authenticator, or a recovery code. */
  code?: string
  ticket?: string
}
export type LogoutRequestInput = {}
export type RefreshResponse = {
  refresh: string
  token: string
}
export type RefreshRequestInput = {
  /** A refresh token. */
  token?: string
}
export const {
  useLoginMutation,
  useLoginPasskeyMutation,
  useStartPasskeyLoginMutation,
  useLoginSecondFactorMutation,
  useLogoutMutation,
  useRefreshMutation,
} = injectedRtkApi
