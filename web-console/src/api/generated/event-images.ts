import { baseApi as api } from '../baseApi'
export const addTagTypes = ['EventImages'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listEventImages: build.query<ListEventImagesApiResponse, ListEventImagesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/event-images`,
          params: {
            event_ids: queryArg.eventIds,
          },
        }),
        providesTags: ['EventImages'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as eventImagesApi }
export type ListEventImagesApiResponse = /** status 200 Done. */ ListEventImagesResponse
export type ListEventImagesApiArg = {
  /** 1 to 100 ids of events, separated by commas. */
  eventIds?: string
}
export type EventImage = {
  event_id: number
  /** A link for the caller's session, good for ten minutes at least. */
  image_url: string
}
export type ListEventImagesResponse = {
  items: EventImage[]
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
export const { useListEventImagesQuery, useLazyListEventImagesQuery } = injectedRtkApi
