import { defineResource } from '@/kit/resource'
import { useCreateRule, useRule, useRuleList, useUpdateRule, type ElevatorAccessRule } from './api'
import { elevatorAccessRulesEntity } from './entity'
import {
  elevatorAccessRuleSchema,
  emptyElevatorAccessRule,
  toElevatorAccessRuleBody,
  toElevatorAccessRuleForm,
} from './schema'

export const elevatorAccessRules = defineResource({
  ...elevatorAccessRulesEntity,
  label: (rule: ElevatorAccessRule) => rule.name,
  detail: (rule: ElevatorAccessRule) => rule.elevators.map(({ name }) => name).join(', '),
  defaultSort: 'name',
  form: {
    schema: elevatorAccessRuleSchema,
    empty: emptyElevatorAccessRule,
    toForm: toElevatorAccessRuleForm,
    toBody: toElevatorAccessRuleBody,
  },
  api: {
    useList: useRuleList,
    useGet: useRule,
    useCreate: useCreateRule,
    useUpdate: useUpdateRule,
  },
})
