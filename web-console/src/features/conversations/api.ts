import {
  conversationsApi,
  type Conversation,
  type ListConversationMessagesResponse,
  type ListConversationsResponse,
} from '@/api/generated/conversations'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult } from '@/kit/resource'

export type { Conversation, ConversationMessage } from '@/api/generated/conversations'

const api = conversationsApi.enhanceEndpoints({
  endpoints: {
    listConversations: { providesTags: providesList('Conversations') },
    getConversation: { providesTags: providesItem('Conversations') },
    listConversationMessages: { providesTags: providesItem('Conversations') },
    listConversationRecipients: { providesTags: [] },
    createConversation: { invalidatesTags: changesList('Conversations') },
    createConversationMessage: { invalidatesTags: changesItem('Conversations') },
    readConversation: { invalidatesTags: changesItem('Conversations') },
    // Also after a refusal: then a colleague was faster, and it is another one than is shown.
    takeConversation: {
      invalidatesTags: (_result, _error, { id }) => [
        { type: 'Conversations', id },
        { type: 'Conversations', id: 'LIST' as const },
      ],
    },
    closeConversation: { invalidatesTags: changesItem('Conversations') },
    deleteConversation: { invalidatesTags: changesAll('Conversations') },
  },
})

export const {
  useCloseConversationMutation,
  useCreateConversationMessageMutation,
  useCreateConversationMutation,
  useDeleteConversationMutation,
  useLazyListConversationMessagesQuery,
  useListConversationRecipientsQuery,
  useReadConversationMutation,
  useTakeConversationMutation,
} = api

// Pushes come only while a page listens to them, so what an earlier page was answered is asked anew.
const fresh = { refetchOnMountOrArgChange: true }

export const useConversationList = (query: ListQuery): QueryResult<ListConversationsResponse> =>
  api.useListConversationsQuery(listArgs(query), fresh)

export const useConversation = (id: Id): QueryResult<Conversation> =>
  api.useGetConversationQuery({ id }, fresh)

/** The newest page. */
export const useNewestMessages = (id: Id): QueryResult<ListConversationMessagesResponse> =>
  api.useListConversationMessagesQuery({ id }, fresh)
