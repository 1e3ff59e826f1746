import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Registrations'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      register: build.mutation<RegisterApiResponse, RegisterApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/registration`,
          method: 'POST',
          body: queryArg.registerRequestInput,
        }),
        invalidatesTags: ['Registrations'],
      }),
      confirmAccount: build.mutation<ConfirmAccountApiResponse, ConfirmAccountApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/registration/confirm`,
          method: 'POST',
          body: queryArg.confirmAccountRequestInput,
        }),
        invalidatesTags: ['Registrations'],
      }),
      confirmEmail: build.mutation<ConfirmEmailApiResponse, ConfirmEmailApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/registration/confirm-email`,
          method: 'POST',
          body: queryArg.confirmEmailRequestInput,
        }),
        invalidatesTags: ['Registrations'],
      }),
      resendRegistration: build.mutation<ResendRegistrationApiResponse, ResendRegistrationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/registration/resend`,
          method: 'POST',
          body: queryArg.resendRegistrationRequestInput,
        }),
        invalidatesTags: ['Registrations'],
      }),
      getInvitation: build.query<GetInvitationApiResponse, GetInvitationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/registration/tokens/${queryArg.token}`,
        }),
        providesTags: ['Registrations'],
      }),
      acceptInvitation: build.mutation<AcceptInvitationApiResponse, AcceptInvitationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/registration/tokens/${queryArg.token}`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Registrations'],
      }),
      selfRegister: build.mutation<SelfRegisterApiResponse, SelfRegisterApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/self-registration`,
          method: 'POST',
          body: queryArg.selfRegisterRequestInput,
        }),
        invalidatesTags: ['Registrations'],
      }),
      getSelfRegistration: build.query<GetSelfRegistrationApiResponse, GetSelfRegistrationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/self-registration/${queryArg.code}`,
        }),
        providesTags: ['Registrations'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as registrationsApi }
export type RegisterApiResponse = /** status 200 Done. */ RegisterResponse
export type RegisterApiArg = {
  registerRequestInput: RegisterRequestInput
}
export type ConfirmAccountApiResponse = /** status 200 Done. */ object
export type ConfirmAccountApiArg = {
  confirmAccountRequestInput: ConfirmAccountRequestInput
}
export type ConfirmEmailApiResponse = /** status 200 Done. */ object
export type ConfirmEmailApiArg = {
  confirmEmailRequestInput: ConfirmEmailRequestInput
}
export type ResendRegistrationApiResponse = /** status 200 Done. */ RegisterResponse
export type ResendRegistrationApiArg = {
  resendRegistrationRequestInput: ResendRegistrationRequestInput
}
export type GetInvitationApiResponse = /** status 200 Done. */ Invitation
export type GetInvitationApiArg = {
  token: string
}
export type AcceptInvitationApiResponse = /** status 200 Done. */ LoginResponse
export type AcceptInvitationApiArg = {
  token: string
  body: {
    /** 8 to 256 characters. */
    password?: string
  }
}
export type SelfRegisterApiResponse = /** status 200 Done. */ object
export type SelfRegisterApiArg = {
  selfRegisterRequestInput: SelfRegisterRequestInput
}
export type GetSelfRegistrationApiResponse = /** status 200 Done. */ SelfRegistration
export type GetSelfRegistrationApiArg = {
  code: string
}
export type RegisterResponse = {
  /** When the registration is void, unless it is confirmed. */
  expires_at: string | null
  /** Names this registration, opaque. */
  registration: string
  /** Seconds until another code may be asked for. */
  resend_after_seconds: number
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
export type RegisterRequestInput = {
  /** en or ru: of the mail, and of the user. May be left out: then it is the first of the browser's languages (Accept-Language) that the
    platform speaks. The project's own where there is none, or the project does not have it. */
  locale?: string
  /** An e-mail. */
  login?: string
  /** 1 to 100 characters. */
  name?: string
  /** 8 to 256 characters. */
  password?: string
  /** The project's uid; may be left out where one project only is open to registration. */
  project?: string | null
}
export type ConfirmAccountRequestInput = {
  token?: string
}
export type ConfirmEmailRequestInput = {
  /** Six digits. */
  code?: string
  registration?: string
}
export type ResendRegistrationRequestInput = {
  /** The `registration` of the answer to the registration. */
  code?: string
}
export type Invitation = {
  email: string
  /** Where the account has a password already, that password is asked for in place of a new one. */
  has_password: boolean
  name: string
  project_name: string
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
export type SelfRegisterRequestInput = {
  code?: string
  /** As in RegisterRequest. */
  locale?: string
  /** 1 to 100 characters: the name of the root group that is made. */
  object_name?: string
  user_email?: string
  user_name?: string
  /** 8 to 256 characters. */
  user_password?: string
  /** One of the offered. */
  user_type?: string
}
export type SelfRegistration = {
  /** Names that the field for the object suggests: company, house, apartment, ... */
  object_names: string[]
  project_name: string
  user_types: string[]
}
export const {
  useRegisterMutation,
  useConfirmAccountMutation,
  useConfirmEmailMutation,
  useResendRegistrationMutation,
  useGetInvitationQuery,
  useLazyGetInvitationQuery,
  useAcceptInvitationMutation,
  useSelfRegisterMutation,
  useGetSelfRegistrationQuery,
  useLazyGetSelfRegistrationQuery,
} = injectedRtkApi
