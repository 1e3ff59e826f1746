import { defineResource } from '@/kit/resource'
import { useCreateDevice, useDevice, useDeviceList, useUpdateDevice, type Device } from './api'
import { deviceSchema, emptyDevice, toDeviceBody, toDeviceForm } from './schema'
import { devicesEntity } from './entity'

export const devices = defineResource({
  ...devicesEntity,
  label: (device: Device) => device.name,
  detail: (device: Device) => [device.model, device.domain?.name].filter(Boolean).join(' · '),
  defaultSort: 'name',
  form: { schema: deviceSchema, empty: emptyDevice, toForm: toDeviceForm, toBody: toDeviceBody },
  api: {
    useList: useDeviceList,
    useGet: useDevice,
    useCreate: useCreateDevice,
    useUpdate: useUpdateDevice,
  },
})
