import { profilesApi } from '@/api/generated/profiles'
import { secondFactorsApi } from '@/api/generated/second-factors'

export type { OwnSession } from '@/api/generated/profiles'
export type { Passkey } from '@/api/generated/second-factors'

/** The list of sessions has a mark of its own: signing one out changes nothing else. */
const sessions = [{ type: 'Sessions' as const, id: 'OWN' }]

export const {
  useChangeProfilePasswordMutation,
  useDeleteProfileAvatarMutation,
  useDeleteProfileMutation,
  useListOwnSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeOwnSessionMutation,
} = profilesApi.enhanceEndpoints({
  endpoints: {
    listOwnSessions: { providesTags: sessions },
    revokeOwnSession: { invalidatesTags: sessions },
    revokeOtherSessions: { invalidatesTags: sessions },
    // Every other session ends with it.
    changeProfilePassword: { invalidatesTags: sessions },
  },
})

export const {
  useAddPasskeyMutation,
  useConfirmTotpMutation,
  useDeletePasskeyMutation,
  useDisableTotpMutation,
  useGetSecondFactorsQuery,
  useRenewRecoveryCodesMutation,
  useStartPasskeyMutation,
  useStartTotpMutation,
} = secondFactorsApi.enhanceEndpoints({
  endpoints: {
    // Nothing is on until it is confirmed.
    startTotp: { invalidatesTags: [] },
    startPasskey: { invalidatesTags: [] },
  },
})
