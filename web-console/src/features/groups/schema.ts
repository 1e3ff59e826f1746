import { z } from 'zod'
import { issue, nameRule, optionalText, refRule } from '@/kit/form'
import type { Group } from './api'

export const groupSchema = z.object({
  name: nameRule(100),
  description: optionalText(1000),
  parent: refRule.nullable(),
  domain_type_id: z.number().nullable(),
  logic_address: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,3}$|^$/, issue('range', { min: 1, max: 9999 }))
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
export const toGroupBody = ({ parent, ...values }: z.output<typeof groupSchema>) => ({
  ...values,
  parent_id: parent?.id ?? null,
})
