import { refName } from '@/kit/refName'
import { defineResource } from '@/kit/resource'
import {
  useCreateSipTrunk,
  useSipTrunk,
  useSipTrunkList,
  useUpdateSipTrunk,
  type SipTrunk,
} from './api'
import { emptySipTrunk, sipTrunkSchema, toSipTrunkBody, toSipTrunkForm } from './schema'
import { sipTrunksEntity } from './entity'

export const sipTrunks = defineResource({
  ...sipTrunksEntity,
  label: (trunk: SipTrunk) => trunk.name,
  detail: ({ outgoing_number, domains }: SipTrunk) =>
    [outgoing_number, domains.map(refName).join(', ')].filter(Boolean).join(' · '),
  defaultSort: 'name',
  form: {
    schema: sipTrunkSchema,
    empty: emptySipTrunk,
    toForm: toSipTrunkForm,
    toBody: toSipTrunkBody,
  },
  api: {
    useList: useSipTrunkList,
    useGet: useSipTrunk,
    useCreate: useCreateSipTrunk,
    useUpdate: useUpdateSipTrunk,
  },
})
