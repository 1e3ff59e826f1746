import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { GuestKey } from './api'
import { KeyState, TimeLeft, Visits } from './KeyState'
import { KindTag } from './KindTag'

export function useGuestKeyColumns(): Column<GuestKey>[] {
  const { t } = useTranslation('guest-access')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 150,
      },
      {
        key: 'state',
        title: t('fields.state'),
        render: (key) => <KeyState guestKey={key} />,
        width: 178,
      },
      {
        key: 'period_restrict_to',
        title: t('fields.left'),
        render: (key) => <TimeLeft guestKey={key} />,
        width: 240,
      },
      {
        key: 'last_used_at',
        title: t('fields.lastUse'),
        render: ({ last_used_at: at, state }) =>
          at === null && state !== null ? t('neverUsed') : <RelativeTime value={at} />,
        width: 180,
      },
      {
        key: 'visits',
        title: t('fields.visits'),
        render: (key) => <Visits guestKey={key} />,
        align: 'end',
        width: 85,
      },
      {
        key: 'kind',
        title: t('fields.kind'),
        render: ({ kind }) => <KindTag kind={kind} />,
        width: 140,
      },
      {
        key: 'access_rules',
        title: t('fields.doors'),
        render: ({ access_rules: rules }) => {
          const names = rules.map(({ name }) => name).join(', ')
          return <span title={names}>{names || '—'}</span>
        },
        width: 150,
      },
      {
        key: 'owner',
        title: t('fields.giver'),
        render: ({ owner }) => owner?.name ?? '—',
        width: 130,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at: at }) => <RelativeTime value={at} />,
        sortable: true,
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'created_by_user',
        title: t('fields.createdBy'),
        render: ({ created_by_user: user }) => user?.name ?? '—',
        isOptional: true,
        isWideOnly: true,
      },
    ],
    [t],
  )
}
