import { generatedApi, type Device, type User } from '@/api/generated/endpoints'
import { listArgs } from '@/api/list'
import type { Id } from '@/api/types'
import type { PickerSource } from '@/kit/picker'

/** An entity that events may be narrowed to. */
export interface NarrowingEntity {
  /** Field of the filter. */
  field: 'device_id' | 'user_id'
  source: PickerSource
  /** Its name, by its id: an address holds no names. */
  useName: (id: Id | undefined) => string | undefined
}

export const DEVICE: NarrowingEntity = {
  field: 'device_id',
  source: {
    useList: (query, options) => generatedApi.useListDevicesQuery(listArgs(query), options),
    sort: 'name',
    label: (row) => (row as Device).name,
    detail: (row) => (row as Device).domain?.name ?? '',
  },
  useName: (id) =>
    generatedApi.useGetDeviceQuery({ id: id ?? 0 }, { skip: id === undefined }).currentData?.name,
}

export const USER: NarrowingEntity = {
  field: 'user_id',
  source: {
    useList: (query, options) => generatedApi.useListUsersQuery(listArgs(query), options),
    sort: 'name',
    label: (row) => (row as User).name,
    detail: (row) => (row as User).email ?? '',
  },
  useName: (id) =>
    generatedApi.useGetUserQuery({ id: id ?? 0 }, { skip: id === undefined }).currentData?.name,
}
