import { withForm } from '@/kit/resource'
import { users } from './resource'
import { emptyUser, toUserBody, toUserForm, userSchema } from './schema'

/** With its form: what the list has no need of. */
export const usersWithForm = withForm(users, {
  schema: userSchema,
  empty: emptyUser,
  toForm: toUserForm,
  toBody: toUserBody,
})
