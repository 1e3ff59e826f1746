import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { Webhook } from './api'
import { WebhookStateTag } from './WebhookStateTag'

export function useWebhookColumns(): Column<Webhook>[] {
  const { t } = useTranslation('webhooks')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 180,
      },
      {
        key: 'state',
        title: t('fields.state'),
        width: 180,
        render: (webhook) => <WebhookStateTag webhook={webhook} />,
      },
      {
        key: 'url',
        title: t('fields.url'),
        width: 230,
        sortable: true,
        render: ({ url }) => <span className="mono">{url}</span>,
      },
      {
        key: 'events',
        title: t('fields.events'),
        width: 100,
        render: ({ events }) => t('eventCount', { count: events.length }),
      },
      {
        key: 'domain',
        title: t('fields.domain'),
        width: 150,
        render: ({ domain }) => domain?.name ?? t('project'),
        isWideOnly: true,
      },
      {
        key: 'pending',
        title: t('fields.pending'),
        width: 90,
        align: 'end',
        render: ({ pending }) => pending,
      },
      {
        key: 'dead',
        title: t('fields.dead'),
        width: 130,
        align: 'end',
        render: ({ dead }) => dead,
      },
      {
        key: 'delivered_at',
        title: t('fields.delivered'),
        width: 130,
        render: ({ delivered_at }) => <RelativeTime value={delivered_at} />,
        isOptional: true,
        isWideOnly: true,
      },
    ],
    [t],
  )
}
