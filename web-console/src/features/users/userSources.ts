import type { ListQuery } from '@/api/list'
import { pickerOf, type PickerSource } from '@/kit/picker'
import { useGroupAdminList, type User } from './api'
import { users } from './resource'
import { useUserFilters } from './useUserFilters'

/** Users to choose from. */
export const userSource: PickerSource = pickerOf(users, useUserFilters)

/** Only those whose role lets them manage their own group. */
export const groupAdminSource: PickerSource = {
  ...userSource,
  useList: (query: ListQuery, options) => useGroupAdminList(query, options),
  label: (row) => (row as User).name,
}
