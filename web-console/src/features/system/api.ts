import { deadLettersApi as generatedLetters } from '@/api/generated/dead-letters'
import { systemApi as generated } from '@/api/generated/system'

export type { DeadLetter } from '@/api/generated/dead-letters'
export type {
  CertificateEnd,
  FileStorage,
  Pod,
  Pods,
  ServerInfo,
  ServiceInfo,
} from '@/api/generated/system'

const systemApi = generated.enhanceEndpoints({
  endpoints: {
    getServerInfo: { keepUnusedDataFor: 0, providesTags: ['DeadLetters'] },
    getInstallation: { keepUnusedDataFor: 0 },
  },
})

const deadLettersApi = generatedLetters.enhanceEndpoints({
  endpoints: {
    listDeadLetters: { keepUnusedDataFor: 0, providesTags: ['DeadLetters'] },
    replayDeadLetters: { invalidatesTags: ['DeadLetters'] },
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

/** What is the operator's alone. Every file is counted for it, so it is asked when somebody looks. */
export const useInstallation = () => systemApi.useGetInstallationQuery()

export const useDeadLetters = (service: string) =>
  deadLettersApi.useListDeadLettersQuery({ service })

export const useReplayDeadLetters = deadLettersApi.useReplayDeadLettersMutation
