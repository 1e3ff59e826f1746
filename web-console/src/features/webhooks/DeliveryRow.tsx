import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Reason, useAttempt } from '@/kit/feedback'
import { StatusTag } from '@/kit/status'
import { RelativeTime } from '@/kit/time'
import { useReplayWebhookDeliveriesMutation, type Webhook, type WebhookDelivery } from './api'
import { deliveryTone, failureOf } from './state'
import { useEventName } from './useEventName'
import { useFailureText } from './useFailureText'
import styles from './webhooks.module.css'

interface Props {
  webhook: Webhook
  delivery: WebhookDelivery
  why: string | false
}

/** One delivery: which event, how often it was tried, and why it has failed. */
export function DeliveryRow({ webhook, delivery, why }: Props) {
  const { t } = useTranslation('webhooks')
  const eventName = useEventName()
  const failureText = useFailureText()
  const { state, attempts, attempted_at, created_at, next_attempt_at } = delivery
  const failure = failureOf(delivery)
  return (
    <li>
      <span className={styles.item}>
        <strong>
          {eventName(delivery.event)}{' '}
          {state && (
            <StatusTag tone={deliveryTone(state)}>{t(`options.deliveries.${state}`)}</StatusTag>
          )}
        </strong>
        <span className={styles.facts}>
          <RelativeTime value={attempted_at ?? created_at} />
          <span>{t('attempts', { count: attempts })}</span>
          {failure && <span className={styles.bad}>{failureText(failure)}</span>}
          {state === 'pending' && next_attempt_at && (
            <span>
              {t('deliveries.next')} <RelativeTime value={next_attempt_at} />
            </span>
          )}
          {state === 'pending' && !next_attempt_at && webhook.is_enabled && (
            <span>{t('deliveries.waits')}</span>
          )}
        </span>
        <span className={`mono ${styles.soft}`}>{delivery.event_id}</span>
      </span>
      {state === 'dead' && <Replay webhook={webhook} delivery={delivery} why={why} />}
    </li>
  )
}

function Replay({ webhook, delivery, why }: Props) {
  const { t } = useTranslation('webhooks')
  const attempt = useAttempt()
  const [replay, { isLoading }] = useReplayWebhookDeliveriesMutation()
  const run = () =>
    attempt(async () => {
      const body = { deliveries: [delivery.id] }
      const { replayed } = await replay({ id: webhook.id, body }).unwrap()
      return t('replay.done', { count: replayed })
    })
  return (
    <Reason why={why}>
      <Button loading={isLoading} disabled={Boolean(why)} onClick={() => void run()}>
        {t('replay.one')}
      </Button>
    </Reason>
  )
}
