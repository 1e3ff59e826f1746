import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Settings'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getAppleWalletSettings: build.query<
        GetAppleWalletSettingsApiResponse,
        GetAppleWalletSettingsApiArg
      >({
        query: () => ({ url: `/api/v0/settings/apple-wallet` }),
        providesTags: ['Settings'],
      }),
      updateAppleWalletSettings: build.mutation<
        UpdateAppleWalletSettingsApiResponse,
        UpdateAppleWalletSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/settings/apple-wallet`,
          method: 'PATCH',
          body: queryArg.appleWalletSettingsInput,
        }),
        invalidatesTags: ['Settings'],
      }),
      getGeneralSettings: build.query<GetGeneralSettingsApiResponse, GetGeneralSettingsApiArg>({
        query: () => ({ url: `/api/v0/settings/general` }),
        providesTags: ['Settings'],
      }),
      updateGeneralSettings: build.mutation<
        UpdateGeneralSettingsApiResponse,
        UpdateGeneralSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/settings/general`,
          method: 'PATCH',
          body: queryArg.generalSettingsInput,
        }),
        invalidatesTags: ['Settings'],
      }),
      getMailSettings: build.query<GetMailSettingsApiResponse, GetMailSettingsApiArg>({
        query: () => ({ url: `/api/v0/settings/mail` }),
        providesTags: ['Settings'],
      }),
      updateMailSettings: build.mutation<UpdateMailSettingsApiResponse, UpdateMailSettingsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/settings/mail`,
          method: 'PATCH',
          body: queryArg.mailSettingsInput,
        }),
        invalidatesTags: ['Settings'],
      }),
      getPushServerSettings: build.query<
        GetPushServerSettingsApiResponse,
        GetPushServerSettingsApiArg
      >({
        query: () => ({ url: `/api/v0/settings/push-server` }),
        providesTags: ['Settings'],
      }),
      updatePushServerSettings: build.mutation<
        UpdatePushServerSettingsApiResponse,
        UpdatePushServerSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/settings/push-server`,
          method: 'PATCH',
          body: queryArg.pushServerSettingsInput,
        }),
        invalidatesTags: ['Settings'],
      }),
      getSipSettings: build.query<GetSipSettingsApiResponse, GetSipSettingsApiArg>({
        query: () => ({ url: `/api/v0/settings/sip` }),
        providesTags: ['Settings'],
      }),
      updateSipSettings: build.mutation<UpdateSipSettingsApiResponse, UpdateSipSettingsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/settings/sip`,
          method: 'PATCH',
          body: queryArg.domainsSipSettingsInput,
        }),
        invalidatesTags: ['Settings'],
      }),
      getWhiteLabelSettings: build.query<
        GetWhiteLabelSettingsApiResponse,
        GetWhiteLabelSettingsApiArg
      >({
        query: () => ({ url: `/api/v0/settings/whitelabel` }),
        providesTags: ['Settings'],
      }),
      updateWhiteLabelSettings: build.mutation<
        UpdateWhiteLabelSettingsApiResponse,
        UpdateWhiteLabelSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/settings/whitelabel`,
          method: 'PATCH',
          body: queryArg.whiteLabelInput,
        }),
        invalidatesTags: ['Settings'],
      }),
      deleteProjectLogo: build.mutation<DeleteProjectLogoApiResponse, DeleteProjectLogoApiArg>({
        query: () => ({
          url: `/api/v0/settings/whitelabel/logo`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Settings'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as settingsApi }
export type GetAppleWalletSettingsApiResponse = /** status 200 Done. */ AppleWalletSettings
export type GetAppleWalletSettingsApiArg = void
export type UpdateAppleWalletSettingsApiResponse = /** status 200 Done. */ AppleWalletSettings
export type UpdateAppleWalletSettingsApiArg = {
  appleWalletSettingsInput: AppleWalletSettingsInput
}
export type GetGeneralSettingsApiResponse = /** status 200 Done. */ GeneralSettings
export type GetGeneralSettingsApiArg = void
export type UpdateGeneralSettingsApiResponse = /** status 200 Done. */ GeneralSettings
export type UpdateGeneralSettingsApiArg = {
  generalSettingsInput: GeneralSettingsInput
}
export type GetMailSettingsApiResponse = /** status 200 Done. */ MailSettings
export type GetMailSettingsApiArg = void
export type UpdateMailSettingsApiResponse = /** status 200 Done. */ MailSettings
export type UpdateMailSettingsApiArg = {
  mailSettingsInput: MailSettingsInput
}
export type GetPushServerSettingsApiResponse = /** status 200 Done. */ PushServerSettings
export type GetPushServerSettingsApiArg = void
export type UpdatePushServerSettingsApiResponse = /** status 200 Done. */ PushServerSettings
export type UpdatePushServerSettingsApiArg = {
  pushServerSettingsInput: PushServerSettingsInput
}
export type GetSipSettingsApiResponse = /** status 200 Done. */ DomainsSipSettings
export type GetSipSettingsApiArg = void
export type UpdateSipSettingsApiResponse = /** status 200 Done. */ DomainsSipSettings
export type UpdateSipSettingsApiArg = {
  domainsSipSettingsInput: DomainsSipSettingsInput
}
export type GetWhiteLabelSettingsApiResponse = /** status 200 Done. */ WhiteLabel
export type GetWhiteLabelSettingsApiArg = void
export type UpdateWhiteLabelSettingsApiResponse = /** status 200 Done. */ WhiteLabel
export type UpdateWhiteLabelSettingsApiArg = {
  whiteLabelInput: WhiteLabelInput
}
export type DeleteProjectLogoApiResponse = /** status 200 Done. */ object
export type DeleteProjectLogoApiArg = void
export type WalletField = {
  /** 1 to 31 characters. */
  label: string
  /** 1 to 500 characters. */
  value: string
}
export type AppleWalletSettings = {
  backfields: WalletField[]
  background_color: string | null
  barcode_alt_text: string | null
  /** The pass type certificate, in PEM: RSA, not expired, its subject with a UID (the pass type) and an OU (the team). */
  certificate: string | null
  certificate_expires_at: string | null
  developer_name: string | null
  developer_name_color: string | null
  font_color: string | null
  /** The certificate that signed it, in PEM. */
  intermediate: string | null
  /** As in AppleWallet. */
  is_enabled: boolean
  /** Read from the certificate. */
  pass_type_id: string | null
  /** The key of the certificate: RSA in PEM, PKCS#8 or PKCS#1. Write only: comes back as ******** when set. */
  private_key: string | null
  team_id: string | null
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
export type AppleWalletSettingsInput = {
  backfields?: WalletFieldInput[]
  background_color?: string | null
  barcode_alt_text?: string | null
  /** The pass type certificate, in PEM: RSA, not expired, its subject with a UID (the pass type) and an OU (the team). */
  certificate?: string | null
  certificate_expires_at?: string | null
  developer_name?: string | null
  developer_name_color?: string | null
  font_color?: string | null
  /** The certificate that signed it, in PEM. */
  intermediate?: string | null
  /** As in AppleWallet. */
  is_enabled?: boolean
  /** Read from the certificate. */
  pass_type_id?: string | null
  /** The key of the certificate: RSA in PEM, PKCS#8 or PKCS#1. Write only: comes back as ******** when set. */
  private_key?: string | null
  team_id?: string | null
}
export type Ref = {
  id: number
  name: string
}
export type RegistrationSettings = {
  domain: Ref | null
  is_enabled: boolean
  /** What they become, and where. Both are needed when it is enabled. */
  role: Ref | null
}
export type UserTypeSettings = {
  /** 1 to 31 characters. */
  name: string
  role: Ref | null
}
export type SelfRegistrationSettings = {
  /** 6 to 64 letters, digits, dash or underscore, unique in the installation; made when it is enabled without one. */
  invitation_code: string | null
  is_enabled: boolean
  /** Suggestions for the object's name; at most 20. */
  object_names: string[]
  /** At least one when it is enabled; at most 20, with names that differ. */
  user_types: UserTypeSettings[]
}
export type GeneralSettings = {
  /** Days that events of devices are stored: 7 to 3,650; 365 until somebody says otherwise. */
  event_days: number
  /** Days that images of devices' events are stored: 1 to 365; 30 until somebody says otherwise. */
  event_image_days: number
  /** Whether a photo of a face is taken only with the consent of whoever is on it; true until somebody switches it off. */
  face_consent_required: boolean
  /** dec or hex: of new users. */
  identifier_format: string
  /** The language of what the platform says by itself: en or ru. */
  locale: string
  /** Languages that users may choose, at least one. Who has one that is taken away keeps it until they choose another. */
  locales: string[]
  registration: RegistrationSettings | null
  self_registration: SelfRegistrationSettings | null
  /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD: of new users, and of times that mails name, in the project's zone. */
  time_format: string
  /** IANA name of the project's zone. */
  time_zone: string
}
export type RefInput = {
  id?: number
  name?: string
}
export type RegistrationSettingsInput = {
  domain?: RefInput | null
  is_enabled?: boolean
  /** What they become, and where. Both are needed when it is enabled. */
  role?: RefInput | null
}
export type UserTypeSettingsInput = {
  /** 1 to 31 characters. */
  name?: string
  role?: RefInput | null
}
export type SelfRegistrationSettingsInput = {
  /** 6 to 64 letters, digits, dash or underscore, unique in the installation; made when it is enabled without one. */
  invitation_code?: string | null
  is_enabled?: boolean
  /** Suggestions for the object's name; at most 20. */
  object_names?: string[]
  /** At least one when it is enabled; at most 20, with names that differ. */
  user_types?: UserTypeSettingsInput[]
}
export type GeneralSettingsInput = {
  /** Days that events of devices are stored: 7 to 3,650; 365 until somebody says otherwise. */
  event_days?: number
  /** Days that images of devices' events are stored: 1 to 365; 30 until somebody says otherwise. */
  event_image_days?: number
  /** Whether a photo of a face is taken only with the consent of whoever is on it; true until somebody switches it off. */
  face_consent_required?: boolean
  /** dec or hex: of new users. */
  identifier_format?: string
  /** The language of what the platform says by itself: en or ru. */
  locale?: string
  /** Languages that users may choose, at least one. Who has one that is taken away keeps it until they choose another. */
  locales?: string[]
  registration?: RegistrationSettingsInput | null
  self_registration?: SelfRegistrationSettingsInput | null
  /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD: of new users, and of times that mails name, in the project's zone. */
  time_format?: string
  /** IANA name of the project's zone. */
  time_zone?: string
}
export type MailSettings = {
  /** none, starttls or tls. */
  encryption: string
  from_email: string | null
  from_name: string | null
  host: string | null
  /** Off: the installation's own mail server is used. */
  is_enabled: boolean
  /** Write only: comes back as ******** when set. */
  password: string | null
  /** 1 to 65,535; 587 by default. */
  port: number
  user_name: string | null
}
export type MailSettingsInput = {
  /** none, starttls or tls. */
  encryption?: string
  from_email?: string | null
  from_name?: string | null
  host?: string | null
  /** Off: the installation's own mail server is used. */
  is_enabled?: boolean
  /** Write only: comes back as ******** when set. */
  password?: string | null
  /** 1 to 65,535; 587 by default. */
  port?: number
  user_name?: string | null
}
export type PushServerSettings = {
  /** PEM. Write only: comes back as ******** when set. */
  cert_file: string | null
  cert_file_name: string | null
  is_enabled: boolean
  /** 1 to 65,535; 80 by default. */
  server_port: number
  server_url: string | null
  user_name: string | null
  /** Write only: comes back as ******** when set. */
  user_pass: string | null
}
export type PushServerSettingsInput = {
  /** PEM. Write only: comes back as ******** when set. */
  cert_file?: string | null
  cert_file_name?: string | null
  is_enabled?: boolean
  /** 1 to 65,535; 80 by default. */
  server_port?: number
  server_url?: string | null
  user_name?: string | null
  /** Write only: comes back as ******** when set. */
  user_pass?: string | null
}
export type DomainsSipSettings = {
  /** First and last virtual number that is given out, up to 12 digits. */
  first_number: string | null
  /** Whether the project's numbers register and call; true until somebody switches it off. */
  is_enabled: boolean
  last_number: string | null
  /** Host name or address that devices and phones register at; null for the installation's own. */
  proxy_address: string | null
  /** 1 to 65,535. */
  proxy_port: number
  /** What devices are told as the SIP domain of the server at proxy_address, where that is another's; without a
    proxy_address it has no effect. Null for the installation's own domain of the project. */
  realm_address: string | null
  stun_address: string | null
  stun_port: number
  /** Seconds, 10 to 7,200: how long a call of a panel may be talked, and waited or held in. Calls for help and those of
    people have no such end. */
  talk_timeout: number
  /** udp, tcp or tls. */
  transport: string
  turn_address: string | null
  /** Write only: comes back as ******** when set. */
  turn_password: string | null
  turn_port: number
  turn_user_name: string | null
}
export type DomainsSipSettingsInput = {
  /** First and last virtual number that is given out, up to 12 digits. */
  first_number?: string | null
  /** Whether the project's numbers register and call; true until somebody switches it off. */
  is_enabled?: boolean
  last_number?: string | null
  /** Host name or address that devices and phones register at; null for the installation's own. */
  proxy_address?: string | null
  /** 1 to 65,535. */
  proxy_port?: number
  /** What devices are told as the SIP domain of the server at proxy_address, where that is another's; without a
    proxy_address it has no effect. Null for the installation's own domain of the project. */
  realm_address?: string | null
  stun_address?: string | null
  stun_port?: number
  /** Seconds, 10 to 7,200: how long a call of a panel may be talked, and waited or held in. Calls for help and those of
    people have no such end. */
  talk_timeout?: number
  /** udp, tcp or tls. */
  transport?: string
  turn_address?: string | null
  /** Write only: comes back as ******** when set. */
  turn_password?: string | null
  turn_port?: number
  turn_user_name?: string | null
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
export const {
  useGetAppleWalletSettingsQuery,
  useLazyGetAppleWalletSettingsQuery,
  useUpdateAppleWalletSettingsMutation,
  useGetGeneralSettingsQuery,
  useLazyGetGeneralSettingsQuery,
  useUpdateGeneralSettingsMutation,
  useGetMailSettingsQuery,
  useLazyGetMailSettingsQuery,
  useUpdateMailSettingsMutation,
  useGetPushServerSettingsQuery,
  useLazyGetPushServerSettingsQuery,
  useUpdatePushServerSettingsMutation,
  useGetSipSettingsQuery,
  useLazyGetSipSettingsQuery,
  useUpdateSipSettingsMutation,
  useGetWhiteLabelSettingsQuery,
  useLazyGetWhiteLabelSettingsQuery,
  useUpdateWhiteLabelSettingsMutation,
  useDeleteProjectLogoMutation,
} = injectedRtkApi
