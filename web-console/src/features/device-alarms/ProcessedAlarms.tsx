import { CheckOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEventWords } from '@/features/events'
import type { Filters } from '@/api/list'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { narrow, type ListControl } from '@/kit/list'
import { useCan } from '@/kit/permissions'
import { ResourceTable, useCommonActions, type Column } from '@/kit/table'
import { ExactTime } from '@/kit/time'
import { AlarmDetails } from './AlarmDetails'
import { SeverityTag } from './AlarmTags'
import { useAlarm, useAlarmList, useDeleteAllDeviceAlarmsMutation, type DeviceAlarm } from './api'
import { useAlarmFilters } from './useAlarmFilters'

const PROCESSED = { field: 'state', rule: 'equals', value: 'processed' } as const

/** What was done with alarms, and by whom. */
export function ProcessedAlarms({ list }: { list: ListControl }) {
  const { t } = useTranslation('device-alarms')
  const { can } = useCan()
  const words = useEventWords()
  const filters = useAlarmFilters()
  const columns = useColumns()
  const { deletion } = useCommonActions()
  const [remove] = useDeleteAllDeviceAlarmsMutation()
  const label = ({ code, device }: DeviceAlarm) =>
    [words(code), device?.name].filter(Boolean).join(', ')
  const { removeRows, report, closeReport } = useRemoval<DeviceAlarm>({
    remove,
    label,
    title: (rows) => t('removal.title', { count: rows.length }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
  const { match, items } = list.state.filters
  const own: Filters = { match, items: [...items, PROCESSED] }
  const rows = useAlarmList({ ...list.query, filters: narrow(own, ['state']) })
  const mayDelete = can('can_delete_device_alarm')
  return (
    <>
      <ResourceTable
        id="deviceAlarms"
        list={list}
        rows={rows}
        isLive
        columns={columns}
        filters={filters}
        label={label}
        preview={(alarm) => <AlarmDetails alarm={alarm} />}
        useRow={useAlarm}
        rowActions={mayDelete ? [{ ...deletion, run: (alarm) => void removeRows([alarm]) }] : []}
        bulkActions={mayDelete ? [{ ...deletion, run: removeRows }] : []}
        empty={{
          icon: CheckOutlined,
          title: t('emptyProcessed.title'),
          text: t('emptyProcessed.text'),
        }}
      />
      <BulkReport report={report} onClose={closeReport} />
    </>
  )
}

function useColumns(): Column<DeviceAlarm>[] {
  const { t } = useTranslation('device-alarms')
  const words = useEventWords()
  return useMemo(
    () => [
      {
        key: 'code',
        title: t('fields.what'),
        render: ({ code }) => words(code),
        isMain: true,
        width: 220,
      },
      {
        key: 'severity',
        title: t('fields.severity'),
        render: ({ severity }) => <SeverityTag severity={severity} />,
        sortable: true,
        width: 130,
      },
      {
        key: 'device',
        title: t('fields.device'),
        render: ({ device }) => device?.name ?? '—',
        width: 180,
      },
      {
        key: 'last_at',
        title: t('fields.last'),
        render: ({ last_at: at }) => <ExactTime value={at} />,
        sortable: true,
        width: 170,
      },
      {
        key: 'processed_by',
        title: t('fields.processed'),
        render: ({ processed_by_user: user }) => user?.name ?? '—',
        width: 160,
      },
      {
        key: 'processed_at',
        title: t('fields.processedAt'),
        render: ({ processed_at: at }) => <ExactTime value={at} />,
        width: 170,
      },
      {
        key: 'comment',
        title: t('fields.comment'),
        render: ({ comment }) => comment ?? '—',
        width: 260,
      },
    ],
    [t, words],
  )
}
