import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Passwords'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      recoverPassword: build.mutation<RecoverPasswordApiResponse, RecoverPasswordApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/password/recovery`,
          method: 'POST',
          body: queryArg.recoverPasswordRequestInput,
        }),
        invalidatesTags: ['Passwords'],
      }),
      resetPassword: build.mutation<ResetPasswordApiResponse, ResetPasswordApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/password/reset`,
          method: 'POST',
          body: queryArg.resetPasswordRequestInput,
        }),
        invalidatesTags: ['Passwords'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as passwordsApi }
export type RecoverPasswordApiResponse = /** status 200 Done. */ object
export type RecoverPasswordApiArg = {
  recoverPasswordRequestInput: RecoverPasswordRequestInput
}
export type ResetPasswordApiResponse = /** status 200 Done. */ object
export type ResetPasswordApiArg = {
  resetPasswordRequestInput: ResetPasswordRequestInput
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
export type RecoverPasswordRequestInput = {
  email?: string
}
export type ResetPasswordRequestInput = {
  /** Of the mail's link. */
  code?: string
  /** 8 to 256 characters. */
  password?: string
}
export const { useRecoverPasswordMutation, useResetPasswordMutation } = injectedRtkApi
