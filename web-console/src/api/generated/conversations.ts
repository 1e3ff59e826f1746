import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Conversations'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listConversations: build.query<ListConversationsApiResponse, ListConversationsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/conversations`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Conversations'],
      }),
      createConversation: build.mutation<CreateConversationApiResponse, CreateConversationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/conversations`,
          method: 'PUT',
          body: queryArg.conversationInput,
        }),
        invalidatesTags: ['Conversations'],
      }),
      deleteAllConversations: build.mutation<
        DeleteAllConversationsApiResponse,
        DeleteAllConversationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/conversations/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Conversations'],
      }),
      listConversationRecipients: build.query<
        ListConversationRecipientsApiResponse,
        ListConversationRecipientsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/conversations/recipients`,
          params: {
            search: queryArg.search,
          },
        }),
        providesTags: ['Conversations'],
      }),
      deleteConversation: build.mutation<DeleteConversationApiResponse, DeleteConversationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/conversations/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Conversations'],
      }),
      getConversation: build.query<GetConversationApiResponse, GetConversationApiArg>({
        query: (queryArg) => ({ url: `/api/v0/conversations/${queryArg.id}` }),
        providesTags: ['Conversations'],
      }),
      closeConversation: build.mutation<CloseConversationApiResponse, CloseConversationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/conversations/${queryArg.id}/close`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Conversations'],
      }),
      listConversationMessages: build.query<
        ListConversationMessagesApiResponse,
        ListConversationMessagesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/conversations/${queryArg.id}/messages`,
          params: {
            before: queryArg.before,
            before_id: queryArg.beforeId,
          },
        }),
        providesTags: ['Conversations'],
      }),
      createConversationMessage: build.mutation<
        CreateConversationMessageApiResponse,
        CreateConversationMessageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/conversations/${queryArg.id}/messages`,
          method: 'PUT',
          body: queryArg.conversationMessageInput,
        }),
        invalidatesTags: ['Conversations'],
      }),
      readConversation: build.mutation<ReadConversationApiResponse, ReadConversationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/conversations/${queryArg.id}/read`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Conversations'],
      }),
      takeConversation: build.mutation<TakeConversationApiResponse, TakeConversationApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/conversations/${queryArg.id}/take`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Conversations'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as conversationsApi }
export type ListConversationsApiResponse = /** status 200 Done. */ ListConversationsResponse
export type ListConversationsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, subject, status, last_message_at, created_at, user_id, peer_id, domain_id, taken_by_user_id. */
  filters?: string
  with?: string[]
  /** In subject and names. */
  search?: string
}
export type CreateConversationApiResponse = /** status 200 Done. */ Conversation
export type CreateConversationApiArg = {
  conversationInput: ConversationInput
}
export type DeleteAllConversationsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllConversationsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type ListConversationRecipientsApiResponse =
  /** status 200 Done. */ ListConversationRecipientsResponse
export type ListConversationRecipientsApiArg = {
  /** Part of a name. */
  search?: string
}
export type DeleteConversationApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteConversationApiArg = {
  id: number
}
export type GetConversationApiResponse = /** status 200 Done. */ Conversation
export type GetConversationApiArg = {
  id: number
}
export type CloseConversationApiResponse = /** status 200 Done. */ Conversation
export type CloseConversationApiArg = {
  id: number
  body: {}
}
export type ListConversationMessagesApiResponse =
  /** status 200 Done. */ ListConversationMessagesResponse
export type ListConversationMessagesApiArg = {
  id: number
  /** RFC 3339: messages before this time; unset for the newest. */
  before?: string
  /** Messages before this one: where several are of one time. */
  beforeId?: number
}
export type CreateConversationMessageApiResponse = /** status 200 Done. */ ConversationMessage
export type CreateConversationMessageApiArg = {
  id: number
  conversationMessageInput: ConversationMessageInput
}
export type ReadConversationApiResponse = /** status 200 Done. */ Conversation
export type ReadConversationApiArg = {
  id: number
  body: {
    /** The last one that was seen; 0 for all. */
    message_id?: number
  }
}
export type TakeConversationApiResponse = /** status 200 Done. */ Conversation
export type TakeConversationApiArg = {
  id: number
  body: {
    /** Also from a colleague who has taken it. */
    is_takeover?: boolean
  }
}
export type Ref = {
  id: number
  name: string
}
export type ConversationPicture = {
  height: number
  /** Path of the picture, signed for the caller's session; only in messages. */
  image_url: string | null
  /** What UploadConversationPicture gave. */
  key: string
  /** As image_url, of at most 640 x 640 pixels. */
  thumbnail_url: string | null
  /** Pixels. */
  width: number
}
export type ConversationStatus = 'open' | 'taken' | 'closed'
export type Conversation = {
  created_at: string | null
  /** The group of a shared inbox. */
  domain: Ref | null
  id: number
  /** Whom it is with, seen from the caller: a person, or the group whose staff answers. */
  interlocutor: Ref | null
  /** Whoever would read a message of the caller was deleted: nothing more is written here. */
  is_reader_deleted: boolean
  /** Whether the caller is one of the staff. */
  is_staff: boolean
  /** Whether the caller may write a message now. */
  is_writable: boolean
  last_message_at: string | null
  /** Pictures of the last message. */
  last_message_pictures: number
  last_message_user: Ref | null
  /** On input the first message, up to 4,000 characters, empty only with pictures; then the beginning of the last one. */
  message: string
  /** Who is written to in a conversation of two. */
  peer: Ref | null
  /** On input those of the first message, up to 4. */
  pictures: ConversationPicture[]
  /** A UUID on input: the same one makes one conversation. */
  request_id: string
  status: ConversationStatus | null
  /** 1 to 200 characters. */
  subject: string
  taken_by_user: Ref | null
  /** Up to 100. */
  unread: number
  /** On input the person who is written to, or the group whose staff is; one of both. Then, who began it. */
  user: Ref | null
}
export type ListConversationsResponse = {
  items: Conversation[]
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
export type ConversationPictureInput = {
  height?: number
  /** Path of the picture, signed for the caller's session; only in messages. */
  image_url?: string | null
  /** What UploadConversationPicture gave. */
  key?: string
  /** As image_url, of at most 640 x 640 pixels. */
  thumbnail_url?: string | null
  /** Pixels. */
  width?: number
}
export type ConversationInput = {
  created_at?: string | null
  /** The group of a shared inbox. */
  domain?: RefInput | null
  id?: number
  /** Whom it is with, seen from the caller: a person, or the group whose staff answers. */
  interlocutor?: RefInput | null
  /** Whoever would read a message of the caller was deleted: nothing more is written here. */
  is_reader_deleted?: boolean
  /** Whether the caller is one of the staff. */
  is_staff?: boolean
  /** Whether the caller may write a message now. */
  is_writable?: boolean
  last_message_at?: string | null
  /** Pictures of the last message. */
  last_message_pictures?: number
  last_message_user?: RefInput | null
  /** On input the first message, up to 4,000 characters, empty only with pictures; then the beginning of the last one. */
  message?: string
  /** Who is written to in a conversation of two. */
  peer?: RefInput | null
  /** On input those of the first message, up to 4. */
  pictures?: ConversationPictureInput[]
  /** A UUID on input: the same one makes one conversation. */
  request_id?: string
  status?: ConversationStatus | null
  /** 1 to 200 characters. */
  subject?: string
  taken_by_user?: RefInput | null
  /** Up to 100. */
  unread?: number
  /** On input the person who is written to, or the group whose staff is; one of both. Then, who began it. */
  user?: RefInput | null
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
export type ListConversationRecipientsResponse = {
  /** The first 50 groups with staff. */
  domains: Ref[]
  /** The first 50 people. */
  users: Ref[]
}
export type DeleteResponse = {
  id: number
}
export type ConversationMessage = {
  created_at: string | null
  id: number
  is_own: boolean
  /** Whether everybody it was for has read it; of a shared inbox, one of the staff. */
  is_read: boolean
  /** Up to 4,000 characters, plain text; empty only with pictures. */
  message: string
  /** Up to 4. On input those that the caller has uploaded. */
  pictures: ConversationPicture[]
  /** A UUID that the sender chose. */
  request_id: string
  user: Ref | null
}
export type ListConversationMessagesResponse = {
  has_more: boolean
  /** At most 50. */
  items: ConversationMessage[]
}
export type ConversationMessageInput = {
  created_at?: string | null
  id?: number
  is_own?: boolean
  /** Whether everybody it was for has read it; of a shared inbox, one of the staff. */
  is_read?: boolean
  /** Up to 4,000 characters, plain text; empty only with pictures. */
  message?: string
  /** Up to 4. On input those that the caller has uploaded. */
  pictures?: ConversationPictureInput[]
  /** A UUID that the sender chose. */
  request_id?: string
  user?: RefInput | null
}
export const {
  useListConversationsQuery,
  useLazyListConversationsQuery,
  useCreateConversationMutation,
  useDeleteAllConversationsMutation,
  useListConversationRecipientsQuery,
  useLazyListConversationRecipientsQuery,
  useDeleteConversationMutation,
  useGetConversationQuery,
  useLazyGetConversationQuery,
  useCloseConversationMutation,
  useListConversationMessagesQuery,
  useLazyListConversationMessagesQuery,
  useCreateConversationMessageMutation,
  useReadConversationMutation,
  useTakeConversationMutation,
} = injectedRtkApi
