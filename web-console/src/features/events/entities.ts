import { devicesApi, type Device } from '@/api/generated/devices'
import { usersApi, type User } from '@/api/generated/users'
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
    useList: (query, options) => devicesApi.useListDevicesQuery(listArgs(query), options),
    sort: 'name',
    label: (row) => (row as Device).name,
    detail: (row) => (row as Device).domain?.name ?? '',
  },
  useName: (id) =>
    devicesApi.useGetDeviceQuery({ id: id ?? 0 }, { skip: id === undefined }).currentData?.name,
}

export const USER: NarrowingEntity = {
  field: 'user_id',
  source: {
    useList: (query, options) => usersApi.useListUsersQuery(listArgs(query), options),
    sort: 'name',
    label: (row) => (row as User).name,
    detail: (row) => (row as User).email ?? '',
  },
  useName: (id) =>
    usersApi.useGetUserQuery({ id: id ?? 0 }, { skip: id === undefined }).currentData?.name,
}
