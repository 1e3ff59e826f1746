import {
  announcesApi,
  type Announce,
  type AnnounceInput,
  type AnnounceResults,
  type ListAnnounceRecipientsResponse,
  type ListAnnounceResponsesResponse,
  type ListAnnouncesResponse,
} from '@/api/generated/announces'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type {
  Announce,
  AnnounceInput,
  AnnouncePreview,
  AnnounceRecipient,
  AnnounceResponse,
  AnnounceResults,
} from '@/api/generated/announces'

const api = announcesApi.enhanceEndpoints({
  endpoints: {
    listAnnounces: { providesTags: providesList('Announces') },
    getAnnounce: { providesTags: providesItem('Announces') },
    getAnnounceResults: { providesTags: providesItem('Announces') },
    listAnnounceRecipients: { providesTags: providesItem('Announces') },
    listAnnounceResponses: { providesTags: [{ type: 'Announces', id: 'LIST' }] },
    createAnnounce: { invalidatesTags: changesList('Announces') },
    updateAnnounce: { invalidatesTags: changesItem('Announces') },
    startAnnounce: { invalidatesTags: changesItem('Announces') },
    stopAnnounce: { invalidatesTags: changesItem('Announces') },
    remindAnnounce: { invalidatesTags: changesItem('Announces') },
    // Nothing is stored.
    previewAnnounce: { invalidatesTags: [] },
    deleteAllAnnounces: { invalidatesTags: changesAll('Announces') },
  },
})

export const {
  useDeleteAllAnnouncesMutation,
  usePreviewAnnounceMutation,
  useRemindAnnounceMutation,
  useStartAnnounceMutation,
  useStopAnnounceMutation,
} = api

// Pushes come only while a page listens to them, so what an earlier page was answered is asked anew.
const fresh = { refetchOnMountOrArgChange: true }

export const useAnnounceList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListAnnouncesResponse> =>
  api.useListAnnouncesQuery(listArgs(query), { ...fresh, ...options })

export const useAnnounce = (id: Id, options?: { skip?: boolean }): QueryResult<Announce> =>
  api.useGetAnnounceQuery({ id }, options)

export const useAnnounceResults = (id: Id): QueryResult<AnnounceResults> =>
  api.useGetAnnounceResultsQuery({ id }, fresh)

export const useAnnounceRecipients = (
  id: Id,
  query: ListQuery,
): QueryResult<ListAnnounceRecipientsResponse> =>
  api.useListAnnounceRecipientsQuery({ id, ...listArgs(query) }, fresh)

export const useAnnounceResponses = (
  query: ListQuery,
): QueryResult<ListAnnounceResponsesResponse> =>
  api.useListAnnounceResponsesQuery(listArgs(query), fresh)

export const useCreateAnnounce: UseMutation<AnnounceInput, Announce> = () => {
  const [create, state] = api.useCreateAnnounceMutation()
  return [(announceInput) => create({ announceInput }), state]
}

export const useUpdateAnnounce: UseMutation<{ id: Id; body: AnnounceInput }, Announce> = () => {
  const [update, state] = api.useUpdateAnnounceMutation()
  return [({ id, body }) => update({ id, announceInput: body }), state]
}
