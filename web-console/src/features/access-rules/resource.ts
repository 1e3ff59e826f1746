import { KeyOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import {
  useAccessRule,
  useAccessRuleList,
  useCreateAccessRule,
  useUpdateAccessRule,
  type AccessRule,
} from './api'
import { accessRuleSchema, emptyAccessRule, toAccessRuleBody, toAccessRuleForm } from './schema'

export const accessRules = defineResource({
  key: 'accessRules',
  path: '/access-rules',
  icon: KeyOutlined,
  section: 'access',
  label: (rule: AccessRule) => rule.name,
  detail: (rule: AccessRule) => rule.devices.map(({ name }) => name).join(', '),
  defaultSort: 'name',
  can: {
    read: {
      any: [
        'can_view_access_rules',
        'can_view_all_access_rules',
        'can_manage_self_domain_access_rules',
      ],
    },
    create: { any: ['can_create_access_rule'] },
    update: { any: ['can_edit_access_rule'] },
    remove: { any: ['can_delete_access_rule'] },
  },
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
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
