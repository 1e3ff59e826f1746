import type { ToneName } from '@/kit/theme'
import type { Webhook, WebhookDelivery } from './api'

/** How a webhook is, in one word. */
export type WebhookState = 'works' | 'new' | 'failing' | 'withheld' | 'off' | 'disabled'

export function stateOf(webhook: Webhook): WebhookState {
  if (!webhook.is_enabled) return webhook.disabled_reason ? 'disabled' : 'off'
  if (webhook.failing_since) return 'failing'
  if (webhook.withheld_events.length > 0) return 'withheld'
  return webhook.delivered_at ? 'works' : 'new'
}

const TONES: Record<WebhookState, ToneName> = {
  works: 'success',
  new: 'info',
  failing: 'error',
  withheld: 'warning',
  off: 'neutral',
  disabled: 'error',
}

export const toneOf = (state: WebhookState): ToneName => TONES[state]

/** Why the platform has disabled it, as texts have it. */
export const DISABLED_REASONS = ['gone', 'failing', 'group_deleted'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const disabledReasonOf = ({ disabled_reason }: Webhook): DisabledReason | undefined =>
  DISABLED_REASONS.find((reason) => reason === disabled_reason)

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const deliveryTone = (state: DeliveryState | undefined): ToneName =>
  state === 'delivered' ? 'success' : state === 'dead' ? 'error' : 'info'

/** Reasons of failures that the texts name. */
export const SEND_ERRORS = [
  'bad_address',
  'refused',
  'too_large',
  'timed_out',
  'unreachable',
  'no_secret',
  'not_permitted',
] as const
export type SendError = (typeof SEND_ERRORS)[number]

/** Why an attempt has failed: by the server's status, or by a reason of the platform's. */
export function failureOf({
  error,
  status,
}: Pick<WebhookDelivery, 'error' | 'status'>): { status: number } | { reason: SendError } | null {
  const reason = SEND_ERRORS.find((each) => each === error)
  if (reason) return { reason }
  return error && status > 0 ? { status } : null
}
