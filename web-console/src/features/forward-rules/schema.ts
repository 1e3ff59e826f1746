import { z } from 'zod'
import { issue, nameRule, refRule } from '@/kit/form'
import type { ForwardRule } from './api'
import { emptyQueue, MAX_QUEUES, queueSchema, toQueueForm } from './queues/schema'

export const forwardRuleSchema = z.object({
  name: nameRule(100),
  domain: refRule.nullable(),
  forward_rules: z
    .array(queueSchema)
    .min(1, issue('not_empty'))
    .max(MAX_QUEUES, issue('max_items', { max: MAX_QUEUES })),
})

export type ForwardRuleForm = z.input<typeof forwardRuleSchema>

export const emptyForwardRule: ForwardRuleForm = {
  name: '',
  domain: null,
  forward_rules: [emptyQueue()],
}

export const toForwardRuleForm = (rule: ForwardRule): ForwardRuleForm => ({
  name: rule.name,
  domain: rule.domain,
  forward_rules: rule.forward_rules.map(toQueueForm),
})
