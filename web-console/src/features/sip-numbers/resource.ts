import { defineResource } from '@/kit/resource'
import {
  useCreateSipNumber,
  useSipNumber,
  useSipNumberList,
  useUpdateSipNumber,
  type SipNumber,
} from './api'
import { emptySipNumber, sipNumberSchema, toSipNumberBody, toSipNumberForm } from './schema'
import { sipNumbersEntity } from './entity'

export const sipNumbers = defineResource({
  ...sipNumbersEntity,
  label: ({ number, name }: SipNumber) => [number, name].filter(Boolean).join(' · '),
  detail: ({ user, device, domain }: SipNumber) =>
    [user?.name ?? device?.name, domain?.name].filter(Boolean).join(' · '),
  defaultSort: 'number',
  form: {
    schema: sipNumberSchema,
    empty: emptySipNumber,
    toForm: toSipNumberForm,
    toBody: toSipNumberBody,
  },
  api: {
    useList: useSipNumberList,
    useGet: useSipNumber,
    useCreate: useCreateSipNumber,
    useUpdate: useUpdateSipNumber,
  },
})
