import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Announces'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listAnnounces: build.query<ListAnnouncesApiResponse, ListAnnouncesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Announces'],
      }),
      createAnnounce: build.mutation<CreateAnnounceApiResponse, CreateAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces`,
          method: 'PUT',
          body: queryArg.announceInput,
        }),
        invalidatesTags: ['Announces'],
      }),
      deleteAllAnnounces: build.mutation<DeleteAllAnnouncesApiResponse, DeleteAllAnnouncesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Announces'],
      }),
      previewAnnounce: build.mutation<PreviewAnnounceApiResponse, PreviewAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/preview`,
          method: 'POST',
          body: queryArg.announceInput,
        }),
        invalidatesTags: ['Announces'],
      }),
      listAnnounceResponses: build.query<
        ListAnnounceResponsesApiResponse,
        ListAnnounceResponsesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/announces/responses`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Announces'],
      }),
      deleteAnnounce: build.mutation<DeleteAnnounceApiResponse, DeleteAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Announces'],
      }),
      getAnnounce: build.query<GetAnnounceApiResponse, GetAnnounceApiArg>({
        query: (queryArg) => ({ url: `/api/v0/announces/${queryArg.id}` }),
        providesTags: ['Announces'],
      }),
      updateAnnounce: build.mutation<UpdateAnnounceApiResponse, UpdateAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.announceInput,
        }),
        invalidatesTags: ['Announces'],
      }),
      listAnnounceRecipients: build.query<
        ListAnnounceRecipientsApiResponse,
        ListAnnounceRecipientsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}/recipients`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Announces'],
      }),
      remindAnnounce: build.mutation<RemindAnnounceApiResponse, RemindAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}/remind`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Announces'],
      }),
      getAnnounceResults: build.query<GetAnnounceResultsApiResponse, GetAnnounceResultsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}/results`,
        }),
        providesTags: ['Announces'],
      }),
      startAnnounce: build.mutation<StartAnnounceApiResponse, StartAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}/start`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Announces'],
      }),
      stopAnnounce: build.mutation<StopAnnounceApiResponse, StopAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}/stop`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Announces'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as announcesApi }
export type ListAnnouncesApiResponse = /** status 200 Done. */ ListAnnouncesResponse
export type ListAnnouncesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, subject, type, status, send_via, execute_at, created_at. */
  filters?: string
  with?: string[]
  /** In the subject. */
  search?: string
}
export type CreateAnnounceApiResponse = /** status 200 Done. */ Announce
export type CreateAnnounceApiArg = {
  announceInput: AnnounceInput
}
export type DeleteAllAnnouncesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllAnnouncesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type PreviewAnnounceApiResponse = /** status 200 Done. */ AnnouncePreview
export type PreviewAnnounceApiArg = {
  announceInput: AnnounceInput
}
export type ListAnnounceResponsesApiResponse = /** status 200 Done. */ ListAnnounceResponsesResponse
export type ListAnnounceResponsesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, announce_id, user_id, answered_at. */
  filters?: string
  with?: string[]
  /** In the names of people. */
  search?: string
}
export type DeleteAnnounceApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteAnnounceApiArg = {
  id: number
}
export type GetAnnounceApiResponse = /** status 200 Done. */ Announce
export type GetAnnounceApiArg = {
  id: number
}
export type UpdateAnnounceApiResponse = /** status 200 Done. */ Announce
export type UpdateAnnounceApiArg = {
  id: number
  announceInput: AnnounceInput
}
export type ListAnnounceRecipientsApiResponse =
  /** status 200 Done. */ ListAnnounceRecipientsResponse
export type ListAnnounceRecipientsApiArg = {
  id: number
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, state, read_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type RemindAnnounceApiResponse = /** status 200 Done. */ RemindAnnounceResponse
export type RemindAnnounceApiArg = {
  id: number
  body: {}
}
export type GetAnnounceResultsApiResponse = /** status 200 Done. */ AnnounceResults
export type GetAnnounceResultsApiArg = {
  id: number
}
export type StartAnnounceApiResponse = /** status 200 Done. */ Announce
export type StartAnnounceApiArg = {
  id: number
  body: {}
}
export type StopAnnounceApiResponse = /** status 200 Done. */ Announce
export type StopAnnounceApiArg = {
  id: number
  body: {}
}
export type Ref = {
  id: number
  name: string
}
export type SendVia = 'email' | 'app' | 'both'
export type AnnounceStatus = 'new' | 'scheduled' | 'sending' | 'active' | 'stopped' | 'completed'
export type AnnounceTurnout = {
  answered: number
  failed: number
  /** Mails that wait to be sent. */
  queued: number
  /** Those who answered are among those who read it. */
  read: number
  recipients: number
  /** Of a way by e-mail: those who have none, and got it in the app. */
  without_email: number
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
export type Announce = {
  /** HTML, up to 50,000 characters; what is not safe is taken out. */
  body: string
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** With all groups below. */
  domains: Ref[]
  /** When it ends; unset for 30 days after it was sent. At most 366 days ahead. */
  ends_at: string | null
  /** When a start sends it; unset for at once. */
  execute_at: string | null
  finished_at: string | null
  id: number
  /** Who answered what is told to nobody, only the counts. */
  is_anonymous: boolean
  /** Whether the caller may see its recipients and results. */
  is_managed: boolean
  /** For those who manage announces; recipients do not see it. */
  name: string
  send_via: SendVia | null
  started_at: string | null
  status: AnnounceStatus | null
  subject: string
  /** Of the caller's own page; empty for who is no recipient. */
  token: string
  turnout: AnnounceTurnout | null
  type: AnnounceType | null
  type_info: PollInfo | null
  updated_at: string | null
  /** Recipients read the name of whom started it; otherwise that of the project or of its white label. */
  use_owner_info: boolean
  users: Ref[]
}
export type ListAnnouncesResponse = {
  items: Announce[]
  page: number
  size: number
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
export type RefInput = {
  id?: number
  name?: string
}
export type AnnounceTurnoutInput = {
  answered?: number
  failed?: number
  /** Mails that wait to be sent. */
  queued?: number
  /** Those who answered are among those who read it. */
  read?: number
  recipients?: number
  /** Of a way by e-mail: those who have none, and got it in the app. */
  without_email?: number
}
export type PollQuestionInput = {
  /** Up to 20, each 1 to 200 characters, all different. */
  answers?: string[]
  /** 1 to 300 characters. */
  text?: string
}
export type PollInfoInput = {
  /** Several answers to a question. */
  poll_multi_answers_allowed?: boolean
  /** An answer in one's own words, up to 300 characters. */
  poll_user_answer_allowed?: boolean
  /** 1 to 20 of a poll; none of an info. */
  questions?: PollQuestionInput[]
}
export type AnnounceInput = {
  /** HTML, up to 50,000 characters; what is not safe is taken out. */
  body?: string
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** With all groups below. */
  domains?: RefInput[]
  /** When it ends; unset for 30 days after it was sent. At most 366 days ahead. */
  ends_at?: string | null
  /** When a start sends it; unset for at once. */
  execute_at?: string | null
  finished_at?: string | null
  id?: number
  /** Who answered what is told to nobody, only the counts. */
  is_anonymous?: boolean
  /** Whether the caller may see its recipients and results. */
  is_managed?: boolean
  /** For those who manage announces; recipients do not see it. */
  name?: string
  send_via?: SendVia | null
  started_at?: string | null
  status?: AnnounceStatus | null
  subject?: string
  /** Of the caller's own page; empty for who is no recipient. */
  token?: string
  turnout?: AnnounceTurnoutInput | null
  type?: AnnounceType | null
  type_info?: PollInfoInput | null
  updated_at?: string | null
  /** Recipients read the name of whom started it; otherwise that of the project or of its white label. */
  use_owner_info?: boolean
  users?: RefInput[]
}
export type ItemResult = {
  done: boolean
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type DeleteAllResponse = {
  items: ItemResult[]
}
export type DeleteAllRequestInput = {
  /** Up to 500 ids. */
  items?: number[]
}
export type AnnouncePreview = {
  /** The body as the app and the page show it. */
  body: string
  by_email: number
  in_app: number
  mail_html: string
  /** The mail as the first recipient in the caller's language would get it. */
  mail_subject: string
  recipients: number
  sender: string
  without_email: number
}
export type PollAnswerText = {
  answers: string[]
  /** In the person's own words; empty for none. */
  own_answer: string
  question: string
}
export type AnnounceResponse = {
  announce: Ref | null
  answered_at: string | null
  answers: PollAnswerText[]
  id: number
  user: Ref | null
}
export type ListAnnounceResponsesResponse = {
  items: AnnounceResponse[]
  page: number
  size: number
  total: number
}
export type DeleteResponse = {
  id: number
}
export type AnnounceRecipientState = 'queued' | 'sent' | 'failed' | 'read' | 'answered'
export type AnnounceRecipient = {
  answered_at: string | null
  has_email: boolean
  id: number
  /** Of an anonymous poll nothing. */
  read_at: string | null
  reminded_at: string | null
  /** Of an anonymous poll always sent while it lasts, and at most read then. */
  state: AnnounceRecipientState | null
  user: Ref | null
}
export type ListAnnounceRecipientsResponse = {
  items: AnnounceRecipient[]
  page: number
  size: number
  total: number
}
export type RemindAnnounceResponse = {
  reminded: number
}
export type AnswerCount = {
  count: number
  text: string
}
export type QuestionResult = {
  /** Recipients who answered it. */
  answered: number
  answers: AnswerCount[]
  /** Of an anonymous poll, while fewer have answered it than results need: then nothing else is here. */
  is_hidden: boolean
  own_answer_count: number
  /** Answers in people's own words: the first 100, in the order of the alphabet. */
  own_answers: string[]
  text: string
}
export type AnnounceResults = {
  /** From so many answers on a question of an anonymous poll has results; 0 of other polls. */
  min_answers: number
  questions: QuestionResult[]
  turnout: AnnounceTurnout | null
}
export const {
  useListAnnouncesQuery,
  useLazyListAnnouncesQuery,
  useCreateAnnounceMutation,
  useDeleteAllAnnouncesMutation,
  usePreviewAnnounceMutation,
  useListAnnounceResponsesQuery,
  useLazyListAnnounceResponsesQuery,
  useDeleteAnnounceMutation,
  useGetAnnounceQuery,
  useLazyGetAnnounceQuery,
  useUpdateAnnounceMutation,
  useListAnnounceRecipientsQuery,
  useLazyListAnnounceRecipientsQuery,
  useRemindAnnounceMutation,
  useGetAnnounceResultsQuery,
  useLazyGetAnnounceResultsQuery,
  useStartAnnounceMutation,
  useStopAnnounceMutation,
} = injectedRtkApi
