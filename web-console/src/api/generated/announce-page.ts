import { baseApi as api } from '../baseApi'
export const addTagTypes = ['AnnouncePage'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getAnnounceByToken: build.query<GetAnnounceByTokenApiResponse, GetAnnounceByTokenApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/by-token/${queryArg.token}`,
        }),
        providesTags: ['AnnouncePage'],
      }),
      answerPollByToken: build.mutation<AnswerPollByTokenApiResponse, AnswerPollByTokenApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/by-token/${queryArg.token}/poll`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['AnnouncePage'],
      }),
      readAnnounceByToken: build.mutation<
        ReadAnnounceByTokenApiResponse,
        ReadAnnounceByTokenApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/announces/by-token/${queryArg.token}/read`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['AnnouncePage'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as announcePageApi }
export type GetAnnounceByTokenApiResponse = /** status 200 Done. */ AnnounceByToken
export type GetAnnounceByTokenApiArg = {
  token: string
}
export type AnswerPollByTokenApiResponse = /** status 200 Done. */ AnnounceByToken
export type AnswerPollByTokenApiArg = {
  token: string
  body: {
    /** One for each question that is answered; none takes the answers back. */
    answers?: PollAnswerInput[]
  }
}
export type ReadAnnounceByTokenApiResponse = /** status 200 Done. */ AnnounceByToken
export type ReadAnnounceByTokenApiArg = {
  token: string
  body: {}
}
export type PollAnswer = {
  /** Places of the answers, from 0. */
  answers: number[]
  own_answer: string
  /** From 0. */
  question: number
}
export type AnnounceType = 'info' | 'poll'
export type PollQuestion = {
  /** Up to 20, each 1 to 200 characters, all different. */
  answers: string[]
  /** 1 to 300 characters. */
  text: string
}
export type PollInfo = {
  /** Several answers to a question. */
  poll_multi_answers_allowed: boolean
  /** An answer in one's own words, up to 300 characters. */
  poll_user_answer_allowed: boolean
  /** 1 to 20 of a poll; none of an info. */
  questions: PollQuestion[]
}
export type AnnounceByToken = {
  answered_at: string | null
  answers: PollAnswer[]
  body: string
  ends_at: string | null
  is_anonymous: boolean
  /** Whether it may be answered now. */
  is_open: boolean
  /** en or ru: the recipient's. */
  locale: string
  sender: string
  sent_at: string | null
  subject: string
  type: AnnounceType | null
  type_info: PollInfo | null
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
export type PollAnswerInput = {
  /** Places of the answers, from 0. */
  answers?: number[]
  own_answer?: string
  /** From 0. */
  question?: number
}
export const {
  useGetAnnounceByTokenQuery,
  useLazyGetAnnounceByTokenQuery,
  useAnswerPollByTokenMutation,
  useReadAnnounceByTokenMutation,
} = injectedRtkApi
