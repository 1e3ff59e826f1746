import { GlobalOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import {
  useCreateSipTrunk,
  useSipTrunk,
  useSipTrunkList,
  useUpdateSipTrunk,
  type SipTrunk,
} from './api'
import { emptySipTrunk, sipTrunkSchema, toSipTrunkBody, toSipTrunkForm } from './schema'

const feature = 'sip.trunks' as const

export const sipTrunks = defineResource({
  key: 'sipTrunks',
  path: '/sip-trunks',
  icon: GlobalOutlined,
  section: 'phone',
  label: (trunk: SipTrunk) => trunk.name,
  detail: ({ outgoing_number, domains }: SipTrunk) =>
    [outgoing_number, domains.map(({ name }) => name).join(', ')].filter(Boolean).join(' · '),
  defaultSort: 'name',
  can: {
    read: {
      feature,
      any: [
        'can_view_all_sip_trunks',
        'can_view_domain_sip_trunks',
        'can_view_descendants_sip_trunks',
        'can_view_own_sip_trunks',
      ],
    },
    create: { feature, any: ['can_create_sip_trunk'] },
    update: {
      feature,
      any: [
        'can_edit_all_sip_trunks',
        'can_edit_domain_sip_trunks',
        'can_edit_descendants_sip_trunks',
        'can_edit_own_sip_trunks',
      ],
    },
    remove: {
      feature,
      any: [
        'can_delete_all_sip_trunks',
        'can_delete_domain_sip_trunks',
        'can_delete_descendants_sip_trunks',
        'can_delete_own_sip_trunks',
      ],
    },
  },
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
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
