import { passwordsApi } from '@/api/generated/passwords'
import { registrationsApi } from '@/api/generated/registrations'

export const {
  useAcceptInvitationMutation,
  useConfirmAccountMutation,
  useConfirmEmailMutation,
  useGetInvitationQuery,
  useGetSelfRegistrationQuery,
  useRegisterMutation,
  useResendRegistrationMutation,
  useSelfRegisterMutation,
} = registrationsApi

export const { useRecoverPasswordMutation, useResetPasswordMutation } = passwordsApi
