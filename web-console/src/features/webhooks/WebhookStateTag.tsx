import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { Webhook } from './api'
import { stateOf, toneOf } from './state'

export function WebhookStateTag({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const state = stateOf(webhook)
  return <StatusTag tone={toneOf(state)}>{t(`options.states.${state}`)}</StatusTag>
}
