import type { PickerSource } from '@/kit/picker'
import { useRoleList, type Role } from './api'

/** Roles to give to a user; the server refuses those that the person may not assign. */
export const roleSource: PickerSource = {
  useList: useRoleList,
  sort: 'name',
  label: (row) => (row as Role).name,
  detail: (row) => (row as Role).description ?? '',
}
