import { BranchesOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import {
  useCreateForwardRule,
  useForwardRule,
  useForwardRuleList,
  useUpdateForwardRule,
  type ForwardRule,
} from './api'
import { emptyForwardRule, forwardRuleSchema, toForwardRuleForm } from './schema'

const feature = 'sip' as const

export const forwardRules = defineResource({
  key: 'forwardRules',
  path: '/forward-rules',
  icon: BranchesOutlined,
  section: 'phone',
  label: (rule: ForwardRule) => rule.name,
  detail: ({ domain, forward_rules }: ForwardRule) =>
    [domain?.name, forward_rules.map(({ numbers }) => numbers.join(', ')).join(' → ')]
      .filter(Boolean)
      .join(' · '),
  defaultSort: 'name',
  can: {
    read: { feature, any: ['can_view_forward_rules', 'can_view_all_forward_rules'] },
    create: { feature, any: ['can_create_forward_rule'] },
    update: { feature, any: ['can_edit_forward_rule'] },
    remove: { feature, any: ['can_delete_forward_rule'] },
  },
  form: { schema: forwardRuleSchema, empty: emptyForwardRule, toForm: toForwardRuleForm },
  api: {
    useList: useForwardRuleList,
    useGet: useForwardRule,
    useCreate: useCreateForwardRule,
    useUpdate: useUpdateForwardRule,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
