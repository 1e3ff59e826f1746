import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { issue, nameRule, refRule } from '@/kit/form'
import type { Webhook, WebhookInput } from './api'

/** http is for networks that the operator of the platform allows: the server says so. */
const ADDRESS = /^https?:\/\/[^\s/@#]+(?:[/?][^\s#]*)?$/i

export const webhookSchema = z.object({
  name: nameRule(LIMITS.Webhook.name.maxLength),
  url: z
    .string()
    .trim()
    .min(1, issue('required'))
    .max(LIMITS.Webhook.url.maxLength, issue('max_length', { max: LIMITS.Webhook.url.maxLength }))
    .regex(ADDRESS, 'valid url or ip'),
  events: z.array(z.string()).min(1, issue('not_empty')),
  domain: refRule.nullable(),
  is_enabled: z.boolean(),
})

export type WebhookForm = z.input<typeof webhookSchema>

export const emptyWebhook: WebhookForm = {
  name: '',
  url: '',
  events: [],
  domain: null,
  is_enabled: true,
}

export const toWebhookForm = (webhook: Webhook): WebhookForm => ({
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  domain: webhook.domain ?? null,
  is_enabled: webhook.is_enabled,
})

export const toWebhookBody = (values: z.output<typeof webhookSchema>): WebhookInput => values
