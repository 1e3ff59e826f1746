import { GlobalOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const feature = 'sip.trunks' as const

export const sipTrunksEntity = defineEntity({
  key: 'sipTrunks',
  path: '/sip-trunks',
  icon: GlobalOutlined,
  section: 'phone',
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
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
