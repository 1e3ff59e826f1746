import { z } from 'zod'
import {
  emptyWallet,
  emptyWhiteLabel,
  toWalletForm,
  toWhiteLabelForm,
  walletSchema,
  whiteLabelSchema,
} from '@/features/branding'
import { checkQueues, toQueueForm, wholeQueues, type QueueForm } from '@/features/forward-rules'
import { issue, nameRule, optionalPhone, optionalText, rangeRule, refRule } from '@/kit/form'
import type { Group, GroupInput } from './api'

const forwardSchema = z
  .object({
    is_active: z.boolean(),
    // Looked at below, and only while they count.
    forward_rules: z.array(z.custom<QueueForm>()),
  })
  .superRefine(({ is_active, forward_rules }, context) => {
    if (!is_active) return
    checkQueues(forward_rules, (path, message) =>
      context.addIssue({ code: 'custom', path: ['forward_rules', ...path], message }),
    )
  })

export const MAX_ESCALATION_STEPS = 5
export const ESCALATION_MEANS = ['notification', 'mail', 'call'] as const

/** Who is notified of an alarm that nobody takes. */
const escalationSchema = z
  .array(
    z.object({
      after_seconds: rangeRule(10, 86_400),
      by: z.enum(ESCALATION_MEANS),
      recipients: z.array(refRule).min(1, issue('not_empty')).max(20),
    }),
  )
  .max(MAX_ESCALATION_STEPS)
  .superRefine((steps, context) => {
    steps.forEach(({ after_seconds }, at) => {
      const before = steps[at - 1]?.after_seconds ?? 0
      if (after_seconds > before) return
      const path = [at, 'after_seconds']
      context.addIssue({ code: 'custom', path, message: issue('later_step') })
    })
  })

const notifySchema = z
  .object({
    user: refRule.nullable(),
    notify_about_offline_device: z.boolean(),
    notify_about_device_task_failed: z.boolean(),
    alarm_escalation: escalationSchema,
  })
  .superRefine((values, context) => {
    const tells = values.notify_about_offline_device || values.notify_about_device_task_failed
    if (tells && !values.user) {
      context.addIssue({ code: 'custom', path: ['user'], message: issue('required') })
    }
  })

export const groupSchema = z.object({
  name: nameRule(100),
  description: optionalText(1000),
  parent: refRule.nullable(),
  domain_type_id: z.number().nullable(),
  logic_address: z
    .string()
    .trim()
    // The range depends on the type, and is the server's to check.
    .regex(/^\d{0,4}$/, issue('number'))
    .nullable()
    .transform((text) => text || null),
  sip_count: rangeRule(0, 1_000_000).nullable(),
  app_count: rangeRule(0, 1_000_000).nullable(),
  whitelabel_settings: whiteLabelSchema,
  apple_wallet_settings: walletSchema,
  guest_identifier_limits: z.object({
    max_passes_count: rangeRule(1, 9_999).nullable(),
    max_period_days: rangeRule(1, 3_650).nullable(),
  }),
  device_status_notify: notifySchema,
  sip_number: forwardSchema,
  sip_trunk: z.object({ is_enabled: z.boolean(), outgoing_number: optionalPhone }),
})

export type GroupForm = z.input<typeof groupSchema>

export const emptyGroup: GroupForm = {
  name: '',
  description: '',
  parent: null,
  domain_type_id: null,
  logic_address: '',
  sip_count: null,
  app_count: null,
  whitelabel_settings: emptyWhiteLabel,
  apple_wallet_settings: emptyWallet,
  guest_identifier_limits: { max_passes_count: null, max_period_days: null },
  device_status_notify: {
    user: null,
    notify_about_offline_device: false,
    notify_about_device_task_failed: false,
    alarm_escalation: [],
  },
  sip_number: { is_active: false, forward_rules: [] },
  sip_trunk: { is_enabled: false, outgoing_number: '' },
}

export const toGroupForm = (group: Group): GroupForm => ({
  name: group.name,
  description: group.description ?? '',
  parent: group.path.at(-1) ?? null,
  domain_type_id: group.domain_type_id,
  logic_address: group.logic_address ?? '',
  sip_count: group.sip_count,
  app_count: group.app_count,
  whitelabel_settings: toWhiteLabelForm(group.whitelabel_settings),
  apple_wallet_settings: toWalletForm(group.apple_wallet_settings),
  guest_identifier_limits: group.guest_identifier_limits ?? emptyGroup.guest_identifier_limits,
  device_status_notify: group.device_status_notify
    ? {
        ...group.device_status_notify,
        alarm_escalation: group.device_status_notify.alarm_escalation.map((step) => ({
          ...step,
          by: ESCALATION_MEANS.find((means) => means === step.by) ?? 'notification',
        })),
      }
    : emptyGroup.device_status_notify,
  sip_number: group.sip_number
    ? {
        is_active: group.sip_number.is_active,
        forward_rules: group.sip_number.forward_rules.map(toQueueForm),
      }
    : emptyGroup.sip_number,
  sip_trunk: {
    is_enabled: group.sip_trunk?.is_enabled ?? false,
    outgoing_number: group.sip_trunk?.outgoing_number ?? '',
  },
})

/** The parent is chosen as a group and sent as its id; queues that do not count are sent when they are whole. */
export function toGroupBody(group: z.output<typeof groupSchema>): GroupInput {
  const { parent, sip_number, ...values } = group
  const { is_active, forward_rules } = sip_number
  return {
    ...values,
    parent_id: parent?.id ?? null,
    sip_number: {
      is_active,
      forward_rules: is_active ? forward_rules : wholeQueues(forward_rules),
    },
  }
}
