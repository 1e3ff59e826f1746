import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { devicesApi } from '@/api/generated/devices'
import type { FilterField } from '@/kit/filter'
import { TASK_STATUSES } from './TaskStatusTag'
import { useTaskWords } from './useTaskWords'
import { TASK_KINDS } from './words'

/** Devices offered in the filter: the first page by name. */
const DEVICES = { page: 1, size: 500, sort: 'name' }

export function useTaskFilters(): FilterField[] {
  const { t } = useTranslation('device-tasks')
  const words = useTaskWords()
  const { data: devices } = devicesApi.useListDevicesQuery(DEVICES)
  return useMemo(
    () => [
      {
        field: 'status',
        label: t('fields.status'),
        type: 'choice',
        options: TASK_STATUSES.map((value) => ({ value, label: t(`options.statuses.${value}`) })),
      },
      {
        field: 'device_id',
        label: t('fields.device'),
        type: 'choice',
        options: devices?.items.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        field: 'kind',
        label: t('fields.kind'),
        type: 'choice',
        options: TASK_KINDS.map((value) => ({ value, label: words.kind(value) })),
      },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t, words, devices],
  )
}
