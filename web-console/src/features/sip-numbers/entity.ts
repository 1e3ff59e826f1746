import { PhoneOutlined } from '@ant-design/icons'
import { SEE_NUMBERS } from '@/features/forward-rules'
import { defineEntity } from '@/kit/resource'

const feature = 'sip' as const

export const sipNumbersEntity = defineEntity({
  key: 'virtualNumbers',
  path: '/virtual-numbers',
  icon: PhoneOutlined,
  section: 'phone',
  can: {
    read: SEE_NUMBERS,
    create: { feature, any: ['can_create_sip_number'] },
    update: { feature, any: ['can_edit_sip_number'] },
    remove: { feature, any: ['can_delete_sip_number'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
