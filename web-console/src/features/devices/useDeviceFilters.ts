import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { groupsApi } from '@/api/generated/groups'
import { filtersOf, useFieldLabel } from '@/kit/fields'
import type { FilterField } from '@/kit/filter'
import { useListDeviceModelsQuery } from './api'
import { DEVICE_TYPES } from './deviceTypes'
import { deviceFields } from './fields'

/** Groups offered in the filter: the first page by name. */
const GROUPS = { page: 1, size: 500, sort: 'name' }

/** Fields by which the devices may be narrowed. */
export function useDeviceFilters(): FilterField[] {
  const { t } = useTranslation('devices')
  const label = useFieldLabel('devices')
  const { data: models } = useListDeviceModelsQuery()
  const { data: groups } = groupsApi.useListGroupsQuery(GROUPS)
  return useMemo(
    () =>
      filtersOf(deviceFields, label, {
        status: {
          options: [
            { value: 'online', label: t('options.statuses.online') },
            { value: 'offline', label: t('options.statuses.offline') },
          ],
        },
        type: {
          options: DEVICE_TYPES.map((value) => ({ value, label: t(`options.types.${value}`) })),
        },
        model: { options: models?.items.map(({ model }) => ({ value: model, label: model })) },
        domain: { options: groups?.items.map(({ id, name }) => ({ value: id, label: name })) },
        protocol: {
          options: (['mqtt', 'http', 'none'] as const).map((value) => ({
            value,
            label: t(`options.protocols.${value}`),
          })),
        },
      }),
    [t, label, models, groups],
  )
}
