import { sipServiceApi as generated } from '@/api/generated/sip-service'

export type { SipServicePart, SipServiceState, SipServiceStatus } from '@/api/generated/sip-service'

const sipServiceApi = generated.enhanceEndpoints({
  endpoints: {
    getSipServiceStatus: { keepUnusedDataFor: 0 },
  },
})

export const { useReinitSipServiceMutation, useRestartSipServiceMutation } = sipServiceApi

/** How often the state is asked while it is looked at, in milliseconds. */
const POLL = { settled: 15_000, restarting: 3_000 }

/** The state of the SIP service; asked more often while it restarts. */
export function useSipServiceStatus() {
  const { currentData } = sipServiceApi.endpoints.getSipServiceStatus.useQueryState()
  const isRestarting = currentData?.state === 'restarting'
  return sipServiceApi.useGetSipServiceStatusQuery(undefined, {
    pollingInterval: isRestarting ? POLL.restarting : POLL.settled,
    skipPollingIfUnfocused: true,
  })
}
