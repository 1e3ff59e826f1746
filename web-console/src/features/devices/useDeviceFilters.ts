import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { groupsApi } from '@/api/generated/groups'
import type { FilterField } from '@/kit/filter'
import { useListDeviceModelsQuery } from './api'
import { DEVICE_TYPES } from './deviceTypes'

/** Groups offered in the filter: the first page by name. */
const GROUPS = { page: 1, size: 500, sort: 'name' }

/** Fields by which the devices may be narrowed. */
export function useDeviceFilters(): FilterField[] {
  const { t } = useTranslation('devices')
  const { data: models } = useListDeviceModelsQuery()
  const { data: groups } = groupsApi.useListGroupsQuery(GROUPS)
  return useMemo(
    () => [
      {
        field: 'status',
        label: t('fields.status'),
        type: 'choice',
        options: [
          { value: 'online', label: t('options.statuses.online') },
          { value: 'offline', label: t('options.statuses.offline') },
        ],
      },
      {
        field: 'type',
        label: t('fields.type'),
        type: 'choice',
        options: DEVICE_TYPES.map((value) => ({ value, label: t(`options.types.${value}`) })),
      },
      {
        field: 'model',
        label: t('fields.model'),
        type: 'choice',
        options: models?.items.map(({ model }) => ({ value: model, label: model })),
      },
      {
        field: 'domain_id',
        label: t('fields.group'),
        type: 'choice',
        options: groups?.items.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        field: 'protocol',
        label: t('fields.protocol'),
        type: 'choice',
        options: (['mqtt', 'http', 'none'] as const).map((value) => ({
          value,
          label: t(`options.protocols.${value}`),
        })),
      },
      { field: 'serial_number', label: t('fields.serial'), type: 'text' },
      { field: 'name', label: t('fields.name'), type: 'text' },
    ],
    [t, models, groups],
  )
}
