import { PhoneOutlined } from '@ant-design/icons'
import { SEE_NUMBERS } from '@/features/forward-rules'
import { defineResource } from '@/kit/resource'
import {
  useCreateSipNumber,
  useSipNumber,
  useSipNumberList,
  useUpdateSipNumber,
  type SipNumber,
} from './api'
import { emptySipNumber, sipNumberSchema, toSipNumberBody, toSipNumberForm } from './schema'

const feature = 'sip' as const

export const sipNumbers = defineResource({
  key: 'virtualNumbers',
  path: '/virtual-numbers',
  icon: PhoneOutlined,
  section: 'phone',
  label: ({ number, name }: SipNumber) => [number, name].filter(Boolean).join(' · '),
  detail: ({ user, device, domain }: SipNumber) =>
    [user?.name ?? device?.name, domain?.name].filter(Boolean).join(' · '),
  defaultSort: 'number',
  can: {
    read: SEE_NUMBERS,
    create: { feature, any: ['can_create_sip_number'] },
    update: { feature, any: ['can_edit_sip_number'] },
    remove: { feature, any: ['can_delete_sip_number'] },
  },
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
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
