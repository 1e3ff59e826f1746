// Apart from the calls of registration, which the sign-in page does not load.
import { identityProvidersApi } from '@/api/generated/identity-providers'
import { sessionsApi } from '@/api/generated/sessions'
import { systemApi } from '@/api/generated/system'

export type { LoginResponse, SecondFactorDemand } from '@/api/generated/sessions'

export const {
  useLoginPasskeyMutation,
  useLoginSecondFactorMutation,
  useStartPasskeyLoginMutation,
} = sessionsApi

export const {
  useFinishProviderLoginMutation,
  useListIdentityProvidersQuery,
  useStartProviderLoginMutation,
} = identityProvidersApi

export const { useGetServerSettingsQuery } = systemApi
