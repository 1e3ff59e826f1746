import { tokensApi as generated } from '@/api/generated/tokens'

export type { OwnToken, ServiceToken } from '@/api/generated/tokens'

/** One's own and the project's are lists of their own: nothing else changes with them. */
const OWN = { type: 'Tokens' as const, id: 'OWN' }
const SERVICE = { type: 'Tokens' as const, id: 'SERVICE' }

export const {
  useCreateOwnTokenMutation,
  useCreateServiceTokenMutation,
  useListOwnTokensQuery,
  useListServiceTokensQuery,
  useRevokeOwnTokenMutation,
  useRevokeServiceTokenMutation,
} = generated.enhanceEndpoints({
  endpoints: {
    listOwnTokens: { providesTags: [OWN] },
    createOwnToken: { invalidatesTags: [OWN] },
    revokeOwnToken: { invalidatesTags: [OWN] },
    listServiceTokens: { providesTags: [SERVICE] },
    createServiceToken: { invalidatesTags: [SERVICE] },
    revokeServiceToken: { invalidatesTags: [SERVICE] },
  },
})
