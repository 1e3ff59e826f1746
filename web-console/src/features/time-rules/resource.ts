import { ClockCircleOutlined } from '@ant-design/icons'
import dayjs from 'dayjs'
import { defineResource } from '@/kit/resource'
import {
  useCreateTimeRule,
  useTimeRule,
  useTimeRuleList,
  useUpdateTimeRule,
  type TimeRule,
} from './api'
import { emptyTimeRule } from './presets'
import { timeRuleSchema, toTimeRuleBody, toTimeRuleForm } from './schema'

export const timeRules = defineResource({
  key: 'schedules',
  path: '/schedules',
  icon: ClockCircleOutlined,
  section: 'access',
  label: (rule: TimeRule) => rule.name,
  detail: (rule: TimeRule) => rule.description ?? '',
  defaultSort: 'name',
  can: {
    read: { any: ['can_view_time_rules', 'can_view_all_time_rules'] },
    create: { any: ['can_create_time_rule'] },
    update: { any: ['can_edit_time_rule'] },
    remove: { any: ['can_delete_time_rule'] },
  },
  form: {
    schema: timeRuleSchema,
    // The page starts a new one on the day in the person's own zone.
    empty: emptyTimeRule(dayjs().format('YYYY-MM-DD')),
    toForm: toTimeRuleForm,
    toBody: toTimeRuleBody,
  },
  api: {
    useList: useTimeRuleList,
    useGet: useTimeRule,
    useCreate: useCreateTimeRule,
    useUpdate: useUpdateTimeRule,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
