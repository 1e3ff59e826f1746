import { useCallback } from 'react'
import {
  devicesApi as generated,
  type Device,
  type DeviceInput,
  type ListDevicesResponse,
} from '@/api/generated/devices'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'
import { DELIVERIES } from './realtime'

export type {
  Delivery,
  Device,
  DeviceInfo,
  DeviceInput,
  DeviceModel,
  DeviceSettings,
  DeviceStatus,
  DeviceType,
  ListDeviceStatusHistoryResponse,
  Protocol,
  SyncError,
} from '@/api/generated/devices'

/** A change of nothing: asks whether one may change the device, and how it is now. */
const LOOK: DeviceInput = {}
const isLook = (change: DeviceInput) => Object.keys(change).length === 0

const devicesApi = generated.enhanceEndpoints({
  endpoints: {
    listDevices: { providesTags: providesList('Devices') },
    getDevice: { providesTags: providesItem('Devices') },
    listDeliveries: { providesTags: [{ type: 'Devices', id: DELIVERIES }] },
    listSyncErrors: { providesTags: providesItem('Devices') },
    listDeviceStatusHistory: { providesTags: providesItem('Devices') },
    // The catalogue of models is a part of the program.
    listDeviceModels: { providesTags: [] },
    createDevice: { invalidatesTags: changesList('Devices') },
    updateDevice: {
      invalidatesTags: (result, error, change) =>
        isLook(change.deviceInput) ? [] : changesItem('Devices')(result, error, change),
    },
    deleteAllDevices: { invalidatesTags: changesAll('Devices') },
    // Opening a door changes nothing that is shown here; its event arrives by itself.
    openLock: { invalidatesTags: [] },
    applyDeviceSettings: { invalidatesTags: changesItem('Devices') },
    initDevice: { invalidatesTags: changesItem('Devices') },
    restartDeviceQueue: { invalidatesTags: changesItem('Devices') },
    setDeviceProtocols: { invalidatesTags: changesAll('Devices') },
  },
})

export const {
  useApplyDeviceSettingsMutation,
  useDeleteAllDevicesMutation,
  useInitDeviceMutation,
  useListDeliveriesQuery,
  useListDeviceModelsQuery,
  useListSyncErrorsQuery,
  useOpenLockMutation,
  useRestartDeviceQueueMutation,
  useSetDeviceProtocolsMutation,
} = devicesApi

/** Pushes come only while a page listens to them, so what an earlier page was told is asked anew. */
const FRESH = { refetchOnMountOrArgChange: true }

export const useDeviceList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListDevicesResponse> =>
  devicesApi.useListDevicesQuery(listArgs(query), { ...FRESH, ...options })

export const useDevice = (id: Id, options?: { skip?: boolean }) =>
  devicesApi.useGetDeviceQuery({ id }, options)

export const useCreateDevice: UseMutation<DeviceInput, Device> = () => {
  const [create, state] = devicesApi.useCreateDeviceMutation()
  return [(deviceInput) => create({ deviceInput }), state]
}

export const useUpdateDevice: UseMutation<{ id: Id; body: DeviceInput }, Device> = () => {
  const [update, state] = devicesApi.useUpdateDeviceMutation()
  return [({ id, body }) => update({ id, deviceInput: body }), state]
}

/** How a device is now, for who may change it; refused as a change would be. */
export function useLookAtDevice(): (id: Id) => Promise<Device> {
  const [update] = devicesApi.useUpdateDeviceMutation()
  return useCallback(async (id) => update({ id, deviceInput: LOOK }).unwrap(), [update])
}

/** When it came and went in the last 30 days. */
export const useStatusHistory = (id: Id) =>
  devicesApi.useListDeviceStatusHistoryQuery({ id }, FRESH)

/** What a model can do; undefined while the catalogue is on its way, or for an unknown model. */
export function useModel(type: string | null | undefined, model: string | null | undefined) {
  const { data } = useListDeviceModelsQuery()
  return data?.items.find((each) => each.model === model && each.type === type)
}
