import {
  groupsApi as generated,
  type Group,
  type GroupInput,
  type ListGroupsResponse,
} from '@/api/generated/groups'
import type { Logo } from '@/api/generated/files'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import { useUpload } from '@/kit/files'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type {
  Group,
  GroupCompletely,
  GroupDependent,
  GroupInput,
  GroupNode,
  MovePreview,
} from '@/api/generated/groups'

const groupsApi = generated.enhanceEndpoints({
  endpoints: {
    listGroups: { providesTags: providesList('Groups') },
    getGroup: { providesTags: providesItem('Groups') },
    createGroup: { invalidatesTags: changesList('Groups') },
    // The name of a group is part of the path of every group below it.
    updateGroup: { invalidatesTags: changesAll('Groups') },
    deleteGroup: { invalidatesTags: changesAll('Groups') },
    deleteAllGroups: { invalidatesTags: changesAll('Groups') },
    // What depends on a group is kept elsewhere: it is asked each time a person wants to know.
    listGroupDependents: { keepUnusedDataFor: 0 },
    previewMove: { keepUnusedDataFor: 0 },
    getGroupCompletely: { keepUnusedDataFor: 10 },
  },
})

export const {
  useDeleteAllGroupsMutation,
  useDeleteGroupMutation,
  useGetGroupCompletelyQuery,
  useGetGroupTreeQuery,
  useListGroupDependentsQuery,
  usePreviewMoveQuery,
  useUpdateGroupMutation,
} = groupsApi

/** A page of the groups that the person sees. */
export const useGroupList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListGroupsResponse> => groupsApi.useListGroupsQuery(listArgs(query), options)

export const useGroup = (
  id: Id,
  options?: { skip?: boolean; refetchOnMountOrArgChange?: number },
) => groupsApi.useGetGroupQuery({ id }, options)

/** What a group is made with; its settings are for a group that exists. */
const GENERAL = [
  'name',
  'description',
  'parent_id',
  'domain_type_id',
  'logic_address',
  'sip_count',
  'app_count',
] as const

export const useCreateGroup: UseMutation<GroupInput, Group> = () => {
  const [create, state] = groupsApi.useCreateGroupMutation()
  return [
    (body) =>
      create({ groupInput: Object.fromEntries(GENERAL.map((key) => [key, body[key] ?? null])) }),
    state,
  ]
}

export const useUpdateGroup: UseMutation<{ id: Id; body: GroupInput }, Group> = () => {
  const [update, state] = groupsApi.useUpdateGroupMutation()
  return [({ id, body }) => update({ id, groupInput: body }), state]
}

/** The calls of a group's logo. */
export function useGroupLogo(id: Id) {
  const [send] = useUpload<Logo>(['Groups'])
  const [remove] = groupsApi.useDeleteGroupLogoMutation()
  return {
    set: (image: Blob) => send(`/api/v0/domains/${id}/whitelabel/logo`, { image }),
    remove: () => remove({ id }).unwrap(),
  }
}
