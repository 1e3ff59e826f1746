import { defineResource } from '@/kit/resource'
import {
  useCreateGuestKey,
  useGuestKey,
  useGuestKeyList,
  useUpdateGuestKey,
  type GuestKey,
} from './api'
import { guestAccessEntity } from './entity'
import { emptyGuestKey, guestKeySchema, toGuestKeyBody, toGuestKeyForm } from './schema'

export const guestKeys = defineResource({
  ...guestAccessEntity,
  label: (key: GuestKey) => key.name,
  detail: (key: GuestKey) =>
    [key.owner?.name, ...key.access_rules.map(({ name }) => name)].filter(Boolean).join(' · '),
  defaultSort: '-created_at',
  form: {
    schema: guestKeySchema,
    empty: emptyGuestKey,
    toForm: toGuestKeyForm,
    toBody: toGuestKeyBody,
  },
  api: {
    useList: useGuestKeyList,
    useGet: useGuestKey,
    useCreate: useCreateGuestKey,
    useUpdate: useUpdateGuestKey,
  },
})
