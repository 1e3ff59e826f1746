import { z } from 'zod'
import { nameRule, optionalText, refRule } from '@/kit/form'
import type { Role } from './api'

export const roleSchema = z.object({
  name: nameRule(100),
  description: optionalText(1000),
  permissions: z.array(z.string()),
  available_roles: z.array(refRule),
})

export type RoleForm = z.input<typeof roleSchema>

export const emptyRole: RoleForm = {
  name: '',
  description: '',
  permissions: [],
  available_roles: [],
}

export const toRoleForm = (role: Role): RoleForm => ({
  name: role.name,
  description: role.description ?? '',
  // In one order, so that what is put back is no change.
  permissions: role.permissions.toSorted(),
  available_roles: role.available_roles,
})

export const toRoleBody = (values: z.output<typeof roleSchema>) => ({
  ...values,
  permissions: values.permissions.toSorted(),
})
