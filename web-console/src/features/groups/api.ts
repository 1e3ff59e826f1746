import { baseApi } from '@/api/baseApi'
import { listArgs, type ListArgs, type ListQuery, type Page } from '@/api/list'
import type { Id, ItemResult, Ref } from '@/api/types'

export interface Group {
  id: Id
  name: string
  description: string | null
  /** Null for a root group. */
  parent_id: Id | null
  domain_type_id: Id | null
  /** 1 to 9999, unique per type and parent; null when it has none. */
  logic_address: string | null
  /** From the root to the parent. */
  path: Ref[]
  children_count: number
  descendants_count: number
  created_at: string
  updated_at: string
  created_by_user: Ref | null
}

export interface GroupNode {
  id: Id
  name: string
  parent_id: Id | null
  domain_type_id: Id | null
  logic_address: string | null
  children_count: number
}

export type GroupKind = 'building' | 'unit' | 'floor' | 'apartment' | 'common'

export interface GroupType {
  id: Id
  type: GroupKind
  name: string
}

export const groupsApi = baseApi.enhanceEndpoints({ addTagTypes: ['Group'] }).injectEndpoints({
  endpoints: (build) => ({
    listGroups: build.query<Page<Group>, ListArgs>({
      query: (params) => ({ url: '/domains', params }),
      providesTags: (page) => [
        { type: 'Group', id: 'LIST' },
        ...(page?.items ?? []).map(({ id }) => ({ type: 'Group' as const, id })),
      ],
    }),
    /** The groups right below one, or the roots that the person sees. */
    getGroupTree: build.query<{ items: GroupNode[]; truncated: boolean }, { parent_id?: Id }>({
      query: (params) => ({ url: '/domains/tree', params: { ...params, depth: 1 } }),
      providesTags: [{ type: 'Group', id: 'LIST' }],
    }),
    getGroup: build.query<Group, Id>({
      query: (id) => `/domains/${id}`,
      providesTags: (_group, _error, id) => [{ type: 'Group', id }],
    }),
    createGroup: build.mutation<Group, object>({
      query: (body) => ({ url: '/domains', method: 'PUT', body }),
      invalidatesTags: (_group, error) => (error ? [] : [{ type: 'Group', id: 'LIST' }]),
    }),
    updateGroup: build.mutation<Group, { id: Id; body: object }>({
      query: ({ id, body }) => ({ url: `/domains/${id}`, method: 'PATCH', body }),
      // The name of a group is part of the path of every group below it.
      invalidatesTags: (_group, error) => (error ? [] : ['Group']),
    }),
    deleteGroups: build.mutation<{ items: ItemResult[] }, Id[]>({
      query: (items) => ({ url: '/domains/deleteAll', method: 'POST', body: { items } }),
      invalidatesTags: (_results, error) => (error ? [] : [{ type: 'Group', id: 'LIST' }]),
    }),
    listGroupTypes: build.query<Page<GroupType>, void>({
      query: () => ({ url: '/domain-types', params: { page: 1, size: 100, sort: 'name' } }),
    }),
  }),
})

export const {
  useGetGroupTreeQuery,
  useGetGroupQuery,
  useCreateGroupMutation,
  useUpdateGroupMutation,
  useDeleteGroupsMutation,
  useListGroupTypesQuery,
} = groupsApi

/** A page of the groups that the person sees. */
export const useGroupList = (query: ListQuery, options?: { skip?: boolean }) =>
  groupsApi.useListGroupsQuery(listArgs(query), options)
