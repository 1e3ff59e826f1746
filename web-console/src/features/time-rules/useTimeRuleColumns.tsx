import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { TimeRule } from './api'
import { useScheduleWords } from './useScheduleWords'

export function useTimeRuleColumns(): Column<TimeRule>[] {
  const { t } = useTranslation('time-rules')
  const { sayRow } = useScheduleWords()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 240,
      },
      { key: 'summary', title: t('fields.summary'), render: sayRow, width: 380 },
      {
        key: 'access_rules',
        title: t('fields.usedBy'),
        render: ({ access_rules: rules }) => (
          <span title={rules.map(({ name }) => name).join(', ')}>
            {rules.length > 0 ? t('usedByCount', { count: rules.length }) : '—'}
          </span>
        ),
        width: 150,
      },
      {
        key: 'time_zone',
        title: t('fields.zone'),
        render: ({ time_zone }) => time_zone.replaceAll('_', ' '),
        isWideOnly: true,
        width: 170,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isWideOnly: true,
      },
      {
        key: 'created_by_user',
        title: t('fields.createdBy'),
        render: ({ created_by_user }) => created_by_user?.name ?? '—',
        isOptional: true,
        isWideOnly: true,
      },
    ],
    [t, sayRow],
  )
}
