import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { formTexts } from '@/kit/fields'
import { issue, nameRule, refRule } from '@/kit/form'
import type { ElevatorAccessRule, ElevatorAccessRuleInput } from './api'
import { elevatorAccessRuleFields } from './fields'

const MAX_USERS = 500
const MAX_ELEVATORS = 50

const texts = formTexts(elevatorAccessRuleFields, LIMITS.ElevatorAccessRule)

const elevatorRule = refRule.extend({ floors: z.array(z.number()) })

export const elevatorAccessRuleSchema = z.object({
  ...texts.shape,
  name: nameRule(LIMITS.ElevatorAccessRule.name.maxLength),
  users: z
    .array(refRule)
    .min(1, issue('not_empty'))
    .max(MAX_USERS, issue('max_items', { max: MAX_USERS })),
  elevators: z
    .array(elevatorRule)
    .max(MAX_ELEVATORS, issue('max_items', { max: MAX_ELEVATORS }))
    // An elevator without floors is dropped, so that one with a floor has to be there.
    .refine((rows) => rows.some(({ floors }) => floors.length > 0), issue('not_empty')),
})

export type ElevatorAccessRuleForm = z.input<typeof elevatorAccessRuleSchema>
export type ElevatorChoice = ElevatorAccessRuleForm['elevators'][number]

export const emptyElevatorAccessRule: ElevatorAccessRuleForm = {
  ...texts.empty,
  name: '',
  users: [],
  elevators: [],
}

export const toElevatorAccessRuleForm = (rule: ElevatorAccessRule): ElevatorAccessRuleForm => ({
  ...texts.toForm(rule),
  name: rule.name,
  users: rule.users,
  elevators: rule.elevators.map(({ id, name, floors }) => ({
    id,
    name,
    floors: floors.map(({ floor }) => floor),
  })),
})

export const toElevatorAccessRuleBody = ({
  elevators,
  ...values
}: z.output<typeof elevatorAccessRuleSchema>): ElevatorAccessRuleInput => ({
  ...values,
  elevators: elevators
    .filter(({ floors }) => floors.length > 0)
    .map(({ id, floors }) => ({
      id,
      floors: floors.toSorted((a, b) => a - b).map((floor) => ({ floor })),
    })),
})
