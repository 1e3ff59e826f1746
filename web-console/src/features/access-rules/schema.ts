import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { formTexts } from '@/kit/fields'
import { nameRule, rangeRule, refRule } from '@/kit/form'
import type { AccessRule, AccessRuleInput } from './api'
import { MAX_LOCKS } from './doors'
import { accessRuleFields } from './fields'

const MAX_NAMED = 500

const refs = z.array(refRule).max(MAX_NAMED, 'too many items: use groups')

const texts = formTexts(accessRuleFields, LIMITS.AccessRule)

export const accessRuleSchema = z.object({
  ...texts.shape,
  name: nameRule(LIMITS.AccessRule.name.maxLength),
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
  ...texts.empty,
  name: '',
  prohibition: false,
  is_shareable: true,
  devices: [],
  domains: [],
  users: [],
  identifiers: [],
  time_rules: [],
}

export const toAccessRuleForm = (rule: AccessRule): AccessRuleForm => ({
  ...texts.toForm(rule),
  name: rule.name,
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
