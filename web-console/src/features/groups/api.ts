import {
  generatedApi,
  type Group,
  type GroupInput,
  type ListGroupsResponse,
} from '@/api/generated/endpoints'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { Group, GroupInput, GroupKind, GroupNode, GroupType } from '@/api/generated/endpoints'

const groupsApi = generatedApi.enhanceEndpoints({
  endpoints: {
    listGroups: { providesTags: providesList('Groups') },
    getGroup: { providesTags: providesItem('Groups') },
    createGroup: { invalidatesTags: changesList('Groups') },
    // The name of a group is part of the path of every group below it.
    updateGroup: { invalidatesTags: changesAll('Groups') },
    deleteAllGroups: { invalidatesTags: changesAll('Groups') },
  },
})

export const { useGetGroupTreeQuery, useDeleteAllGroupsMutation } = groupsApi

/** A page of the groups that the person sees. */
export const useGroupList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListGroupsResponse> => groupsApi.useListGroupsQuery(listArgs(query), options)

export const useGroup = (id: Id, options?: { skip?: boolean }) =>
  groupsApi.useGetGroupQuery({ id }, options)

export const useCreateGroup: UseMutation<GroupInput, Group> = () => {
  const [create, state] = groupsApi.useCreateGroupMutation()
  return [(groupInput) => create({ groupInput }), state]
}

export const useUpdateGroup: UseMutation<{ id: Id; body: GroupInput }, Group> = () => {
  const [update, state] = groupsApi.useUpdateGroupMutation()
  return [({ id, body }) => update({ id, groupInput: body }), state]
}

/** The types of groups are few: one page holds them all. */
export const useGroupTypes = () =>
  groupsApi.useListGroupTypesQuery({ page: 1, size: 100, sort: 'name' })
