import { ReloadOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading, Reason, useAttempt } from '@/kit/feedback'
import { useReplayWebhookDeliveriesMutation, useWebhookDeliveries, type Webhook } from './api'
import { DeliveryRow } from './DeliveryRow'
import { DELIVERY_STATES, type DeliveryState } from './state'
import styles from './webhooks.module.css'

/** Deliveries of a page. */
const PAGE = 50

interface Props {
  webhook: Webhook
  /** Why nothing may be changed. */
  why: string | false
}

/** What became of the events that were sent, dead letters among them. */
export function Deliveries({ webhook, why }: Props) {
  const { t } = useTranslation('webhooks')
  const [state, setState] = useState<DeliveryState | 'all'>(webhook.dead > 0 ? 'dead' : 'all')
  // The first of each page that is left behind, to come back to.
  const [before, setBefore] = useState<number[]>([])
  const { id } = webhook
  const { data, error, refetch } = useWebhookDeliveries({
    id,
    limit: PAGE,
    ...(state !== 'all' && { state }),
    ...(before.length > 0 && { beforeId: before.at(-1) }),
  })
  const last = data?.items.at(-1)
  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <Segmented
          aria-label={t('deliveries.states')}
          value={state}
          onChange={(chosen) => {
            setState(chosen)
            setBefore([])
          }}
          options={(['all', ...DELIVERY_STATES] as const).map((value) => ({
            value,
            label: t(`options.deliveries.${value}`),
          }))}
        />
        <ReplayAll webhook={webhook} why={why} />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.items.length === 0 && <p className={styles.soft}>{t('deliveries.none')}</p>}
      {data && data.items.length > 0 && (
        <ul className={styles.list} aria-label={t('deliveries.tab')}>
          {data.items.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} why={why} />
          ))}
        </ul>
      )}
      <div className={styles.head}>
        <Button
          disabled={before.length === 0}
          onClick={() => setBefore((pages) => pages.slice(0, -1))}
        >
          {t('deliveries.newer')}
        </Button>
        <Button
          disabled={!data?.has_more}
          onClick={() => last && setBefore((pages) => [...pages, last.id])}
        >
          {t('deliveries.older')}
        </Button>
      </div>
    </div>
  )
}

function ReplayAll({ webhook: { id, dead }, why }: Props) {
  const { t } = useTranslation('webhooks')
  const attempt = useAttempt()
  const [replay, { isLoading }] = useReplayWebhookDeliveriesMutation()
  if (dead === 0) return null
  const run = () =>
    attempt(
      async () => {
        const { replayed } = await replay({ id, body: { all: true } }).unwrap()
        return t('replay.done', { count: replayed })
      },
      {
        title: t('replay.ask', { count: dead }),
        text: t('replay.askText'),
        action: t('replay.all'),
      },
    )
  return (
    <Reason why={why}>
      <Button
        icon={<ReloadOutlined />}
        loading={isLoading}
        disabled={Boolean(why)}
        onClick={() => void run()}
      >
        {t('replay.all')}
      </Button>
    </Reason>
  )
}
