import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { devicesApi } from '@/api/generated/devices'
import { useEventWords } from '@/features/events'
import type { FilterField } from '@/kit/filter'

/** Codes that alarms of the vendor's devices have; a newer firmware may have more. */
const CODES = ['tamper_event', 'lock_is_opened_too_long', 'door_was_not_closed_too_long']
const SEVERITIES = ['high', 'medium', 'low'] as const
/** Devices offered in the filter: the first page by name. */
const DEVICES = { page: 1, size: 500, sort: 'name' }

/** By what processed alarms may be narrowed. */
export function useAlarmFilters(): FilterField[] {
  const { t } = useTranslation('device-alarms')
  const words = useEventWords()
  const { data: devices } = devicesApi.useListDevicesQuery(DEVICES)
  return useMemo(
    () => [
      {
        field: 'severity',
        label: t('fields.severity'),
        type: 'choice',
        options: SEVERITIES.map((value) => ({ value, label: t(`options.severities.${value}`) })),
      },
      {
        field: 'code',
        label: t('fields.what'),
        type: 'choice',
        options: CODES.map((value) => ({ value, label: words(value) })),
      },
      {
        field: 'device_id',
        label: t('fields.device'),
        type: 'choice',
        options: devices?.items.map(({ id, name }) => ({ value: id, label: name })),
      },
      { field: 'last_at', label: t('fields.last'), type: 'time' },
      { field: 'processed_at', label: t('fields.processedAt'), type: 'time' },
    ],
    [t, words, devices],
  )
}
