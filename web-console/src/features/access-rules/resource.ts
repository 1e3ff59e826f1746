import { defineResource } from '@/kit/resource'
import {
  useAccessRule,
  useAccessRuleList,
  useCreateAccessRule,
  useUpdateAccessRule,
  type AccessRule,
} from './api'
import { accessRuleSchema, emptyAccessRule, toAccessRuleBody, toAccessRuleForm } from './schema'
import { accessRulesEntity } from './entity'

export const accessRules = defineResource({
  ...accessRulesEntity,
  label: (rule: AccessRule) => rule.name,
  detail: (rule: AccessRule) => rule.devices.map(({ name }) => name).join(', '),
  defaultSort: 'name',
  form: {
    schema: accessRuleSchema,
    empty: emptyAccessRule,
    toForm: toAccessRuleForm,
    toBody: toAccessRuleBody,
  },
  api: {
    useList: useAccessRuleList,
    useGet: useAccessRule,
    useCreate: useCreateAccessRule,
    useUpdate: useUpdateAccessRule,
  },
})
