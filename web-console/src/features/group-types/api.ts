import { useMemo } from 'react'
import { groupTypesApi as generated, type GroupTypeInput } from '@/api/generated/group-types'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import { useTypeName } from './useTypeName'

export type { GroupKind, GroupType, GroupTypeInput } from '@/api/generated/group-types'

const groupTypesApi = generated.enhanceEndpoints({
  addTagTypes: ['Groups'],
  endpoints: {
    // The counts are of groups: they change when groups do.
    listGroupTypes: {
      providesTags: (page) => [...providesList('GroupTypes')(page), { type: 'Groups', id: 'LIST' }],
    },
    getGroupType: { providesTags: providesItem('GroupTypes') },
    createGroupType: { invalidatesTags: changesAll('GroupTypes') },
    updateGroupType: { invalidatesTags: changesAll('GroupTypes') },
    deleteAllGroupTypes: { invalidatesTags: changesAll('GroupTypes') },
  },
})

/** A page of the types of groups. */
export const useGroupTypeList = (query: ListQuery) =>
  groupTypesApi.useListGroupTypesQuery(listArgs(query))

/** The types of groups, as they are called here, are few: one page holds them all. */
export function useGroupTypes() {
  const list = groupTypesApi.useListGroupTypesQuery({ page: 1, size: 100, sort: 'name' })
  const nameOf = useTypeName()
  const { data: said } = list
  const data = useMemo(
    () => said && { ...said, items: said.items.map((type) => ({ ...type, name: nameOf(type) })) },
    [said, nameOf],
  )
  return { ...list, data }
}

export const useGroupType = (id: Id, options?: { skip?: boolean }) =>
  groupTypesApi.useGetGroupTypeQuery({ id }, options)

/** Makes a type, or changes one. */
export function useSaveGroupType() {
  const [create] = groupTypesApi.useCreateGroupTypeMutation()
  const [update] = groupTypesApi.useUpdateGroupTypeMutation()
  return (id: Id | undefined, groupTypeInput: GroupTypeInput) =>
    id === undefined ? create({ groupTypeInput }).unwrap() : update({ id, groupTypeInput }).unwrap()
}

export const { useDeleteAllGroupTypesMutation } = groupTypesApi
