import { baseApi as api } from '../baseApi'
export const addTagTypes = ['SecondFactors'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      addPasskey: build.mutation<AddPasskeyApiResponse, AddPasskeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/passkeys`,
          method: 'POST',
          body: queryArg.addPasskeyRequestInput,
        }),
        invalidatesTags: ['SecondFactors'],
      }),
      startPasskey: build.mutation<StartPasskeyApiResponse, StartPasskeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/passkeys/options`,
          method: 'POST',
          body: queryArg.startPasskeyRequestInput,
        }),
        invalidatesTags: ['SecondFactors'],
      }),
      deletePasskey: build.mutation<DeletePasskeyApiResponse, DeletePasskeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/passkeys/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['SecondFactors'],
      }),
      renewRecoveryCodes: build.mutation<RenewRecoveryCodesApiResponse, RenewRecoveryCodesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/recovery-codes`,
          method: 'POST',
          body: queryArg.renewRecoveryCodesRequestInput,
        }),
        invalidatesTags: ['SecondFactors'],
      }),
      getSecondFactors: build.query<GetSecondFactorsApiResponse, GetSecondFactorsApiArg>({
        query: () => ({ url: `/api/v0/profile/second-factors` }),
        providesTags: ['SecondFactors'],
      }),
      startTotp: build.mutation<StartTotpApiResponse, StartTotpApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/totp`,
          method: 'POST',
          body: queryArg.startTotpRequestInput,
        }),
        invalidatesTags: ['SecondFactors'],
      }),
      confirmTotp: build.mutation<ConfirmTotpApiResponse, ConfirmTotpApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/totp/confirm`,
          method: 'POST',
          body: queryArg.confirmTotpRequestInput,
        }),
        invalidatesTags: ['SecondFactors'],
      }),
      disableTotp: build.mutation<DisableTotpApiResponse, DisableTotpApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/totp/disable`,
          method: 'POST',
          body: queryArg.disableTotpRequestInput,
        }),
        invalidatesTags: ['SecondFactors'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as secondFactorsApi }
export type AddPasskeyApiResponse = /** status 200 Done. */ Passkey
export type AddPasskeyApiArg = {
  addPasskeyRequestInput: AddPasskeyRequestInput
}
export type StartPasskeyApiResponse = /** status 200 Done. */ PasskeyChallenge
export type StartPasskeyApiArg = {
  startPasskeyRequestInput: StartPasskeyRequestInput
}
export type DeletePasskeyApiResponse = /** status 200 Done. */ object
export type DeletePasskeyApiArg = {
  id: number
}
export type RenewRecoveryCodesApiResponse = /** status 200 Done. */ RecoveryCodes
export type RenewRecoveryCodesApiArg = {
  renewRecoveryCodesRequestInput: RenewRecoveryCodesRequestInput
}
export type GetSecondFactorsApiResponse = /** status 200 Done. */ SecondFactorState
export type GetSecondFactorsApiArg = void
export type StartTotpApiResponse = /** status 200 Done. */ TotpSecret
export type StartTotpApiArg = {
  startTotpRequestInput: StartTotpRequestInput
}
export type ConfirmTotpApiResponse = /** status 200 Done. */ RecoveryCodes
export type ConfirmTotpApiArg = {
  confirmTotpRequestInput: ConfirmTotpRequestInput
}
export type DisableTotpApiResponse = /** status 200 Done. */ object
export type DisableTotpApiArg = {
  disableTotpRequestInput: DisableTotpRequestInput
}
export type Passkey = {
  created_at: string | null
  id: number
  /** 1 to 100 characters. */
  name: string
  used_at: string | null
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
export type AddPasskeyRequestInput = {
  /** PublicKeyCredential in its JSON form. */
  credential?: {
    [key: string]: any
  } | null
  name?: string
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
export type StartPasskeyRequestInput = {
  /** The password of the account. */
  password?: string
}
export type RecoveryCodes = {
  codes: string[]
}
export type RenewRecoveryCodesRequestInput = {
  password?: string
}
export type SecondFactorState = {
  is_totp_enabled: boolean
  passkeys: Passkey[]
  recovery_codes_left: number
}
export type TotpSecret = {
  /** Base32, to be typed. */
  secret: string
  /** otpauth:// address, to be drawn as a QR code. */
  url: string
}
export type StartTotpRequestInput = {
  /** The password of the account. */
  password?: string
}
export type ConfirmTotpRequestInput = {
  /** Six digits. */
  code?: string
}
export type DisableTotpRequestInput = {
  password?: string
}
export const {
  useAddPasskeyMutation,
  useStartPasskeyMutation,
  useDeletePasskeyMutation,
  useRenewRecoveryCodesMutation,
  useGetSecondFactorsQuery,
  useLazyGetSecondFactorsQuery,
  useStartTotpMutation,
  useConfirmTotpMutation,
  useDisableTotpMutation,
} = injectedRtkApi
