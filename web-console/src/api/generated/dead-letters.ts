import { baseApi as api } from '../baseApi'
export const addTagTypes = ['DeadLetters'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listDeadLetters: build.query<ListDeadLettersApiResponse, ListDeadLettersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/server/dead-letters`,
          params: {
            service: queryArg.service,
          },
        }),
        providesTags: ['DeadLetters'],
      }),
      replayDeadLetters: build.mutation<ReplayDeadLettersApiResponse, ReplayDeadLettersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/server/dead-letters/replay`,
          method: 'POST',
          body: queryArg.replayDeadLettersRequestInput,
        }),
        invalidatesTags: ['DeadLetters'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as deadLettersApi }
export type ListDeadLettersApiResponse = /** status 200 Done. */ ListDeadLettersResponse
export type ListDeadLettersApiArg = {
  /** Name of the service, as /server/info has it. */
  service?: string
}
export type ReplayDeadLettersApiResponse = /** status 200 Done. */ ReplayDeadLettersResponse
export type ReplayDeadLettersApiArg = {
  replayDeadLettersRequestInput: ReplayDeadLettersRequestInput
}
export type DeadLetter = {
  bytes: number
  /** When it was given up; unset when the broker does not say. */
  died_at: string | null
  /** Of the event. Two letters with one id are the same event twice. */
  id: string
  /** 0 when the event does not say. */
  project_id: number
  /** As access.identifier.changed. */
  topic: string
}
export type ListDeadLettersResponse = {
  items: DeadLetter[]
  /** How many there are, with those that are not among the items. */
  total: number
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
export type ReplayDeadLettersResponse = {
  replayed: number
}
export type ReplayDeadLettersRequestInput = {
  /** Up to 200; empty for all that are there when the call begins. */
  ids?: string[]
  service?: string
}
export const {
  useListDeadLettersQuery,
  useLazyListDeadLettersQuery,
  useReplayDeadLettersMutation,
} = injectedRtkApi
