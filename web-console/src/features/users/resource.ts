import { defineResource } from '@/kit/resource'
import { useCreateUser, useUpdateUser, useUser, useUserList, type User } from './api'
import { usersEntity } from './entity'

export const users = defineResource({
  ...usersEntity,
  label: (user: User) => user.name,
  detail: (user: User) =>
    [user.email ?? user.login, user.domains.map(({ name }) => name).join(', ')]
      .filter(Boolean)
      .join(' · '),
  defaultSort: 'name',
  api: {
    useList: useUserList,
    useGet: useUser,
    useCreate: useCreateUser,
    useUpdate: useUpdateUser,
  },
})
