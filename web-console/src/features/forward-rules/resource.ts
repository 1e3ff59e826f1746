import { defineResource } from '@/kit/resource'
import {
  useCreateForwardRule,
  useForwardRule,
  useForwardRuleList,
  useUpdateForwardRule,
  type ForwardRule,
} from './api'
import { emptyForwardRule, forwardRuleSchema, toForwardRuleForm } from './schema'
import { forwardRulesEntity } from './entity'

export const forwardRules = defineResource({
  ...forwardRulesEntity,
  label: (rule: ForwardRule) => rule.name,
  detail: ({ domain, forward_rules }: ForwardRule) =>
    [domain?.name, forward_rules.map(({ numbers }) => numbers.join(', ')).join(' → ')]
      .filter(Boolean)
      .join(' · '),
  defaultSort: 'name',
  form: { schema: forwardRuleSchema, empty: emptyForwardRule, toForm: toForwardRuleForm },
  api: {
    useList: useForwardRuleList,
    useGet: useForwardRule,
    useCreate: useCreateForwardRule,
    useUpdate: useUpdateForwardRule,
  },
})
