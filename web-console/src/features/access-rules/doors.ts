import { devicesApi, type Device } from '@/api/generated/devices'
import { listArgs } from '@/api/list'
import type { PickerSource } from '@/kit/picker'

/** Most locks of a device; 0 in a rule or a question means all of them, or any. */
export const MAX_LOCKS = 8

/** Devices to choose a door from. */
export const doorSource: PickerSource = {
  useList: (query, options) => devicesApi.useListDevicesQuery(listArgs(query), options),
  sort: 'name',
  label: (row) => (row as Device).name,
  detail: (row) => {
    const { model, domain } = row as Device
    return [domain?.name, model].filter(Boolean).join(' · ')
  },
}

export const useDoor = (id: number, options?: { skip?: boolean }) =>
  devicesApi.useGetDeviceQuery({ id }, options)
