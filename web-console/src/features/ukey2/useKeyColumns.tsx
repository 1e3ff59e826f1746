import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { refName } from '@/kit/refName'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { Ukey2Key } from './api'
import { KeyStatusTag } from './KeyStatusTag'

export function useKeyColumns(): Column<Ukey2Key>[] {
  const { t } = useTranslation('ukey2')
  return useMemo(
    () => [
      {
        key: 'user',
        title: t('fields.user'),
        render: ({ user }) => user?.name ?? '—',
        isMain: true,
        width: 200,
      },
      {
        key: 'platform',
        title: t('fields.platform'),
        render: ({ client }) => client?.platform || '—',
        width: 110,
      },
      {
        key: 'phone',
        title: t('fields.phone'),
        render: ({ client }) => client?.info || '—',
        width: 200,
      },
      {
        key: 'state',
        title: t('fields.state'),
        render: (ukey) => <KeyStatusTag ukey={ukey} />,
        width: 130,
      },
      {
        key: 'last_used_at',
        title: t('fields.used'),
        render: ({ last_used_at: at }) => <RelativeTime value={at} />,
        width: 150,
      },
      {
        key: 'domain',
        title: t('fields.group'),
        render: ({ domain }) => (domain ? refName(domain) : '—'),
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'created_at',
        title: t('fields.issued'),
        render: ({ issued_at: at }) => <RelativeTime value={at} />,
        sortable: true,
      },
    ],
    [t],
  )
}
