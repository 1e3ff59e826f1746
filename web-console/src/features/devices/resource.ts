import { HddOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import { useCreateDevice, useDevice, useDeviceList, useUpdateDevice, type Device } from './api'
import { deviceSchema, emptyDevice, toDeviceBody, toDeviceForm } from './schema'

export const devices = defineResource({
  key: 'devices',
  path: '/devices',
  icon: HddOutlined,
  section: 'devices',
  label: (device: Device) => device.name,
  detail: (device: Device) => [device.model, device.domain?.name].filter(Boolean).join(' · '),
  defaultSort: 'name',
  can: {
    read: {
      any: [
        'can_view_devices',
        'can_view_descendant_devices',
        'can_view_all_devices',
        'can_manage_self_domain_devices',
      ],
    },
    create: { any: ['can_create_device', 'can_manage_self_domain_devices'] },
    update: { any: ['can_edit_device', 'can_manage_self_domain_devices'] },
    remove: { any: ['can_delete_device', 'can_manage_self_domain_devices'] },
  },
  form: { schema: deviceSchema, empty: emptyDevice, toForm: toDeviceForm, toBody: toDeviceBody },
  api: {
    useList: useDeviceList,
    useGet: useDevice,
    useCreate: useCreateDevice,
    useUpdate: useUpdateDevice,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
