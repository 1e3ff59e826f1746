import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Search'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      search: build.query<SearchApiResponse, SearchApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/search`,
          params: {
            query: queryArg.query,
            size: queryArg.size,
          },
        }),
        providesTags: ['Search'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as searchApi }
export type SearchApiResponse = /** status 200 Done. */ SearchResponse
export type SearchApiArg = {
  /** 2 to 100 characters. Each word is the beginning of a word of the name, e-mail, phone or number; a card's number may be
    written in decimal, in hexadecimal, with its bytes reversed, or as facility and number. */
  query?: string
  /** How many of each kind: 1 to 20; without it 5. */
  size?: number
}
export type FoundEntity = {
  /** What tells it from others of the name: an e-mail, a serial number, the number of an identifier; may be empty. */
  detail: string
  id: number
  /** Whether a whole word, or the whole number, is what was asked for. */
  is_exact: boolean
  /** user, group, device, identifier, sip_number, access_rule or time_rule. */
  kind: string
  name: string
}
export type SearchResponse = {
  items: FoundEntity[]
  /** Services that did not answer in time: what they have is missing. */
  missing_services: string[]
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
export const { useSearchQuery, useLazySearchQuery } = injectedRtkApi
