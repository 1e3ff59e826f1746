import { ipBlockingApi as generated, type IpBlockingStatus } from '@/api/generated/ip-blocking'
import type { UseMutation } from '@/kit/resource'

export type { BannedIp, IpBlockingStatus, WhitelistEntry } from '@/api/generated/ip-blocking'

const STATUS = { type: 'IpBlocking' as const, id: 'STATUS' }
const BANNED = { type: 'IpBlocking' as const, id: 'BANNED' }
const WHITELIST = { type: 'IpBlocking' as const, id: 'WHITELIST' }

const ipBlockingApi = generated.enhanceEndpoints({
  endpoints: {
    getIpBlockingStatus: { providesTags: [STATUS] },
    updateIpBlockingStatus: { invalidatesTags: [STATUS, BANNED] },
    listBannedIps: { providesTags: [BANNED] },
    unbanIp: { invalidatesTags: [STATUS, BANNED] },
    unbanAllIps: { invalidatesTags: [STATUS, BANNED] },
    listWhitelist: { providesTags: [WHITELIST] },
    // Who is trusted is banned no longer.
    addToWhitelist: { invalidatesTags: [STATUS, BANNED, WHITELIST] },
    deleteFromWhitelist: { invalidatesTags: [WHITELIST] },
  },
})

export const {
  useAddToWhitelistMutation,
  useDeleteFromWhitelistMutation,
  useGetIpBlockingStatusQuery,
  useListBannedIpsQuery,
  useListWhitelistQuery,
  useUnbanAllIpsMutation,
  useUnbanIpMutation,
} = ipBlockingApi

export const useUpdateStatus: UseMutation<object, IpBlockingStatus> = () => {
  const [update, state] = ipBlockingApi.useUpdateIpBlockingStatusMutation()
  return [(body) => update({ ipBlockingStatusInput: body }), state]
}
