import { z } from 'zod'
import { issue, nameRule, optionalText, refRule } from '@/kit/form'
import type { Group, GroupInput } from './api'

export const groupSchema = z.object({
  name: nameRule(100),
  description: optionalText(1000),
  parent: refRule.nullable(),
  domain_type_id: z.number().nullable(),
  logic_address: z
    .string()
    .trim()
    // The range depends on the type, and is the server's to check.
    .regex(/^\d{0,4}$/, issue('number'))
    .nullable()
    .transform((text) => text || null),
})

export type GroupForm = z.input<typeof groupSchema>

export const emptyGroup: GroupForm = {
  name: '',
  description: '',
  parent: null,
  domain_type_id: null,
  logic_address: '',
}

export const toGroupForm = (group: Group): GroupForm => ({
  name: group.name,
  description: group.description ?? '',
  parent: group.path.at(-1) ?? null,
  domain_type_id: group.domain_type_id,
  logic_address: group.logic_address ?? '',
})

/** The parent is chosen as a group and sent as its id. */
export const toGroupBody = ({ parent, ...values }: z.output<typeof groupSchema>): GroupInput => ({
  ...values,
  parent_id: parent?.id ?? null,
})
