import { z } from 'zod'
import { nameRule, optionalText, rangeRule, refRule } from '@/kit/form'
import type { AccessRule, AccessRuleInput } from './api'
import { MAX_LOCKS } from './doors'

const MAX_NAMED = 500

const refs = z.array(refRule).max(MAX_NAMED, 'too many items: use groups')

export const accessRuleSchema = z.object({
  name: nameRule(100),
  description: optionalText(1000),
  prohibition: z.boolean(),
  is_shareable: z.boolean(),
  devices: z
    .array(refRule.extend({ lock_number: rangeRule(0, MAX_LOCKS) }))
    .min(1, 'access rule must have a device')
    .max(MAX_NAMED, 'too many values'),
  domains: refs,
  users: refs,
  identifiers: refs,
  time_rules: refs,
})

export type AccessRuleForm = z.input<typeof accessRuleSchema>

export const emptyAccessRule: AccessRuleForm = {
  name: '',
  description: '',
  prohibition: false,
  is_shareable: true,
  devices: [],
  domains: [],
  users: [],
  identifiers: [],
  time_rules: [],
}

export const toAccessRuleForm = (rule: AccessRule): AccessRuleForm => ({
  name: rule.name,
  description: rule.description ?? '',
  prohibition: rule.prohibition,
  is_shareable: rule.is_shareable,
  devices: rule.devices,
  domains: rule.domains,
  users: rule.users,
  identifiers: rule.identifiers,
  time_rules: rule.time_rules,
})

export const toAccessRuleBody = (values: z.output<typeof accessRuleSchema>): AccessRuleInput =>
  values
