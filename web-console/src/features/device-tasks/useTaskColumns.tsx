import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { DeviceTask } from './api'
import { TaskStatusTag } from './TaskStatusTag'
import { useTaskWords } from './useTaskWords'

export function useTaskColumns(): Column<DeviceTask>[] {
  const { t } = useTranslation('device-tasks')
  const words = useTaskWords()
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('fields.kind'),
        render: ({ kind }) => words.kind(kind),
        isMain: true,
        width: 220,
      },
      {
        key: 'status',
        title: t('fields.status'),
        render: ({ status }) => <TaskStatusTag status={status} />,
        width: 130,
      },
      {
        key: 'device',
        title: t('fields.device'),
        render: ({ device }) =>
          device ? (
            <Link to={`/devices/${device.id}`} onClick={(event) => event.stopPropagation()}>
              {device.name}
            </Link>
          ) : (
            '—'
          ),
        width: 190,
      },
      {
        key: 'items_count',
        title: t('fields.items'),
        render: ({ items_count: count }) => <span className="tabular">{count || '—'}</span>,
        align: 'end',
        width: 80,
      },
      {
        key: 'attempts',
        title: t('fields.attempts'),
        render: ({ attempts }) => <span className="tabular">{attempts}</span>,
        align: 'end',
        width: 90,
      },
      {
        key: 'error',
        title: t('fields.error'),
        render: ({ error }) => (error ? words.error(error) : '—'),
        width: 240,
      },
      {
        key: 'next_attempt_at',
        title: t('fields.next'),
        render: ({ next_attempt_at: at }) => <RelativeTime value={at} />,
        isWideOnly: true,
        width: 130,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at: at }) => <RelativeTime value={at} />,
        sortable: true,
      },
    ],
    [t, words],
  )
}
