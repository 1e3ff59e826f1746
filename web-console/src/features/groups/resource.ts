import { defineResource } from '@/kit/resource'
import { useCreateGroup, useGroup, useGroupList, useUpdateGroup, type Group } from './api'
import { groupsEntity } from './entity'

export const groups = defineResource({
  ...groupsEntity,
  label: (group: Group) => group.name,
  detail: (group: Group) => group.path.map(({ name }) => name).join(' / '),
  defaultSort: 'name',
  api: {
    useList: useGroupList,
    useGet: useGroup,
    useCreate: useCreateGroup,
    useUpdate: useUpdateGroup,
  },
})
