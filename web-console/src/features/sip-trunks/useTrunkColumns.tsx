import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { refName } from '@/kit/refName'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { SipTrunk } from './api'
import { TrunkStatusTag } from './TrunkStatusTag'

export function useTrunkColumns(): Column<SipTrunk>[] {
  const { t } = useTranslation('sip-trunks')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 200,
      },
      {
        key: 'outgoing_number',
        title: t('fields.outgoing'),
        render: ({ outgoing_number }) => <span className="mono">{outgoing_number}</span>,
        width: 170,
      },
      {
        key: 'status',
        title: t('fields.status'),
        render: (trunk) => <TrunkStatusTag trunk={trunk} />,
        width: 150,
      },
      {
        key: 'domains',
        title: t('fields.groups'),
        render: ({ domains }) => domains.map(refName).join(', ') || '—',
        width: 220,
      },
      {
        key: 'termination_uri',
        title: t('fields.provider'),
        render: ({ termination_uri }) => <span className="mono">{termination_uri}</span>,
        isWideOnly: true,
        width: 260,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isOptional: true,
        isWideOnly: true,
      },
    ],
    [t],
  )
}
