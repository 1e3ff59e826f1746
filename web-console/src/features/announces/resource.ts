import { defineResource } from '@/kit/resource'
import {
  useAnnounce,
  useAnnounceList,
  useCreateAnnounce,
  useUpdateAnnounce,
  type Announce,
} from './api'
import { announcesEntity } from './entity'
import { announceSchema, emptyAnnounce, toAnnounceBody, toAnnounceForm } from './schema'

export const announces = defineResource({
  ...announcesEntity,
  label: (announce: Announce) => announce.name,
  detail: (announce: Announce) => announce.subject,
  defaultSort: '-created_at',
  form: {
    schema: announceSchema,
    empty: emptyAnnounce,
    toForm: toAnnounceForm,
    toBody: toAnnounceBody,
  },
  api: {
    useList: useAnnounceList,
    useGet: useAnnounce,
    useCreate: useCreateAnnounce,
    useUpdate: useUpdateAnnounce,
  },
})
