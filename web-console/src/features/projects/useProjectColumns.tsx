import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { DealerProject } from './api'

const COUNTS = ['users', 'domains', 'devices', 'identifiers'] as const

export function useProjectColumns(): Column<DealerProject>[] {
  const { t, i18n } = useTranslation('projects')
  return useMemo(() => {
    const number = new Intl.NumberFormat(i18n.resolvedLanguage)
    return [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 240,
      },
      {
        key: 'is_suspended',
        title: t('fields.state'),
        render: ({ is_suspended }) => (
          <StatusTag tone={is_suspended ? 'warning' : 'success'}>
            {is_suspended ? t('suspended') : t('running')}
          </StatusTag>
        ),
        width: 150,
      },
      ...COUNTS.map((key): Column<DealerProject> => ({
        key,
        title: t(`options.counts.${key}`),
        render: ({ counts }) => {
          const count = counts?.[key] ?? null
          return count === null ? '—' : number.format(count)
        },
        align: 'end',
        width: 120,
      })),
      {
        key: 'description',
        title: t('fields.description'),
        render: ({ description }) => description ?? '—',
        isWideOnly: true,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isWideOnly: true,
        width: 150,
      },
    ]
  }, [t, i18n.resolvedLanguage])
}
