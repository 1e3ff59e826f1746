import { brokerApi as generated } from '@/api/generated/broker'

export type {
  BrokerRollout,
  BrokerRolloutState,
  BrokerSettings,
  BrokerState,
  BrokerStatus,
} from '@/api/generated/broker'

const brokerApi = generated.enhanceEndpoints({
  endpoints: {
    getBrokerStatus: { keepUnusedDataFor: 0 },
    getBrokerSettings: { keepUnusedDataFor: 0 },
  },
})

export const { useRestartBrokerMutation, useDeleteBrokerSettingsMutation } = brokerApi

/** How often the state is asked while it is looked at, in milliseconds. */
const POLL = { settled: 15_000, unsettled: 2_000 }

/** The state of the broker; asked more often until it runs. */
export function useBrokerStatus() {
  const { currentData } = brokerApi.endpoints.getBrokerStatus.useQueryState()
  const isSettled = !currentData || currentData.state === 'running'
  return brokerApi.useGetBrokerStatusQuery(undefined, {
    pollingInterval: isSettled ? POLL.settled : POLL.unsettled,
    skipPollingIfUnfocused: true,
  })
}

/** The broker of the project; asked more often while its devices move. */
export function useBrokerSettings() {
  const { currentData } = brokerApi.endpoints.getBrokerSettings.useQueryState()
  const isMoving = currentData?.rollout?.state === 'running'
  return brokerApi.useGetBrokerSettingsQuery(undefined, {
    pollingInterval: isMoving ? POLL.unsettled : POLL.settled,
    skipPollingIfUnfocused: true,
  })
}
