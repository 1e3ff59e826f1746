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
import { timeRulesEntity } from './entity'

export const timeRules = defineResource({
  ...timeRulesEntity,
  label: (rule: TimeRule) => rule.name,
  detail: (rule: TimeRule) => rule.description ?? '',
  defaultSort: 'name',
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
})
