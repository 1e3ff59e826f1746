import { withForm } from '@/kit/resource'
import { groups } from './resource'
import { emptyGroup, groupSchema, toGroupBody, toGroupForm } from './schema'

/** With its form: what the list has no need of. */
export const groupsWithForm = withForm(groups, {
  schema: groupSchema,
  empty: emptyGroup,
  toForm: toGroupForm,
  toBody: toGroupBody,
})
