import {
  ukey2Api as generated,
  type ListUkey2KeysResponse,
  type Ukey2Key,
} from '@/api/generated/ukey2'
import { listArgs, type ListQuery } from '@/api/list'
import { changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult } from '@/kit/resource'

export type { Ukey2Key } from '@/api/generated/ukey2'

const ukey2Api = generated.enhanceEndpoints({
  endpoints: {
    listUkey2Keys: { providesTags: providesList('Ukey2') },
    getUkey2Key: { providesTags: providesItem('Ukey2') },
    issueUkey2Key: { invalidatesTags: changesList('Ukey2') },
    revokeUkey2Key: { invalidatesTags: changesItem('Ukey2') },
  },
})

export const { useIssueUkey2KeyMutation, useRevokeUkey2KeyMutation } = ukey2Api

/** A page of the keys that the person sees. */
export const useKeyList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListUkey2KeysResponse> => ukey2Api.useListUkey2KeysQuery(listArgs(query), options)

export const useKey = (id: Id, options?: { skip?: boolean }): QueryResult<Ukey2Key> =>
  ukey2Api.useGetUkey2KeyQuery({ id }, options)
