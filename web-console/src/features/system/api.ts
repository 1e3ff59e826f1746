import { systemApi as generated } from '@/api/generated/system'

export type { Pod, Pods, ServerInfo, ServiceInfo } from '@/api/generated/system'

const systemApi = generated.enhanceEndpoints({
  endpoints: {
    getServerInfo: { keepUnusedDataFor: 0 },
  },
})

/** How often the services are asked while they are looked at, in milliseconds. */
const POLL = 15_000

/** How every service is. */
export function useServerInfo() {
  return systemApi.useGetServerInfoQuery(undefined, {
    pollingInterval: POLL,
    skipPollingIfUnfocused: true,
  })
}
