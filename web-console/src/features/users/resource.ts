import { defineResource } from '@/kit/resource'
import { useCreateUser, useUpdateUser, useUser, useUserList, type User } from './api'
import { emptyUser, toUserBody, toUserForm, userSchema } from './schema'
import { usersEntity } from './entity'

export const users = defineResource({
  ...usersEntity,
  label: (user: User) => user.name,
  detail: (user: User) =>
    [user.email ?? user.login, user.domains.map(({ name }) => name).join(', ')]
      .filter(Boolean)
      .join(' · '),
  defaultSort: 'name',
  form: { schema: userSchema, empty: emptyUser, toForm: toUserForm, toBody: toUserBody },
  api: {
    useList: useUserList,
    useGet: useUser,
    useCreate: useCreateUser,
    useUpdate: useUpdateUser,
  },
})
